"""Clocks, and what becomes of the seat of somebody who is away."""

import pytest

from halma.server.domain.clocks import seconds_left
from halma.server.domain.commands import Undo
from halma.server.domain.model import ClockSetting
from tests.server.conftest import running
from tests.server.tables import AtTable

LINKS = [{"kind": "link"}, {"kind": "link"}]
PER_MOVE = {"kind": "move", "seconds": 60}


class Time:
    """A clock that goes on only when a test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def time() -> Time:
    return Time()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, time: Time):
    with running(tmp_path_factory.mktemp("clocks"), now=time) as found:
        yield found


def both(server, table):
    return server.live(table, table["seats"]["A"]), server.live(table, table["seats"]["B"])


def run_out(time, viewer):
    """Let the time of who has to move run out; the clock is judged with whatever somebody does next."""
    time.now += PER_MOVE["seconds"] + 1
    viewer.ask("chat", text="Your time is up.")


def test_a_clock_runs_when_everybody_has_come(server, time):
    table = server.table(seats=LINKS, clock={"kind": "fischer", "seconds": 60, "increment": 5})
    first, second = both(server, table)
    with first as anna:
        assert anna.view["waiting"]
        time.now += 2
        assert server.view(table)["seats"][0]["clock_left"] == 60
        with second:
            anna.until("view", lambda message: not message["view"]["waiting"])
            time.now += 2
            anna.ask("move", ply=0, text="e2-f3")
            anna.until("move")
            assert [seat["clock_left"] for seat in anna.view["seats"]] == [63, 60]


def test_a_computer_takes_over_until_somebody_comes_back(server, time):
    table = server.table(seats=LINKS, clock=PER_MOVE, fate="computer")
    first, second = both(server, table)
    with first as anna, second as bert:
        run_out(time, bert)
        anna.until("view", lambda message: message["view"]["seats"][0]["gone"] == "time")
        assert anna.until("move")["entries"][0]["seat"] == "A"
        assert bert.code("back") == "cannot-come-back"
        anna.ask("back")
        anna.until("view")
        assert anna.view["seats"][0]["gone"] is None
        bert.ask("move", ply=1, text=server.view(table, table["seats"]["B"])["moves"][0]["text"])
        anna.until("move", lambda message: message["view"]["to_act"] == "A")
        assert anna.view["moves"]


def test_a_turn_is_skipped_by_the_weakest_opponent_playing_it(server, time):
    table = server.table(seats=LINKS, clock=PER_MOVE, fate="skip")
    first, second = both(server, table)
    with first as anna, second as bert:
        run_out(time, bert)
        assert anna.until("move")["entries"][0]["seat"] == "A"
        assert anna.view["seats"][0]["gone"] is None and anna.view["seats"][0]["stand_in"] is None
        run_out(time, anna)
        assert anna.until("move")["entries"][0]["seat"] == "B"
        text = anna.view["moves"][0]["text"]
        assert anna.ask("move", ply=2, text=text)["ply"] == 3


def test_whoever_forfeits_has_lost_by_time(server, time):
    table = server.table(seats=LINKS, clock=PER_MOVE, fate="forfeit")
    first, second = both(server, table)
    with first as anna, second as bert:
        run_out(time, bert)
        anna.until("view", lambda message: message["view"]["outcome"])
        outcome = anna.view["outcome"]
        assert (outcome["termination"], outcome["places"]) == ("time", {"A": 2, "B": 1})
        assert anna.view["seed"]


def test_a_clock_rings_by_itself(tmp_path):
    """Nobody does anything, and the game ends all the same."""
    with running(tmp_path) as real:
        table = real.table(seats=LINKS, clock={"kind": "move", "seconds": 1}, fate="forfeit")
        first, second = both(real, table)
        with first as anna, second:
            anna.until("view", lambda message: message["view"]["outcome"])


def test_correspondence_gives_every_turn_the_whole_time(server):
    clock = {"kind": "correspondence", "seconds": 86_400}
    table = server.table(seats=LINKS, clock=clock)
    first, second = both(server, table)
    with first as anna, second:
        anna.ask("move", ply=0, text="e2-f3")
        anna.until("move")
        assert [round(seat["clock_left"]) for seat in anna.view["seats"]] == [86_400, 86_400]


@pytest.mark.parametrize(("fate", "level"), [("computer", 4), ("skip", 1)])
def test_after_somebody_left_a_computer_plays_the_seat(server, fate, level):
    table = server.table(seats=LINKS, fate=fate)
    with server.live(table, table["seats"]["B"]) as bert:
        server.move(table, 0, "e2-f3", table["seats"]["A"])
        server.post(f"/api/tables/{table['table']}/leave", token=table["seats"]["A"])
        bert.until("view", lambda message: message["view"]["seats"][0]["gone"] == "left")
        assert bert.view["seats"][0]["stand_in"] == level
        bert.ask("move", ply=1, text="l15-k14")
        assert bert.until("move", lambda message: message["entries"][0]["seat"] == "A")


def test_whoever_leaves_a_table_with_forfeit_has_lost_and_an_empty_table_is_over(server):
    table = server.table(seats=LINKS, fate="forfeit")
    server.move(table, 0, "e2-f3", table["seats"]["A"])
    server.post(f"/api/tables/{table['table']}/leave", token=table["seats"]["B"])
    outcome = server.view(table)["outcome"]
    assert (outcome["termination"], outcome["places"]) == ("abandoned", {"A": 1, "B": 2})
    alone = server.table(seats=[{"kind": "here"}, {"kind": "computer"}])
    server.move(alone, 0, "e2-f3")
    server.post(f"/api/tables/{alone['table']}/leave", token=alone["token"])
    assert server.view(alone)["outcome"]["termination"] == "abandoned"


def test_partners_win_together_when_the_others_are_gone(server):
    options = {"players": 4, "teams": True}
    table = server.table("halma", options=options, seats=[{"kind": "link"}] * 4, fate="forfeit")
    with server.live(table, table["seats"]["A"]) as anna, server.live(table, table["seats"]["C"]) as partner:
        anna.ask("resign")
        assert server.view(table)["outcome"] is None
        partner.ask("resign")
    assert server.view(table)["outcome"]["places"] == {"A": 3, "B": 1, "C": 3, "D": 1}


def test_every_turn_of_somebody_who_plays_alone_has_its_time():
    table = AtTable("solitaire", "here", options={}, clock=ClockSetting("move", 60))
    for turn in range(3):
        move = str(table.position.legal_moves[0])
        table.play("A", turn, move, 50.0 * (turn + 1))
        assert seconds_left(table.table, "A", 50.0 * (turn + 1)) == 60
    stock = AtTable("solitaire", "here", options={}, clock=ClockSetting("fischer", 60, 5))
    stock.play("A", 0, str(stock.position.legal_moves[0]), 20.0)
    assert seconds_left(stock.table, "A", 20.0) == 45


def test_only_the_turn_whose_time_is_out_is_skipped_also_where_the_same_seat_has_the_next():
    table = AtTable("solitaire", "here", options={}, clock=ClockSetting("move", 60), fate="skip")
    table.time_is_up(61.0)
    assert table.machine() is not None
    table.play_machine(str(table.position.legal_moves[0]), 62.0)
    assert table.machine() is None and seconds_left(table.table, "A", 62.0) == 60
    table.play("A", 1, str(table.position.legal_moves[0]), 63.0)
    table.time_is_up(124.0)
    table.do(Undo(2), "A", 125.0)
    assert table.machine() is None and seconds_left(table.table, "A", 125.0) == 60
