"""A Gymnasium environment of every game for one. Importing this module registers them."""

from __future__ import annotations

from typing import Any

from halma.extras import requires_extra

with requires_extra("envs"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from numpy.typing import NDArray

from halma.batch import ActionSpace, EncodedGame
from halma.envs.common import (
    MAX_TURNS,
    RENDER_MODES,
    checked_max_turns,
    checked_render_mode,
    choice_of,
    rendered,
    whole_id,
    with_version,
)
from halma.games import Choice, games

LOSE, RAISE = "lose", "raise"


class HalmaSolo(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game for one as a Gymnasium environment.

    >>> env = HalmaSolo("connection-solo")
    >>> observation, info = env.reset()
    >>> observation.shape, info["action_mask"].shape
    ((3, 121), (14642,))
    >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
    >>> reward, terminated, info["turn"]
    (0.0, False, 2)

    After `halma.envs.register_gymnasium()`, `gymnasium.make("halma/ConnectionSolo-v2")` makes the same; the number is
    the version of the rules.

    **Game.** The id of a game and its options by name, as for `halma.Position`, or a `Choice`. Games for several are
    `HalmaAEC`.

    **Actions** are ids: `env.actions` (an `ActionSpace`) gives their texts. Which may be played is told by
    `info["action_mask"]`, int8, as `action_space.sample` takes it, and by `action_masks()`, bool, as sb3-contrib asks
    for it. Gymnasium wants every id to be accepted: one that may not be played loses the attempt, and
    `info["illegal_action"]` says why. With `illegal_actions="raise"` it raises ValueError and changes nothing.

    **Observations** are planes by cells (`env.planes` names them). They are new arrays every time.

    **Rewards**: 1 for a solved puzzle, -1 for an attempt that can go no further or was lost, else 0. `info["turn"]` is
    the number of the turn. After `max_turns` turns, 1000 unless told otherwise, the attempt is truncated; with None it
    can go on for ever.

    **Render modes**: `ansi` (text), `svg`, and `rgb_array`, which needs `halma[png]` too.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's way
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Choice = "connection-solo",
        *,
        max_turns: int | None = MAX_TURNS,
        illegal_actions: str = LOSE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if illegal_actions not in (LOSE, RAISE):
            raise ValueError(f"illegal_actions is {LOSE!r} or {RAISE!r}, not {illegal_actions!r}")
        self.choice: Choice = choice_of(game, options)
        self.max_turns = checked_max_turns(max_turns)
        self.illegal_actions = illegal_actions
        self.render_mode = checked_render_mode(render_mode)
        start = EncodedGame(self.choice, dice=None)
        if start.seats != 1:
            raise ValueError(f"{self.choice.game} is played by {start.seats} here: use halma.envs.HalmaAEC")
        #: What the ids mean.
        self.actions: ActionSpace = start.actions
        #: The names of the planes of an observation.
        self.planes: tuple[str, ...] = start.planes
        self.action_space = spaces.Discrete(self.actions.size)
        self.observation_space = spaces.Box(0, 1, start.observation_shape, np.float32)
        self._game: EncodedGame | None = None
        self._lost = False

    @property
    def game(self) -> EncodedGame:
        """The game that is being played, to look at."""
        if self._game is None:
            raise ResetNeeded("no game has begun: call reset() first")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin anew. The seed changes nothing, as nothing is left to chance; options are not used."""
        super().reset(seed=seed)
        self._game = EncodedGame(self.choice, dice=None, max_turns=self.max_turns)
        self._lost = False
        return self._game.observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action id."""
        game = self.game
        if self._lost or game.is_over:
            raise ResetNeeded("the game is over: call reset() to begin another")
        if not 0 <= whole_id(action) < self.actions.size:
            raise ValueError(f"there is no action id {action}: ids go from 0 to {self.actions.size - 1}")
        try:
            game.play(action)
        except ValueError as refusal:
            if self.illegal_actions == RAISE:
                raise
            self._lost = True
            return game.observation(), -1.0, True, False, {**self._info(), "illegal_action": str(refusal)}
        return game.observation(), game.rewards()[0], game.terminated, game.truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each id may be played now."""
        mask = self.game.mask()
        return (np.zeros_like(mask) if self._lost else mask).view(np.bool_)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8), "turn": self.game.turn}

    def render(self) -> Any:
        """A picture of the board, in the render mode of the environment."""
        return rendered(self.game, self.render_mode)


def _register() -> dict[str, str]:
    """Register every game that one can play alone; gives the ids of the games by those of the environments."""
    found: dict[str, str] = {}
    for game in games().values():
        if all(form.players != 1 for form in game.formats):
            continue
        name = with_version("halma/" + "".join(word.capitalize() for word in game.id.split("-")), "-v")
        gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
            name, entry_point="halma.envs.solo:HalmaSolo", kwargs={"game": game.id, "players": 1}
        )
        found[name] = game.id
    return found


#: The ids of the environments, each with the id of its game.
REGISTERED = _register()
