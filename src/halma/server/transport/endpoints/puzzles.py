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


def _listed(card: Card, call: Call, best: Score | None, leader: int | None) -> wire.PuzzleListed:
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
        leader=leader,
        daily=card.difficulty is not None,
    )


async def list_puzzles(call: Call) -> wire.Puzzles:
    return await _list(call, call.hashes)


async def my_puzzles(call: Call) -> wire.Puzzles:
    return await _list(call, [hashed(token) for token in call.body.tokens])


async def _list(call: Call, hashes: list[str]) -> wire.Puzzles:
    cards = [await _daily(), *puzzles.par_cards().values()]
    best = await call.service.storage.best_of(hashes)
    leaders = {card.id: await call.service.storage.leaders(card.id, 1) for card in cards}
    return wire.Puzzles(
        [
            _listed(card, call, best.get(card.id), leaders[card.id][0].moves if leaders[card.id] else None)
            for card in cards
        ]
    )


async def daily_puzzle(call: Call) -> wire.PuzzleListed:
    card = await _daily()
    best = await call.service.storage.best_of(call.hashes)
    leaders = await call.service.storage.leaders(card.id, 1)
    return _listed(card, call, best.get(card.id), leaders[0].moves if leaders else None)


async def leaders(call: Call) -> wire.Leaders:
    identifier = call.part("puzzle")
    if await asyncio.to_thread(puzzles.find_puzzle, identifier) is None:
        raise RefusedError("unknown-puzzle", 404, mark("There is no puzzle “{name}”."), name=identifier[:80])
    found = await call.service.storage.leaders(identifier, MOST_LEADERS)
    calendar = call.service.storage.calendar
    listed = [wire.Leader(score.name, score.moves, score.steps, calendar(score.at)) for score in found]
    return wire.Leaders(identifier, listed)


ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", list_puzzles, "All puzzles with par.", wire.Puzzles, access="viewer"),
    Endpoint("POST", "/api/puzzles/mine", my_puzzles, "All puzzles with par and the own best.", wire.Puzzles, Own),
    Endpoint("GET", "/api/puzzles/daily", daily_puzzle, "The puzzle of the day.", wire.PuzzleListed, access="viewer"),
    Endpoint("GET", "/api/puzzles/{puzzle}/leaders", leaders, "The best solutions here.", wire.Leaders, refuses=(404,)),
)
