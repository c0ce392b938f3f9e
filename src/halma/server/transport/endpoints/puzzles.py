"""Puzzles: par, the one of the day, and who solved them best here."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta, field

from halma.games import find_game
from halma.messages import mark
from halma.server.errors import RefusedError
from halma.server.service import puzzles
from halma.server.service.puzzles import Card
from halma.server.storage.interface import Score
from halma.server.tokens import hashed
from halma.server.transport import wire
from halma.server.transport.rest import Call, Endpoint

MOST_LEADERS = 50


class Own(wire.Request):
    """The tokens of the tables on which puzzles were solved: by them the own best is found."""

    tokens: Annotated[list[wire.Token], Meta(max_length=500)] = field(default_factory=list[str])


async def _daily() -> Card:
    # Making one takes a moment; the server goes on meanwhile.
    return await asyncio.to_thread(puzzles.daily, puzzles.today())


async def _listed(card: Card, call: Call, own: list[Score]) -> wire.PuzzleListed:
    best = next((score for score in own if score.puzzle == card.id), None)
    first = next(iter(await call.service.storage.leaders(card.id, 1)), None)
    return wire.PuzzleListed(
        id=card.id,
        game=card.game,
        name=find_game(card.game).title(call.words.language),
        options=card.options,
        position=card.position,
        par=card.moves,
        at_least=card.at_least,
        holder=call.words.text(card.holder),
        task=card.task(call.words),
        difficulty=card.difficulty,
        best=best.moves if best else None,
        hinted=best is not None and best.hinted,
        leader=first.moves if first and not first.hinted else None,
        daily=card.difficulty is not None,
    )


async def list_puzzles(call: Call) -> wire.Puzzles:
    return await _list(call, call.hashes)


async def my_puzzles(call: Call) -> wire.Puzzles:
    return await _list(call, [hashed(token) for token in call.body.tokens])


async def _list(call: Call, hashes: list[str]) -> wire.Puzzles:
    cards = [await _daily(), *puzzles.par_cards().values()]
    own = await call.service.storage.scores_of(hashes)
    calendar = call.service.storage.calendar
    streak = puzzles.streak([(score.puzzle, calendar(score.at)) for score in own], puzzles.today())
    return wire.Puzzles([await _listed(card, call, own) for card in cards], streak)


async def puzzles_of_month(call: Call) -> wire.PuzzleMonth:
    text = call.part("month")
    month = puzzles.month_of(text)
    if month is None:
        raise RefusedError(
            "unknown-month",
            404,
            mark("There are no puzzles of “{name}”; a month is written like 2026-11."),
            name=text[:80],
        )
    async with call.front.months:
        cards = await asyncio.to_thread(puzzles.cards_of_month, month)
    own = await call.service.storage.scores_of([hashed(token) for token in call.body.tokens])
    earlier, later = (puzzles.month_beside(month, step) for step in (-1, 1))
    return wire.PuzzleMonth(text, earlier, later, [await _listed(card, call, own) for card in cards])


async def daily_puzzle(call: Call) -> wire.PuzzleListed:
    return await _listed(await _daily(), call, await call.service.storage.scores_of(call.hashes))


async def leaders(call: Call) -> wire.Leaders:
    identifier = call.part("puzzle")
    if await asyncio.to_thread(puzzles.find_puzzle, identifier) is None:
        raise RefusedError("unknown-puzzle", 404, mark("There is no puzzle “{name}”."), name=identifier[:80])
    found = await call.service.storage.leaders(identifier, MOST_LEADERS)
    calendar = call.service.storage.calendar
    listed = [wire.Leader(score.name, score.moves, score.steps, calendar(score.at), score.hinted) for score in found]
    return wire.Leaders(identifier, listed)


ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", list_puzzles, "All puzzles with par.", wire.Puzzles, access="viewer"),
    Endpoint("POST", "/api/puzzles/mine", my_puzzles, "All puzzles with par and the own best.", wire.Puzzles, Own),
    Endpoint(
        "POST",
        "/api/puzzles/months/{month}",
        puzzles_of_month,
        "The puzzles of the days of a month, with the own best.",
        wire.PuzzleMonth,
        Own,
        refuses=(404,),
    ),
    Endpoint("GET", "/api/puzzles/daily", daily_puzzle, "The puzzle of the day.", wire.PuzzleListed, access="viewer"),
    Endpoint("GET", "/api/puzzles/{puzzle}/leaders", leaders, "The best solutions here.", wire.Leaders, refuses=(404,)),
)
