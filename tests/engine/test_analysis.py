"""Analysis of positions and of whole games."""

from itertools import pairwise

import pytest

from halma.engine import Limits
from halma.engine.analysis import Judged, analyse, analyse_record, costliest
from halma.engine.match import make_match, played_games
from halma.engine.referee import Setting
from halma.games import choose
from halma.kernel import fast
from halma.play import Position, Record

LIMITS = Limits(nodes=500)


def test_the_lines_of_an_analysis_can_be_played():
    position = Position("star", players=2, pieces=10)
    before = position.board_text()
    found = analyse(position, Limits(nodes=5000, lines=3))
    assert position.board_text() == before
    assert found.seat == "A" and len(found.lines) == 3
    assert len({line.turns[0] for line in found.lines}) == 3
    for line in found.lines:
        ahead = position.copy()
        for turn in line.turns:
            ahead.push_turn(turn)


@pytest.mark.parametrize("game", ["quick", "rakado", "dice", "tippy"])
def test_every_turn_of_a_game_is_judged(game):
    match = make_match(["greedy", "random"], Setting(choose(game)), Limits(), 1)
    (played,) = played_games(match)
    position = played.record.position()
    turns = [turn for turn in played.record.turns if not turn.is_chance][-12:]
    record = Record.of(position)
    judged = list(analyse_record(record, Limits(nodes=30)))
    assert [one.text for one in judged[-len(turns) :]] == [turn.text for turn in turns]
    assert len(judged) == position.turn_number - 1
    for one in judged:
        assert len(one.analysis.chances) == 2
        assert one.loss is None or 0 <= one.loss <= 1


def test_the_turns_that_lost_most_come_worst_first():
    position = Position("quick")
    analysis = analyse(position, LIMITS)

    def lost(number: int, loss: float | None) -> Judged:
        return Judged(number, "A", "e2-f3", analysis, loss, ())

    turns = [lost(1, 0.2), lost(2, None), lost(3, 0.9), lost(4, 0.01), lost(5, 0.2), lost(6, 0.3)]
    assert [turn.number for turn in costliest(turns)] == [3, 6, 1]
    assert [turn.number for turn in costliest(turns, 9)] == [3, 6, 1, 5]


@pytest.mark.skipif(not fast.available, reason="nothing was compiled")
def test_a_turn_that_gives_the_game_away_is_told_with_a_better_one():
    """A fills its target with m5-n1 and wins; after anything else B does with e9-d4."""
    text = "B/BB/BBB/BBB1/8B4/12/11/10/9/10/11/12/4A8/1AAA/AAA/AA/A A 91"
    position = Position.from_board_text(text, "star", players=2, pieces=10)
    position.push("m5-l5")
    position.push("e9-d4")
    bad, good = analyse_record(Record.of(position), LIMITS)
    assert (bad.loss, bad.better, bad.analysis.remaining[0]) == (1.0, ("m5-n1",), 1)
    assert (good.loss, good.better, good.analysis.chances) == (0.0, (), (0.0, 1.0))


@pytest.mark.skipif(not fast.available, reason="nothing was compiled")
@pytest.mark.parametrize("game", ["rakado", "dice"])
def test_nobody_is_blamed_for_the_dice(game):
    """Who plays what the search would play loses nothing, whatever is thrown next."""
    position = Position(game, seed=3)
    for _ in range(12):
        asked = position.copy()
        best = analyse(asked, LIMITS).lines[0].turns[0].split(",")[0]
        position.push(best)
        if position.is_over:
            break
    judged = list(analyse_record(Record.of(position), LIMITS))
    assert judged and all(one.loss is not None for one in judged)
    assert {one.loss for one in judged if len(one.text.split(",")) == 1} <= {0.0}


def has_passed(position: Position, seat: int) -> bool:
    """Whether nobody stands before the hindmost piece of a seat."""
    (code,) = position.rules.kind_codes(seat)
    advance = position.rules.kinds[code - 1].advance
    contents = position.state.contents()
    own = [advance[cell] for cell, content in enumerate(contents) if content == code]
    others = [advance[cell] for cell, content in enumerate(contents) if content not in (0, code)]
    return min(own) > max(others)


@pytest.mark.skipif(not fast.available, reason="nothing was compiled")
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("halma", {"players": 2}),
        ("star", {"players": 2, "pieces": 10}),
        ("star", {"players": 2, "pieces": 15}),
        ("quick", {}),
    ],
)
def test_the_curve_does_not_fall_while_the_winner_walks_home(game, options):
    match = make_match(["level:5", "greedy"], Setting(choose(game, **options), "3", 4), Limits(), 4)
    walked = 0
    for played in played_games(match):
        positions = list(played.record.positions())
        outcome = positions[-1].outcome()
        assert outcome is not None and len(outcome.winners) == 1
        winner = positions[-1].seats.index(outcome.winners[0])
        walk = [position for position in positions[-21:-1] if has_passed(position, winner)]
        curve = [analyse(position, Limits(nodes=5_000)).chances[winner] for position in walk]
        for before, after in pairwise(curve):
            assert after >= before - 0.01, curve
        # Whoever comes home with this turn has won.
        assert not curve or curve[-1] == 1
        walked += len(walk)
    assert walked >= 20


@pytest.mark.skipif(not fast.available, reason="nothing was compiled")
@pytest.mark.parametrize("text", ["A", "B"])
def test_whose_turn_it_is_makes_half_a_turn_of_difference_in_a_run(text):
    """Both sides have passed and need as many turns: neither is counted by an estimate and the other one by a run."""
    lines = "B/BB/BBB/4/BBBB9/12/11/10/9/10/11/12/9AAAA/4/AAA/AA/A"
    position = Position.from_board_text(f"{lines} {text} 1", "star", players=2, pieces=10)
    found = analyse(position, Limits(nodes=100))
    ahead = 0 if text == "A" else 1
    assert found.scores[ahead] == 50 and found.scores[1 - ahead] == -50
    assert found.remaining[0] == found.remaining[1]


@pytest.mark.skipif(not fast.available, reason="nothing was compiled")
def test_of_several_others_those_who_are_behind_do_not_share_the_lead():
    position = Position("star", players=3)
    # A runs ahead while B and C step to and fro.
    while position.turn_number < 46:
        moves = sorted(position.state.legal())
        codes = position.rules.kind_codes(position.state.now.actor)
        advance = position.rules.kinds[codes[0] - 1].advance
        gain = {move: advance[move.target] - advance[move.origin] for move in moves}
        position.push_action(
            max(moves, key=lambda move: gain[move])
            if position.seat == "A"
            else min(moves, key=lambda move: abs(gain[move]))
        )
    for _ in range(3):
        found = analyse(position, Limits(nodes=3_000)).chances
        assert found[0] == max(found) and found[0] > 2 * max(found[1:]), (position.seat, found)
        position.push_action(sorted(position.state.legal())[0])
