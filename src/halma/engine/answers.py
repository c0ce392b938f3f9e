"""What an engine says, as a caller reads it: its options, what it reports while it thinks, and its turn."""

from __future__ import annotations

import re
from dataclasses import dataclass

from halma.engine.options import EngineOption
from halma.engine.players import Actions
from halma.engine.thought import WIN, Limits
from halma.play import Move

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
# The words of an info line that a number follows, and the name it has here.
_NUMBERS = {"depth": "depth", "multipv": "line", "nodes": "nodes", "nps": "nodes_per_second", "time": "milliseconds"}
_WORDS = (*_NUMBERS, "score", "scores", "chances", "remaining", "pv", "string")


@dataclass(frozen=True)
class EngineInfo:
    """What an engine reports about one of its best lines. What it does not say is None, or empty.

    Scores are hundredths of a turn that a seat is ahead, as in `Thought`: a decided game counts `WIN` less the turns
    until then. `score` is that of the seat to move.
    """

    depth: int | None = None
    line: int = 1
    nodes: int | None = None
    nodes_per_second: int | None = None
    seconds: float | None = None
    score: int | None = None
    scores: tuple[int, ...] = ()
    # The chance of each seat to win.
    chances: tuple[float, ...] = ()
    # Own turns each seat still needs at about; None where there is no such number.
    remaining: tuple[int | None, ...] = ()
    # Whole turns as text; one that is not complete ends in a comma.
    turns: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayResult:
    """The turn an engine plays: as text, and as the moves it consists of (several only in games with dice)."""

    turn: str
    moves: tuple[Move, ...]
    # The same as the kernel has them.
    actions: Actions
    # The last it said about its best line.
    info: EngineInfo = EngineInfo()

    @property
    def move(self) -> Move:
        """The first move of the turn; in most games the only one."""
        return self.moves[0]


def read_info(line: str) -> EngineInfo | None:
    """What an info line says about a line of play; None if it says nothing of it. What makes no sense is left out."""
    words = line.split()
    said: dict[str, list[str]] = {}
    word = ""
    for item in words[1:]:
        if item in _WORDS and word not in ("pv", "string"):
            word = item
            said[word] = []
        elif word:
            said[word].append(item)
    if "string" in said or not said:
        return None
    numbers = {
        name: int(said[key][0])
        for key, name in _NUMBERS.items()
        if said.get(key) and _NUMBER.fullmatch(said[key][0]) and int(said[key][0]) >= 0
    }
    milliseconds = numbers.pop("milliseconds", None)
    return EngineInfo(
        **numbers,
        seconds=None if milliseconds is None else milliseconds / 1000,
        score=_score(said.get("score", [])),
        scores=tuple(number for number in _listed(said, "scores") if number is not None),
        chances=_chances(said),
        remaining=_listed(said, "remaining"),
        turns=tuple(said.get("pv", [])),
    )


def _score(words: list[str]) -> int | None:
    if len(words) < 2 or not _NUMBER.fullmatch(words[1]):
        return None
    kind, number = words[0], int(words[1])
    if kind == "mate":
        return WIN - number if number > 0 else -WIN - number
    return number if kind == "cp" else None


def _chances(said: dict[str, list[str]]) -> tuple[float, ...]:
    """Chances as told, in thousandths; none of them if one makes no sense."""
    told = _listed(said, "chances")
    sound = [number / 1000 for number in told if number is not None and 0 <= number <= 1000]
    return tuple(sound) if len(sound) == len(told) else ()


def _listed(said: dict[str, list[str]], word: str) -> tuple[int | None, ...]:
    items = (said.get(word) or [""])[0].split(",")
    return tuple(int(item) if _NUMBER.fullmatch(item) else None for item in items) if items != [""] else ()


def read_option(line: str) -> EngineOption | None:
    """An option as a line declares it; None if the line makes no sense."""
    found = re.fullmatch(
        r"option\s+name\s+(?P<name>.+?)\s+type\s+(?P<kind>check|spin|combo|string|button)(?P<rest>.*)", line
    )
    if found is None:
        return None
    values: dict[str, list[str]] = {"default": [], "min": [], "max": [], "var": []}
    for word, text in re.findall(r"\b(default|min|max|var)\s+(.*?)(?=\s+(?:default|min|max|var)\b|$)", found["rest"]):
        values[word].append(text.strip())
    bounds = [
        int(texts[0]) if texts and _NUMBER.fullmatch(texts[0]) else None for texts in (values["min"], values["max"])
    ]
    default = "" if not values["default"] or values["default"][0] == "<empty>" else values["default"][0]
    least, most = bounds
    if found["kind"] == "spin" and (least is None or most is None):
        return None
    return EngineOption(found["name"], found["kind"], default, least or 0, most or 0, tuple(values["var"]))


def go_line(limits: Limits) -> str:
    """The go command for some limits."""
    words = ["go"]
    for word, value in (("level", limits.level), ("nodes", limits.nodes), ("depth", limits.depth)):
        if value is not None:
            words += [word, str(value)]
    if limits.movetime is not None:
        words += ["movetime", str(max(1, round(limits.movetime * 1000)))]
    return " ".join(words if len(words) > 1 else [*words, "infinite"])
