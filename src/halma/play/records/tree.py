"""The turns of a game as a tree: the main line, and what might have been played instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from halma.messages import HalmaError, mark
from halma.play import notation
from halma.play.errors import RecordError
from halma.play.position import Position
from halma.play.records.tokens import HIGHEST_ANNOTATION, is_turn
from halma.play.records.visitor import SKIP, RecordVisitor


class GameNode:
    """A turn of a game (or a roll, or a lot) with what was remarked on it and everything that may follow it.

    The root of a tree stands before the first turn and has no text. `variations` holds what follows: first the main
    line, then what might be played instead.

    >>> from halma import Position, Record
    >>> root = Record(Position("quick").choice).root
    >>> turn = root.add_variation("e2-f3", annotations=(1,), comment="a quiet start")
    >>> other = root.add_variation("d3-d4")
    >>> [node.text for node in root.variations]
    ['e2-f3', 'd3-d4']
    >>> other.promote()
    >>> root.next is other
    True
    >>> other.position().seat
    'B'
    """

    __slots__ = ("_start", "annotations", "comment", "parent", "starting_comment", "text", "variations")

    def __init__(self, text: str = "", parent: GameNode | None = None) -> None:
        self.text = text
        self.parent = parent
        self.variations: list[GameNode] = []
        self.comment = ""
        # What stands before the first turn of a variation.
        self.starting_comment = ""
        # Numbers of PGN: 1 is “!”.
        self.annotations: tuple[int, ...] = ()
        # Of a root: what makes the position it stands for.
        self._start: Callable[[], Position] | None = None

    def __repr__(self) -> str:
        return f"<GameNode {self.text or 'start'}, {len(self.variations)} variations>"

    def __reduce__(self) -> str:
        raise TypeError("a node belongs to its tree; copy or pickle its record")

    # ---- looking ----------------------------------------------------------------------------------------

    @property
    def is_chance(self) -> bool:
        """Whether this is a roll or a lot: nobody's turn."""
        return notation.is_chance(self.text)

    @property
    def next(self) -> GameNode | None:
        """The main line's next turn, or None at the end."""
        return self.variations[0] if self.variations else None

    @property
    def number(self) -> int:
        """The number of the turn, from 1; a roll has that of the turn it is for, and the root has 0."""
        count = sum(1 for node in self.line() if not node.is_chance)
        return count + 1 if self.is_chance else count

    @property
    def starts_variation(self) -> bool:
        """Whether something else is the main line from here."""
        return self.parent is not None and self.parent.variations[0] is not self

    @property
    def is_mainline(self) -> bool:
        """Whether the main line of the whole game leads here."""
        node = self
        while node.parent is not None:
            if node.starts_variation:
                return False
            node = node.parent
        return True

    def root(self) -> GameNode:
        """Where the tree begins."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def end(self) -> GameNode:
        """The last turn of the main line from here; the node itself if nothing follows."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def mainline(self) -> Iterator[GameNode]:
        """The turns that follow, each time the first one."""
        node = self
        while node.variations:
            node = node.variations[0]
            yield node

    def line(self) -> list[GameNode]:
        """The turns that lead here, this one included; none for the root."""
        found: list[GameNode] = []
        node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        found.reverse()
        return found

    def position(self) -> Position:
        """The position after this turn; its history is the line that leads here. Raises RecordError."""
        start = self.root()._start
        if start is None:
            raise ValueError("this tree belongs to no record, so nobody knows which game it is")
        position = start()
        number = 0
        for node in self.line():
            number += not node.is_chance
            play_entry(position, node.text, number)
        return position

    # ---- changing ---------------------------------------------------------------------------------------

    def add_variation(
        self, text: str, *, comment: str = "", starting_comment: str = "", annotations: Iterable[int] = ()
    ) -> GameNode:
        """Add a turn that may follow: the main line if it is the first. Whether it is legal is not looked at."""
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a turn is given as text, not as {type(text).__name__}")
        if not is_turn(text):
            raise ValueError(f"{text!r} is not one turn, roll or lot")
        node = GameNode(text, self)
        node.comment, node.starting_comment = comment.strip(), starting_comment.strip()
        node.annotations = checked_annotations(annotations)
        self.variations.append(node)
        return node

    def add_line(self, texts: Iterable[str]) -> GameNode:
        """Add turns one after the other and give back the last."""
        node = self
        for text in texts:
            node = node.add_variation(text)
        return node

    def promote(self) -> None:
        """Move this variation one place towards the main line."""
        siblings, at = self._place()
        if at:
            siblings[at - 1], siblings[at] = siblings[at], siblings[at - 1]

    def demote(self) -> None:
        """Move this variation one place away from the main line."""
        siblings, at = self._place()
        if at + 1 < len(siblings):
            siblings[at + 1], siblings[at] = siblings[at], siblings[at + 1]

    def promote_to_main(self) -> None:
        """Make this the main line where it branches off."""
        siblings, at = self._place()
        siblings.insert(0, siblings.pop(at))

    def remove(self) -> None:
        """Take this turn and everything that follows it out of the tree."""
        siblings, at = self._place()
        del siblings[at]
        self.parent = None

    def _place(self) -> tuple[list[GameNode], int]:
        if self.parent is None:
            raise ValueError("the root of a game has no place among others")
        siblings = self.parent.variations
        return siblings, next(at for at, node in enumerate(siblings) if node is self)


def checked_annotations(annotations: Iterable[int]) -> tuple[int, ...]:
    """The numbers of annotations, each once."""
    found = tuple(dict.fromkeys(annotations))
    for number in found:
        if not isinstance(number, int) or isinstance(number, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"an annotation is a number, not {number!r}")
        if not 0 <= number <= HIGHEST_ANNOTATION:
            raise ValueError(f"an annotation is a number from 0 to {HIGHEST_ANNOTATION}, not {number}")
    return found


def play_entry(position: Position, text: str, number: int) -> None:
    """Play a turn, or give a roll or a lot, as it is written. Raises RecordError with the number of the turn."""
    try:
        if notation.is_chance(text):
            number += 1
            position.give_chance(text)
        else:
            position.push_turn(text)
    except HalmaError as error:
        raise RecordError(
            mark("Turn {number} of the record, “{text}”, cannot be played: {reason}"),
            number=number,
            text=text,
            reason=error,
        ) from error


def visit_tree(root: GameNode, visitor: RecordVisitor[object]) -> bool:
    """Tell a visitor everything that follows a root. False if it wanted to hear no more."""
    if root.comment:
        visitor.visit_comment(root.comment)
    # What is still to be told: a turn with those beside it, or the end of a variation.
    agenda: list[tuple[GameNode, bool] | None] = [(root.variations[0], False)] if root.variations else []
    while agenda:
        entry = agenda.pop()
        if entry is None:
            visitor.end_variation()
            continue
        node, is_variation = entry
        if is_variation:
            if visitor.begin_variation() is SKIP:
                agenda.pop()
                continue
            if node.starting_comment:
                visitor.visit_comment(node.starting_comment)
        if not _visit_node(node, visitor):
            return False
        if node.variations:
            agenda.append((node.variations[0], False))
        if not is_variation and node.parent is not None and len(node.parent.variations) > 1:
            # Written directly behind the turn that they replace; the last one goes on the agenda first.
            for other in reversed(node.parent.variations[1:]):
                agenda += [None, (other, True)]
    return True


def _visit_node(node: GameNode, visitor: RecordVisitor[object]) -> bool:
    if visitor.visit_turn(node.text) is SKIP:
        return False
    for annotation in node.annotations:
        visitor.visit_annotation(annotation)
    if node.comment:
        visitor.visit_comment(node.comment)
    return True
