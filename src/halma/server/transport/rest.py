"""Requests and answers: every endpoint is a function from a call to a struct, listed with what it takes and gives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from halma.messages import HalmaError, mark
from halma.server.domain.table import Table
from halma.server.errors import RefusedError, cells_of, code_of, no_seat, no_token, refusal_of
from halma.server.service.tables import TableService
from halma.server.tokens import LONGEST, hashed
from halma.server.transport import wire
from halma.server.transport.front import Front
from halma.server.transport.labels import rule_view
from halma.server.transport.rate_limits import network_of
from halma.words import LANGUAGES, Words, translator

Body = TypeVar("Body")
JSON = "application/json"
# Who may call: anybody, anybody with more to see for holders of a seat, holders of a seat, who set the table up.
Access = Literal["anybody", "viewer", "seat", "owner"]


class Language(wire.Request):
    """The language of all texts in the answer; otherwise what the browser asks for."""

    lang: wire.Language | None = None


@dataclass(frozen=True)
class Raw:
    """An answer that is no JSON."""

    content: str | bytes
    media: str
    headers: dict[str, str] = field(default_factory=dict[str, str])


@dataclass
class Call:
    """One request, read and checked."""

    front: Front
    request: Request
    words: Words
    token: str | None
    query: Any
    body: Any

    def part(self, name: str) -> str:
        """A part of the path."""
        return self.request.path_params[name]

    @property
    def service(self) -> TableService:
        return self.front.service

    @property
    def address(self) -> str:
        return address_of(self.request)

    @property
    def hashes(self) -> list[str]:
        return [hashed(self.token)] if self.token else []

    def check_held(self, table: Table) -> None:
        """Refuse a caller who holds no seat."""
        if not table.knows(self.hashes):
            raise no_token()
        if not table.held(self.hashes):
            raise no_seat()


@dataclass(frozen=True)
class Endpoint:
    """A path with a method, what it takes, and what it gives."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    function: Callable[[Call], Awaitable[Any]]
    summary: str
    answer: type[Any] | None = None
    body: type[Any] | None = None
    query: type[Any] = Language
    access: Access = "anybody"
    status: int = 200
    media: str = JSON
    # The statuses with which it can refuse, besides those that every endpoint has.
    refuses: tuple[int, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


def address_of(request: Any) -> str:
    """From where somebody calls, as far as it counts."""
    return network_of(request.client.host) if request.client else ""


def language_of(asked: str | None, accepted: str = "") -> str:
    """The first language that is asked for and spoken here: by name, then in the order of a browser's wishes."""
    wishes = [asked] if asked else []
    ranked: list[tuple[float, str]] = []
    for item in accepted.split(",")[:20]:
        code, _, weight = item.strip().partition(";q=")
        try:
            ranked.append((-float(weight or 1), code))
        except ValueError:
            continue
    wishes += [code for _, code in sorted(ranked, key=lambda item: item[0])]
    for wish in wishes:
        code = wish.strip().lower().replace("_", "-").partition("-")[0]
        if code in LANGUAGES:
            return code
    return next(iter(LANGUAGES))


def problem(error: HalmaError, words: Words) -> wire.Problem:
    """An error in words."""
    return wire.Problem(code_of(error)[0], words.error(error), cells_of(error), rule_view(words, refusal_of(error)))


def bad_request(reason: object) -> RefusedError:
    """For what cannot be understood."""
    return RefusedError("bad-request", 400, mark("Cannot understand the request: {reason}"), reason=str(reason))


def refused(error: HalmaError, words: Words) -> Response:
    """An error as an answer."""
    answer = wire.ErrorAnswer(problem(error, words))
    return Response(msgspec.json.encode(answer), code_of(error)[1], media_type=JSON)


def route_of(endpoint: Endpoint) -> Route:
    """An endpoint as a route of the application."""

    async def answer(request: Request) -> Response:
        words = translator(language_of(request.query_params.get("lang"), request.headers.get("accept-language", "")))
        try:
            call = await _read(endpoint, request, words)
            given = await endpoint.function(call)
        except HalmaError as error:
            return refused(error, words)
        if isinstance(given, Raw):
            return Response(given.content, endpoint.status, given.headers, given.media)
        return Response(msgspec.json.encode(given), endpoint.status, endpoint.headers, JSON)

    return Route(endpoint.path, answer, methods=[endpoint.method], name=endpoint.function.__name__)


async def _read(endpoint: Endpoint, request: Request, words: Words) -> Call:
    try:
        query = msgspec.convert(dict(request.query_params), endpoint.query, strict=False)
        body = None
        if endpoint.body is not None:
            if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
                raise RefusedError("not-json", 415, mark("The request must be sent as {type}."), type=JSON)
            body = msgspec.json.decode(await request.body() or b"{}", type=endpoint.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise bad_request(error) from error
    return Call(request.app.state.front, request, words, _token(request), query, body)


def _token(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and 0 < len(token) <= LONGEST else None
