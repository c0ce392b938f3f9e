"""Two people at one table: nobody changes alone what both have played, and an offer is answered by who was asked."""

from typing import Any

import pytest

from halma.server.domain.commands import AnswerOffer, Back, Chat, Leave, MakeOffer, Redo, Rename, Resign, Undo
from halma.server.domain.model import ClockSetting
from halma.server.domain.seats import MOST_LINES

from .tables import AtTable, table_of

PER_MOVE = ClockSetting("move", 60)
STOCK = ClockSetting("fischer", 60, 5)


def played(*kinds: str, **more: Any) -> AtTable:
    """A table of two after a move of each."""
    table = table_of(*(kinds or ("link", "link")), **more)
    table.play("A", 0, "e2-f3", 1.0)
    if table.seats[1].kind == "computer":
        table.play_machine("l15-k14", 2.0)
    else:
        table.play("B", 1, "l15-k14", 2.0)
    return table


def can_undo(table: AtTable, held: str) -> tuple[bool, bool, bool]:
    view = table.view(held)
    return view.can_undo, view.can_redo, view.can_take_back


# ---- taking back alone ----------------------------------------------------------------------------------------


def test_the_winner_cannot_undo_a_resignation():
    table = played()
    table.do(Resign("A"), "A", 3.0)
    assert table.refused(Undo(2), "B", 4.0) == "game-over"
    assert table.refused(MakeOffer("takeback"), "B", 4.0) == "game-over"
    assert table.is_over and table.ply == 2
    assert can_undo(table, "B") == can_undo(table, "A") == (False, False, False)


def test_when_the_time_of_one_is_out_the_other_cannot_rewind():
    table = played(clock=PER_MOVE)
    table.time_is_up(70.0)
    assert table.seat("A").stand_in is not None
    assert table.refused(Undo(2), "B", 71.0) == "others-play-too"
    assert can_undo(table, "B") == (False, False, True)
    # Who ran out of time is asked like everybody else.
    table.do(MakeOffer("takeback"), "B", 71.0)
    assert table.ply == 2 and table.offer is not None
    table.do(AnswerOffer("takeback", accept=True), "A", 72.0)
    assert table.ply == 1


def test_a_time_out_that_ends_the_game_is_not_undone_by_the_winner():
    table = played(clock=STOCK, fate="forfeit")
    table.time_is_up(70.0)
    assert table.is_over
    assert table.refused(Undo(2), "B", 71.0) == "game-over"


def test_an_agreed_draw_and_a_game_that_somebody_left_stay_as_they_ended():
    drawn = played()
    drawn.do(MakeOffer("draw"), "A", 3.0)
    drawn.do(AnswerOffer("draw", accept=True), "B", 3.0)
    assert drawn.refused(Undo(2), "A", 4.0) == "game-over"
    left = played(fate="forfeit")
    left.do(Leave(), "A", 3.0)
    assert left.is_over and can_undo(left, "B") == (False, False, False)
    assert left.refused(Undo(2), "B", 4.0) == "game-over"


def test_nobody_rewinds_a_game_of_three_because_the_others_resigned_or_ran_out_of_time():
    table = table_of("link", "link", "link", game="star", clock=PER_MOVE)
    first = str(table.position.legal_moves[0])
    table.play("A", 0, first, 1.0)
    table.do(Resign("C"), "C", 2.0)
    table.time_is_up(70.0)
    assert not table.is_over and table.humans == "A"
    assert table.refused(Undo(1), "A", 71.0) == "others-play-too"
    # C has resigned and is not asked any more; B may come back and is.
    table.do(MakeOffer("takeback"), "A", 71.0)
    assert table.ply == 1 and table.offer is not None
    table.do(Resign("B"), "B", 72.0)
    assert table.is_over


def test_after_somebody_left_a_running_game_the_other_plays_alone_against_the_computer():
    table = played()
    table.do(Leave(), "B", 3.0)
    assert not table.is_over and can_undo(table, "A")[0]
    table.do(Undo(2), "A", 4.0)
    assert table.ply < 2


@pytest.mark.parametrize("kinds", [("here", "here"), ("here", "computer")])
def test_on_one_screen_a_game_that_was_given_up_is_taken_up_again(kinds):
    table = played(*kinds)
    table.do(Resign("A"), "A", 3.0)
    held = "AB" if kinds[1] == "here" else "A"
    assert can_undo(table, held)[0]
    table.do(Undo(2), held, 4.0)
    assert not table.is_over and table.seat("A").gone is None
    table.do(Redo(table.ply), held, 5.0)
    assert table.ply


def test_what_was_undone_is_made_again_only_where_it_follows():
    # Taking a move back by agreement goes behind the one that was undone.
    table = played("here", "here")
    table.do(Undo(2), "AB", 3.0)
    table.do(MakeOffer("takeback"), "AB", 4.0)
    assert table.ply == 0 and not table.undone
    assert table.refused(Redo(0), "AB", 5.0) == "nothing-to-redo"


def test_what_was_undone_is_not_made_again_after_another_move_of_a_computer():
    # A computer plays the seat whose time has run out, on one screen with the other.
    table = played("here", "here", clock=PER_MOVE)
    table.time_is_up(70.0)
    table.play_machine("d3-d4", 71.0)
    table.do(Undo(3), "AB", 72.0)
    assert table.ply == 2 and table.undone
    table.play_machine("d3-e4", 73.0)
    assert table.refused(Redo(table.ply), "AB", 74.0) == "nothing-to-redo"


# ---- no person left -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [PER_MOVE, STOCK])
def test_when_both_have_run_out_of_time_the_table_is_abandoned(clock):
    table = played(clock=clock, fate="computer")
    table.time_is_up(70.0)
    assert not table.is_over
    table.play_machine(str(table.position.legal_moves[0]), 71.0)
    table.time_is_up(140.0)
    assert table.is_over and table.since is None and table.machine() is None
    assert table.ending is not None
    assert (table.ending.termination, table.ending.places) == ("abandoned", {})
    assert table.refused(Back("A"), "A", 141.0) == "game-over"


@pytest.mark.parametrize(("clock", "returns"), [(PER_MOVE, True), (STOCK, False)])
def test_a_seat_is_taken_over_again_unless_the_stock_of_time_is_used_up(clock, returns):
    table = played(clock=clock)
    assert not table.can_come_back("A")
    table.time_is_up(70.0)
    assert table.can_come_back("A") is returns
    assert table.view("A", 71.0).can_come_back is returns
    if returns:
        table.do(Back("A"), "A", 71.0)
        assert table.humans == "AB"
    else:
        assert table.refused(Back("A"), "A", 71.0) == "cannot-come-back"


# ---- offers ---------------------------------------------------------------------------------------------------


def test_two_draw_offers_that_cross_are_an_agreement():
    table = played()
    table.do(MakeOffer("draw"), "A", 3.0)
    table.do(MakeOffer("draw"), "B", 3.0)
    ending = table.ending
    assert ending is not None and ending.drawn and ending.places == {"A": 1, "B": 1}


def test_among_three_a_crossing_offer_is_one_voice():
    table = table_of("link", "link", "link", game="star")
    table.do(MakeOffer("draw"), "A", 3.0)
    table.do(MakeOffer("draw"), "B", 3.0)
    assert not table.is_over and table.offer is not None
    assert table.offer.agreed == ("A", "B")
    table.do(MakeOffer("draw"), "C", 3.0)
    assert table.is_over


def test_two_who_both_want_a_move_back_do_not_agree_by_that():
    table = played()
    table.do(MakeOffer("takeback"), "A", 3.0)
    assert table.refused(MakeOffer("takeback"), "B", 3.0) == "offer-open"
    assert table.refused(MakeOffer("draw"), "B", 3.0) == "offer-open"
    assert table.refused(MakeOffer("draw"), "A", 3.0) == "offer-open"
    assert table.ply == 2
    table.do(AnswerOffer("takeback", accept=True), "B", 4.0)
    assert table.ply == 0


def test_an_offer_made_twice_is_announced_once():
    table = played()
    table.do(MakeOffer("draw"), "A", 3.0)
    version = table.version
    table.do(MakeOffer("draw"), "A", 3.0)
    assert table.version == version


@pytest.mark.parametrize("what", ["draw", "takeback"])
@pytest.mark.parametrize("by", ["A", "B"])
def test_an_offer_is_not_made_again_before_the_next_move(what, by):
    """Neither after a refusal nor by taking it back and making it anew."""
    table = played()
    table.do(MakeOffer(what), "A", 3.0)
    table.do(AnswerOffer(what, accept=False), by, 4.0)
    (declined,) = table.declined
    assert (declined.what, declined.seat, declined.by) == (what, "A", by)
    assert table.refused(MakeOffer(what), "A", 5.0) == "offer-declined"
    # The other one has not asked yet.
    table.do(MakeOffer(what), "B", 5.0)
    table.do(AnswerOffer(what, accept=False), "B", 5.0)
    table.play("A", 2, "f3-f4", 6.0)
    assert table.declined == ()
    table.do(MakeOffer(what), "A", 7.0)


def test_an_offer_ends_when_a_computer_takes_over():
    table = played(clock=PER_MOVE)
    table.do(MakeOffer("draw"), "B", 3.0)
    table.time_is_up(70.0)
    assert table.offer is None
    table = played()
    table.do(MakeOffer("draw"), "B", 3.0)
    assert table.refused(Leave(), "F", 4.0) == "not-your-seat"
    assert table.offer is not None
    table.do(Leave(), "A", 4.0)
    assert table.offer is None


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
    assert table.view("").hints is given


# ---- chat -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Anna", "ANNA", "A n\u200dna", "\uff21nna"])
def test_no_spectator_speaks_in_the_name_of_a_player(name):
    table = table_of("link", "link")
    table.do(Rename("Anna"), "A", 1.0)
    table.do(Chat("I resign", name), "", 1.0)
    table.do(Chat("hello", "Zoe"), "", 1.0)
    table.do(Chat("hello", ""), "A", 1.0)
    assert [line.name for line in table.chat] == ["", "Zoe", "Anna"]


def test_spectators_cannot_leave_the_players_without_a_word():
    table = table_of("link", "link")
    for _ in range(MOST_LINES):
        table.do(Chat("spam", "Zoe"), "", 1.0)
    assert table.refused(Chat("spam", "Zoe"), "", 1.0) == "chat-full"
    for _ in range(MOST_LINES):
        table.do(Chat("hello", ""), "A", 2.0)
    assert table.refused(Chat("hello", ""), "A", 2.0) == "chat-full"
