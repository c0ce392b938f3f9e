"""The page itself: its texts, its weight, and that it brings nothing it should not."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from halma.draw import png_of
from halma.web import STATIC, icon, manifest, page_words, shell
from halma.web.shell import ICON_SIZES
from halma.web.texts import PLURALS, TEXTS
from halma.words import LANGUAGES
from tests.web.hands import Hands

SCRIPTS = {str(path): path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js")}
KEYS = {**TEXTS, **PLURALS}
# The fonts are loaded once and hold nothing up: the page is shown in those of the device until they are there.
FONTS = sum(path.stat().st_size for path in STATIC.rglob("*.woff2"))
WEIGHT = 300_000 + FONTS


def test_every_text_that_is_used_is_declared_and_every_declared_text_is_used() -> None:
    everything = "\n".join(SCRIPTS.values())
    used = set(re.findall(r'\b(?:tn?|text)\(\s*"([\w.-]+)"', everything))
    assert used <= set(KEYS)
    # t(`act.${name}`) uses all texts that begin so.
    patterns = [
        re.escape(part).replace(r"\$\{", "${") for part in re.findall(r"\b(?:tn?|text)\(\s*`([^`]+)`", everything)
    ]
    patterns = [re.sub(r"\$\{.*?\\?\}", "[\\\\w-]+", pattern) for pattern in patterns]
    quoted = set(re.findall(r'"([a-z]+\.[\w.-]+)"', everything))
    page_texts = {key for key in KEYS if key.startswith("page.")}
    unused = {
        key
        for key in set(KEYS) - used - quoted - page_texts
        if not any(re.fullmatch(pattern, key) for pattern in patterns)
    }
    assert unused == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive_translation(language: str) -> None:
    words = page_words(language)
    assert set(words) == set(KEYS)
    for key, template in TEXTS.items():
        found = words[key]
        assert isinstance(found, str)
        assert sorted(re.findall(r"\{\w+\}", found)) == sorted(re.findall(r"\{\w+\}", template)), key


def test_the_fonts_are_light_and_come_with_their_licences() -> None:
    assert 0 < FONTS <= 120_000
    for font in STATIC.rglob("*.woff2"):
        licence = font.with_name(f"{font.stem}-licence.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence


def test_scripts_name_no_other_host() -> None:
    for name, script in SCRIPTS.items():
        assert "http:" not in script.replace("http://www.w3.org", ""), name


class Outline(HTMLParser):
    """Finds what a strict policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.wrong += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and not (given.get("src") or "").startswith("/static/")):
            self.wrong.append(tag)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shell_needs_no_exception_from_a_strict_policy(language: str) -> None:
    outline = Outline()
    outline.feed(shell(language))
    assert outline.wrong == []
    assert f'<html lang="{language}"' in shell(language)


def test_the_page_can_be_installed() -> None:
    listed = manifest("de")["icons"]
    assert isinstance(listed, list)
    for size in ICON_SIZES:
        assert icon(size).startswith(b"\x89PNG")
    assert {f"static/icon-{size}.png" for size in ICON_SIZES if size > 180} == {each["src"] for each in listed}
    assert png_of  # icons are drawn by our own code


def test_the_page_is_light_and_asks_nobody_else(hands: Hands) -> None:
    session = hands.page.context.new_cdp_session(hands.page)
    session.send("Network.enable")
    weights: list[float] = []
    asked: list[str] = []
    session.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    hands.page.on("request", lambda request: asked.append(request.url))
    hands.begin("halma")
    hands.page.wait_for_load_state("networkidle")
    assert sum(weights) < WEIGHT
    assert {url.split("/")[2] for url in asked if url.startswith("http")} == {hands.server.url.split("/")[2]}


def test_the_whole_start_page_is_light_too(hands: Hands) -> None:
    session = hands.page.context.new_cdp_session(hands.page)
    session.send("Network.enable")
    weights: list[float] = []
    session.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    hands.go("/")
    hands.page.wait_for_selector(".card")
    hands.page.evaluate("scrollTo(0, 1e6)")
    hands.page.wait_for_load_state("networkidle")
    assert 10_000 < sum(weights) < WEIGHT
