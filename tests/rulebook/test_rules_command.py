"""`halma rules`."""

import re
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
    assert refused("rules", "stall", "--pdf", "/nowhere/at/all.pdf").startswith("/nowhere/at/all.pdf cannot be written")


@pytest.mark.parametrize("name", ["stall", "overview"])
def test_a_page_is_written_as_html_and_pdf(lines, tmp_path: Path, name: str):
    html, pdf = tmp_path / "page.html", tmp_path / "page.pdf"
    assert lines("rules", name, "--html", str(html), "--pdf", str(pdf)) == [f"Written: {html}", f"Written: {pdf}"]
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_without_a_name_all_pages_are_written_and_their_links_lead_somewhere(lines, tmp_path: Path):
    file = tmp_path / "book.html"
    lines("rules", "--html", str(file), "--lang", "nl")
    book = file.read_text(encoding="utf-8")
    assert re.findall(r'data-page="([^"]+)"', book) == list(page_ids())
    identifiers = re.findall(r' id="([^"]+)"', book)
    assert len(identifiers) == len(set(identifiers))
    links = re.findall(r'<a href="#([^"]+)"', book)
    assert links and set(links) <= set(identifiers)
