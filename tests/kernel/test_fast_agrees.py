"""The fast kernel gives the same answers as the reference kernel: on every game, number of players and option.

HALMA_FAST_PLIES sets how many plies are compared in all (200,000 unless told).
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import product
from math import ceil

import pytest

from halma.games import EDITIONS, Choice, Game, OptionKind, games
from halma.games.options import FIRST
from halma.kernel import fast, reference
from halma.kernel.actions import Action, Phase, Situation
from halma.play import GivenDice, Position, perft
from halma.rules import AllOff, Connected, InARow, Part, Ruleset, SplitDice, TooFew
from tests.variants import label, values_of

pytestmark = pytest.mark.skipif(not fast.available, reason=f"the fast kernel is not built: {fast.reason}")

TOTAL_PLIES = int(os.environ.get("HALMA_FAST_PLIES", "200000"))
# A walk is cut off here and another one begun, so that openings, middles and ends all come up.
LONGEST_WALK = 400
LAST_PLIES = 60


def settled(game: Game) -> Iterator[Choice]:
    """Every choice of a game: all options in Schmidt's edition, and what the other editions have."""
    for edition in EDITIONS:
        for form in game.formats:
            if edition not in form.editions:
                continue
            shape = {"players": form.players, "pieces": form.pieces, "teams": form.teams}
            # Who begins does not change the rules.
            options = [option for option in game.options_in(form, edition) if option != FIRST]
            values = [
                (False, True) if option.kind is OptionKind.FLAG else values_of(option, form, edition)
                for option in options
            ]
            for picked in product(*values) if edition == "schmidt" else [()]:
                given = dict(zip((option.name for option in options), picked, strict=False))
                yield game.choose(edition=edition, **{**shape, **given})


CHOICES = [choice for game in games().values() for choice in settled(game)]


# In these the reference kernel has so many moves to find that a ply takes it ten times as long.
SLOW = ("super", "star-super", "dice")
SHARES = {
    # Half of all plies go to the games alike, half to their choices.
    choice: (1 / len(CHOICES) + 1 / len(games()) / sum(other.game == choice.game for other in CHOICES))
    * (0.2 if choice.game in SLOW else 1)
    for choice in CHOICES
}


def plies_for(choice: Choice) -> int:
    """This choice's share of all plies."""
    return ceil(TOTAL_PLIES * SHARES[choice] / sum(SHARES.values()))


class Walk:
    """The same game in both kernels."""

    def __init__(self, rules: Ruleset, slow: reference.State, quick: fast.State) -> None:
        self.rules, self.slow, self.quick = rules, slow, quick
        self.plies = 0
        self.checked()

    def checked(self) -> None:
        """Both kernels see the same board, situation and legal actions."""
        assert self.quick.contents() == self.slow.contents()
        assert self.quick.now == self.slow.now
        found = self.quick.legal()
        assert set(found) == set(self.slow.legal())
        assert len(found) == len(self.slow.legal())
        assert self.quick.totals() == self.slow.totals()
        drawn = self.quick.random_action(self.plies)
        assert drawn in found if found else drawn is None

    def play(self, dice: random.Random, eager: float) -> bool:
        """One roll or action on both sides; false at the end of the game."""
        now = self.slow.now
        if now.phase == Phase.ROLL:
            values = self.chance(dice)
            self.slow.roll(values)
            self.quick.roll(values)
        else:
            legal = sorted(self.slow.legal())
            if not legal:
                return False
            action = dice.choice(legal)
            if dice.random() < eager:
                action = max(legal, key=self.gain)
            if self.plies % 4 == 0:
                assert self.quick.path(action) == self.slow.path(action)
            self.slow.apply(action)
            self.quick.apply(action)
        self.plies += 1
        self.checked()
        return True

    def chance(self, dice: random.Random) -> tuple[int, ...]:
        """A roll, or a lot for the whole hand of the seat to act."""
        seat, placing = self.slow.now.seat, self.rules.placing
        if placing is not None and self.slow.now.hands[seat]:
            free = [cell for cell in sorted(placing.zones[seat]) if not self.slow.board[cell]]
            return tuple(dice.sample(free, self.slow.now.hands[seat]))
        return tuple(dice.randint(1, 6) for _ in range(2 if isinstance(self.rules.dice, SplitDice) else 1))

    def gain(self, action: Action) -> int:
        """How far an action brings its piece: eager walks come to an end."""
        if action.origin < 0:
            return 0
        advance = self.slow.tables.advance[self.slow.board[action.origin]]
        leaves = action.target == self.slow.tables.off
        return advance[action.target] - advance[action.origin] + len(action.captured) + leaves

    def walk(self, dice: random.Random, most: int) -> None:
        eager = dice.choice((0.0, 0.0, 0.3, 0.8, 0.95))
        while self.plies < most and self.play(dice, eager):
            if dice.random() < 0.02:
                self.go_back(dice.randint(1, 8))

    def go_back(self, steps: int) -> None:
        """Undo brings back what was, and the game goes on from there."""
        for _ in range(min(steps, self.slow.depth)):
            self.slow.undo()
            self.quick.undo()
            self.checked()

    def unwind(self) -> None:
        assert self.quick.depth == self.slow.depth
        while self.slow.depth:
            self.slow.undo()
            self.quick.undo()
            assert self.quick.contents() == self.slow.contents()
            assert self.quick.now == self.slow.now
        self.checked()


def wished(rules: Ruleset, code: int, dice: random.Random) -> list[Part]:
    """Where pieces of a kind stand when the game is nearly over."""
    kind = rules.kinds[code - 1]
    match rules.goal:
        case Connected(lines=lines):
            line = dice.choice(lines[kind.seats[0]])
            return [Part(line, len(line))]
        case InARow():
            row = frozenset(rules.board.ray(dice.randrange(len(rules.board)), dice.choice(rules.board.directions))[:5])
            return [Part(row, len(row))]
        case TooFew(hunter=hunter):
            # In a corner the hunted can shut the hunters in.
            size = 2 if hunter in kind.seats else 4
            corner = frozenset(
                cell for cell, (x, y) in enumerate(rules.board.coordinates) if x < size and y < size and x + y < 6
            )
            return [Part(corner, len(corner))]
        case _:
            return list(kind.goal)


def late(rules: Ruleset, dice: random.Random) -> Walk | None:
    """A walk from near the end: most pieces where they wish to be, some at home or anywhere."""
    if rules.enclosing is not None:
        return None
    board = [0] * len(rules.board)
    sure = dice.choice((0.6, 0.85, 0.97))
    for code, kind in enumerate(rules.kinds, 1):
        parts = wished(rules, code, dice)
        count = rules.army[code - 1]
        if isinstance(rules.goal, AllOff | TooFew) and count > 2:
            count = dice.randint(1 if isinstance(rules.goal, AllOff) else rules.goal.most + 1, count)
        for _ in range(count):
            wanted = [
                cell
                for part in parts
                if dice.random() < sure and sum(board[other] == code for other in part.cells) < part.most
                for cell in part.cells
                if not board[cell]
            ]
            if not wanted and dice.random() < 0.3:
                wanted = [cell for cell in kind.home if not board[cell]]
            board[dice.choice(sorted(wanted) or [cell for cell, held in enumerate(board) if not held])] = code
    none = (0,) * rules.seats
    totals = [0] * rules.seats
    for cell, code in enumerate(board):
        if code and rules.kinds[code - 1].advance:
            for seat in rules.kinds[code - 1].seats:
                totals[seat] += rules.kinds[code - 1].advance[cell]
    seat = dice.randrange(rules.seats)
    idle = none
    if rules.stall is not None and dice.random() < 0.3:
        idle = tuple(dice.randint(rules.stall.turns - 8, rules.stall.turns - 1) for _ in none)
    now = Situation(seat=seat, actor=seat, hands=none, captured=none, lost=none, idle=idle, best=tuple(totals))
    return Walk(rules, reference.State.resume(rules, board, now), fast.State.resume(rules, board, now))


def test_every_game_is_here() -> None:
    assert {choice.game for choice in CHOICES} == set(games())
    assert len(games()) == 27


@pytest.mark.parametrize("choice", CHOICES, ids=label)
def test_walks(choice: Choice) -> None:
    rules = games()[choice.game].ruleset(choice)
    dice = random.Random(f"walk {label(choice)}")
    wanted = plies_for(choice)
    played = 0
    while played < wanted:
        first = dice.randrange(rules.seats)
        walk = Walk(rules, reference.State(rules, first), fast.State(rules, first))
        walk.walk(dice, min(wanted - played, LONGEST_WALK))
        walk.unwind()
        played += walk.plies
        end = late(rules, dice)
        if end is not None:
            end.walk(dice, LAST_PLIES)
            end.unwind()
            played += end.plies


MOST_COUNTED = 1200
DEEPEST = 4


@pytest.mark.parametrize("choice", CHOICES, ids=label)
def test_perft(choice: Choice) -> None:
    rules = games()[choice.game].ruleset(choice)
    # Whole turns of two dice are many; low dice keep them few enough for the reference kernel.
    dice = (1,) if isinstance(rules.dice, SplitDice) else (3, 5, 6, 1)
    quick = fast.State(rules)
    depth = 1
    # What a lot decides is not counted: in cat-and-mouse it comes after the two cats.
    deepest = rules.placing.counts[0] if rules.placing is not None and rules.placing.by_lot else DEEPEST
    while depth < deepest and quick.perft(depth, dice) < 300 and quick.perft(depth + 1, dice) < MOST_COUNTED:
        depth += 1
    position = Position.of_state(choice, reference.State(rules))  # type: ignore[arg-type]
    assert perft(position, depth, GivenDice(dice)) == quick.perft(depth, dice)
