"""`halma perft` and `halma walk`: for those who check or measure the rules."""

from __future__ import annotations

import random
from typing import Annotated

import typer

from halma.cli.parameters import DICE, LINE, POSITION, SEED, GameRequest, asks_for_game, whole_number
from halma.cli.show import Game
from halma.messages import mark

PERFT_HELP = mark("Count the sequences of whole turns: one line per depth, with the depth and the count.")
PERFT_EXAMPLE = "halma perft star --players 2 --depth 2"
WALK_HELP = mark("Play a random legal game and print one line per turn: turn, seat, number of legal moves, move.")
WALK_EXAMPLE = "halma walk captive-2 --players 3 --seed 7 --plies 20"


@asks_for_game(LINE, POSITION, DICE)
def perft(
    request: GameRequest,
    game: Game = None,
    depth: Annotated[
        int,
        typer.Option(
            "--depth",
            metavar="N",
            help=mark("Count up to this depth; 1 by default."),
            parser=whole_number("--depth", 1),
            show_default=False,
        ),
    ] = 1,
) -> None:
    from halma.cli.setup import require_dice, set_up, thrower
    from halma.play import perft as count

    dice = thrower(request)
    position = set_up(game, request, dice)
    if dice.source is None:
        require_dice(position, turns=depth)
    for reached in range(1, depth + 1):
        # The rest of the given dice, after those the line has used.
        print(reached, count(position, reached, dice if dice.source else None), flush=True)


@asks_for_game(LINE, POSITION, DICE, SEED)
def walk(
    request: GameRequest,
    game: Game = None,
    plies: Annotated[
        int | None,
        typer.Option(
            "--plies",
            metavar="N",
            help=mark("Stop after this many turns; by default, play to the end of the game."),
            parser=whole_number("--plies", 0),
        ),
    ] = None,
) -> None:
    from halma.cli.setup import Thrower, set_up
    from halma.kernel import DONE
    from halma.play import GivenDice, Position, SeededDice
    from halma.rules import SplitDice

    dice = Thrower(GivenDice(request.dice) if request.dice else SeededDice(request.seed))
    position: Position = set_up(game, request, dice)
    chance = random.Random(None if request.seed is None else f"halma walk {request.seed}")
    # A turn of the two dice is many small choices; their number says nothing.
    many = isinstance(position.rules.dice, SplitDice)
    played = 0
    while not position.is_over and (plies is None or played < plies):
        for event in dice.throw(position):
            print("-", event.seat, f"roll {event.text}" if event.roll else event.text)
        if position.is_over or position.needs_roll:
            break
        turn, seat = position.turn_number, position.seat
        spelled: list[str] = []
        number = len(position.legal_moves)
        while position.turn_number == turn and not position.is_over:
            # In a fixed order, so that a seed means the same game with every kernel.
            action = chance.choice(sorted(position.state.legal()))
            if action != DONE:
                spelled.append(position.spell(action))
            position.push_action(action)
        print(turn, seat, "-" if many else number, ",".join(spelled))
        played += 1
    print("result", position.outcome() or "* unfinished")
