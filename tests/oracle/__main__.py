"""Counts the positions of a game to a given depth: python -m tests.oracle ID --depth N [options]."""

import argparse

from . import new_game


def rolled(state, dice, used):
    """The state with its roll given, and the number of dice used so far on this path.

    Rolls in rakado that lapse are followed by the next ones; if a whole round of the dice
    moves nobody, nothing ever will, and there are no children.
    """
    lapsed = 0
    while state.needs_roll:
        if state.options.scatter:
            raise SystemExit("the lot has to be given in the line, as scatter a1,b5,…")
        if not dice:
            raise SystemExit("this game needs --dice")
        wanted = 2 if state.options.game == "dice" else 1
        values = tuple(dice[(used + number) % len(dice)] for number in range(wanted))
        state, used, lapsed = state.roll(values), used + wanted, lapsed + 1
        if state.needs_roll and lapsed > 2 * len(dice) * len(state.seats):
            return None, used
    return state, used


def children(state, dice, used):
    if state.over:
        return [], used
    state, used = rolled(state, dice, used)
    if state is None:
        return [], used
    found = state.turns() if state.options.game == "dice" else state.moves()
    return list(found.values()), used


def count(state, depth, dice, used):
    if depth == 0:
        return 1
    found, used = children(state, dice, used)
    if depth == 1:
        return len(found)
    return sum(count(child, depth - 1, dice, used) for child in found)


def play_line(state, line, dice):
    used = 0
    words = iter(line.split())
    for text in words:
        if text == "scatter":
            state = state.roll(next(words).split(","))
            continue
        state, used = rolled(state, dice, used)
        if state.options.game == "dice":
            state = play_turn(state, text)
        else:
            state = state.moves()[text]
    return state, used


def play_turn(state, text):
    """A turn of dice is written as its actions with commas: a1-b2,c3^e5 (or -- for a pass)."""
    if text == "--":
        return state.turns()[frozenset(state.board.items())]
    for partial in state.divisions():
        for action in text.split(","):
            partial = partial.actions().get(action) if partial else None
        if partial:
            return partial.stop()
    raise SystemExit(f"no turn {text}")


def read_command(words=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--depth", type=int, required=True)
    parser.add_argument("--players", type=int)
    parser.add_argument("--pieces", type=int)
    for option in ("blocking", "edition", "stall", "tips", "capture", "figure", "first"):
        parser.add_argument("--" + option)
    for option in (
        "play-on",
        "teams",
        "simple",
        "inside",
        "keep-mover",
        "own-tip",
        "files",
        "points",
        "most",
        "scatter",
    ):
        parser.add_argument("--" + option, action="store_true")
    parser.add_argument("--line", default="")
    parser.add_argument("--dice", default="")
    given = vars(parser.parse_args(words))
    game, depth, line = given.pop("game"), given.pop("depth"), given.pop("line")
    dice = [int(number) for number in given.pop("dice").split(",") if number]
    if given["figure"] and "," in given["figure"]:
        given["figure"] = given["figure"].split(",")
    state, used = play_line(new_game(game, **given), line, dice)
    return state, depth, dice, used


def main():
    state, depth, dice, used = read_command()
    for level in range(1, depth + 1):
        print(level, count(state, level, dice, used), flush=True)


if __name__ == "__main__":
    main()
