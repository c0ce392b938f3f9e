"""Records: written, read back, and refused where they break."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halma.play import Position, Record, RecordError, read_records

TEXT = """[Game "quick"]
[SeatA "Anna"]
[SeatB "Ben \\"the\\\\rook\\""]
[Result "*"]
{before the start} 1. e2-f3 {a quiet start} 2. l15-k14
3. {nothing} d3-d4 *
"""


def test_a_record_written_by_hand_is_read() -> None:
    (record,) = read_records(TEXT)
    assert record.choice.game == "quick" and record.choice.options["blocking"] == "vacate"
    assert record.names == {"A": "Anna", "B": 'Ben "the\\rook"'}
    assert [turn.text for turn in record.turns] == ["e2-f3", "l15-k14", "d3-d4"]
    assert record.turns[0].comment == "a quiet start"
    assert record.root.comment == "before the start"
    assert record.position().pieces["d4"] == "A"


def test_several_games_stand_in_one_text() -> None:
    json = "\n".join(record.to_json() for record in read_records(TEXT + "\n" + TEXT))
    assert len(list(read_records(TEXT + "\n" + TEXT))) == 2
    assert list(read_records(json)) == list(read_records(TEXT)) * 2


def test_a_record_of_an_illegal_game_is_refused_at_the_turn_where_it_breaks() -> None:
    (record,) = read_records(TEXT.replace("d3-d4", "d3-d9"))
    positions = record.positions()
    for _ in range(3):
        next(positions)
    with pytest.raises(RecordError, match=r"Turn 3.*d3-d9"):
        next(positions)


@pytest.mark.parametrize("claim", ["A=1 B=2 filled", "A=1 B=1 stall drawn", "", " "])
def test_a_result_that_the_game_does_not_have_is_refused(claim: str) -> None:
    (record,) = read_records(TEXT.replace('Result "*"', f'Result "{claim}"'))
    with pytest.raises(RecordError):
        record.position()


def test_playing_a_record_to_its_end_copies_no_position_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy takes the whole past with it: one for every turn makes a long game cost the square of its length."""
    (record,) = read_records(TEXT)
    copies: list[Position] = []
    monkeypatch.setattr(Position, "copy", copies.append)
    record.position()
    assert not copies


def test_people_may_end_a_game_themselves() -> None:
    (record,) = read_records(TEXT.replace('Result "*"', 'Result "A=1 B=2 resigned"'))
    assert record.position().turn_number == 4


@pytest.mark.parametrize(
    "text",
    [
        "1. e2-f3",
        '[Players "2"]',
        '[Game "nothing"]',
        '[Game "quick"]\n[Players "three"]',
        '[Game "quick"]\n[Players "3"]',
        '[Game "quick"]\n[Figure "t"]',
        '[Game "quick"]\n[Game "halma"]',
        '[Game "quick"]\n[First "lot"]',
        "{",
        '{"game": 3}',
        '{"game": "quick", "turns": [3]}',
        '{"game": "quick", "turns": "e2-f3"}',
        '{"game": "quick", "options": {"players": []}}',
        '{"game": "quick", "names": {"Z": "Zoe"}}',
        '{"game": "quick", "unknown": 1}',
        "[[[[",
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError) as refused:
        next(read_records(text))
    assert str(refused.value)


@given(st.text(max_size=80) | st.text('[]{}"\\Game quick1.-*#\n', max_size=80))
def test_arbitrary_text_never_crashes_the_reader(text: str) -> None:
    try:
        records = list(read_records(text))
        for record in records:
            record.position()
    except RecordError as error:
        assert str(error)


@given(name=st.text(max_size=20), remark=st.text(max_size=20))
def test_any_name_is_written_and_read_back(name: str, remark: str) -> None:
    position = Position("star")
    position.push(position.legal_moves[0])
    record = Record.of(position, names={"A": name}, tags={"Event": remark})
    assert list(read_records(record.to_text())) == [record]
    assert list(read_records(record.to_json())) == [record]


def test_a_game_that_does_not_start_at_the_beginning_keeps_its_start() -> None:
    position = Position("halma")
    position.push("e2-f3")
    later = Position.from_board_text(position.board_text(), "halma")
    later.push("l15-k14")
    record = Record.of(later)
    assert record.start == position.board_text()
    assert next(read_records(record.to_text())).position() == later
