"""What there is to see of a position, before anybody decides how it looks. Pictures and text start from it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypedDict

from halma.boards import Board
from halma.draw.board_layout import BoardLayout, steps_towards
from halma.play import Event, MoveKind, Position
from halma.rules import SEATS, Hop, Ruleset, Run


class Marks(TypedDict, total=False):
    """What can be shown on a board besides its pieces. Cells are given by their names."""

    #: The piece that is being moved, and where it can go.
    chosen: str | None
    reachable: Collection[str]
    #: The cells a refusal speaks about.
    marked: Collection[str]
    #: Whether the last move is shown.
    last_move: bool
    #: The seat that looks: its home is drawn nearest. Without it the board lies as in the rules.
    turned: str | None
    coordinates: bool


class Options(Marks, total=False):
    """What can be said about a picture."""

    #: Before every id, so that several boards fit into one page.
    prefix: str
    #: What a screen reader says of the whole picture.
    label: str | None
    #: Whether hands, captures and dice are drawn below the board in games that have them.
    info_bar: bool


@dataclass(frozen=True)
class SettledOptions:
    """All options of a picture, settled. The names are those of Options."""

    chosen: str | None = None
    reachable: Collection[str] = ()
    marked: Collection[str] = ()
    last_move: bool = True
    turned: str | None = None
    coordinates: bool = True
    prefix: str = ""
    label: str | None = None
    info_bar: bool = True


@dataclass(frozen=True)
class Region:
    """Fields that mean something to a seat: its home, or where it plays to."""

    cells: frozenset[int]
    letter: str
    home: bool

    @property
    def name(self) -> str:
        """Its classes in a picture."""
        return f"{'home' if self.home else 'target'} seat-{self.letter.upper()}"


@dataclass(frozen=True)
class Way:
    """The cells an action touched, in the colour of who acted. A placing touches one."""

    cells: tuple[str, ...]
    letter: str


@dataclass(frozen=True)
class SeatInfo:
    """What the information bar says of a seat: pieces to place, pieces captured; None if the game has none such."""

    seat: str
    letter: str
    hand: int | None
    captured: int | None
    active: bool


@dataclass(frozen=True)
class Scene:
    """Everything a picture or a text shows."""

    board: Board
    pieces: Mapping[str, str]
    regions: tuple[Region, ...] | None = None
    ways: tuple[Way, ...] = ()
    captured: tuple[str, ...] = ()
    # In whose colour reachable fields are shown.
    letter: str = "A"
    seat_infos: tuple[SeatInfo, ...] = ()
    roll: tuple[int, ...] = ()
    has_dice: bool = False
    steps: int = 0

    @property
    def layout(self) -> BoardLayout:
        """The turned board with its coordinates."""
        return BoardLayout(self.board, self.steps)


def scene_of(position: Position, options: SettledOptions) -> Scene:
    """What there is to see of a position."""
    if not isinstance(position, Position):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a Position is drawn, not {type(position).__name__}; svg_board draws any arrangement")
    rules = position.rules
    events = last_turn(position) if options.last_move else ()
    return Scene(
        board=position.board,
        pieces=position.pieces,
        regions=(*regions_of(rules), *zone_of(position)),
        ways=tuple(way for event in events if (way := _way(position, event))),
        captured=taken_by(position, events),
        letter=letter_of(rules, position.seat),
        seat_infos=seat_infos_of(position),
        roll=position.roll,
        has_dice=rules.dice is not None,
        steps=steps_for(rules, options.turned),
    )


def letter_of(rules: Ruleset, seat: str) -> str:
    """The letter whose colour a seat plays: its own, or the one it shares with its partner."""
    codes = rules.kind_codes(SEATS.index(seat))
    letters = [rules.kinds[code - 1].letter for code in codes]
    return letters[0] if letters and letters[0] in SEATS else seat


def last_turn(position: Position) -> tuple[Event, ...]:
    """The actions of the last turn: one, or several by the dice; a huffing comes with the move that gave cause."""
    moves = [event for event in position.history if event.move is not None]
    if not moves:
        return ()
    last = moves[-1]
    if last.move is not None and last.move.kind is MoveKind.HUFF:
        return tuple(moves[-2:])
    return tuple(event for event in moves if event.turn_number == last.turn_number)


def taken_by(position: Position, events: tuple[Event, ...]) -> tuple[str, ...]:
    """The cells the last action emptied without moving from them: captures, huffed and lifted pieces."""
    if not events:
        return ()
    before = position.copy()
    before.pop()
    left = {event.path[0] for event in events if event.path}
    return tuple(cell for cell in before.pieces if cell not in position.pieces and cell not in left)


def _way(position: Position, event: Event) -> Way | None:
    letter = letter_of(position.rules, event.seat)
    if event.path:
        return Way(event.path, letter)
    if event.move is not None and event.move.kind is MoveKind.PLACE and event.move.target is not None:
        return Way((event.move.target,), letter)
    return None


def regions_of(rules: Ruleset) -> tuple[Region, ...]:
    """The homes, then the targets that are nobody's home."""
    found: dict[frozenset[int], Region] = {}
    for home in (True, False):
        for kind in rules.kinds:
            cells = kind.home if home else kind.target
            # A region that is nearly the whole board (the full cross of retour) would tell nothing.
            if cells and len(cells) < len(rules.board) / 2:
                found.setdefault(cells, Region(cells, kind.letter, home))
    return tuple(found.values())


def zone_of(position: Position) -> tuple[Region, ...]:
    """Where the seat to act may place its piece, if not everywhere."""
    placing = position.rules.placing
    if placing is None or position.is_over or not position.hands[position.seat]:
        return ()
    zone = placing.zones[SEATS.index(position.seat)]
    whole = len(zone) == len(position.board)
    return () if whole else (Region(zone, letter_of(position.rules, position.seat), home=False),)


def captures(rules: Ruleset) -> bool:
    """Whether pieces can be captured in a game."""
    words = (word for kind in rules.kinds for word in kind.movement)
    return rules.enclosing is not None or any(
        isinstance(word, Run) or (isinstance(word, Hop) and word.captures) for word in words
    )


def seat_infos_of(position: Position) -> tuple[SeatInfo, ...]:
    """What each seat holds besides the board; nothing in games without hands and captures."""
    rules = position.rules
    places, takes = rules.placing is not None, captures(rules)
    if not places and not takes and rules.dice is None:
        return ()
    return tuple(
        SeatInfo(
            seat,
            letter_of(rules, seat),
            position.hands[seat] if places else None,
            position.captured[seat] if takes else None,
            seat == position.seat and not position.is_over,
        )
        for seat in position.seats
    )


def steps_for(rules: Ruleset, seat: str | None) -> int:
    """How far the board is turned for a seat; not at all where seats have no home."""
    if seat is None:
        return 0
    if len(seat) != 1 or seat not in SEATS:
        raise ValueError(f"the board is turned to a seat, one of {', '.join(SEATS)}, not to {seat!r}")
    number = SEATS.index(seat)
    kinds = [rules.kinds[code - 1] for code in rules.kind_codes(number)] if number < rules.seats else []
    homes = [kind.home for kind in kinds if kind.home]
    return steps_towards(rules.board, rules.home(number), *homes) if homes else 0
