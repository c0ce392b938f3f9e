"""Games written down: PGN-shaped text and JSON lines, read back exactly; see docs/notation.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, cast

from halma.games import LOT, RULES_VERSION, Choice, Option, OptionError, OptionKind, find_game
from halma.messages import HalmaError, mark
from halma.play import notation
from halma.play.errors import RecordError
from halma.play.position import Outcome, Position
from halma.rules import SEATS

UNFINISHED = "*"
# The tag that names the version of the law under which a record was written.
LAW = "Law"
# How a game can end without its rules ending it.
BY_AGREEMENT = ("agreed", "resigned", "abandoned", "time")
WIDTH = 100
# As much of what cannot be read is shown.
SHOWN = 40

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\]|\\.)*)"\]')
# A comment that nothing closes is met only once: it ends the reading.
_TOKEN = re.compile(r"\{((?:[^}\\]|\\.)*)(\}?)|(\[[1-6](?:,[1-6])*\]|scatter\s+[a-z0-9,]+)|([0-9]+\.)|(\S+)")

# A turn, a roll or a lot: what the other form would take for something else is none.
_WORD = re.compile(r"(?![*#]$|[0-9]+\.$)(?:scatter )?[^\s{}]+")


@dataclass(frozen=True)
class Turn:
    """A turn, or what chance decided (a roll, a lot), as it is written, with what somebody remarked on it."""

    text: str
    comment: str = ""

    @property
    def is_chance(self) -> bool:
        """Whether dice or a lot made it, and no player."""
        return notation.is_chance(self.text)


@dataclass(frozen=True)
class Record:
    """A game written down. Reading checks its form; playing it through checks its rules."""

    choice: Choice
    turns: tuple[Turn, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    # Where the game starts, if not at the beginning.
    start: str | None = None
    result: str = UNFINISHED
    remark: str = ""

    @classmethod
    def of(
        cls,
        position: Position,
        names: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        result: str | None = None,
    ) -> Record:
        """The game that led to a position, with the whole way of every move."""
        outcome = position.outcome()
        start = position.beginning()
        return cls(
            choice=position.choice,
            turns=tuple(_turns(position)),
            names=dict(names or {}),
            tags=dict(tags or {}),
            start=None if start == Position(position.choice, dice=None) else start.text(),
            result=result or (str(outcome) if outcome else UNFINISHED),
        )

    # ---- playing it through -----------------------------------------------------------------------------

    def positions(self) -> Iterator[Position]:
        """The position at the start and after every turn. Raises RecordError at the turn where the game breaks."""
        for position, whole_turn in self._entries():
            if whole_turn:
                yield position.copy()

    def _entries(self) -> Iterator[tuple[Position, bool]]:
        """The position at the start, then the same one after every turn and roll, and whether no roll led there."""
        try:
            if self.start is None:
                position = Position(self.choice, dice=None)
            else:
                position = Position.from_text(self.start, self.choice)
        except HalmaError as error:
            raise RecordError(mark("Cannot read the starting position: {reason}"), reason=error) from error
        yield position, True
        number = 0
        for turn in self.turns:
            number += not turn.is_chance
            try:
                if turn.is_chance:
                    position.give_chance(turn.text)
                else:
                    position.push_turn(turn.text)
            except HalmaError as error:
                raise RecordError(
                    mark("Turn {number} of the record, “{text}”, cannot be played: {reason}"),
                    number=number + turn.is_chance,
                    text=turn.text,
                    reason=error,
                ) from error
            yield position, not turn.is_chance
        self._check_result(position.outcome())

    def position(self) -> Position:
        """The position at the end, with a roll that is still to be used. Raises RecordError if the game breaks."""
        *_, (last, _) = self._entries()
        return last

    def _check_result(self, outcome: Outcome | None) -> None:
        claimed = self.result
        if outcome is not None and claimed != str(outcome):
            raise RecordError(
                mark("The record claims the result “{claimed}”, but the game ends as “{found}”."),
                claimed=claimed,
                found=outcome,
            )
        if outcome is None and claimed != UNFINISHED and (claimed.split() or [""])[-1] not in BY_AGREEMENT:
            raise RecordError(
                mark("The record claims the result “{claimed}”, but the game has not ended."), claimed=claimed
            )

    # ---- writing ----------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """The PGN-shaped form: tags, then numbered turns, one game in one paragraph."""
        tags = {"Game": self.choice.game, LAW: str(RULES_VERSION)}
        tags |= {tag_name(name): _option_text(value) for name, value in self.choice.options.items()}
        tags |= {f"Seat{seat}": name for seat, name in self.names.items()}
        tags |= {"Position": self.start} if self.start is not None else {}
        tags |= {f"X-{name}": value for name, value in self.tags.items()}
        tags["Result"] = self.result
        lines = [f'[{name} "{_escape(value, chr(34))}"]' for name, value in tags.items()]
        words: list[str] = [f"{{{_escape(self.remark, '}')}}}"] if self.remark else []
        number = 0
        for turn in self.turns:
            if not turn.is_chance:
                number += 1
                words.append(f"{number}.")
            words.append(turn.text)
            if turn.comment:
                words.append(f"{{{_escape(turn.comment, '}')}}}")
        words.append(UNFINISHED if self.result == UNFINISHED else "#")
        return "\n".join((*lines, *_wrapped(words))) + "\n"

    def to_json(self) -> str:
        """One line of JSON."""
        data: dict[str, Any] = {"game": self.choice.game, "law": RULES_VERSION, "options": self.choice.options}
        data |= {"names": dict(self.names)} if self.names else {}
        data |= {"tags": dict(self.tags)} if self.tags else {}
        data |= {"position": self.start} if self.start is not None else {}
        data |= {"remark": self.remark} if self.remark else {}
        data["turns"] = [[turn.text, turn.comment] if turn.comment else turn.text for turn in self.turns]
        data["result"] = self.result
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _turns(position: Position) -> Iterator[Turn]:
    """Events as turns: the actions of one turn with dice are joined by commas."""
    for (number, chance), events in groupby(position.history, key=lambda event: (event.turn, event.move is None)):
        actions = [event.text for event in events]
        if chance:
            yield from (Turn(text) for text in actions)
        else:
            done = [text for text in actions if text != notation.DONE_TEXT]
            # A comma at the end says that the turn is still open.
            still_open = number == position.turn and not position.is_over
            yield Turn(",".join(done) + ("," if still_open else ""))


def tag_name(option: str) -> str:
    """An option of a game as the name of a tag: play_on is PlayOn."""
    return "".join(part.capitalize() for part in option.split("_"))


def _option_text(value: object) -> str:
    return "yes" if value is True else str(value)


def _escape(text: str, closing: str) -> str:
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing).replace("\n", "\\n").replace("\r", "\\r")


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text)


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines; a comment is never broken, so that it is read back exactly."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


# ---- reading --------------------------------------------------------------------------------------------


def read_records(text: str) -> list[Record]:
    """All games of a text, PGN-shaped or JSON lines. Raises RecordError for what cannot be read."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return [
            _from_json(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip("\ufeff \t\r")
        ]
    return list(_from_text(text.lstrip("\ufeff")))


def _from_text(text: str) -> Iterator[Record]:
    tags: dict[str, str] = {}
    body: list[str] = []
    # Only real line ends part lines: names may hold whatever else Unicode calls one.
    for number, line in enumerate(text.split("\n"), 1):
        found = _TAG.fullmatch(line.strip())
        if found is not None:
            if body:
                yield _assemble(tags, " ".join(body))
                tags, body = {}, []
            if found[1] in tags:
                raise RecordError(mark("Line {line} repeats the tag {tag}."), line=number, tag=found[1])
            tags[found[1]] = _unescape(found[2])
        elif line.strip():
            if not tags:
                raise RecordError(
                    mark('A record starts with tags such as [Game "halma"]; line {line} is not a tag.'), line=number
                )
            body.append(line.strip())
    if tags:
        yield _assemble(tags, " ".join(body))


def _assemble(tags: dict[str, str], body: str) -> Record:
    texts: list[str] = []
    # What was remarked before the first turn, then after each turn.
    comments: list[list[str]] = [[]]
    for found in _TOKEN.finditer(body):
        comment, closed, chance, number, word = found.groups()
        if comment is not None:
            if not closed:
                raise RecordError(
                    mark("The comment that begins with “{text}” is never closed."), text="{" + comment[:SHOWN].rstrip()
                )
            comments[-1].append(_unescape(comment))
        elif number is None and word not in (UNFINISHED, "#"):
            texts.append(" ".join(chance.split()) if chance is not None else word)
            comments.append([])
    remark, *remarks = (" ".join(parts).strip() for parts in comments)
    turns = [Turn(text, comment) for text, comment in zip(texts, remarks, strict=True)]
    seat_tags = {f"Seat{seat}": seat for seat in SEATS}
    special = {"Game", LAW, "Result", "Position", *seat_tags}
    known = _known_options(tags.get("Game"))
    options: dict[str, object] = {}
    for tag, value in tags.items():
        if tag in special or tag.startswith("X-"):
            continue
        name = option_name(tag)
        if name in options:
            raise RecordError(mark("The tags repeat the option {option}."), option=tag_name(name))
        options[name] = _option_value(known, tag, value)
    return _make(
        game=tags.get("Game"),
        law=tags.get(LAW, "1"),
        options=options,
        turns=tuple(turns),
        names={seat: tags[tag] for tag, seat in seat_tags.items() if tag in tags},
        tags={tag[2:]: value for tag, value in tags.items() if tag.startswith("X-")},
        start=tags.get("Position"),
        result=tags.get("Result", UNFINISHED),
        remark=remark,
    )


def option_name(tag: str) -> str:
    """The option of a game that a tag is named after."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", tag).lower()


def _known_options(game: str | None) -> Mapping[str, Option]:
    try:
        return find_game(game).all_options if game is not None else {}
    except HalmaError:
        # What is wrong with the name is said where the record is made.
        return {}


def _option_value(known: Mapping[str, Option], tag: str, text: str) -> object:
    name = option_name(tag)
    try:
        return known[name].read(text) if name in known else text
    except OptionError as error:
        template = (
            mark("The tag {tag} needs a number, not “{value}”.")
            if known[name].kind is OptionKind.NUMBER
            else mark("The tag {tag} takes yes or no, not “{value}”.")
        )
        raise RecordError(template, tag=tag, value=text) from error


def _make(game: object, law: object, options: Mapping[str, Any], **rest: Any) -> Record:
    if not isinstance(game, str):
        raise RecordError(mark('A record must name its game: [Game "halma"].'))
    version = _law_version(law)
    try:
        found = find_game(game)
        # What was written before an option was in the law means the game as it was then.
        choice = found.choose(**options) if version == RULES_VERSION else found.restore(options)
    except HalmaError as error:
        raise RecordError(mark("Cannot read the record: {reason}"), reason=error) from error
    if choice.first == LOT:
        raise RecordError(mark("A record must name the seat that began, not leave it to the lot."))
    return Record(choice=choice, **rest)


def _law_version(law: object) -> int:
    """The version of the law that a record names; those that name none are older than versions."""
    text = str(law) if isinstance(law, int | str) and not isinstance(law, bool) else ""
    if not re.fullmatch(r"[1-9][0-9]{0,3}", text):
        raise RecordError(
            mark("The version of the law is a whole number from 1 to {newest}, not “{value}”."),
            newest=RULES_VERSION,
            value=str(law)[:SHOWN],
        )
    if int(text) > RULES_VERSION:
        raise RecordError(
            mark("This record names version {version} of the law; this program knows versions up to {newest}."),
            version=text,
            newest=RULES_VERSION,
        )
    return int(text)


def _from_json(line: str, number: int) -> Record:
    wrong = RecordError(mark("Line {line} is not a JSON record."), line=number)
    try:
        loaded = json.loads(line)
        # Half a character, which JSON can spell, cannot be written anywhere else.
        json.dumps(loaded, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise wrong from error
    if not isinstance(loaded, dict):
        raise wrong
    data = cast(dict[str, Any], loaded)
    known = {"game", "law", "options", "names", "tags", "position", "remark", "turns", "result"}
    listed: Any = data.get("turns", [])
    turns: list[Turn] = []
    for item in listed if isinstance(listed, list) else [None]:  # pyright: ignore[reportUnknownVariableType]
        parts = cast(list[Any], item if isinstance(item, list) else [item])
        if (
            len(parts) not in (1, 2)
            or not all(isinstance(part, str) for part in parts)
            or not _WORD.fullmatch(parts[0])
        ):
            raise wrong
        turns.append(Turn(*parts))
    texts = {key: data.get(key, default) for key, default in (("remark", ""), ("result", UNFINISHED))}
    mappings = {key: data.get(key, {}) for key in ("options", "names", "tags")}
    start = data.get("position")
    fits = (
        set(data) <= known
        and all(isinstance(value, str) for value in texts.values())
        and all(isinstance(value, dict) for value in mappings.values())
        and all(isinstance(value, str) for key in ("names", "tags") for value in mappings[key].values())
        and all(seat in SEATS and len(seat) == 1 for seat in mappings["names"])
        and (start is None or isinstance(start, str))
        and all(isinstance(value, str | int) for value in mappings["options"].values())
    )
    if not fits:
        raise wrong
    return _make(
        game=data.get("game"),
        law=data.get("law", 1),
        options=mappings["options"],
        turns=tuple(turns),
        names=mappings["names"],
        tags=mappings["tags"],
        start=start,
        **texts,
    )
