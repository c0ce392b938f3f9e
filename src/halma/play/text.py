"""Positions as text: rows from the top, the seat to move, the turn, then what else the state needs.

Reading never trusts: the text is parsed, then checked against the game, and only then becomes a state.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from halma.boards import Board
from halma.kernel import Phase, Result, Situation, State, resume_state
from halma.messages import mark
from halma.play.dice import dice_count
from halma.play.errors import InvalidPositionError
from halma.rules import SEATS, Duty, Hop, Retrace, Ruleset, Run, SplitDice, Step, Termination

LONGEST = 2000


def write_state(state: State) -> str:
    """A state as text."""
    board, now = state.rules.board, state.now
    contents = state.contents()
    letters = ["", *(kind.letter for kind in state.rules.kinds)]
    rows: list[str] = []
    for row in board.rows:
        spelled = "".join(letters[contents[cell]] or "." for cell in row)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), spelled))
    none = (0,) * state.rules.seats
    extras = {
        "hands": _numbers(now.hands) if now.hands != none else "",
        "captured": _numbers(now.captured) if now.captured != none else "",
        "lost": _numbers(now.lost) if now.lost != none else "",
        "out": "".join(SEATS[seat] for seat in now.out),
        "finished": "".join(SEATS[seat] for seat in now.finished),
        "passes": str(now.passes) if now.passes else "",
        "best": _numbers(now.best) if state.rules.stall is not None and now.best != state.totals() else "",
        "idle": _numbers(now.idle) if now.idle != none else "",
        "roll": _numbers(now.roll),
        "used": _cells(board, now.used),
        "steps": str(now.steps) if now.steps else "",
        "hopped": "1" if now.hopped else "",
        "divisions": ",".join(f"{steps}+{hops}" for steps, hops in now.divisions),
        "huff": _cells(board, now.huffable),
        "result": _result(now.result),
    }
    listed = (f"{key}={value}" for key, value in extras.items() if value)
    return " ".join(("/".join(rows), SEATS[now.seat], str(now.turn), *listed))


def _numbers(values: tuple[int, ...]) -> str:
    return ",".join(str(value) for value in values)


def _cells(board: Board, cells: tuple[int, ...]) -> str:
    return ",".join(board.names[cell] for cell in cells)


def _result(result: Result | None) -> str:
    if result is None:
        return ""
    return f"{result.termination.value}:{_numbers(result.places)}{':drawn' if result.drawn else ''}"


def read_state(rules: Ruleset, text: str) -> State:
    """A state from its text. Raises InvalidPositionError."""
    if len(text) > LONGEST:
        raise InvalidPositionError(mark("The text is too long for a position."))
    fields = text.split()
    if len(fields) < 3:
        raise InvalidPositionError(mark("A position needs rows, the seat to move and the turn number, as in “… A 1”."))
    contents = _read_rows(rules, fields[0])
    seats = SEATS[: rules.seats]
    if fields[1] not in tuple(seats):
        raise InvalidPositionError(
            mark("The seat to move is one of {allowed}, not “{value}”."), allowed=", ".join(seats), value=fields[1]
        )
    extras = _Extras(rules, fields[3:])
    seat = seats.index(fields[1])
    now = extras.situation(seat, _number("turn", fields[2], 1, 10**9), contents)
    _check_pieces(rules, contents, now)
    return resume_state(rules, contents, now)


def _number(key: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise InvalidPositionError(
            mark("“{key}” needs a number from {least} to {most}, not “{value}”."),
            key=key,
            least=least,
            most=most,
            value=text,
        )
    return int(text)


def _read_rows(rules: Ruleset, text: str) -> list[int]:
    board = rules.board
    codes = {kind.letter: code for code, kind in enumerate(rules.kinds, 1)}
    rows = text.split("/")
    if len(rows) != len(board.rows):
        raise InvalidPositionError(
            mark("The board has {count} rows; the text has {found}."), count=len(board.rows), found=len(rows)
        )
    contents = [0] * len(board)
    for number, (row, cells) in enumerate(zip(rows, board.rows, strict=True), 1):
        spelled: list[int] = []
        for token in re.findall(r"[0-9]+|.", row):
            if token.isdecimal() and token.isascii() and int(token) <= len(cells):
                spelled += [0] * int(token)
            elif token in codes:
                spelled.append(codes[token])
            else:
                raise InvalidPositionError(
                    mark("“{token}” in row {row} is not a piece of this game. Pieces: {allowed}."),
                    token=token,
                    row=number,
                    allowed=", ".join(codes),
                )
        if len(spelled) != len(cells):
            raise InvalidPositionError(
                mark("Row {row} has {count} cells; the text fills {found}."),
                row=number,
                count=len(cells),
                found=len(spelled),
            )
        for cell, code in zip(cells, spelled, strict=True):
            contents[cell] = code
    return contents


class _Extras:
    """The fields after the turn number, each read once and by its own rule."""

    def __init__(self, rules: Ruleset, fields: list[str]) -> None:
        self.rules = rules
        self.values: dict[str, str] = {}
        known = [
            "hands",
            "captured",
            "lost",
            "out",
            "finished",
            "passes",
            "best",
            "idle",
            "roll",
            "used",
            "steps",
            "hopped",
            "divisions",
            "huff",
            "result",
        ]
        for field in fields:
            key, equals, value = field.partition("=")
            if not equals or key not in known or key in self.values:
                raise InvalidPositionError(
                    mark("“{field}” is not understood. After the turn number come: {allowed}."),
                    field=field[:40],
                    allowed=", ".join(f"{key}=" for key in known),
                )
            self.values[key] = value

    def _list(self, key: str, read: Callable[[str], int], count: int | None = None) -> tuple[int, ...] | None:
        if key not in self.values:
            return None
        found = tuple(read(part) for part in self.values[key].split(","))
        if count is not None and len(found) != count:
            raise InvalidPositionError(
                mark("“{key}” needs {count} values, not {found}."), key=key, count=count, found=len(found)
            )
        return found

    def _per_seat(self, key: str, least: int, most: int) -> tuple[int, ...] | None:
        return self._list(key, lambda part: _number(key, part, least, most), self.rules.seats)

    def _seats(self, key: str) -> tuple[int, ...]:
        seats = SEATS[: self.rules.seats]
        text = self.values.get(key, "")
        if any(letter not in seats for letter in text) or len(set(text)) != len(text):
            raise InvalidPositionError(
                mark("“{key}” takes seats out of {allowed}, each at most once, not “{value}”."),
                key=key,
                allowed=", ".join(seats),
                value=text,
            )
        return tuple(seats.index(letter) for letter in text)

    def _cells(self, key: str) -> tuple[int, ...]:
        index = self.rules.board.index

        def read(name: str) -> int:
            if name not in index:
                raise InvalidPositionError(mark("“{key}” names no cell: “{value}”."), key=key, value=name)
            return index[name]

        return self._list(key, read) or ()

    def _result(self) -> Result | None:
        if "result" not in self.values:
            return None
        word, _, rest = self.values["result"].partition(":")
        places, _, drawn = rest.partition(":")
        names = {termination.value: termination for termination in Termination}
        if word not in names or drawn not in ("", "drawn"):
            raise InvalidPositionError(
                mark("“{key}” takes one of {allowed}, not “{value}”."),
                key="result",
                allowed=", ".join(names),
                value=self.values["result"],
            )
        numbers = tuple(_number("result", part, 1, self.rules.seats) for part in places.split(",") if part)
        if len(numbers) not in (0, self.rules.seats):
            raise InvalidPositionError(
                mark("“{key}” needs {count} values, not {found}."),
                key="result",
                count=self.rules.seats,
                found=len(numbers),
            )
        return Result(names[word], numbers, bool(drawn))

    def _divisions(self, roll: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        if not isinstance(self.rules.dice, SplitDice) or not roll:
            return ()
        one, other = roll
        fitting = ((one, other),) if one == other else ((one, other), (other, one))
        if "divisions" not in self.values:
            return fitting
        spelled = {f"{steps}+{hops}": (steps, hops) for steps, hops in fitting}
        listed = self.values["divisions"].split(",")
        if any(part not in spelled for part in listed) or len(set(listed)) != len(listed):
            raise InvalidPositionError(
                mark("“{key}” takes one of {allowed}, not “{value}”."),
                key="divisions",
                allowed=", ".join(spelled),
                value=self.values["divisions"],
            )
        return tuple(spelled[part] for part in listed)

    def situation(self, seat: int, turn: int, contents: list[int]) -> Situation:
        rules = self.rules
        none = (0,) * rules.seats
        most = len(rules.board)
        wanted = dice_count(rules)
        roll = self._list("roll", lambda part: _number("roll", part, 1, 6), wanted) or ()
        huffable = self._cells("huff")
        result = self._result()
        out, finished = self._seats("out"), self._seats("finished")
        playing = [other for other in range(rules.seats) if other not in (*out, *finished)]
        if result is None and seat not in playing:
            raise InvalidPositionError(mark("Seat {seat} is not in play any more."), seat=SEATS[seat])
        actor = seat
        if huffable:
            actor = next((other for other in playing if other > seat), playing[0])
        hands = self._per_seat("hands", 0, most) or none
        by_lot = rules.placing is not None and seat in rules.placing.by_lot and hands[seat] > 0
        waits = wanted > len(roll) or by_lot
        phase = Phase.OVER if result else Phase.HUFF if huffable else Phase.ROLL if waits else Phase.MOVE
        used = self._cells("used")
        if any(not contents[cell] or seat not in rules.kinds[contents[cell] - 1].seats for cell in (*used, *huffable)):
            raise InvalidPositionError(
                mark("“{key}” names cells without a piece of seat {seat}."), key="used, huff", seat=SEATS[seat]
            )
        return Situation(
            seat=seat,
            actor=actor,
            turn=turn,
            phase=phase,
            hands=hands,
            captured=self._per_seat("captured", 0, most) or none,
            lost=self._per_seat("lost", 0, most) or none,
            out=out,
            finished=finished,
            passes=_number("passes", self.values.get("passes", "0"), 0, rules.seats - 1),
            best=self._per_seat("best", 0, 10**6) or _totals(rules, contents),
            idle=self._per_seat("idle", 0, 10**6) or none,
            roll=roll,
            used=used,
            steps=_number("steps", self.values.get("steps", "0"), 0, 6),
            hopped=self.values.get("hopped") == "1",
            divisions=self._divisions(roll),
            huffable=huffable,
            result=result,
        )


def _totals(rules: Ruleset, contents: list[int]) -> tuple[int, ...]:
    """The total advance of each seat; without a stall rule the best one stays that of the beginning."""
    if rules.stall is None:
        contents = [rules.start.get(cell, -1) + 1 for cell in range(len(rules.board))]
    sums = [0] * rules.seats
    for cell, code in enumerate(contents):
        if code and rules.kinds[code - 1].advance:
            for seat in rules.kinds[code - 1].seats:
                sums[seat] += rules.kinds[code - 1].advance[cell]
    return tuple(sums)


def _pieces_can_go(rules: Ruleset) -> bool:
    """Whether pieces can leave the board in this game."""
    words = [word for kind in rules.kinds for word in kind.movement]
    return (
        rules.blocking.duty is Duty.LOSE_AND_LIFT
        or rules.enclosing is not None
        or any(isinstance(word, Run) or (isinstance(word, Hop) and word.captures) for word in words)
        or any(isinstance(word, Step | Hop) and word.leaves for word in words)
    )


def _check_pieces(rules: Ruleset, contents: list[int], now: Situation) -> None:
    """The right number of pieces: all of them where none can go, never more than there are."""
    if any(isinstance(word, Retrace) for kind in rules.kinds for word in kind.movement):
        return
    in_hand = [0] * len(rules.kinds)
    if rules.placing is not None:
        for seat, kind in enumerate(rules.placing.kinds):
            if now.hands[seat] > rules.placing.counts[seat]:
                raise InvalidPositionError(
                    mark("Seat {seat} has at most {count} pieces in hand."),
                    seat=SEATS[seat],
                    count=rules.placing.counts[seat],
                )
            in_hand[kind] += now.hands[seat]
    elif any(now.hands):
        raise InvalidPositionError(mark("Nothing is placed in this game, so there is no hand."))
    fixed = not _pieces_can_go(rules)
    for kind, everything in enumerate(rules.army):
        found = contents.count(kind + 1) + in_hand[kind]
        if found > everything or (fixed and found != everything):
            raise InvalidPositionError(
                mark("{letter} has {count} pieces in this game; the text has {found}."),
                letter=rules.kinds[kind].letter,
                count=everything,
                found=found,
            )
