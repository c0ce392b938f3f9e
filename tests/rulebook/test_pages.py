"""Every page of the rulebook is complete, and nothing it shows is untrue."""

import re
from pathlib import Path

import pytest

from halma.games import games
from halma.play import Position
from halma.rulebook.check import check_file, main
from halma.rulebook.law import LAW_PAGE
from halma.rulebook.library import (
    UnknownPageError,
    find_page,
    has_page,
    page,
    page_ids,
)
from halma.rulebook.model import GAME, PageError, plain
from halma.rulebook.reading import read_page
from halma.words import LANGUAGES
from tests.rulebook.shelf import EVERY_PAGE, FILES, page_of

each_file = pytest.mark.parametrize("path", FILES, ids=EVERY_PAGE)


@each_file
def test_a_page_is_complete_and_its_diagrams_are_true(path: Path):
    """Headings, links, titles and readings; every diagram is played; a translation is built like the English page."""
    assert list(check_file(path)) == []


@pytest.mark.parametrize("game", games())
def test_every_game_has_its_page(game: str):
    assert has_page(game, "en") and page(game, "en").kind == GAME


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(language: str):
    """A reader of a language never has to fall back to English, except for the law."""
    missing = [identifier for identifier in page_ids() if not has_page(identifier, language)]
    assert missing == ([] if language == "en" else [LAW_PAGE])


def test_there_are_no_other_pages():
    assert {path.stem for path in FILES} == set(page_ids()) - {LAW_PAGE}


@each_file
def test_a_page_keeps_to_the_conventions_of_its_text(path: Path):
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert "\t" not in text and "\r" not in text
    if path.parent.name == "fr":
        for sign in (" :", " ;", " ?", " !", " »", "« "):
            assert sign not in text, f"a no-break space belongs where “{sign}” has a blank"


@each_file
def test_a_page_names_options_as_the_screens_do(path: Path):
    """No flag of the command line stands in a page for children: a label comes from the set-up screen."""
    shown = [words.text for line in page_of(path).lines for words in line]
    assert not [text for text in shown if re.search(r"--[a-z]", text)]


def test_a_label_and_a_clause_are_in_the_language_of_the_page():
    source = "---\nid: halma\ntitle: T\nkind: base\nsummary: S.\n---\n\n[](option:stall=draw), ([](law:2.21))\n"
    shown = {language: plain(read_page(source, language).lines[0]) for language in ("de", "en", "fr")}
    assert shown["en"] == "“drawn”, (rule 2.21)"
    assert shown["de"] == "„unentschieden“, (Regel 2.21)"
    assert shown["fr"].startswith("«\u00a0") and shown["fr"].endswith("(règle 2.21)")
    for wrong in ("[drawn](option:stall=draw)", "[](option:stall=quux)", "[](https://example.org)"):
        with pytest.raises(PageError):
            read_page(source.replace("[](law:2.21)", wrong), "en")


def test_the_warnings_the_rules_ask_for_are_given():
    """Being shut in loses, and four on the star can lock each other out: the page says and shows both."""
    ends = {diagram.name: diagram.ends or "" for diagram in page("blocking", "en").diagrams}
    assert ends["shut-in"].startswith("blocked-out")
    assert ends["locked-out"].startswith("stall")


def test_the_numbers_of_the_strategy_pages_are_true():
    for game, pieces, farthest, way in (("halma", 19, 30, 450), ("star", 15, 16, 160)):
        start = Position(game).total_advance("A")
        assert pieces * farthest - start - start == way
        text = next(path for path in FILES if path.stem == f"strategy-{game}" and path.parent.name == "en").read_text()
        assert str(way) in text


def test_every_page_is_read_in_its_language():
    assert all(page_of(path).language == path.parent.name for path in FILES)


def test_the_english_words_of_the_compact_booklet_find_what_they_mean():
    """It says camp for home and target, and jump for hop."""
    assert find_page("camp", "en").id == "base-rule"
    assert find_page("Camp ", "de").id == "base-rule"
    for word in ("jump", "Jumping"):
        assert find_page(word, "en").id == "course-hop"
    assert find_page("Chained jumps", "en").id == "course-chain"


def test_a_page_is_found_by_id_title_and_booklet_name():
    assert find_page("blocking", "de").id == "blocking"
    assert find_page("Blocking rules", "en").id == "blocking"
    assert find_page("Dames chinoises", "en").id == "star"
    with pytest.raises(UnknownPageError, match="Did you mean: blocking"):
        find_page("bloking", "en")
    with pytest.raises(UnknownPageError, match="Pages: base-rule"):
        find_page("quux", "en")


def test_the_checker_tells_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "en"
    folder.mkdir()
    wrong = folder / "quick.md"
    wrong.write_text("---\nid: quick\ntitle: Quick\nkind: game\nsummary: Short.\n---\n\nText.\n", encoding="utf-8")
    assert main([str(wrong)]) == 1
    told = capsys.readouterr().out
    assert "en/quick.md: the title is “Quick”" in told
    assert "the headings are" in told and "no diagram shows the end" in told
    assert main([str(path) for path in FILES[:1]]) == 0
