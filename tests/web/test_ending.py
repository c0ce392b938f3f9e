"""The end of a game: who won, the others by their places, what happened, and what to do now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from halma.rulebook.library import page
from halma.rulebook.playing import base_of
from tests.web.conftest import Somebody
from tests.web.hands import Hands
from tests.web.serving import Server


def ended(hands: Hands, game: str, diagram: str = "the-end", **given: Any) -> None:
    """Play the move of a diagram that ends a game."""
    found = next(each for each in page(game, "en").diagrams if each.name == diagram)
    hands.sit(hands.server.table(game, position=base_of(found).board_text(), **given))
    hands.move(found.play[0])
    hands.wait_until_over()


def test_the_only_person_here_reads_you_won(hands: Hands) -> None:
    ended(hands, "star", seats=[{"kind": "here", "name": "Ada"}, {"kind": "computer", "level": 1}])
    assert hands.page.inner_text(".headline") == "You won!"
    rows = hands.page.locator(".podium li").all_inner_texts()
    assert len(rows) == 2 and "Ada" in rows[0] and "all home" in rows[0]
    assert "13 of 15 home" in rows[1]
    assert "Star Halma · 1 move" in hands.page.inner_text(".ending .facts")


def test_several_on_one_screen_read_who_won(hands: Hands) -> None:
    ended(hands, "dutch", seats=[{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bob"}])
    assert hands.page.inner_text(".headline") == "Ada won!"


def test_the_loser_reads_who_won(somebody: Somebody, server: Server) -> None:
    diagram = next(each for each in page("dutch", "en").diagrams if each.name == "the-end")
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "link"}]
    made = server.table("dutch", position=base_of(diagram).board_text(), seats=seats)
    one, two = somebody(), somebody()
    one.sit(made)
    two.go(f"/t/{made['table']}#seat={made['links'][0]['token']}")
    two.seated()
    one.page.wait_for_selector(".status.mine")
    one.move(diagram.play[0])
    two.wait_until_over()
    assert two.page.inner_text(".headline") == "Ada won!" and one.page.inner_text(".headline") == "You won!"


def test_a_draw_has_no_winner(hands: Hands, server: Server) -> None:
    hands.sit(server.table("halma", options={"first": "A"}))
    assert not hands.page.is_visible(".ending")
    read = """async () => {
        const { Ending } = await import("/static/table/ending.js");
        const seats = [..."AB"].map((seat) => ({ seat, kind: "here", name: seat, place: 1, yours: true }));
        const cry = (teams, drawn) => Ending.prototype.cry.call(
            { screen: { own: ["A"], view: { seats, teams, outcome: { drawn } } } });
        return [cry([0, 1], true), cry([0, 1], false), cry([0, 0], false)];
    }"""
    assert hands.page.evaluate(read) == ["A draw", "A shared first place", "You won!"]


def test_the_longest_chain_is_told_and_shown_again(hands: Hands, server: Server) -> None:
    """A chain of four hops, and then somebody resigns."""
    diagram = next(each for each in page("halma", "en").diagrams if each.name == "a-chain")
    hands.sit(server.table("halma", position=base_of(diagram).board_text()))
    hands.move(diagram.play[0])
    path = hands.page.get_attribute(".layer.trail .way path", "d") or ""
    hops = path.count("L")
    assert hops >= 3
    hands.resign()
    hands.wait_until_over()
    assert f"Longest chain: {hops} hops, in move 1." in hands.page.inner_text(".chain")
    hands.act("chain")
    assert hands.page.locator(".layer.trail .way").count() == 1


@pytest.mark.parametrize("button", ["rematch", "analysis"])
def test_what_comes_next_is_offered(hands: Hands, button: str) -> None:
    ended(hands, "dutch", seats=[{"kind": "here"}, {"kind": "computer", "level": 1}])
    hands.page.wait_for_selector(f".ending [data-action={button}]:visible")
    assert hands.page.is_visible('.ending a[href="/"]')


# ---- review ---------------------------------------------------------------------------------------------


def reviewed(hands: Hands, values: list[dict[str, Any]]) -> None:
    """Three moves of halma, a resignation, and a review that says this of them."""
    hands.page.route(
        "**/analysis",
        lambda route: route.fulfill(
            json={"state": "ready", "done": 4, "total": 4, "values": values, "lost_most": [1, 3]}
        ),
    )
    hands.sit(hands.server.table("halma", options={"first": "A"}))
    for move in ("e2-f3", "l15-k14", "d2-e2"):
        hands.move(move)
    hands.resign()
    hands.wait_until_over()
    hands.act("analysis")
    hands.page.wait_for_selector(".chart .curve")


def value(
    ply: int, chances: list[float], line: list[str], loss: float | None = None, better: Sequence[str] = ()
) -> dict[str, Any]:
    """What a server says of a position."""
    told = {"ply": ply, "scores": [0, 0], "chances": chances, "remaining": [30, None], "line": line}
    return told | {"loss": loss, "better": list(better)}


# Blue loses 30 of 100 by its first move, red nothing by its own, blue 10 by the last.
VALUES = [
    value(0, [0.5, 0.5], ["d3-e4"]),
    value(1, [0.2, 0.8], ["l15-k14"], 0.3, ["d3-e4"]),
    value(2, [0.2, 0.8], ["f3-g4"], 0.0),
    value(3, [0.1, 0.9], [], 0.1, ["f3-g4"]),
]


def test_the_moves_that_lost_most_are_named_with_what_was_better(hands: Hands) -> None:
    reviewed(hands, VALUES)
    worst = hands.page.locator(".worst button")
    assert worst.all_inner_texts() == ["1. A e2-f3", "3. A d2-e2"]
    assert "Lost 30 % of the chance to win. Better: d3-e4" in hands.page.inner_text(".worst")
    worst.first.click()
    hands.page.wait_for_selector('.best:has-text("Best: d3-e4")')
    assert hands.pieces().get("e2") == "A" and "f3" not in hands.pieces()
    assert hands.page.get_attribute(".layer.glow use", "data-cell") == "d3"
    assert hands.page.locator(".layer.proposal .way").count() == 1


def test_a_tap_on_the_curve_goes_there_and_one_plays_on_from_there(hands: Hands) -> None:
    reviewed(hands, VALUES)
    box = hands.page.locator(".chart svg").bounding_box()
    assert box is not None
    hands.page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    hands.page.wait_for_selector('.told:has-text("After move 1.")')
    before = hands.page.url
    hands.page.click("dialog [data-action=continue]")
    hands.page.wait_for_function("before => location.href !== before", arg=before)
    hands.page.wait_for_selector('.table[data-live][data-ply="0"] .cell[aria-label]')
    pieces = hands.pieces()
    assert pieces["f3"] == "A" and pieces["l15"] == "B" and "e2" not in pieces
    assert hands.page.get_attribute('.players li[data-seat="B"]', "aria-current") == "true"
