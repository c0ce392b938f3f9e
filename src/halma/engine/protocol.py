"""The engine protocol: UCI-shaped lines in, lines out; see docs/engine-protocol.md.

What comes in is never trusted: what cannot be done is answered with one line that says why, and the session goes on.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import BinaryIO

from halma.engine.options import AUTO, HASH, LEVEL, LINES, NET, SEED, THREADS, EngineSettings
from halma.engine.players import searched_turn
from halma.engine.think import net_fault
from halma.engine.thought import LEVELS, Limits
from halma.engine.wire import (
    LineRefusedError,
    info_lines,
    one_line,
    read_limits,
    shortened,
    spelled_turn,
    take_from_clock,
)
from halma.messages import HalmaError
from halma.play import Position
from halma.play.game_text import names_game, split_text
from halma.play.notation import entries, is_chance

NAME, AUTHOR = "halma", "The Halma authors"
NO_MOVE = "(none)"
LONGEST_LINE = 1 << 20
START, TEXT = ("start", "startpos"), ("text", "fen")


@dataclass(frozen=True)
class Given:
    """A position as the last position command gave it, so that a longer list of moves only plays what is new."""

    start: tuple[object, ...]
    moves: tuple[str, ...]
    position: Position


class Session:
    """One conversation with a caller. Searches run in a thread of their own, so that every line is answered at once."""

    def __init__(self, write: Callable[[str], None], version: str = "") -> None:
        self._write = write
        self._lock = threading.Lock()
        self._version = version
        self._settings = EngineSettings()
        self._given: Given | None = None
        # Whether the last position could not be set up: then nobody waits for a move in another one.
        self._refused = False
        self._search: threading.Thread | None = None
        self._stop = threading.Event()
        # Whether an answer is still owed, and whether only `stop` brings it about.
        self._thinking = False
        self._endless = False

    def say(self, *lines: str) -> None:
        """Write lines; those of one call stay together."""
        with self._lock:
            for line in lines:
                self._write(line)

    def refuse(self, reason: object) -> None:
        """Answer what cannot be done."""
        self.say(f"info string error {one_line(str(reason))}")

    # ---- listening --------------------------------------------------------------------------------------

    def listen(self, lines: BinaryIO) -> None:
        """Obey line after line until `quit` or the end of the input. A search with limits may then still finish."""
        while line := lines.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                command = line[:100].split()[:1]
                while line and not line.endswith(b"\n"):
                    line = lines.readline(LONGEST_LINE)
                self._refuse_long(command)
            elif not self.obey(line.decode("utf-8", errors="replace")):
                self.close()
                return
        if self._search is not None:
            if self._endless:
                self._stop.set()
            self._search.join()

    def close(self) -> None:
        """Stop a search that goes on."""
        self._stop.set()
        if self._search is not None:
            self._search.join()

    def obey(self, line: str) -> bool:
        """Do what a line says. False means that the caller is done."""
        command, _, rest = line.strip().partition(" ")
        command, rest = command.lower(), rest.strip()
        if command == "quit":
            return False
        try:
            self._obey(command, rest)
            return True
        except (LineRefusedError, HalmaError) as error:
            self.refuse(error)
        except Exception as error:
            # A caller must never see the engine fall over.
            self.refuse(f"the engine failed at this line: {type(error).__name__}")
        self._follow_up(command)
        return True

    def _follow_up(self, refused: str) -> None:
        """What else a caller needs when a command was refused: who has said go waits for an answer."""
        if refused == "position":
            self._refused = True
        if refused == "go":
            self.say(f"bestmove {NO_MOVE}")

    def _refuse_long(self, words: list[bytes]) -> None:
        self.refuse("the line is too long")
        command = b"".join(words).decode("utf-8", errors="replace").lower()
        if command != "go" or not self._thinking:
            self._follow_up(command)

    def _obey(self, command: str, rest: str) -> None:
        match command:
            case "" | "debug" | "register" | "ponderhit":
                pass
            case "uci":
                self.say(
                    f"id name {NAME} {self._version}".rstrip(),
                    f"id author {AUTHOR}",
                    *map(str, self._settings.options.values()),
                    "uciok",
                )
            case "isready":
                self.say("readyok")
            case "setoption":
                self._set_option(rest)
            case "newgame" | "ucinewgame":
                self._given = None
                self._refused = False
            case "position":
                self._set_position(rest.split())
            case "go":
                self._go(rest.split())
            case "stop":
                self._stop.set()
            case "d":
                self._show()
            case _:
                raise LineRefusedError(
                    f"“{shortened(command)}” is no command; commands: uci, isready, setoption, newgame, position, go, "
                    "stop, d, quit"
                )

    # ---- options and positions --------------------------------------------------------------------------

    def _set_option(self, rest: str) -> None:
        found = re.fullmatch(r"name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*))?)?", rest, re.IGNORECASE)
        if found is None:
            raise LineRefusedError("expected: setoption name NAME value VALUE")
        self._settings.set(found["name"], found["value"] or "")

    def position(self) -> Position:
        """The position that was given last; without one, the start of the game."""
        if self._given is None:
            self._set_position([START[0]])
        assert self._given is not None
        return self._given.position

    def _set_position(self, words: list[str]) -> None:
        how, rest = (words[0].lower(), words[1:]) if words else ("", [])
        if how not in (*START, *TEXT):
            raise LineRefusedError("expected: position start [moves …], or position text TEXT [moves …]")
        parting = next((number for number, word in enumerate(rest) if word.lower() == "moves"), len(rest))
        text, moves = " ".join(rest[:parting]), tuple(entries(" ".join(rest[parting + 1 :])))
        if how in START and text:
            raise LineRefusedError(f"expected “moves” after “{how}”, not “{shortened(text)}”")
        # A text that names its game needs no options for it.
        choice, text = split_text(text) if names_game(text) else (self._settings.choice(), text)
        start = (choice, how in TEXT, text)
        known = self._given
        if known is not None and known.start == start and known.moves == moves[: len(known.moves)]:
            position, played = known.position.copy(), len(known.moves)
        elif how in TEXT:
            position, played = Position.from_board_text(text, choice), 0
        else:
            position, played = Position(choice, dice=None), 0
        for number, move in enumerate(moves[played:], played + 1):
            try:
                if is_chance(move):
                    position.give_chance(move)
                else:
                    position.push_turn(move)
            except HalmaError as error:
                raise LineRefusedError(f"entry {number} of the moves, “{shortened(move)}”: {error}") from error
        self._given = Given(start, moves, position)
        self._refused = False

    def _show(self) -> None:
        position = self.position()
        pieces, names = position.pieces, position.board.names
        rows = (" ".join(pieces.get(names[cell], ".") for cell in row) for row in position.board.rows)
        widest = max(len(row) for row in position.board.rows) * 2 - 1
        options = (f"{name}={value}" for name, value in position.choice.options.items())
        lines = [
            f"game: {position.choice.game} {' '.join(options)}",
            *(row.center(widest).rstrip() for row in rows),
            f"text: {position.board_text()}",
        ]
        outcome = position.outcome()
        if outcome is not None:
            lines.append(f"over: {outcome}")
        elif position.lot_count:
            lines.append(f"to act: {position.seat}, by lot; pieces: {position.lot_count}")
        elif position.needs_roll:
            lines.append(f"to act: {position.seat}, who rolls first; dice: {position.dice_count}")
        else:
            lines.append(f"to act: {position.seat}; moves: {' '.join(position.legal_moves.texts())}")
        self.say(*lines)

    # ---- searching --------------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> None:
        if self._thinking:
            # Its answer will come; another one would be taken for it.
            self.refuse("a search goes on; send “stop” first")
            return
        asked, ignored = read_limits(words)
        if ignored:
            self.say(f"info string ignored after go: {shortened(' '.join(ignored))}")
        if self._refused:
            raise LineRefusedError("the last position was refused; send one that can be set up")
        position = self.position().copy()
        if position.is_over or position.needs_roll:
            missing = ("lot", "scatter a1,b5,…") if position.lot_count else ("roll", "[3,5]")
            waits = f"the {missing[0]} is missing; give it among the moves, as {missing[1]}"
            raise LineRefusedError("the game is over" if position.is_over else waits)
        take_from_clock(asked, position.state.now.actor)
        level = asked.get("level") or self._settings.number(LEVEL) or None
        if not asked and level is None:
            level = LEVELS[-1]
        limits = Limits(
            level=level,
            nodes=asked.get("nodes"),
            movetime=asked["movetime"] / 1000 if "movetime" in asked else None,
            depth=asked.get("depth"),
            threads=self._settings.number(THREADS),
            lines=self._settings.number(LINES),
            hash_megabytes=self._settings.number(HASH),
            net=None if self._settings.values[NET] == AUTO else self._settings.values[NET],
        )
        self._endless = "infinite" in asked
        if self._endless:
            limits = replace(limits, level=None, nodes=None, movetime=None, depth=None)
        self._stop.clear()
        self._thinking = True
        arguments = (position, limits, self._settings.number(SEED), self._endless)
        self._search = threading.Thread(target=self._think, args=arguments, daemon=True)
        self._search.start()

    def _think(self, position: Position, limits: Limits, seed: int, until_stopped: bool) -> None:
        try:
            fault = net_fault(position, limits)
            if fault is not None:
                self.refuse(fault)
            actions = searched_turn(
                position,
                limits,
                seed,
                stop=self._stop.is_set,
                report=lambda now, thought: self.say(*info_lines(now, thought)),
            )
            if until_stopped:
                self._stop.wait()
            answer = [f"bestmove {spelled_turn(position, actions)}"]
        except Exception as error:
            # The caller waits for an answer.
            reason = str(error) if isinstance(error, HalmaError) else type(error).__name__
            answer = [f"info string error the search failed: {one_line(reason)}", f"bestmove {NO_MOVE}"]
        # First, because the caller may go on as soon as it has the answer.
        self._thinking = False
        self.say(*answer)
