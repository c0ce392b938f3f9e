"""Environments over OpenSpiel's chinese_checkers, written in Python: what ours are measured against.

OpenSpiel plays single hops, numbered by origin and direction, and one number ends a turn. `WholeTurnEnv` is the same
environment as `halma.envs.HalmaAEC("star", players=2, pieces=10)`: whole turns numbered by origin and target, a mask of
them, and planes. `SingleHopEnv` leaves everything as OpenSpiel has it: its numbers, its mask, its tensor.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

from halma.games import choose, find_game

_DIRECTIONS = 6


class SingleHopEnv:
    """OpenSpiel's own numbers, mask and tensor as arrays. A whole turn takes several steps."""

    def __init__(self) -> None:
        self._numpy: Any = import_module("numpy")
        self._game: Any = import_module("pyspiel").load_game("chinese_checkers(players=2)")
        self._size: int = self._game.num_distinct_actions()

    def reset(self) -> None:
        """Begin a new game."""
        self._state: Any = self._game.new_initial_state()

    @property
    def seat(self) -> int:
        """The seat that has to act."""
        return self._state.current_player()

    def last(self) -> tuple[dict[str, Any], float, bool]:
        """Observation with mask, reward, and whether the game is over."""
        numpy, state = self._numpy, self._state
        mask = numpy.zeros(self._size, numpy.int8)
        over = state.is_terminal()
        if not over:
            mask[state.legal_actions()] = 1
        planes = numpy.array(state.observation_tensor(max(0, state.current_player())), numpy.float32)
        return {"observation": planes, "action_mask": mask}, state.returns()[0], over

    def step(self, action: int) -> None:
        """Play one hop, or end the turn."""
        self._state.apply_action(action)


class WholeTurnEnv:
    """Whole turns by origin and target, in one step each."""

    def __init__(self) -> None:
        self._numpy: Any = import_module("numpy")
        self._game: Any = import_module("pyspiel").load_game("chinese_checkers(players=2)")
        self._end: int = self._game.num_distinct_actions() - 1
        board = find_game("star").ruleset(choose("star", players=2, pieces=10)).board
        self._cells = len(board)
        self._size = self._cells * self._cells + 1
        self._near: list[list[tuple[int, int, int]]] = self._directions_of_openspiel(board)

    def _directions_of_openspiel(self, board: Any) -> list[list[tuple[int, int, int]]]:
        """Of each cell, for each direction that leads somewhere: its number in OpenSpiel, the next two cells."""
        # Its directions are found by what it calls its moves: "6->14" is a step. Random play meets all of them.
        vectors: dict[int, tuple[int, int]] = {}
        chance, state = random.Random(1), self._game.new_initial_state()
        while len(vectors) < _DIRECTIONS:
            for action in state.legal_actions():
                origin, arrow, target = state.action_to_string(action).partition("->")
                if arrow:
                    (x, y), (to_x, to_y) = board.coordinates[int(origin)], board.coordinates[int(target)]
                    vectors[action % _DIRECTIONS] = (to_x - x, to_y - y)
            state.apply_action(chance.choice(state.legal_actions()))
        found: list[list[tuple[int, int, int]]] = []
        for cell in range(self._cells):
            row: list[tuple[int, int, int]] = []
            for way, vector in vectors.items():
                near = board.shift(cell, vector)
                if near is not None:
                    behind = board.shift(near, vector)
                    row.append((way, near, -1 if behind is None else behind))
            found.append(row)
        return found

    def reset(self) -> None:
        """Begin a new game."""
        self._state: Any = self._game.new_initial_state()
        self._look()

    def _look(self) -> None:
        """Find all whole turns, each with the hops it is made of."""
        numpy, state, cells = self._numpy, self._state, self._cells
        near: list[list[tuple[int, int, int]]] = self._near
        # Own pieces, those of the other, free cells.
        seen = numpy.array(state.observation_tensor(max(0, state.current_player())), numpy.float32)
        self._planes = seen[: 3 * cells].reshape(3, cells)
        ways = self._ways = dict[int, tuple[int, ...]]()
        if state.is_terminal():
            return
        free = self._planes[2].tolist()
        pieces: list[int] = numpy.flatnonzero(self._planes[0]).tolist()
        for origin in pieces:
            free[origin] = 1.0
            row = origin * cells
            for way, next_cell, _ in near[origin]:
                if free[next_cell]:
                    ways[row + next_cell] = (origin * _DIRECTIONS + way,)
            reached: dict[int, tuple[int, ...]] = {origin: ()}
            waiting = [origin]
            for cell in waiting:
                for way, over, behind in near[cell]:
                    if behind >= 0 and not free[over] and free[behind] and behind not in reached:
                        reached[behind] = (*reached[cell], cell * _DIRECTIONS + way)
                        waiting.append(behind)
            for target, hops in reached.items():
                if hops:
                    ways[row + target] = hops
            free[origin] = 0.0
        if not ways:
            ways[cells * cells] = (self._end,)

    @property
    def seat(self) -> int:
        """The seat that has to act."""
        return self._state.current_player()

    def last(self) -> tuple[dict[str, Any], float, bool]:
        """Observation with mask, reward, and whether the game is over."""
        numpy = self._numpy
        mask = numpy.zeros(self._size, numpy.int8)
        mask[list(self._ways)] = 1
        return {"observation": self._planes, "action_mask": mask}, self._state.returns()[0], self._state.is_terminal()

    def step(self, action: int) -> None:
        """Play a whole turn."""
        state = self._state
        seat = state.current_player()
        for hop in self._ways[action]:
            state.apply_action(hop)
        if not state.is_terminal() and state.current_player() == seat:
            state.apply_action(self._end)
        self._look()
