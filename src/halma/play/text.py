"""Positions as text: rows from the top, the seat to move, the turn, then what else the state needs.

Reading never trusts: the text is parsed, then checked against the game, and only then becomes a state.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from halma.boards import Board
from halma.kernel import Phase, Result, Situation, State, resume_state
from halma.messages import mark
from halma.play.dice import dice_count
from halma.play.errors import InvalidPositionError
from halma.play.validation import check_roll, check_situation, most_advance, most_idle
from halma.play.validation_fields import fields_of
from halma.rules import SEATS, Ruleset, SplitDice, Termination

LONGEST = 2000
Value = TypeVar("Value")


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


def read_state(rules: Ruleset, text: str, *, check: bool = True) -> State:
    """A state from its text. Raises InvalidPositionError; without `check` only for what no kernel can hold."""
    if len(text) > LONGEST:
        raise InvalidPositionError(mark("The text is too long for a position."))
    fields = text.split()
    if len(fields) < 3:
        raise InvalidPositionError(mark("A position needs rows, the seat to move and the turn number, as in “… A 1”."))
    contents = _read_rows(rules, fields[0])
    seats = SEATS[: rules.seats]
    if fields[1] not in tuple(seats):
        raise InvalidPositionError(
            mark("The seat to move must be one of {allowed}, not “{value}”."), allowed=", ".join(seats), value=fields[1]
        )
    extras = _Extras(rules, fields[3:])
    seat = seats.index(fields[1])
    now = extras.situation(seat, _number("turn", fields[2], 1, 10**9), contents)
    if not check:
        try:
            return resume_state(rules, contents, now)
        except (ValueError, LookupError) as error:
            raise InvalidPositionError(mark("No such position can be set up.")) from error
    check_situation(rules, contents, now)
    state = resume_state(rules, contents, now)
    check_roll(rules, now, state.now, playable=state.now.phase is not Phase.MOVE or bool(state.legal()))
    return state


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
        known = fields_of(rules)
        for field in fields:
            key, equals, value = field.partition("=")
            if not equals or key not in known:
                raise InvalidPositionError(
                    mark("“{field}” is not recognised. After the turn number this game allows: {allowed}."),
                    field=field[:40],
                    allowed=", ".join(f"{key}=" for key in known),
                )
            if key in self.values:
                raise InvalidPositionError(mark("“{key}” appears twice."), key=key)
            self.values[key] = value

    def _list(self, key: str, read: Callable[[str], Value], count: int | None = None) -> tuple[Value, ...] | None:
        if key not in self.values:
            return None
        found = tuple(read(part) for part in self.values[key].split(","))
        if count is not None and len(found) != count:
            raise InvalidPositionError(
                mark("“{key}” needs {count} values, not {found}."), key=key, count=count, found=len(found)
            )
        return found

    def _per_seat(self, key: str, most: Callable[[int], int]) -> tuple[int, ...] | None:
        parts = self._list(key, str, self.rules.seats)
        if parts is None:
            return None
        return tuple(_number(key, part, 0, most(seat)) for seat, part in enumerate(parts))

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
                raise InvalidPositionError(mark("“{key}” needs a cell, not “{value}”."), key=key, value=name)
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
        if not isinstance(self.rules.dice, SplitDice):
            return ()
        if not roll:
            if "divisions" in self.values:
                raise InvalidPositionError(mark("“{key}” needs a roll, as in “roll=…”."), key="divisions")
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
        huffable = tuple(sorted(self._cells("huff")))
        result = self._result()
        out, finished = self._seats("out"), self._seats("finished")
        playing = [other for other in range(rules.seats) if other not in (*out, *finished)]
        actor = seat
        if huffable and playing:
            actor = next((other for other in playing if other > seat), playing[0])
        hands = self._per_seat("hands", lambda _: most) or none
        by_lot = rules.placing is not None and seat in rules.placing.by_lot and hands[seat] > 0
        waits = wanted > len(roll) or by_lot
        phase = Phase.OVER if result else Phase.HUFF if huffable else Phase.ROLL if waits else Phase.MOVE
        return Situation(
            seat=seat,
            actor=actor,
            turn=turn,
            phase=phase,
            hands=hands,
            captured=self._per_seat("captured", lambda _: most) or none,
            lost=self._per_seat("lost", lambda _: most) or none,
            out=out,
            finished=finished,
            passes=_number("passes", self.values.get("passes", "0"), 0, rules.seats),
            best=self._per_seat("best", lambda seat: most_advance(rules, seat)) or _totals(rules, contents),
            idle=self._per_seat("idle", lambda _: most_idle(rules)) or none,
            roll=roll,
            used=self._cells("used"),
            steps=_number("steps", self.values.get("steps", "0"), 0, 6),
            hopped=bool(_number("hopped", self.values.get("hopped", "0"), 0, 1)),
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
