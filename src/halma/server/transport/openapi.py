"""The OpenAPI document, written from the endpoints and their structs.

python -m halma.server.transport.openapi > docs/openapi.json
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from halma.server.transport import wire
from halma.server.transport.endpoints import ENDPOINTS
from halma.server.transport.rest import JSON, Endpoint

REFERENCE = "#/components/schemas/{name}"
VERSION = "1"
PART = re.compile(r"\{([a-z]+)\}")
LIVE_PATH = "/api/tables/{table}/live"
# What every endpoint can answer: a request that cannot be understood, the wrong host, too much, a fault, not now.
ALWAYS = (400, 421, 429, 500, 503)
REASONS = {
    400: "The request cannot be understood.",
    401: "No token, or one that opens nothing here (any more).",
    403: "The token does not open what this takes.",
    404: "There is no such thing.",
    409: "It does not fit the state of the table.",
    413: "The request is too large.",
    415: "The request is not JSON.",
    421: "The server is not called by that name.",
    422: "What was asked for is not possible; the text says why.",
    429: "Too much at once.",
    500: "Something went wrong on the server, or a stored table cannot be read.",
    503: "All computers are busy, or the storage does not answer.",
}
PARTS = {
    "puzzle": "The id of a puzzle.",
    "month": "A month, such as 2026-11.",
    "table": "The id of a table.",
    "game": "The id of a game.",
    "page": "The id of a page of the rulebook.",
}


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    live = (*wire.ClientMessage.__args__, *wire.ServerMessage.__args__)
    structs = [kind for endpoint in ENDPOINTS for kind in (endpoint.answer, endpoint.body) if kind is not None]
    listed = list(dict.fromkeys([wire.ErrorAnswer, *structs, *live]))
    schemas, components = msgspec.json.schema_components(listed, ref_template=REFERENCE)
    names = dict(zip(listed, schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, names)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Halma",
            "version": VERSION,
            "description": "Tables for Halma and its family. Live play is described in docs/server.md; its messages "
            "are listed under x-live.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "The secret of a seat."}},
        },
        "x-live": {
            "path": LIVE_PATH,
            "client": [names[kind] for kind in wire.ClientMessage.__args__],
            "server": [names[kind] for kind in wire.ServerMessage.__args__],
        },
    }


def _operation(endpoint: Endpoint, names: dict[type[Any], Any]) -> dict[str, Any]:
    content: dict[str, Any] = {endpoint.media: {"schema": {"type": "string"}}}
    if endpoint.answer is not None:
        content = {JSON: {"schema": names[endpoint.answer]}}
    refuses = {*ALWAYS, *endpoint.refuses, *((413, 415) if endpoint.body else ())}
    problem = {JSON: {"schema": names[wire.ErrorAnswer]}}
    operation: dict[str, Any] = {
        "operationId": endpoint.function.__name__,
        "summary": endpoint.summary,
        "parameters": [*_parts(endpoint.path), *_query(endpoint.query)],
        "responses": {
            str(endpoint.status): {"description": "Done.", "content": content},
            **{str(status): {"description": REASONS[status], "content": problem} for status in sorted(refuses)},
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": names[endpoint.body]}}}
    if endpoint.access != "anybody":
        operation["security"] = [{"seat": []}] if endpoint.access in ("seat", "owner") else [{"seat": []}, {}]
    return operation


def _parts(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}, "description": PARTS.get(name, "")}
        for name in PART.findall(path)
    ]


def _query(query: type[Any]) -> list[dict[str, Any]]:
    (_,), components = msgspec.json.schema_components([query])
    properties = components[query.__name__]["properties"]
    return [
        {"name": name, "in": "query", "required": False, "schema": _plain(schema)}
        for name, schema in properties.items()
    ]


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """In an address there is no null: what is not given is left out."""
    kinds = [kind for kind in schema.get("anyOf", []) if kind != {"type": "null"}]
    if len(kinds) == 1:
        return kinds[0]
    return {name: value for name, value in schema.items() if name != "default" or value is not None}


def text() -> str:
    """The document as it is kept in the tree."""
    return msgspec.json.format(msgspec.json.encode(document()), indent=1).decode() + "\n"


if __name__ == "__main__":
    print(text(), end="")
