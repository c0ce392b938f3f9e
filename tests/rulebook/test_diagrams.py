"""A diagram that says something untrue is found out."""

import pytest

from halma.rulebook.model import Diagram, PageError, Span
from halma.rulebook.playing import played
from halma.rulebook.reading import read_page

FRONT = "---\nid: halma\ntitle: Halma\nkind: base\nsummary: A page.\n---\n\n"
CAPTION = (Span("Shown."),)
BEFORE_THE_END = "12AAAA/12AAAA/13AAA/15A/13A2/16/16/16/16/16/4B11/5B10/16/BBB13/BBBB12/BBBB12 A 87"


def diagram(game: str = "halma", **facts) -> Diagram:
    return Diagram("example", game, CAPTION, **facts)


def test_the_first_move_is_shown_with_its_way():
    shown = played(diagram(play=("c3-e3",)))
    assert shown.marks.get("last_move") and shown.position.history[-1].path == ("c3", "e3")


def test_further_moves_are_alternatives_or_go_on():
    shown = played(diagram(play=("c3-e3", "e2-f3", "l15-k14")))
    assert shown.position.turn_number == 2
    with pytest.raises(PageError, match="example"):
        played(diagram(play=("c3-e3", "e3-e4")))


def test_reachable_fields_come_from_the_rules():
    marks = played(diagram(reach="e2")).marks
    assert marks.get("chosen") == "e2"
    assert set(marks.get("reachable", ())) == {"e3", "f1", "f2", "f3"}


def test_a_refused_move_is_marked_and_says_why():
    shown = played(diagram(refuse=(("c2-f2", "unreachable"), ("b2-d2", "occupied"))))
    assert shown.marks.get("chosen") == "c2" and list(shown.marks.get("marked", ())) == ["f2"]
    assert [refusal.code for _, refusal in shown.refused] == ["unreachable", "occupied"]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"play": ("c3-e4",)}, "No step or hop"),
        ({"play": ("quux",)}, "is not a move"),
        ({"refuse": (("c3-e3", "unreachable"),)}, "is legal"),
        ({"refuse": (("c2-f2", "occupied"),)}, "because of “unreachable”"),
        ({"position": "16/16 A 1"}, "rows"),
        ({"line": "e2-f3 e2-f3"}, "no piece on e2"),
        ({"reach": "h8"}, "no piece on h8"),
        ({"reach": "a1"}, "cannot move"),
        ({"play": ("c3-e3",), "ends": "filled A=1 B=2"}, "not over"),
        ({"game": "halma --pieces 13", "position": BEFORE_THE_END, "play": ("n12-o13",)}, "has no “ends”"),
        (
            {
                "game": "halma --pieces 13",
                "position": BEFORE_THE_END,
                "play": ("n12-o13",),
                "ends": "filled A=2 B=1",
            },
            "filled A=1 B=2",
        ),
        ({"game": "nonsense"}, "no game"),
        ({"game": "halma --players"}, "needs a value"),
        ({"game": "halma 4"}, "no option"),
    ],
)
def test_what_is_untrue_is_found(facts: dict, told: str):
    with pytest.raises(PageError, match=told):
        played(diagram(**facts))


def test_a_way_that_is_drawn_differently_is_found():
    position = "12BBBB/12BBBB/14BB/16/16/16/16/10B5/8B7/6B9/16/5A10/3A12/AAA13/AAAA12/AAAA12 A 9"
    assert played(diagram("halma --pieces 13", position=position, play=("a2-c4-e4-g6-g8",)))
    with pytest.raises(PageError, match="is drawn as"):
        played(diagram("halma --pieces 13", position=position, play=("a2-c4-e4-c4-e4-g6-g8",)))


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("no front matter", "front matter"),
        ("---\nid: halma\n---\n", "lacks: title, kind, summary"),
        (FRONT.replace("kind: base", "kind: other"), "kind is"),
        (FRONT + "# Title\n", "second and third level"),
        (FRONT + "<b>raw</b> ![picture](a.png)\n", "no place"),
        (FRONT + "> quoted\n", "no place"),
        (FRONT + "[away](https://example.org)\n", "page:ID"),
        (FRONT + "```diagram\nname: a\n```\n", "lacks game, caption"),
        (FRONT + "```diagram\nname: a\nname: b\n```\n", "twice"),
        (FRONT + "```diagram\nname: a\nmoves: b\n```\n", "unknown key"),
        (FRONT + "```diagram\nname: a\nline:\n```\n", "no value"),
    ],
)
def test_what_cannot_be_read_is_told(source: str, told: str):
    with pytest.raises(PageError, match=told):
        read_page(source, "en")


def test_a_page_becomes_a_model():
    page = read_page(
        FRONT + "Some *words* and **more**, `code` and\na [link](page:star).\n\n## Part\n\n- one\n- two\n\n"
        "1. first\n\n| a | b |\n|---|---|\n| c | d |\n",
        "en",
    )
    assert [section.title for section in page.sections] == ["", "Part"]
    assert page.links == ("star",)
    assert page.lines[0][1] == Span("words", emphasis=True)
