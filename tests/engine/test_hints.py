"""Hints: reasons that are true on the board, whatever turn they speak for."""

import random

import pytest

from halma.engine import Limits, think
from halma.engine.hints import explained, hint
from halma.engine.reasons import PlayedTurn, reasons
from halma.engine.why import TEXTS, Why
from halma.games import games
from halma.play import Position
from halma.rules import SEATS
from tests.rules.helpers import arrange

MANY = [game for game in games() if max(games()[game].players) > 1]


def because(position: Position, text: str) -> dict[Why, dict]:
    """All reasons for a move given as text."""
    return {reason.why: dict(reason.data) for reason in reasons(PlayedTurn(position, (position.action_of(text),)))}


def test_a_chain_carries_the_last_piece_forward():
    position = arrange("halma", "A: a6 b7 d9 f11 h9; B: o1")
    found = because(position, "a6-c8-e10-g12")
    assert found[Why.CARRIES_LAST] == {"cell": "a6", "rows": 12}
    assert Why.CARRIES not in found
    other = because(position, "b7-b8")
    assert other[Why.CARRIES] == {"cell": "b7", "rows": 1}
    assert Why.CARRIES not in because(position, "b7-b6")


def test_bringing_home():
    position = arrange("halma", "A: m12 g7 o16; B: a9")
    assert because(position, "m12-n13")[Why.BRINGS_HOME] == {"count": 2}
    assert Why.BRINGS_HOME not in because(position, "g7-h8")


def test_leaving_home_as_a_duty_and_without():
    position = Position("halma")
    assert because(position, "e2-f3")[Why.FREES_HOME] == {"left": 18}
    assert Why.FREES_HOME not in because(arrange("halma", "A: f6 g8; B: p16"), "f6-g6")
    forced = because(arrange("halma", "A: e2 c3 g7; B: a9"), "e2-f3")
    assert forced[Why.CLEARS_HOME] == {"left": 1}
    assert Why.FREES_HOME not in forced


def test_a_ladder_is_built():
    found = because(arrange("halma", "A: f6 g7 j9 h5; B: p2"), "j9-i9")
    assert found[Why.OPENS_LADDER] == {"cell": "f6", "rows": 8}


def test_a_way_is_taken_from_another():
    position = arrange("quick", "A: f5 a1 c1 a8 a11 b14; B: k10 j9 h7 p8 p5 n2")
    # Three hops, k10-i8-g6-e4, are twelve rows; with g6 taken one hop of four is the most that is left.
    assert because(position, "f5-g6")[Why.BLOCKS] == {"seat": "B", "before": 12, "after": 4}


def test_every_reason_has_a_text_and_a_code():
    assert set(TEXTS) == set(Why)
    assert len({why.value for why in Why}) == len(Why)


def test_winning_is_all_that_is_said():
    position = Position("gobang")
    for cells in zip("cdef", "jklm", strict=True):
        position.push(f"@{cells[0]}3")
        position.push(f"@{cells[1]}9")
    assert list(because(position, "@g3")) == [Why.WINS]
    assert hint(position, Limits(nodes=2000)).reasons[0].why is Why.WINS


def test_rows_that_are_made_and_stopped():
    position = Position("gobang")
    for own, other in (("c3", "j9"), ("d3", "k9"), ("e3", "l9"), ("a14", "m9")):
        position.push(f"@{own}")
        position.push(f"@{other}")
    found = because(position, "@n9")
    assert found[Why.STOPS_ROW] == {"cell": "n9", "seat": "B", "length": 5}
    assert because(position, "@f3")[Why.MAKES_ROW] == {"cell": "f3", "length": 4}
    assert Why.STOPS_ROW not in because(position, "@f3")


def test_captures_are_counted():
    position = Position("captive-2")
    most = max(position.legal_moves, key=lambda move: len(move.captures))
    found = because(position, str(most))
    assert found[Why.CAPTURES] == {"count": len(most.captures)}


def test_leaving_the_board():
    position = Position("top-secret")
    while position.hands["B"]:
        position.push(position.legal_moves[0])
    chance = random.Random(2)
    while not any(text.endswith("-off") for text in position.legal_moves.texts()):
        position.push(chance.choice(position.legal_moves))
    text = next(text for text in position.legal_moves.texts() if text.endswith("-off"))
    own = sum(letter == position.seat for letter in position.pieces.values())
    assert because(position, text)[Why.LEAVES_BOARD] == {"left": own - 1}


@pytest.mark.parametrize("game", MANY)
def test_whatever_is_played_the_reasons_are_true(game):
    """Random turns, each with its reasons, which are then checked on the board."""
    position = Position(game, seed=4)
    chance = random.Random(f"hints {game}")
    for _ in range(30):
        if position.is_over:
            break
        before, actions = position.copy(), []
        turn = position.turn_number
        while position.turn_number == turn and not position.is_over:
            actions.append(chance.choice(sorted(position.state.legal())))
            position.push_action(actions[-1])
        found = explained(before, tuple(actions))
        assert 1 <= len(found.reasons) <= 3
        after = before.copy()
        after.dice = None
        for action in actions:
            after.push_action(action)
        for reason in found.reasons:
            assert str(reason) == TEXTS[reason.why].format(**reason.data)
            _check(reason.why, reason.data, before, after, actions)


def _check(why, data, before, after, actions):
    seat = before.seat
    outcome = after.outcome()
    match why:
        case Why.WINS:
            assert seat in outcome.winners
        case Why.ONLY_MOVE:
            assert len(before.legal_moves) == 1
        case Why.CAPTURES:
            assert data["count"] == after.captured[seat] - before.captured[seat] > 0
        case Why.BRINGS_HOME:
            army = _army(before, actions)
            assert data["count"] == sum(cell in _cells(after, cell, "target") for cell in _of(after, army))
        case Why.FREES_HOME | Why.CLEARS_HOME:
            army = _army(before, actions)
            assert data["left"] == sum(cell in _cells(after, cell, "home") for cell in _of(after, army))
            assert (before.duty() is not None) == (why is Why.CLEARS_HOME)
        case Why.CARRIES | Why.CARRIES_LAST | Why.CARRIES_SEVERAL:
            kind = before.rules.kinds[before.state.contents()[actions[0].origin] - 1]
            owner = SEATS[kind.seats[0]]
            if len(actions) == 1 and not actions[0].captured:
                assert data["rows"] == after.total_advance(owner) - before.total_advance(owner) > 0
        case Why.HEMS_IN | Why.BLOCKS | Why.SAVES:
            assert data["seat"] != seat and data["after"] < data["before"]
        case Why.OPENS_LADDER:
            cell = before.board.index[data["cell"]]
            assert after.state.contents()[cell] == before.state.contents()[cell] != 0
            assert data["rows"] >= 4
        case _:
            pass


def _army(position, actions):
    kind = position.rules.kinds[position.state.contents()[actions[0].origin] - 1]
    return {code for seat in kind.seats for code in position.rules.kind_codes(seat)}


def _of(position, army):
    return [cell for cell, code in enumerate(position.state.contents()) if code in army]


def _cells(position, cell, part):
    return getattr(position.rules.kinds[position.state.contents()[cell] - 1], part)


@pytest.mark.parametrize("game", MANY)
def test_a_hint_is_a_whole_legal_turn(game):
    position = Position(game, seed=9)
    found = hint(position, Limits(nodes=100))
    before = position.copy()
    position.push_turn(found.text)
    assert position.turn_number > before.turn_number or position.is_over


def test_a_hint_is_what_the_search_plays():
    position = Position("star")
    limits = Limits(nodes=2000)
    assert hint(position, limits).actions == (think(position, limits).action,)
