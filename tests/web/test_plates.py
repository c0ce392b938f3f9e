"""Around the board: the plates of the players, the rules beside it, dragging, and moves chosen in advance."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import Somebody
from tests.web.hands import QUIET, Hands
from tests.web.serving import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CLOCK = {"kind": "fischer", "seconds": 300, "increment": 5}


def table(server: Server, game: str = "halma", **given: Any) -> dict[str, Any]:
    """A table at which blue begins."""
    return server.table(game, options={"first": "A"}, **given)


def middle(hands: Hands, selector: str) -> tuple[float, float]:
    box = hands.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(hands: Hands, name: str) -> tuple[float, float]:
    return middle(hands, f'halma-board .cell[data-cell="{name}"]')


def drag(hands: Hands, origin: str, target: str) -> None:
    (x0, y0), (x1, y1) = cell(hands, origin), cell(hands, target)
    mouse = hands.page.mouse
    mouse.move(x0, y0)
    mouse.down()
    mouse.move((x0 + x1) / 2, (y0 + y1) / 2, steps=3)
    mouse.move(x1 + 3, y1 - 2, steps=3)
    mouse.up()


# ---- plates ---------------------------------------------------------------------------------------------


def test_the_own_plate_and_the_own_home_are_below(somebody: Somebody, server: Server) -> None:
    made = table(server, seats=[{"kind": "here"}, {"kind": "link"}])
    guest = somebody()
    guest.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    guest.seated()
    board, home = middle(guest, "halma-board"), cell(guest, "p16")
    assert home[1] > board[1] > cell(guest, "a1")[1]
    assert middle(guest, '.players li[data-seat="B"]')[1] > home[1]
    assert middle(guest, '.players li[data-seat="A"]')[1] < board[1]
    # Whoever looks from the other side sees the plates change their places.
    guest.act("turn")
    guest.page.wait_for_selector('.players.near li[data-seat="A"]')


def test_a_plate_shows_the_turn_and_how_many_pieces_are_home(hands: Hands, server: Server) -> None:
    """Two rows of nine pieces each (3.9)."""
    hands.sit(table(server, "dutch"))
    assert hands.page.inner_text('.players li[data-seat="A"] small') == "0 of 18 home"
    assert hands.page.inner_text(".players li.active i") == "to move"
    assert hands.page.get_attribute('.players li[data-seat="A"]', "aria-current") == "true"
    hands.move("a2-a3")
    hands.page.wait_for_selector('.players li.active[data-seat="B"]')


def test_progress_is_shown_only_where_pieces_go_home(hands: Hands, server: Server) -> None:
    hands.sit(table(server, "gobang"))
    assert hands.page.locator(".progress").count() == 0
    hands.sit(table(server, "star"))
    assert hands.page.locator(".progress").count() == 2


# ---- beside the board -----------------------------------------------------------------------------------


def test_the_goal_is_told_and_the_rules_open_beside_the_game(hands: Hands, server: Server) -> None:
    hands.sit(table(server, "dutch"))
    page = hands.page
    assert page.inner_text(".goal").startswith("Two rows against two rows")
    hands.act("rules")
    page.wait_for_selector('.rules-sheet h1:text-is("Dutch Halma")')
    # The game goes on.
    hands.move("a2-a3")
    page.click('.rules-sheet a[href^="#/rules/law/"] >> nth=0')
    page.wait_for_selector('.rules-sheet article[data-page="law"]')
    assert "#/rules" not in page.url and hands.ply == 1
    page.keyboard.press("Escape")
    page.wait_for_selector(".rules-sheet", state="detached")
    assert page.evaluate("document.activeElement.dataset.action") == "rules"


def test_what_was_unfolded_stays_unfolded(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    assert not hands.page.is_visible(".moves") and not hands.page.is_visible("#typed")
    hands.unfold("notation")
    hands.move("e2-f3")
    hands.page.wait_for_selector(".moves", state="visible")
    hands.page.reload()
    hands.seated()
    assert hands.page.is_visible(".moves") and not hands.page.is_visible("#typed")


def test_letters_typed_on_the_board_open_the_field(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    hands.page.focus('.cell[tabindex="0"]')
    hands.page.keyboard.type("e2-f3")
    hands.page.wait_for_selector("#typed:visible")
    hands.page.keyboard.press("Enter")
    hands.wait_for_ply(1)
    assert hands.pieces()["f3"] == "A"


# ---- pieces ---------------------------------------------------------------------------------------------


def test_pieces_that_can_move_are_marked_until_one_is_chosen(hands: Hands, server: Server) -> None:
    hands.sit(table(server, "dutch"))
    marked = hands.page.eval_on_selector_all(
        ".layer.movable use", "marks => marks.map((mark) => mark.dataset.cell).sort()"
    )
    assert marked == sorted(hands.movable()) and "a2" in marked
    hands.tap("a2")
    assert hands.page.locator(".layer.movable use").count() == 0
    assert hands.page.get_attribute(".piece.lifted", "data-cell") == "a2"


def test_a_lifted_piece_stays_over_its_field(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    hands.tap("d2")
    (x, y), (x0, y0) = middle(hands, ".piece.lifted"), cell(hands, "d2")
    size = abs(cell(hands, "e2")[0] - x0)
    assert abs(x - x0) < size / 4 and abs(y - y0) < size / 4


def test_a_piece_is_dragged_to_where_it_may_go(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    drag(hands, "d2", "e3")
    hands.wait_for_ply(1)
    assert hands.pieces()["e3"] == "A" and "d2" not in hands.pieces()


def test_a_piece_dragged_to_a_forbidden_field_goes_back_and_is_told_why(hands: Hands, server: Server) -> None:
    hands.sit(table(server))
    drag(hands, "d2", "h8")
    hands.page.wait_for_selector('.word:has-text("No step or hop reaches")')
    assert hands.ply == 0
    assert hands.page.locator('.piece[data-cell="d2"]').evaluate("piece => piece.style.transform") == ""
    # A piece put down beside the board is not moved at all.
    x, y = cell(hands, "d2")
    hands.page.mouse.move(x, y)
    hands.page.mouse.down()
    hands.page.mouse.move(2, 2, steps=4)
    hands.page.mouse.up()
    hands.page.wait_for_selector(".piece.lifted", state="detached")
    assert hands.ply == 0


def test_a_finger_drags_under_a_glass(somebody: Somebody, server: Server) -> None:
    hands = somebody(**PHONE)
    hands.sit(table(server))
    (x0, y0), (x1, y1) = cell(hands, "d2"), cell(hands, "e3")
    session = hands.page.context.new_cdp_session(hands.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", (x0, y0))
    for step in range(1, 6):
        touch("touchMove", (x0 + (x1 - x0) * step / 5, y0 + (y1 - y0) * step / 5))
    hands.page.wait_for_selector(".glass")
    assert hands.page.evaluate("scrollY") == 0
    touch("touchEnd")
    hands.page.wait_for_selector(".glass", state="detached")
    hands.wait_for_ply(1)
    assert hands.pieces()["e3"] == "A"


# ---- moves in advance -----------------------------------------------------------------------------------


def by_the_clock(somebody: Somebody, server: Server, **clock: Any) -> tuple[Hands, Hands]:
    made = table(server, seats=[{"kind": "here"}, {"kind": "link"}], **clock)
    one, two = somebody(), somebody()
    one.sit(made)
    two.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    two.seated()
    one.page.wait_for_selector(".status.mine")
    return one, two


def test_a_move_chosen_in_advance_is_played_in_turn(somebody: Somebody, server: Server) -> None:
    one, two = by_the_clock(somebody, server, clock=CLOCK)
    two.tap("l15")
    two.tap("k14")
    two.page.wait_for_selector('.word:has-text("Your move is chosen")')
    assert two.page.locator(".layer.proposal .way").count() == 1 and two.ply == 0
    one.move("e2-f3")
    one.wait_for_ply(2)
    assert one.pieces()["k14"] == "B"


def test_a_move_chosen_in_advance_that_is_not_allowed_is_not_played(somebody: Somebody, server: Server) -> None:
    one, two = by_the_clock(somebody, server, clock=CLOCK)
    two.tap("l15")
    two.tap("a10")
    one.move("e2-f3")
    two.page.wait_for_selector('.word:has-text("no longer possible")')
    assert two.ply == 1
    two.move("l15-k14")
    one.wait_for_ply(2)


def test_without_a_clock_nobody_moves_in_advance(somebody: Somebody, server: Server) -> None:
    _, two = by_the_clock(somebody, server)
    two.tap("l15")
    assert two.page.inner_text(".word") == "It is not your turn."
    assert two.page.locator(".piece.lifted").count() == 0


def test_a_dragged_piece_does_not_travel_again(somebody: Somebody, server: Server) -> None:
    hands = somebody()
    hands.remember("settings", {**QUIET, "motion": True})
    hands.sit(table(server))
    hands.page.evaluate(
        "() => { window.travelled = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...given) {"
        "  window.travelled += 1; return animate.apply(this, given); }; }"
    )
    drag(hands, "d2", "e3")
    hands.wait_for_ply(1)
    assert hands.page.evaluate("travelled") == 0
    hands.move("l15-k14")
    assert hands.page.evaluate("travelled") > 0
