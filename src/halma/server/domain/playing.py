"""Decisions about moves: to make one, to take some back on one screen, to make them again."""

from __future__ import annotations

from functools import lru_cache

from halma.kernel import PASS, Action
from halma.messages import mark
from halma.play import Position
from halma.play.notation import PASS_TEXT
from halma.server.domain.commands import MakeComputerMove, MakeMove, Redo, Undo
from halma.server.domain.draft import Draft
from halma.server.domain.events import MovePlayed, MovesTakenBack
from halma.server.domain.table import Table
from halma.server.errors import RefusedError, no_seat, stale

MOST_SHARED = 50_000


def make_move(draft: Draft, command: MakeMove) -> None:
    """A move of a person. Nothing if that very move has been made already: a repeated message does no harm."""
    table, held, text = draft.table, draft.held, command.text.strip()
    if command.ply < table.ply:
        made = table.moves[command.ply]
        if made.seat in held and text in (made.typed, made.text):
            return
    if not held:
        raise no_seat()
    check_going_on(table)
    if command.ply != table.ply:
        raise stale(table.ply)
    if table.position.seat not in held or table.machine() is not None:
        raise RefusedError("not-your-turn", 403, mark("It is seat {seat}’s turn, not yours."), seat=table.position.seat)
    play(draft, text.split(","), text)


def make_computer_move(draft: Draft, command: MakeComputerMove) -> None:
    """A move of a computer, unless the table has gone on since it was asked."""
    if command.turn == draft.table.turn and draft.table.machine() is not None:
        play(draft, [command.text], command.text)


def play(draft: Draft, actions: list[str], typed: str, redo: int = 0) -> None:
    """The actions of one message, all or none; then passes for those who can do nothing else."""
    after = draft.table.copy()
    seats, moves, rolls = pushed(after.position, actions)
    typed = "" if typed == moves[0] else typed
    draft.played(MovePlayed(draft.now, tuple(moves), typed, tuple(rolls), redo), seats, after)


@lru_cache(MOST_SHARED)
def _shared(action: Action) -> Action:
    """The same action, as one object for all tables: most play the same few thousand over and over."""
    return action


def pushed(position: Position, actions: list[str]) -> tuple[str, list[str], list[str]]:
    """Play actions, and pass for those who can do nothing else: seats, moves as they are written, what chance decided.

    Raises what is wrong with an action; the position is worth nothing then.
    """
    seats = ""
    moves: list[str] = []
    chance = position.rules.has_chance
    known = len(position.history) if chance else 0
    for action in actions:
        found = _shared(position.action_of(action))
        seats += position.seat
        moves.append(position.spell(found, path=True))
        position.push_action(found)
    while must_pass(position):
        seats += position.seat
        moves.append(PASS_TEXT)
        position.push_action(PASS)
    happened = position.history[known:] if chance else ()
    return seats, moves, [event.text for event in happened if event.action is None]


def pass_on(position: Position) -> list[str]:
    """Pass for those who can do nothing else."""
    passes: list[str] = []
    while must_pass(position):
        position.push_action(PASS)
        passes.append(PASS_TEXT)
    return passes


def must_pass(position: Position) -> bool:
    """Whether who has to act can do nothing but pass."""
    return not position.is_over and not position.needs_roll and position.must_pass


def undo(draft: Draft, command: Undo) -> None:
    """Back to the last decision of a person, for those who share one screen."""
    table = draft.table
    _check_one_screen(draft)
    if command.ply != table.ply:
        raise stale(table.ply)
    own = table.last_decision()
    if own is None:
        raise RefusedError("nothing-to-undo", 409, mark("There is no move to take back."))
    draft.happen(MovesTakenBack(draft.now, own, redo=True))


def redo(draft: Draft, command: Redo) -> None:
    """Make what was taken back again, up to the next decision of a person."""
    table = draft.table
    _check_one_screen(draft)
    if command.ply != table.ply:
        raise stale(table.ply)
    undone, first = list(table.undone), table.ply
    if not undone:
        raise RefusedError("nothing-to-redo", 409, mark("There is no move to redo."))
    while undone and not draft.table.is_over and (draft.table.ply == first or draft.table.machine() is not None):
        text = undone.pop()
        # Passes that were nobody's choice are made together with the move before them.
        kept = list(undone)
        while kept and kept[-1] == PASS_TEXT:
            kept.pop()
        if text != PASS_TEXT or PASS in draft.table.position.state.legal():
            play(draft, [text], text, len(kept))
        undone = kept


def _check_one_screen(draft: Draft) -> None:
    held = draft.held
    if not held:
        raise no_seat()
    if draft.table.is_alone(held):
        return
    check_going_on(draft.table)
    raise RefusedError("others-play-too", 403, mark("Others are playing too: ask them if you may take the move back."))


def check_going_on(table: Table) -> None:
    """Refuse what is only done while the game goes on."""
    if table.is_over:
        raise RefusedError("game-over", 409, mark("The game is over."))
