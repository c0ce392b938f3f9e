"""Winning, losing, stalling: when a game ends and who takes which place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from halma.kernel.actions import PASS, Phase, Result
from halma.kernel.reference import dice, legal, placing
from halma.rules import (
    AllOff,
    Connected,
    Duty,
    Figure,
    Home,
    InARow,
    NoMove,
    Ranking,
    RunDie,
    Termination,
    TooFew,
)

if TYPE_CHECKING:
    from halma.kernel.reference.state import State

REPETITIONS = 3
Groups = list[list[int]]


# ---- counting -------------------------------------------------------------------------------------------


def pieces_on(state: State, content: int, cells: Iterable[int]) -> int:
    """How many pieces of a kind stand on some cells."""
    board = state.board
    return sum(board[cell] == content for cell in cells)


def kind_is_home(state: State, code: int) -> bool:
    """All pieces of a kind on the fields of their goal."""
    kind, everything = state.rules.kinds[code - 1], state.rules.army[code - 1]
    return sum(min(part.most, pieces_on(state, code, part.cells)) for part in kind.goal) >= everything


def is_home(state: State, seat: int) -> bool:
    """All pieces of a seat on the fields of their goals."""
    return all(kind_is_home(state, code) for code in state.rules.kind_codes(seat))


def is_filled_up(state: State, seat: int) -> bool:
    """Every field of the target occupied, more of them by the right pieces of the seat than by others.

    A piece that has a field of its own in the target (the mark) must stand there.
    """
    board, ranking, codes = state.board, state.tables.ranking, state.rules.kind_codes(seat)
    for code in codes:
        cells = ranking[code]
        right = sum(board[cell] in codes and ranking[board[cell]] == cells for cell in cells)
        if not all(board[cell] for cell in cells) or 2 * right <= len(cells):
            return False
        if state.rules.kinds[code - 1].ranked is not None and not kind_is_home(state, code):
            return False
    return True


def pieces_home(state: State, seat: int) -> int:
    """How many pieces of a seat count as being in the target."""
    rules = state.rules
    return sum(
        min(part.most, pieces_on(state, code, part.cells))
        for code in rules.kind_codes(seat)
        for part in rules.kinds[code - 1].ranking
    )


def pieces_off(state: State, seat: int) -> int:
    """How many pieces of a seat have left the board."""
    rules, codes = state.rules, state.rules.kind_codes(seat)
    everything = sum(rules.army[code - 1] for code in codes)
    on_board = sum(pieces_on(state, code, range(state.tables.off)) for code in codes)
    return everything - on_board - state.now.hands[seat]


def count_progress(state: State, seat: int, event: bool) -> None:
    """Keep the counters of the stall rule after a turn of a seat."""
    stall, now = state.rules.stall, state.now
    if stall is None:
        return
    idle, best = list(now.idle), now.best
    idle[seat] += 1
    if stall.by_advance:
        totals = state.totals()
        # A new best that another seat's move made counts too.
        for one in range(state.rules.seats):
            if totals[one] > best[one]:
                idle[one] = 0
        best = tuple(map(max, totals, best))
    elif event:
        idle = [0] * len(idle)
    state.now = now._replace(idle=tuple(idle), best=best)


# ---- placing the seats ----------------------------------------------------------------------------------


def _places(state: State, groups: Groups) -> tuple[int, ...]:
    """Groups of equal seats, best first, as places: equal seats share one, and the next ones are left free."""
    places = [0] * state.rules.seats
    following = 1
    for group in groups:
        for seat in group:
            places[seat] = following
        following += len(group)
    return tuple(places)


def _grouped(seats: Iterable[int], value: Callable[[int], tuple[int, ...]]) -> Groups:
    """Seats grouped by a value, the highest first."""
    by_value: dict[tuple[int, ...], list[int]] = {}
    for seat in seats:
        by_value.setdefault(value(seat), []).append(seat)
    return [by_value[key] for key in sorted(by_value, reverse=True)]


def _ranked(state: State, seats: Iterable[int]) -> Groups:
    """Some seats as under the stall rule; partners are added up."""
    stall, teams = state.rules.stall, state.rules.teams
    totals = state.totals()

    def strength(seat: int) -> tuple[int, int]:
        if stall is None or stall.ranking is Ranking.DRAW:
            return (0, 0)
        team = [other for other in range(state.rules.seats) if teams[other] == teams[seat]]
        if stall.ranking is Ranking.OFF:
            return (sum(pieces_off(state, other) for other in team), 0)
        return (sum(pieces_home(state, other) for other in team), sum(totals[other] for other in team))

    return _grouped(seats, strength)


def _end(state: State, termination: Termination, groups: Groups, *, drawn: bool = False) -> None:
    state.finish(Result(termination, _places(state, groups), drawn))


def _end_ranked(state: State, termination: Termination) -> None:
    """Those who finished come first, in order, then the ranking of those in play; those who are out come last.

    They share the last place; only in a game that was played on the last one out comes first of them.
    """
    playing = _ranked(state, state.in_play())
    out = [[seat] for seat in reversed(state.now.out)] if state.rules.play_on else [list(state.now.out)]
    finished = [[seat] for seat in state.now.finished]
    teams = {state.rules.teams[seat] for seat in playing[0]}
    drawn = len(playing) == 1 and len(teams) > 1 and not finished
    _end(state, termination, [*finished, *playing, *out], drawn=drawn)


def _win(state: State, seat: int, termination: Termination) -> None:
    """The game is won by a seat, or by its team; or it has taken its place and the others play on."""
    rules = state.rules
    if rules.play_on:
        state.now = state.now._replace(finished=(*state.now.finished, seat))
        if len(state.in_play()) == 1:
            _end_ranked(state, termination)
        return
    winners = [other for other in range(rules.seats) if rules.teams[other] == rules.teams[seat]]
    _end(state, termination, [winners, [other for other in range(rules.seats) if other not in winners]])


def _go_out(state: State, seat: int) -> None:
    """A seat has lost by the duty to clear; the last one left wins, and a team loses as a whole."""
    rules = state.rules
    if rules.blocking.duty is Duty.LOSE_AND_LIFT:
        for cell in legal.at_home(state, seat):
            state.put(cell, 0)
    following = state.following(seat)
    state.now = state.now._replace(out=(*state.now.out, seat), seat=following, actor=following)
    left = [other for other in state.in_play() if rules.teams[other] != rules.teams[seat]]
    if rules.has_teams or len(left) == 1:
        _end_last_left(state, left)


def _end_last_left(state: State, left: list[int]) -> None:
    if state.rules.play_on:
        _end_ranked(state, Termination.BLOCKED_OUT)
    else:
        lost = [seat for seat in range(state.rules.seats) if seat not in left]
        _end(state, Termination.BLOCKED_OUT, [left, lost])


# ---- after a turn ---------------------------------------------------------------------------------------


def _line_length(state: State, cell: int, direction: tuple[int, int]) -> int:
    """How many equal pieces stand side by side through a cell along a line."""
    board, geometry = state.board, state.rules.board
    length = 1
    for sign in (1, -1):
        for other in geometry.ray(cell, (sign * direction[0], sign * direction[1])):
            if board[other] != board[cell]:
                break
            length += 1
    return length


def goal_is_reached(state: State, seat: int, moved_to: int) -> bool:
    """Whether a seat whose turn ended on a cell (-1 for none) has reached the goal of the game."""
    rules = state.rules
    codes = rules.kind_codes(seat)
    match rules.goal:
        case Home():
            team = (other for other in range(rules.seats) if rules.teams[other] == rules.teams[seat])
            return all(is_home(state, member) for member in team)
        case Figure(cells=cells):
            return all(bool(state.board[cell]) == (cell in cells) for cell in range(state.tables.off))
        case InARow(length=length, directions=directions):
            return moved_to >= 0 and any(_line_length(state, moved_to, direction) >= length for direction in directions)
        case Connected(lines=lines):
            return any(all(state.board[cell] in codes for cell in line) for line in lines[seat])
        case AllOff():
            return pieces_off(state, seat) == sum(rules.army[code - 1] for code in codes)
        case TooFew(hunted=hunted, most=most):
            prey = sum(pieces_on(state, code, range(state.tables.off)) for code in rules.kind_codes(hunted))
            return prey + state.now.hands[hunted] <= most
        case None:
            return False


def reaches_goal(state: State, seat: int, moved_to: int) -> bool:
    """Judge the goal at the end of a seat's turn; true if the game is over by it."""
    if not goal_is_reached(state, seat, moved_to):
        return False
    alone = state.rules.no_move is NoMove.UNSOLVED
    match state.rules.goal:
        case Home():
            _win(state, seat, Termination.SOLVED if alone else Termination.FILLED)
        case Figure():
            _win(state, seat, Termination.SOLVED)
        case InARow():
            _win(state, seat, Termination.IN_A_ROW)
        case Connected():
            _win(state, seat, Termination.SOLVED if alone else Termination.CONNECTED)
        case AllOff():
            _win(state, seat, Termination.ALL_OFF)
        case TooFew(hunter=hunter):
            _win(state, hunter, Termination.TOO_FEW)
        case None:
            pass
    return state.now.phase == Phase.OVER


def stop_if_nobody_gets_on(state: State) -> bool:
    """All players have passed in succession, or made too many turns without progress; true if that ends the game."""
    stall, now = state.rules.stall, state.now
    playing = state.in_play()
    if now.passes >= len(playing):
        _end_ranked(state, Termination.ALL_PASSED)
    elif stall is not None and all(now.idle[seat] >= stall.turns for seat in playing):
        _end_ranked(state, Termination.STALL)
    return state.now.phase == Phase.OVER


def stop_if_repeated(state: State, occurrences: int) -> None:
    """The same position has occurred for the third time."""
    if occurrences >= REPETITIONS:
        _end_ranked(state, Termination.STALL)


# ---- before a turn --------------------------------------------------------------------------------------


def settle_seat(state: State) -> bool:
    """What is judged at the start of the turn of a seat; true if it ended that seat's game."""
    now, rules = state.now, state.rules
    seat = now.seat
    if seat in now.finished:
        following = state.following(seat)
        state.now = now._replace(seat=following, actor=following)
        return True
    if rules.blocking.fill:
        team = [other for other in range(rules.seats) if rules.teams[other] == rules.teams[seat]]
        if all(is_filled_up(state, member) or is_home(state, member) for member in team):
            _win(state, seat, Termination.FILLED_UP)
            return True
    if rules.blocking.duty in (Duty.LOSE, Duty.LOSE_AND_LIFT) and must_lose(state, seat):
        _go_out(state, seat)
        return True
    return False


def must_lose(state: State, seat: int) -> bool:
    """Whether a seat has to clear its home and has no move that does."""
    if not legal.must_clear(state, seat) or state.lends_to(seat) != seat:
        return False
    return not legal.clearing(state, legal.ordinary(state, seat))


def nothing_left(state: State) -> bool:
    """Ends of games in which nothing can be done any more; true if the game is over."""
    rules = state.rules
    if isinstance(rules.dice, RunDie):
        if state.now.phase == Phase.ROLL and not dice.anyone_can_run(state):
            _count_up(state, Termination.MOST_HOME)
    elif rules.enclosing is not None:
        if not placing.can_still_enclose(state):
            _count_up(state, Termination.CAPTURED_MOST)
    elif rules.no_move is not NoMove.PASS and state.legal() == (PASS,):
        if rules.no_move is NoMove.END:
            _count_up(state, Termination.CAPTURED_MOST)
        elif rules.no_move is NoMove.UNSOLVED:
            state.finish(Result(Termination.UNSOLVED, ()))
        elif state.now.seat == 0:
            _win(state, state.following(0), Termination.SHUT_IN)
    return state.now.phase == Phase.OVER


def _count_up(state: State, termination: Termination) -> None:
    now = state.now

    def value(seat: int) -> tuple[int]:
        return (state.rules.count.score(now.captured[seat], now.lost[seat], pieces_home(state, seat)),)

    _end(state, termination, _grouped(range(state.rules.seats), value))
