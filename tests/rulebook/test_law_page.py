"""The law in the rulebook: a page with a place for every clause, cited by the pages that explain it."""

import re
from pathlib import Path

import pytest

from halma.games import games
from halma.play import Position
from halma.play.clauses import clause_of
from halma.rulebook.html import page_in_html
from halma.rulebook.law import LAW_PAGE, clauses, clauses_of, page_of_law
from halma.rulebook.library import page, page_of_clause
from halma.rules import Reason
from halma.words import translator
from tests.rulebook.shelf import EVERY_PAGE, FILES, page_of

ENGLISH = translator("en")


def places(html: str) -> list[str]:
    """The clauses that a page has a place for."""
    return re.findall(r'id="rules-[a-z0-9-]+-\d+(?:\.\d+)?" data-clause="([\d.]+)"', html)


@pytest.mark.parametrize("path", FILES, ids=EVERY_PAGE)
def test_a_page_cites_clauses_that_the_law_has(path: Path):
    assert [clause for clause in page_of(path).clauses if clause not in clauses()] == []


@pytest.mark.parametrize("game", games())
def test_the_page_of_a_game_cites_the_clauses_of_the_game(game: str):
    assert clauses_of(game)
    assert [clause for clause in clauses_of(game) if clause not in page(game, "en").clauses] == []


def test_the_clauses_of_a_game_are_those_up_to_the_next_name():
    assert clauses_of("colour") == ("3.5", "3.6", "3.7", "3.8", "3.9")
    assert clauses_of("retour") == ("3.25",)
    assert clauses_of("cat-and-mouse") == ("5.7", "5.8", "5.9")
    # Two games alone share the clause of another one, and a new game has none yet.
    assert clauses_of("star-highscore") == clauses_of("highscore") == ("3.22",)
    assert clauses_of("quux") == ()


def test_every_clause_has_its_place_on_the_page_of_the_law():
    html = page_in_html(page_of_law(), ENGLISH)
    assert places(html) == list(clauses())
    # Where one clause names another it leads there: 3.2 says “as 4.3”.
    assert re.search(r'<a class="clause" data-clause="4.3" href="#rules-law-4.3">', html)


def test_the_law_is_a_page_of_the_rulebook_in_english_alone():
    assert page(LAW_PAGE, "de").language == "en"
    assert "noch nicht übersetzt" in page_in_html(page(LAW_PAGE, "de"), translator("de"))


@pytest.mark.parametrize(
    ("clause", "game", "expected"),
    [
        ("2.11", "quick", "quick"),  # the game explains it in its own words
        ("2.13", "quick", "blocking"),
        ("2.5", "quick", "base-rule"),
        ("2.21", "quick", "stall"),
        ("2.40", "quick", "editions"),
        ("2.24", "quick", "law"),
        ("2.11", "a-new-game", "blocking"),
        ("9.99", "quick", "law"),
    ],
)
def test_a_clause_is_explained_by_the_page_that_is_nearest_to_the_game(clause: str, game: str, expected: str):
    assert page_of_clause(clause, game) == expected


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_whatever_is_refused_in_a_game_is_explained_at_a_place_that_exists(game):
    rules = Position(game.id, dice=None, edition=game.formats[0].editions[0]).rules
    found = {(page_of_clause(clause, game.id), clause) for clause in (clause_of(why, game.id, rules) for why in Reason)}
    for identifier, clause in found:
        explaining = page(identifier, "en")
        assert clause in (explaining.beginnings if identifier == LAW_PAGE else explaining.clauses)


def test_the_first_citation_on_a_page_is_the_place_of_its_clause():
    html = page_in_html(page("quick", "fr"), translator("fr"))
    assert places(html) == list(dict.fromkeys(page("quick", "fr").clauses))
    assert 'id="rules-quick-2.11" data-clause="2.11" href="#rules-law-2.11">règle 2.11</a>' in html
