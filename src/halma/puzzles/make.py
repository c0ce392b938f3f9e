"""New puzzles: positions from play with a proven minimum. The same kind and seed give the same puzzle."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from math import log2

from halma.boards import cross_board
from halma.messages import HalmaError, mark
from halma.play import Position
from halma.puzzles import solitaire
from halma.puzzles.search import exact
from halma.puzzles.task import Task

HOME, CHAIN, FIRST_HOP = "home", "chain", "first-hop"
KINDS = (HOME, CHAIN, FIRST_HOP)
MOST_MOVES = 6
ATTEMPTS = 500
FEWEST_HOPS = 4


class PuzzleError(HalmaError):
    """A puzzle that cannot be made."""


@dataclass(frozen=True)
class Puzzle:
    """A position, what to do in it, and how hard that is (1 easy to 5 hard)."""

    kind: str
    position: Position
    #: The fewest moves that solve it; proven.
    moves: int
    difficulty: int
    #: How many of the first moves keep to the minimum (of the first hops, for solitaire), out of how many.
    good: int
    choices: int
    solution: tuple[str, ...]


def make(kind: str, seed: str, *, moves: int = 4, game: str = "star-highscore") -> Puzzle:
    """A puzzle of a kind. Raises PuzzleError for a kind there is not, or if nothing fits."""
    chance = random.Random(f"halma puzzle {kind} {seed}")
    if kind == HOME:
        return _home(chance, moves, game)
    if kind == CHAIN:
        # About three seeds in ten find nothing by chance.
        return _chance_chain(chance) or laid_chain(seed)
    if kind == FIRST_HOP:
        return _first_hop(chance)
    raise PuzzleError(
        mark("There is no kind of puzzle “{value}”. Kinds: {allowed}."), value=kind, allowed=", ".join(KINDS)
    )


def _difficulty(moves: int, good: int, choices: int) -> int:
    """How much there is to choose from, and how far one has to look."""
    return max(1, min(5, round((log2(choices / good) + moves) / 2.2)))


def _home(chance: random.Random, moves: int, game: str) -> Puzzle:
    """Everyone home in so many moves: played backwards from the goal, then proven by an exact search."""
    if not 1 <= moves <= MOST_MOVES:
        raise PuzzleError(
            mark("A puzzle of this kind takes 1 to {most} moves, not {value}."), most=MOST_MOVES, value=moves
        )
    beginning = Position(game)
    task = Task.of(beginning)
    goal = task.goals[0]
    if task.mark is not None or len(task.goals) > 1:
        raise PuzzleError(mark("There are no puzzles of this kind for {game}."), game=game)
    free = task.free()
    for _ in range(ATTEMPTS):
        pieces = goal
        for _ in range(moves):
            # Backwards a piece leaves the goal and never comes back to it.
            origin = chance.choice(sorted(pieces & goal))
            ends = sorted(free.destinations(pieces, origin) - goal)
            pieces = pieces - {origin} | {chance.choice(ends)} if ends else pieces
        found = exact(task.between(pieces, goal), moves, most=200_000)
        if found.line is None or len(found.line) != moves or found.bound != moves:
            continue
        legal = sorted(task.moves(pieces))
        good = sum(
            exact(task.between(pieces - {origin} | {target}, goal), moves - 1).line is not None
            for origin, target in legal
        )
        names = task.board.names
        solution = tuple(f"{names[origin]}-{names[target]}" for origin, target in found.line)
        position = _placed(beginning, pieces)
        return Puzzle(HOME, position, moves, _difficulty(moves, good, len(legal)), good, len(legal), solution)
    raise PuzzleError(mark("No puzzle of this kind was found; try another seed."))


def _placed(beginning: Position, pieces: frozenset[int], others: frozenset[int] = frozenset()) -> Position:
    """The same game with its pieces on other cells."""
    rows: list[str] = []
    for row in beginning.board.rows:
        text, gap = "", 0
        for cell in row:
            if cell in pieces or cell in others:
                text += (str(gap) if gap else "") + ("A" if cell in pieces else "B")
                gap = 0
            else:
                gap += 1
        rows.append(text + (str(gap) if gap else ""))
    return Position.from_board_text("/".join(rows) + " A 1", beginning.choice)


def _cross(bits: int) -> Position:
    return _placed(Position("solitaire"), frozenset(cell for cell in range(solitaire.CELLS) if bits >> cell & 1))


def _spelled(chain: tuple[solitaire.SolitaireHop, ...]) -> str:
    names = cross_board().names
    return "-".join(names[cell] for cell in (chain[0].origin, *(hop.target for hop in chain)))


@cache
def _chain_task() -> tuple[Position, Task]:
    """Star Halma won at once: the last piece comes home in one chain over the opponent's, who stand as they may."""
    beginning = Position("star", players=2, pieces=10, blocking="free", first="A")
    target = beginning.rules.kinds[0].target
    return beginning, Task(beginning.rules, target, (target,))


def _chance_chain(chance: random.Random) -> Puzzle | None:
    """A position thrown at random in which the last piece happens to have such a chain, if one comes up."""
    beginning, task = _chain_task()
    count = len(beginning.rules.kinds[1].home)
    cells = sorted(frozenset(range(len(task.board))) - task.start)
    for _ in range(ATTEMPTS * 20):
        hole = chance.choice(sorted(task.start))
        last, *others = chance.sample(cells, 1 + count)
        if hole in task.destinations(task.start - {hole} | {last, *others}, last):
            found = _chain_puzzle(beginning, hole, last, frozenset(others))
            if found is not None:
                return found
    return None


def laid_chain(seed: str) -> Puzzle:
    """A puzzle whose chain is laid out on purpose, from the hole in the target backwards."""
    chance = random.Random(f"halma puzzle laid {seed}")
    beginning, task = _chain_task()
    count = len(beginning.rules.kinds[1].home)
    for _ in range(ATTEMPTS):
        hole = chance.choice(sorted(task.start))
        mine = task.start - {hole}
        way, others = [hole], set[int]()
        for _ in range(chance.randint(FEWEST_HOPS, FEWEST_HOPS + 2)):
            free = [
                (over, land)
                for over, land in task.hops[way[-1]]
                if over not in way and land not in (*way, *mine, *others)
            ]
            if free:
                over, land = chance.choice(free)
                way.append(land)
                others |= {over} - mine
        cells = sorted(set(range(len(task.board))) - task.start - others - set(way))
        others.update(chance.sample(cells, count - len(others)))
        # Those who stand off the way may have opened a shorter one.
        found = _chain_puzzle(beginning, hole, way[-1], frozenset(others))
        if found is not None:
            return found
    raise PuzzleError(mark("No puzzle of this kind was found; try another seed."))


def _chain_puzzle(beginning: Position, hole: int, last: int, others: frozenset[int]) -> Puzzle | None:
    """The puzzle of hopping into a hole, if that takes hops enough."""
    target = beginning.rules.kinds[0].target
    if last == hole:
        # No hop leads there, so nothing is left to do.
        return None
    position = _placed(beginning, target - {hole} | {last}, others)
    actions = position.state.legal()
    winning = next((action for action in actions if (action.origin, action.target) == (last, hole)), None)
    hops = 0 if winning is None else len(position.state.path(winning)) - 1
    if winning is None or hops < FEWEST_HOPS:
        return None
    solution = (position.spell(winning, path=True),)
    return Puzzle(CHAIN, position, 1, max(1, min(5, hops - 2)), 1, len(actions), solution)


def _first_hop(chance: random.Random) -> Puzzle:
    """Solitaire still winnable, but only by one first hop."""
    for _ in range(ATTEMPTS):
        bits = solitaire.START
        for _ in range(chance.randint(12, 24)):
            bits ^= chance.choice(solitaire.good_hops(bits))[0].cells
        good = solitaire.good_hops(bits)
        choices = sum(hop.fits(bits) for hop in solitaire.hops())
        solution = solitaire.shortest(bits)
        if len(good) == 1 and choices > 2:
            spelled = tuple(_spelled(chain) for chain in solution)
            return Puzzle(
                FIRST_HOP, _cross(bits), len(solution), _difficulty(len(solution), 1, choices), 1, choices, spelled
            )
    raise PuzzleError(mark("No puzzle of this kind was found; try another seed."))
