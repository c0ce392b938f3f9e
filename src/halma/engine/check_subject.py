"""The program that is checked: started when it is needed, and again after it has failed."""

from __future__ import annotations

import time
from collections.abc import Sequence

from halma.engine.answers import read_option
from halma.engine.client import NO_MOVE, SimpleEngine, read_turn
from halma.engine.options import GAME, EngineOption
from halma.engine.process import EngineError, EngineProcess, no_answer
from halma.games import games
from halma.messages import HalmaError, mark
from halma.play import Position

ERROR = "info string error"


class CheckFailedError(EngineError):
    """What an engine did instead of what was expected."""


class NotOfferedError(HalmaError):
    """What an engine need not do, and does not."""


class Talk:
    """A conversation line by line, for what no client would say."""

    def __init__(self, process: EngineProcess, timeout: float) -> None:
        self.process = process
        self.timeout = timeout
        process.send("uci")
        heard = self.hear("uciok", timeout)
        named = (line.split(maxsplit=2) for line in heard if line.split()[0] == "id")
        self.names = {words[1]: words[2] for words in named if len(words) > 2}
        self.declarations = [line for line in heard if line.split()[0] == "option"]
        read = (read_option(line) for line in self.declarations)
        self.options = {option.name.lower(): option for option in read if option is not None}

    def hear(self, word: str, seconds: float) -> list[str]:
        """What is said until a line starts with a word; that line is the last. Raises EngineError."""
        end, heard = time.monotonic() + seconds, list[str]()
        while not heard or heard[-1].split()[0] != word:
            try:
                heard.append(self.process.receive(end))
            except TimeoutError:
                raise no_answer(word, seconds) from None
        return heard

    def say(self, *lines: str) -> list[str]:
        """Send lines and give back everything that is said until the program is ready for more. Raises EngineError."""
        for line in (*lines, "isready"):
            self.process.send(line)
        return self.hear("readyok", self.timeout)[:-1]

    def start(self, game: str) -> None:
        """Prepare for a game with the options it has by default."""
        if GAME.lower() in self.options or not self.options:
            self.process.send(f"setoption name {GAME} value {game}")
        self.say("newgame")

    def refuses(self, line: str) -> None:
        """Send a line that must be refused. Raises EngineError if it is not."""
        if not any(said.startswith(ERROR) for said in self.say(line)):
            raise CheckFailedError(mark("No “info string error” came after: {line}"), line=_shown(line))

    def go(self, position: Position, line: str) -> list[str]:
        """Let it play and give back all it said. Raises EngineError if it does not answer once, with a legal turn."""
        self.process.send(line)
        heard = self.hear("bestmove", self.timeout)
        self.check_answer(position, heard[-1])
        return heard

    def check_answer(self, position: Position, answer: str) -> None:
        """Whether an answer is a legal turn, and the only one. Raises EngineError."""
        read_turn(position, [*answer.split(), ""][1])
        if (again := next((said for said in self.say() if said.startswith("bestmove")), None)) is not None:
            raise CheckFailedError(mark("It answered twice; the second time: {line}"), line=_shown(again))

    def knows_no_move(self) -> None:
        """Let it play where nothing can be played. Raises EngineError."""
        self.process.send("go nodes 20")
        answer = self.hear("bestmove", self.timeout)[-1]
        if answer.split()[1:2] != [NO_MOVE]:
            raise CheckFailedError(mark("It answered “{line}”."), line=_shown(answer))


class Subject:
    """The program under check, as two processes: one for conversations, one behind the client that matches use."""

    def __init__(self, command: str | Sequence[str], timeout: float, margin: float) -> None:
        self.command = command
        self.timeout, self.margin = timeout, margin
        self._talk: Talk | None = None
        self._engine: SimpleEngine | None = None
        # What it declared when it was first heard.
        self.options: dict[str, EngineOption] = {}
        self.is_known = False

    def talk(self) -> Talk:
        """The conversation that goes on, or a new one. Raises EngineError."""
        if self._talk is None:
            process = EngineProcess(self.command)
            try:
                self._talk = Talk(process, self.timeout)
            except EngineError:
                process.close()
                raise
            self.options, self.is_known = self._talk.options, True
        return self._talk

    def engine(self) -> SimpleEngine:
        """The client, for whole turns. Raises EngineError."""
        if self._engine is None:
            self._engine = SimpleEngine.popen(self.command, timeout=self.timeout)
        return self._engine

    def end_talk(self) -> None:
        """End the conversation, whatever the program is doing."""
        if self._talk is not None:
            self._talk.process.close()
            self._talk = None

    def restart(self) -> None:
        """Let the next check meet a program that has just been started."""
        self.end_talk()
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    close = restart

    # ---- what it offers ---------------------------------------------------------------------------------

    def games(self) -> list[str]:
        """The games it declares that are in the catalogue; without such an option, the usual one."""
        option = self.options.get(GAME.lower())
        if option is None:
            return ["halma"]
        return [game for game in games() if game in {value.lower() for value in option.values}]

    def usual_game(self) -> str:
        """A game to talk about. Raises NotOfferedError."""
        offered = self.games()
        if not offered:
            raise NotOfferedError(mark("It offers no game that we know."))
        return "quick" if "quick" in offered else offered[0]


def _shown(line: str) -> str:
    text = line.encode(errors="replace").decode()
    return text if len(text) <= 100 else text[:99] + "…"
