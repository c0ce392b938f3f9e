"""Rulebook, course, puzzles, settings, languages."""

from __future__ import annotations

import pytest

from halma.web import page_words
from halma.words import LANGUAGES
from tests.web.conftest import Somebody
from tests.web.hands import QUIET, Hands
from tests.web.serving import Server
from tests.web.test_for_everyone import violations


def test_games_are_sifted_by_board_and_players(hands: Hands) -> None:
    hands.go()
    hands.page.wait_for_selector(".card")
    assert hands.page.locator(".card").count() == 27
    hands.page.check("input[name=board][value=star]", force=True)
    hands.page.check("input[name=players][value='6']", force=True)
    shown = hands.page.eval_on_selector_all(".card [data-game]", "all => all.map(each => each.dataset.game)")
    assert "star" in shown and "halma" not in shown


def test_games_are_sifted_by_time_and_age(hands: Hands, server: Server) -> None:
    listed = server.get("/api/games?lang=en")["games"]
    quick = {each["id"] for each in listed if each["minutes"][0] <= 15 and each["age"] <= 6}
    hands.go()
    hands.page.select_option("#sieve-minutes", "15")
    hands.page.select_option("#sieve-age", "6")
    hands.page.wait_for_function("count => document.querySelectorAll('.card').length === count", arg=len(quick))
    shown = hands.page.eval_on_selector_all(".card [data-game]", "all => all.map(each => each.dataset.game)")
    assert set(shown) == quick and 0 < len(quick) < 27


def test_one_tap_begins_a_game_and_the_next_one_like_the_last(hands: Hands) -> None:
    hands.go()
    assert "Quick Halma against a level 1 computer" in hands.page.inner_text(".hero")
    hands.page.click("#play-now")
    hands.seated()
    assert hands.page.inner_text(".people h1") == "Quick Halma"
    assert "computer · level 1" in hands.page.inner_text(".players.far")
    hands.begin("dutch")
    hands.go("/")
    hands.page.wait_for_selector('.hero .note:has-text("Dutch Halma")')
    hands.page.click("#play-now")
    hands.seated()
    assert hands.page.inner_text(".people h1") == "Dutch Halma"


def test_every_game_shows_its_own_moment(hands: Hands) -> None:
    hands.go()
    hands.page.wait_for_selector(".card")
    pictures = hands.page.eval_on_selector_all(".card img", "all => all.map((image) => image.src)")
    answers = [hands.page.request.get(picture) for picture in pictures]
    assert all(answer.ok and 'class="way' in answer.text() for answer in answers)
    assert len({answer.text() for answer in answers}) == 27


@pytest.mark.parametrize("theme", ["wood", "paper", "night", "contrast"])
def test_axe_finds_nothing_in_any_look(somebody: Somebody, server: Server, theme: str) -> None:
    hands = somebody()
    hands.remember("settings", {**QUIET, "theme": theme, "pieces": "discs"})
    hands.go()
    hands.page.wait_for_selector(".card")
    assert violations(hands) == []
    hands.sit(server.table("star", options={"first": "A"}))
    assert violations(hands) == []


def test_the_other_set_of_pieces_is_shown(hands: Hands, server: Server) -> None:
    hands.sit(server.table("halma"))
    shown = "() => ['cone', 'disc'].map((part) => getComputedStyle(document.querySelector(`#kind-A .${part}`)).display)"
    assert hands.page.evaluate(shown) == ["inline", "none"]
    hands.page.click("#top button")
    hands.page.select_option("dialog select[name=pieces]", "discs")
    assert hands.page.evaluate(shown) == ["none", "inline"]


def test_rules_are_one_tap_away(hands: Hands) -> None:
    hands.go()
    hands.page.click('.card:has([data-game="dutch"]) .more')
    hands.page.wait_for_selector("article.rules h1")
    assert "Dutch Halma" in hands.page.inner_text("article.rules h1")


def test_the_reader_of_the_course_makes_the_move(hands: Hands) -> None:
    hands.go("/#/rules/course-hop")
    hands.page.click("#course-hop-over-an-own-piece button")
    hands.page.wait_for_selector("dialog .piece")
    hands.tap("d4")
    hands.tap("a9")
    hands.page.wait_for_selector('dialog .word:has-text("No step or hop reaches")')
    hands.tap("f6")
    hands.page.wait_for_selector('dialog .word:has-text("Well done!")')
    assert hands.pieces()["f6"] == "A"


def test_seats_and_options_are_chosen(hands: Hands) -> None:
    hands.go("/#/new/star")
    page = hands.page
    page.select_option("#format", label="3 players, 15 pieces each")
    page.select_option("#kind-B-select", "here")
    page.select_option("#kind-C-select", "link")
    page.click("details.sheet summary")
    page.select_option("#option-blocking", label="no rule")
    page.fill("#name-A", "Ada <b>")
    page.click("#begin")
    hands.seated()
    assert page.locator(".players li").count() == 3
    assert "Ada <b>" in page.inner_text('.players li[data-seat="A"]')
    assert "no rule" in page.inner_text(".people")
    # The link is shown at once, and again whenever it is asked for.
    link = page.locator("dialog input").input_value()
    assert "#seat=" in link
    page.keyboard.press("Escape")
    page.click(".players button")
    assert page.locator("dialog input").input_value() == link


def test_an_empty_seat_makes_the_game_smaller(hands: Hands) -> None:
    hands.go("/#/new/halma")
    page = hands.page
    page.select_option("#format", label="4 players, 13 pieces each")
    page.select_option("#kind-D-select", "empty")
    assert page.locator(".seats li").count() == 2


def test_a_puzzle_is_begun(hands: Hands) -> None:
    hands.go("/#/puzzles")
    hands.page.wait_for_selector(".puzzle.daily")
    hands.page.click('[data-puzzle] >> text="Try it" >> nth=1')
    hands.seated()
    assert "par" in hands.page.inner_text(".task")


def test_who_solves_a_puzzle_gets_into_the_list(hands: Hands, server: Server) -> None:
    puzzle = "daily-2026-11-15"
    hands.sit(server.table("star-highscore", puzzle=puzzle))
    while not hands.over:
        hands.act("hint")
        hands.page.wait_for_selector(".layer.proposal .way")
        ply = hands.ply
        origin = hands.page.eval_on_selector(".layer.glow use", "halo => halo.dataset.cell")
        goal = hands.reachable()[0]
        hands.tap(origin)
        hands.tap(goal)
        hands.wait_for_ply(ply + 1)
        assert hands.ply <= 3
    hands.page.fill("dialog form input", "Ada & <i>")
    hands.page.click("dialog form button")
    hands.page.wait_for_selector('.players:has-text("Ada & <i>")')
    leaders = server.get(f"/api/puzzles/{puzzle}/leaders")["leaders"]
    assert [(each["name"], each["moves"], each["hinted"]) for each in leaders] == [("Ada & <i>", 3, True)]
    # On the calendar the day has its mark from now on, and says that help led to it.
    hands.go("/#/puzzles/2026-11")
    day = hands.page.wait_for_selector(f"[data-day={puzzle}]")
    assert day is not None and day.get_attribute("data-progress") == "hinted"
    day.click()
    hands.page.wait_for_selector(f'[data-puzzle={puzzle}] .reached:has-text("Solved with hints")')


def test_the_archive_leads_from_month_to_month(hands: Hands) -> None:
    hands.go("/#/puzzles/2020-01")
    hands.page.wait_for_selector(".calendar")
    assert hands.page.locator(".calendar button").count() == 31
    # The first of January 2020 was a Wednesday; weeks begin on Monday.
    assert hands.page.eval_on_selector(".calendar li", "item => getComputedStyle(item).gridColumnStart") == "3"
    assert hands.page.get_attribute(".calendar [aria-pressed=true]", "data-day") == "daily-2020-01-31"
    assert not hands.page.locator('.archive a[aria-label="The month before"]').get_attribute("href")
    hands.page.click('.archive a[aria-label="The month after"]')
    hands.page.wait_for_selector("[data-day=daily-2020-02-29]")
    hands.page.click("[data-day=daily-2020-02-01]")
    hands.page.wait_for_selector("[data-puzzle=daily-2020-02-01] .stars")
    hands.page.click('[data-puzzle=daily-2020-02-01] >> text="Try it"')
    hands.seated()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_be_chosen(hands: Hands, language: str) -> None:
    words = page_words(language)
    hands.go()
    hands.page.click("#top button")
    hands.page.select_option("dialog select[name=language]", language)
    hands.page.wait_for_selector(f"html[lang={language}]")
    hands.page.wait_for_selector(f'h1:text-is("{words["start.title"]}")')
    hands.page.reload()
    hands.page.wait_for_selector(f'h1:text-is("{words["start.title"]}")')


def test_the_language_follows_the_browser(somebody: Somebody) -> None:
    hands = somebody(locale="de-AT")
    hands.go()
    hands.page.wait_for_selector("html[lang=de] h1")
    assert hands.page.inner_text("h1") == page_words("de")["start.title"]


@pytest.mark.parametrize(("asked", "language"), [("nl", "nl"), ("toString", "de"), ("", "de")])
def test_the_address_asks_for_a_language(somebody: Somebody, asked: str, language: str) -> None:
    """As `halma --lang nl play` opens it; what nobody speaks is passed over."""
    hands = somebody(locale="de-AT")
    hands.go(f"/?lang={asked}")
    hands.page.wait_for_selector(f"html[lang={language}] h1")
    assert hands.page.inner_text("h1") == page_words(language)["start.title"]


def test_coordinates_come_with_the_notation_or_stay_for_good(hands: Hands) -> None:
    hands.begin("halma")
    coordinates = ".coordinates text >> nth=0"
    assert not hands.page.is_visible(coordinates)
    hands.unfold("notation")
    hands.page.wait_for_selector(coordinates, state="visible")
    hands.page.click("details.notation > summary")
    hands.page.wait_for_selector(coordinates, state="hidden")
    hands.page.click("#top button")
    hands.page.check("dialog input[name=coordinates]")
    hands.page.wait_for_selector(coordinates, state="visible")
