"""Why a move may not be played, as a code with the cells it concerns; every screen words it in its language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from halma.messages import mark


class Reason(Enum):
    """The rule that forbids a move."""

    GAME_OVER = "game-over"
    ROLL_FIRST = "roll-first"
    LOT_FIRST = "lot-first"  #: pieces are put on the board by lot before anything is played
    PLACE_FIRST = "place-first"  #: pieces in the hand are placed before any is moved
    HAND_EMPTY = "hand-empty"
    PLACE_ZONE = "place-zone"  #: pieces may only be placed on certain cells
    HUFF_FIRST = "huff-first"  #: a piece that missed its capture must be chosen
    NOT_HUFFABLE = "not-huffable"
    NO_PIECE = "no-piece"
    NOT_YOURS = "not-yours"
    PARTNER_ONLY = "partner-only"  # who is home moves the partner's pieces
    OCCUPIED = "occupied"
    SAME_PLACE = "same-place"  #: a turn that puts the piece back where it stood is no move
    UNREACHABLE = "unreachable"  #: no step and no hops lead there
    NO_SUCH_PATH = "no-such-path"  #: the way written down is not one the piece can go
    DARK_STEPS = "dark-steps"  #: on a dark square a piece only steps, diagonally
    LIGHT_HOPS = "light-hops"  #: on a light square a piece only hops
    FORWARD_ONLY = "forward-only"
    ALREADY_USED = "already-used"  #: every piece acts once in a turn of the dice
    WRONG_COUNT = "wrong-count"  #: the dice allow another number of steps or hops
    WRONG_DISTANCE = "wrong-distance"  #: the die gives another distance
    BLOCKED_WAY = "blocked-way"  #: a run does not go over pieces
    SAFE_IN_GOAL = "safe-in-goal"  #: a piece on its goal is not captured
    GOAL_PIECE = "goal-piece"  #: a piece on its goal does not capture
    MUST_CAPTURE = "must-capture"
    STAY_IN_TARGET = "stay-in-target"
    SAME_SHADE = "same-shade"
    STATION = "station"  # the opponent's station is closed while a piece of its owner stands in it
    END_OUTSIDE = "end-outside"  #: the move has to end outside the hexagon
    CLEAR_HOME = "clear-home"  #: the home must be cleared first
    CLEAR_FORWARD = "clear-forward"  #: no piece can leave the home: one must move on inside it
    NO_SWAP = "no-swap"  #: this game is not played with swapping
    SWAP_TARGET = "swap-target"  #: a swap is made from outside into the own target, with a neighbour at home there
    SWAP_NOT_NEEDED = "swap-not-needed"  #: the piece can enter the target without it
    CANNOT_LEAVE = "cannot-leave"  #: pieces do not leave this board
    MUST_MOVE = "must-move"  #: who can move may not pass
    NOTHING_DONE = "nothing-done"  #: a turn of the dice needs at least one action


@dataclass(frozen=True)
class Violation:
    """The rule that an attempt breaks, or that has to be kept first, and the cells it speaks about, as numbers."""

    reason: Reason
    cells: tuple[int, ...] = ()


class Depends(Enum):
    """What decides the clause of a reason that several games have."""

    GAME = "game"  #: the clause of the game itself
    MOVEMENT = "movement"  #: the base rule, or the game where pieces move otherwise
    BLOCKING = "blocking"  #: the blocking rule that was agreed
    DUTY = "duty"  #: the duty to clear, as the game has it


#: The clause of the law that each reason follows from.
REASON_CLAUSES: dict[Reason, str | Depends] = {
    Reason.GAME_OVER: "2.6",
    Reason.ROLL_FIRST: Depends.GAME,
    Reason.LOT_FIRST: "5.7",
    Reason.PLACE_FIRST: Depends.GAME,
    Reason.HAND_EMPTY: Depends.GAME,
    Reason.PLACE_ZONE: Depends.GAME,
    Reason.HUFF_FIRST: "5.11",
    Reason.NOT_HUFFABLE: "5.11",
    Reason.NO_PIECE: "2.1",
    Reason.NOT_YOURS: "2.1",
    Reason.PARTNER_ONLY: "4.3",
    Reason.OCCUPIED: "2.2",
    Reason.SAME_PLACE: "2.5",
    Reason.UNREACHABLE: Depends.MOVEMENT,
    Reason.NO_SUCH_PATH: Depends.MOVEMENT,
    Reason.DARK_STEPS: "3.5",
    Reason.LIGHT_HOPS: "3.5",
    Reason.FORWARD_ONLY: Depends.GAME,
    Reason.ALREADY_USED: "3.16",
    Reason.WRONG_COUNT: "3.16",
    Reason.WRONG_DISTANCE: "5.10",
    Reason.BLOCKED_WAY: "5.10",
    Reason.SAFE_IN_GOAL: "5.13",
    Reason.GOAL_PIECE: "5.13",
    Reason.MUST_CAPTURE: "5.11",
    Reason.STAY_IN_TARGET: Depends.BLOCKING,
    Reason.SAME_SHADE: "3.9",
    Reason.STATION: "3.13",
    Reason.END_OUTSIDE: "4.6",
    Reason.CLEAR_HOME: Depends.DUTY,
    Reason.CLEAR_FORWARD: Depends.DUTY,
    Reason.NO_SWAP: "2.13",
    Reason.SWAP_TARGET: "2.13",
    Reason.SWAP_NOT_NEEDED: "2.13",
    Reason.CANNOT_LEAVE: "2.2",
    Reason.MUST_MOVE: "2.7",
    Reason.NOTHING_DONE: "3.17",
}

#: The sentence for each reason, marked for translation.
REASON_TEXTS: dict[Reason, str] = {
    Reason.GAME_OVER: mark("The game is over."),
    Reason.ROLL_FIRST: mark("Roll the dice first."),
    Reason.LOT_FIRST: mark("Pieces must be placed by lot first."),
    Reason.PLACE_FIRST: mark("You must place a piece from your hand."),
    Reason.HAND_EMPTY: mark("You have no piece in hand to place."),
    Reason.PLACE_ZONE: mark("Pieces may only be placed on: {cells}."),
    Reason.HUFF_FIRST: mark("A capture was missed: first choose which piece to remove: {cells}."),
    Reason.NOT_HUFFABLE: mark("That piece cannot be removed for the missed capture. Pieces that can: {cells}."),
    Reason.NO_PIECE: mark("There is no piece on {cells}."),
    Reason.NOT_YOURS: mark("The piece on {cells} is not yours to move."),
    Reason.PARTNER_ONLY: mark(
        "All your pieces are in the target: you now move your partner’s pieces, not the one on {cells}."
    ),
    Reason.OCCUPIED: mark("There is already a piece on {cells}."),
    Reason.SAME_PLACE: mark("A turn that ends with the piece back on {cells} is not a move."),
    Reason.UNREACHABLE: mark("No step or hop reaches: {cells}."),
    Reason.NO_SUCH_PATH: mark("The piece cannot move that way: {cells}."),
    Reason.DARK_STEPS: mark("A piece on a dark square can only step, and only diagonally: {cells}."),
    Reason.LIGHT_HOPS: mark("A piece on a light square can only hop: {cells}."),
    Reason.FORWARD_ONLY: mark("Pieces may only move forward here: {cells}."),
    Reason.ALREADY_USED: mark("The piece on {cells} has already moved this turn."),
    Reason.WRONG_COUNT: mark("The dice do not allow that number of steps or hops."),
    Reason.WRONG_DISTANCE: mark("The roll does not match the distance between {cells}."),
    Reason.BLOCKED_WAY: mark("Pieces are in the way: {cells}."),
    Reason.SAFE_IN_GOAL: mark("The piece on {cells} has reached its goal and cannot be captured."),
    Reason.GOAL_PIECE: mark("The piece on {cells} has reached its goal and cannot capture."),
    Reason.MUST_CAPTURE: mark("You must capture. Pieces that can: {cells}."),
    Reason.STAY_IN_TARGET: mark("The piece has reached its target and may not leave it: {cells}."),
    Reason.SAME_SHADE: mark("A piece must end its move on the colour of square it started from: {cells}."),
    Reason.STATION: mark("The station is closed while its owner’s pieces stand in it: {cells}."),
    Reason.END_OUTSIDE: mark("A move must end outside the hexagon, not on {cells}."),
    Reason.CLEAR_HOME: mark("You must clear your home first: {cells}."),
    Reason.CLEAR_FORWARD: mark("You must clear your home, but no piece can leave it, so move one within it: {cells}."),
    Reason.NO_SWAP: mark("In this game, places may not be swapped."),
    Reason.SWAP_TARGET: mark(
        "Swap only from outside your target, with a neighbouring piece still at home there: {cells}."
    ),
    Reason.SWAP_NOT_NEEDED: mark("The piece on {cells} can enter the target without swapping places."),
    Reason.CANNOT_LEAVE: mark("In this game, pieces do not leave the board."),
    Reason.MUST_MOVE: mark("You may not pass while you can move."),
    Reason.NOTHING_DONE: mark("A turn with dice needs at least one action."),
}
