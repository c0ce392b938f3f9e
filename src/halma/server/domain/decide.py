"""What a command leads to at a table, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halma.server.domain import commands, offers, playing, seats, timeout_policy
from halma.server.domain.draft import Draft
from halma.server.domain.table import Table

DECISIONS: dict[type, Callable[[Draft, Any], None]] = {
    commands.MakeMove: playing.make_move,
    commands.MakeComputerMove: playing.make_computer_move,
    commands.Undo: playing.undo,
    commands.Redo: playing.redo,
    commands.MakeOffer: offers.make_offer,
    commands.AnswerOffer: offers.answer_offer,
    commands.Resign: timeout_policy.resign,
    commands.Back: timeout_policy.come_back,
    commands.JudgeTime: timeout_policy.judge_time,
    commands.Arrive: seats.arrive,
    commands.TakeSeat: seats.take_seat,
    commands.InviteGuest: seats.invite_guest,
    commands.Leave: seats.leave,
    commands.Rename: seats.rename,
    commands.Chat: seats.say,
    commands.NoteRematch: seats.note_rematch,
    commands.NoteHint: playing.note_hint,
}


def decide(table: Table, command: commands.Command, who: tuple[str, ...], now: float) -> Draft:
    """What a command leads to, asked by whoever has tokens with these hashes: `events`, and the `table` after them.

    No events mean that there is nothing to do, such as for a move that was made already. Raises RefusedError, or what
    is wrong with a move. The table that is given stays as it is.
    """
    draft = Draft(table, who, now)
    DECISIONS[type(command)](draft, command)
    return draft
