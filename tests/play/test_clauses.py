"""Refusals and duties name the clause of the law they follow from."""

from __future__ import annotations

from typing import Any

import pytest

from halma.games import games
from halma.games.clauses import GAME_CLAUSES
from halma.play import IllegalMoveError, Position
from halma.play.clauses import clause_of
from halma.rulebook.law import clauses
from halma.rules import REASON_CLAUSES, Reason
from tests.rules.helpers import arrange, listed, tip


def test_every_reason_has_a_clause_and_in_every_game_the_law_has_it():
    assert set(REASON_CLAUSES) == set(Reason)
    for game in games().values():
        rules = Position(game.id, dice=None).rules
        for reason in Reason:
            assert clause_of(reason, game.id, rules) in clauses(), (game.id, reason)


def test_the_clause_of_a_game_bears_its_name():
    titled = {clause.title: clause.number for clause in clauses().values() if clause.title in games()}
    assert {game: GAME_CLAUSES[game] for game in titled} == titled
    # Two games alone share the clause of another one.
    assert set(GAME_CLAUSES) - set(titled) == {"connection-solo", "star-highscore"}
    assert set(GAME_CLAUSES) == set(games())


@pytest.mark.parametrize(
    ("game", "options", "move", "clause"),
    [
        ("halma", {}, "a1-a9", "2.1"),
        ("halma", {}, "l16-k16", "2.1"),
        ("halma", {}, "a1-a2", "2.2"),
        ("halma", {}, "e5-e6", "2.1"),
        ("halma", {}, "--", "2.7"),
        ("halma", {}, "e5~f6", "2.1"),
        ("super", {}, "e2-e9", "3.15"),
        ("dutch", {}, "a2-b3", "3.4"),
        ("dutch", {}, "a2-a1", "2.2"),
        ("le-zug", {}, "f2-f3", "3.11"),
        ("colour", {}, "a5-a6", "3.5"),
        ("rakado", {}, "a1-a2", "5.10"),
        ("dice", {}, "e2-f3", "3.16"),
        ("gobang", {}, "a1-a2", "5.1"),
        ("tippy", {}, "a1-a2", "5.3"),
        ("top-secret", {}, "@a1", "3.21"),
        ("cat-and-mouse", {}, "@a1", "5.7"),
    ],
)
def test_a_refused_move_names_its_clause(game: str, options: dict[str, Any], move: str, clause: str):
    with pytest.raises(IllegalMoveError) as caught:
        Position(game, dice=None, **options).push(move)
    assert caught.value.refusal.clause == clause


@pytest.mark.parametrize(("blocking", "clause"), [("vacate", "2.10"), ("swap", "2.13"), ("fill", "2.14")])
def test_what_keeps_a_piece_in_the_target_is_the_blocking_rule_agreed_on(blocking: str, clause: str):
    position = arrange("quick", "A: l16; B: a9", blocking=blocking)
    refused = position.refusal("l16-k16")
    assert refused is not None
    assert (refused.code, refused.clause) == ("stay-in-target", clause)


def test_a_duty_names_its_clause():
    placing = f"A: d1 i5; B: {listed(tip('N') - {'d1', 'd2', 'c1', 'c2', 'd4', 'd3'})}"
    duty = arrange("star", placing, players=2, pieces=10).duty()
    assert duty is not None
    assert (duty.code, duty.clause) == ("clear-home", "2.11")
    place_first = Position("cat-and-mouse").duty()
    assert place_first is not None and place_first.clause == "5.7"
