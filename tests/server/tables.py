"""Tables without a server around them: commands go in, and the table is what comes of them."""

from typing import Any

import pytest

from halma.server.domain import commands
from halma.server.domain.decide import decide
from halma.server.domain.draft import Draft
from halma.server.domain.evolve import folded
from halma.server.domain.setting_up import set_up
from halma.server.errors import RefusedError
from halma.server.service.telling import History
from halma.server.tokens import SeatToken, Secrets
from halma.server.transport import wire
from halma.server.transport.view import view_of
from halma.words import translator


class AtTable:
    """A table, and everybody at it: the seats somebody holds are opened by tokens of theirs."""

    def __init__(self, game: str = "halma", *kinds: Any, options: dict[str, Any] | None = None, **more: Any) -> None:
        seats = [commands.SeatWish(kind) for kind in kinds]
        wish = commands.NewTable(game, {"first": "A"} if options is None else options, seats, **more)
        self.table = set_up(wish, 0.0, Secrets()).table
        self.events: list[Any] = []
        letters = self.table.position.seats
        self.table.seat_tokens = {f"held {seat}": SeatToken(f"held {seat}", seat) for seat in letters}
        everybody = "".join(seat.seat for seat in self.table.seats if not seat.joined)
        if everybody:
            self.do(commands.Arrive(), everybody, 0.0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)

    def do(self, command: commands.Command, held: str, now: float) -> Draft:
        """Let whoever holds some seats ask for something."""
        draft = decide(self.table, command, tuple(f"held {seat}" for seat in held), now)
        # What is stored leads to the same table as what was decided.
        assert folded(self.table, draft.events).version == draft.table.version
        self.table = draft.table
        self.events += draft.events
        return draft

    def play(self, held: str, ply: int, text: str, now: float = 0.0) -> None:
        self.do(commands.MakeMove(ply, text), held, now)

    def play_machine(self, text: str, now: float) -> None:
        self.do(commands.MakeComputerMove(self.table.turn, text), "", now)

    def time_is_up(self, now: float) -> None:
        assert self.do(commands.JudgeTime(now), "", now).steps

    def refused(self, command: commands.Command, held: str, now: float) -> str:
        """The code with which something is refused."""
        with pytest.raises(RefusedError) as found:
            self.do(command, held, now)
        return found.value.code

    def view(self, held: str, now: float = 5.0) -> wire.TableView:
        """What whoever holds some seats sees."""
        hashes = [f"held {seat}" for seat in held]
        return view_of(self.table, translator("en"), now, history=History().of(self.table), hashes=hashes)


def table_of(*kinds: Any, game: str = "halma", **more: Any) -> AtTable:
    """A table at which everybody has come, and A begins."""
    return AtTable(game, *kinds, **more)
