"""Live messages as people send them, and as nobody should: what the fuzzing of live play sends.

A message is made as a person would send it who knows the table, and most are then damaged: a wrong number, a seat of
somebody else, text of all kinds, wrong types, other fields, JSON that is none, bytes that are no text.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ProtocolError
from websockets.frames import Frame, Opcode

from halma.server.service.live_table import PROTOCOL
from halma.server.settings import ServerLimits

# How often each type is sent as a person would.
WEIGHTS = {
    "move": 30,
    "ping": 4,
    "explain": 6,
    "reach": 5,
    "undo": 8,
    "redo": 6,
    "chat": 4,
    "name": 4,
    "offer": 8,
    "answer": 8,
    "hello": 6,
    "hint": 2,
    "back": 2,
    "resign": 0.4,
    "leave": 0.3,
}
SEATS = "ABCDEFGa"
NUMBERS = [0, 1, -1, 2, 7, 10**6, 10**6 + 1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**30, 10**400]
ODD_NUMBERS = [
    "1e400",
    "-1e400",
    "1e-400",
    "1.0",
    "0.5",
    "-0",
    "01",
    "+1",
    "0x10",
    "NaN",
    "Infinity",
    "1_000",
    ".5",
    "1.",
]
TEXTS = [
    "",
    " ",
    "a1",
    "c3-e5",
    "@a1",
    "--",
    "-",
    "pass",
    "a1-",
    "-a1",
    "z99-z98",
    "a1-c3-a1-c3",
    "x",
    "e2-f3,",
    ",",
    "off",
    "\x00",
    "\u202eabc",
    "½",
    "٣",
    "\u2028",
    "\u017f",
    "\U0001f468\u200d\U0001f469",
    "\U0010ffff",
    "é" * 41,
    "a" * 401,
    "a" * 501,
    "<script>alert(1)</script>",
    "'; DROP TABLE tables; --",
    "../../etc/passwd",
    "%s%n",
    "{0}",
    "${x}",
    '"',
    "\\",
]
# Written into JSON as they stand: halves of a letter, and letters that must be written otherwise.
RAW_TEXTS = ['"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', '"\\x41"', '"\\u12"', '"\t"', '"\x01"', '"unfinished', "'a'"]
WORDS = ["type", "ply", "text", "seat", "what", "accept", "tokens", "lang", "version", "protocol", "name", "quux", ""]
LIMIT = ServerLimits().message


@dataclass
class Known:
    """What somebody knows of a table who is about to send something."""

    ply: int = 0
    version: int = 0
    seats: str = "AB"
    cells: list[str] = field(default_factory=list[str])
    legal: list[str] = field(default_factory=list[str])
    # The last move that was made: it may be sent again.
    last: str = ""
    tokens: list[str] = field(default_factory=list[str])
    # Tokens of other tables, and of other seats of this one that somebody might try to guess.
    foreign: list[str] = field(default_factory=list[str])
    talks: bool = True


def proper(known: Known, chance: random.Random) -> dict[str, Any]:
    """A message as a person would send it; it may be refused, but it can be understood."""
    kind = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    if kind == "chat" and not known.talks:
        kind = "ping"
    message: dict[str, Any] = {"type": kind}
    match kind:
        case "move":
            again = known.last and chance.random() < 0.1
            text = known.last if again else chance.choice(known.legal or ["a1-a2"])
            message |= {"ply": known.ply - bool(again) if known.ply else 0, "text": text}
        case "undo" | "redo":
            message |= {"ply": known.ply}
        case "offer":
            message |= {"what": chance.choice(["draw", "takeback"])}
        case "answer":
            message |= {"what": chance.choice(["draw", "takeback"]), "accept": chance.random() < 0.6}
        case "resign" | "back":
            message |= chance.choice([{}, {"seat": chance.choice(known.seats)}])
        case "chat":
            message |= {
                "text": chance.choice(["hello", "good luck", "\u00bfqu\u00e9?"]),
                "name": chance.choice(["", "Zoe"]),
            }
        case "name":
            message |= {"name": chance.choice(["Ann", "Bob", ""])}
            message |= chance.choice([{}, {"seat": chance.choice(known.seats)}])
        case "explain":
            message |= chance.choice(
                [
                    {"text": chance.choice(known.legal or ["a1-a2"])},
                    {"origin": chance.choice(known.cells), "target": chance.choice(known.cells)},
                    {"target": chance.choice(known.cells)},
                ]
            )
        case "reach":
            message |= {"origin": chance.choice(known.cells)}
        case "hello":
            message |= hello(known, chance.choice([0, known.version, max(0, known.version - 3)]), chance)
        case _:
            pass
    return message


def hello(known: Known, version: int, chance: random.Random) -> dict[str, Any]:
    """What comes first on every connection."""
    lang = chance.choice(["en", "de", "fr", "it", "nl", "es"])
    return {"type": "hello", "protocol": PROTOCOL, "tokens": known.tokens, "lang": lang, "version": version}


def wild(message: dict[str, Any], known: Known, chance: random.Random) -> str | bytes:
    """A message that is damaged in some way; what comes out may be fine all the same."""
    way = chance.choices(
        ["field", "lie", "structure", "text", "bytes", "long"],
        [10, 4, 4, 5, 0.5, 0.5],
    )[0]
    match way:
        case "field":
            return _with_a_field_changed(message, chance)
        case "lie":
            return json.dumps(_lie(message, known, chance))
        case "structure":
            return _other_structure(message, chance)
        case "text":
            return _damaged(json.dumps(message, ensure_ascii=chance.random() < 0.5), chance)
        case "bytes":
            return _frames(json.dumps(message).encode(), chance)
        case _:
            padding = chance.choice([LIMIT - 2, LIMIT, LIMIT + 1, 4 * LIMIT - 2])
            return json.dumps(message)[:-1].ljust(padding) + "}"


def _frames(data: bytes, chance: random.Random) -> bytes:
    """Frames that no text comes in: bytes, halves of letters, parts without a beginning, noise, far too much."""
    frame = chance.choice(
        [
            Frame(Opcode.BINARY, data),
            Frame(Opcode.TEXT, b"\xff" + data),
            Frame(Opcode.TEXT, data[: len(data) // 2] + "é".encode()[:1]),
            Frame(Opcode.CONT, data),
            Frame(Opcode.PONG, data),
            Frame(Opcode.PING, data),
            Frame(Opcode.TEXT, data, rsv1=True),
            Frame(Opcode.TEXT, data * 3000),
            Frame(Opcode.CLOSE, data),
        ]
    )
    noise = bytes(chance.randrange(256) for _ in range(8))
    try:
        sent = frame.serialize(mask=chance.random() < 0.9)
    except ProtocolError:
        sent = noise
    return chance.choice([sent, sent, sent, noise, sent[: len(sent) // 2]])


def _with_a_field_changed(message: dict[str, Any], chance: random.Random) -> str:
    """One field has another value, is missing, stands there twice, or there is one more."""
    parts = {name: json.dumps(value) for name, value in message.items()}
    name = chance.choice([*parts, chance.choice(WORDS)])
    if chance.random() < 0.2:
        parts.pop(name, None)
    else:
        parts[name] = _any_value(chance)
    pairs = list(parts.items())
    if chance.random() < 0.2:
        pairs.append((chance.choice(list(message)), _any_value(chance)))
    if chance.random() < 0.2:
        chance.shuffle(pairs)
    return "{" + ", ".join(f"{json.dumps(name)}: {value}" for name, value in pairs) + "}"


def _any_value(chance: random.Random) -> str:
    """Any value, as JSON or nearly."""
    match chance.randrange(8):
        case 0 | 1:
            return str(chance.choice(NUMBERS))
        case 2:
            return chance.choice(ODD_NUMBERS)
        case 3 | 4:
            return json.dumps(chance.choice(TEXTS), ensure_ascii=chance.random() < 0.5)
        case 5:
            return chance.choice(RAW_TEXTS)
        case 6:
            return chance.choice(["null", "true", "false", "[]", "{}", '["a"]', '{"a": 1}', "[[]]", json.dumps(TEXTS)])
        case _:
            return json.dumps(chance.choice([*SEATS, *WEIGHTS, "draw", "takeback", "de-AT", "xx"]))


def _lie(message: dict[str, Any], known: Known, chance: random.Random) -> dict[str, Any]:
    """Something that could be sent, but that does not fit who sends it."""
    message = dict(message)
    if "ply" in message:
        message["ply"] = max(0, known.ply + chance.choice([-2, -1, 1, 2, 50]))
    if message["type"] in ("resign", "back", "name"):
        message["seat"] = chance.choice("ABCDEF")
    if message["type"] in ("move", "explain"):
        message["text"] = chance.choice([*TEXTS, *(f"{one}-{other}" for one, other in [_two(known.cells, chance)])])
    if message["type"] == "hello":
        guessed = [chance.choice(["quux", "", "A", "0" * 43])]
        message["tokens"] = chance.choice(
            [known.foreign[:20], guessed, [*known.tokens, *known.foreign][:20], guessed * 21]
        )
        message["version"] = chance.choice([0, 1, known.version + 1, 2**40])
        message["protocol"] = chance.choice([PROTOCOL, PROTOCOL, 1, PROTOCOL + 1])
    return message


def _two(cells: list[str], chance: random.Random) -> tuple[str, str]:
    return chance.choice(cells), chance.choice(cells)


def _other_structure(message: dict[str, Any], chance: random.Random) -> str:
    text = json.dumps(message)
    depth = chance.choice([2, 50, 2_000, 9_000])
    return chance.choice(
        [
            f"[{text}]",
            json.dumps(text),
            text + text,
            text + " ",
            "\ufeff" + text,
            "/**/" + text,
            text[:-1] + ",}",
            "",
            " ",
            "null",
            "0",
            '"' + "a" * 300,
            "[" * depth,
            "[" * depth + "]" * depth,
            '{"type":' * (depth // 2),
            text[:-1] + ', "quux": ' + "[" * depth + "]" * depth + "}",
            text.replace('"type"', '"Type"'),
            text.replace('"type"', '"t\\u0079pe"'),
            json.dumps({name: [value] for name, value in message.items()}),
        ]
    )


def _damaged(text: str, chance: random.Random) -> str:
    """A text with one to four changes."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice((0, 1, 1, 2, 5, 20)))
        put = chance.choice(
            ["", text[start:end] * 2, chance.choice('{}[]":,0-eE.\\\n\x00é\u2028'), chance.choice(TEXTS)]
        )
        text = text[:start] + put + text[end:]
    return text
