"""Every board of every game as SVG: well-formed, every cell and piece to be found, the last move to be seen."""

from __future__ import annotations

from collections import Counter

import pytest

from halma import draw
from halma.boards import cross_board, square_board, star_board
from halma.draw.palette import paint
from halma.games import Format
from halma.play import Position
from tests.draw.helpers import FORMATS, NAMESPACE, parsed, played, started, with_class


def check(position: Position) -> None:
    picture = draw.svg(position)
    elements = parsed(picture)
    ids = [element.get("id") for element in elements if element.get("id")]
    assert len(ids) == len(set(ids))
    cells = with_class(elements, "cell")
    assert {cell.get("id"): cell.get("data-cell") for cell in cells} == {
        f"cell-{name}": name for name in position.board.names
    }
    assert len(cells) == len(position.board)
    pieces = {piece.get("data-cell"): piece for piece in with_class(elements, "piece")}
    assert pieces.keys() == position.pieces.keys()
    for cell, letter in position.pieces.items():
        piece = pieces[cell]
        seat = f" seat-{letter.upper()}" if letter != "o" else ""
        assert piece.get("id") == f"piece-{cell}"
        assert piece.get("class") == f"piece{seat} kind-{letter}"
        assert piece.get("href") == f"#kind-{letter}" and f"kind-{letter}" in ids
        # The piece stands on its cell.
        middle = {element.get("data-cell"): element for element in cells}[cell]
        half = float(middle.get("width", 0)) / 2
        x, y = (float(middle.get("x", middle.get("cx", 0))), float(middle.get("y", middle.get("cy", 0))))
        assert (float(piece.get("x", 0)), float(piece.get("y", 0))) == pytest.approx((x + half, y + half), abs=0.02)
    for reference in (element.get("href", "") for element in elements if element.get("href")):
        assert reference.removeprefix("#") in ids
    assert "script" not in picture and picture.count("http") == 1
    assert len(picture) < 100_000


@pytest.mark.parametrize(("game", "form"), FORMATS, ids=str)
def test_every_cell_and_every_piece_of_every_game_is_an_element(game: str, form: Format) -> None:
    position = started(game, form)
    check(position)
    check(played(position, 12))


def test_a_board_of_any_size_can_be_drawn() -> None:
    elements = parsed(draw.svg_board(square_board(10), {"a1": "A", "j10": "b"}))
    assert len(with_class(elements, "cell")) == 100
    assert [piece.get("class") for piece in with_class(elements, "piece")] == [
        "piece seat-A kind-A",
        "piece seat-B kind-b",
    ]


def test_the_last_move_is_shown_along_its_whole_path() -> None:
    position = Position("solitaire")
    position.push("d6-d4")
    position.push("b5-d5")
    (trail,) = (element for element in parsed(draw.svg(position)) if element.get("id") == "trail")
    (way,) = with_class(list(trail), "way")
    assert way.get("data-path") == " ".join(position.history[-1].path)
    (taken,) = with_class(list(trail), "taken")
    assert taken.get("data-cell") == "c5"
    assert 'id="trail"' not in draw.svg(position, last_move=False)


def test_a_chain_touches_every_landing_of_its_trail() -> None:
    position = Position("halma", blocking="free")
    for move in ("e2-f3", "p16-n14", "d1-f1"):
        if move in position.legal_moves:
            position.push(move)
    while len(position.history[-1].path) < 4:
        position.push(max(position.legal_moves, key=lambda move: len(move.path)))
    (way,) = with_class(parsed(draw.svg(position)), "way")
    (line,) = (element for element in way if element.tag == f"{NAMESPACE}path")
    assert line.get("d", "").count("L") == len(position.history[-1].path) - 1


def test_a_turn_of_the_dice_shows_all_its_moves() -> None:
    position = Position("dice", dice=None)
    position.give_roll((2, 1))
    for _ in range(2):
        position.push(next(move for move in position.legal_moves if move.origin is not None))
    assert len(with_class(parsed(draw.svg(position)), "way")) == 2


def test_a_placed_piece_is_marked_as_the_last_move() -> None:
    position = Position("gobang")
    position.push("@c3")
    (way,) = with_class(parsed(draw.svg(position)), "way")
    assert way.get("data-path") == "c3"


def test_pieces_that_an_enclosing_takes_are_marked() -> None:
    position = Position("tippy")
    for move in ("@c2", "@c3", "@b3", "@p1", "@d3", "@p2", "@c4"):
        position.push(move)
    (taken,) = with_class(parsed(draw.svg(position)), "taken")
    assert taken.get("data-cell") == "c3"


def test_a_piece_that_leaves_the_board_leaves_a_trail_over_the_edge() -> None:
    position = played(Position("top-secret"), 36)
    while not any(event.path[-1:] == ("off",) for event in position.history[-1:]):
        leaving = [action for action in position.state.legal() if action.target == len(position.board)]
        far = max(position.state.legal(), key=lambda action: abs(action.target - 120))
        position.push_action(leaving[0] if leaving else far)
    (way,) = with_class(parsed(draw.svg(position)), "way")
    assert way.get("data-path", "").endswith("off")


def test_chosen_reachable_and_marked_cells_are_shown() -> None:
    position = Position("halma")
    elements = parsed(draw.svg(position, chosen="e2", reachable=["f3", "f2"], marked=["a1"]))
    assert [halo.get("data-cell") for halo in with_class(elements, "halo")] == ["e2"]
    assert [dot.get("id") for dot in with_class(elements, "reach")] == ["reach-f3", "reach-f2"]
    assert [ring.get("data-cell") for ring in with_class(elements, "mark")] == ["a1"]
    assert with_class(elements, "reachable")[0].get("class") == "reachable seat-A"


def test_a_prefix_keeps_several_boards_apart() -> None:
    position = Position("star")
    options = {"chosen": "d1", "reachable": ["e6"]}
    first, second = (draw.svg(position, prefix=prefix, **options) for prefix in ("", "second-"))
    ids = [{element.get("id") for element in parsed(picture)} - {None} for picture in (first, second)]
    assert not ids[0] & ids[1]
    assert 'href="#kind-A"' not in second and "url(#maple)" not in second


def test_nothing_but_the_label_is_put_into_words() -> None:
    elements = parsed(draw.svg(Position("marked"), label="Zug 1 & <2>"))
    titles = [element.text for element in elements if element.tag == f"{NAMESPACE}title"]
    assert titles[0] == "Zug 1 & <2>"
    assert "a1" in titles and "a a1" in titles and "A b1" in titles


def test_coordinates_can_be_switched_off() -> None:
    def texts(picture: str) -> Counter[str | None]:
        return Counter(element.text for element in parsed(picture) if element.tag == f"{NAMESPACE}text")

    assert texts(draw.svg(Position("dutch"))) == Counter([*"abcdefghi", *"123456789"])
    assert not texts(draw.svg(Position("dutch"), coordinates=False))
    star = texts(draw.svg(Position("star")))
    assert all(star[letter] == 1 for letter in "abcdefghijklmnopq")
    assert star["13"] == 2


def courts(game: str, **options: int) -> tuple[int, int]:
    """How many large and how many small courts are outlined."""
    elements = parsed(draw.svg(Position(game, dice=None, **options)))
    return len(with_class(elements, "large")), len(with_class(elements, "small"))


def test_only_the_courts_in_play_are_outlined() -> None:
    """1.2: two play from the large courts, four from the small ones, six pieces stand between both lines."""
    assert courts("halma") == (2, 0)
    assert courts("halma", players=4) == (0, 4)
    assert courts("quick") == (2, 2)
    # Nobody has a home there.
    assert courts("gobang") == courts("tippy") == (0, 0)
    assert courts("dutch") == (0, 0)


def test_a_board_without_a_game_shows_all_courts() -> None:
    elements = parsed(draw.svg_board(square_board(), {}))
    assert len(with_class(elements, "large")) == len(with_class(elements, "small")) == 4


@pytest.mark.parametrize("players", [2, 4])
def test_homes_on_the_square_board_are_stained_in_the_colour_of_their_seat(players: int) -> None:
    """1.11: everybody's target is the home of the seat across."""
    elements = parsed(draw.svg(Position("halma", dice=None, players=players)))
    stained = {stain.get("class"): stain.get("fill") for stain in with_class(elements, "home")}
    assert stained == {f"home seat-{seat}": paint(seat).tint for seat in "ABCD"[:players]}


def test_tips_are_tinted_by_those_who_play_there() -> None:
    tips = [tip.get("class", "") for tip in with_class(parsed(draw.svg(Position("star", players=3))), "tip")]
    assert sorted(tips) == sorted(f"tip {role} seat-{seat}" for role in ("home", "target") for seat in "ABC")
    pair = [tip.get("class", "") for tip in with_class(parsed(draw.svg(Position("star"))), "tip")]
    assert sorted(pair) == ["tip"] * 4 + ["tip home seat-A", "tip home seat-B"]
    assert len(with_class(parsed(draw.svg_board(star_board(), {})), "home")) == 6


def test_the_figure_of_meeting_point_is_drawn() -> None:
    assert len(with_class(parsed(draw.svg(Position("meeting-point"))), "target")) == 1


def test_hands_captures_and_dice_stand_in_the_band() -> None:
    position = Position("cat-and-mouse")
    position.push("@h8")
    held = with_class(parsed(draw.svg(position)), "seat-info")
    assert [(seat.get("data-seat"), seat.get("data-hand"), seat.get("data-captured")) for seat in held] == [
        ("A", "1", "0"),
        ("B", "19", "0"),
    ]
    thrown = Position("rakado", dice=None)
    thrown.give_roll((5,))
    (roll,) = with_class(parsed(draw.svg(thrown)), "roll")
    assert roll.get("data-roll") == "5"
    assert len([pip for pip in roll.iter() if pip.tag == f"{NAMESPACE}circle"]) == 5
    assert not with_class(parsed(draw.svg(position, info_bar=False)), "info-bar")
    assert not with_class(parsed(draw.svg(Position("halma"))), "info-bar")


def test_the_cross_has_a_closed_outline_and_no_label_meets_another() -> None:
    elements = parsed(draw.svg_board(cross_board(), {}))
    field = [path.get("d", "") for path in with_class(elements, "field")[0]]
    assert all(data.count("M") == 1 and data.endswith("Z") for data in field)
    places = [
        (float(element.get("x", 0)), float(element.get("y", 0)))
        for element in elements
        if element.tag == f"{NAMESPACE}text"
    ]
    assert len(places) == 14
    for number, (x, y) in enumerate(places):
        assert all(abs(x - other_x) + abs(y - other_y) > 20 for other_x, other_y in places[:number])


def test_notebooks_show_positions() -> None:
    position = Position("dutch")
    assert position._repr_svg_() == draw.svg(position)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(TypeError):
        draw.svg(Position("dutch"), colour="red")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize("game", ["halma", "star", "solitaire", "le-zug"])
def test_a_close_up_shows_the_last_move_and_what_stands_around_it(game: str) -> None:
    position = Position(game, dice=None)
    position.push(position.legal_moves[0])
    elements = parsed(draw.close_up(position))
    left, top, width, height = map(float, elements[0].get("viewBox", "").split())
    whole = float(parsed(draw.thumbnail(position))[0].get("width", ""))
    assert width == pytest.approx(2 * height, abs=0.1) and 0 < width <= whole
    assert left >= 0 and top >= 0 and left + width <= whole + 0.1 and top + height <= whole + 0.1
    (way,) = with_class(elements, "way")
    assert way.get("data-path") == " ".join(position.history[-1].path)
