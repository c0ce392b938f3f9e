"""Tables: setting them up, looking at them, and everything at them that needs no live connection."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta

from halma.games import find_game
from halma.server.domain.commands import InviteGuest, Leave, MakeMove, TakeSeat
from halma.server.domain.setting_up import CreatedTable
from halma.server.domain.table import Table
from halma.server.errors import UnreadableTableError, no_token
from halma.server.tokens import claimed_token, hashed
from halma.server.transport import wire
from halma.server.transport.endpoints.catalogue import SVG, board_template_view
from halma.server.transport.renderings import Rendering
from halma.server.transport.rest import Call, Endpoint, Language, Raw
from halma.server.transport.view import summary_of

PLAIN = "text/plain; charset=utf-8"
MOST_LISTED = 100
# Nobody waits at a table for longer than this.
OPEN_FOR = 86_400.0


class AtPly(Language):
    """A position of the game: after so many moves, turned to a seat."""

    ply: wire.Ply | None = None
    turned: wire.SeatLetter | None = None
    coordinates: bool = True
    empty: bool = False
    width: Annotated[int, Meta(ge=50, le=2000)] = 800


def _link(table: str, seat: str, token: str) -> wire.SeatLink:
    return wire.SeatLink(seat, token, f"/t/{table}#{token}")


def _told(made: CreatedTable) -> wire.NewTableAnswer:
    links = [_link(made.table.id, seat, token) for seat, token in made.links.items()]
    return wire.NewTableAnswer(made.table.id, made.token, links)


async def create_table(call: Call) -> wire.NewTableAnswer:
    return _told(await call.service.create(call.body, call.address))


async def my_tables(call: Call) -> wire.TableList:
    """The tables some tokens belong to: a page keeps its own in the browser."""
    hashes = [hashed(token) for token in call.body.tokens]
    return await _listed(call, await call.service.storage.tables_of(hashes), hashes)


async def open_tables(call: Call) -> wire.TableList:
    listed = await call.service.storage.open_tables(MOST_LISTED, call.service.now - OPEN_FOR)
    return await _listed(call, listed, [])


async def _listed(call: Call, identifiers: list[str], hashes: list[str]) -> wire.TableList:
    """Tables in a list; one that cannot be read does not take the others with it."""
    service, calendar = call.service, call.service.storage.calendar
    summaries: list[wire.Summary] = []
    for identifier in identifiers:
        with suppress(UnreadableTableError):
            table = await service.table(identifier)
            created = table.setup.created
            updated = table.moves[-1].at if table.moves else created
            held = table.held(hashes)
            summaries.append(summary_of(table, call.words, service.now, held, calendar(created), calendar(updated)))
    return wire.TableList(summaries)


async def table_view(call: Call) -> wire.TableView:
    return await call.front.view(call.part("table"), call.words, call.hashes)


async def table_board_template(call: Call) -> wire.BoardTemplateView:
    table = await call.service.table(call.part("table"))
    return board_template_view(table.choice, call.query.turned)


async def join(call: Call) -> wire.JoinAnswer:
    """Take a free seat of a public table, or change the token of a link for one that only the caller knows."""
    wish: wire.Join = call.body
    table = call.part("table")
    if wish.claim is None:
        token = call.service.secrets.token()
    else:
        token = claimed_token(table, call.token or "", wish.claim)
    acted = await call.service.act(table, TakeSeat(hashed(token), wish.seat, wish.name), call.hashes)
    return wire.JoinAnswer(table, acted.seat, token)


async def invite(call: Call) -> wire.SeatLink:
    """A new link for a seat to which nobody has come; the one before it opens nothing any more."""
    table, seat, token = call.part("table"), call.body.seat, call.service.secrets.token()
    present = await call.service.hub.present(table)
    await call.service.act(table, InviteGuest(seat, hashed(token), present.seats), call.hashes)
    return _link(table, seat, token)


async def leave(call: Call) -> wire.Done:
    """Give the seats back; the token opens nothing any more."""
    table = await call.service.table(call.part("table"))
    if not table.knows(call.hashes):
        raise no_token()
    await call.service.act(table.id, Leave(), call.hashes)
    return wire.Done()


async def delete_table(call: Call) -> wire.Done:
    """Delete the table for everybody."""
    await call.service.delete(call.part("table"), call.hashes)
    return wire.Done()


async def rematch(call: Call) -> wire.NewTableAnswer:
    made = await call.service.rematch(call.part("table"), call.hashes, call.address)
    return _told(replace(made, token=call.token or ""))


async def move(call: Call) -> wire.TableView:
    identifier = call.part("table")
    call.check_held(await call.service.table(identifier))
    await call.service.act(identifier, MakeMove(call.body.ply, call.body.text), call.hashes)
    return await call.front.view(identifier, call.words, call.hashes)


async def record(call: Call) -> Raw:
    rendering = record_of(await call.service.table(call.part("table")))
    text = await call.front.renderings.get(rendering, call.address)
    return Raw(text, PLAIN, {"Content-Disposition": 'attachment; filename="halma.txt"'})


def record_of(table: Table) -> Rendering:
    """The game written down, with the names of those who play."""
    names = tuple((seat.seat, seat.name) for seat in table.seats if seat.name)
    ending, result = table.ending, None
    if ending is not None and not table.position.is_over:
        places = " ".join(f"{seat}={place}" for seat, place in ending.places.items())
        result = f"{places or '-'} {ending.termination}"
    return Rendering.of("record", table, names=names, result=result)


async def _picture(call: Call, form: Literal["png", "svg"], width: int | None = None) -> bytes:
    table = await call.service.table(call.part("table"))
    rendering = Rendering.of(
        form,
        table,
        call.query.ply,
        turned=call.query.turned,
        coordinates=call.query.coordinates,
        label=find_game(table.choice.game).title(call.words.language),
        width=width,
    )
    return await call.front.renderings.get(rendering, call.address)


async def board_svg(call: Call) -> Raw:
    if call.query.empty:
        return Raw((await table_board_template(call)).svg, SVG)
    return Raw(await _picture(call, "svg"), SVG)


async def board_png(call: Call) -> Raw:
    return Raw(await _picture(call, "png", call.query.width), "image/png")


async def position_text(call: Call) -> Raw:
    table = await call.service.table(call.part("table"))
    if call.query.ply is None or call.query.ply >= table.ply:
        return Raw(table.position.board_text() + "\n", PLAIN)
    rendering = Rendering.of("text", table, call.query.ply)
    return Raw(await call.front.renderings.get(rendering, call.address), PLAIN)


_NO_TABLE = (404,)
_SHEET = (404, 429, 503)
_SEAT = (401, 403, 404)
ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/tables",
        create_table,
        "Set a table up. The tokens are told only here.",
        wire.NewTableAnswer,
        wire.NewTable,
        status=201,
        refuses=(404, 422, 429, 503),
    ),
    Endpoint("POST", "/api/tables/mine", my_tables, "The tables some tokens belong to.", wire.TableList, wire.Tokens),
    Endpoint("GET", "/api/tables/open", open_tables, "Public tables with a free seat.", wire.TableList),
    Endpoint("GET", "/api/tables/{table}", table_view, "A table.", wire.TableView, access="viewer", refuses=_NO_TABLE),
    Endpoint(
        "GET",
        "/api/tables/{table}/stage",
        table_board_template,
        "The empty board of a table, and where its cells lie.",
        wire.BoardTemplateView,
        query=AtPly,
        headers={"Cache-Control": "private, max-age=3600"},
        refuses=_NO_TABLE,
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/join",
        join,
        "Take a free seat of a public table, or change the token of a link.",
        wire.JoinAnswer,
        wire.Join,
        access="viewer",
        refuses=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/invite",
        invite,
        "A new link for a seat to which nobody has come yet.",
        wire.SeatLink,
        wire.Invite,
        access="owner",
        refuses=(*_SEAT, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/leave",
        leave,
        "Give the seats back.",
        wire.Done,
        access="seat",
        refuses=_SEAT,
    ),
    Endpoint(
        "DELETE",
        "/api/tables/{table}",
        delete_table,
        "Delete a table for everybody, with its chat and its score; whoever holds a seat may, and who set it up.",
        wire.Done,
        access="seat",
        refuses=_SEAT,
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/rematch",
        rematch,
        "The same game once more, with everybody one seat further; the tokens of this table open it.",
        wire.NewTableAnswer,
        access="seat",
        status=201,
        refuses=(*_SEAT, 409, 429),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/moves",
        move,
        "Make a move.",
        wire.TableView,
        wire.MoveRequest,
        access="seat",
        refuses=(*_SEAT, 409, 422),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        record,
        "The game written down.",
        media="text/plain",
        refuses=_SHEET,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/board.svg",
        board_svg,
        "The board as a picture.",
        query=AtPly,
        media=SVG,
        refuses=_SHEET,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/board.png",
        board_png,
        "The board as a picture.",
        query=AtPly,
        media="image/png",
        refuses=_SHEET,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/position",
        position_text,
        "The position as text.",
        query=AtPly,
        media="text/plain",
        refuses=_SHEET,
    ),
)
