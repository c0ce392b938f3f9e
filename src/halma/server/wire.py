"""What goes over the wire: requests, answers and live messages. The OpenAPI file is written from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from halma.server.model import ClockSetting, Fate, Level

SeatLetter = Annotated[str, Meta(pattern="^[A-F]$")]
Name = Annotated[str, Meta(max_length=40)]
MoveText = Annotated[str, Meta(min_length=1, max_length=400)]
Token = Annotated[str, Meta(max_length=100)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
Language = Annotated[str, Meta(max_length=35)]
LongText = Annotated[str, Meta(max_length=200_000)]
OptionValues = Annotated[dict[str, str | int | bool], Meta(max_length=30)]


class Request(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody sends."""


class Answer(Struct, omit_defaults=False):
    """What the server sends."""


# ---- errors ---------------------------------------------------------------------------------------------


class Problem(Answer):
    """What went wrong: a code for programs, a text in the reader's language, and the cells it concerns."""

    code: str
    text: str
    cells: tuple[str, ...] = ()


class ErrorAnswer(Answer):
    error: Problem


# ---- setting up tables ----------------------------------------------------------------------------------


class SeatWish(Request):
    """Who is to sit on a seat. Empty seats are left out, so that the rest must be a number of players of the game."""

    kind: Literal["here", "link", "computer", "empty"]
    level: Level | None = None
    name: Name = ""


class NewTable(Request):
    """A table to be set up. Without seats everybody is here."""

    game: Annotated[str, Meta(max_length=60)]
    options: OptionValues = field(default_factory=dict[str, str | int | bool])
    seats: Annotated[list[SeatWish], Meta(max_length=6)] = field(default_factory=list[SeatWish])
    public: bool = False
    chat: bool = True
    clock: ClockSetting | None = None
    fate: Fate = "computer"
    position: Annotated[str, Meta(max_length=2000)] | None = None
    record: LongText | None = None
    puzzle: Annotated[str, Meta(max_length=80)] | None = None


class SeatLink(Answer):
    """The secret of a seat; the address opens it in a browser."""

    seat: str
    token: str
    url: str


class NewTableAnswer(Answer):
    table: str
    token: str
    links: list[SeatLink]


class Tokens(Request):
    tokens: Annotated[list[Token], Meta(max_length=500)]


class Join(Request):
    """A free seat of a public table, or the seat of the link whose token is sent along, which is replaced."""

    seat: SeatLetter | None = None
    name: Name = ""


class JoinAnswer(Answer):
    table: str
    seat: str
    token: str


class MoveRequest(Request):
    """A move: how many moves had been made when it was chosen, and the move as it is written."""

    ply: Ply
    text: MoveText


class Done(Answer):
    done: bool = True


# ---- what a table looks like ----------------------------------------------------------------------------


class SeatView(Answer):
    seat: str
    kind: str
    level: int | None
    name: str
    # The letter of its pieces, the mark on them and their colour.
    letter: str
    mark: str
    colour: str
    yours: bool
    joined: bool
    connected: bool
    # Played by a computer for somebody who left, resigned or ran out of time.
    gone: str | None
    stand_in: int | None
    # Out by the rules, or finished.
    out: bool
    place: int | None
    home: int
    advance: int
    clock_left: float | None


class MoveView(Answer):
    """A legal move; `path` is the whole chain."""

    text: str
    origin: str | None
    target: str | None
    path: tuple[str, ...]
    captured: tuple[str, ...]
    kind: str


class RollView(Answer):
    seat: str
    values: tuple[int, ...]


class EntryView(Answer):
    """A move that was made. `roll` is the roll it used; rolls before it that lapsed are in `lapsed`."""

    ply: int
    seat: str
    turn: int
    text: str
    kind: str
    path: tuple[str, ...]
    roll: tuple[int, ...]
    captured: tuple[str, ...]
    seconds: float
    # How the pieces on the board changed: the letter on a cell afterwards, or nothing there.
    changes: dict[str, str | None]
    lapsed: tuple[RollView, ...] = ()


class Explained(Answer):
    reason: str
    text: str
    cells: tuple[str, ...] = ()


class OutcomeView(Answer):
    termination: str
    text: str
    places: dict[str, int]
    drawn: bool
    # Of a game played alone.
    moves: int
    steps: int


class OfferView(Answer):
    what: str
    seat: str
    agreed: tuple[str, ...]


class ChatLine(Answer):
    number: int
    seat: str | None
    name: str
    text: str
    at: float


class PuzzleView(Answer):
    id: str
    par: int | None
    at_least: int | None
    task: str


class View(Answer):
    """A table as one viewer sees it. In live updates `history`, `start` and `chat` are left out."""

    table: str
    game: str
    name: str
    board: str
    options: dict[str, str | int | bool]
    choice_text: str
    seats: list[SeatView]
    teams: tuple[int, ...]
    ply: int
    turn: int
    to_act: str | None
    phase: str
    roll: tuple[int, ...]
    lapsed: tuple[RollView, ...]
    dice: int
    pieces: dict[str, str]
    hands: dict[str, int]
    captured: dict[str, int]
    # Moves of who has to act, only for who holds that seat; without them `origins` has the cells to ask `reach` for.
    moves: list[MoveView] | None
    origins: list[str]
    # Actions of this turn are made, and it can be ended.
    open_turn: bool
    duty: Explained | None
    outcome: OutcomeView | None
    offer: OfferView | None
    clock: ClockSetting | None
    fate: str
    public: bool
    chat_on: bool
    owner: bool
    can_undo: bool
    can_redo: bool
    can_take_back: bool
    can_draw: bool
    thinking: bool
    waiting: bool
    spectators: int
    # What the dice depended on, once the game is over.
    seed: str | None
    puzzle: PuzzleView | None
    rematch: str | None
    position: str
    history: list[EntryView] | None = None
    # The pieces before the first move; sent with the history.
    start: dict[str, str] | None = None
    chat: list[ChatLine] | None = None


class Summary(Answer):
    """A table in a list."""

    table: str
    game: str
    name: str
    choice_text: str
    seats: list[SeatView]
    ply: int
    turn: int
    to_act: str | None
    over: bool
    outcome: str | None
    public: bool
    puzzle: str | None
    created: float
    updated: float


class Tables(Answer):
    tables: list[Summary]


# ---- live messages --------------------------------------------------------------------------------------


class Hello(Request, tag="hello", tag_field="type"):
    """The first message: what one holds, and how many moves one has seen."""

    tokens: Annotated[list[Token], Meta(max_length=20)] = field(default_factory=list[str])
    lang: Language = "en"
    ply: Ply = 0


class Move(Request, tag="move", tag_field="type"):
    ply: Ply
    text: MoveText


class Undo(Request, tag="undo", tag_field="type"):
    ply: Ply


class Redo(Request, tag="redo", tag_field="type"):
    ply: Ply


class MakeOffer(Request, tag="offer", tag_field="type"):
    what: Literal["draw", "takeback"]


class AnswerOffer(Request, tag="answer", tag_field="type"):
    what: Literal["draw", "takeback"]
    accept: bool


class Resign(Request, tag="resign", tag_field="type"):
    seat: SeatLetter | None = None


class Back(Request, tag="back", tag_field="type"):
    """Take a seat over again from the computer that played it while time had run out."""

    seat: SeatLetter | None = None


class Chat(Request, tag="chat", tag_field="type"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    name: Name = ""


class AskHint(Request, tag="hint", tag_field="type"):
    pass


class Explain(Request, tag="explain", tag_field="type"):
    """Why is this not allowed? A move as text, or its ends."""

    text: MoveText | None = None
    origin: Annotated[str, Meta(max_length=4)] | None = None
    target: Annotated[str, Meta(max_length=4)] | None = None


class Reach(Request, tag="reach", tag_field="type"):
    """Where can this piece go? For positions with so many moves that a view does not list them."""

    origin: Annotated[str, Meta(max_length=4)]


class Rename(Request, tag="name", tag_field="type"):
    name: Name
    seat: SeatLetter | None = None


class Leave(Request, tag="leave", tag_field="type"):
    pass


class Ping(Request, tag="ping", tag_field="type"):
    pass


ClientMessage = (
    Hello
    | Move
    | Undo
    | Redo
    | MakeOffer
    | AnswerOffer
    | Resign
    | Back
    | Chat
    | AskHint
    | Explain
    | Reach
    | Rename
    | Leave
    | Ping
)


class ViewMessage(Answer, tag="view", tag_field="type"):
    """Everything, at the beginning and whenever moves were taken back. `since` echoes the hello's ply."""

    view: View
    since: int = 0


class MoveMessage(Answer, tag="move", tag_field="type"):
    """Moves were made: they, and how the table looks now."""

    entries: list[EntryView]
    view: View


class ChatMessage(Answer, tag="chat", tag_field="type"):
    line: ChatLine


class OfferMessage(Answer, tag="offer", tag_field="type"):
    offer: OfferView | None


class PresenceMessage(Answer, tag="presence", tag_field="type"):
    connected: list[str]
    spectators: int


class ClockMessage(Answer, tag="clock", tag_field="type"):
    left: dict[str, float]


class HintView(Answer):
    """A move to make, with the reason for it in words."""

    move: MoveView
    text: str


class HintMessage(Answer, tag="hint", tag_field="type"):
    ply: int
    hint: HintView


class ExplainMessage(Answer, tag="explain", tag_field="type"):
    """Why a move is not allowed; nothing if it is."""

    refusal: Explained | None


class ReachMessage(Answer, tag="reach", tag_field="type"):
    ply: int
    origin: str
    moves: list[MoveView]


class DoneMessage(Answer, tag="done", tag_field="type"):
    """What was asked for is done: `what` is the type of the message, `ply` how many moves there are now."""

    what: str
    ply: int


class PongMessage(Answer, tag="pong", tag_field="type"):
    now: float


class ErrorMessage(Answer, tag="error", tag_field="type"):
    error: Problem
    # For a move that came too late: how the table looks now.
    view: View | None = None


class ByeMessage(Answer, tag="bye", tag_field="type"):
    """The server closes; a page comes back by itself."""

    text: str


ServerMessage = (
    ViewMessage
    | MoveMessage
    | ChatMessage
    | OfferMessage
    | PresenceMessage
    | ClockMessage
    | HintMessage
    | ExplainMessage
    | ReachMessage
    | DoneMessage
    | PongMessage
    | ErrorMessage
    | ByeMessage
)

# ---- the catalogue, the rulebook, puzzles ---------------------------------------------------------------


class ValueLabel(Answer):
    value: str | int | bool
    label: str


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


class FormatView(Answer):
    players: int
    pieces: int
    teams: bool
    tips: str | None
    editions: list[str]
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
    formats: list[FormatView]
    alone: bool
    dice: bool
    options: list[OptionView]
    editions: list[ValueLabel]
    picture: str
    summary: str


class Games(Answer):
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


class StageView(Answer):
    """The empty board, and where everything lies on it: see halma.draw.Stage."""

    svg: str
    prefix: str
    size: float
    spacing: float
    cells: dict[str, tuple[float, float]]
    beyond: dict[str, tuple[float, float]]


class Words(Answer):
    language: str
    languages: dict[str, str]
    words: dict[str, Any]


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
    best: int | None
    leader: int | None
    daily: bool


class Puzzles(Answer):
    puzzles: list[PuzzleListed]


class Leader(Answer):
    name: str
    moves: int
    steps: int
    at: float


class Leaders(Answer):
    puzzle: str
    leaders: list[Leader]


class ScoreRequest(Request):
    """The name under which a solved puzzle is entered."""

    name: Name


class PlyValue(Answer):
    """The position after so many moves: what it was worth to each seat in hundredths of a turn ahead, their chances to
    win, and the best line. All are empty where nobody could choose anything."""

    ply: int
    scores: tuple[int, ...]
    chances: tuple[float, ...]
    line: tuple[str, ...]


class Analysis(Answer):
    state: Literal["working", "ready"]
    done: int
    total: int
    values: list[PlyValue]


class HintAnswer(Answer):
    ply: int
    hint: HintView


class Health(Answer):
    status: str
    version: str
