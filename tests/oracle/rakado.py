"""rakado and star-rakado: one die, straight forward, capturing as a duty."""

from .core import EMPTY, State, grouped_by, put


class Rakado(State):
    idle_limit = None  # all moves go forward, it ends by itself
    counts_repetition = False

    def __init__(self, options, board, seats, cells, goals, forward):
        super().__init__(options, board, seats, cells)
        self.goals = goals  # seat -> cells
        self.forward = forward  # seat -> direction numbers
        self.number = None  # the roll that is to be used
        self.huffing = None  # (who moved, the roll, cells of the pieces that may be taken)

    # ---- rolling

    @property
    def needs_roll(self):
        return not self.over and self.number is None and self.huffing is None

    def roll(self, values):
        if not self.needs_roll or len(values) != 1 or not 1 <= values[0] <= 6:
            raise ValueError("one die is rolled when a roll is needed")
        number = values[0]
        if self.pairs(self.seat, number):
            return self.copy(number=number)
        return self.copy(seat=self.roller_after(self.seat, number))  # the roll lapses

    def roller_after(self, seat, number):
        return seat if number == 6 else self.next_seat(seat)

    # ---- moving

    def pairs(self, seat, number):
        """(origin, end) of every way to use the number, captures or not."""
        found = []
        for origin, letter in enumerate(self.cells):
            if letter != seat:
                continue
            for direction in self.forward[seat]:
                way, cell = [], origin
                for _ in range(number):
                    cell = None if cell is None else self.game_board.beside[cell][direction]
                    way.append(cell)
                if cell is None or any(self.cells[passed] != EMPTY for passed in way[:-1]):
                    continue
                if self.cells[cell] == EMPTY or self.takes(seat, origin, cell):
                    found.append((origin, cell))
        return found

    def takes(self, seat, origin, end):
        """A piece on its own goal neither captures nor is captured."""
        victim = self.cells[end]
        return victim not in (EMPTY, seat) and origin not in self.goals[seat] and end not in self.goals[victim]

    def legal_moves(self):
        if self.huffing:
            return self.huffs()
        found, seat, number = {}, self.seat, self.number
        pairs = self.pairs(seat, number)
        capturing = [pair for pair in pairs if self.takes(seat, *pair)]
        if capturing and self.options.capture == "forced":
            pairs = capturing
        for origin, end in sorted(pairs):
            new = self.copy(cells=put(self.cells, (origin, EMPTY), (end, seat)), number=None)
            if capturing and (origin, end) not in capturing:
                if self.options.capture == "huff-any":
                    culprits = {cell for cell, letter in enumerate(new.cells) if letter == seat}
                else:
                    # The moved piece is looked for on its new field.
                    culprits = {end if cell == origin else cell for cell, _ in capturing}
                new.huffing = (seat, number, tuple(sorted(culprits)))
                new.seat = self.next_seat(seat)
            else:
                new.seat = self.roller_after(seat, number)
                new.judge_end()
            found[f"{self.name(origin)}-{self.name(end)}"] = new
        return found

    def huffs(self):
        found = {}
        mover, number, culprits = self.huffing
        for cell in culprits:
            new = self.copy(cells=put(self.cells, (cell, EMPTY)), huffing=None)
            new.seat = self.roller_after(mover, number)
            new.judge_end()
            found[f"x{self.name(cell)}"] = new
        return found

    # ---- the end

    def home(self, seat):
        return sum(self.cells[cell] == seat for cell in self.goals[seat])

    def judge_end(self):
        if not any(self.pairs(seat, number) for seat in self.seats for number in range(1, 7)):
            self.end(grouped_by(self.home, self.seats), "most-home")

    def begin_turn(self):
        self.judge_end()
