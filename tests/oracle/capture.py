"""Games that take hopped pieces off: solitaire, retour, captive-2."""

from .boards import CROSS, HEXAGON, ORTHOGONAL_NUMBERS, STAR
from .core import EMPTY, State, grouped_by, put


def chains(board, cells, origin, directions, prey):
    """Every (end, cells without the mover and the hopped, hopped cells) of capturing hops.

    The hopped pieces go at once, hop by hop, so what is left on the board belongs to the search.
    """
    first = (origin, put(cells, (origin, EMPTY)))
    seen, waiting = {first}, [first]
    while waiting:
        place, rest = waiting.pop()
        for direction in directions:
            hopped = board.beside[place][direction]
            if hopped is None or rest[hopped] != prey:
                continue
            landing = board.beside[hopped][direction]
            if landing is None or rest[landing] != EMPTY:
                continue
            found = (landing, put(rest, (hopped, EMPTY)))
            if found not in seen:
                seen.add(found)
                waiting.append(found)
                yield (
                    landing,
                    found[1],
                    tuple(
                        cell
                        for cell in range(board.size)
                        if cells[cell] != EMPTY and found[1][cell] == EMPTY and cell != origin
                    ),
                )


def label_moves(state, candidates):
    """(text, cells, hopped) for (origin, end, hopped, cells) candidates, one per position.

    The first by origin, then by end, stands for a position; where one pair of ends remains
    with different captures, the captured cells are told.
    """
    by_position = {}
    for origin, end, hopped, cells in sorted(candidates):
        by_position.setdefault(cells, (origin, end, hopped))
    pairs = [(origin, end) for origin, end, hopped in by_position.values()]
    for cells, (origin, end, hopped) in by_position.items():
        text = f"{state.name(origin)}-{state.name(end)}"
        if pairs.count((origin, end)) > 1:
            text += "".join("x" + state.name(cell) for cell in hopped)
        yield text, cells, hopped


class Solitaire(State):
    def __init__(self, options):
        self.centre = CROSS.index["d4"]
        cells = put("A" * CROSS.size, (self.centre, EMPTY))
        super().__init__(options, CROSS, "A", cells)

    def legal_moves(self):
        candidates = [
            (origin, end, hopped, put(rest, (end, "A")))
            for origin in range(CROSS.size)
            if self.cells[origin] != EMPTY
            for end, rest, hopped in chains(CROSS, self.cells, origin, ORTHOGONAL_NUMBERS, "A")
        ]
        return {text: self.after_turn(cells) for text, cells, hopped in label_moves(self, candidates)}

    def has_move(self):
        return any(
            True
            for origin in range(CROSS.size)
            if self.cells[origin] != EMPTY
            for _ in chains(CROSS, self.cells, origin, ORTHOGONAL_NUMBERS, "A")
        )

    def judge_goal(self, mover):
        if self.cells.count("A") == 1 and self.cells[self.centre] == "A":
            self.end([["A"]], "solved")


class Retour(State):
    def __init__(self, options):
        self.centre = CROSS.index["d4"]
        super().__init__(options, CROSS, "A", put(EMPTY * CROSS.size, (self.centre, "A")))

    def positions(self):
        """A new piece is put beside an old one, which hops over it."""
        for origin in range(CROSS.size):
            if self.cells[origin] == EMPTY:
                continue
            for direction in ORTHOGONAL_NUMBERS:
                new = CROSS.beside[origin][direction]
                if new is None or self.cells[new] != EMPTY:
                    continue
                end = CROSS.beside[new][direction]
                if end is None or self.cells[end] != EMPTY:
                    continue
                cells = put(self.cells, (origin, EMPTY), (new, "A"), (end, "A"))
                yield f"{self.name(origin)}-{self.name(end)}", cells

    def legal_moves(self):
        return {text: self.after_turn(cells) for text, cells in self.positions()}

    def has_move(self):
        return any(True for _ in self.positions())

    def judge_goal(self, mover):
        if self.cells == put("A" * CROSS.size, (self.centre, EMPTY)):
            self.end([["A"]], "solved")


class CaptiveTwo(State):
    idle_limit = None  # every turn takes pieces off, it ends by itself
    counts_repetition = False

    def __init__(self, options, seats):
        filled = [(cell, "o") for cell in HEXAGON if cell != STAR.index["i5"]]
        super().__init__(options, STAR, seats, put(EMPTY * STAR.size, *filled))

    def candidates(self):
        """(origin, end, hopped cells, cells afterwards) of every turn."""
        for origin in range(STAR.size):
            if self.cells[origin] == EMPTY:
                continue
            for end, rest, hopped in chains(STAR, self.cells, origin, range(6), "o"):
                if end not in HEXAGON:
                    yield origin, end, hopped, rest
                elif self.options.inside:
                    yield origin, end, hopped, put(rest, (end, "o"))

    def legal_moves(self):
        found = {}
        before = self.cells.count("o")
        # The position holds the scores too: the number of pieces taken follows from the cells,
        # but whether the mover went with them does not, so both belong to the key.
        keyed = [
            (origin, end, hopped, (cells, len(hopped) + self.for_mover(end)))
            for origin, end, hopped, cells in self.candidates()
        ]
        for text, (cells, gain), hopped in label_moves(self, keyed):
            assert cells.count("o") <= before - 1
            scores = {**self.scores, self.seat: self.scores[self.seat] + gain}
            found[text] = self.after_turn(cells, scores=scores)
        return found

    def for_mover(self, end):
        return 1 if self.options.keep_mover and end not in HEXAGON else 0

    def has_move(self):
        return any(True for _ in self.candidates())

    def begin_turn(self):
        if not self.has_move():
            self.end(grouped_by(lambda seat: self.scores[seat], self.seats), "captured-most")
