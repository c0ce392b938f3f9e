"""`halma show` and `halma moves`."""

import pytest

from halma.cli.parameters import GameRequest
from halma.cli.setup import Thrower, set_up
from halma.games import LOT
from halma.play import Position
from halma.rules import TERMINATION_TEXTS, Termination
from tests.variants import all_choices, label

SQUARE_START = "11BBBBB/11BBBBB/12BBBB/13BBB/14BB/16/16/16/16/16/16/AA14/AAA13/AAAA12/AAAAA11/AAAAA11 A 1"


def test_show_tells_the_game_the_board_and_whose_turn_it_is(lines):
    shown = lines("show", "halma")
    assert shown[0].startswith("Halma · 2 × 19")
    assert shown[-2:] == ["Turn 1: A to move.", SQUARE_START]


def test_show_has_no_colour_where_there_is_no_terminal(run):
    result = run("show", "star", environment={"NO_COLOR": None})
    assert "\x1b" not in result.stdout


def test_a_game_is_found_by_any_booklet_name(lines):
    assert lines("show", "Dames chinoises")[-1] == lines("show", "star")[-1]
    assert lines("moves", "Würfelhalma", "--dice", "1,1") == lines("moves", "dice", "--dice", "1,1")


def test_a_line_is_played_from_the_start(lines):
    shown = lines("show", "halma", "--line", "e2-f3 l15-k14")
    assert "Last move: B l15-k14" in shown
    assert shown[-1].endswith(" A 3")
    assert lines("show", "halma", "--line", "1. e2-f3 2. l15-k14")[-1] == shown[-1]


def test_a_position_is_read_and_a_line_goes_on_from_there(lines):
    middle = lines("show", "halma", "--line", "e2-f3")[-1]
    assert lines("show", "halma", "--position", middle)[-1] == middle
    assert lines("moves", "halma", "--position", middle) == lines("moves", "halma", "--line", "e2-f3")
    after = lines("show", "halma", "--position", middle, "--line", "l15-k14")[-1]
    assert after == lines("show", "halma", "--line", "e2-f3 l15-k14")[-1]


def test_a_position_that_names_its_game_needs_nothing_else(lines, tmp_path):
    position = Position("quick", blocking="swap", first="B")
    position.push("l15-k14")
    text = position.text()
    shown = lines("show", "--position", text)
    assert shown[-1] == position.board_text()
    assert lines("moves", "--position", text) == sorted(map(str, position.legal_moves))
    assert lines("perft", "--position", text, "--depth", "1") == [f"1 {len(position.legal_moves)}"]
    assert lines("walk", "--position", text, "--seed", "1", "--plies", "1")[0].startswith("2 A ")
    assert lines("show", "--position", text, "--line", "e2-f3")[-1].endswith(" B 3")
    assert lines("analyse", "--position", text, "--nodes", "50")[0] == shown[0]
    assert lines("play", "--position", text, typed="quit\n")[0] == shown[0]
    assert lines("solve", "--position", "solitaire 1x32 3/3/7/1AA4/7/3/3 A 1")[-1] == "moves 1, optimal"
    # What it says itself may be repeated.
    assert lines("show", "Schnellhalma", "--blocking", "swap", "--pieces", "6", "--position", text) == shown


@pytest.mark.parametrize(
    "beside",
    [("halma",), ("quick", "--blocking", "free"), ("--players", "4"), ("--play-on",), ("--first", "B")],
)
def test_a_position_that_names_its_game_is_not_taken_for_another(refused, beside):
    text = Position("quick").text()
    said = refused("show", *beside, "--position", text)
    assert said.startswith("The text of --position is for “quick 2x6 ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("chess 2x16 8/8/8/8/8/8/8/8 A 1", "Cannot read the game of this position: "),
        ("quick 2x6 colour=red 16/16 A 1", "“colour=red” is not an option of quick."),
        ("quick 2x6 16/16 A 1", ""),
        ("16/16 A 1", "Name a game, or give a --position that begins with its game"),
        ("quick", "Name a game, or give a --position that begins with its game"),
        ("", "Name a game, or give a --position that begins with its game"),
    ],
)
@pytest.mark.parametrize("command", [("show",), ("moves",), ("walk",)])
def test_a_position_of_no_game_is_refused(refused, command, text, said):
    assert refused(*command, "--position", text).startswith(said)


@pytest.mark.parametrize("choice", all_choices(), ids=label)
def test_options_beside_a_position_can_be_those_of_every_game(choice):
    settled = choice if choice.first != LOT else choice.starting("A")
    position = Position(settled, dice=None)
    request = GameRequest(options=dict(settled.options), position=position.text())
    assert set_up(settled.game, request, Thrower(None)) == position


def test_another_seat_can_begin(lines):
    assert lines("show", "halma", "--first", "B")[-1].endswith(" B 1")


def test_a_bad_move_is_refused_with_its_number_and_the_reason(refused):
    assert refused("show", "halma", "--line", "e2-f3 e2-f3") == (
        "Move 2 of the line, “e2-f3”: There is no piece on e2."
    )
    assert refused("moves", "halma", "--line", "quux").startswith("Move 1 of the line, “quux”: “quux” is not a move.")
    assert refused("moves", "halma", "--line", "[3,5] e2-f3").startswith("Move 1 of the line, “[3,5]”: ")


def test_show_tells_duties_rolls_hands_and_captures(lines):
    assert "You must place a piece from your hand." in lines("show", "gobang")
    assert "In hand: A 12, B 12" in lines("show", "gobang")
    assert "Roll: [3,5]" in lines("show", "dice", "--dice", "3,5")
    assert "Roll the dice first." in lines("show", "dice")
    captive = lines("show", "captive-2", "--line", "i8-k10")
    assert any(line.startswith("Captured: A ") for line in captive)


def test_show_tells_how_a_game_ended(lines):
    over = f"{SQUARE_START.removesuffix(' A 1').replace('B', 'b').replace('A', 'B').replace('b', 'A')} B 9"
    shown = lines("show", "halma", "--blocking", "free", "--position", f"{over} result=filled:1,2", "--lang", "fr")
    assert shown[-4:-1] == ["Tous les pions sont arrivés.", "Place 1\u00a0: A", "Place 2\u00a0: B"]


def test_there_are_words_for_every_ending():
    assert set(TERMINATION_TEXTS) == set(Termination)


def test_pictures_are_written_to_files(lines, tmp_path):
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    assert lines("show", "star", "--svg", str(svg), "--png", str(png)) == [
        f"Drawing saved: {svg}",
        f"Drawing saved: {png}",
    ]
    assert svg.read_text().lstrip().startswith("<") and "</svg>" in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (("halma",), 40),
        (("halma", "--players", "4"), 32),
        (("star",), 22),
        (("star", "--players", "2", "--pieces", "10"), 14),
        (("super",), 40),
        (("solitaire",), 4),
        (("cat-and-mouse",), 4),
        (("gobang",), 256),
    ],
)
def test_moves_are_sorted_one_in_a_line(lines, arguments, count):
    listed = lines("moves", *arguments)
    assert listed == sorted(listed)
    assert len(set(listed)) == count


def test_moves_are_spelled_in_the_notation_of_the_game(lines):
    assert lines("moves", "cat-and-mouse") == ["@h8", "@h9", "@i8", "@i9"]
    assert "a1-b2" not in lines("moves", "halma")
    position = Position("solitaire")
    assert lines("moves", "solitaire") == position.legal_moves.texts() == ["b4-d4", "d2-d4", "d6-d4", "f4-d4"]


def test_captured_cells_are_added_where_the_ends_alone_do_not_tell(lines):
    # From c3 two ways of two hops lead to e5, over d3 and e4 or over c4 and d5.
    listed = lines("moves", "solitaire", "--position", "3/3/3A3/2A1A2/2AA3/3/3 A 1")
    assert [move for move in listed if move.startswith("c3-e5")] == ["c3-e5xc4xd5", "c3-e5xd3xe4"]
    # All four pieces can be hopped over in a ring: one way or the other, the captures are the same.
    assert "c3-c3" in listed


def test_dice_need_a_roll_from_the_line_or_the_option(lines, refused):
    assert "--dice 3,5" in refused("moves", "dice") and "[3,5]" in refused("moves", "dice")
    assert "--dice 4" in refused("moves", "rakado")
    by_option = lines("moves", "dice", "--dice", "3,5")
    assert by_option == lines("moves", "dice", "--line", "[3,5]") == lines("moves", "dice", "--line", "[3, 5]")
    assert len(lines("moves", "rakado", "--dice", "4")) == len(Position("rakado", dice=None).pieces) // 2 * 3 - 2 * 4


def test_given_dice_serve_the_line_and_then_what_follows(lines):
    line = ("--line", "a1-a4 b16-b11")
    after = lines("moves", "rakado", "--dice", "3,5,2", *line)
    assert after == lines("moves", "rakado", "--line", "[3] a1-a4 [5] b16-b11 [2]")


def test_a_turn_of_the_dice_may_be_left_open(lines):
    opened = lines("moves", "dice", "--line", "[1,1] e2-f3,")
    assert "." in opened
    assert all(move == "." or not move.startswith("f3") for move in opened)


def test_a_finished_game_has_no_moves(lines):
    assert lines("moves", "solitaire", "--position", "3/3/7/3A3/7/3/3 A 9 result=solved:1") == []


def test_why_says_which_clause_of_the_law_forbids_a_move(lines, refused):
    assert lines("moves", "halma", "--why", "a1-a9") == [
        "Not allowed: a1-a9. No step or hop reaches: a1, a9. (rule 2.1)"
    ]
    assert lines("moves", "halma", "--why", "e2-f3") == ["e2-f3 is a legal move."]
    assert refused("moves", "halma", "--why", "nonsense").startswith("“nonsense” is not a move.")
