"""What all games share: turns, passes, stall, elimination bookkeeping, places.

A state is never changed after it has been handed out.  The position is a string with one
character for each cell ('.' = empty), which is immutable, quick to compare and easy to print.
"""

import copy

EMPTY = "."


def put(cells, *changes):
    """cells with (cell, letter) changes applied."""
    listed = list(cells)
    for cell, letter in changes:
        listed[cell] = letter
    return "".join(listed)


def shared_places(groups):
    """[[winners], [next], ...] -> places, equal seats sharing one: 1, 2, 2, 4."""
    places, place = {}, 1
    for group in groups:
        for seat in group:
            places[seat] = place
        place += len(group)
    return dict(sorted(places.items()))


def grouped_by(key, seats):
    """Groups of equal seats, the largest key first."""
    values = sorted({key(seat) for seat in seats}, reverse=True)
    return [[seat for seat in seats if key(seat) == value] for value in values]


class State:
    idle_limit = 50  # turns without progress of every seat that end the game; None: no stall
    counts_repetition = True
    needs_roll = False

    # ------------------------------------------------------------ construction

    def __init__(self, options, board, seats, cells):
        self.options = options
        self.game_board = board
        self.seats = tuple(seats)
        self.cells = cells
        self.seat = options.first
        self.out = ()  # in order of going out
        self.finished = ()  # in order of finishing (play-on)
        self.hands = dict.fromkeys(seats, 0)
        self.scores = dict.fromkeys(seats, 0)
        self.passed = frozenset()
        self.idle = dict.fromkeys(seats, 0)
        self.best = {}
        self.history = {}
        self.result = None

    def start(self):
        """To be called once by the maker of the game, when everything has been set up."""
        self.best = {seat: self.total_advance(seat) for seat in self.seats}
        self.begin_turn()
        return self

    def copy(self, **changes):
        new = copy.copy(self)
        new.__dict__.pop("known_moves", None)
        new.__dict__.update(changes)
        return new

    # -------------------------------------------------------------- inspection

    @property
    def over(self):
        return self.result is not None

    @property
    def board(self):
        return {self.game_board.names[cell]: letter for cell, letter in enumerate(self.cells) if letter != EMPTY}

    @property
    def alone(self):
        return len(self.seats) == 1

    def in_play(self):
        return [seat for seat in self.seats if seat not in self.out and seat not in self.finished]

    def next_seat(self, seat):
        """Clockwise, skipping those who are out or have finished."""
        number = self.seats.index(seat)
        for distance in range(1, len(self.seats) + 1):
            candidate = self.seats[(number + distance) % len(self.seats)]
            if candidate not in self.out and candidate not in self.finished:
                return candidate
        raise AssertionError("nobody is left")

    def team(self, seat):
        """The seats that win and lose together with this one."""
        if not self.options.teams:
            return (seat,)
        return tuple(other for other in self.seats if (ord(other) - ord(seat)) % 2 == 0)

    def name(self, cell):
        return self.game_board.names[cell]

    # ------------------------------------------------------------------- moves

    def legal_moves(self):
        """text -> successor; empty when the seat has no legal move."""
        raise NotImplementedError

    def moves(self):
        if self.over or self.needs_roll:
            return {}
        if "known_moves" not in self.__dict__:
            found = self.legal_moves()
            if not found:
                found = {"--": self.after_turn(self.cells, passed=True)}
            self.known_moves = found
        return dict(self.known_moves)

    def has_move(self):
        return bool(self.legal_moves())

    # ------------------------------------------------------- the end of a turn

    def after_turn(self, cells, passed=False, lively=False, **changes):
        """The state after the seat's turn has led to this position.

        lively: the turn was a placing, a capture or a piece leaving the board.
        """
        new = self.copy(cells=cells, **changes)
        mover = self.seat
        new.passed = self.passed | {mover} if passed else frozenset()
        new.count_idle(mover, lively)
        new.judge_goal(mover)
        new.judge_standstill()
        if not new.over:
            new.seat = new.seat_after(mover)
            new.begin_turn()
        return new

    def seat_after(self, mover):
        return self.next_seat(mover)

    def total_advance(self, seat):
        return 0

    def count_idle(self, mover, lively):
        """Own turns of each seat since its last new best of the total advance."""
        idle, best = dict(self.idle), dict(self.best)
        idle[mover] += 1
        for seat in self.seats:
            total = self.total_advance(seat)
            if total > best[seat]:
                best[seat], idle[seat] = total, 0
        self.idle, self.best = idle, best

    def judge_goal(self, mover):
        """Ends the game, or lets seats finish, if the turn reached the goal."""

    def judge_standstill(self):
        """All have passed in succession, or nobody makes progress any more."""
        if self.over or self.alone:
            return
        playing = self.in_play()
        if self.passed.issuperset(playing):
            self.end_ranked("all-passed")
        elif self.idle_limit and all(self.idle[seat] >= self.idle_limit for seat in playing):
            self.end_ranked("stall")

    # ----------------------------------------------------- the start of a turn

    def begin_turn(self):
        self.judge_start()
        if self.over:
            return
        if self.alone:
            if not self.has_move():
                self.end([["A"]], "unsolved")
        elif self.counts_repetition:
            self.count_position()

    def judge_start(self):
        """Things that happen by themselves at the start of a turn."""

    def position(self):
        return (
            self.cells,
            self.seat,
            frozenset(self.out),
            self.finished,
            tuple(self.hands.values()),
            tuple(self.scores.values()),
        )

    def count_position(self):
        history = dict(self.history)
        key = self.position()
        history[key] = history.get(key, 0) + 1
        self.history = history
        if history[key] >= 3:
            self.end_ranked("stall")

    # ------------------------------------------------------------- the results

    def end(self, groups, termination):
        self.result = {"places": shared_places(groups), "termination": termination}

    def end_won(self, winners, termination):
        """Without play-on the others are not told apart."""
        losers = [seat for seat in self.seats if seat not in winners]
        self.end([list(winners), losers], termination)

    def rank_key(self, seat):
        """What a stalled game is ranked by (for a whole team where there are teams)."""
        raise NotImplementedError

    def end_ranked(self, termination):
        playing = self.in_play()
        if self.options.stall == "draw":
            middle = [playing]
        else:
            middle = grouped_by(self.rank_key, playing)
        if self.options.play_on:
            last = [[seat] for seat in reversed(self.out)]
        else:
            last = [list(self.out)]  # 2.20: they share the last place
        self.end([[seat] for seat in self.finished] + middle + last, termination)

    def end_drawn(self, termination):
        self.end([list(self.seats)], termination)

    def finish(self, seat, termination):
        """The seat (or its team) has reached the goal."""
        if not self.options.play_on:
            self.end_won(self.team(seat), termination)
            return
        self.finished += (seat,)
        if len(self.in_play()) == 1:
            self.end_ranked(termination)

    def drop(self, seat):
        """The seat has lost by the duty to clear."""
        if self.options.teams:
            winners = [other for other in self.seats if other not in self.team(seat)]
            self.end_won(winners, "blocked-out")
            return
        self.out += (seat,)
        playing = self.in_play()
        if len(playing) == 1:
            if self.options.play_on:
                self.end_ranked("blocked-out")
            else:
                self.end_won(playing, "blocked-out")
