"""Games that begin with placing: top-secret, gobang, tippy, cat-and-mouse."""

from .base import hop_ends, step_ends
from .boards import ORTHOGONAL_NUMBERS, SQUARE
from .capture import chains, label_moves
from .core import EMPTY, State, grouped_by, put


class PlacingGame(State):
    """Counts quiet turns instead of advance: a placing, capture or leaving starts anew."""

    idle_limit = 100

    def count_idle(self, mover, lively):
        if lively:
            self.idle = dict.fromkeys(self.seats, 0)
        else:
            self.idle = {**self.idle, mover: self.idle[mover] + 1}

    def end_ranked(self, termination):
        self.end_drawn(termination)

    def letter(self, seat):
        return seat

    def hand_after_placing(self):
        return {**self.hands, self.seat: self.hands[self.seat] - 1}

    def placings(self, fields):
        return {
            f"@{self.name(field)}": self.after_turn(
                put(self.cells, (field, self.letter(self.seat))),
                lively=True,
                hands=self.hand_after_placing(),
            )
            for field in fields
            if self.cells[field] == EMPTY
        }

    def own_cells(self):
        return [cell for cell, letter in enumerate(self.cells) if letter == self.letter(self.seat)]

    def step_moves(self):
        return {
            f"{self.name(origin)}-{self.name(end)}": self.after_turn(
                put(self.cells, (origin, EMPTY), (end, self.cells[origin]))
            )
            for origin in self.own_cells()
            for end in sorted(step_ends(self.game_board, self.cells, origin))
        }


# --------------------------------------------------------------- top-secret


class TopSecret(PlacingGame):
    def __init__(self, options):
        super().__init__(options, SQUARE, "AB", EMPTY * SQUARE.size)
        self.hands = {"A": 18, "B": 18}
        self.middle = [SQUARE.at[(x, y)] for y in range(5, 11) for x in range(5, 11)]

    def legal_moves(self):
        if any(self.hands.values()):
            return self.placings(self.middle)
        found = {}
        for origin in self.own_cells():
            without = put(self.cells, (origin, EMPTY))
            hops = hop_ends(SQUARE, self.cells, origin)
            for end in sorted(step_ends(SQUARE, self.cells, origin) | hops):
                text = f"{self.name(origin)}-{self.name(end)}"
                found[text] = self.after_turn(put(without, (end, self.seat)))
            if self.can_leave(without, origin, hops):
                scores = {**self.scores, self.seat: self.scores[self.seat] + 1}
                found[f"{self.name(origin)}-off"] = self.after_turn(without, lively=True, scores=scores)
        return found

    def can_leave(self, without, origin, hops):
        """By a step over the edge, or by a hop over it from any field the hops come to."""
        if None in SQUARE.beside[origin]:
            return True
        for cell in hops | {origin}:
            for direction, hopped in enumerate(SQUARE.beside[cell]):
                if hopped is not None and without[hopped] != EMPTY:
                    if SQUARE.beside[hopped][direction] is None:
                        return True
        return False

    def judge_goal(self, mover):
        if self.scores[mover] == 18:
            self.end_won([mover], "all-off")

    def rank_key(self, seat):
        return self.scores[seat]

    def end_ranked(self, termination):
        State.end_ranked(self, termination)  # this one can be ranked, by pieces off


# ------------------------------------------------------------------- gobang


class Gobang(PlacingGame):
    def __init__(self, options, seats, each):
        super().__init__(options, SQUARE, seats, EMPTY * SQUARE.size)
        self.hands = dict.fromkeys(seats, each)

    def letter(self, seat):
        return self.team(seat)[0]  # partners share a colour

    def legal_moves(self):
        if any(self.hands.values()):
            return self.placings(range(SQUARE.size))
        return self.step_moves()

    def judge_goal(self, mover):
        if self.has_five(self.letter(mover)):
            self.end_won(self.team(mover), "five-in-a-row")

    def has_five(self, letter):
        own = {SQUARE.coordinates[cell] for cell, held in enumerate(self.cells) if held == letter}
        return any(
            all((x + dx * far, y + dy * far) in own for far in range(5))
            for x, y in own
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )


# -------------------------------------------------------------------- tippy


class Tippy(PlacingGame):
    idle_limit = None  # comes to an end by itself
    counts_repetition = False

    def __init__(self, options, board, seats, any_captor):
        super().__init__(options, board, seats, EMPTY * board.size)
        self.hands = dict.fromkeys(seats, options.pieces)
        self.taken = dict.fromkeys(seats, 0)
        self.lost = dict.fromkeys(seats, 0)
        self.any_captor = any_captor  # Ravensburger: the four may belong to different players

    def around(self, cell):
        """The four neighbours; None for a field on the edge, which is safe."""
        four = [self.game_board.beside[cell][number] for number in ORTHOGONAL_NUMBERS]
        return None if None in four else four

    def encloses(self, letters, captor, victim):
        if self.any_captor:
            return all(letter not in (EMPTY, victim) for letter in letters)
        return all(letter == captor for letter in letters)

    def legal_moves(self):
        found, seat = {}, self.seat
        for field in range(self.game_board.size):
            if self.cells[field] != EMPTY:
                continue
            cells = put(self.cells, (field, seat))
            captured = []
            for number in ORTHOGONAL_NUMBERS:  # only beside the new piece can a ring have closed
                cell = self.game_board.beside[field][number]
                if cell is None or cells[cell] in (EMPTY, seat) or not self.around(cell):
                    continue
                letters = [cells[neighbour] for neighbour in self.around(cell)]
                if self.encloses(letters, seat, cells[cell]):
                    captured.append(cell)
            taken, lost = dict(self.taken), dict(self.lost)
            for cell in captured:
                taken[seat] += 1
                lost[cells[cell]] += 1
            found[f"@{self.name(field)}"] = self.after_turn(
                put(cells, *((cell, EMPTY) for cell in captured)),
                lively=True,
                hands=self.hand_after_placing(),
                taken=taken,
                lost=lost,
                scores={other: self.score(taken[other], lost[other]) for other in self.seats},
            )
        return found

    def score(self, taken, lost):
        """Best difference, or with `most` simply the most captured."""
        return taken if self.options.most else taken - lost

    def judge_goal(self, mover):
        if not self.capture_possible(self.placers_after(mover)):
            self.end(grouped_by(lambda seat: self.scores[seat], self.seats), "captured-most")

    def placers_after(self, mover):
        """Who will place the pieces in hand, one after the other."""
        hands, seat, order = dict(self.hands), mover, []
        while any(hands.values()):
            seat = self.next_seat(seat)
            if hands[seat]:
                hands[seat] -= 1
                order.append(seat)
        return order

    def capture_possible(self, order):
        """Could the placers, all helping, still close a ring round some piece?

        It is enough to ask about the first capture: until then nothing leaves the board.
        """
        for cell in range(self.game_board.size):
            four = self.around(cell)
            if not four:
                continue
            letters = [self.cells[neighbour] for neighbour in four]
            missing = letters.count(EMPTY)
            if not missing:
                continue  # nobody can place the last of the four any more
            standing = [letter for letter in letters if letter != EMPTY]
            owners = self.seats if self.cells[cell] == EMPTY else [self.cells[cell]]
            for victim in owners:
                others = [seat for seat in self.seats if seat != victim]
                for captors in [others] if self.any_captor else [[other] for other in others]:
                    if not all(letter in captors for letter in standing):
                        continue
                    turns = [number for number, seat in enumerate(order) if seat in captors]
                    if len(turns) < missing:
                        continue
                    if self.cells[cell] != EMPTY or victim in order[: turns[-1]]:
                        return True  # the victim stands there before the last of the four
        return False


# ------------------------------------------------------------ cat-and-mouse


class CatAndMouse(PlacingGame):
    CATS, MICE, TOO_FEW = "A", "B", 8

    def __init__(self, options):
        super().__init__(options, SQUARE, "AB", EMPTY * SQUARE.size)
        self.hands = {"A": 2, "B": 19}

    @property
    def needs_roll(self):
        """With `scatter` a lot puts all mice on the board as soon as the cats stand."""
        return self.options.scatter and not self.over and not self.hands["A"] and self.hands["B"] > 0

    def roll(self, names):
        """Put the mice on these cells, all at once; nobody has had a turn by it, and the cats are next."""
        cells = [SQUARE.index[name] for name in names]
        if not self.needs_roll or len(set(cells)) != 19 or len(names) != 19:
            raise ValueError("19 different cells, when the cats stand")
        if any(self.cells[cell] != EMPTY for cell in cells):
            raise ValueError("mice are put on free squares")
        new = self.copy(
            cells=put(self.cells, *((cell, self.MICE) for cell in cells)),
            hands={"A": 0, "B": 0},
            seat=self.CATS,
        )
        new.judge_goal(self.MICE)
        if not new.over:
            new.begin_turn()
        return new

    def seat_after(self, mover):
        if self.hands["A"]:
            return "A"
        if self.hands["B"]:
            return "B"
        return "A" if mover == "B" else "B"

    def legal_moves(self):
        if self.hands["A"]:
            return self.placings(sorted(SQUARE.cells("h8 h9 i8 i9")))
        if self.hands["B"]:
            return self.placings(range(SQUARE.size))
        found = self.step_moves()
        if self.seat == self.CATS:
            found.update(self.captures())
        return found

    def captures(self):
        candidates = []
        for origin in self.own_cells():
            for end, rest, hopped in chains(SQUARE, self.cells, origin, range(8), self.MICE):
                cells = put(rest, (end, self.CATS))
                candidates.append((origin, end, hopped, cells))
        # A step changes the parity of file or rank and hops never do: their ends cannot agree.
        return {text: self.after_turn(cells, lively=True) for text, cells, hopped in label_moves(self, candidates)}

    def cats_can_move(self):
        for origin in (cell for cell, letter in enumerate(self.cells) if letter == self.CATS):
            if step_ends(SQUARE, self.cells, origin):
                return True
            if any(True for _ in chains(SQUARE, self.cells, origin, range(8), self.MICE)):
                return True
        return False

    def judge_goal(self, mover):
        if any(self.hands.values()):
            return
        if self.cells.count(self.MICE) <= self.TOO_FEW:
            self.end_won([self.CATS], "too-few")
        elif not self.cats_can_move():
            self.end_won([self.MICE], "shut-in")
