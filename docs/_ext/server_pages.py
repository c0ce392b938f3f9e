"""Writes the reference of the server's requests and messages from `openapi.json`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

HEAD = """\
# Requests and messages

What [the server](../../server.md) answers, from its description in OpenAPI, which programs can read too:
{{download}}`openapi.json <../../openapi.json>`. A running server has the same file at `/api/openapi.json`.

Every request may be answered with an [ErrorAnswer](#schema-erroranswer). {errors}

## Requests
"""
METHODS = ("get", "post", "put", "patch", "delete")


def page(description: Path) -> str:
    """The page as Markdown."""
    document = json.loads(description.read_text(encoding="utf-8"))
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]
    schemas = document["components"]["schemas"]
    live = document["x-live"]
    parts = [
        HEAD.format(errors=_errors(operations)),
        *(part for path, method, operation in operations for part in _operation(path, method, operation)),
        "## Live play\n",
        f"Messages over the WebSocket `{live['path']}`, each with its name as `type`.\n",
        *(f"From the {side}: {', '.join(_type(schema) for schema in live[side])}.\n" for side in ("client", "server")),
        "## Schemas\n",
        *(part for name, schema in sorted(schemas.items()) for part in _schema(name, schema)),
    ]
    return "\n".join(parts)


def _errors(operations: list[tuple[str, str, Any]]) -> str:
    found = {
        status: answer["description"]
        for _, _, operation in operations
        for status, answer in operation["responses"].items()
        if status >= "400"
    }
    lines = "\n".join(f"| {status} | {text} |" for status, text in sorted(found.items()))
    return f"The status says which kind it is:\n\n| status | |\n|---|---|\n{lines}"


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {method.upper()} {path}\n"
    yield f"{operation.get('summary', '')} {operation.get('description', '')}".strip() + "\n"
    rows = [
        f"| `{parameter['name']}` | {parameter['in']} | {_type(parameter['schema'])} |"
        f" {'' if parameter.get('required') else 'may be left out'} |"
        for parameter in operation.get("parameters", ())
    ]
    if rows:
        yield "| parameter | in | type | |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"
    if "requestBody" in operation:
        yield f"Body: {_content(operation['requestBody'])}\n"
    answers = [
        f"{status}: {_content(answer) or answer['description']}"
        for status, answer in operation["responses"].items()
        if status < "400"
    ]
    yield "Answer: " + "; ".join(answers) + "\n"


def _content(holder: Mapping[str, Any]) -> str:
    return ", ".join(
        (f"{_type(media['schema'])}" if media.get("schema", {}).get("$ref") else f"`{kind}`")
        for kind, media in holder.get("content", {}).items()
    )


def _schema(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"(schema-{name.lower()})=\n### {name}\n"
    if schema.get("description"):
        yield schema["description"] + "\n"
    if "enum" in schema:
        yield "One of " + ", ".join(f"`{value}`" for value in schema["enum"]) + ".\n"
    needed = schema.get("required", ())
    rows = [
        f"| `{field}` | {_type(kind)} | {'' if field in needed else 'may be left out'} |"
        for field, kind in schema.get("properties", {}).items()
    ]
    if rows:
        yield "| field | type | |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _type(schema: Mapping[str, Any] | bool) -> str:
    if isinstance(schema, bool):
        return "anything" if schema else "nothing"
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#schema-{name.lower()})"
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " or ".join(_type(one) for one in schema[union])
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {_type(schema['additionalProperties'])}"
    return str(kind)
