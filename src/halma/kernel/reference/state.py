"""The readable definition of play: a state, its legal actions, and what an action does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from halma.kernel.actions import DONE, Action, ActionKind, Phase, Result, Situation
from halma.kernel.reference import dice, endings, paths, placing, refusals
from halma.kernel.reference.choices import legal_actions
from halma.kernel.reference.move_tables import MoveTables, move_tables_for
from halma.kernel.reference.zobrist import position_key
from halma.rules import Ruleset, RunDie, SplitDice, Violation

Contents = bytearray
Key = tuple[object, ...]


class State:
    """A game in progress. `apply`, `roll` and `undo` change it; everything else only looks."""

    def __init__(self, rules: Ruleset, first: int = 0) -> None:
        tables = move_tables_for(rules)
        board = bytearray(tables.off + 1)
        for cell, kind in rules.start.items():
            board[cell] = kind + 1
        hands = rules.placing.counts if rules.placing is not None else (0,) * rules.seats
        self._set_up(tables, board, Situation(seat=first, actor=first, hands=hands))
        none = (0,) * rules.seats
        self.now = self.now._replace(captured=none, lost=none, idle=none, best=self.totals())
        self._begin_turn()

    def _set_up(self, tables: MoveTables, board: Contents, now: Situation) -> None:
        self.tables = tables
        self.rules = tables.rules
        self.board = board
        self._legal: tuple[Action, ...] | None = None
        self.now = now
        # How often each position has occurred.
        self.seen: dict[Key, int] = {}
        self._past: list[tuple[Situation, list[tuple[int, int]], Key | None]] = []
        self._changes: list[tuple[int, int]] = []
        self._key: Key | None = None

    @classmethod
    def resume(cls, rules: Ruleset, board: Iterable[int], now: Situation) -> State:
        """A state without a past, from a board and a situation; who is to act is taken as it stands."""
        state = cls.standing(rules, board, now)
        if now.phase != Phase.OVER and not now.used:
            state._begin_turn(rolled=now.roll)
        return state

    @classmethod
    def standing(
        cls, rules: Ruleset, board: Iterable[int], now: Situation, legal: tuple[Action, ...] | None = None
    ) -> State:
        """A state to look at: nothing of what is judged at the start of a turn has been judged.

        Its legal actions can be given where they are known.
        """
        state = cls.__new__(cls)
        state._set_up(move_tables_for(rules), bytearray((*board, 0)), now)
        state._legal = legal
        return state

    def copy(self) -> State:
        """An independent state with the same past."""
        twin = State.__new__(State)
        twin._set_up(self.tables, bytearray(self.board), self.now)
        twin.seen = dict(self.seen)
        twin._past = [(now, list(changes), key) for now, changes, key in self._past]
        twin._changes = list(self._changes)
        twin._key, twin._legal = self._key, self._legal
        return twin

    # ---- looking ----------------------------------------------------------------------------------------

    @property
    def now(self) -> Situation:
        """Everything but the board and the past."""
        return self._now

    @now.setter
    def now(self, now: Situation) -> None:
        # Whatever changes asks for a fresh list of legal actions.
        self._now = now
        self._legal = None

    def legal(self) -> tuple[Action, ...]:
        """Every action that may be played now, one for each resulting position."""
        if self._legal is None:
            self._legal = tuple(legal_actions(self))
        return self._legal

    def legal_sequence(self) -> tuple[Action, ...]:
        """The same; a kernel may give them without making an object of each."""
        return self.legal()

    def refusal(self, attempt: Action) -> Violation | None:
        """The rule that forbids an attempted action, or None if it is legal."""
        return refusals.refusal(self, attempt)

    def matching(self, attempt: Action) -> tuple[Action, ...]:
        """The legal actions an attempt can mean."""
        return refusals.matching(self, attempt)

    def duty(self) -> Violation | None:
        """What the player to act is obliged to."""
        return refusals.duty(self)

    def path(self, action: Action) -> tuple[int, ...]:
        """The cells a legal action touches on its way."""
        return paths.path(self, action)

    def captured_on(self, way: Sequence[int]) -> tuple[int, ...] | None:
        """What hops along a written way capture; None if the piece cannot go that way."""
        return paths.captured_on(self, way)

    def find_way(self, way: Sequence[int]) -> Action | None:
        """The legal action that a written way names; None if it names none or several."""
        return refusals.find_way(self, way)

    def push_way(self, way: Sequence[int]) -> Action | None:
        """Play the legal action that a written way names, and give it back; None if it names none or several."""
        action = self.find_way(way)
        if action is not None:
            self.apply(action)
        return action

    def pieces_home(self, seat: int) -> int:
        """How many pieces of a seat are in the target."""
        return endings.pieces_home(self, seat)

    def contents(self) -> bytes:
        """The content of every cell: 0 or the number of a kind plus one."""
        return bytes(self.board[: self.tables.off])

    def totals(self) -> tuple[int, ...]:
        """The total advance of each seat."""
        sums = [0] * self.rules.seats
        owners, advance = self.tables.owners, self.tables.advance
        for cell, content in enumerate(self.board):
            if content:
                gain = advance[content][cell]
                for seat in owners[content]:
                    sums[seat] += gain
        return tuple(sums)

    def in_play(self) -> list[int]:
        """The seats that are neither out nor finished."""
        gone = (*self.now.out, *self.now.finished)
        return [seat for seat in range(self.rules.seats) if seat not in gone]

    def lends_to(self, seat: int) -> int:
        """Whose pieces a seat moves: its own, or its partner's once it is home."""
        partner = self.tables.partner[seat]
        if self.rules.lends and partner is not None and endings.is_home(self, seat):
            return partner
        return seat

    def following(self, seat: int) -> int:
        """The next seat that is still in play."""
        playing = self.in_play()
        return next((other for other in playing if other > seat), playing[0])

    @property
    def turn(self) -> int:
        """The number of the turn that is being played, from 1."""
        return self._now.turn

    @property
    def is_over(self) -> bool:
        return self._now.phase == Phase.OVER

    @property
    def needs_roll(self) -> bool:
        return self._now.phase == Phase.ROLL

    @property
    def hash(self) -> int:
        """A number that is the same for the same position, in every kernel and every run."""
        return position_key(self)

    @property
    def occurrences(self) -> int:
        """How often a turn of this game has begun with the position as it is now."""
        return self.seen.get(self._stall_key(), 0)

    @property
    def depth(self) -> int:
        """How many times `undo` can be called."""
        return len(self._past)

    # ---- playing ----------------------------------------------------------------------------------------

    def push(self, action: Action) -> None:
        """Play an action if it is legal; raises ValueError if not."""
        if action not in self.legal():
            raise ValueError("the action is not legal now")
        self.apply(action)

    def apply(self, action: Action) -> None:
        """Play a legal action. The caller has made sure that it is one."""
        self._remember()
        match action.kind:
            case ActionKind.PASS:
                self._end_turn(passed=True)
            case ActionKind.DONE:
                self._end_turn()
            case ActionKind.HUFF:
                self.put(action.target, 0)
                dice.after_huff(self)
            case ActionKind.PLACE:
                placing.place(self, action)
                self._end_turn(moved_to=action.target, event=True)
            case _:
                self._move(action)

    def _move(self, action: Action) -> None:
        event = bool(action.captured) or action.target == self.tables.off
        mover = self.board[action.origin]
        missed = dice.missed_captures(self, action)
        fitting = dice.fitting_divisions(self, action)
        self.put(action.origin, 0)
        if action.kind == ActionKind.SWAP:
            self.put(action.origin, self.board[action.target])
        for cell in action.captured:
            self.put(cell, 0)
        if action.kind == ActionKind.RETRACE:
            self.put(self.rules.board.between(action.origin, action.target), mover)
        leaving = self.rules.exit
        gone = leaving is not None and action.target in leaving.cells
        if not gone and action.target != self.tables.off:
            self.put(action.target, mover)
        seat = self.now.seat
        gain = len(action.captured) + (leaving is not None and gone and leaving.counts)
        if gain:
            captured = list(self.now.captured)
            captured[seat] += gain
            self.now = self.now._replace(captured=tuple(captured))
        match self.rules.dice:
            case SplitDice():
                dice.use_action(self, action, fitting)
                if self.legal() in ((), (DONE,)):
                    self._end_turn()
            case RunDie():
                dice.after_run(self, missed)
            case None:
                self._end_turn(moved_to=action.target, event=event)

    def roll(self, values: tuple[int, ...]) -> None:
        """Give the dice their values, or a lot its cells.

        A roll that cannot be used in a game of runs lapses at once.
        """
        if dice.awaits_lot(self):
            dice.check_lot(self, values)
        self._remember()
        dice.take_roll(self, values)

    def undo(self) -> None:
        """Take the last `apply` or `roll` back."""
        if self._key is not None:
            self.seen[self._key] -= 1
            if not self.seen[self._key]:
                del self.seen[self._key]
        for cell, content in reversed(self._changes):
            self.board[cell] = content
        self.now, self._changes, self._key = self._past.pop()

    def put(self, cell: int, content: int) -> None:
        """Change a cell so that it can be undone."""
        self._changes.append((cell, self.board[cell]))
        self.board[cell] = content

    def _remember(self) -> None:
        self._past.append((self.now, self._changes, self._key))
        self._changes, self._key = [], None

    # ---- from turn to turn ------------------------------------------------------------------------------

    def _end_turn(self, *, passed: bool = False, moved_to: int = -1, event: bool = False) -> None:
        now, seat = self.now, self.now.seat
        passes = now.passes + 1 if passed else 0
        self.now = now._replace(turn=now.turn + 1, passes=passes, roll=(), used=(), steps=0, hopped=False, divisions=())
        endings.count_progress(self, seat, event)
        if endings.reaches_goal(self, seat, moved_to) or endings.stop_if_nobody_gets_on(self):
            return
        if self.rules.placing is not None and not self.rules.placing.in_turn and self.now.hands[seat]:
            following = seat
        else:
            following = self.following(seat)
        self.give_turn(following)

    def _begin_turn(self, rolled: tuple[int, ...] = ()) -> None:
        """What is judged at the start of a turn, for as many seats as fall out or finish by it."""
        while endings.settle_seat(self):
            # Fewer seats are left, and those may all have passed or made no progress.
            if self.now.phase == Phase.OVER or endings.stop_if_nobody_gets_on(self):
                return
        rolls = self.rules.dice is not None and not rolled and self.now.phase != Phase.HUFF
        if rolls or dice.awaits_lot(self):
            self.now = self.now._replace(phase=Phase.ROLL)
        if endings.nothing_left(self):
            return
        if self.rules.stall is not None:
            self._key = key = self._stall_key()
            self.seen[key] = self.seen.get(key, 0) + 1
            endings.stop_if_repeated(self, self.seen[key])

    def _stall_key(self) -> Key:
        """The position as the stall rule tells it from others."""
        now = self.now
        return (self.contents(), now.seat, now.out, now.hands, now.captured, now.lost)

    def give_turn(self, seat: int) -> None:
        """Let a seat begin its turn."""
        self.now = self.now._replace(seat=seat, actor=seat)
        self._begin_turn()

    def next_roll(self, seat: int) -> None:
        """Let a seat roll next in a game of runs."""
        self.now = self.now._replace(seat=seat, actor=seat, roll=(), huffable=())
        self._begin_turn()

    def finish(self, result: Result) -> None:
        """End the game."""
        self.now = self.now._replace(phase=Phase.OVER, result=result, roll=(), huffable=())
