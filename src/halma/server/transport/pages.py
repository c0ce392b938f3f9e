"""The page: the same document for every screen, its files, and what makes it installable."""

from __future__ import annotations

import gzip

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from halma.messages import mark
from halma.server.errors import RefusedError
from halma.server.transport.offline import page_version
from halma.server.transport.offline.serving import type_of
from halma.server.transport.openapi import text
from halma.server.transport.rest import language_of, refused
from halma.web import ICON_SIZES, STATIC, icon, manifest, service_worker, shell
from halma.words import translator

FOR_A_DAY = {"Cache-Control": "public, max-age=86400"}
# Asked for again every time, but only sent if it has changed.
FRESH = {"Cache-Control": "no-cache"}


class Files(StaticFiles):
    """The files of the page, checked for changes with every use: they change together with the server."""

    def file_response(self, *arguments: object, **named: object) -> Response:
        response = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        response.headers.update(FRESH)
        return response


def _language(request: Request) -> str:
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))


async def _page(request: Request) -> Response:
    headers = {**FRESH, "Vary": "Accept-Language"}
    return Response(shell(_language(request)), media_type="text/html; charset=utf-8", headers=headers)


async def _manifest(request: Request) -> Response:
    content = msgspec.json.encode(manifest(_language(request)))
    return Response(content, media_type="application/manifest+json", headers=FRESH)


async def _icon(request: Request) -> Response:
    size = int(request.path_params["size"])
    if size not in ICON_SIZES:
        return Response(status_code=404)
    return Response(icon(size), media_type="image/png", headers=FOR_A_DAY)


async def _favicon(request: Request) -> Response:
    return Response(icon(32), media_type="image/png", headers=FOR_A_DAY)


async def _service_worker(_: Request) -> Response:
    return Response(service_worker(page_version()), media_type="text/javascript", headers=FRESH)


async def _offline_file(request: Request) -> Response:
    """One of the files with which a page goes on without a server; they are kept compressed."""
    name = request.path_params["name"]
    found = await request.app.state.front.offline_files.get(name)
    if found is None:
        return Response(status_code=404)
    headers = {**FRESH, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        found = gzip.decompress(found)
    return Response(found, media_type=type_of(name), headers=headers)


async def _openapi(_: Request) -> Response:
    return Response(text(), media_type="application/json", headers=FRESH)


async def not_found(request: Request, _: Exception) -> Response:
    """What there is at an address where there is nothing: a page for people, a code for programs."""
    language = _language(request)
    path = request.url.path
    if request.method in ("GET", "HEAD") and not path.startswith(("/api/", "/data/", "/static/")):
        headers = {**FRESH, "Vary": "Accept-Language"}
        return Response(shell(language, found=False), 404, headers, "text/html; charset=utf-8")
    error = RefusedError("unknown-address", 404, mark("There is nothing at this address."))
    return refused(error, translator(language))


PAGE_ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/openapi.json", _openapi),
    Route("/", _page),
    Route("/t/{table}", _page),
    Route("/manifest.webmanifest", _manifest),
    Route("/sw.js", _service_worker),
    Route("/data/{name:path}", _offline_file),
    Route("/favicon.ico", _favicon),
    Route("/static/icon-{size:int}.png", _icon),
    Mount("/static", Files(directory=STATIC)),
)
