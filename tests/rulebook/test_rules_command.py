"""`halma rules`."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from halma.rulebook.library import page_ids


def test_rules_alone_lists_all_pages(lines):
    listed = lines("rules")
    assert "How to play" in listed[0]
    for identifier in (*page_ids(), "overview"):
        assert any(line.startswith(identifier + " ") for line in listed), identifier


def test_a_page_is_read(lines):
    shown = lines("rules", "blocking")
    assert shown[0].strip() == "Blocking rules"
    assert any(line.startswith("Not allowed: m15-l14. The piece has reached its target") for line in shown)


def test_a_page_is_found_by_a_booklet_name_and_told_in_a_language(lines):
    assert lines("rules", "Dames chinoises", "--lang", "fr") == lines("rules", "star", "--lang", "fr")


def test_all_start_positions_are_shown(lines):
    assert any("Halma · 2 × 19" in line for line in lines("rules", "overview"))


def test_what_is_not_there_is_refused_in_one_line(refused):
    assert refused("rules", "bloking") == "The rulebook has no page “bloking”. Did you mean: blocking, course-blocking?"
    assert refused("rules", "quux", "--lang", "de").startswith(
        "Das Regelbuch hat keine Seite „quux“. Seiten: base-rule,"
    )
    assert refused("rules", "stall", "--pdf", "/nowhere/at/all.pdf").startswith("Cannot write /nowhere/at/all.pdf")


@pytest.mark.parametrize("name", ["stall", "overview"])
def test_a_page_is_written_as_html_and_pdf(lines, tmp_path: Path, name: str):
    html, pdf = tmp_path / "page.html", tmp_path / "page.pdf"
    assert lines("rules", name, "--html", str(html), "--pdf", str(pdf)) == [f"Wrote {html}", f"Wrote {pdf}"]
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_without_a_name_all_pages_are_written_and_their_links_lead_somewhere(lines, tmp_path: Path):
    file = tmp_path / "book.html"
    lines("rules", "--html", str(file), "--lang", "nl")
    book = file.read_text(encoding="utf-8")
    assert re.findall(r'data-page="([^"]+)"', book) == list(page_ids())
    identifiers = re.findall(r' id="([^"]+)"', book)
    assert len(identifiers) == len(set(identifiers))
    links = re.findall(r'<a [^>]*href="#([^"]+)"', book)
    assert "rules-law-2.11" in links
    assert links and set(links) <= set(identifiers)


def test_the_law_is_read_whole_or_by_clause(lines):
    whole = lines("rules", "--law")
    assert whole[0].strip() == "The rules of the Halma box"
    assert any("2.11 Duty to clear" in line for line in whole)
    clause = lines("rules", "--law", "2.11")
    assert clause[0].strip() == "2.11 Duty to clear"
    assert "that player has lost." in " ".join(clause)
    # The table of editions belongs to its clause.
    assert any("schmidt-compact" in line for line in lines("rules", "--law", "2.40"))


def test_the_law_says_in_another_language_that_it_is_in_english(lines):
    assert lines("rules", "--law", "6.7", "--lang", "de")[-1].startswith("Material counts")


def test_a_clause_that_is_not_there_is_refused_with_those_near_it(refused):
    assert (
        refused("rules", "--law", "6.9") == "The law has no clause “6.9”. Clauses: 6.1, 6.2, 6.3, 6.4, 6.5, 6.6, 6.7."
    )
    assert "1.1, 1.2" in refused("rules", "--law", "quux")


@pytest.mark.parametrize("asked", [("law",), ("--law",), ("--law", "3.2")])
def test_the_law_is_written_and_printed(lines, tmp_path: Path, asked: tuple[str, ...]):
    """Clause 3.2 cites 4.3: in a document of its own that leads nowhere."""
    html, pdf = tmp_path / "law.html", tmp_path / "law.pdf"
    lines("rules", *asked, "--html", str(html), "--pdf", str(pdf), "--lang", "fr")
    document = html.read_text(encoding="utf-8")
    assert 'data-clause="4.3"' in document and 'lang="en"' in document
    assert ('href="#rules-law-4.3"' in document) == ("3.2" not in asked)
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_the_package_carries_the_law_that_the_documents_show():
    shown = Path(__file__).parent.parent.parent / "docs/rules.md"
    assert files("halma").joinpath("rulebook", "law.md").read_text(encoding="utf-8") == shown.read_text(
        encoding="utf-8"
    )
