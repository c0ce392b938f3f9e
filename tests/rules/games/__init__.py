"""Sections 3 to 6 of the rules, game by game: every sentence has its test."""
