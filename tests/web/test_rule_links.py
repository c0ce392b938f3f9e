"""A refusal and a duty lead to the rule they follow from, and the rulebook opens there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from halma.rulebook.law import LAW_PAGE
from halma.rulebook.library import page as rules_page
from halma.rulebook.playing import base_of
from tests.web.conftest import Somebody
from tests.web.hands import Hands
from tests.web.serving import Server
from tests.web.test_for_everyone import violations


def opened(page: Page) -> str:
    """The passage that the rulebook was opened at."""
    page.wait_for_selector(".rules .opened")
    assert page.evaluate(
        """() => {
          const passage = document.querySelector(".rules .opened").getBoundingClientRect();
          return passage.top >= 0 && passage.top < innerHeight;
        }"""
    )
    return page.inner_text(".rules .opened")


def test_a_refusal_opens_its_rule_in_a_tab_of_its_own(hands: Hands, server: Server) -> None:
    hands.sit(server.table("halma", options={"first": "A"}))
    hands.tap("d2")
    hands.tap("k9")
    link = hands.page.locator(".word a.clause")
    link.wait_for()
    assert link.inner_text() == "rule 2.1"
    assert link.get_attribute("aria-label") == "rule 2.1 (opens in a new tab)"
    link.focus()
    with hands.page.context.expect_page() as tab:
        hands.page.keyboard.press("Enter")
    tab.value.wait_for_url("**/#/rules/halma/2.1")
    assert "rule 2.1" in opened(tab.value)
    # The table is as it was.
    assert hands.pieces()["d2"] == "A" and link.is_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_a_rule_is_named(somebody: Somebody, server: Server, theme: Any) -> None:
    diagram = next(each for each in rules_page("quick", "en").diagrams if each.name == "clear-the-ring")
    hands = somebody(color_scheme=theme)
    hands.sit(server.table("quick", position=base_of(diagram).board_text()))
    hands.page.wait_for_selector(".duty a.clause")
    hands.tap("o15")
    hands.page.wait_for_selector(".word a.clause")
    assert violations(hands) == []


def test_a_duty_opens_its_rule_and_its_link_stays_in_place(hands: Hands, server: Server) -> None:
    """The duty to clear, 2.11."""
    diagram = next(each for each in rules_page("quick", "en").diagrams if each.name == "clear-the-ring")
    made = server.table("quick", position=base_of(diagram).board_text())
    hands.sit(made)
    link = hands.page.locator(".duty a.clause")
    link.wait_for()
    assert link.get_attribute("href") == "/#/rules/quick/2.11"
    # The same person at another device changes the name: everything is shown anew, and the focus stays where it is.
    link.focus()
    hands.page.evaluate(
        """async ([table, token]) => {
          const { Live } = await import("/static/protocol/live.js");
          const other = new Live(table, () => [token], () => "en");
          other.addEventListener("message", ({ detail }) => {
            if (detail.type === "welcome") other.send({ type: "name", name: "Ada" });
          }, { once: true });
        }""",
        [made["table"], made["token"]],
    )
    hands.page.wait_for_selector('.players:has-text("Ada")')
    assert link.evaluate("link => link === document.activeElement")


def test_an_example_of_the_rulebook_says_which_rule_it_is(hands: Hands) -> None:
    hands.go("/#/rules/course-hop")
    hands.page.click("#course-hop-over-an-own-piece button")
    hands.page.wait_for_selector("dialog .piece")
    hands.tap("d4")
    hands.tap("a9")
    hands.page.wait_for_selector('dialog .word a.clause:has-text("rule 2.1")')


@pytest.mark.parametrize(
    ("address", "clause"), [("quick/2.11", "2.11"), ("law/2.11", "2.11"), ("law/3", "Games on the square board")]
)
def test_the_rulebook_opens_at_a_clause(hands: Hands, address: str, clause: str) -> None:
    hands.go(f"/#/rules/{address}")
    assert clause in opened(hands.page)
    assert hands.page.evaluate("() => document.activeElement.classList.contains('opened')")


@pytest.mark.parametrize("clause", ["9.99", "quux", '"]', "%", ""])
def test_a_clause_that_is_not_there_opens_the_page_at_its_beginning(hands: Hands, clause: str) -> None:
    hands.go(f"/#/rules/quick/{clause}")
    hands.page.wait_for_selector("article.rules h1")
    assert hands.page.locator(".opened").count() == 0
    assert hands.page.evaluate("() => scrollY") == 0


def test_a_citation_leads_to_the_law_and_back(hands: Hands) -> None:
    hands.go("/#/rules/quick/2.11")
    opened(hands.page)
    hands.page.click('.rules .opened a.clause[data-clause="2.11"]')
    hands.page.wait_for_selector(f"article#rules-{LAW_PAGE}")
    assert opened(hands.page).startswith("2.11 Duty to clear")
    hands.page.go_back()
    hands.page.wait_for_selector("article#rules-quick")
    assert "rule 2.11" in opened(hands.page)


def test_the_law_is_in_the_contents_and_says_that_it_is_english(somebody: Somebody) -> None:
    hands = somebody(locale="de-DE")
    hands.go("/#/rules")
    hands.page.click('.contents a[href="/#/rules/law"]')
    hands.page.wait_for_selector('article#rules-law .note:has-text("noch nicht übersetzt")')


def test_a_new_game_says_for_whom_and_how_long_it_is(somebody: Somebody) -> None:
    hands = somebody(locale="de-DE")
    hands.go("/#/new/rakado")
    hands.page.wait_for_selector('.facts:text-is("Ab 6 Jahren · etwa 15–25 Minuten · Glück spielt eine große Rolle")')
