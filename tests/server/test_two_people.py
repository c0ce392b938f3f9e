"""Two people at one table: nobody changes alone what both have played, and an offer is answered by who was asked."""

from typing import Any

import pytest

from halma.server.transport import wire
from halma.server.acts import MOST_LINES, arrive, leave_table, rename, say
from halma.server.errors import RefusedError
from halma.server.domain.model import ClockSetting
from halma.server.domain.offers import answer_offer, make_offer
from halma.server.table import Table
from halma.server.table_setup import set_up
from halma.server.domain.timeout_policy import can_come_back, come_back, leave, retire, time_is_up
from halma.server.tokens import hashed
from halma.server.transport.view import view_of
from halma.words import translator

PER_MOVE = ClockSetting("move", 60)
STOCK = ClockSetting("fischer", 60, 5)


def table_of(*kinds: Any, game: str = "halma", **more) -> Table:
    """A table at which everybody has come, and A begins."""
    seats = [wire.SeatWish(kind) for kind in kinds]
    table = set_up(wire.NewTable(game, {"first": "A"}, seats, **more), 0.0).table
    arrive(table, "".join(seat.seat for seat in table.state.seats if seat.kind == "link"), 0.0)
    return table


def played(*kinds: str, **more) -> Table:
    """A table of two after a move of each."""
    table = table_of(*(kinds or ("link", "link")), **more)
    table.play("A", 0, "e2-f3", 1.0)
    if table.state.seats[1].kind == "computer":
        table.play_machine(table.moment, "l15-k14", 2.0)
    else:
        table.play("B", 1, "l15-k14", 2.0)
    return table


def code(act, *given) -> str:
    """The code with which something is refused."""
    with pytest.raises(RefusedError) as refused:
        act(*given)
    return refused.value.code


def can_undo(table: Table, held: str) -> tuple[bool, bool, bool]:
    view = view_of(table, translator("en"), 5.0, held=held)
    return view.can_undo, view.can_redo, view.can_take_back


# ---- taking back alone ----------------------------------------------------------------------------------------


def test_the_winner_cannot_undo_a_resignation():
    table = played()
    retire(table, "A", "resigned", 3.0)
    assert code(table.undo, "B", 2, 4.0) == "game-over"
    assert code(make_offer, table, "B", "takeback", 4.0) == "game-over"
    assert table.is_over and table.ply == 2
    assert can_undo(table, "B") == can_undo(table, "A") == (False, False, False)


def test_when_the_time_of_one_is_out_the_other_cannot_rewind():
    table = played(clock=PER_MOVE)
    time_is_up(table, 70.0)
    assert table.seat("A").stand_in is not None
    assert code(table.undo, "B", 2, 71.0) == "others-play-too"
    assert can_undo(table, "B") == (False, False, True)
    # Who ran out of time is asked like everybody else.
    make_offer(table, "B", "takeback", 71.0)
    assert table.ply == 2 and table.state.offer is not None
    answer_offer(table, "A", "takeback", True, 72.0)
    assert table.ply == 1


def test_a_time_out_that_ends_the_game_is_not_undone_by_the_winner():
    table = played(clock=STOCK, fate="forfeit")
    time_is_up(table, 70.0)
    assert table.is_over
    assert code(table.undo, "B", 2, 71.0) == "game-over"


def test_an_agreed_draw_and_a_game_that_somebody_left_stay_as_they_ended():
    drawn = played()
    make_offer(drawn, "A", "draw", 3.0)
    answer_offer(drawn, "B", "draw", True, 3.0)
    assert code(drawn.undo, "A", 2, 4.0) == "game-over"
    left = played(fate="forfeit")
    leave(left, "A", 3.0)
    assert left.is_over and can_undo(left, "B") == (False, False, False)
    assert code(left.undo, "B", 2, 4.0) == "game-over"


def test_nobody_rewinds_a_game_of_three_because_the_others_resigned_or_ran_out_of_time():
    table = table_of("link", "link", "link", game="star", clock=PER_MOVE)
    first = str(table.position.legal_moves[0])
    table.play("A", 0, first, 1.0)
    retire(table, "C", "resigned", 2.0)
    time_is_up(table, 70.0)
    assert not table.is_over and table.humans == "A"
    assert code(table.undo, "A", 1, 71.0) == "others-play-too"
    # C has resigned and is not asked any more; B may come back and is.
    make_offer(table, "A", "takeback", 71.0)
    assert table.ply == 1 and table.state.offer is not None
    retire(table, "B", "resigned", 72.0)
    assert table.is_over


def test_after_somebody_left_a_running_game_the_other_plays_alone_against_the_computer():
    table = played()
    leave(table, "B", 3.0)
    assert not table.is_over and can_undo(table, "A")[0]
    table.undo("A", 2, 4.0)
    assert table.ply < 2


@pytest.mark.parametrize("kinds", [("here", "here"), ("here", "computer")])
def test_on_one_screen_a_game_that_was_given_up_is_taken_up_again(kinds):
    table = played(*kinds)
    retire(table, "A", "resigned", 3.0)
    held = "AB" if kinds[1] == "here" else "A"
    assert can_undo(table, held)[0]
    table.undo(held, 2, 4.0)
    assert not table.is_over and table.seat("A").gone is None
    table.redo(held, table.ply, 5.0)
    assert table.ply


# ---- no person left -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [PER_MOVE, STOCK])
def test_when_both_have_run_out_of_time_the_table_is_abandoned(clock):
    table = played(clock=clock, fate="computer")
    time_is_up(table, 70.0)
    assert not table.is_over
    table.play_machine(table.moment, str(table.position.legal_moves[0]), 71.0)
    time_is_up(table, 140.0)
    assert table.is_over and table.state.since is None and table.machine() is None
    assert table.state.ending is not None
    assert (table.state.ending.termination, table.state.ending.places) == ("abandoned", {})
    assert code(come_back, table, "A", 141.0) == "game-over"


@pytest.mark.parametrize(("clock", "returns"), [(PER_MOVE, True), (STOCK, False)])
def test_a_seat_is_taken_over_again_unless_the_stock_of_time_is_used_up(clock, returns):
    table = played(clock=clock)
    assert not can_come_back(table, "A")
    time_is_up(table, 70.0)
    assert can_come_back(table, "A") is returns
    assert view_of(table, translator("en"), 71.0, held="A").can_come_back is returns
    if returns:
        come_back(table, "A", 71.0)
        assert table.humans == "AB"
    else:
        assert code(come_back, table, "A", 71.0) == "cannot-come-back"


# ---- offers ---------------------------------------------------------------------------------------------------


def test_two_draw_offers_that_cross_are_an_agreement():
    table = played()
    make_offer(table, "A", "draw", 3.0)
    make_offer(table, "B", "draw", 3.0)
    ending = table.state.ending
    assert ending is not None and ending.drawn and ending.places == {"A": 1, "B": 1}


def test_among_three_a_crossing_offer_is_one_voice():
    table = table_of("link", "link", "link", game="star")
    make_offer(table, "A", "draw", 3.0)
    make_offer(table, "B", "draw", 3.0)
    assert not table.is_over and table.state.offer is not None
    assert table.state.offer.agreed == ["A", "B"]
    make_offer(table, "C", "draw", 3.0)
    assert table.is_over


def test_two_who_both_want_a_move_back_do_not_agree_by_that():
    table = played()
    make_offer(table, "A", "takeback", 3.0)
    assert code(make_offer, table, "B", "takeback", 3.0) == "offer-open"
    assert code(make_offer, table, "B", "draw", 3.0) == "offer-open"
    assert code(make_offer, table, "A", "draw", 3.0) == "offer-open"
    assert table.ply == 2
    answer_offer(table, "B", "takeback", True, 4.0)
    assert table.ply == 0


def test_an_offer_made_twice_is_announced_once():
    table = played()
    make_offer(table, "A", "draw", 3.0)
    version = table.version
    make_offer(table, "A", "draw", 3.0)
    assert table.version == version


@pytest.mark.parametrize("what", ["draw", "takeback"])
@pytest.mark.parametrize("by", ["A", "B"])
def test_an_offer_is_not_made_again_before_the_next_move(what, by):
    """Neither after a refusal nor by taking it back and making it anew."""
    table = played()
    make_offer(table, "A", what, 3.0)
    answer_offer(table, by, what, False, 4.0)
    (declined,) = table.state.declined
    assert (declined.what, declined.seat, declined.by) == (what, "A", by)
    assert code(make_offer, table, "A", what, 5.0) == "offer-declined"
    # The other one has not asked yet.
    make_offer(table, "B", what, 5.0)
    answer_offer(table, "B", what, False, 5.0)
    table.play("A", 2, "f3-f4", 6.0)
    assert table.state.declined == []
    make_offer(table, "A", what, 7.0)


def test_an_offer_ends_when_a_computer_takes_over():
    table = played(clock=PER_MOVE)
    make_offer(table, "B", "draw", 3.0)
    time_is_up(table, 70.0)
    assert table.state.offer is None
    table = played()
    make_offer(table, "B", "draw", 3.0)
    leave_table(table, [hashed("nobody")], 4.0)
    assert table.state.offer is not None
    leave(table, "A", 4.0)
    assert table.state.offer is None


# ---- hints ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "clock", "hints", "given"),
    [
        (("link", "link"), None, None, True),
        (("link", "link"), STOCK, None, False),
        (("here", "link"), PER_MOVE, None, False),
        (("here", "here"), STOCK, None, True),
        (("here", "computer"), STOCK, None, True),
        (("link", "link"), STOCK, True, True),
        (("link", "link"), None, False, False),
    ],
)
def test_by_the_clock_between_people_there_are_no_hints_unless_they_are_asked_for(kinds, clock, hints, given):
    table = table_of(*kinds, clock=clock, hints=hints)
    assert table.setup.hints is given
    assert view_of(table, translator("en"), 0.0).hints is given


# ---- chat -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Anna", "ANNA", "A n\u200dna", "\uff21nna"])
def test_no_spectator_speaks_in_the_name_of_a_player(name):
    table = table_of("link", "link")
    rename(table, "A", None, "Anna")
    say(table, "", name, "I resign", 1.0)
    say(table, "", "Zoe", "hello", 1.0)
    say(table, "A", "", "hello", 1.0)
    assert [line.name for line in table.chat] == ["", "Zoe", "Anna"]


def test_spectators_cannot_leave_the_players_without_a_word():
    table = table_of("link", "link")
    for _ in range(MOST_LINES):
        say(table, "", "Zoe", "spam", 1.0)
    assert code(say, table, "", "Zoe", "spam", 1.0) == "chat-full"
    for _ in range(MOST_LINES):
        say(table, "A", "", "hello", 2.0)
    assert code(say, table, "A", "", "hello", 2.0) == "chat-full"
