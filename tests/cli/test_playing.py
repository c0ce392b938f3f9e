"""`halma play`: people at one terminal, typing."""

import re
from pathlib import Path

import pytest

from halma.play import Position, read_records

SOLITAIRE = """
d2-d4 b3-d3 c1-c3 e1-c1 d3-b3 a3-c3 e3-e1 g3-e3 c4-c2 c1-c3 a4-c4-c2 e4-c4 g4-e4-e2 e1-e3 c5-c3 c2-c4 a5-c5 d5-b5
e6-e4 g5-e5 c7-c5 c4-c6 e7-c7-c5 b5-d5-f5 e3-e5 f5-d5 d6-d4
"""


@pytest.fixture
def played(lines):
    """What is printed when somebody plays a game and types some lines."""

    def call(*arguments: str, typed: list[str]) -> str:
        return "\n".join(lines("play", "--terminal", *arguments, typed="".join(f"{line}\n" for line in typed)))

    return call


def test_a_whole_game_alone(played):
    shown = played("solitaire", typed=SOLITAIRE.split())
    assert "Solved.\n27 moves, 31 steps and hops in all." in shown
    assert "not been saved" not in shown
    assert shown.endswith("Goodbye.")


def test_a_whole_game_together_with_the_dice_of_a_seed(played, lines):
    walked = lines("walk", "rakado", "--seed", "4")
    moves = [line.split()[3] for line in walked if line[0].isdigit()]
    shown = played("rakado", "--seed", "4", "--first", "A", "--lang", "de", typed=moves)
    assert "die Figuren im Ziel werden gezählt." in shown
    winner = next(place.split("=")[0] for place in walked[-1].split() if place.endswith("=1"))
    assert f"Platz 1: {winner}" in shown


def test_without_a_game_and_without_a_terminal_halma_is_played(played):
    assert played(typed=["quit"]).startswith("Halma · 2 × 19")


def test_who_begins_is_drawn_by_lot_unless_somebody_is_named(played):
    begins = {played("halma", "--seed", str(seed), typed=["quit"]).count("Turn 1: A") for seed in range(8)}
    assert begins == {0, 1}
    assert "Turn 1: B to move." in played("halma", "--first", "B", typed=["quit"])
    assert "Turn 1: A to move." in played("cat-and-mouse", typed=["quit"])


def test_a_refused_move_tells_why_and_play_goes_on(played):
    shown = played("halma", "--first", "A", "--lang", "de", typed=["a1-c3", "p16-o15", "quux", "e2-f3", "ende"])
    assert "Auf c3 steht schon eine Figur." in shown
    assert "Die Figur auf p16 darfst du nicht ziehen; sie gehört dir nicht." in shown
    assert "„quux“ ist kein Zug." in shown
    assert "Letzter Zug: A e2-f3" in shown


def test_a_duty_is_shown_before_one_tries(played):
    assert "You must place a piece from your hand." in played("gobang", typed=["quit"])


def test_with_why_refusals_and_duties_name_the_clause_of_the_law(played):
    shown = played("gobang", "--why", typed=["a1-a2", "quit"])
    assert "You must place a piece from your hand. (rule 5.1)" in shown
    shown = played("halma", "--first", "A", "--why", typed=["a1-a9", "quit"])
    assert "No step or hop reaches: a1, a9. (rule 2.1)" in shown
    assert "(rule" not in played("halma", "--first", "A", typed=["a1-a9", "quit"])


def test_capitals_and_blanks_are_forgiven(played):
    assert "Last move: A e2-f3" in played("halma", "--first", "A", typed=["E2 F3", "quit"])
    assert "Last move: A e2-f3" in played("halma", "--first", "A", typed=[" e2 - f3 ", "quit"])


def test_undo_takes_the_last_move_back(played):
    shown = played("halma", "--first", "A", typed=["undo", "e2-f3", "undo", "quit"])
    assert "There is no move to take back." in shown
    assert shown.count("Turn 1: A to move.") == 2
    assert "not been saved" not in shown


def test_undo_meets_the_same_roll_again(played):
    shown = played("dice", "--seed", "1", "--first", "A", typed=["e2-f3", "undo", "quit"])
    rolls = [line for line in shown.splitlines() if line.startswith("Roll: ")]
    assert len(rolls) == 3 and len(set(rolls)) == 1


def test_a_turn_of_the_dice_is_typed_action_by_action_or_at_once(played):
    one_by_one = played("dice", "--seed", "1", "--first", "A", typed=["e2-f3", ".", "quit"])
    at_once = played("dice", "--seed", "1", "--first", "A", typed=["e2-f3,e1-f1", "quit"])
    assert "A, next action, or a full stop to end the turn: " in one_by_one
    for shown in (one_by_one, at_once):
        assert "Turn 2: B to move." in shown


def test_moves_hint_and_help(played):
    shown = played("solitaire", typed=["moves", "help", "quit"])
    assert "b4-d4  d2-d4  d6-d4  f4-d4" in shown
    # Hints for those who play alone: tests/puzzles.
    assert re.search(r"Hint: [a-e][1-5]-\S+\. It brings ", played("halma", "--first", "A", typed=["hint", "quit"]))
    assert "take back the last move" in shown


def test_the_words_are_understood_in_the_language_and_in_english(played):
    for words in (["züge", "hilfe", "ende"], ["ZUGE", "help", "Ende"], ["moves", "HILFE", "quit"]):
        shown = played("solitaire", "--lang", "de", typed=words)
        assert "b4-d4  d2-d4" in shown and "alle erlaubten Züge auflisten" in shown
        assert shown.endswith("Bis zum nächsten Mal.")


def shut_in() -> str:
    """Four players; B stands in the small court and is walled in by C and D, two rows deep."""
    board, pieces = Position("halma", players=4).board, dict[str, str]()
    court = [name for name, letter in Position("halma", players=4).pieces.items() if letter == "B"]
    wall = dict.fromkeys(
        board.names[cell]
        for depth in (1, 2)
        for name in court
        for direction in board.directions
        for cell in board.ray(board.index[name], direction)[:depth]
        if board.names[cell] not in court
    )
    elsewhere = [f"{file}{rank}" for rank in (1, 2, 3) for file in "lmnop"]
    pieces.update(dict.fromkeys(court, "B"))
    pieces.update({name: "CD"[number // 13] for number, name in enumerate([*wall, *elsewhere][:26])})
    pieces.update({name: letter for name, letter in Position("halma", players=4).pieces.items() if letter == "A"})
    rows = ("".join(pieces.get(board.names[cell], ".") for cell in row) for row in board.rows)
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + " A 1"


def test_who_cannot_move_passes_and_undo_takes_the_move_before_back_too(played):
    options = ("halma", "--players", "4", "--blocking", "free", "--position", shut_in())
    shown = played(*options, typed=["d2-e3", "undo", "quit"])
    assert "B cannot move and passes." in shown
    assert "Turn 3: C to move." in shown
    assert shown.count("Turn 1: A to move.") == 2


def test_save_and_load(played, tmp_path):
    file = tmp_path / "a game.txt"
    saved = played("halma", "--first", "A", typed=["e2-f3", f"save {file}", "quit"])
    assert f"Saved: {file}" in saved
    assert "not been saved" not in saved
    (record,) = read_records(file.read_text())
    assert [turn.text for turn in record.turns] == ["e2-f3"]
    loaded = played("star", typed=[f"load {file}", "l15-k14", "quit"])
    assert "Last move: B l15-k14" in loaded
    resumed = played("--load", str(file), typed=["quit"])
    assert "Turn 2: B to move." in resumed and "not been saved" not in resumed


def test_save_as_json_where_the_name_says_so(played, tmp_path):
    file = tmp_path / "game.jsonl"
    played("halma", "--first", "A", typed=["e2-f3", f"save {file}", "quit"])
    assert file.read_text().startswith("{")
    assert "Last move: A e2-f3" in played("--load", str(file), typed=["quit"])


def test_save_and_load_need_a_file_that_fits(played, tmp_path):
    note = tmp_path / "note.txt"
    note.write_text("Milk, bread")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    typed = ["save", f"save {note}", f"load {note}", f"load {tmp_path}/picture.png", f"load {tmp_path}/none", "quit"]
    shown = played("halma", typed=typed)
    assert "Which file? Type: save FILE" in shown
    assert f"{note} already exists and was not changed; choose another name." in shown
    assert "A record starts with tags" in shown
    assert "picture.png is not a UTF-8 text file." in shown
    assert "Cannot read" in shown and "none: no such file or folder." in shown
    assert note.read_text() == "Milk, bread"


@pytest.mark.parametrize("last", [["quit"], []])
def test_an_unfinished_game_is_not_lost(played, tmp_path, last):
    shown = played("halma", "--first", "A", typed=["e2-f3", *last])
    _, _, rest = shown.partition("run “halma play --load FILE”:")
    (record,) = read_records(rest.removesuffix("Goodbye."))
    assert record.position().board_text().endswith(" B 2")


def test_a_game_that_is_dropped_for_another_is_not_lost_either(played, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text('[Game "star"]\n*\n')
    shown = played("halma", "--first", "A", typed=["e2-f3", f"load {file}", "quit"])
    assert "1. e2-f3 *" in shown


def test_a_game_can_be_kept_in_a_file_turn_by_turn(played, tmp_path):
    file = tmp_path / "kept.txt"
    shown = played("halma", "--first", "A", "--save", str(file), typed=["e2-f3", "l15-k14", "undo"])
    assert "not been saved" not in shown
    (record,) = read_records(file.read_text())
    assert [turn.text for turn in record.turns] == ["e2-f3"]


def test_a_file_that_cannot_be_written_is_told_before_the_game(refused):
    assert "Cannot write" in refused("play", "halma", "--save", "no/such/folder/game.txt")


def test_a_game_is_either_loaded_or_started(refused, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text('[Game "star"]\n*\n')
    assert refused("play", "halma", "--load", str(file)).startswith("--load continues a game")
    assert refused("play", "--load", str(file), "--players", "3").startswith("--load continues a game")


def test_play_can_start_from_a_line_or_a_position(played, lines):
    assert "Turn 2: B to move." in played("halma", "--first", "A", "--line", "e2-f3", typed=["quit"])
    position = lines("show", "halma", "--line", "e2-f3")[-1]
    assert "Turn 2: B to move." in played("halma", "--position", position, typed=["quit"])


def test_names_of_a_record_are_shown(played, tmp_path):
    file = Path(tmp_path / "game.txt")
    file.write_text('[Game "halma"]\n[SeatA "Anna"]\n[First "A"]\n*\n')
    assert "Turn 1: A (Anna) to move." in played("--load", str(file), typed=["quit"])
