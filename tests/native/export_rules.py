"""Write the compiled rules of every game, format and option as files of plain numbers, for the tools beside this file.

python tests/native/export_rules.py FOLDER [--games ID ...] [--defaults]
"""

from __future__ import annotations

import argparse
import struct
from itertools import product
from pathlib import Path

from halma.games import EDITIONS, Choice, games
from halma.games.options import FIRST
from halma.kernel.fast.compile import compiled


def choices(names: list[str], defaults: bool) -> dict[str, Choice]:
    """Every choice by the name of its file."""
    found: dict[str, Choice] = {}
    for game in games().values():
        if names and game.id not in names:
            continue
        for edition, form in product(EDITIONS, game.formats):
            if edition not in form.editions:
                continue
            shape = {"players": form.players, "pieces": form.pieces, "teams": form.teams}
            options = [option for option in game.options_in(form, edition) if option != FIRST]
            values = [option.names(form, edition) or (False, True) for option in options]
            every = [()] if defaults or edition != "schmidt" else product(*values)
            for picked in every:
                given = dict(zip((option.name for option in options), picked, strict=False))
                choice = game.choose(edition=edition, **{**shape, **given})
                words = (f"{value}" if value is not True else key for key, value in choice.options.items())
                found["-".join([game.id, *words])] = choice
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", nargs="*", default=[])
    parser.add_argument("--defaults", action="store_true", help="only the default options of each format")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for name, choice in choices(given.games, given.defaults).items():
        numbers = compiled(games()[choice.game].ruleset(choice))
        text = " ".join(str(number) for number in struct.unpack(f"={len(numbers) // 4}i", numbers))
        (given.folder / f"{name}.rules").write_text(text + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
