"""Options, boards and editions in plain words. An option without words here is called by its name until it has some."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from halma.games import BOARD_TEXTS, EDITIONS, LOT, Choice, Format, Game, Option, games
from halma.messages import mark
from halma.play import Position
from halma.rulebook.library import SECTION_TITLES, page
from halma.rules import SEATS
from halma.server import wire
from halma.words import Words

EDITION_NAMES = {
    "schmidt": "Schmidt Spiele",
    "ravensburger": "Ravensburger",
    "carlit": "Carlit",
    "schmidt-compact": "Schmidt Spiele Kompakt",
    "schmidt-66": "Schmidt Spiele 66",
}
# What an option decides, and what one should know about it.
OPTIONS = {
    "blocking": (
        mark("Blocking rule"),
        mark("What holds against somebody who leaves pieces at home so that the opponent cannot fill the target."),
    ),
    "stall": (mark("A game that gets nowhere"), mark("How a game ends in which nobody makes progress any more.")),
    "play_on": (mark("Play on for the places"), mark("After the winner the others play on for the places.")),
    "simple": (mark("Simple moves"), mark("All pieces move as usual but keep to their colour of square.")),
    "inside": (mark("Ending inside"), mark("Turns may end inside the hexagon.")),
    "keep_mover": (mark("The moved piece counts"), mark("The piece that leaves the board counts for its player.")),
    "own_tip": (mark("From your own tip"), mark("The line starts at the player’s own tip.")),
    "files": (mark("Straight ahead"), mark("Pieces run straight ahead only.")),
    "capture": (mark("A missed capture"), mark("What happens to somebody who could capture and does not.")),
    "figure": (mark("Figure"), mark("The figure that the pieces are to form.")),
    "first": (mark("Who begins"), ""),
    "teams": (mark("Teams"), mark("Two teams; opposite seats are partners.")),
    "tips": (mark("Tips of the star"), mark("Two colours for each of two players, and how their tips lie.")),
}
VALUES = {
    ("blocking", "vacate"): mark("the home must be cleared"),
    ("blocking", "swap"): mark("places may be changed"),
    ("blocking", "fill"): mark("filling up wins"),
    ("blocking", "free"): mark("no rule"),
    ("stall", "rank"): mark("ranked as it stands"),
    ("stall", "draw"): mark("drawn"),
    ("capture", "huff"): mark("costs the piece"),
    ("capture", "forced"): mark("capturing is forced"),
    ("figure", "block"): mark("block"),
    ("figure", "t"): mark("letter T"),
    ("figure", "heart"): mark("heart"),
    ("tips", "facing"): mark("an opponent opposite each of your tips"),
    ("tips", "paired"): mark("your two tips opposite each other"),
    ("first", LOT): mark("by lot"),
}


def value_text(words: Words, name: str, value: object) -> str:
    """A value of an option in words."""
    template = VALUES.get((name, str(value)))
    if template is not None:
        return words.text(template)
    return words.text(mark("seat {seat}"), seat=value) if name == "first" else str(value)


def label_of(words: Words, name: str) -> str:
    """An option in words."""
    return words.text(OPTIONS[name][0]) if name in OPTIONS else name.replace("_", " ")


def size_text(words: Words, game: Game, players: int, pieces: int) -> str:
    """How many play with how many pieces."""
    if players == 1:
        return words.plural("{count} piece", "{count} pieces", pieces, count=pieces)
    return words.text(game.size or mark("{players} players, {pieces} pieces each"), players=players, pieces=pieces)


def choice_text(words: Words, choice: Choice) -> str:
    """What was chosen, without what is usual: 2 players, 15 pieces each · Blocking rule: no rule"""
    parts = [size_text(words, games()[choice.game], choice.players, choice.pieces)]
    usual = _usual(choice.game, choice.edition, choice.players, choice.pieces, choice.teams, choice.tips)
    if choice.edition != next(iter(EDITIONS)):
        parts.append(EDITION_NAMES.get(choice.edition, choice.edition))
    for name, value in choice.options.items():
        if name in ("players", "pieces", "first", "edition") or usual.get(name) == value:
            continue
        label = label_of(words, name)
        parts.append(label if value is True else f"{label}: {value_text(words, name, value)}")
    return " · ".join(parts)


@cache
def _usual(game: str, edition: str, players: int, pieces: int, teams: bool, tips: str | None) -> dict[str, Any]:
    usual = games()[game].choose(edition=edition, players=players, pieces=pieces, teams=teams, tips=tips).options
    return {name: value for name, value in usual.items() if name not in ("teams", "tips")}


@cache
def catalogue(words: Words) -> wire.Games:
    """All games for somebody who chooses one."""
    return wire.Games([_game(game, words) for game in games().values()])


def _game(game: Game, words: Words) -> wire.GameView:
    editions = {edition: None for form in game.formats for edition in form.editions}
    first = game.formats[0]
    rules = Position(game.choose(players=first.players, pieces=first.pieces), dice=None)
    return wire.GameView(
        id=game.id,
        name=game.title(words.language),
        names=list(game.names.get(words.language, ())),
        section=game.section,
        section_text=words.text(SECTION_TITLES[game.section]),
        board=game.board,
        board_text=words.text(BOARD_TEXTS.get(game.board, game.board)),
        players=list(game.players),
        parts=[words.text(part) for part in game.parts],
        formats=[_format(game, form, words) for form in game.formats],
        alone=1 in game.players,
        dice=rules.dice_count > 0,
        options=list(_options(game, words)),
        editions=[wire.ValueLabel(name, EDITION_NAMES.get(name, name)) for name in EDITIONS if name in editions],
        picture=f"/api/games/{game.id}/picture.svg",
        summary=page(game.id, words.language).summary,
    )


def _format(game: Game, form: Format, words: Words) -> wire.FormatView:
    size = size_text(words, game, form.players, form.pieces)
    parts = [size]
    parts += [label_of(words, "teams")] if form.teams else []
    parts += [value_text(words, "tips", form.tips)] if form.tips else []
    label = " · ".join(parts)
    return wire.FormatView(form.players, form.pieces, form.teams, form.tips, list(form.editions), size, label)


def _options(game: Game, words: Words) -> Iterator[wire.OptionView]:
    for option in game.options:
        fitting = sorted({form.players for form in game.formats if option.applies(form)})
        yield wire.OptionView(
            name=option.name,
            label=label_of(words, option.name),
            help=words.text(OPTIONS[option.name][1]) if option.name in OPTIONS else "",
            kind="choice" if option.values else "flag",
            values=[wire.ValueLabel(value, value_text(words, option.name, value)) for value in option.values],
            default=_default(option),
            open=option.open,
            players=[] if fitting == list(game.players) else fitting,
        )
    if max(game.players) > 1 and not game.fixed_first:
        seats = (*SEATS[: max(game.players)], LOT)
        yield wire.OptionView(
            name="first",
            label=label_of(words, "first"),
            help="",
            kind="choice",
            values=[wire.ValueLabel(seat, value_text(words, "first", seat)) for seat in seats],
            default=LOT,
            players=[players for players in game.players if players > 1] if 1 in game.players else [],
        )


def _default(option: Option) -> str | bool:
    return option.default
