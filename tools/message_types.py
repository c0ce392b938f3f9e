"""Write what server and page say to each other as types for the page, from docs/openapi.json: types are not kept twice.

python tools/message_types.py > src/halma/web/static/protocol/messages.d.ts
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).parents[1] / "docs/openapi.json"
HEAD = """\
// What server and page say to each other. Written by tools/message_types.py from docs/openapi.json; do not edit.
"""
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: Mapping[str, Any]) -> str:
    """A schema as a type. What it cannot say, such as the longest length, is left out; what is unknown is an error."""
    match schema:
        case {"$ref": str(reference)}:
            return reference.rsplit("/", 1)[1]
        case {"anyOf": [*parts]}:
            return " | ".join(dict.fromkeys(type_of(part) for part in parts))
        case {"enum": [*values]}:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in values)
        case {"type": "array", "prefixItems": [*parts]}:
            return f"[{', '.join(type_of(part) for part in parts)}]"
        case {"type": "array", "items": items}:
            inner = type_of(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": inner}:
            return f"Record<string, {type_of(inner)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str(name)} if name in SIMPLE:
            return SIMPLE[name]
    raise ValueError(f"no type is known for the schema {json.dumps(schema)}")


def comment(text: str) -> str:
    words = " ".join(text.split())
    return f"/** {words} */\n"


def interface(name: str, schema: Mapping[str, Any]) -> str:
    required = schema["required"]
    lines = [
        f"  {key}{'' if key in required else '?'}: {type_of(value)};\n" for key, value in schema["properties"].items()
    ]
    said = comment(schema["description"]) if "description" in schema else ""
    return f"{said}export interface {name} {{\n{''.join(lines)}}}\n"


def union(name: str, said: str, schemas: list[Mapping[str, Any]]) -> str:
    lines = "".join(f"\n  | {type_of(schema)}" for schema in schemas)
    return f"{comment(said)}export type {name} ={lines};\n"


def answers(name: str, said: str, method: str, document: Mapping[str, Any]) -> str:
    """What is answered to requests of one method, by their address; only what is JSON."""
    lines: list[str] = []
    for path, operations in document["paths"].items():
        for status, response in operations.get(method, {}).get("responses", {}).items():
            if status.startswith("2") and "application/json" in response["content"]:
                lines.append(f'  "{path}": {type_of(response["content"]["application/json"]["schema"])};\n')
    return f"{comment(said)}export interface {name} {{\n{''.join(lines)}}}\n"


def bodies(document: Mapping[str, Any]) -> str:
    """What is sent with POST requests, by their address."""
    lines: list[str] = []
    for path, operations in document["paths"].items():
        if "post" in operations:
            content = operations["post"].get("requestBody", {}).get("content")
            body = type_of(content["application/json"]["schema"]) if content else "Record<string, never>"
            lines.append(f'  "{path}": {body};\n')
    said = comment("What is sent with a POST request, by its address.")
    return f"{said}export interface Bodies {{\n{''.join(lines)}}}\n"


def text(document: Mapping[str, Any]) -> str:
    live = document["x-live"]
    parts = [
        HEAD,
        *(interface(name, schema) for name, schema in document["components"]["schemas"].items()),
        answers("Found", "What is answered to a GET request, by its address.", "get", document),
        answers("Made", "What is answered to a POST request, by its address.", "post", document),
        bodies(document),
        answers("Erased", "What is answered to a DELETE request, by its address.", "delete", document),
        union("ClientMessage", "Everything the page says on a live connection.", live["client"]),
        union("ServerMessage", "Everything the server says on a live connection.", live["server"]),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(text(json.loads(SCHEMA.read_text(encoding="utf-8"))))
