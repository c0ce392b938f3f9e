"""Damaged input of every form, and what must hold for it; by hand: python -m tests.play.fuzzing 100000 [seed]

Whatever comes in is either refused by an error of ours or accepted; and whatever is accepted can be written, read
again, shown and played.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from halma import draw
from halma.cli import app
from halma.engine.protocol import Session
from halma.games import Choice, choose, find_game, games
from halma.kernel import FAST, REFERENCE, fast, use_kernel
from halma.messages import HalmaError
from halma.play import Position, Record, read_records
from halma.play.validation_fields import fields_of
from halma.rules import Termination
from tests.play.test_bad_input import BAD_POSITIONS, BAD_RECORDS
from tests.variants import all_choices

FIELDS = "hands,captured,lost,out,finished,passes,best,idle,roll,used,steps,hopped,divisions,huff,result"
VALUES = ["0", "1", "2", "6", "7", "-1", "999999", "99999999999999", "", "A", "AB", "ABCDEF", "a1", "z9", "off", "3+5"]
VALUES += [
    "filled:1,2",
    "stall:1,1:drawn",
    "unsolved",
    "all-passed:1,1",
    "captured-most:1,2",
    "yes",
    "½",
    "٣",
    "\ud800",
]
ALPHABET = 'ABCDab0123456789/ =,.:-~@x[]{}"\\o*#\n\t½é٣\u2028'


# So many inputs are made of one game where the game costs more than reading it.
BATCH = 10
MOST_WRONG = 30
BATCHED = ("position", "move", "record")


@cache
def choices() -> list[Choice]:
    return all_choices()


def played(chance: random.Random) -> Position:
    """A game by lot, some way into it."""
    position = Position(chance.choice(choices()), seed=chance.getrandbits(32))
    for _ in range(chance.choice((0, 1, 2, 5, 12, 30))):
        if not position.is_over:
            position.push(chance.choice(position.legal_moves))
    return position


def damaged(text: str, chance: random.Random) -> str:
    """A text with one to four changes."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice((0, 1, 1, 2, 5, 20)))
        piece = text[start:end]
        put = chance.choice(
            ("", piece * 2, chance.choice(ALPHABET), chance.choice(VALUES), piece[::-1], piece.swapcase(), f" {piece}")
        )
        text = text[:start] + put + text[end:]
    return text


def damaged_position(text: str, chance: random.Random) -> str:
    """A position with other fields, another seat or other pieces."""
    fields = text.split()
    how = chance.randrange(5)
    if how == 0:
        return damaged(text, chance)
    if how == 1 and len(fields) > 1:
        fields[1] = chance.choice("ABCDEFG")
    if how == 2 and fields:
        cells = list(fields[0])
        one, other = chance.randrange(len(cells)), chance.randrange(len(cells))
        cells[one], cells[other] = cells[other], cells[one]
        fields[0] = "".join(cells)
    for _ in range(chance.randint(how > 2, 3)):
        count = chance.choice((1, 1, 2, 2, 3, 4))
        fields.append(f"{chance.choice(FIELDS.split(','))}={','.join(chance.choice(VALUES) for _ in range(count))}")
    return " ".join(fields)


def likely_position(position: Position, chance: random.Random) -> str:
    """A position with fields of its own game, filled with values that are nearly right."""
    rows, seat, turn, *given = position.board_text().split()
    values = dict(field.split("=") for field in given)
    rules, seats = position.rules, position.seats
    per_seat = ",".join(str(chance.choice((0, 0, 1, 2, 5, 13, 49, 50, 99))) for _ in seats)
    cells = ",".join(chance.sample(sorted(position.pieces), min(len(position.pieces), chance.randint(1, 3))))
    ending = chance.choice([end.value for end in Termination])
    places = ",".join(str(chance.randint(1, len(seats))) for _ in seats)
    made = {
        "out": chance.choice(seats),
        "finished": chance.choice(seats),
        "passes": str(chance.randint(0, len(seats))),
        "roll": ",".join(str(chance.randint(1, 6)) for _ in range(position.dice_count)),
        "used": cells,
        "steps": str(chance.randint(0, 3)),
        "hopped": "1",
        "huff": cells,
        "result": f"{ending}:{places}{chance.choice(('', ':drawn'))}",
    }
    for _ in range(chance.randint(0, 3)):
        name = chance.choice(fields_of(rules))
        values[name] = made.get(name, per_seat)
    if chance.random() < 0.3:
        seat = chance.choice(seats)
    if chance.random() < 0.2 and values:
        del values[chance.choice(sorted(values))]
    return " ".join((rows, seat, turn, *(f"{name}={value}" for name, value in values.items())))


# ---- what must hold -------------------------------------------------------------------------------------


def check_accepted(position: Position, chance: random.Random) -> None:
    """What was accepted is written, read again, shown and played."""
    text = position.board_text()
    again = Position.from_board_text(text, position.choice)
    assert again == position and again.board_text() == text, text
    position.legal_moves.texts()
    position.duty()
    draw.svg(position)
    for _ in range(4):
        if position.is_over:
            break
        if position.needs_roll:
            position.give_roll([chance.randint(1, 6) for _ in range(position.dice_count)])
            continue
        assert len(position.legal_moves) > 0, text
        position.push(chance.choice(position.legal_moves))
    assert position.history is not None
    Position.from_board_text(position.board_text(), position.choice)


def fuzz_position(chance: random.Random) -> int:
    start = played(chance)
    return sum(_is_accepted_position(start, chance) for _ in range(BATCH))


def _is_accepted_position(start: Position, chance: random.Random) -> bool:
    choice, text = start.choice, start.board_text()
    if chance.random() < 0.2:
        game, options, text, _ = chance.choice(BAD_POSITIONS)
        choice = choose(game, **options)
    elif chance.random() < 0.6:
        text = likely_position(start, chance)
    if chance.random() < 0.5:
        text = damaged_position(text, chance)
    try:
        position = Position.from_board_text(text, choice)
    except HalmaError as error:
        assert str(error)
        return False
    check_accepted(position, chance)
    return True


def fuzz_move(chance: random.Random) -> int:
    start = played(chance)
    moves = [move.text(path=chance.random() < 0.5) for move in start.legal_moves[:40]] or ["--"]
    return sum(_is_accepted_move(start.copy(), damaged(chance.choice(moves), chance)) for _ in range(BATCH))


def _is_accepted_move(position: Position, text: str) -> bool:
    before = position.board_text()
    try:
        position.push_turn(text)
    except HalmaError as error:
        assert str(error)
        assert position.board_text() == before
        return False
    assert position.history
    return True


def fuzz_record(chance: random.Random) -> int:
    record = Record.of(played(chance), names={"A": "Anna"}, tags={"Place": "here"})
    texts = [record.to_text(), record.to_json(), chance.choice(BAD_RECORDS)]
    return sum(_is_accepted_record(damaged(chance.choice(texts), chance), chance) for _ in range(BATCH))


def _is_accepted_record(text: str, chance: random.Random) -> bool:
    try:
        records = list(read_records(text))
        for record in records:
            assert list(read_records(record.to_text())) == [record]
            assert list(read_records(record.to_json())) == [record]
        ends = [record.position() for record in records]
    except HalmaError as error:
        assert str(error)
        return False
    for end in ends:
        check_accepted(end, chance)
    return True


def fuzz_options(chance: random.Random) -> bool:
    values: list[Any] = [*VALUES, *range(-1, 20), 1.5, True, False, None, [], {}, "yes", "no", "lot", "swap", "draw"]
    names = [*choices()[0].__dataclass_fields__, "self", "name", "given", "x"]
    options = {chance.choice(names): chance.choice(values) for _ in range(chance.randint(0, 3))}
    try:
        position = Position(
            find_game(
                damaged(chance.choice(sorted(games())), chance)
                if chance.random() < 0.1
                else chance.choice(sorted(games()))
            ).choose(**options),
            seed=1,
        )
    except HalmaError as error:
        assert str(error)
        return False
    check_accepted(position, chance)
    return True


def _as_argument(text: str) -> str:
    """What an operating system hands to a program: no zero byte, and no option by accident."""
    return text.replace("\0", "")


def fuzz_command(chance: random.Random) -> bool:
    position = played(chance)
    options = [
        part
        for name, value in position.choice.options.items()
        for part in ([f"--{name.replace('_', '-')}"] if value is True else [f"--{name.replace('_', '-')}", str(value)])
    ]
    text = damaged_position(position.board_text(), chance)
    line = " ".join(event.text for event in position.history)
    command = chance.choice(("show", "moves", "perft", "walk", "replay"))
    with tempfile.TemporaryDirectory() as folder:
        if command == "replay":
            file = Path(folder) / "record"
            file.write_bytes(damaged(Record.of(position).to_text(), chance).encode("utf-8", "surrogatepass"))
            arguments = ["replay", str(file), "--all"]
        else:
            given = chance.choice((["--position", text], ["--line", damaged(line, chance)], ["--dice", "3,5"]))
            arguments = [command, position.choice.game, *options, *given]
            arguments += ["--plies", "2", "--seed", "1"] if command == "walk" else []
            if chance.random() < 0.3:
                changed = chance.randrange(1, len(arguments))
                arguments[changed] = damaged(arguments[changed], chance)
        result = CliRunner(env={"LANGUAGE": "en", "NO_COLOR": "1"}).invoke(
            app, [_as_argument(part) for part in arguments]
        )
    assert result.exception is None or isinstance(result.exception, SystemExit), (arguments, result.exception)
    assert "Traceback" not in result.output
    if result.exit_code:
        assert len(result.stderr.strip().splitlines()) == 1, (arguments, result.stderr)
    return result.exit_code == 0


def fuzz_protocol(chance: random.Random) -> bool:
    position, said = played(chance), list[str]()
    session = Session(said.append)
    lines = [f"setoption name Game value {position.choice.game}"]
    lines += [f"setoption name {name.title()} value {value}" for name, value in position.choice.options.items()]
    moves = " ".join(event.text for event in position.history)
    lines += [f"position text {damaged_position(position.board_text(), chance)}", f"position start moves {moves}", "d"]
    lines += ["go nodes 20", "isready"]
    for line in lines:
        session.obey(damaged(line, chance).replace("\n", " ") if chance.random() < 0.3 else line)
    session.close()
    assert not [line for line in said if "the engine failed" in line or "the search failed" in line], (lines, said)
    return not any(line.startswith("info string error") for line in said)


FORMS: dict[str, Callable[[random.Random], int]] = {
    "position": fuzz_position,
    "move": fuzz_move,
    "record": fuzz_record,
    "options": fuzz_options,
    "command": fuzz_command,
    "protocol": fuzz_protocol,
}


def fuzz(form: str, seed: int) -> int:
    """Damaged inputs of a form; how many were accepted."""
    chance = random.Random(f"{form} {seed}")
    use_kernel(FAST if fast.available and chance.random() < 0.7 else REFERENCE)
    try:
        return FORMS[form](chance)
    finally:
        use_kernel(None)


def main(number: int, first: int, forms: Sequence[str]) -> None:
    """About so many damaged inputs, of every form in turn, with the seeds of those that went wrong."""
    accepted, made, wrong, begun = Counter[str](), Counter[str](), 0, time.monotonic()
    seed = first
    while made.total() < number and wrong <= MOST_WRONG:
        form = forms[seed % len(forms)]
        made[form] += BATCH if form in BATCHED else 1
        try:
            accepted[form] += fuzz(form, seed)
        except KeyboardInterrupt:
            break
        except Exception as error:
            wrong += 1
            print(form, seed, type(error).__name__, str(error)[:400], flush=True)
        seed += 1
    print(f"made: {dict(made)}, accepted: {dict(accepted)}, wrong: {wrong}, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0, sys.argv[3:] or list(FORMS))
