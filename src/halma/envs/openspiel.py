"""All games as one OpenSpiel game. Importing this module registers it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from halma.extras import requires_extra

with requires_extra("envs"):
    import numpy as np

    # They have no types.
    pyspiel: Any = import_module("pyspiel")
    observation: Any = import_module("open_spiel.python.observation")

from halma.batch import EncodedGame
from halma.envs.common import MAX_TURNS, choice_of
from halma.games import LOT, Choice, OptionKind, all_options
from halma.rules import SEATS, Ruleset

SHORT_NAME = "python_halma"
DEFAULT_GAME = "halma"
# A turn of dice has at most so many actions: two dice of six steps or hops each, the end of the turn, a piece huffed.
_ACTIONS_OF_A_ROLL = 14
# A roll that nobody can use is thrown again. So many rolls in a turn on average do not happen.
_ROLLS_OF_A_TURN = 20
# OpenSpiel adds lengths of games in 32 bits.
_LONGEST = 2**30 - 1


def _parameters() -> dict[str, Any]:
    """The parameters of the game: every option, with what stands for “as the game has it”."""
    unset = {OptionKind.FLAG: False, OptionKind.NUMBER: 0, OptionKind.CHOICE: ""}
    found: dict[str, Any] = {"game": DEFAULT_GAME, "max_turns": MAX_TURNS}
    for name, by_game in all_options().items():
        found[name] = unset[next(iter(by_game.values())).kind] if by_game else 0
    return found


_SPECIFICATION = _parameters()


def _game_type(rules: Ruleset | None, *, by_lot: bool = False) -> Any:
    kind = pyspiel.GameType
    has_chance = rules is None or rules.has_chance or by_lot
    several = rules is None or rules.seats > 1
    return kind(
        short_name=SHORT_NAME,
        long_name="Halma and its family",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if several else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=len(SEATS),
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_SPECIFICATION,
    )


class HalmaGame(pyspiel.Game):  # pyright: ignore[reportUntypedBaseClass]
    """Any game of the family, for one to six players, as an OpenSpiel game.

    >>> import pyspiel
    >>> from halma.envs import register_openspiel
    >>> _ = register_openspiel()
    >>> state = pyspiel.load_game("python_halma(game=star,players=2,pieces=10)").new_initial_state()
    >>> state.action_to_string(state.legal_actions()[0])
    'c1-e5'
    >>> state.apply_action(state.string_to_action("d1-e5"))
    >>> state.current_player()
    1

    Parameters are `game`, `max_turns`, and all options of games by name; what is not given is as the game has it.

    Actions are the ids of `halma.batch.ActionSpace`. Chance is explicit: a roll by its number (`ActionSpace.roll`),
    who begins by the number of the seat (`first=lot`), and a lot cell by cell, all cells that are left being equally
    likely, which makes every lot equally likely. Returns are by place, from -1 to 1; they add up to 0 but for one
    player, who gets 1 for a solved puzzle and -1 for a failed attempt. After `max_turns` turns, 1000 unless told
    otherwise, a game ends with 0 for everybody.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        options = {
            name: value for name, value in given.items() if name != "max_turns" and value != _SPECIFICATION.get(name)
        }
        self.choice: Choice = choice_of(options.pop("game", DEFAULT_GAME), options)
        self.max_turns: int = given.get("max_turns", MAX_TURNS)
        by_lot = self._by_lot = self.choice.first == LOT
        choice = self.choice.starting(SEATS[0]) if by_lot else self.choice
        # The game before its first turn; if who begins is drawn, begun by the first seat.
        start = self._start = EncodedGame(choice, dice=None, max_turns=self.max_turns)
        self._rolls = start.actions.roll_count
        rules, cells = start.rules, start.actions.cells
        outcomes = [self._rolls, cells if rules.has_chance and not self._rolls else 0, rules.seats if by_lot else 0]
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            _game_type(rules, by_lot=by_lot),
            pyspiel.GameInfo(
                num_distinct_actions=start.actions.size,
                max_chance_outcomes=max(outcomes),
                num_players=rules.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if rules.seats > 1 else None,
                max_game_length=min(self.max_turns * self._most_actions_of_a_turn(start), _LONGEST),
            ),
            given,
        )

    @staticmethod
    def _most_actions_of_a_turn(start: EncodedGame) -> int:
        actions = _ACTIONS_OF_A_ROLL if start.rules.dice is not None else 1
        # An open capture asks about every cell at most once.
        return actions + (start.actions.cells if any(name.startswith("open capture") for name in start.planes) else 0)

    def start(self) -> EncodedGame:
        """The game before its first turn; if who begins is drawn, begun by the first seat."""
        return self._start.copy()

    @property
    def draws_who_begins(self) -> bool:
        """Whether chance says who begins."""
        return self._by_lot

    def new_initial_state(self) -> HalmaState:
        """A game before its first turn."""
        return HalmaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance decides, at most, but for long series of rolls that nobody can use."""
        start = self._start
        if self._rolls:
            return min(int(self._by_lot) + self.max_turns * _ROLLS_OF_A_TURN, _LONGEST)
        return int(self._by_lot) + (start.actions.cells if start.rules.has_chance else 0)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What observes states: planes by cells as a player sees them; the history for perfect recall."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _PlanesObserver(self._start, params)
        return observation.IIGObserverForPublicInfoGame(iig_obs_type, params)


class HalmaState(pyspiel.State):  # pyright: ignore[reportUntypedBaseClass]
    """A game in progress, for OpenSpiel. `game` is the game itself, to look at."""

    def __init__(self, game: HalmaGame) -> None:
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType]
        #: The game as `halma.batch` plays it.
        self.game: EncodedGame = game.start()
        self._begun = not game.draws_who_begins
        # Cells of a lot, while it is being drawn.
        self._drawn: tuple[int, ...] = ()

    def current_player(self) -> int:
        """The player who has to act, or chance, or the end."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if not self._begun or self.game.needs_roll else self.game.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._begun and self.game.is_over

    def returns(self) -> list[float]:
        """By place at the end; 0 for everybody before, and if it was truncated."""
        return list(self.game.rewards())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can decide now, all equally likely."""
        if not self._begun:
            outcomes = list(range(self.game.seats))
        elif self.game.needs_lot:
            cells, _ = self.game.lot_to_draw()
            outcomes = [cell for cell in cells if cell not in self._drawn]
        else:
            outcomes = list(range(self.game.actions.roll_count))
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal_ids()

    def _apply_action(self, action: int) -> None:
        if not self._begun:
            if action not in range(self.game.seats):
                raise ValueError(f"there is no seat {action}: seats go from 0 to {self.game.seats - 1}")
            choice = self.game.choice.starting(SEATS[action])
            self.game = EncodedGame(choice, dice=None, max_turns=self.game.max_turns)
            self._begun = True
        elif self.game.needs_lot:
            cells, count = self.game.lot_to_draw()
            if action not in cells or action in self._drawn:
                raise ValueError(f"cell {action} cannot be drawn by lot now")
            self._drawn += (action,)
            if len(self._drawn) == count:
                drawn, self._drawn = self._drawn, ()
                self.game.lot(drawn)
        elif self.game.needs_roll:
            self.game.roll(action)
        else:
            self.game.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.game.actions.text(action)
        if not self._begun:
            return f"{SEATS[action]} begins"
        if self.game.needs_lot:
            return f"lot {self.game.rules.board.names[action]}"
        return "roll " + " ".join(map(str, self.game.actions.roll(action)))

    def __str__(self) -> str:
        if not self._begun:
            return "who begins is drawn"
        parts = [self.game.position().text()]
        undecided, names = self.game.open_capture, self.game.rules.board.names
        if undecided is not None:
            ways = (" ".join(names[cell] for cell in sorted(move.captured)) for move in undecided.moves)
            parts.append(f"{names[undecided.origin]}-{names[undecided.target]} captures {' or '.join(ways)}")
        if self._drawn:
            parts.append("drawn " + " ".join(names[cell] for cell in self._drawn))
        return "\n".join(parts)


class _PlanesObserver:
    def __init__(self, start: EncodedGame, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        self.dict = {"observation": np.zeros(start.observation_shape, np.float32)}
        self.tensor = self.dict["observation"].reshape(-1)

    def set_from(self, state: HalmaState, player: int) -> None:
        state.game.observation(player, out=self.dict["observation"])

    def string_from(self, state: HalmaState, player: int) -> str:
        return str(state)


pyspiel.register_game(_game_type(None), HalmaGame)
