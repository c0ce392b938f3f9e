"""Proofs of lower bounds as files: what is claimed, and what somebody needs to check it."""

from __future__ import annotations

import json
from typing import Any

from halma.play import Position
from halma.puzzles.bounds import Arrival
from halma.puzzles.solve import Solution

FORMAT = "halma-proof-1"


def proof(position: Position, solution: Solution) -> dict[str, Any]:
    """The claim that a position takes at least so many moves, with its reason."""
    names = position.board.names
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": position.choice.game,
        "options": position.choice.options,
        "position": position.board_text(),
        "at-least": solution.bound,
    }
    if solution.levels:
        data["method"] = "census"
        data["levels"] = [[level.size, f"{level.digest:016x}"] for level in solution.levels]
    elif solution.searched:
        data["method"] = "search"
        arrived = next((one for one in solution.arguments if isinstance(one, Arrival)), None)
        if arrived is not None and len(solution.arguments) == 1:
            data["direction"] = arrived.direction
    else:
        data["method"] = "counting"
        arguments: list[dict[str, Any]] = []
        for argument in solution.arguments:
            goal = [names[cell] for cell in sorted(argument.goal)]
            if isinstance(argument, Arrival):
                arguments.append({"goal": goal, "direction": argument.direction, "waits": argument.waits})
            else:
                arguments.append({"goal": goal, "pieces": argument.pieces, "cells": argument.cells})
        data["goals"] = arguments
    return data


def proof_text(position: Position, solution: Solution) -> str:
    """The proof as a file."""
    return json.dumps(proof(position, solution), indent=1, ensure_ascii=False) + "\n"
