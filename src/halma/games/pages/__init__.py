"""One page per game. A module put here that defines GAME is in the catalogue."""
