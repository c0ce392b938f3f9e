"""The boards of rules.md section 1: names, neighbours, courts, tips, advance.

A board is a list of cells in board order.  Everything else in the oracle speaks of
cells by their index in that order; names are only used at the outside.
"""


class Board:
    def __init__(self, names, coordinates, directions):
        self.names = names
        self.coordinates = coordinates
        self.directions = directions
        self.index = {name: number for number, name in enumerate(names)}
        self.at = {place: number for number, place in enumerate(coordinates)}
        self.size = len(names)
        # beside[cell][direction number] is the next cell in that direction, or None over the edge.
        self.beside = [tuple(self.at.get((x + dx, y + dy)) for dx, dy in directions) for x, y in coordinates]

    def cells(self, text):
        return frozenset(self.index[name] for name in text.split())


ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
FILES = "abcdefghijklmnopq"


def rectangle(size, missing=lambda x, y: False):
    """Order a1, b1, ... then a2, b2, ...; directions 0-3 orthogonal, 4-7 diagonal."""
    names, places = [], []
    for y in range(size):
        for x in range(size):
            if not missing(x, y):
                names.append(FILES[x] + str(y + 1))
                places.append((x, y))
    return Board(names, places, ORTHOGONAL + DIAGONAL)


SQUARE = rectangle(16)
POINTS = rectangle(17)
DUTCH = rectangle(9)
CROSS = rectangle(7, lambda x, y: x not in (2, 3, 4) and y not in (2, 3, 4))
ORTHOGONAL_NUMBERS = (0, 1, 2, 3)
DIAGONAL_NUMBERS = (4, 5, 6, 7)

# ---------------------------------------------------------------- square courts

# Row lengths counted from the corner.
COURT_ROWS = {
    "large": (5, 5, 4, 3, 2),
    "small": (4, 4, 3, 2),
    "triangle": (5, 4, 3, 2, 1),
}
CORNERS = ("a1", "a16", "p16", "p1")  # clockwise
OPPOSITE_CORNER = {"a1": "p16", "p16": "a1", "a16": "p1", "p1": "a16"}


def seen_from(corner, x, y):
    """File and rank distance of a place from a corner (its own inverse)."""
    return (x if corner[0] == "a" else 15 - x, y if corner[1:] == "1" else 15 - y)


def court(shape, corner):
    if shape == "ring":
        return court("large", corner) - court("small", corner)
    return frozenset(
        SQUARE.at[seen_from(corner, x, y)] for y, length in enumerate(COURT_ROWS[shape]) for x in range(length)
    )


def square_advance(corner):
    return tuple(sum(seen_from(corner, x, y)) for x, y in SQUARE.coordinates)


def is_dark(cell):
    """Chequered with a1 dark (square board only)."""
    return sum(SQUARE.coordinates[cell]) % 2 == 0


# ------------------------------------------------------------------------- star

STAR_ROWS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)


def make_star():
    # Every row is centred, so with doubled sideways distances the place of point i in a row
    # of length n is 2i - (n - 1); rows are counted from the middle row.
    names, places = [], []
    for row, length in enumerate(STAR_ROWS):
        for number in range(length):
            names.append(FILES[row] + str(number + 1))
            places.append((2 * number - (length - 1), row - 8))
    return Board(names, places, [(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)])


STAR = make_star()
TIPS = ("N", "NE", "SE", "S", "SW", "NW")  # clockwise
OPPOSITE_TIP = {"N": "S", "S": "N", "NE": "SW", "SW": "NE", "SE": "NW", "NW": "SE"}


def height(tip, x, y):
    """How far a place lies towards a tip, counted from the centre: 8 at its point, -8 opposite.

    The three axes of the star add up to nought, which is why the side axes need halves.
    """
    return {
        "N": -y,
        "S": y,
        "NE": (x - y) // 2,
        "SW": (y - x) // 2,
        "SE": (x + y) // 2,
        "NW": (-x - y) // 2,
    }[tip]


def small_tip(tip):
    return frozenset(cell for cell, place in enumerate(STAR.coordinates) if height(tip, *place) >= 5)


def tip_of_six(tip):
    return frozenset(cell for cell, place in enumerate(STAR.coordinates) if height(tip, *place) >= 6)


HEXAGON = frozenset(range(121)) - frozenset().union(*(small_tip(tip) for tip in TIPS))


def large_tip(tip):
    side = {cell for cell in HEXAGON if height(tip, *STAR.coordinates[cell]) == 4}
    return small_tip(tip) | side


def tip_point(tip):
    return next(cell for cell, place in enumerate(STAR.coordinates) if height(tip, *place) == 8)


def star_advance(tip):
    return tuple(8 - height(tip, *place) for place in STAR.coordinates)


def long_lines():
    """The six straight lines of 13 between tip points two tips apart: {pair of tips: cells}."""
    lines = {}
    for number, tip in enumerate(TIPS):
        other = TIPS[(number + 2) % 6]
        for direction in range(6):
            cell, line = tip_point(tip), []
            while cell is not None:
                line.append(cell)
                cell = STAR.beside[cell][direction]
            if line[-1] == tip_point(other) and len(line) == 13:
                lines[(tip, other)] = frozenset(line)
    return lines
