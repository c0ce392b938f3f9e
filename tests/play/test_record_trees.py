"""Records with variations, comments and annotations: nothing is lost, whichever form they are written in."""

from __future__ import annotations

import copy
import json
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halma.games import choose
from halma.play import GameNode, Position, Record, RecordError, read_record, read_records
from halma.play.records.tokens import MARKS

TEXT = """[Game "quick"]
[Result "*"]
{before the start} 1. e2-f3!? {[%eval 0.2] quiet} (1. {or else} d3-d4 2. l15-k14 (2. m14-l13?) {on}
(2. n13-m12 $18 3. e2-f3)) (1. c4-d5!!) {after all} 2. l15-k14 $6 $255 *
"""


def read(text: str) -> Record:
    (record,) = read_records(text)
    return record


def test_everything_in_the_text_is_in_the_tree() -> None:
    root = read(TEXT).root
    assert root.comment == "before the start"
    first, second, third = root.variations
    assert (first.text, first.annotations, first.comment) == ("e2-f3", (5,), "[%eval 0.2] quiet after all")
    assert (second.text, second.starting_comment, second.comment) == ("d3-d4", "or else", "")
    assert (third.text, third.annotations) == ("c4-d5", (3,))
    assert [(node.text, node.annotations, node.comment) for node in second.variations] == [
        ("l15-k14", (), "on"),
        ("m14-l13", (2,), ""),
        ("n13-m12", (18,), ""),
    ]
    assert [node.text for node in second.variations[2].mainline()] == ["e2-f3"]
    assert [node.text for node in root.mainline()] == ["e2-f3", "l15-k14"]
    assert root.end().annotations == (6, 255)
    assert [node.number for node in second.variations] == [2, 2, 2]


def test_the_tree_is_written_in_one_way() -> None:
    _, _, written = read(TEXT).to_text().partition('[Result "*"]\n')
    assert " ".join(written.split()) == (
        "{before the start} 1. e2-f3!? {[%eval 0.2] quiet after all} ({or else} 1. d3-d4 2. l15-k14 {on} "
        "(2. m14-l13?) (2. n13-m12 $18 3. e2-f3)) (1. c4-d5!!) 2. l15-k14?! $255 *"
    )
    assert json.loads(read(TEXT).to_json())["turns"] == [
        "e2-f3",
        ["$5", "[%eval 0.2] quiet after all"],
        ["(", "or else"],
        "d3-d4",
        ["l15-k14", "on"],
        "(",
        "m14-l13",
        "$2",
        ")",
        "(",
        "n13-m12",
        "$18",
        "e2-f3",
        ")",
        ")",
        "(",
        "c4-d5",
        "$3",
        ")",
        "l15-k14",
        "$6",
        "$255",
    ]


def test_turn_numbers_after_a_roll_are_those_of_the_turn_it_is_for() -> None:
    record = read('[Game "rakado"]\n[3] ([4] 1. a1-a5) 1. a1-a4 (1. b1-b4) [2] *')
    assert record.to_text().splitlines()[-1] == "[3] ([4] 1. a1-a5) 1. a1-a4 (1. b1-b4) [2] *"
    assert [node.number for node in record.turns] == [1, 1, 2]


@st.composite
def trees(draw: st.DrawFn) -> Record:
    comments = st.text(max_size=8).map(str.strip)
    words = st.sampled_from(("e2-f3", "--", "c3-c7xc4xc6", "[3,5]", "scatter a1,b5", "@e5", "xe5", ".", "a1-b1,c1-c3,"))
    record = Record(choose("quick"), names={"A": draw(comments)}, tags={"Event": draw(comments)})
    record.root.comment = draw(comments)
    nodes = [record.root]
    for _ in range(draw(st.integers(0, 12))):
        parent = draw(st.sampled_from(nodes))
        node = parent.add_variation(
            draw(words),
            comment=draw(comments),
            # The main line begins with the comment of the turn before it.
            starting_comment=draw(comments) if parent.variations else "",
            annotations=draw(st.lists(st.integers(0, 255), max_size=3)),
        )
        nodes.append(node)
    return record


@given(trees())
def test_a_tree_is_written_and_read_back(record: Record) -> None:
    for written in (record.to_text(), record.to_json() + "\n"):
        again = read(written)
        assert again == record
        assert (again.to_text(), again.to_json()) == (record.to_text(), record.to_json())


@given(trees(), trees())
def test_copies_are_equal_and_their_own(record: Record, other: Record) -> None:
    for twin in (copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert twin == record and twin is not record
        twin.root.add_variation("a1-b1")
        assert twin != record
    assert (record == other) == (record.to_text() == other.to_text())


@pytest.mark.parametrize("depth", [50, 5_000])
def test_neither_long_nor_deep_games_meet_a_limit(depth: int) -> None:
    deep = Record(choose("quick"))
    node = deep.root
    for _ in range(depth):
        node.add_variation("e2-f3")
        node = node.add_variation("d3-d4")
    long = Record(choose("quick"), ["e2-f3"] * depth)
    for record in (deep, long):
        assert read(record.to_text()) == record == read(record.to_json())
        assert pickle.loads(pickle.dumps(record)) == record == copy.deepcopy(record)
    assert node.number == depth and not node.is_mainline
    assert long.root.end().number == depth


@pytest.mark.parametrize(
    ("body", "reason", "line"),
    [
        ("1. e2-f3 (1. d3-d4", "never closed", 3),
        ("1. e2-f3\n(1. d3-d4\n(1. e2-e3) 2. l15-k14 *", "never closed", 4),
        ("1. e2-f3 1. d3-d4)", "has not begun", 3),
        ("(1. d3-d4) 1. e2-f3", "after the turn", 3),
        ("1. e2-f3 ((1. d3-d4))", "after the turn", 3),
        ("1. e2-f3\n\n( {nothing} ) *", "has no turn", 5),
        ("! 1. e2-f3", "belongs to no turn", 3),
        ("1. e2-f3 ($1 1. d3-d4)", "belongs to no turn", 3),
        ("1. e2-f3!!!", "“!!!” is not an annotation", 3),
        ("1. e2-f3 $256", "256” is not an annotation", 3),
        ("1. e2-f3 $" + "9" * 5000, "is not an annotation", 3),
        ("1. e2-f3 $", "cannot stand here", 3),
        ("1. e2-f3\n} *", "cannot stand here", 4),
        ("1. e2-f3\n{a\nb", "never closed", 4),
        ("(" * 100_000, "after the turn", 3),
        (")" * 100_000, "has not begun", 3),
    ],
)
def test_what_does_not_belong_together_is_refused_with_its_line(body: str, reason: str, line: int) -> None:
    with pytest.raises(RecordError, match=reason) as refused:
        read(f'[Game "quick"]\n[SeatA "Anna"]\n{body}\n')
    assert (refused.value.game, refused.value.line) == (1, line)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "turns",
    [["e2-f3", "("], ["("], [")"], ["$1"], ["e2-f3", "(", ")"], ["e2-f3", "$256"], ["e2-f3!"], ["[3]x"], ["1.e2-f3"]],
)
def test_what_is_no_list_of_turns_is_refused(turns: list[str]) -> None:
    with pytest.raises(RecordError):
        read(json.dumps({"game": "quick", "turns": turns}))


def test_variations_can_be_moved_and_removed() -> None:
    root = Record(choose("quick")).root
    first, second, third = (root.add_variation(text) for text in ("e2-f3", "d3-d4", "c4-d5"))
    third.promote()
    assert root.variations == [first, third, second]
    third.promote_to_main()
    assert root.next is third and third.is_mainline and first.starts_variation
    third.demote()
    second.demote()
    assert root.variations == [first, third, second]
    first.promote()
    assert root.next is first
    first.remove()
    assert root.variations == [third, second] and first.parent is None
    assert second.add_line(["l15-k14", "e2-f3"]).line()[0] is second
    for change in (root.promote, root.demote, root.promote_to_main, root.remove):
        with pytest.raises(ValueError, match="root"):
            change()


def test_a_node_knows_its_position() -> None:
    record = read(TEXT.replace("c4-d5", "d3-d4"))
    variation = record.root.variations[1]
    assert variation.position().pieces["d4"] == "A"
    assert variation.next is not None
    assert [event.text for event in variation.next.position().history] == ["d3-d4", "l15-k14"]
    assert record.root.position() == Position("quick")
    with pytest.raises(RecordError, match="Turn 3"):
        variation.next.add_variation("a1-a9").position()
    with pytest.raises(ValueError, match="no record"):
        GameNode().position()


@pytest.mark.parametrize(
    "text", ["", " ", "*", "#", "1.", "a b", "(", "{", "e2-f3!", "$1", "scatter  a1", "[3]x", "a\n"]
)
def test_only_turns_are_added(text: str) -> None:
    with pytest.raises(ValueError, match="is not one turn"):
        GameNode().add_variation(text)


def test_wrong_types_are_told() -> None:
    root = GameNode()
    with pytest.raises(TypeError, match="as text, not as int"):
        root.add_variation(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is a number"):
        root.add_variation("e2-f3", annotations=("!",))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="from 0 to 255"):
        root.add_variation("e2-f3", annotations=(256,))
    with pytest.raises(TypeError, match="pickle its record"):
        pickle.dumps(root)
    with pytest.raises(ValueError, match="name of a tag"):
        Record(choose("quick"), tags={"a b": "c"}).to_text()
    with pytest.raises(ValueError, match="a seat is"):
        Record(choose("quick"), names={"Z": "Zoe"}).to_text()


def test_damaged_trees_never_crash_the_reader() -> None:
    chance = random.Random(1)
    accepted = 0
    for _ in range(2000):
        characters = list(TEXT[TEXT.index("{") :])
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(characters))
            characters[at : at + chance.randint(0, 2)] = chance.choice(
                ["(", ")", "{", "}", "!", "$", "\\", "\n", "*", ""]
            )
        text = '[Game "quick"]\n' + "".join(characters)
        try:
            records = list(read_records(text))
        except RecordError as error:
            assert str(error)
            continue
        accepted += 1
        for record in records:
            assert list(read_records(record.to_text())) == [record] == list(read_records(record.to_json()))
    assert 100 < accepted < 1900


def test_every_mark_is_read() -> None:
    for number, text in MARKS.items():
        record = read_record(f'[Game "quick"]\n1. e2-f3{text} *')
        assert record is not None and record.turns[0].annotations == (number,)
