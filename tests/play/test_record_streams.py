"""Files of many games: read one after the other, with broken games left out, and told to visitors."""

from __future__ import annotations

import gc
import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from halma.games import choose
from halma.play import (
    SKIP,
    Position,
    Record,
    RecordBuilder,
    RecordCounter,
    RecordError,
    RecordHeaders,
    RecordPlayer,
    RecordReader,
    RecordVisitor,
    read_headers,
    read_record,
    read_records,
    skip_record,
)
from halma.play.records import TextWriter

TEXT = '[Game "quick"]\n[SeatA "Anna"]\n1. e2-f3 2. l15-k14 *\n'
STAR = '[Game "star"]\n\n1. d1-e5\n{a comment *\nover lines}\n'
LINE = '{"game":"quick","turns":["e2-f3"]}\n'


def test_both_forms_are_read_from_wherever_they_are(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("\ufeff" + TEXT + LINE + "\n" + STAR + TEXT, encoding="utf-8")
    expected = ["quick", "quick", "star", "quick"]
    assert [record.choice.game for record in read_records(file)] == expected
    assert [record.choice.game for record in read_records(file.read_text(encoding="utf-8"))] == expected
    with file.open(encoding="utf-8") as opened:
        assert [record.choice.game for record in read_records(opened)] == expected
    assert [record.choice.game for record in read_records(file.read_text("utf-8").splitlines())] == expected
    windows = file.read_text(encoding="utf-8").replace("\n", "\r\n")
    records = list(read_records(windows))
    assert [record.choice.game for record in records] == expected
    assert records[2].turns[0].comment == "a comment * over lines"


@pytest.mark.parametrize("source", ["", "\n\n", "\ufeff", [], io.StringIO()])
def test_nothing_holds_no_records(source: str) -> None:
    assert list(read_records(source)) == []
    assert read_record("") is None and read_headers("") is None and not skip_record("")


def test_a_file_takes_the_memory_of_one_game() -> None:
    def lines(games: int) -> Iterator[str]:
        for number in range(games):
            yield from (TEXT if number % 2 else LINE).splitlines(keepends=True)

    def used(games: int) -> int:
        tracemalloc.start()
        try:
            for number, _ in enumerate(read_records(lines(games))):
                if number % 60 == 0:
                    # Trees are freed when Python looks for them; that must not depend on its thresholds here.
                    gc.collect()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    used(10)
    assert used(600) < 2 * used(60)


def test_broken_games_are_named_and_may_be_left_out() -> None:
    broken = (
        TEXT
        + '[Game "chess"]\n1. e4 *\n'
        + "no tag at all\nand more of it\n"
        + LINE
        + '[Game "quick"]\n[Game "quick"]\n*\n'
        + '[Game "quick"]\n1. e2-f3 {never closed\n\n'
        + '{"game":\n'
        + '[Game "quick"]\n1. e2-f3 (\n\n'
        + STAR
    )
    errors: list[RecordError] = []
    reader = read_records(broken, on_error=errors.append)
    assert [record.choice.game for record in reader] == ["quick", "quick", "star"]
    assert [(error.game, error.line) for error in errors] == [(2, 4), (3, 6), (5, 10), (6, 13), (7, 17)]
    assert all(str(error).startswith(f"Game {error.game}, line {error.line}: ") for error in errors)
    assert reader.number == 8 and reader.line == broken.count("\n")
    # Without it the first one ends the reading, and whoever catches it may go on.
    reader = read_records(broken)
    assert next(reader).choice.game == "quick"
    with pytest.raises(RecordError, match=r"Game 2, line 4: .*chess"):
        next(reader)
    with pytest.raises(RecordError, match="Game 3, line 6"):
        next(reader)
    assert next(reader).turns[0].text == "e2-f3"


def test_a_file_that_is_no_text_is_told_and_closed(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_bytes(TEXT.encode() + b"\xff\xfe")
    with read_records(file) as reader, pytest.raises(RecordError, match="not UTF-8"):
        list(reader)
    with pytest.raises(FileNotFoundError):
        read_records(tmp_path / "nothing")
    # A reader that nobody reads to the end leaves no open file behind; a warning would fail the test.
    del reader
    reader = read_records(file)
    del reader


@pytest.mark.parametrize("source", [b"text", 3, None, io.BytesIO(TEXT.encode()), [b"line"], [3]])
def test_what_is_no_source_of_text_is_told(source: object) -> None:
    with pytest.raises(TypeError, match="text"):
        list(read_records(source))  # type: ignore[arg-type, call-overload]


@pytest.mark.parametrize("end", ["*\n\n", "*\n", "\n"])
def test_games_are_read_from_an_open_file_one_at_a_time(tmp_path: Path, end: str) -> None:
    """With or without a mark at their end."""
    file = tmp_path / "games.txt"
    file.write_text("".join(f'[Game "quick"]\n[SeatA "{number}ä"]\n1. e2-f3 {end}' for number in range(4)), "utf-8")
    for opened in (file.open(encoding="utf-8"), io.StringIO(file.read_text("utf-8"))):
        with opened:
            first = read_record(opened)
            headers = read_headers(opened)
            assert first is not None and headers is not None
            assert (first.names["A"], headers.names["A"]) == ("0ä", "1ä")
            assert skip_record(opened)
            last = read_record(opened)
            assert last is not None and last.names["A"] == "3ä"
            assert read_record(opened) is None and read_headers(opened) is None and not skip_record(opened)


def test_a_file_that_cannot_go_back_needs_marks() -> None:
    class Pipe(io.StringIO):
        def seekable(self) -> bool:
            return False

    pipe = Pipe(TEXT * 2)
    assert read_record(pipe) == read_record(pipe) != read_record(pipe)
    with pytest.raises(ValueError, match="use read_records"):
        read_record(Pipe(STAR * 2))


def test_a_game_is_known_as_soon_as_its_mark_is_read() -> None:
    """Whoever writes into a pipe need not begin the next game first."""

    def lines() -> Iterator[str]:
        yield from TEXT.splitlines()
        raise AssertionError("the line after the mark was asked for")

    assert len(next(read_records(lines())).turns) == 2


def test_headers_are_read_without_the_turns() -> None:
    reader = read_records(TEXT + '[Game "star"]\n{never closed\n' + LINE + TEXT)
    headers = reader.read_headers()
    assert isinstance(headers, RecordHeaders) and not isinstance(headers, Record) and headers.names == {"A": "Anna"}
    other = reader.read_headers()
    assert other is not None and other.choice.game == "star"
    assert reader.skip()
    assert reader.read_headers() is None and not reader.skip() and reader.read() is None


# ---- visitors -------------------------------------------------------------------------------------------


class Listener(RecordVisitor[list[str]]):
    """Writes down what it is told, and skips where it is told to."""

    skip_at = ""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def hear(self, what: str):
        self.heard.append(what)
        return SKIP if what == self.skip_at else None

    def begin_record(self):
        return self.hear("begin")

    def visit_tag(self, name: str, value: str) -> None:
        self.hear(f"{name}={value}")

    def end_tags(self, headers: RecordHeaders):
        return self.hear(f"tags of {headers.choice.game}")

    def visit_comment(self, comment: str) -> None:
        self.hear(f"{{{comment}}}")

    def visit_turn(self, text: str):
        return self.hear(text)

    def visit_annotation(self, annotation: int) -> None:
        self.hear(f"${annotation}")

    def begin_variation(self):
        return self.hear("(")

    def end_variation(self) -> None:
        self.hear(")")

    def visit_result(self, result: str) -> None:
        self.hear(f"result {result}")

    def result(self) -> list[str]:
        return self.heard


ANNOTATED = (
    '[Game "quick"]\n[Law "2"]\n[Result "*"]\n{x} 1. e2-f3! (1. d3-d4 2. m14-l13 (2. l15-k14) {y}) 2. l15-k14 *\n'
)
TOLD = ["{x}", "e2-f3", "$1", "(", "d3-d4", "m14-l13", "(", "l15-k14", ")", "{y}", ")", "l15-k14", "result *"]


def heard(source: str, skip_at: str = "") -> list[str]:
    listener = Listener()
    listener.skip_at = skip_at
    (told,) = read_records(source, visitor=lambda: listener)
    return told


def test_visitors_are_told_everything_in_order() -> None:
    assert heard(ANNOTATED) == ["begin", "Game=quick", "Law=2", "Result=*", "tags of quick", *TOLD]
    record = read_record(ANNOTATED)
    assert record is not None
    json = heard(record.to_json())
    told = record.accept(Listener())
    assert json == told
    start = told.index("tags of quick") + 1
    assert told[:start] == ["begin", *(f"{name}={value}" for name, value in record.as_tags().items()), "tags of quick"]
    # In a record the comment stands with its turn.
    assert told[start:] == [*TOLD[:6], "{y}", *TOLD[6:9], *TOLD[10:]]


@pytest.mark.parametrize(
    ("skip_at", "rest"),
    [
        ("begin", None),
        ("tags of quick", []),
        ("e2-f3", TOLD[:2]),
        ("m14-l13", TOLD[:6]),
        ("(", [*TOLD[:4], "l15-k14", "result *"]),
    ],
)
def test_visitors_are_spared_what_they_do_not_want(skip_at: str, rest: list[str] | None) -> None:
    record = read_record(ANNOTATED)
    assert record is not None
    listener = Listener()
    listener.skip_at = skip_at
    for told in (heard(ANNOTATED, skip_at), heard(record.to_json(), skip_at), record.accept(listener)):
        if rest is None:
            assert told == ["begin"]
        else:
            assert [word for word in told[told.index("tags of quick") + 1 :] if word != "{y}"] == [
                word for word in rest if word != "{y}"
            ]


def test_builders_writers_counters_and_players_are_visitors() -> None:
    (record,) = read_records(ANNOTATED)
    assert record.accept(RecordBuilder()) == record
    assert record.accept(TextWriter()) == record.to_text() == next(read_records(record.to_json(), visitor=TextWriter))
    counter = RecordCounter()
    for _ in read_records(ANNOTATED * 3, visitor=lambda: counter):
        pass
    counts = counter.result()
    assert (counts.records, counts.turns, counts.variations, counts.comments, counts.annotations) == (3, 15, 6, 6, 3)
    assert record.accept(RecordPlayer()) == record.position()


def test_a_player_refuses_what_the_rules_forbid() -> None:
    illegal = ANNOTATED.replace("m14-l13", "m14-m9")
    (end,) = read_records(illegal, visitor=RecordPlayer)
    assert end.turn_number == 3
    with pytest.raises(RecordError, match=r"Turn 2 .*m14-m9"):
        list(read_records(illegal, visitor=lambda: RecordPlayer(variations=True)))
    (end,) = read_records(ANNOTATED, visitor=lambda: RecordPlayer(variations=True))
    assert [event.text for event in end.history] == ["e2-f3", "l15-k14"]
    with pytest.raises(RecordError, match="claims the result"):
        list(read_records(ANNOTATED.replace('"*"', '"A=1 B=2 filled"'), visitor=RecordPlayer))
    with pytest.raises(RecordError, match="starting position"):
        list(read_records('[Game "quick"]\n[Position "nonsense"]\n*', visitor=RecordPlayer))


def test_a_visitor_without_result_says_what_is_missing() -> None:
    with pytest.raises(NotImplementedError, match=r"define result\(\)"):
        next(read_records(TEXT, visitor=RecordVisitor))
    for visitor in (RecordBuilder(), RecordPlayer()):
        with pytest.raises(ValueError, match="no record"):
            visitor.result()


def test_replaying_moves_one_position_on() -> None:
    record = Record(choose("quick"), ["e2-f3", "l15-k14"])
    seen = [(position, position.turn_number) for position in record.replay()]
    assert [turn for _, turn in seen] == [1, 2, 3]
    assert len({id(position) for position, _ in seen}) == 1
    assert [position.turn_number for position in record.positions()] == [1, 2, 3]
    assert isinstance(read_records(TEXT), RecordReader)
    assert isinstance(record.position(), Position)
