"""A small engine that speaks the protocol of docs/engine-protocol.md: it plays the move that gains most at once."""

import re
import sys

from halma import HalmaError, Position, choose
from halma.games import all_options, games

# The options of the games by their names in the protocol: play_on is PlayOn there.
OPTIONS = {name.title().replace("_", ""): name for name in all_options()}
KNOWN = {"game": "game", **{tag.lower(): name for tag, name in OPTIONS.items()}}
VALUES = {"": None, "auto": None, "0": None, "false": None, "true": True}


def best_turn(position):
    """A whole turn: one move, or with two dice several."""
    ahead, seat, turn, played = position.copy(), position.seat, position.turn_number, []

    def gain(move):
        after = ahead.copy(stack=False)
        after.push(move)
        won = after.is_over and seat in after.outcome().winners
        return won, len(move.captures), after.total_advance(seat)

    while ahead.turn_number == turn and not ahead.is_over:
        played.append(max(ahead.legal_moves, key=gain))
        ahead.push(played[-1])
    return ",".join(map(str, played))


def read_position(text, options):
    start, _, moves = text.partition("moves")
    how, _, board = start.strip().partition(" ")
    choice = choose(options.get("game") or "halma", **{name: options[name] for name in options if name != "game"})
    if how not in ("start", "text"):
        raise ValueError("expected: position start, or position text")
    position = Position(choice, dice=None) if how == "start" else Position.from_board_text(board, choice)
    for entry in re.findall(r"scatter \S+|\S+", moves):
        (position.give_chance if entry.startswith(("[", "scatter")) else position.push_turn)(entry)
    return position


options, position, thinking = {}, None, False
sys.stdin.reconfigure(errors="replace")
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    command, answer = command.lower(), []
    try:
        if command == "quit":
            break
        elif command == "uci":
            answer = ["id name simple", f"option name Game type combo default halma var {' var '.join(games())}"]
            answer += [*(f"option name {name} type string default auto" for name in OPTIONS), "uciok"]
        elif command == "isready":
            answer = ["readyok"]
        elif command == "setoption":
            name, value = re.fullmatch(r"(?i)name (\w+)(?: value (.*))?", rest.strip()).groups("")
            options[KNOWN[name.lower()]] = VALUES.get(value, int(value) if value.isdecimal() else value)
        elif command in ("newgame", "position"):
            position = None  # none is left behind if the new one cannot be set up
            position = read_position(rest, options) if command == "position" else None
        elif (command == "go" and not thinking) or (command == "stop" and thinking):
            playable = position is not None and not position.is_over and not position.needs_roll
            # It needs no time to think, but “infinite” wants no answer before “stop”.
            thinking = playable and "infinite" in rest
            if not playable:
                answer = ["info string error there is nothing to play", "bestmove (none)"]
            elif not thinking:
                answer = [f"bestmove {best_turn(position)}"]
        elif command not in ("", "stop"):
            raise ValueError(f"this cannot be done now: {command[:40]}")
    except (HalmaError, ValueError, LookupError, AttributeError) as error:
        answer = [f"info string error {' '.join(str(error).split())}"]
    print(*answer, sep="\n", end="\n" if answer else "", flush=True)
