"""Positions, options and records that make no sense are refused with a reason, and by an error of ours."""

from __future__ import annotations

from typing import Any

import pytest

from halma import choose
from halma.games import OptionError
from halma.messages import HalmaError
from halma.play import InvalidPositionError, Position, RecordError, read_records
from halma.play.records import forms

HALMA = "12BBBB/12BBBB/13BBB/14BB/16/16/16/16/16/16/16/16/AA14/AAA13/AAAA12/AAAA12"
DICE = "11BBBBB/11BBBBB/12BBBB/13BBB/14BB/16/16/16/16/16/16/AA14/AAA13/AAAA12/AAAAA11/AAAAA11"
RAKADO = "/".join(["B" * 16] + ["16"] * 14 + ["A" * 16])
QUICK_FOUR = Position("quick", players=4).board_text().split()[0]
GOBANG = "/".join(["16"] * 12 + ["16", "3BBBB9", "16", "AAAAA11"])
CROSS = "3/3/7/3A3/7/3/3"


BAD_POSITIONS: list[tuple[str, dict[str, Any], str, str]] = [
    # Fields the game does not have.
    ("halma", {"pieces": 13}, f"{HALMA} A 1 used=a1", "used=a1"),
    ("halma", {"pieces": 13}, f"{HALMA} A 1 huff=a1", "huff=a1"),
    ("halma", {"pieces": 13}, f"{HALMA} A 1 steps=3", "steps=3"),
    ("halma", {"pieces": 13}, f"{HALMA} A 1 hopped=1", "hopped=1"),
    ("halma", {"pieces": 13}, f"{HALMA} A 1 roll=3", "roll=3"),
    ("halma", {"pieces": 13}, f"{HALMA} A 1 hands=1,1", "hands=1,1"),
    ("halma", {"pieces": 13}, f"{HALMA} A 1 captured=1,1", "captured=1,1"),
    ("quick", {"players": 4}, f"{QUICK_FOUR} A 1 finished=B", "finished=B"),
    ("quick", {"players": 4, "blocking": "free"}, f"{QUICK_FOUR} A 1 out=B", "out=B"),
    ("retour", {}, f"{CROSS} A 1 hands=2", "hands=2"),
    ("solitaire", {}, f"{CROSS} A 1 idle=1", "idle=1"),
    # Dice and what was done with them.
    ("rakado", {}, f"{RAKADO} A 1 huff=a1", "roll"),
    ("rakado", {}, f"{RAKADO} A 1 roll=3 huff=a1,a1", "each at most once"),
    ("rakado", {}, f"{RAKADO} A 1 roll=3 huff=a16", "seat A"),
    ("rakado", {"capture": "forced"}, f"{RAKADO} A 1 roll=3 huff=a1", "huff"),
    ("rakado", {}, "/".join(["A14B", *["16"] * 14, "16"]) + " A 1 roll=3", "lapsed"),
    ("dice", {}, f"{DICE} A 1 used=a1", "roll"),
    ("dice", {}, f"{DICE} A 1 divisions=3+5", "roll"),
    ("dice", {}, f"{DICE} A 1 roll=3", "2 values"),
    ("dice", {}, f"{DICE} A 1 roll=3,5 used=a1,a1,a1,a1,a1,a1,a1,a1 steps=6 hopped=1", "each at most once"),
    ("dice", {}, f"{DICE} A 1 roll=3,5 used=a1", "have acted"),
    ("dice", {}, f"{DICE} A 1 roll=3,5 steps=1", "have acted"),
    ("dice", {}, f"{DICE} A 1 roll=1,1 used=a1,a2 steps=2", "steps"),
    ("dice", {}, f"{DICE} A 1 roll=3,5 hopped=yes", "hopped"),
    # Seats, counters and scores.
    ("quick", {"players": 4, "play_on": True}, f"{QUICK_FOUR} A 1 finished=B", "not all of its pieces"),
    ("quick", {"players": 4, "play_on": True}, f"{QUICK_FOUR} A 1 out=BCD", "over"),
    ("quick", {"players": 4}, f"{QUICK_FOUR} A 1 out=A", "no longer in play"),
    ("quick", {"players": 4}, f"{QUICK_FOUR} A 1 passes=4", "passes"),
    ("quick", {"players": 4}, f"{QUICK_FOUR} A 1 idle=999999,0,0,0", "idle"),
    ("quick", {"players": 4}, f"{QUICK_FOUR} A 1 idle=50,50,50,50", "over"),
    ("quick", {"players": 4}, f"{QUICK_FOUR} A 1 best=9999,0,0,0", "best"),
    ("connection", {}, Position("connection").board_text().split()[0] + " A 1 idle=100,2", "idle"),
    ("connection", {}, Position("connection").board_text().split()[0] + " A 1 idle=3,2", "idle"),
    ("quick", {"players": 4}, f"{QUICK_FOUR} A 1 best=0,0,0,0", "best"),
    ("solitaire", {}, f"{CROSS} A 1 captured=33", "captured"),
    ("solitaire", {}, "3/3/7/7/7/3/3 A 1", "no piece"),
    ("retour", {}, "3/3/7/7/7/3/3 A 1", "1 to 32"),
    ("retour", {}, "AAA/AAA/AAAAAAA/AAAAAAA/AAAAAAA/AAA/AAA A 1", "1 to 32"),
    ("cat-and-mouse", {}, "/".join(["A15", *["16"] * 14, "BBBBBBBBBBBBBBBB"]) + " A 1", "2 pieces"),
    ("cat-and-mouse", {}, "/".join(["16"] * 15 + ["B15"]) + " A 1 hands=2,18", "hands"),
    ("top-secret", {}, "/".join(["A15"] + ["16"] * 15) + " B 2 hands=17,18", "a16"),
    ("gobang", {}, "/".join(["16"] * 15 + ["A15"]) + " A 1 hands=11,12", "hands"),
    ("tippy", {}, "/".join(["16"] * 16) + " A 1 hands=15,15 captured=1,0", "captured"),
    # The end of the game.
    ("gobang", {}, f"{GOBANG} B 10 hands=7,8", "reached the goal"),
    ("gobang", {}, f"{GOBANG} A 10 hands=7,8 result=filled:1,2", "five-in-a-row"),
    ("gobang", {}, f"{GOBANG} A 10 hands=7,8 result=five-in-a-row:2,2", "places"),
    ("gobang", {}, f"{GOBANG} A 10 hands=7,8 result=five-in-a-row:1,2:drawn", "places"),
    ("halma", {"pieces": 13}, f"{HALMA} A 1 result=filled:1,2", "does not show"),
    ("halma", {"pieces": 13}, f"{HALMA} A 1 result=stall:", "places"),
    ("solitaire", {}, f"{CROSS} A 1", "reached the goal"),
    ("solitaire", {}, "3/3/7/3AA2/7/3/3 A 1 result=unsolved", "does not show"),
    ("dice", {}, f"{DICE} A 1 result=stall:1,1:drawn roll=3,5", "end of the game"),
]


@pytest.mark.parametrize(("game", "options", "text", "told"), BAD_POSITIONS)
def test_a_position_that_cannot_occur_is_refused(game: str, options: dict[str, Any], text: str, told: str) -> None:
    with pytest.raises(InvalidPositionError) as refused:
        Position.from_board_text(text, game, **options)
    assert told in str(refused.value)


def test_a_finished_game_is_read_with_its_result() -> None:
    position = Position.from_board_text(f"{GOBANG} A 10 hands=7,8 result=five-in-a-row:1,2", "gobang")
    assert position.is_over and position.board_text() == f"{GOBANG} A 10 hands=7,8 result=five-in-a-row:1,2"


BAD_RECORDS = [
    '[Game "quick"]\n[Result ""]\n1. e2-f3 2. l15-k14 *',
    '[Game "quick"]\n[Result " "]\n1. e2-f3 2. l15-k14 *',
    '[Game "quick"]\n[Result "sometime"]\n1. e2-f3 *',
    '{"game":"quick","turns":["e2-f3"],"result":""}',
    '{"game":"quick","turns":["e2-f3"],"result":" "}',
    '{"game":"quick","options":{"self":1}}',
    '{"game":"quick","options":{"name":"x"}}',
    '{"game":"quick","options":{"first":5}}',
    '{"game":"quick","options":{"first":true}}',
    '{"game":"quick","options":{"first":""}}',
    '{"game":"halma","options":{"first":1}}',
    '{"game":"quick","options":{"players":true}}',
    '{"game":"quick","options":{"players":"2"}}',
    '{"game":"quick","options":{"edition":7}}',
    '{"game":"star","options":{"tips":1}}',
    '{"game":"meeting-point","options":{"figure":5}}',
    '{"game":"quick","names":{"A":"\\ud800"}}',
    '{"game":"quick","turns":["e2-f3 l15-k14"]}',
    '{"game":"quick","turns":["*"]}',
    '{"game":"quick","turns":[""]}',
    '[Game "quick"]\n[Self "x"]\n*',
    '[Game "quick"]\n[Name "x"]\n*',
    '[Game "quick"]\n[First "yes"]\n*',
    '[Game "quick"]\n[First ""]\n*',
    '[Game "meeting-point"]\n[Figure "yes"]\n*',
    '[Game "colour"]\n[Simple "perhaps"]\n*',
    '[Game "quick"]\n[PlayOn "no"]\n[Play_on "yes"]\n*',
    '[Game "quick"]\n1. e2-f3 {never closed *',
    '[Game "quick"]\n1. e2-f3 {never closed \\} *',
]


@pytest.mark.parametrize("text", BAD_RECORDS)
def test_a_record_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(RecordError) as refused:
        _ = [record.position() for record in read_records(text)]
    assert str(refused.value)


@pytest.mark.parametrize(
    ("written", "simple"),
    [("yes", True), ("Yes", True), ("true", True), ("1", True), ("no", False), ("false", False), ("0", False)],
)
def test_a_switch_is_read_for_what_it_says(written: str, simple: bool) -> None:
    (record,) = read_records(f'[Game "colour"]\n[Simple "{written}"]\n*')
    assert ("simple" in record.choice.options) is simple


@pytest.mark.parametrize("value", ["", "perhaps", 2, 1.0, [], {}])
def test_a_switch_takes_nothing_else(value: object) -> None:
    with pytest.raises(OptionError, match=r"--simple takes yes or no"):
        choose("colour", simple=value)
    with pytest.raises(RecordError, match="takes yes or no"):
        list(read_records(f'[Game "colour"]\n[Simple "{value}"]\n*'))


@pytest.mark.parametrize("options", [{"figure": 5}, {"edition": []}, {"players": "1"}, {"pieces": 19.5}, {"self": 1}])
def test_options_of_a_wrong_type_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        choose("meeting-point", **options)


def test_an_endless_name_of_a_game_is_refused_in_one_short_line() -> None:
    with pytest.raises(HalmaError) as refused:
        choose("halm" * 250_000)
    assert len(str(refused.value)) < 1000


def test_the_end_of_a_record_keeps_the_last_roll() -> None:
    (record,) = read_records('[Game "rakado"]\n[3] 1. a1-a4 [2] *')
    position = record.position()
    assert position.roll == (2,) and position.seat == "B"
    assert [turn.text for turn in record.turns] == ["[3]", "a1-a4", "[2]"]
    # What was rolled last belongs to no turn yet.
    assert [position.turn_number for position in record.positions()] == [1, 2]


def test_comments_without_end_and_comments_without_number_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading takes as many steps as there are tokens, however many braces stand in the text."""
    with pytest.raises(RecordError, match="never closed"):
        next(read_records('[Game "quick"]\n' + "{ " * 500_000))
    count = 0
    whole = forms.unescaped

    def counted(text: str) -> str:
        nonlocal count
        count += 1
        return whole(text)

    monkeypatch.setattr(forms, "unescaped", counted)
    (record,) = read_records('[Game "quick"]\n1. e2-f3 ' + "{a}" * 100_000)
    assert count == 100_000
    assert record.turns[0].comment == " ".join("a" * 100_000)
