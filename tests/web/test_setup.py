"""The set-up screen: it offers what the game takes in the chosen edition and format, and asks for nothing else."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from playwright.sync_api import expect

from tests.web.hands import Hands


def begun(hands: Hands) -> dict[str, Any]:
    """Start the game; what the page asked the server for."""
    with hands.page.expect_request(lambda sent: sent.method == "POST" and sent.url.endswith("/api/tables")) as asked:
        hands.page.click("#begin")
    hands.seated()
    return cast(dict[str, Any], asked.value.post_data_json)


def values(hands: Hands, name: str) -> list[str]:
    return hands.page.locator(f"#option-{name} option").evaluate_all("options => options.map((each) => each.value)")


def test_an_edition_brings_its_blocking_rule_and_another_one_can_still_be_chosen(hands: Hands) -> None:
    """2.40: Ravensburger plays without a blocking rule; one may be chosen all the same."""
    hands.go("/#/new/quick")
    page = hands.page
    page.click("details.sheet summary")
    expect(page.locator("#option-blocking")).to_have_value("vacate")
    page.select_option("#edition", "ravensburger")
    expect(page.locator("#option-blocking")).to_have_value("free")
    page.select_option("#option-blocking", "vacate")
    asked = begun(hands)
    assert asked["options"]["edition"] == "ravensburger" and asked["options"]["blocking"] == "vacate"
    expect(page.locator(".people")).to_contain_text("the home must be cleared")


def test_every_option_is_named(hands: Hands) -> None:
    """What is proposed need not be what counts where nothing is said."""
    hands.go("/#/new/quick")
    hands.page.click("details.sheet summary")
    hands.page.select_option("#edition", "ravensburger")
    assert begun(hands)["options"] == {
        "players": 2,
        "pieces": 6,
        "edition": "ravensburger",
        "first": "lot",
        "blocking": "free",
        "stall": "rank",
    }


def test_playing_on_is_not_offered_to_teams(hands: Hands) -> None:
    """2.31: play-on is for games without teams."""
    hands.go("/#/new/halma")
    page = hands.page
    page.click("details.sheet summary")
    page.select_option("#format", label="4 players, 13 pieces each")
    page.check("#option-play_on")
    page.select_option("#format", label="4 players, 13 pieces each (in teams)")
    expect(page.locator("#option-play_on")).to_have_count(0)
    asked = begun(hands)["options"]
    assert asked["teams"] is True and "play_on" not in asked


def test_options_stay_open_when_another_format_is_chosen_at_once(hands: Hands) -> None:
    """Both in one go, before the browser has told that they were opened."""
    hands.go("/#/new/halma")
    page = hands.page
    page.wait_for_selector("details.sheet summary")
    page.evaluate("""() => {
        document.querySelector("details.sheet summary").click();
        const format = document.querySelector("#format");
        format.selectedIndex = 1;
        format.dispatchEvent(new Event("change", { bubbles: true }));
    }""")
    expect(page.locator("details.sheet")).to_have_attribute("open", "")


def test_only_seats_that_play_can_begin(hands: Hands) -> None:
    hands.go("/#/new/star")
    page = hands.page
    page.click("details.sheet summary")
    assert values(hands, "first") == ["A", "B", "lot"]
    page.select_option("#format", label="3 players, 15 pieces each")
    assert values(hands, "first") == ["A", "B", "C", "lot"]
    page.select_option("#option-first", "C")
    page.select_option("#format", label="2 players, 15 pieces each")
    expect(page.locator("#option-first")).to_have_value("lot")


def test_the_tips_of_two_colours_are_an_option_of_that_format(hands: Hands) -> None:
    """1.10"""
    hands.go("/#/new/star")
    page = hands.page
    page.click("details.sheet summary")
    assert values(hands, "tips") == ["opposite", "apart"]
    page.select_option("#format", label="3 players, 15 pieces each")
    expect(page.locator("#option-tips")).to_have_count(0)
    page.select_option("#format", label="2 players, 20 pieces each (two colours)")
    assert values(hands, "tips") == ["facing", "paired"]
    page.select_option("#option-tips", "paired")
    asked = begun(hands)["options"]
    assert (asked["players"], asked["pieces"], asked["tips"]) == (2, 20, "paired")


def test_the_mice_are_put_by_lot_unless_one_puts_them_oneself(hands: Hands) -> None:
    """5.7: the friendliest way is proposed."""
    hands.go("/#/new/cat-and-mouse")
    hands.page.click("details.sheet summary")
    expect(hands.page.locator("#option-scatter")).to_be_checked()
    assert begun(hands)["options"]["scatter"] is True
    hands.go("/#/new/cat-and-mouse")
    hands.page.click("details.sheet summary")
    hands.page.uncheck("#option-scatter")
    assert "scatter" not in begun(hands)["options"]


def test_an_address_names_options(hands: Hands) -> None:
    """`halma play` opens such addresses."""
    hands.go("/?game=star&tips=paired&blocking=fill&play_on=True#/new/star")
    page = hands.page
    expect(page.locator("#begin")).to_be_visible()
    page.click("details.sheet summary")
    expect(page.locator("#option-tips")).to_have_value("paired")
    expect(page.locator("#option-blocking")).to_have_value("fill")
    expect(page.locator("#option-play_on")).to_be_checked()
    assert re.search(r"pieces=20.*tips=paired", page.get_attribute(".preview", "src") or "")


def test_a_newcomer_begins_at_the_easiest_level(hands: Hands) -> None:
    hands.go("/#/new/halma")
    expect(hands.page.locator("#level-B")).to_have_value("1")
    assert "six-year-old" in hands.page.locator("#level-B option:checked").inner_text()
    hands.page.select_option("#level-B", "4")
    hands.go("/#/new/quick")
    expect(hands.page.locator("#level-B")).to_have_value("4")


LADDER = """async ([level, results]) => {
    const { climb } = await import("/static/table/ladder.js");
    const seats = [{ seat: "A", kind: "here" }, { seat: "B", kind: "computer", level }];
    return results.map((won) => climb({ seats, outcome: { places: won ? { A: 1, B: 2 } : { A: 2, B: 1 } } }, ["A"]));
}"""


@pytest.mark.parametrize(
    ("level", "results", "offered"),
    [
        (1, [True, True, True, True], [None, 2, None, 2]),
        (1, [False] * 4, [None] * 4),
        (4, [True, False, True, False], [None] * 4),
        (4, [False, False, False, True], [None, None, 3, None]),
        (9, [True] * 3, [None] * 3),
    ],
)
def test_two_wins_offer_the_next_level_and_three_losses_an_easier_one(
    hands: Hands, level: int, results: list[bool], offered: list[int | None]
) -> None:
    hands.go()
    assert hands.page.evaluate(LADDER, [level, results]) == offered


def test_other_people_and_draws_do_not_count(hands: Hands) -> None:
    hands.go()
    script = """async () => {
        const { climb } = await import("/static/table/ladder.js");
        const person = [{ seat: "A", kind: "here" }, { seat: "B", kind: "link" }];
        const machine = [{ seat: "A", kind: "here" }, { seat: "B", kind: "computer", level: 2 }];
        const won = { places: { A: 1, B: 2 } };
        return [0, 1, 2].flatMap(() => [
            climb({ seats: person, outcome: won }, ["A"]),
            climb({ seats: machine, outcome: { places: { A: 1, B: 1 }, drawn: true } }, ["A"]),
        ]);
    }"""
    assert hands.page.evaluate(script) == [None] * 6
