"""The base rule of section 2 and the games that are played by it."""

from dataclasses import dataclass

from .boards import DIAGONAL_NUMBERS, is_dark
from .core import EMPTY, State, put


@dataclass(frozen=True)
class Kind:
    """One sort of pieces, known on the board by its letter."""

    letter: str
    seat: str
    home: frozenset
    target: frozenset  # where restrictions and swaps look
    win: frozenset  # where it must stand for the win
    rank: frozenset  # where it counts as arrived when a stalled game is ranked
    advance: tuple


# ----------------------------------------------------------------- movement


def step_ends(board, cells, origin, directions=None):
    beside = board.beside[origin]
    chosen = beside if directions is None else [beside[number] for number in directions]
    return {cell for cell in chosen if cell is not None and cells[cell] == EMPTY}


def one_hop(board, cells, origin, far=False, directions=None):
    """Landing fields of a single hop; the mover must already be off the cells.

    far: the hop of super, any distance before the hopped piece and as far behind it.
    """
    landings = set()
    for direction in range(len(board.directions)) if directions is None else directions:
        distance, cell = 1, board.beside[origin][direction]
        while far and cell is not None and cells[cell] == EMPTY:
            distance, cell = distance + 1, board.beside[cell][direction]
        if cell is None or cells[cell] == EMPTY:
            continue
        # cell is the hopped piece; as many free fields must follow as lie up to it.
        for _ in range(distance):
            cell = board.beside[cell][direction]
            if cell is None or cells[cell] != EMPTY:
                break
        else:
            landings.add(cell)
    return landings


def hop_ends(board, cells, origin, far=False, directions=None):
    """All fields a chain of hops can end on, the starting field excepted."""
    without = put(cells, (origin, EMPTY))  # the starting field counts as free
    reached, waiting = {origin}, [origin]
    while waiting:
        for landing in one_hop(board, without, waiting.pop(), far, directions):
            if landing not in reached:
                reached.add(landing)
                waiting.append(landing)
    return reached - {origin}


# -------------------------------------------------------------------- games


class BaseGame(State):
    """halma, quick, marked, super, two-colour, star, star-team, star-super, captive-1, highscore."""

    far = False  # super's hops
    target_binds = True  # pieces in the target may not leave it (but under `free`)
    takes_off = False  # captive-1
    may_ignore_duty = False  # colour
    known_pieces = None

    def __init__(self, options, board, seats, cells, kinds):
        super().__init__(options, board, seats, cells)
        self.kinds = {kind.letter: kind for kind in kinds}

    # ---- looking at the position

    def pieces(self, seat):
        """(cell, kind) of every piece of the seat, in board order."""
        # Asked for very often, so it is remembered together with the cells it was found for.
        if self.known_pieces is None or self.known_pieces[0] is not self.cells:
            found = {other: [] for other in self.seats}
            for cell, letter in enumerate(self.cells):
                if letter != EMPTY:
                    kind = self.kinds[letter]
                    found[kind.seat].append((cell, kind))
            self.known_pieces = (self.cells, found)
        return self.known_pieces[1][seat]

    def total_advance(self, seat):
        return sum(kind.advance[cell] for cell, kind in self.pieces(seat))

    def arrived(self, seat):
        return sum(cell in kind.rank for cell, kind in self.pieces(seat))

    def rank_key(self, seat):
        team = self.team(seat)
        return (
            sum(self.arrived(member) for member in team),
            sum(self.total_advance(member) for member in team),
        )

    def is_home(self, seat):
        return all(cell in kind.win for cell, kind in self.pieces(seat))

    def at_home(self, seat):
        """The seat's pieces that still stand in their own home."""
        return [(cell, kind) for cell, kind in self.pieces(seat) if cell in kind.home]

    # ---- where a piece may go

    def free_ends(self, origin):
        """The plain base rule without any restriction."""
        return step_ends(self.game_board, self.cells, origin) | hop_ends(self.game_board, self.cells, origin, self.far)

    def piece_ends(self, origin, kind):
        """How this game lets the piece move, before the blocking rule."""
        return self.free_ends(origin)

    def allowed_ends(self, origin, kind):
        return self.keep_in_target(origin, kind, self.piece_ends(origin, kind))

    def keep_in_target(self, origin, kind, ends):
        if self.options.blocking != "free" and self.target_binds and origin in kind.target:
            return ends & kind.target
        return ends

    def swaps(self, seat):
        """(origin, field) pairs of Variant 1."""
        if self.options.blocking != "swap":
            return []
        found = []
        for origin, kind in self.pieces(seat):
            if origin in kind.target or self.allowed_ends(origin, kind) & kind.target:
                continue
            for field in self.game_board.beside[origin]:
                if field is None or field not in kind.target or self.cells[field] == EMPTY:
                    continue
                other = self.kinds[self.cells[field]]
                if other.seat != seat and field in other.home and self.swap_fits(origin, field):
                    found.append((origin, field))
        return found

    def swap_fits(self, origin, field):
        return True

    # ---- the duty to clear

    def has_duty(self, seat):
        if self.options.blocking != "vacate" or not self.at_home(seat):
            return False
        others = [other for other in self.seats if other != seat and other not in self.out]
        return any(not self.at_home(other) for other in others)

    def clearing_moves(self, seat):
        """Moves out of the home; if there are none, moves further on inside it."""
        pairs = [
            (origin, end, kind)
            for origin, kind in self.at_home(seat)
            for end in sorted(self.allowed_ends(origin, kind))
        ]
        outside = [(origin, end) for origin, end, kind in pairs if end not in kind.home]
        further = [
            (origin, end)
            for origin, end, kind in pairs
            if end in kind.home and kind.advance[end] > kind.advance[origin]
        ]
        return outside or further

    # ---- moves

    def owner_to_move(self):
        """Whose pieces the seat moves: in teams who is home moves the partner's."""
        if self.options.teams and self.is_home(self.seat):
            return next(member for member in self.team(self.seat) if member != self.seat)
        return self.seat

    def move_pairs(self, owner):
        if self.has_duty(owner):
            clearing = self.clearing_moves(owner)
            if clearing or not self.may_ignore_duty:
                return clearing
        return [(origin, end) for origin, kind in self.pieces(owner) for end in sorted(self.allowed_ends(origin, kind))]

    def legal_moves(self):
        owner, found = self.owner_to_move(), {}
        for origin, end in self.move_pairs(owner):
            cells = put(self.cells, (origin, EMPTY), (end, self.cells[origin]))
            found[f"{self.name(origin)}-{self.name(end)}"] = self.after_turn(cells)
        for origin, field in self.swaps(owner):
            cells = put(self.cells, (origin, self.cells[field]), (field, self.cells[origin]))
            found[f"{self.name(origin)}~{self.name(field)}"] = self.after_turn(cells)
        return found

    def has_move(self):
        """Only asked of a single player, who has neither duty nor swaps."""
        return any(self.allowed_ends(origin, kind) for origin, kind in self.pieces(self.seat))

    # ---- judging

    def judge_goal(self, mover):
        if self.alone:
            if self.is_home(mover):
                self.end([["A"]], "solved")
        elif all(self.is_home(member) for member in self.team(mover)):
            self.finish(mover, "filled")

    def filled_up(self, seat):
        """Every target field held, and more by the right pieces than by any others."""
        for kind in self.kinds.values():
            if kind.seat == seat:
                held = [self.cells[cell] for cell in kind.win]
                if EMPTY in held or 2 * held.count(kind.letter) <= len(held):
                    return False
        return True

    def judge_start(self):
        """Winning by `fill`, and losing by the duty; the next seat is judged in the same way."""
        while not self.over:
            if (
                self.options.blocking == "fill"
                and not self.alone
                and all(self.filled_up(member) or self.is_home(member) for member in self.team(self.seat))
            ):
                self.finish(self.seat, "filled-up")
            elif self.has_duty(self.seat) and not self.may_ignore_duty and not self.clearing_moves(self.seat):
                self.lose(self.seat)
            else:
                return
            # Fewer seats are left in play: perhaps all of those have passed or stalled.
            self.judge_standstill()
            if not self.over:
                self.seat = self.next_seat(self.seat)

    def lose(self, seat):
        if self.takes_off:
            taken = [(cell, EMPTY) for cell, kind in self.at_home(seat)]
            self.cells = put(self.cells, *taken)
            self.passed = frozenset()  # the board has changed, who passed may move again
        self.drop(seat)


class SuperGame(BaseGame):
    far = True


class CaptiveOne(BaseGame):
    takes_off = True


class ColourGame(BaseGame):
    @property
    def may_ignore_duty(self):
        return not self.options.simple  # with --simple the duty is the ordinary one

    def piece_ends(self, origin, kind):
        if self.options.simple:
            return {end for end in self.free_ends(origin) if is_dark(end) == is_dark(origin)}
        if is_dark(origin):
            ends = step_ends(self.game_board, self.cells, origin, DIAGONAL_NUMBERS)
        else:
            ends = hop_ends(self.game_board, self.cells, origin)
        if origin in kind.target:
            ends = ends | (self.free_ends(origin) & kind.target)
        return ends

    def swap_fits(self, origin, field):
        return not self.options.simple or is_dark(origin) == is_dark(field)


class TwoColour(BaseGame):
    target_binds = False


class MarkedGame(BaseGame):
    target_binds = False

    def filled_up(self, seat):
        own = {kind.letter: kind for kind in self.kinds.values() if kind.seat == seat}
        mark = own[seat.lower()]
        if any(self.cells[corner] != mark.letter for corner in mark.win):
            return False
        held = [self.cells[cell] for cell in mark.target]
        return EMPTY not in held and 2 * sum(letter in own for letter in held) > len(held)


# ------------------------------------------- own ways of moving, no blocking rule


class DutchGame(BaseGame):
    """Straight forward, or over an opponent's piece diagonally in front."""

    def forward(self, seat):
        return 1 if seat == "A" else -1

    def piece_ends(self, origin, kind):
        at, forward = self.game_board.at, self.forward(kind.seat)
        opponent = "B" if kind.seat == "A" else "A"

        def free(place):
            return place in at and self.cells[at[place]] == EMPTY

        x, y = self.game_board.coordinates[origin]
        ends = {(x, y + forward)} if free((x, y + forward)) else set()
        waiting = [(x, y)]
        while waiting:
            x, y = waiting.pop()
            for side in (-1, 1):
                over, landing = (x + side, y + forward), (x + side, y + 2 * forward)
                if over in at and self.cells[at[over]] == opponent and free(landing):
                    ends.add(landing)
                    waiting.append(landing)
        return {at[place] for place in ends}


class LeZug(BaseGame):
    """Diagonally forward on the points."""

    def forward(self, seat):
        return 1 if seat == "A" else -1

    def piece_ends(self, origin, kind):
        board = self.game_board
        directions = [number for number in DIAGONAL_NUMBERS if board.directions[number][1] == self.forward(kind.seat)]
        hops = hop_ends(board, self.cells, origin, directions=directions)
        ends = step_ends(board, self.cells, origin, directions) | hops
        for landing in hops:
            ends |= step_ends(board, self.cells, landing, directions)
        if self.station_guarded(kind.seat):
            ends = {end for end in ends if end not in self.station(kind.seat)}
        return ends

    def station(self, seat):
        """The opponent's station: the four lines farthest away."""
        return {cell for cell, (x, y) in enumerate(self.game_board.coordinates) if (y if seat == "A" else 16 - y) >= 13}

    def station_guarded(self, seat):
        owner = "B" if seat == "A" else "A"
        return any(self.cells[cell] == owner for cell in self.station(seat))

    def on_lines(self, seat):
        """How many pieces stand on the last line and on the line before it."""
        rows = [kind.advance[cell] for cell, kind in self.pieces(seat)]
        return rows.count(16), rows.count(15)

    def arrived(self, seat):
        last, before = self.on_lines(seat)
        return last + min(3, before)

    def is_home(self, seat):
        return self.on_lines(seat) == (9, 3)


# --------------------------------------------------------------- other goals


class MeetingPoint(BaseGame):
    def is_home(self, seat):
        return all(self.cells[cell] != EMPTY for cell in self.options.figure_cells)


class Connection(BaseGame):
    """Base moves without home and target; connection and connection-solo."""

    idle_limit = 100

    def __init__(self, options, board, seats, cells, kinds, lines):
        super().__init__(options, board, seats, cells, kinds)
        self.lines = lines  # seat -> the lines that win for it

    def count_idle(self, mover, lively):
        self.idle = {**self.idle, mover: self.idle[mover] + 1}

    def judge_goal(self, mover):
        if any(all(self.cells[cell] == mover for cell in line) for line in self.lines[mover]):
            if self.alone:
                self.end([["A"]], "solved")
            else:
                self.end_won([mover], "connected")

    def end_ranked(self, termination):
        self.end_drawn(termination)  # there is nothing to rank by
