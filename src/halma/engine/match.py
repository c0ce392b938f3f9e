"""Matches: many games between players, with rotated seats and varied openings, one after the other or side by side."""

from __future__ import annotations

import atexit
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from halma.cluster import Cluster, Processes
from halma.engine.external import External
from halma.engine.players import COMMAND, LevelPlayer, Player, built_in
from halma.engine.referee import Entry, Played, Setting, play
from halma.engine.thought import Limits
from halma.messages import HalmaError, mark

__all__ = ["Match", "MatchError", "close_players", "make_match", "make_player", "play_game", "played_games"]


class MatchError(HalmaError):
    """A match that cannot be played as it was asked for."""


@dataclass(frozen=True)
class Match:
    """Who plays what how often."""

    setting: Setting
    #: One for each seat; the same entry may sit on several seats.
    entries: tuple[Entry, ...]
    lineup: tuple[int, ...]
    games: int

    def seating(self, number: int) -> tuple[int, ...]:
        """Who sits where: every game moves all players one seat on."""
        turned = number % self.rotations
        return self.lineup[-turned:] + self.lineup[:-turned] if turned else self.lineup

    @property
    def rotations(self) -> int:
        """How many games it takes until everybody sits as at first."""
        line = self.lineup
        return next(by for by in range(1, len(line) + 1) if line[by:] + line[:by] == line)

    def opening(self, number: int) -> int:
        """The opening of a game: the same one until everybody has sat everywhere."""
        return number // self.rotations


def make_player(spec: str) -> Player:
    """The player of a name; see `halma match --help`. Raises UnknownPlayerError."""
    if spec.startswith(f"{COMMAND}:"):
        return External(spec.removeprefix(f"{COMMAND}:"))
    return built_in(spec)


def make_match(names: Sequence[str], setting: Setting, limits: Limits, games: int) -> Match:
    """A match of named players. A name may end in @SECONDS, a limit of its own for each turn.

    Fewer names than seats are repeated in order: two players alternate. The same name is one player on several seats,
    unless there is no other name; then they are told apart by numbers. Raises a HalmaError for what does not fit.

    >>> from halma.engine import Limits, Setting, make_match, played_games
    >>> from halma.games import choose
    >>> match = make_match(["greedy", "random"], Setting(choose("quick")), Limits(), games=2)
    >>> [game.seating for game in played_games(match)]
    [(0, 1), (1, 0)]
    """
    seats = setting.choice.players
    if seats < 2:
        raise MatchError(mark("{game} is for one player; a match needs at least two seats."), game=setting.choice.game)
    if not 1 <= len(names) <= seats:
        raise MatchError(
            mark("{game} has {seats} seats; name 1 to {seats} players."), game=setting.choice.game, seats=seats
        )
    asked = [name for name, _ in zip(_repeated(names), range(seats), strict=False)]
    different = list(dict.fromkeys(asked))
    if len(different) == 1:
        entries = tuple(_entry(asked[0], limits, f" #{number}") for number in range(1, seats + 1))
        return Match(setting, entries, tuple(range(seats)), games)
    entries = tuple(_entry(name, limits) for name in different)
    return Match(setting, entries, tuple(different.index(name) for name in asked), games)


def _repeated(names: Sequence[str]) -> Iterator[str]:
    while True:
        yield from names


def _entry(name: str, limits: Limits, suffix: str = "") -> Entry:
    own = re.fullmatch(r"(?P<spec>.+)@(?P<seconds>[0-9]*\.?[0-9]+)", name, re.DOTALL)
    spec = own["spec"].strip() if own else name
    if own:
        limits = replace(limits, movetime=max(0.001, float(own["seconds"])))
    player = make_player(spec)
    if isinstance(player, External) and limits == Limits(threads=limits.threads):
        raise MatchError(mark("“{name}” needs a limit: a time, nodes, a depth or a level."), name=name)
    if isinstance(player, LevelPlayer):
        limits = replace(limits, level=player.level)
    return Entry(spec, name + suffix, limits)


# ---- playing --------------------------------------------------------------------------------------------


class _Players:
    """The players of one process, kept from game to game: programs need not start anew."""

    def __init__(self) -> None:
        self.players: dict[Entry, Player] = {}
        atexit.register(self.close)

    def seat(self, entries: Sequence[Entry]) -> list[Player]:
        for entry in entries:
            if entry not in self.players:
                self.players[entry] = make_player(entry.spec)
        return [self.players[entry] for entry in entries]

    def close(self) -> None:
        while self.players:
            self.players.popitem()[1].close()


_players: _Players | None = None


def play_game(match: Match, number: int) -> Played:
    """Play one game of a match, by its number from 0.

    Opening, seats, dice and seeds depend on the number alone, so the games of a match can be played in any order and on
    any machine, each exactly once, and give the same result. Programs that play are kept for the next game until
    `close_players` or the end of the process.

    >>> from halma.engine import Limits, Setting
    >>> from halma.games import choose
    >>> match = make_match(["greedy", "random"], Setting(choose("quick", players=2)), Limits(), 100)
    >>> play_game(match, 41).record == play_game(match, 41).record
    True
    """
    if not 0 <= number < match.games:
        raise ValueError(f"the games of this match are numbered from 0 to {match.games - 1}, not {number}")
    global _players  # noqa: PLW0603 - one row of players for each process
    if _players is None:
        _players = _Players()
    players = _players.seat(match.entries)
    return play(match.setting, match.entries, players, match.seating(number), number, match.opening(number))


def close_players() -> None:
    """Stop the programs that `play_game` has started in this process."""
    if _players is not None:
        _players.close()


def played_games(
    match: Match, jobs: int = 1, numbers: Iterable[int] | None = None, cluster: Cluster | None = None
) -> Generator[Played, None, None]:
    """Play the games with some numbers, all by default, as many at a time as there are jobs, or on a cluster.

    They come as they end. Closing the iterator ends it all.
    """
    wanted = range(match.games) if numbers is None else numbers
    if cluster is None and jobs > 1:
        with Processes(jobs) as own:
            yield from played_games(match, numbers=wanted, cluster=own)
        return
    if cluster is not None:
        yield from cluster.results(play_game, ((match, number) for number in wanted), close_players)
        return
    try:
        for number in wanted:
            yield play_game(match, number)
    finally:
        close_players()
