"""Action ids: one fixed number for everything a player can do on a board, with its text both ways."""

from __future__ import annotations

from typing import Any

from halma.boards import Board
from halma.games import Choice, choose, find_game
from halma.kernel import DONE, PASS, Action, ActionKind
from halma.play import notation
from halma.play.dice import dice_count
from halma.rules import Hop, RunDie, SplitDice, Step

DIE_FACES = 6


class ActionSpace:
    """The action ids of a board. They are the same for every game that is played on it.

    With `n` cells, and cells numbered as the board numbers them:

    | block | ids | text |
    |---|---|---|
    | `move` | `origin * n + target` | `c3-e5` |
    | `pass` | `n * n` | `--` |
    | `done` | the next one | `.` |
    | `leave` | the next `n`, by origin | `e1-off` |
    | `take` | the next `n`, by cell | `xe5` |
    | `place` | the next `n`, by target | `@e5` |
    | `swap` | the next `n * d`, by origin and one of the board's `d` directions | `c3~d4` |

    `size` ends with the last block that the game uses: a game without swaps has a smaller space, with the same ids.

    >>> space = ActionSpace("star", players=2, pieces=10)
    >>> space.size
    14642
    >>> space.id("d1-e5")
    740
    >>> space.text(740)
    'd1-e5'
    """

    def __init__(self, game: str | Choice | Board, **options: Any) -> None:
        if isinstance(game, Board):
            if options:
                raise TypeError("options belong to a game; a board has none")
            self.board = game
            used = {"pass", "done", "leave", "take", "place", "swap"}
            self.roll_count = 0
        elif isinstance(game, (str, Choice)):  # pyright: ignore[reportUnnecessaryIsInstance]
            choice = game if isinstance(game, Choice) else choose(game, **options)
            self.board, used, self.roll_count = _blocks_used(choice)
        else:
            raise TypeError(f"expected the id of a game, a Choice or a Board, not {type(game).__name__}")
        n = self.cells = len(self.board)
        self._directions = {vector: number for number, vector in enumerate(self.board.directions)}
        lengths = {"move": n * n, "pass": 1, "done": 1, "leave": n, "take": n, "place": n}
        lengths["swap"] = n * len(self._directions)
        #: The ids of each block, whether the game uses it or not.
        self.blocks: dict[str, range] = {}
        end = 0
        for name, length in lengths.items():
            self.blocks[name] = range(end, end + length)
            end += length
        #: How many ids there are, up to the last block in use.
        self.size: int = max(self.blocks[name].stop for name in used)

    def __repr__(self) -> str:
        return f"<ActionSpace {self.board.id} size={self.size}>"

    def __len__(self) -> int:
        return self.size

    def id(self, move: Any) -> int:
        """The id of a move, given as text, as an action of the kernel, or as anything whose text is a move.

        Moves that differ only in what they capture share the id of their ends; see `EncodedGame.ids_of`.
        """
        action = move if isinstance(move, Action) else self._read(str(move))
        first = self.blocks
        match action.kind:
            case ActionKind.PASS:
                return first["pass"].start
            case ActionKind.DONE:
                return first["done"].start
            case ActionKind.HUFF:
                return first["take"].start + self._cell(action.target)
            case ActionKind.PLACE:
                return first["place"].start + self._cell(action.target)
            case ActionKind.SWAP:
                return self._swap_id(self._cell(action.origin), self._cell(action.target))
            case _:
                if action.target == self.cells:
                    return first["leave"].start + self._cell(action.origin)
                return self._cell(action.origin) * self.cells + self._cell(action.target)

    def id_of_text(self, text: str) -> int:
        """The id of a move as text. Raises InvalidMoveError for what is no move."""
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"expected the text of a move, not {type(text).__name__}")
        return self.id(text)

    def action(self, number: int) -> Action:
        """What an id means. Of a move the kind stays open: `HOP` stands for any way from its origin to its target."""
        block, at = self._block_of(number)
        match block:
            case "move":
                return Action(ActionKind.HOP, *divmod(at, self.cells))
            case "pass":
                return PASS
            case "done":
                return DONE
            case "leave":
                return Action(ActionKind.HOP, at, self.cells)
            case "take":
                return Action(ActionKind.HUFF, target=at)
            case "place":
                return Action(ActionKind.PLACE, target=at)
            case _:
                origin, way = divmod(at, len(self._directions))
                target = self.board.shift(origin, self.board.directions[way])
                if target is None:
                    raise ValueError(f"action id {number} would swap with a cell beyond the edge of the board")
                return Action(ActionKind.SWAP, origin, target)

    def text(self, number: int) -> str:
        """An id as text, the same that positions read and write."""
        action = self.action(number)
        ends = [self._name(cell) for cell in (action.origin, action.target)]
        return notation.spell(notation.kind_of(action), ends)

    def _name(self, cell: int) -> str | None:
        return None if cell < 0 else notation.OFF if cell == self.cells else self.board.names[cell]

    def _block_of(self, number: int) -> tuple[str, int]:
        if not isinstance(number, int) and not hasattr(number, "__index__"):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"an action id is a whole number, not {type(number).__name__}")
        for name, block in self.blocks.items():
            if int(number) in block and number < self.size:
                return name, int(number) - block.start
        raise ValueError(f"there is no action id {number}: ids go from 0 to {self.size - 1}")

    def _read(self, text: str) -> Action:
        return notation.read(self.board, text)[0]

    def _cell(self, cell: int) -> int:
        if not 0 <= cell < self.cells:
            raise ValueError(f"there is no cell {cell}: cells go from 0 to {self.cells - 1}")
        return cell

    def _swap_id(self, origin: int, target: int) -> int:
        (x, y), (to_x, to_y) = self.board.coordinates[origin], self.board.coordinates[target]
        way = self._directions.get((to_x - x, to_y - y))
        if way is None:
            names = self.board.names
            raise ValueError(f"{names[origin]} and {names[target]} are no neighbours, so pieces cannot swap there")
        return self.blocks["swap"].start + origin * len(self._directions) + way

    # ---- rolls: outcomes of chance are numbered for themselves, from 0 ----

    def roll_id(self, values: tuple[int, ...]) -> int:
        """The number of a roll: 0 to 5 for one die, 0 to 35 for two.

        >>> ActionSpace("dice").roll_id((3, 5))
        16
        """
        dice = self._dice()
        if len(values) != dice or any(value not in range(1, DIE_FACES + 1) for value in values):
            raise ValueError(f"a roll of this game is {dice} numbers from 1 to 6, not {values}")
        number = 0
        for value in values:
            number = number * DIE_FACES + value - 1
        return number

    def roll(self, number: int) -> tuple[int, ...]:
        """The values of a roll from its number. All of them are equally likely."""
        dice = self._dice()
        if not 0 <= number < self.roll_count:
            raise ValueError(f"there is no roll {number}: rolls go from 0 to {self.roll_count - 1}")
        return tuple(number // DIE_FACES**place % DIE_FACES + 1 for place in reversed(range(dice)))

    def _dice(self) -> int:
        if not self.roll_count:
            raise ValueError("this game has no dice")
        return 1 if self.roll_count == DIE_FACES else 2


def _blocks_used(choice: Choice) -> tuple[Board, set[str], int]:
    rules = find_game(choice.game).ruleset(choice)
    movement = [word for kind in rules.kinds for word in kind.movement]
    # Moves with the same ends can capture different pieces: they are told apart by further decisions.
    captures = any(isinstance(word, Hop) and word.captures for word in movement)
    used = {"pass"}
    if captures or isinstance(rules.dice, SplitDice):
        used.add("done")
    if any(isinstance(word, (Step, Hop)) and word.leaves for word in movement):
        used.add("leave")
    if captures or (isinstance(rules.dice, RunDie) and rules.dice.huffs):
        used.add("take")
    if rules.placing is not None:
        used.add("place")
    if rules.blocking.swap is not None:
        used.add("swap")
    dice = dice_count(rules)
    return rules.board, used, DIE_FACES**dice if dice else 0
