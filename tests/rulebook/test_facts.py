"""What a box says of a game (age, minutes, luck) stands on its page in every form, from the data of the game."""

from io import StringIO
from pathlib import Path

import pytest
import typst
from rich.console import Console

from halma.games import Luck, games
from halma.play import Position
from halma.rulebook.booklet import page_in_pdf
from halma.rulebook.html import page_in_html
from halma.rulebook.labels import facts_label
from halma.rulebook.library import page
from halma.rulebook.terminal import page_in_terminal
from halma.words import LANGUAGES, translator

ENGLISH = translator("en")


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_game_says_for_whom_and_how_long_it_is(game):
    least, most = game.minutes
    assert 5 <= game.age <= 10
    assert 5 <= least < most <= 2 * least + 10


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_luck_is_what_the_rules_leave_to_chance(game):
    """Alone nothing is left to chance; with others only who begins (1.12) is, unless dice are rolled."""
    position = Position(game.id, dice=None, edition=game.formats[0].editions[0])
    if position.dice_count:
        assert game.luck in (Luck.SOME, Luck.MUCH)
    else:
        assert game.luck == (Luck.NONE if game.players == (1,) else Luck.HARDLY_ANY)


def test_halma_and_star_are_what_their_boxes_say():
    """From 7 years, 30 to 45 minutes, nearly all tactics (section 7 of the law)."""
    for name in ("halma", "star"):
        game = games()[name]
        assert (game.age, game.minutes, game.luck) == (7, (30, 45), Luck.HARDLY_ANY)
    assert facts_label(ENGLISH, games()["halma"]) == (
        "Ages 7 and up · about 30–45 minutes · nearly all tactics, hardly any luck"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_facts_stand_below_the_summary_in_all_three_forms(language: str, monkeypatch: pytest.MonkeyPatch):
    words = translator(language)
    shown = page("rakado", language)
    facts = facts_label(words, games()["rakado"])
    assert f'<p class="facts" lang="{language}">{facts}</p>' in page_in_html(shown, words)
    console = Console(file=StringIO(), width=200, no_color=True)
    console.print(page_in_terminal(shown, words, colour=False))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert [line.strip() for line in lines[1:3]] == [shown.summary, facts]
    printed: list[str] = []
    monkeypatch.setattr(typst, "compile", lambda file, **_: printed.append(Path(file).read_text()) or b"")
    page_in_pdf(shown, words)
    assert f'#facts[#"{facts}";]' in printed[0]


def test_pages_that_are_no_games_have_no_facts():
    assert 'class="facts"' not in page_in_html(page("base-rule", "en"), ENGLISH)
