"""A PettingZoo environment of every game for two to six seats."""

from __future__ import annotations

from typing import Any

from halma.extras import requires_extra

with requires_extra("envs"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.utils.seeding import np_random
    from numpy.typing import NDArray
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]

from halma.batch import ActionSpace, EncodedGame
from halma.envs.common import (
    MAX_TURNS,
    RENDER_MODES,
    checked_max_turns,
    checked_render_mode,
    choice_of,
    rendered,
    with_version,
)
from halma.games import Choice

Observation = dict[str, NDArray[Any]]


class HalmaAEC(AECEnv[str, Observation, int]):
    """A game for two to six seats as a PettingZoo environment, in which agents act one after another.

    >>> env = HalmaAEC("star", players=2, pieces=10)
    >>> env.reset(seed=1)
    >>> str(env), env.agents
    ('halma_star_v2', ['player_0', 'player_1'])
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> observation["observation"].shape, observation["action_mask"].shape
    ((16, 121), (14642,))
    >>> env.step(env.actions.id("d1-e5"))
    >>> env.agent_selection
    'player_1'

    **Game.** The id of a game and its options by name, as for `halma.Position`, or a `Choice`. Games for one are
    `HalmaSolo`.

    **Agents** are `player_0` for seat A, `player_1` for seat B and so on. The same agent can act several times in
    succession: in a turn of dice, in an open capture, and when others have to be skipped. Chance throws by itself.

    **Actions** are ids: `env.actions` (an `ActionSpace`) gives their texts. An id that may not be played raises
    ValueError and changes nothing. PettingZoo's `TerminateIllegalWrapper` makes a lost game of it instead.

    **Observations** have `observation`, planes by cells as the agent sees them (`env.planes` names them), and
    `action_mask`, int8, all 0 for an agent that has not to act. They are new arrays every time.

    **Rewards** come at the end, by place, from -1 to 1, and add up to 0. All agents end together. After `max_turns`
    turns, 1000 unless told otherwise, the game is truncated with 0 for everybody; with None only the rules end it,
    which they always do.

    **Seeds.** `reset(seed=…)` settles rolls, lots and who begins; without a seed each game differs from the last.
    The options of `reset` are not used.

    **Render modes**: `ansi` (text), `svg`, and `rgb_array`, which needs `halma[png]` too.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's way
        "name": with_version("halma"),
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Choice = "halma",
        *,
        max_turns: int | None = MAX_TURNS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.choice: Choice = choice_of(game, options)
        self.max_turns = checked_max_turns(max_turns)
        self.render_mode = checked_render_mode(render_mode)
        start = EncodedGame(self.choice, dice=None)
        if start.seats == 1:
            raise ValueError(f"{self.choice.game} is played by one here: use halma.envs.HalmaSolo")
        self.metadata = {**HalmaAEC.metadata, "name": with_version("halma_" + self.choice.game.replace("-", "_"))}
        #: What the ids mean.
        self.actions: ActionSpace = start.actions
        #: The names of the planes of an observation.
        self.planes: tuple[str, ...] = start.planes
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(start.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, start.observation_shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.state_space = spaces.Box(0, 1, start.observation_shape, np.float32)
        self._random: np.random.Generator | None = None
        self._game: EncodedGame | None = None
        # Who has to act in the game; agents that leave after its end are selected without.
        self._acting = self.possible_agents[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent's observations can be."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent's actions can be."""
        return self.action_spaces[agent]

    @property
    def game(self) -> EncodedGame:
        """The game that is being played, to look at."""
        if self._game is None:
            raise ResetNeeded("no game has begun: call reset() first")
        return self._game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        if seed is not None or self._random is None:
            self._random, _ = np_random(seed)
        self._game = EncodedGame(self.choice, seed=int(self._random.integers(2**63)), max_turns=self.max_turns)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self._acting = self.possible_agents[self._game.seat]

    def step(self, action: int | None) -> None:
        """Play an action id for the agent whose turn it is; None for one whose game is over."""
        game = self.game
        if not self.agents:
            raise ResetNeeded("the game is over and all agents are gone: call reset() to begin another")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError(f"the game is over for {agent}: the only action left is None, not {action!r}")
            self._was_dead_step(None)  # pyright: ignore[reportArgumentType]
            return
        if action is None:
            raise ValueError(f"{agent} has to act: None is for agents whose game is over")
        game.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self._acting = self.possible_agents[game.seat]
        if game.is_over:
            self.rewards = dict(zip(self.agents, game.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, game.terminated)
            self.truncations = dict.fromkeys(self.agents, game.truncated)
            self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may play."""
        game, seat = self.game, self._seat_of.get(agent)
        if seat is None:
            raise ValueError(f"there is no agent {agent!r}: agents are {', '.join(self.possible_agents)}")
        mask = game.mask() if agent == self._acting else np.zeros(self.actions.size, np.uint8)
        return {"observation": game.observation(seat), "action_mask": mask.view(np.int8)}

    def state(self) -> NDArray[np.float32]:
        """The whole game, as the first seat sees it: nothing is hidden."""
        return self.game.observation(0)

    def render(self) -> str | NDArray[np.uint8] | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A picture of the board, in the render mode of the environment."""
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
