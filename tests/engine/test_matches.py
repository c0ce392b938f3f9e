"""Matches: seats, openings, the referee, and what results say."""

import multiprocessing
import sys
import time
from itertools import islice, pairwise
from types import SimpleNamespace

import pytest

from halma.engine import Limits
from halma.engine.answers import go_line
from halma.engine.external import External
from halma.engine.match import MatchError, make_match, played_games
from halma.engine.players import PlayerFailureError
from halma.engine.referee import Clock, Entry, Setting, opened, play
from halma.engine.standings import Standings
from halma.engine.statistics import Sprt, elo, expected, wilson
from halma.games import choose, games
from halma.messages import HalmaError
from halma.play import Position, read_records

ENGINE = f"cmd:{sys.executable} -m halma engine"


def small(**options):
    return Setting(choose("quick", players=2), **options)


# ---- who sits where -------------------------------------------------------------------------------------


def test_everybody_sits_everywhere_with_the_same_opening():
    match = make_match(["level:1", "greedy", "random"], Setting(choose("star", players=3)), Limits(), 6)
    seatings = [match.seating(number) for number in range(6)]
    assert seatings == [(0, 1, 2), (2, 0, 1), (1, 2, 0)] * 2
    assert [match.opening(number) for number in range(6)] == [0, 0, 0, 1, 1, 1]


def test_two_players_alternate_on_four_seats():
    match = make_match(["level:1", "greedy"], Setting(choose("star", players=4)), Limits(), 4)
    assert [match.seating(number) for number in range(4)] == [(0, 1, 0, 1), (1, 0, 1, 0)] * 2
    assert match.rotations == 2


def test_the_same_name_is_one_player_unless_there_is_no_other():
    four = Setting(choose("star", players=4))
    match = make_match(["level:8", "greedy", "greedy", "greedy"], four, Limits(), 1)
    assert [entry.name for entry in match.entries] == ["level:8", "greedy"]
    assert match.lineup == (0, 1, 1, 1)
    assert match.rotations == 4
    alone = make_match(["level:2"], small(), Limits(), 1)
    assert [entry.name for entry in alone.entries] == ["level:2 #1", "level:2 #2"]


def test_a_player_may_have_a_time_of_its_own():
    match = make_match(["level:3@0.05", "cmd:program -x@1"], small(), Limits(movetime=0.2), 1)
    assert match.entries[0].limits == Limits(level=3, movetime=0.05)
    assert match.entries[1] == Entry("cmd:program -x", "cmd:program -x@1", Limits(movetime=1.0))


@pytest.mark.parametrize(
    ("names", "game", "expected"),
    [
        (["greedy", "random", "greedy"], "quick", "name 1 to 2"),
        (["greedy"], "solitaire", "for one player"),
        (["greedy", "cmd:program"], "quick", "needs a limit"),
    ],
)
def test_what_does_not_fit_is_refused(names, game, expected):
    with pytest.raises(MatchError, match=expected):
        make_match(names, Setting(choose(game)), Limits(), 1)


# ---- openings -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in games() if max(games()[game].players) > 1])
def test_openings_are_the_same_for_a_seed_and_end_no_game(game):
    setting = Setting(choose(game), seed="x")
    openings = [opened(setting, number) for number in range(4)]
    assert openings == [opened(setting, number) for number in range(4)]
    assert not any(position.is_over for position in openings)
    assert len({position.board_text() for position in openings}) > 1


def test_openings_go_forward():
    position = opened(Setting(choose("halma"), opening=3), 1)
    assert position.turn_number == 7
    totals = []
    start = position.beginning()
    for event in position.history:
        totals.append(start.total_advance(event.seat))
        start.push(event.text)
        assert start.total_advance(event.seat) > totals[-1]


# ---- the referee ----------------------------------------------------------------------------------------


def test_a_match_of_simple_players_is_the_same_again_and_its_records_play_through():
    match = make_match(["greedy", "random"], small(), Limits(), 4)
    games_played = list(played_games(match))
    again = list(played_games(match))
    assert [game.record for game in games_played] == [game.record for game in again]
    for game in games_played:
        (record,) = read_records(game.record.to_text())
        final = record.position()
        assert final.is_over
        assert {seat: match.entries[index].name for seat, index in zip("AB", game.seating, strict=True)} == record.names
        outcome = final.outcome()
        assert outcome is not None
        assert tuple(outcome.places.values()) == game.places
    standings = Standings(match)
    for game in games_played:
        standings.add(game)
    greedy, chance = standings.standings
    assert greedy.wins + greedy.draws + greedy.losses == 4 == standings.games
    assert greedy.wins == chance.losses > chance.wins
    data = standings.as_data()
    assert data["players"]["greedy"]["wins"] == greedy.wins
    assert data["players"]["greedy"]["rating"]["mu"] > data["players"]["random"]["rating"]["mu"]
    assert sum(data["terminations"].values()) == 4


def test_games_side_by_side_are_the_same_games():
    match = make_match(["greedy", "random"], small(), Limits(), 4)
    alone = {game.number: game.record for game in played_games(match)}
    assert {game.number: game.record for game in played_games(match, jobs=2)} == alone


def test_processes_that_are_no_longer_needed_end_in_silence(capfd):
    """Those of a match that is over, and those of one that is broken off while games are being played."""
    for planned, read in ((5, 5), (40, 1), (40, 3)):
        running = played_games(make_match(["greedy", "random"], small(), Limits(), planned), jobs=3)
        assert len(list(islice(running, read))) == read
        running.close()
        assert not multiprocessing.active_children()
    assert capfd.readouterr() == ("", "")


class Scripted:
    """A player that does what it is told in its n-th turn, and plays the first legal move otherwise."""

    name = "scripted"

    def __init__(self, strange=None, at=2):
        self.strange, self.at, self.asked = strange, at, 0

    def begin(self, position, seed):
        pass

    def turn(self, position, limits, seed):
        self.asked += 1
        if self.asked == self.at and self.strange is not None:
            self.strange()
        assert position.dice is None
        return (sorted(position.state.legal())[0],)

    def close(self):
        pass


def _played(setting, strange, limits=None):
    entries = [Entry("a", "a", limits or Limits()), Entry("b", "b", limits or Limits())]
    return play(setting, entries, [Scripted(strange), Scripted()], (0, 1), 0, 0)


def test_who_gives_no_legal_turn_loses_with_a_reason():
    def fail():
        raise PlayerFailureError("crashed", "it fell over {times} times.", times=2)

    game = _played(small(), fail)
    assert game.winners == (1,)
    assert game.places == (2, 1)
    assert game.termination == "crashed"
    assert game.forfeit is not None
    assert str(game.forfeit.reason) == "it fell over 2 times."
    (record,) = read_records(game.record.to_text())
    assert record.result == "A=2 B=1 abandoned"
    assert record.tags["Reason"] == "A: it fell over 2 times."
    assert not record.position().is_over


def test_who_takes_too_long_loses_unless_the_match_is_lenient(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr("halma.engine.referee.time", SimpleNamespace(perf_counter=lambda: now[0]))

    def dawdle():
        now[0] += 0.45

    game = _played(small(), dawdle, Limits(movetime=0.3))
    assert game.termination == "overrun"
    assert game.record.result == "A=2 B=1 time"
    assert game.clocks[0].overruns == 1
    assert game.clocks[0].worst_overrun == pytest.approx(0.15)
    lenient = _played(small(lenient=True), dawdle, Limits(movetime=0.3))
    assert lenient.forfeit is None
    assert lenient.clocks[0].overruns == 1


def test_a_team_falls_with_its_member():
    setting = Setting(choose("star-team"))
    entries = [Entry("a", "a", Limits())]

    def fail():
        raise PlayerFailureError("crashed", "it is gone.")

    game = play(setting, entries, [Scripted(fail, at=2)], (0, 0, 0, 0), 0, 0)
    assert game.forfeit is not None
    lost = {seat for seat in range(4) if seat % 2 == game.forfeit.seat % 2}
    assert {seat for seat in range(4) if game.places[seat] == 3} == lost
    assert set(game.winners) == set(range(4)) - lost
    assert game.clocks[0] != Clock()


# ---- other programs -------------------------------------------------------------------------------------


def program(tmp_path, body: str) -> External:
    """A program that introduces itself and then does what the body says with every line."""
    script = tmp_path / "program.py"
    script.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'uci': print('uciok', flush=True)\n"
        "    if word == 'isready': print('readyok', flush=True)\n"
        f"    if word == 'go':\n        {body}\n"
        "    if word == 'quit': break\n",
        encoding="utf-8",
    )
    return External(f"{sys.executable} {script}")


def test_an_engine_behind_a_command_plays_a_game():
    match = make_match([ENGINE, "random"], small(), Limits(nodes=200), 2)
    results = list(played_games(match))
    assert [game.forfeit for game in results] == [None, None]
    assert all(0 in {game.seating[seat] for seat in game.winners} for game in results)


@pytest.mark.parametrize(
    ("body", "code", "reason"),
    [
        ("sys.exit(3)", "crashed", "exit code: 3"),
        ("print('bestmove a1-p16', flush=True)", "illegal", "played “a1-p16”"),
        ("print('bestmove', flush=True)", "illegal", "played “”"),
        ("print('bestmove ' + 'z' * 9999, flush=True)", "illegal", "played “zzz"),
    ],
)
def test_programs_that_fail_lose(tmp_path, body, code, reason):
    player = program(tmp_path, body)
    position = Position("quick")
    try:
        player.begin(position, 1)
        with pytest.raises(PlayerFailureError, match=reason) as failure:
            player.turn(position, Limits(nodes=1), 0)
        assert failure.value.code == code
        # It is started again for the next game.
        player.begin(position, 1)
    finally:
        player.close()


def test_a_program_that_does_not_answer_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr("halma.engine.client.PATIENCE", 0.2)
    player = program(tmp_path, "time.sleep(60)")
    position = Position("quick")
    try:
        player.begin(position, 1)
        with pytest.raises(PlayerFailureError, match="did not answer") as failure:
            player.turn(position, Limits(movetime=0.05), 0)
        assert failure.value.code == "silent"
    finally:
        player.close()


def test_what_was_said_unasked_is_no_answer(tmp_path):
    player = program(tmp_path, "print('bestmove e1-f2\\nbestmove a1-p16', flush=True)")
    position = Position("quick")
    try:
        player.begin(position, 1)
        (move,) = player.turn(position, Limits(nodes=1), 0)
        assert position.spell(move) == "e1-f2"
        time.sleep(0.1)
        (again,) = player.turn(position, Limits(nodes=1), 0)
        assert again == move
    finally:
        player.close()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program-anywhere", "no such file or folder."),
        ("/", "permission denied."),
        ("", "no program is given."),
        ('"', "a quotation mark is missing."),
        ("a\0b", "its name contains a character that is not allowed."),
    ],
)
def test_a_command_that_cannot_be_started(command, reason):
    with pytest.raises(PlayerFailureError) as failure:
        External(command).begin(Position("quick"), 0)
    assert str(failure.value) == f"The engine cannot be started: {reason}"
    # A message of its own, which the screens translate.
    assert isinstance(failure.value.data["reason"], HalmaError)


def test_limits_as_the_protocol_has_them():
    assert go_line(Limits(level=3, nodes=10, depth=2, movetime=0.2)) == "go level 3 nodes 10 depth 2 movetime 200"
    assert go_line(Limits()) == "go infinite"


# ---- results --------------------------------------------------------------------------------------------


def test_intervals_are_those_of_wilson():
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(100, 100)
    assert (round(low, 4), round(high, 4)) == (0.963, 1.0)
    for one, other in pairwise(wilson(score, 20) for score in range(21)):
        assert one[0] < other[0] or one[0] == 0.0
        assert one[1] <= other[1]


def test_elo_and_shares_belong_together():
    assert elo(0.5) == 0
    assert elo(1.0) is None
    for difference in (-200, 0, 35, 400):
        assert elo(expected(difference)) == pytest.approx(difference, abs=1e-6)


def test_the_sequential_test_accepts_what_the_games_show():
    test = Sprt(0, 50)
    assert test.verdict([]) is None
    assert test.verdict([1.0, 0.0] * 5) is None
    assert test.verdict([1.0] * 60 + [0.0] * 10) == "elo1"
    assert test.verdict([0.0] * 60 + [1.0] * 10) == "elo0"
    assert test.verdict([1.0, 0.0] * 400) == "elo0"


def test_a_sequential_test_needs_two_equal_players():
    match = make_match(["level:1", "greedy", "greedy"], Setting(choose("star", players=3)), Limits(), 1)
    with pytest.raises(MatchError, match="two players"):
        Standings(match, Sprt(0, 10))
