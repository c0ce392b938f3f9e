"""All games by their id: what may be combined, and how they are set up."""

from dataclasses import dataclass

from . import boards
from .base import (
    BaseGame,
    CaptiveOne,
    ColourGame,
    Connection,
    DutchGame,
    Kind,
    LeZug,
    MarkedGame,
    MeetingPoint,
    SuperGame,
    TwoColour,
)
from .boards import CORNERS, DUTCH, OPPOSITE_CORNER, OPPOSITE_TIP, POINTS, SQUARE, STAR
from .capture import CaptiveTwo, Retour, Solitaire
from .core import EMPTY, put
from .dice import DiceGame
from .placing import CatAndMouse, Gobang, Tippy, TopSecret
from .rakado import Rakado

# (players, pieces) with "teams" or "tips" where the combination needs that option.
# The first line with the wanted number of players gives the default number of pieces.
SCHMIDT = {
    "halma": [(2, 19), (2, 13), (2, 15), (4, 13), (4, 13, "teams")],
    "quick": [(2, 6), (4, 6)],
    "dutch": [(2, 18)],
    "colour": [(2, 19), (4, 13)],
    "marked": [(2, 19), (1, 19), (4, 13)],
    "le-zug": [(2, 12)],
    "super": [(2, 19), (4, 13)],
    "dice": [(2, 19), (4, 13)],
    "two-colour": [(2, 19)],
    "top-secret": [(2, 18)],
    "highscore": [(1, 19), (1, 13), (1, 15)],
    "meeting-point": [(1, 19)],
    "solitaire": [(1, 32)],
    "retour": [(1, 32)],
    "star": [(2, 15), (2, 10), (3, 15), (3, 10), (4, 10), (6, 10), (2, 20, "tips")],
    "star-team": [(4, 10, "teams")],
    "star-super": [(2, 15), (3, 15)],
    "captive-1": [(2, 15), (3, 15), (4, 10)],
    "captive-2": [(2, 60), (3, 60), (4, 60), (5, 60), (6, 60)],
    "connection": [(2, 13), (3, 13)],
    "connection-solo": [(1, 13)],
    "star-highscore": [(1, 15), (1, 10), (1, 6)],
    "gobang": [(2, 12), (3, 12), (4, 12), (4, 6, "teams")],
    "tippy": [(2, 15), (2, 12), (3, 15), (3, 12), (4, 12)],
    "cat-and-mouse": [(2, 19)],
    "rakado": [(2, 16)],
    "star-rakado": [(2, 15), (3, 15)],
}
EDITIONS = {
    "schmidt": SCHMIDT,
    "ravensburger": {
        "halma": [(2, 19), (4, 13)],
        "star": [(2, 15), (3, 15)],
        "highscore": [(1, 19)],
        "star-highscore": [(1, 15)],
        "quick": [(2, 6), (4, 6)],
        "tippy": [(2, 15), (3, 15), (4, 15)],
        "cat-and-mouse": [(2, 19)],
        "gobang": [(2, 12), (3, 12), (4, 12), (4, 6, "teams")],
    },
    "carlit": {
        "halma": [(2, 19), (4, 13), (4, 13, "teams")],
        "star": [(2, 15), (3, 15)],
    },
    "schmidt-compact": {
        "halma": [(2, 13), (2, 15)],
        "star": [(2, 15)],
    },
    "schmidt-66": {
        "halma": [(2, 19), (4, 13), (4, 13, "teams")],
        "star": [(2, 15), (3, 15)],
        "highscore": [(1, 19)],
        "star-highscore": [(1, 15)],
    },
}
# The booklets in which two players on the star sit apart (1.9).
APART = ("ravensburger", "schmidt-66")

WITH_BLOCKING = {
    "halma",
    "quick",
    "colour",
    "marked",
    "super",
    "dice",
    "two-colour",
    "star",
    "star-team",
    "star-super",
    "highscore",
    "star-highscore",
}
WITH_PLAY_ON = {
    "halma",
    "quick",
    "colour",
    "marked",
    "super",
    "dice",
    "two-colour",
    "star",
    "star-super",
    "captive-1",
}
# Which games know which of the remaining options.
OPTION_GAMES = {
    "tips": {"star", "star-super"},
    "simple": {"colour"},
    "inside": {"captive-2"},
    "keep_mover": {"captive-2"},
    "own_tip": {"connection", "connection-solo"},
    "files": {"rakado"},
    "capture": {"rakado", "star-rakado"},
    "points": {"tippy"},
    "most": {"tippy"},
    "scatter": {"cat-and-mouse"},
    "figure": {"meeting-point"},
    "play_on": WITH_PLAY_ON,
}


@dataclass(frozen=True)
class Options:
    game: str
    players: int
    pieces: int
    blocking: str
    edition: str
    stall: str
    play_on: bool
    teams: bool
    tips: str | None
    simple: bool
    inside: bool
    keep_mover: bool
    own_tip: bool
    files: bool
    capture: str
    points: bool
    most: bool
    scatter: bool
    figure_cells: frozenset
    first: str


def refuse(condition, reason):
    if condition:
        raise ValueError(reason)


def new_game(
    game,
    players=None,
    pieces=None,
    blocking=None,
    edition=None,
    stall=None,
    play_on=False,
    teams=False,
    tips=None,
    simple=False,
    inside=False,
    keep_mover=False,
    own_tip=False,
    files=False,
    capture=None,
    figure=None,
    first=None,
    points=False,
    most=False,
    scatter=False,
):
    edition = edition or "schmidt"
    refuse(game not in SCHMIDT, f"no game {game}")
    refuse(edition not in EDITIONS, f"no edition {edition}")
    refuse(game not in EDITIONS[edition], f"{game} is not in the edition {edition}")
    # Naming the default outright is harmless in a game that has no such option.
    capture = None if capture == "huff" else capture
    figure = None if figure == "default" else figure
    given = {
        "tips": tips,
        "simple": simple,
        "inside": inside,
        "keep_mover": keep_mover,
        "own_tip": own_tip,
        "files": files,
        "capture": capture,
        "figure": figure,
        "play_on": play_on,
        "points": points,
        "most": most,
        "scatter": scatter,
    }
    for option, value in given.items():
        refuse(value and game not in OPTION_GAMES[option], f"{game} has no option {option}")
    refuse(tips not in (None, "facing", "paired", "apart", "opposite"), f"no tips {tips}")
    refuse(tips in ("facing", "paired") and game != "star", "only star has two colours")
    refuse(edition == "ravensburger" and (points or most), "Schmidt's texts have these")
    refuse(stall not in (None, "rank", "draw"), "stall is rank or draw")
    refuse(capture not in (None, "huff-any", "forced"), "capture is huff, huff-any or forced")

    players, pieces, teams = choose_numbers(game, edition, players, pieces, teams, tips)
    refuse(play_on and (players == 1 or teams), "play-on needs several players without teams")
    seats = "ABCDEF"[:players]
    first = first or "A"
    refuse(first not in tuple(seats), f"no seat {first}")
    refuse(game == "cat-and-mouse" and first != "A", "the cats begin")
    options = Options(
        game=game,
        players=players,
        pieces=pieces,
        blocking=choose_blocking(game, edition, blocking),
        edition=edition,
        stall=stall or "rank",
        play_on=bool(play_on),
        teams=teams,
        tips=choose_tips(game, edition, players, pieces, tips),
        simple=bool(simple),
        inside=bool(inside),
        keep_mover=bool(keep_mover),
        own_tip=bool(own_tip),
        files=bool(files),
        capture=capture or "huff",
        points=bool(points),
        most=bool(most),
        scatter=bool(scatter),
        figure_cells=choose_figure(figure) if game == "meeting-point" else frozenset(),
        first=first,
    )
    return make(options, seats).start()


def choose_numbers(game, edition, players, pieces, teams, tips):
    wanted = "tips" if tips in ("facing", "paired") else "teams" if teams or game == "star-team" else None
    lines = [
        line
        for line in EDITIONS[edition][game]
        if (line[2] if len(line) == 3 else None) == wanted and players in (None, line[0]) and pieces in (None, line[1])
    ]
    refuse(not lines, f"{game} is not played so in the edition {edition}")
    return lines[0][0], lines[0][1], wanted == "teams"


def choose_tips(game, edition, players, pieces, tips):
    """Where two players sit on the star; with two colours each, which tips they hold."""
    two = (game == "star" and players == 2 and pieces in (10, 15)) or (game == "star-super" and players == 2)
    refuse(tips in ("apart", "opposite") and not two, f"{game} is not played {tips} so")
    if two:
        return tips or ("apart" if edition in APART else "opposite")
    return tips


def choose_blocking(game, edition, blocking):
    if game == "captive-1":
        refuse(blocking not in (None, "vacate"), "captive-1 always has vacate")
        return "vacate"
    if game not in WITH_BLOCKING:
        refuse(blocking is not None, f"{game} has no blocking rule")
        return "free"  # nothing restricts the moves
    refuse(blocking not in (None, "vacate", "swap", "fill", "free"), f"no blocking {blocking}")
    refuse(game == "dice" and blocking == "swap", "dice has no swap")
    return blocking or ("vacate" if edition == "schmidt" else "free")


def block(first, last):
    """Names of a rectangle of squares from its lowest left to its highest right one."""
    files = boards.FILES[boards.FILES.index(first[0]) : boards.FILES.index(last[0]) + 1]
    return {f + str(rank) for f in files for rank in range(int(first[1:]), int(last[1:]) + 1)}


def choose_figure(figure):
    if figure is None:
        names = block("f6", "j10") - {"f10", "g10", "f9", "j6", "i6", "j7"}
    elif figure == "t":
        names = block("f10", "l10") | block("h6", "j9")
    elif figure == "heart":
        names = {"g10", "h10", "j10", "k10"} | block("f9", "l9") | block("g8", "k8") | block("h7", "j7")
    else:
        refuse(isinstance(figure, str), f"no figure {figure}")
        names = set(figure)
        refuse(len(figure) != 19 or len(names) != 19, "a figure has 19 different cells")
        refuse(not names <= set(SQUARE.names), "a figure is made of squares")
    assert len(names) == 19
    return frozenset(SQUARE.index[name] for name in names)


# ----------------------------------------------------------------- setting up


def place_homes(board, kinds):
    return put(EMPTY * board.size, *((cell, kind.letter) for kind in kinds for cell in kind.home))


def square_corners(seats):
    return dict(zip(seats, CORNERS if len(seats) == 4 else ("a1", "p16")))


def star_tips(seats):
    return dict(
        zip(
            seats,
            {
                1: ("N",),
                2: ("N", "S"),
                3: ("N", "SE", "SW"),
                4: ("NE", "SE", "SW", "NW"),
                6: boards.TIPS,
            }[len(seats)],
        )
    )


def plain_kind(letter, seat, home, target, advance):
    return Kind(letter, seat, home, target, target, target, advance)


def square_kinds(options, seats):
    shape = {6: "ring", 13: "small", 15: "triangle", 19: "large"}[options.pieces]
    return [
        plain_kind(
            seat,
            seat,
            boards.court(shape, corner),
            boards.court(shape, OPPOSITE_CORNER[corner]),
            boards.square_advance(corner),
        )
        for seat, corner in square_corners(seats).items()
    ]


def star_kinds(options, seats):
    if options.tips in ("facing", "paired"):
        small = boards.small_tip
        held = {
            "facing": {"A": "NE", "a": "NW", "B": "SW", "b": "SE"},
            "paired": {"A": "NE", "a": "SW", "B": "SE", "b": "NW"},
        }[options.tips]
    else:
        small = {15: boards.large_tip, 10: boards.small_tip, 6: boards.tip_of_six}[options.pieces]
        held = {"A": "N", "B": "SE"} if options.tips == "apart" else star_tips(seats)
    return [
        plain_kind(letter, letter.upper(), small(tip), small(OPPOSITE_TIP[tip]), boards.star_advance(tip))
        for letter, tip in held.items()
    ]


def make(options, seats):
    game = options.game
    if game in ("halma", "quick", "colour", "super", "dice", "highscore", "meeting-point"):
        makers = {
            "colour": ColourGame,
            "super": SuperGame,
            "dice": DiceGame,
            "meeting-point": MeetingPoint,
        }
        kinds = square_kinds(options, seats)
        return makers.get(game, BaseGame)(options, SQUARE, seats, place_homes(SQUARE, kinds), kinds)
    if game in ("star", "star-team", "star-super", "captive-1", "star-highscore"):
        makers = {"star-super": SuperGame, "captive-1": CaptiveOne}
        kinds = star_kinds(options, seats)
        return makers.get(game, BaseGame)(options, STAR, seats, place_homes(STAR, kinds), kinds)
    if game == "marked":
        return make_marked(options, seats)
    if game == "two-colour":
        return make_two_colour(options, seats)
    if game == "dutch":
        return make_dutch(options, seats)
    if game == "le-zug":
        return make_le_zug(options, seats)
    if game in ("connection", "connection-solo"):
        return make_connection(options, seats)
    if game == "gobang":
        return Gobang(options, seats, options.pieces)
    if game == "tippy":
        of_anyone = options.edition == "ravensburger"
        on_points = of_anyone or options.points
        return Tippy(options, POINTS if on_points else SQUARE, seats, any_captor=of_anyone)
    if game == "captive-2":
        return CaptiveTwo(options, seats)
    if game == "rakado":
        return make_rakado(options, seats)
    if game == "star-rakado":
        return make_star_rakado(options, seats)
    return {
        "top-secret": TopSecret,
        "cat-and-mouse": CatAndMouse,
        "solitaire": Solitaire,
        "retour": Retour,
    }[game](options)


def make_marked(options, seats):
    kinds = []
    cells = place_homes(SQUARE, square_kinds(options, seats))
    for kind in square_kinds(options, seats):
        corner = square_corners(seats)[kind.seat]
        opposite = frozenset([SQUARE.index[OPPOSITE_CORNER[corner]]])
        mark = kind.letter.lower()
        kinds.append(kind)
        kinds.append(Kind(mark, kind.seat, kind.home, kind.target, opposite, kind.target, kind.advance))
        cells = put(cells, (SQUARE.index[corner], mark))
    return MarkedGame(options, SQUARE, seats, cells, kinds)


def make_two_colour(options, seats):
    kinds, cells = [], EMPTY * SQUARE.size
    for whole in square_kinds(options, seats):
        # Both corners used are dark: the nine stand on the dark fields of the court.
        for letter, dark in ((whole.letter, True), (whole.letter.lower(), False)):
            begin = {cell for cell in whole.home if boards.is_dark(cell) == dark}
            fields = frozenset(cell for cell in whole.target if boards.is_dark(cell) == dark)
            kinds.append(Kind(letter, whole.seat, whole.home, whole.target, fields, fields, whole.advance))
            cells = put(cells, *((cell, letter) for cell in begin))
    return TwoColour(options, SQUARE, seats, cells, kinds)


def rows_gained(board, seat, height):
    return tuple(y if seat == "A" else height - y for x, y in board.coordinates)


def make_dutch(options, seats):
    near = frozenset(cell for cell, (x, y) in enumerate(DUTCH.coordinates) if y <= 1)
    far = frozenset(cell for cell, (x, y) in enumerate(DUTCH.coordinates) if y >= 7)
    kinds = [
        plain_kind("A", "A", near, far, rows_gained(DUTCH, "A", 8)),
        plain_kind("B", "B", far, near, rows_gained(DUTCH, "B", 8)),
    ]
    return DutchGame(options, DUTCH, seats, place_homes(DUTCH, kinds), kinds)


def make_le_zug(options, seats):
    near = POINTS.cells("a1 c1 e1 g1 i1 k1 m1 o1 q1 f2 h2 j2")
    turned = frozenset(POINTS.at[(16 - x, 16 - y)] for x, y in (POINTS.coordinates[cell] for cell in near))
    nothing = frozenset()  # home and target are judged by lines here
    kinds = [
        Kind("A", "A", near, nothing, nothing, nothing, rows_gained(POINTS, "A", 16)),
        Kind("B", "B", turned, nothing, nothing, nothing, rows_gained(POINTS, "B", 16)),
    ]
    return LeZug(options, POINTS, seats, place_homes(POINTS, kinds), kinds)


def make_connection(options, seats):
    kinds, lines = [], {}
    for seat, tip in star_tips(seats).items():
        # The ends of the row of five are the points shared with the neighbouring large tips.
        shared = frozenset().union(*(boards.large_tip(other) for other in boards.TIPS if other != tip))
        home = boards.large_tip(tip) - shared
        kinds.append(plain_kind(seat, seat, home, frozenset(), boards.star_advance(tip)))
        lines[seat] = [line for pair, line in boards.long_lines().items() if tip in pair or not options.own_tip]
    return Connection(options, STAR, seats, place_homes(STAR, kinds), kinds, lines)


def make_rakado(options, seats):
    bottom = frozenset(cell for cell, (x, y) in enumerate(SQUARE.coordinates) if y == 0)
    top = frozenset(cell for cell, (x, y) in enumerate(SQUARE.coordinates) if y == 15)
    cells = put(EMPTY * SQUARE.size, *((c, "A") for c in bottom), *((c, "B") for c in top))
    forward = {
        seat: [
            number
            for number, (dx, dy) in enumerate(SQUARE.directions)
            if dy == ahead and (dx == 0 or not options.files)
        ]
        for seat, ahead in (("A", 1), ("B", -1))
    }
    return Rakado(options, SQUARE, seats, cells, {"A": top, "B": bottom}, forward)


def make_star_rakado(options, seats):
    kinds = star_kinds(options, seats)
    centre = STAR.index["i5"]
    forward = {
        kind.seat: [
            number for number, cell in enumerate(STAR.beside[centre]) if kind.advance[cell] > kind.advance[centre]
        ]
        for kind in kinds
    }
    goals = {kind.seat: kind.target for kind in kinds}
    return Rakado(options, STAR, seats, place_homes(STAR, kinds), goals, forward)
