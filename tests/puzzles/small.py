"""Puzzles so small that trying everything settles them."""

from __future__ import annotations

from collections import deque

from halma.boards import square_board
from halma.boards.chequered import corner_court
from halma.games.race import base_movement
from halma.puzzles.task import Task
from halma.rules import Home, Kind, Part, Ruleset

Pieces = frozenset[int]


def corner_task(size: int, rows: tuple[int, ...], *, keeps: bool = True) -> Task:
    """From one corner of a small board to the opposite one."""
    board = square_board(size)
    home, target = corner_court(board, 0, rows), corner_court(board, 2, rows)
    kind = Kind("A", (0,), base_movement(board), home=home, target=target, goal=(Part(target, len(target)),))
    rules = Ruleset(board, 1, (kind,), dict.fromkeys(home, 0), Home())
    return Task(rules, home, (target,), keep=target if keeps else frozenset())


def naive_moves(task: Task, pieces: Pieces) -> set[Pieces]:
    """Every position one move further, hop by hop, written without any of the searches' code."""
    board, found = task.board, set[Pieces]()
    for origin in pieces:
        rest = pieces - {origin}
        ends = {
            cell
            for vector in board.directions
            if (cell := board.shift(origin, vector)) is not None and cell not in rest
        }
        reached = {origin}
        grown = True
        while grown:
            grown = False
            for cell in sorted(reached):
                for x, y in board.directions:
                    land = board.shift(cell, (2 * x, 2 * y))
                    if land is not None and land not in rest | reached and board.shift(cell, (x, y)) in rest:
                        reached.add(land)
                        grown = True
        for end in (ends | reached) - {origin}:
            if origin not in task.keep or end in task.keep:
                found.add(rest | {end})
    return found


def brute_force(task: Task) -> int | None:
    """The length of the shortest solution by trying everything."""
    distance = {task.start: 0}
    waiting = deque([task.start])
    while waiting:
        pieces = waiting.popleft()
        if any(goal <= pieces for goal in task.goals):
            return distance[pieces]
        for following in naive_moves(task, pieces):
            if following not in distance:
                distance[following] = distance[pieces] + 1
                waiting.append(following)
    return None
