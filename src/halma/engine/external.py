"""Players that are other programs: whatever speaks the engine protocol on its standard input and output."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from halma.engine.client import SimpleEngine
from halma.engine.options import SEED
from halma.engine.players import COMMAND, Actions, PlayerFailureError
from halma.engine.process import EngineError, EngineTerminatedError, EngineTimeoutError
from halma.engine.thought import Limits
from halma.play import Position

CRASHED, ILLEGAL, SILENT = "crashed", "illegal", "silent"
ResultT = TypeVar("ResultT")


class External:
    """A player behind a command. It is started when it is first asked, and again after it has failed."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.name = f"{COMMAND}:{command}"
        self._engine: SimpleEngine | None = None

    def begin(self, position: Position, seed: int) -> None:
        """A new game starts; the program is made ready for it."""
        self._try(lambda: self._begin(seed))

    def _begin(self, seed: int) -> None:
        if self._engine is None:
            self._engine = SimpleEngine.popen(self.command)
        if any(name.lower() == SEED.lower() for name in self._engine.options):
            self._engine.configure({SEED: seed})
        self._engine.new_game()

    def turn(self, position: Position, limits: Limits, seed: int) -> Actions:
        """Ask for a turn and read it. Raises PlayerFailureError."""
        engine = self._engine
        if engine is None:
            # It failed before, and only a new game starts it again.
            raise PlayerFailureError(CRASHED, "The engine is no longer running.")
        return self._try(lambda: engine.play(position, limits).actions)

    def close(self) -> None:
        """End the program, whatever it is doing."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _try(self, ask: Callable[[], ResultT]) -> ResultT:
        try:
            return ask()
        except EngineError as error:
            code = ILLEGAL
            if isinstance(error, EngineTerminatedError | EngineTimeoutError):
                code = CRASHED if isinstance(error, EngineTerminatedError) else SILENT
                self.close()
            raise PlayerFailureError(code, error.template, **error.data) from error
