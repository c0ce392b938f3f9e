"""Help: a hint while one plays, and an analysis afterwards."""

from __future__ import annotations

from halma.server.thinking.advice import hint_for
from halma.server.transport import wire
from halma.server.transport.hints import hint_view
from halma.server.transport.rest import Call, Endpoint


async def hint(call: Call) -> wire.HintAnswer:
    found = await hint_for(call.service, call.front.computers, call.part("table"), call.hashes, call.words)
    return wire.HintAnswer(found.ply, hint_view(found))


async def analysis(call: Call) -> wire.AnalysisView:
    return call.front.analyses.of(await call.service.table(call.part("table")))


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/tables/{table}/hint",
        hint,
        "A move to make, with the reason for it.",
        wire.HintAnswer,
        access="seat",
        refuses=(401, 403, 404, 409, 422, 503),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/analysis",
        analysis,
        "What every position of a finished game was worth, as far as it is worked out.",
        wire.AnalysisView,
        refuses=(404, 409, 503),
    ),
)
