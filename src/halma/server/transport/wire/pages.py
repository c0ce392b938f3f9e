"""The catalogue, the rulebook, puzzles, hints and analysis."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from halma.server.domain.commands import MoveText, Name, OptionValues, Request
from halma.server.transport.wire.base import Answer, Language
from halma.server.transport.wire.live import HintView
from halma.server.transport.wire.tables import EntryView, Explained, MoveView, OutcomeView


class ValueLabel(Answer):
    value: str | int | bool
    label: str
    # The numbers, counted from 0, of the formats it goes with; none means all that take the option.
    formats: list[int] = field(default_factory=list[int])


class OptionView(Answer):
    name: str
    label: str
    help: str
    kind: Literal["choice", "flag", "number"]
    values: list[ValueLabel]
    default: str | int | bool
    # Another value than those listed may be given as text.
    open: bool = False
    # The numbers of players it goes with; none means all.
    players: list[int] = field(default_factory=list[int])
    # The bounds of a number.
    least: int | None = None
    most: int | None = None
    # By edition, for each format of the game in order: what counts if nothing is chosen, null where it does not apply.
    defaults: dict[str, list[str | int | bool | None]] = field(default_factory=dict[str, list[str | int | bool | None]])


class FormatView(Answer):
    players: int
    pieces: int
    teams: bool
    # From how many homes each player starts.
    homes: int
    editions: list[str]
    # Players and pieces in words; the label adds teams and tips.
    size: str
    label: str


class GameView(Answer):
    id: str
    name: str
    names: list[str]
    section: str
    section_text: str
    board: str
    board_text: str
    players: list[int]
    # What the seats are called where each plays a part of its own, such as cats and mice.
    parts: list[str]
    formats: list[FormatView]
    alone: bool
    dice: bool
    options: list[OptionView]
    editions: list[ValueLabel]
    picture: str
    summary: str
    # From which age, about how many minutes at least and at most, how much luck; and all of it in words.
    age: int
    minutes: tuple[int, int]
    luck: Literal["none", "hardly-any", "some", "much"]
    facts: str


class GameList(Answer):
    games: list[GameView]


class RulesPage(Answer):
    id: str
    title: str
    kind: str
    language: str


class Chapter(Answer):
    title: str
    pages: list[RulesPage]


class Rules(Answer):
    chapters: list[Chapter]


class RulesText(Answer):
    """A page of the rulebook as an HTML fragment, and its diagrams as data."""

    id: str
    title: str
    language: str
    html: str
    examples: list[str]


class LinkAddress(Request):
    """A link that is to be scanned from a screen."""

    address: Annotated[str, Meta(min_length=1, max_length=400)]


class LinkCode(Answer):
    """A link as a QR code: a picture, without a link to anything."""

    svg: str


class TryMove(Request):
    """A move to be tried in an example of the rulebook, or in any position; nothing is kept."""

    move: MoveText | None = None
    page: Annotated[str, Meta(max_length=60)] | None = None
    example: Annotated[str, Meta(max_length=60)] | None = None
    game: Annotated[str, Meta(max_length=60)] | None = None
    options: OptionValues = field(default_factory=dict[str, str | int | bool])
    position: Annotated[str, Meta(max_length=2000)] | None = None
    lang: Language = "en"


class Tried(Answer):
    """How it looks then; where the move is refused, as before."""

    legal: bool
    refusal: Explained | None
    game: str
    options: dict[str, str | int | bool]
    position: str
    pieces: dict[str, str]
    to_act: str | None
    letter: str
    moves: list[MoveView]
    entries: list[EntryView]
    duty: Explained | None
    outcome: OutcomeView | None
    svg: str


class BoardTemplateView(Answer):
    """The empty board, and where everything lies on it: see halma.draw.BoardTemplate."""

    svg: str
    prefix: str
    size: float
    spacing: float
    cells: dict[str, tuple[float, float]]
    beyond: dict[str, tuple[float, float]]


class WordsView(Answer):
    language: str
    languages: dict[str, str]
    # A text that depends on a number has two forms, for one and for several.
    words: dict[str, str | list[str]]


class PuzzleListed(Answer):
    id: str
    game: str
    name: str
    options: dict[str, str | int | bool]
    position: str | None
    par: int
    at_least: int
    holder: str
    task: str
    difficulty: int | None
    # The fewest moves of the asker, and whether hints were given for them; the fewest of anybody without hints.
    best: int | None
    hinted: bool
    leader: int | None
    daily: bool


class Puzzles(Answer):
    puzzles: list[PuzzleListed]
    # On how many days in a row, up to today or yesterday, the asker solved the puzzle of the day on that day.
    streak: int


class PuzzleMonth(Answer):
    """The puzzles of the days of a month that have come; `earlier` and `later` are the months beside it."""

    month: str
    earlier: str | None
    later: str | None
    puzzles: list[PuzzleListed]


class Leader(Answer):
    name: str
    moves: int
    steps: int
    at: float
    # With hints; those who solved it without come first.
    hinted: bool


class Leaders(Answer):
    puzzle: str
    leaders: list[Leader]


class ScoreRequest(Request):
    """The name under which a solved puzzle is entered."""

    name: Name


class HintAnswer(Answer):
    ply: int
    hint: HintView


class Health(Answer):
    status: str
    version: str
