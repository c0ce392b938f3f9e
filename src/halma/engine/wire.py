"""What goes over the wire of the engine protocol: moves and limits that come in, turns and scores that go out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from halma.engine.calibration import chances
from halma.engine.players import Actions
from halma.engine.thought import DECIDED, LEVELS, WIN, Thought
from halma.kernel import Action
from halma.play import Position
from halma.play.notation import DONE_TEXT

NUMBERS = ("movetime", "nodes", "depth", "level")
# Clocks as UCI has them: white is the first seat, black the second. A turn gets this share of what is left.
CLOCKS, INCREMENTS, TURNS_LEFT = ("wtime", "btime"), ("winc", "binc"), "movestogo"
USUAL_TURNS_LEFT = 40


class LineRefusedError(Exception):
    """A line that cannot be obeyed, with the reason in the protocol's English."""


def read_limits(words: list[str]) -> tuple[dict[str, int], list[str]]:
    """What a go command asks for, by word, and the words in it that mean nothing here, which UCI wants ignored."""
    asked: dict[str, int] = {}
    ignored: list[str] = []
    number = 0
    while number < len(words):
        word, value = words[number].lower(), words[number + 1] if number + 1 < len(words) else ""
        number += 1
        if word == "infinite":
            asked[word] = 1
        elif word in (*NUMBERS, *CLOCKS, *INCREMENTS, TURNS_LEFT) and _fits(word, value):
            asked[word] = int(value)
            number += 1
        else:
            ignored.append(word)
    return asked, ignored


def _fits(word: str, value: str) -> bool:
    """Whether a value can stand after a word of a go command."""
    if not re.fullmatch(r"[0-9]{1,12}", value):
        return False
    return int(value) in LEVELS if word == "level" else int(value) >= (0 if word in INCREMENTS else 1)


def take_from_clock(asked: dict[str, int], seat: int) -> None:
    """Turn the clock of a seat into a time for this turn, unless one is named."""
    left = asked.get(CLOCKS[seat]) if seat < len(CLOCKS) else None
    if left is not None and "movetime" not in asked:
        share = left / asked.get(TURNS_LEFT, USUAL_TURNS_LEFT) + 0.8 * asked.get(INCREMENTS[seat], 0)
        asked["movetime"] = max(1, int(min(share, 0.8 * left)))


def spelled_turn(position: Position, actions: Actions) -> str:
    """The actions of one turn as text, joined by commas."""
    return next(spelled_turns(position, actions))


def spelled_turns(position: Position, actions: Iterable[Action]) -> Iterator[str]:
    """Actions played one after the other, as texts of whole turns."""
    ahead = position.copy()
    ahead.dice = None
    turn, spelled = ahead.turn_number, list[str]()
    for action in actions:
        text = ahead.spell(action)
        if text != DONE_TEXT or not spelled:
            spelled.append(text)
        ahead.push_action(action)
        if ahead.turn_number != turn or ahead.is_over:
            yield ",".join(spelled)
            turn, spelled = ahead.turn_number, list[str]()
    if spelled:
        yield ",".join(spelled) + ","


def info_lines(position: Position, thought: Thought) -> Iterator[str]:
    """One info line for each line of play."""
    milliseconds = round(thought.seconds * 1000)
    speed = round(thought.nodes / thought.seconds) if thought.seconds > 0 else 0
    remaining = ",".join("-" if turns is None else str(turns) for turns in thought.remaining)
    seat = position.state.now.actor
    for number, line in enumerate(thought.lines, 1):
        told = (str(round(1000 * chance)) for chance in chances(position, line.scores, thought.remaining))
        yield (
            f"info depth {thought.depth} multipv {number} nodes {thought.nodes} nps {speed} time {milliseconds} "
            f"score {score_text(line.scores[seat])} scores {','.join(map(str, line.scores))} "
            f"chances {','.join(told)} remaining {remaining} "
            f"pv {' '.join(spelled_turns(position, line.actions))}"
        )


def score_text(score: int) -> str:
    if abs(score) < DECIDED:
        return f"cp {score}"
    turns = WIN - abs(score)
    return f"mate {turns if score > 0 else -turns}"


def one_line(text: str) -> str:
    return " ".join(text.split())


def shortened(text: str, longest: int = 60) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
