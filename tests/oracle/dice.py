"""The game `dice`: several actions make one turn.

turns() walks through every order of actions, which is only bearable for small rolls; for
longer games random_turn() picks one legal turn by single actions.
"""

from .base import BaseGame, one_hop, step_ends
from .core import EMPTY, put


class DiceGame(BaseGame):
    roll_values = None

    @property
    def needs_roll(self):
        return not self.over and self.roll_values is None

    def roll(self, values):
        if not self.needs_roll or len(values) != 2 or not all(1 <= v <= 6 for v in values):
            raise ValueError("two dice are rolled once at the start of a turn")
        return self.copy(roll_values=tuple(values))

    def moves(self):
        raise TypeError("a turn of dice has several actions: use turns()")

    def divisions(self):
        """The beginnings of a turn, one for each way to divide the roll."""
        one, other = self.roll_values
        return [
            PartialTurn(self, self.cells, frozenset(), steps, hops)
            for steps, hops in sorted({(one, other), (other, one)})
        ]

    def end_turn(self, cells):
        return self.after_turn(cells, passed=cells == self.cells, roll_values=None)

    def turns(self):
        if self.over or self.needs_roll:
            return {}
        results, waiting = set(), self.divisions()
        seen = {partial.key() for partial in waiting}
        while waiting:
            for partial in waiting.pop().actions().values():
                if partial.key() not in seen:
                    seen.add(partial.key())
                    waiting.append(partial)
                    results.add(partial.cells)
        results.discard(self.cells)  # a turn must change the position
        if not results:
            results = {self.cells}  # the roll allows nothing: a pass
        found = {}
        for cells in sorted(results):
            successor = self.end_turn(cells)
            found[frozen_board(self.game_board, cells)] = successor
        return found

    def random_turn(self, chance):
        """One legal turn, picked by an instance of random.Random."""
        beginnings = [partial for partial in self.divisions() if partial.actions()]
        if not beginnings:
            return self.end_turn(self.cells)
        while True:
            partial = chance.choice(beginnings)
            for _ in range(chance.randint(1, partial.steps + 1)):
                actions = list(partial.actions().values())
                if not actions:
                    break
                partial = chance.choice(actions)
            if partial.cells != self.cells:
                return self.end_turn(partial.cells)


def frozen_board(board, cells):
    return frozenset((board.names[cell], letter) for cell, letter in enumerate(cells) if letter != EMPTY)


class PartialTurn:
    """What has been done of a turn, and what is left of the chosen division of the roll."""

    def __init__(self, game, cells, used, steps, hops):
        self.game = game
        self.cells = cells
        self.used = used  # where the pieces now stand that have acted
        self.steps = steps  # how many pieces may still step
        self.hops = hops  # the exact number of hops, 0 when one has hopped already

    def key(self):
        return (self.cells, self.used, self.steps, self.hops)

    def stop(self):
        """The whole turn ends here."""
        if self.cells == self.game.cells:
            raise ValueError("a turn must change the position")
        return self.game.end_turn(self.cells)

    def actions(self):
        """text -> the turn so far, for every action allowed now."""
        here = self.game.copy(cells=self.cells)  # to ask it about restrictions and duty
        board, found = self.game.game_board, []
        for origin, kind in here.pieces(here.seat):
            if origin in self.used:
                continue
            if self.steps:
                ends = step_ends(board, self.cells, origin)
                for end in here.keep_in_target(origin, kind, ends):
                    found.append((origin, end, kind, self.steps - 1, self.hops))
            if self.hops:
                ends = exact_hops(board, self.cells, origin, self.hops)
                for end in here.keep_in_target(origin, kind, ends):
                    found.append((origin, end, kind, self.steps, 0))
        if here.has_duty(here.seat):
            found = only_clearing(found)
        result = {}
        for origin, end, kind, steps, hops in sorted(found, key=lambda action: (action[0], action[1], action[4])):
            # "-" is a step and "^" the hops; a text of this module only.
            sign = "-" if steps != self.steps else "^"
            cells = put(self.cells, (origin, EMPTY), (end, kind.letter))
            partial = PartialTurn(self.game, cells, self.used | {end}, steps, hops)
            result[f"{here.name(origin)}{sign}{here.name(end)}"] = partial
        return result


def exact_hops(board, cells, origin, count):
    """Where a piece can stand after exactly that many hops, back and forth allowed.

    Ending on its own starting field changes nothing and is left out.
    """
    without = put(cells, (origin, EMPTY))
    reached = {origin}
    for _ in range(count):
        reached = {landing for cell in reached for landing in one_hop(board, without, cell)}
    return reached - {origin}


def only_clearing(actions):
    """The duty, among the actions that fit what is left of the roll."""
    leaving = [action for action in actions if action[0] in action[2].home]
    outside = [action for action in leaving if action[1] not in action[2].home]
    further = [
        action
        for action in leaving
        if action[1] in action[2].home and action[2].advance[action[1]] > action[2].advance[action[0]]
    ]
    return outside or further
