"""The catalogue and the rulebook: what there is to play, and how. Nothing here belongs to a table.

What takes its time the first time runs in a thread, so that live play does not wait for it.
"""

from __future__ import annotations

import asyncio
from functools import cache, lru_cache
from io import BytesIO
from typing import Annotated, Any

import segno
from msgspec import Meta, defstruct
from msgspec.structs import asdict

from halma.draw import BoardTemplate, board_template, close_up, svg, thumbnail
from halma.draw.scene import letter_of
from halma.games import LOT, Choice, Option, OptionKind, all_options, choose, joint_option
from halma.messages import mark
from halma.play import IllegalMoveError, Position
from halma.rulebook import library
from halma.rulebook.moments import moment_of
from halma.rulebook.playing import base_of
from halma.rules import SEATS
from halma.server.errors import RefusedError
from halma.server.service.facts import MOST_MOVES
from halma.server.transport import wire
from halma.server.transport.labels import catalogue
from halma.server.transport.rest import Call, Endpoint, Language, Raw
from halma.server.transport.rulebook import contents_of, rules_text
from halma.server.transport.view import entries, move_views, outcome_view, refusal_view
from halma.web import page_words
from halma.words import LANGUAGES, Words, translator

SVG = "image/svg+xml"
# Boards that are kept: every game in its usual forms, turned to every side.
MOST_DRAWN = 256
FOR_AN_HOUR = {"Cache-Control": "public, max-age=3600"}
_TEXT: Any = Annotated[str, Meta(max_length=400)]
_LONG_TEXT: Any = Annotated[str, Meta(max_length=2000)]


def _option_type(option: Option) -> Any:
    # Only the word True means that a switch is on; numbers are read from the text of the address.
    return {OptionKind.NUMBER: int, OptionKind.FLAG: bool}.get(option.kind, _TEXT)


# The options of all games, as they stand in an address.
GameQuery = defstruct(
    "GameQuery",
    [(name, _option_type(joint_option(name)) | None, None) for name in all_options()],
    bases=(Language,),
    forbid_unknown_fields=True,
    module=__name__,
)
BoardTemplateQuery = defstruct(
    "BoardTemplateQuery",
    [("turned", wire.SeatLetter | None, None)],
    bases=(GameQuery,),
    forbid_unknown_fields=True,
    module=__name__,
)


PictureQuery = defstruct(
    "PictureQuery",
    [("position", _LONG_TEXT | None, None), ("moment", bool, False)],
    bases=(GameQuery,),
    forbid_unknown_fields=True,
    module=__name__,
)


# What an address says besides the options of a game.
NOT_OPTIONS = ("lang", "turned", "position", "moment")


def _choice(call: Call) -> Choice:
    given = {name: value for name, value in asdict(call.query).items() if name not in NOT_OPTIONS}
    choice = choose(call.part("game"), **given)
    return choice.starting(SEATS[0]) if choice.first == LOT else choice


async def games(call: Call) -> wire.GameList:
    return await asyncio.to_thread(catalogue, call.words)


async def picture(call: Call) -> Raw:
    choice, text = _choice(call), call.query.position
    if call.query.moment:
        return Raw(await asyncio.to_thread(_moment, choice.game), SVG, FOR_AN_HOUR)
    if text is None:
        return Raw(await asyncio.to_thread(_picture, choice), SVG, FOR_AN_HOUR)
    return Raw(await asyncio.to_thread(_picture_of, choice, text), SVG, FOR_AN_HOUR)


@lru_cache(MOST_DRAWN)
def _picture(choice: Choice) -> str:
    return thumbnail(Position(choice, dice=None))


@cache
def _moment(game: str) -> str:
    return close_up(moment_of(game))


def _picture_of(choice: Choice, text: str) -> str:
    return thumbnail(Position.from_board_text(text, choice))


async def game_board_template(call: Call) -> wire.BoardTemplateView:
    return board_template_view(_choice(call), call.query.turned)


@lru_cache(MOST_DRAWN)
def board_template_view(choice: Choice, turned: str | None) -> wire.BoardTemplateView:
    """The empty board of a game."""
    position = Position(choice, dice=None)
    drawn: BoardTemplate = board_template(
        position.rules, turned=turned if turned and turned in position.seats else None
    )
    return wire.BoardTemplateView(drawn.svg, drawn.prefix, drawn.size, drawn.spacing, drawn.cells, drawn.beyond)


async def rules(call: Call) -> wire.Rules:
    return await asyncio.to_thread(contents_of, call.words)


async def rules_page(call: Call) -> wire.RulesText:
    identifier = call.part("page")
    library.page(identifier, call.words.language)
    return await asyncio.to_thread(rules_text, identifier, call.words)


async def try_move(call: Call) -> wire.Tried:
    """A move in an example of the rulebook or in any position: how it looks then, or why it is refused."""
    return await asyncio.to_thread(_tried, call.body, call.words)


def _tried(wish: wire.TryMove, words: Words) -> wire.Tried:
    words = translator(wish.lang) if wish.lang in LANGUAGES else words
    position = _example(wish)
    made, refusal = sum(event.move is not None for event in position.history), None
    if wish.move is not None:
        try:
            position.push_turn(wish.move) if "," in wish.move else position.push(wish.move)
        except IllegalMoveError as error:
            refusal = refusal_view(words, error.refusal)
    return wire.Tried(
        legal=refusal is None,
        refusal=refusal,
        game=position.choice.game,
        options=position.choice.options,
        position=position.board_text(),
        pieces=position.pieces,
        to_act=None if position.is_over else position.seat,
        letter=letter_of(position.rules, position.seat),
        moves=move_views(position, position.state.legal()[:MOST_MOVES]),
        entries=entries(position, skip=made),
        duty=refusal_view(words, position.duty()) if not position.is_over else None,
        outcome=outcome_view(words, position),
        svg=svg(position),
    )


def _example(wish: wire.TryMove) -> Position:
    if wish.page is not None and wish.position is None:
        page = library.page(wish.page, wish.lang if wish.lang in LANGUAGES else "en")
        found = next((diagram for diagram in page.diagrams if diagram.name == wish.example), None)
        if found is None:
            names = ", ".join(diagram.name for diagram in page.diagrams)
            raise RefusedError(
                "unknown-example", 404, mark("This page has no such example. Examples: {allowed}."), allowed=names
            )
        return base_of(found)
    if wish.game is None:
        raise RefusedError("no-game", 422, mark("Give a page with an example, or a game."))
    choice = choose(wish.game, **wish.options)
    choice = choice.starting(SEATS[0]) if choice.first == LOT else choice
    return Position(choice, dice=None) if wish.position is None else Position.from_board_text(wish.position, choice)


async def words(call: Call) -> wire.WordsView:
    return wire.WordsView(call.words.language, dict(LANGUAGES), page_words(call.words.language))


async def link_code(call: Call) -> wire.LinkCode:
    return wire.LinkCode(await asyncio.to_thread(_code_of, call.body.address))


def _code_of(address: str) -> str:
    """A QR code that is read even where a quarter of it is covered."""
    code = segno.make_qr(address, error="q")
    drawing = BytesIO()
    code.save(drawing, kind="svg", xmldecl=False, scale=4, border=3, light="#fff", dark="#22160c")
    return drawing.getvalue().decode().strip()


ENDPOINTS = (
    Endpoint("GET", "/api/games", games, "All games with their options in plain words.", wire.GameList),
    Endpoint(
        "GET",
        "/api/games/{game}/picture.svg",
        picture,
        "The start position of a game, another one, or the moment that makes the game what it is, as a small picture.",
        query=PictureQuery,
        media=SVG,
        refuses=(404, 422),
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/stage",
        game_board_template,
        "The empty board of a game, and where its cells lie.",
        wire.BoardTemplateView,
        query=BoardTemplateQuery,
        headers=FOR_AN_HOUR,
        refuses=(404, 422),
    ),
    Endpoint("GET", "/api/rules", rules, "The contents of the rulebook.", wire.Rules),
    Endpoint("GET", "/api/rules/{page}", rules_page, "A page of the rulebook.", wire.RulesText, refuses=(404,)),
    Endpoint(
        "POST",
        "/api/examples",
        try_move,
        "Try a move in an example or in any position; nothing is kept.",
        wire.Tried,
        wire.TryMove,
        refuses=(404, 422),
    ),
    Endpoint("POST", "/api/codes", link_code, "A link as a QR code.", wire.LinkCode, wire.LinkAddress),
    Endpoint("GET", "/api/words", words, "The texts of the page in a language.", wire.WordsView),
)
