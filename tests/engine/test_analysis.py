"""Analysis of positions and of whole games."""

import pytest

from halma.engine import WIN, Limits
from halma.engine.analysis import analyse, analyse_record, chances
from halma.engine.match import make_match, played_games
from halma.engine.referee import Setting
from halma.games import choose
from halma.play import Position, Record

LIMITS = Limits(nodes=500)


def rules_of(game: str, **options):
    return Position(game, **options).rules


def test_chances_are_a_logistic_of_the_scores():
    rules = rules_of("halma")
    assert chances((0, 0), rules) == (0.5, 0.5)
    ahead = [chances((score, -score), rules)[0] for score in (-300, -100, 0, 100, 300)]
    assert ahead == sorted(ahead)
    assert ahead[0] + ahead[-1] == pytest.approx(1)
    assert chances((WIN - 3, -WIN + 3), rules) == (1.0, 0.0)
    assert sum(chances((5, -80, 300), rules_of("star", players=3))) == pytest.approx(1)


def test_partners_have_the_same_chance():
    found = chances((100, -100, 100, -100), rules_of("star-team"))
    assert found[0] == found[2] > found[1] == found[3]
    assert found[0] + found[1] == pytest.approx(1)


def test_the_lines_of_an_analysis_can_be_played():
    position = Position("star", players=2, pieces=10)
    before = position.text()
    found = analyse(position, Limits(nodes=5000, lines=3))
    assert position.text() == before
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
    assert len(judged) == position.turn - 1
    for one in judged:
        assert len(one.analysis.chances) == 2
        assert one.loss is None or 0 <= one.loss <= 1
