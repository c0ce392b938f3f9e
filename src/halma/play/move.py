"""A move as people hold it: cells by name, made from text and printed as text; see docs/notation.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from halma.kernel import Action
from halma.play import notation
from halma.play.notation import MoveKind

if TYPE_CHECKING:
    from halma.boards import Symmetry
    from halma.play.legal_moves import LegalMoves

_set = object.__setattr__


class Parts(NamedTuple):
    """What a move consists of; `written` are the captured cells that its text has to name."""

    kind: MoveKind
    origin: str | None
    target: str | None
    captures: tuple[str, ...]
    written: tuple[str, ...]


class Move:
    """A move, a piece placed, a swap, a pass: whatever a player does. It cannot be changed and needs no board.

    >>> move = Move("c3", "e5")
    >>> str(move), move.origin, move.target
    ('c3-e5', 'c3', 'e5')
    >>> move == Move.from_text("c3-d4-e5")
    True

    Two moves are equal if their notation does not tell them apart: by kind, ends and written captures, not by the path
    and not by whether it is a step or a hop. Moves that come from a position know their whole `path` and their
    `captures`, also after the position has gone on.
    """

    __slots__ = ("_action", "_parts", "_path", "_source")

    # The kernel's action and the list of legal moves it belongs to; none for a move that was made by hand.
    _action: Action | None
    _source: LegalMoves | None
    # Worked out of these two when somebody asks.
    _parts: Parts
    _path: tuple[str, ...]

    def __init__(
        self,
        origin: str | None = None,
        target: str | None = None,
        captures: Iterable[str] = (),
        *,
        kind: MoveKind | str = MoveKind.MOVE,
        path: Iterable[str] = (),
    ) -> None:
        kind = _kind(kind)
        taken, way = _names("captures", captures), _names("path", path)
        moves, needs_target = kind in (MoveKind.MOVE, MoveKind.SWAP), kind not in (MoveKind.PASS, MoveKind.DONE)
        _check_cell("origin", origin, moves, kind)
        if not (kind is MoveKind.MOVE and target == notation.OFF):
            _check_cell("target", target, needs_target, kind)
        for cell in (*taken, *way[:-1]):
            _check_cell("cell", cell, True, kind)
        if kind is not MoveKind.MOVE and (taken or way):
            raise ValueError(f"only a move from cell to cell has captures or a path, not one of kind {kind.value!r}")
        if way and (way[0] != origin or way[-1] != target or len(way) < 2):
            raise ValueError(f"a path from {origin} to {target} begins and ends there, unlike {'-'.join(way)!r}")
        if len(set(taken)) < len(taken):
            raise ValueError(f"a cell is captured at most once, unlike in {', '.join(taken)}")
        _set(self, "_action", None)
        _set(self, "_source", None)
        _set(self, "_parts", Parts(kind, origin, target, taken, taken))
        ends = (origin, target) if moves and origin is not None and target is not None else ()
        _set(self, "_path", way or ends)

    @classmethod
    def from_text(cls, text: str) -> Move:
        """A move as it is written: `c3-e5-g7`, `@e5`, `e1-off`, `c3~d4`, `xe5`, `--`, `.`, `c3-c7xc4xc6`.

        Whether it can be played is not looked at. Raises InvalidMoveError for a text that is no move.

        >>> Move.from_text("c3-e5-g7").path
        ('c3', 'e5', 'g7')
        """
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a move is read from a str, not from {type(text).__name__}")
        bare = text.strip()
        if bare == notation.PASS_TEXT:
            return cls(kind=MoveKind.PASS)
        if bare == notation.DONE_TEXT:
            return cls(kind=MoveKind.DONE)
        if len(bare) <= notation.LONGEST:
            if found := notation.PLACE.fullmatch(bare):
                return cls(None, found[1], kind=MoveKind.PLACE)
            if found := notation.HUFF.fullmatch(bare):
                return cls(None, found[1], kind=MoveKind.HUFF)
            if found := notation.SWAP.fullmatch(bare):
                return cls(found[1], found[2], kind=MoveKind.SWAP)
            if found := notation.MOVE.fullmatch(bare):
                way = found["way"].split("-")
                captures = dict.fromkeys(found["captured"].split("x")[1:])
                return cls(way[0], way[-1], captures, path=way)
        raise notation.not_a_move(bare)

    @classmethod
    def _of(cls, action: Action, source: LegalMoves, path: tuple[str, ...] | None = None) -> Move:
        """The move that an action of a kernel is, among the legal moves it belongs to."""
        move = object.__new__(cls)
        _set(move, "_action", action)
        _set(move, "_source", source)
        if path is not None:
            _set(move, "_path", path)
        return move

    def __getattr__(self, name: str) -> Any:
        # What is not there yet of a move that came from a kernel.
        if name == "_parts":
            _set(self, name, self._worked_out())
        elif name == "_path":
            assert self._action is not None and self._source is not None
            _set(self, name, self._source.path_of(self._action))
        else:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return object.__getattribute__(self, name)

    def _worked_out(self) -> Parts:
        action, source = self._action, self._source
        assert action is not None and source is not None
        names = source.rules.board.names
        captures = tuple([names[cell] for cell in action.captured])
        written = captures if captures and source.is_ambiguous(action) else ()
        # The number after the last cell means off the board, and -1 no cell at all.
        origin = names[action.origin] if action.origin >= 0 else None
        leaves = action.target == len(names)
        target = notation.OFF if leaves else names[action.target] if action.target >= 0 else None
        return Parts(notation.kind_of(action), origin, target, captures, written)

    # ---- looking ----------------------------------------------------------------------------------------

    @property
    def kind(self) -> MoveKind:
        """Whether it is a move from cell to cell, a placing, a swap, a huff, a pass or the end of a turn with dice."""
        return self._parts.kind

    @property
    def origin(self) -> str | None:
        """The cell the piece comes from; None where no piece on the board moves."""
        return self._parts.origin

    @property
    def target(self) -> str | None:
        """The cell the piece goes to, "off" if it leaves the board, the cell of a huffed piece; None for a pass."""
        return self._parts.target

    @property
    def captures(self) -> tuple[str, ...]:
        """The cells whose pieces are captured: all of them if the move came from a position, else those given."""
        return self._parts.captures

    @property
    def path(self) -> tuple[str, ...]:
        """The cells the piece touches, its start and its end included; empty where no piece on the board moves.

        The path of a move that was made by hand is as it was given, or just its ends.
        """
        return self._path

    def text(self, *, path: bool = False) -> str:
        """The move as text: by its ends, as `str` writes it, or by its whole path.

        >>> Move.from_text("c3-e5-g7").text(path=True)
        'c3-e5-g7'
        """
        kind, origin, target, _, written = self._parts
        way = self._path if path and len(self._path) > 2 else (origin, target)
        # A way of several hops tells what it captures; by hand both can be given.
        return notation.spell(kind, way, () if len(way) > 2 and self._source is not None else written)

    def transform(self, symmetry: Symmetry) -> Move:
        """The same move on the board as a symmetry maps it.

        >>> from halma.boards import square_board
        >>> str(Move("c3", "e5").transform(square_board().symmetries["rotate_180"]))
        'n14-l12'
        """
        kind, origin, target, _, written = self._parts

        def image(name: str) -> str:
            return name if name == notation.OFF else symmetry(name)

        way = tuple(image(name) for name in self._path) if kind is MoveKind.MOVE else ()
        return Move(
            None if origin is None else image(origin),
            None if target is None else image(target),
            tuple(image(name) for name in written),
            kind=kind,
            path=way,
        )

    # ---- comparing --------------------------------------------------------------------------------------

    def _key(self) -> tuple[object, ...]:
        kind, origin, target, _, written = self._parts
        return kind, origin, target, frozenset(written)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __lt__(self, other: object) -> bool:
        """Moves are sorted by their text."""
        return str(self) < str(other) if isinstance(other, Move) else NotImplemented

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Move.from_text({self.text()!r})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a move cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a move cannot be changed")

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._parts, self._path)


def _restored(parts: Parts, path: tuple[str, ...]) -> Move:
    """A move that was stored: as it was, but without the position it came from."""
    move = object.__new__(Move)
    _set(move, "_action", None)
    _set(move, "_source", None)
    _set(move, "_parts", parts)
    _set(move, "_path", path)
    return move


def _kind(kind: object) -> MoveKind:
    try:
        return MoveKind(kind)
    except ValueError:
        known = ", ".join(repr(each.value) for each in MoveKind)
        raise ValueError(f"the kind of a move is one of {known}, not {kind!r}") from None


def _names(what: str, given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{what} are given as a sequence of names of cells, not as {type(given).__name__}")
    return tuple(given)


def _check_cell(what: str, name: object, needed: bool, kind: MoveKind) -> None:
    if name is None:
        if needed:
            raise TypeError(f"a move of kind {kind.value!r} needs its {what}")
        return
    if not isinstance(name, str):
        raise TypeError(f"cells are given by name, such as 'c3', not as {type(name).__name__}")
    if not needed:
        raise ValueError(f"a move of kind {kind.value!r} has no {what}, not {name!r}")
    if not notation.is_cell(name):
        raise ValueError(f"a cell has a name such as 'c3', not {name!r}")
