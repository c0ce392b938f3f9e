"""Reasons for a turn: codes with data, read off the position before and after it and off the rules as data.

Every reason is a fact that can be checked on the board; none guesses what the search had in mind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from halma.engine.players import gains
from halma.engine.why import Because, Why
from halma.kernel import Action, ActionKind, Phase, State, resume_state
from halma.play import Position
from halma.rules import SEATS, AllOff, Cells, Connected, InARow, Kind, Reason

# Less than this is not worth a word: rows that a way of an opponent loses or an own piece wins.
WORTH_SAYING = 4


class PlayedTurn:
    """A turn with the position before and after it."""

    def __init__(self, before: Position, actions: tuple[Action, ...]) -> None:
        self.before = before
        self.after = before.copy()
        self.after.dice = None
        for action in actions:
            self.after.push_action(action)
        self.actions = actions
        self.rules = before.rules
        self.seat = before.state.now.actor
        self.moved = [action for action in actions if action.origin >= 0]

    def name(self, cell: int) -> str:
        """A cell as people call it."""
        return self.rules.board.names[cell]

    @cached_property
    def codes(self) -> frozenset[int]:
        """The kinds of the army in which a piece was moved: the own one, or a partner's."""
        contents = self.before.state.contents()
        owners = {seat for action in self.moved for seat in self.rules.kinds[contents[action.origin] - 1].seats}
        return frozenset(code for seat in owners or {self.seat} for code in self.rules.kind_codes(seat))

    def own(self, position: Position) -> list[int]:
        """The cells of the pieces of these kinds."""
        return [cell for cell, code in enumerate(position.state.contents()) if code in self.codes]

    def standing(self, position: Position, where: Callable[[Kind], Cells]) -> int:
        """How many pieces of the army stand on certain cells of their kind."""
        contents = position.state.contents()
        return sum(cell in where(self.rules.kinds[contents[cell] - 1]) for cell in self.own(position))

    def others(self) -> Iterator[int]:
        """The seats of other teams that are still in play."""
        now = self.after.state.now
        for seat in range(self.rules.seats):
            if self.rules.teams[seat] != self.rules.teams[self.seat] and seat not in (*now.out, *now.finished):
                yield seat

    def advance(self, position: Position, cell: int) -> int:
        """How far the piece on a cell has come."""
        return self.rules.kinds[position.state.contents()[cell] - 1].advance[cell]

    @cached_property
    def advances(self) -> bool:
        """Whether the pieces that were moved have an advance at all."""
        return bool(self.moved) and all(self.rules.kinds[code - 1].advance for code in self.codes)

    def moves_of(self, position: Position, seat: int) -> tuple[State, tuple[Action, ...]]:
        """What a seat could do if it were its turn; nothing where that needs a roll or the game would be over."""
        state = position.state
        if self.rules.dice is not None or state.is_over:
            return state, ()
        now = state.now._replace(seat=seat, actor=seat, phase=Phase.MOVE)
        there = resume_state(self.rules, state.contents(), now)
        return there, () if there.is_over or there.now.seat != seat else there.legal()


def reasons(turn: PlayedTurn) -> Iterator[Because]:
    """What speaks for a turn, the weightiest first."""
    outcome = turn.after.outcome()
    if outcome is not None and SEATS[turn.seat] in outcome.winners:
        yield Because(Why.WINS)
        return
    if len(turn.before.legal_moves) == 1:
        yield Because(Why.ONLY_MOVE)
    parts: tuple[Callable[[PlayedTurn], Iterator[Because]], ...] = (_captures, _goal, _safety, _race, _next_turns)
    for part in parts:
        yield from part(turn)


def _captures(turn: PlayedTurn) -> Iterator[Because]:
    seat = turn.seat
    gained = turn.after.state.now.captured[seat] - turn.before.state.now.captured[seat]
    if gained > 0:
        yield Because(Why.CAPTURES, {"count": gained})
    if any(action.kind == ActionKind.HUFF for action in turn.actions):
        yield Because(Why.HUFFS)


def _goal(turn: PlayedTurn) -> Iterator[Because]:
    """Goals that are not races."""
    match turn.rules.goal:
        case AllOff():
            if any(action.target == len(turn.rules.board) for action in turn.moved):
                left = len(turn.own(turn.after)) + turn.after.state.now.hands[turn.seat]
                yield Because(Why.LEAVES_BOARD, {"left": left})
        case InARow(length=length):
            yield from _rows(turn, length)
        case Connected(lines=lines):
            own_before, own_after = set(turn.own(turn.before)), set(turn.own(turn.after))
            held = max(len(line & own_after) for line in lines[turn.seat])
            if held > max(len(line & own_before) for line in lines[turn.seat]):
                yield Because(Why.MAKES_LINE, {"held": held, "whole": len(lines[turn.seat][0])})
        case _:
            pass


def _rows(turn: PlayedTurn, length: int) -> Iterator[Because]:
    cell = turn.actions[-1].target
    own = _row(turn.after, cell, frozenset(turn.rules.kind_codes(turn.seat)))
    if own >= length - 2:
        yield Because(Why.MAKES_ROW, {"cell": turn.name(cell), "length": own})
    for seat in turn.others():
        theirs = _row(turn.after, cell, frozenset(turn.rules.kind_codes(seat)))
        if theirs >= length - 1:
            yield Because(Why.STOPS_ROW, {"cell": turn.name(cell), "seat": SEATS[seat], "length": theirs})


def _row(position: Position, cell: int, codes: frozenset[int]) -> int:
    """The longest row through a cell that pieces of these kinds make together with one on the cell itself."""
    board, contents, goal = position.board, position.state.contents(), position.rules.goal
    assert isinstance(goal, InARow)
    longest = 0
    for x, y in goal.directions:
        count = 1
        for way in ((x, y), (-x, -y)):
            for other in board.ray(cell, way):
                if contents[other] not in codes:
                    break
                count += 1
        longest = max(longest, count)
    return longest


def _safety(turn: PlayedTurn) -> Iterator[Because]:
    """Own pieces that others could have captured and now cannot."""
    own = frozenset(turn.rules.kind_codes(turn.seat))

    def at_risk(position: Position, seat: int) -> int:
        state, moves = turn.moves_of(position, seat)
        contents = state.contents()
        return len({cell for move in moves for cell in move.captured if contents[cell] in own})

    for seat in turn.others():
        if own & frozenset(turn.rules.kind_codes(seat)):
            # Nobody's pieces: there is nothing of one's own to lose.
            continue
        before, after = at_risk(turn.before, seat), at_risk(turn.after, seat)
        if after < before:
            yield Because(Why.SAVES, {"seat": SEATS[seat], "before": before, "after": after})


def _race(turn: PlayedTurn) -> Iterator[Because]:
    """What a turn is worth on the way from the home to the target."""
    if not turn.advances:
        return
    contents, kinds = turn.before.state.contents(), turn.rules.kinds
    ways = [(kinds[contents[action.origin] - 1], action.origin, action.target) for action in turn.moved]
    if any(origin not in kind.target and target in kind.target for kind, origin, target in ways):
        yield Because(Why.BRINGS_HOME, {"count": turn.standing(turn.after, lambda kind: kind.target)})
    leaves = any(origin in kind.home and target not in kind.home for kind, origin, target in ways)
    left = {"left": turn.standing(turn.after, lambda kind: kind.home)}
    duty = turn.before.duty()
    if leaves and duty is not None and duty.reason in (Reason.CLEAR_HOME, Reason.CLEAR_FORWARD):
        yield Because(Why.CLEARS_HOME, left)
    yield from _carried(turn)
    if leaves and duty is None:
        yield Because(Why.FREES_HOME, left)


def _carried(turn: PlayedTurn) -> Iterator[Because]:
    forward = [
        (action, gain)
        for action, gain in zip(turn.moved, gains(turn.before.state, turn.moved), strict=True)
        if gain > 0
    ]
    if len(forward) > 1:
        yield Because(Why.CARRIES_SEVERAL, {"pieces": len(forward), "rows": sum(gain for _, gain in forward)})
    elif forward:
        ((action, rows),) = forward
        kinds, contents = turn.rules.kinds, turn.before.state.contents()
        waiting = [cell for cell in turn.own(turn.before) if cell not in kinds[contents[cell] - 1].target]
        last = min((turn.advance(turn.before, cell) for cell in waiting), default=None)
        rearmost = len(waiting) > 1 and turn.advance(turn.before, action.origin) == last
        why = Why.CARRIES_LAST if rearmost else Why.CARRIES
        yield Because(why, {"cell": turn.name(action.origin), "rows": rows})


def _next_turns(turn: PlayedTurn) -> Iterator[Because]:
    """What everybody can do afterwards, compared with before."""
    if turn.advances and len(turn.moved) == 1:
        best_before, best_after = (_ways(turn, position, turn.seat) for position in (turn.before, turn.after))
        for cell, rows in sorted(best_after.items(), key=lambda entry: (-entry[1], entry[0])):
            known = best_before.get(cell)
            if known is not None and rows - known >= WORTH_SAYING:
                yield Because(Why.OPENS_LADDER, {"cell": turn.name(cell), "rows": rows})
                break
    for seat in turn.others():
        ways = [max(_ways(turn, position, seat).values(), default=0) for position in (turn.before, turn.after)]
        if turn.advances and ways[0] - ways[1] >= WORTH_SAYING:
            yield Because(Why.BLOCKS, {"seat": SEATS[seat], "before": ways[0], "after": max(0, ways[1])})
    if not turn.advances and turn.rules.placing is not None and not any(turn.before.state.now.hands):
        for seat in turn.others():
            numbers = [len(turn.moves_of(position, seat)[1]) for position in (turn.before, turn.after)]
            if numbers[1] < numbers[0]:
                yield Because(Why.HEMS_IN, {"seat": SEATS[seat], "before": numbers[0], "after": numbers[1]})
    if turn.advances:
        spreads = [
            [turn.advance(position, cell) for cell in turn.own(position)] for position in (turn.before, turn.after)
        ]
        rows = [max(spread) - min(spread) for spread in spreads if spread]
        if len(rows) == 2 and rows[1] < rows[0]:
            yield Because(Why.KEEPS_TOGETHER, {"rows": rows[1]})


def _ways(turn: PlayedTurn, position: Position, seat: int) -> dict[int, int]:
    """How far each piece of a seat could go forward if it were its turn."""
    state, moves = turn.moves_of(position, seat)
    found: dict[int, int] = {}
    for move, gain in zip(moves, gains(state, moves), strict=True):
        if move.origin >= 0:
            found[move.origin] = max(gain, found.get(move.origin, 0))
    return found
