"""Every day has its puzzle, and keeps it."""

from datetime import date, datetime, timedelta

import pytest

from halma.puzzles.make import CHAIN, FEWEST_HOPS, FIRST_HOP, HOME, PuzzleError, laid_chain
from halma.server.service import puzzles
from tests.puzzles.conftest import needs_compiler

FIRST, LAST = date(2020, 1, 1), date(2100, 12, 31)
# Days of 2026 on which chance finds no chain: there was no puzzle.
WITHOUT = ("01-06", "02-11", "03-16", "06-23", "07-17", "10-27", "11-02", "11-17", "12-02", "12-23")
# Puzzles of days that are over; scores are stored for them.
KEPT = {
    "2026-01-01": "1/2/3/4/13/12/11/10/9/10/3AA1A4/5A1A4/4A2A5/AAAA/1AA/AA/1 A 1",
    "2026-01-02": "2A/A1A/A1AA1AA/1A5/7/3/3 A 1",
    "2026-01-03": "1/2/3/4/7B5/8B3/11/10/9/9B/3B3B1BA/4B1B5/4B4B3/AAAA/AA1/AA/A A 1",
    "2026-06-05": "1/2/3/1B2/7B1B3/12/11/4B5/6B2/2BB4B1/2A8/5B6/B12/AAAA/AA1/AA/A A 1",
    "2026-11-13": "3/3/A1AA3/2A1A2/1A2A2/1AA/AAA A 1",
    "2026-11-14": "1/2/3/4/8B3B/12/4B6/3B6/5BA2/2B2B4/11/7B4/7B3B1/AAAA/AA1/AA/A A 1",
    "2026-11-15": "1/2/3/4/13/12/11/10/9/10/11/5A1A4/4A1A2A3/AAAA/AAA/AA/A A 1",
}


def every_day() -> list[date]:
    return [FIRST + timedelta(days=number) for number in range((LAST - FIRST).days + 1)]


def test_a_chain_can_be_laid_for_every_day_until_2100():
    days = every_day()
    assert len(days) == 29_585
    for day in days:
        made = laid_chain(day.isoformat())
        assert (made.kind, made.moves) == (CHAIN, 1)
        assert made.solution[0].count("-") >= FEWEST_HOPS


def test_a_laid_chain_wins_by_the_rules():
    for day in every_day()[::1000]:
        made = laid_chain(day.isoformat())
        position = made.position.copy()
        position.push(made.solution[0])
        outcome = position.outcome()
        assert outcome is not None and outcome.places["A"] == 1


@pytest.mark.parametrize("kind", [HOME, FIRST_HOP, CHAIN])
def test_a_day_whose_kind_has_no_puzzle_gets_a_laid_chain(monkeypatch, kind):
    def fail(*_: object, **__: object) -> None:
        raise PuzzleError("nothing fits")

    day = next(day for day in every_day() if puzzles.KINDS[day.toordinal() % 3] == kind)
    monkeypatch.setattr(puzzles, "make", fail)
    puzzles.daily.cache_clear()
    card = puzzles.daily(day)
    puzzles.daily.cache_clear()
    assert (card.id, card.kind) == (f"daily-{day}", CHAIN)
    assert card.position == laid_chain(day.isoformat()).position.board_text()


@pytest.mark.parametrize("day", WITHOUT)
def test_a_day_on_which_chance_finds_nothing_has_a_puzzle(day):
    card = puzzles.daily(date.fromisoformat(f"2026-{day}"))
    assert card.kind == CHAIN and card.moves == 1 and card.position


@needs_compiler
def test_days_that_had_a_puzzle_keep_it():
    assert {day: puzzles.daily(date.fromisoformat(day)).position for day in KEPT} == KEPT


def test_the_puzzle_of_a_day_can_be_played_from_2020_on(monkeypatch):
    """A machine whose clock is wrong has its puzzle too."""
    monkeypatch.setattr(puzzles, "today", lambda: FIRST)
    card = puzzles.daily(FIRST)
    assert puzzles.find_puzzle(card.id) == card
    assert puzzles.find_puzzle("daily-2019-12-31") is None


def noon(day: str, later: int = 0) -> float:
    return datetime.fromisoformat(f"{day}T12:00:00+00:00").timestamp() + 86400.0 * later


def test_a_streak_counts_days_solved_in_a_row():
    days = [f"2026-11-{day:02}" for day in (3, 5, 6, 7)]
    solved = [(f"daily-{day}", noon(day)) for day in days]
    assert puzzles.streak(solved, date(2026, 11, 7)) == 3
    # Today's is not solved yet: the streak is not over before the day is.
    assert puzzles.streak(solved, date(2026, 11, 8)) == 3
    assert puzzles.streak(solved, date(2026, 11, 9)) == 0
    assert puzzles.streak([], date(2026, 11, 7)) == 0
    assert puzzles.streak([("solitaire", noon("2026-11-07"))], date(2026, 11, 7)) == 0


def test_a_day_that_is_solved_later_is_not_part_of_a_streak():
    days = ("2026-11-05", "2026-11-06", "2026-11-07")
    late = [(f"daily-{day}", noon(day, later)) for day, later in zip(days, (0, 2, 1), strict=True)]
    assert puzzles.streak(late, date(2026, 11, 7)) == 1


def test_months_are_those_that_have_begun(monkeypatch):
    monkeypatch.setattr(puzzles, "today", lambda: date(2020, 3, 2))
    assert puzzles.month_of("2020-03") == (2020, 3)
    assert [puzzles.month_of(text) for text in ("2020-04", "2019-12", "2020-3", "2020-00", "")] == [None] * 5
    assert puzzles.month_beside((2020, 3), -1) == "2020-02" and puzzles.month_beside((2020, 3), 1) is None
    assert puzzles.month_beside((2020, 1), -1) is None and puzzles.month_beside((2020, 1), 1) == "2020-02"
    assert [card.id for card in puzzles.cards_of_month((2020, 3))] == ["daily-2020-03-02", "daily-2020-03-01"]
