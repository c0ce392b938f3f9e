"""Speed: what `halma bench` and the scripts in benchmarks/ measure.

One thread; processor time, so that other programs disturb little; the best of some rounds, in which all take turns.
OpenSpiel (PyPI `open_spiel`) is measured if it is installed, on its chinese_checkers with two players, which is star
2 × 10 here. It plays single hops; counted are whole turns. Batches are measured where NumPy is installed: drawing a
legal id in each of 256 games, playing it, and writing the mask of what may be played then; no observations.
Environments are measured where PettingZoo is installed: observation and mask as arrays, an id drawn from the mask, a
step; beside it the same environment written in Python over OpenSpiel.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from halma.engine import lookahead
from halma.engine.levels import FULL_STRENGTH
from halma.engine.openspiel_peers import SingleHopEnv, WholeTurnEnv
from halma.engine.players import Greedy
from halma.engine.think import think
from halma.engine.thought import Limits
from halma.extras import requires_extra
from halma.games import Choice, choose, games
from halma.kernel import State, fast, reference
from halma.messages import HalmaError, mark
from halma.play import Position, Record, perft, read_records
from halma.play.dice import dice_count

# A measurement does about so much of something and tells how much it was.
Measurement = Callable[[int], int]
SETUPS: Mapping[str, Choice] = {
    "halma-2x19": choose("halma"),
    "star-2x10": choose("star", players=2, pieces=10),
    "star-2x15": choose("star"),
}
RANDOM, LOOP, KERNEL_LOOP = "random_turns_per_s", "python_loop_turns_per_s", "kernel_loop_turns_per_s"
PERFT, SEARCH = "perft_nodes_per_s", "search_nodes_per_s"
READ, REPLAY = "records_read_per_s", "replayed_turns_per_s"
STEPS = "steps_per_s"
REFERENCE, OPENSPIEL, BATCH, ENV = "reference.", "openspiel.", "batch.", "env."
RATIO, ALL = "ratio.", "all."
BATCH_GAMES = 256
PERFT_DEPTH = 2
# A sample of records has so many games of so many turns.
RECORDED_GAMES, RECORDED_TURNS = 20, 120
# The search is measured at the start and in the middle of a game.
MIDDLE = 30


class BenchError(HalmaError):
    """A name that nothing has that is measured."""


def has_openspiel() -> bool:
    """Whether OpenSpiel can be measured too."""
    return find_spec("pyspiel") is not None


def has_batches() -> bool:
    """Whether batches can be measured: they are compiled, and NumPy is there."""
    return find_spec("numpy") is not None and import_module("halma.batch.compiled").available()


def has_environments() -> bool:
    """Whether environments can be measured."""
    return all(find_spec(name) is not None for name in ("numpy", "gymnasium", "pettingzoo"))


# ---- what is measured -----------------------------------------------------------------------------------


def _state(choice: Choice, kernel: Any) -> State:
    return kernel.State(games()[choice.game].ruleset(choice))


def _position(choice: Choice, kernel: Any) -> Position:
    return Position.of_state(choice, _state(choice, kernel))


def compiled_play(choice: Choice) -> Measurement:
    """Random play of the fast kernel, all of it in C++."""
    state = fast.State(games()[choice.game].ruleset(choice))
    return lambda turns: state.random_turns(1, turns)


def kernel_loop(choice: Choice, kernel: Any) -> Measurement:
    """The loop written in Python on the state of a kernel: legal moves, random choice, push."""
    start = _state(choice, kernel)
    dice = dice_count(start.rules)

    def play(turns: int) -> int:
        chance = random.Random(1)
        choice, state, played = chance.choice, start.copy(), 0
        while played < turns:
            if state.is_over:
                state = start.copy()
            elif dice and state.needs_roll:
                state.roll(tuple(chance.randint(1, 6) for _ in range(dice)))
            else:
                before = state.turn if dice else 0
                state.push(choice(state.legal_sequence()))
                played += state.turn - before if dice else 1
        return played

    return play


def position_loop(choice: Choice, kernel: Any) -> Measurement:
    """The same loop on what people hold."""
    start = _position(choice, kernel)

    def play(turns: int) -> int:
        choice, position = random.Random(1).choice, start.copy()
        for _ in range(turns):
            if position.is_over:
                position = start.copy()
            position.push(choice(position.legal_moves))
        return turns

    return play


def counting(choice: Choice, kernel: Any) -> Measurement:
    """Counting all sequences of a few turns."""
    position = _position(choice, kernel)
    state = position.state
    count = (
        (lambda: state.perft(PERFT_DEPTH)) if isinstance(state, fast.State) else lambda: perft(position, PERFT_DEPTH)
    )

    def measure(nodes: int) -> int:
        found = 0
        while found < nodes:
            found += count()
        return found

    return measure


def searching(choice: Choice, kernel: Any) -> Measurement:
    """The search at full strength; with the reference kernel the short look-ahead that stands in for it."""
    start, middle = _position(choice, kernel), _position(choice, kernel)
    for _ in range(MIDDLE):
        middle.push_action(Greedy().choose(middle.state))

    def measure(nodes: int) -> int:
        limits, found = Limits(nodes=max(1, nodes // 2)), 0
        while found < nodes:
            for position in (start, middle):
                if kernel is reference:
                    found += lookahead.think(position, limits, FULL_STRENGTH).nodes
                else:
                    found += think(position, limits).nodes
        return found

    return measure


def recorded_games(choice: Choice) -> str:
    """A text of records with the whole way of every move: random games, but pieces go forward more often than not."""
    texts: list[str] = []
    for number in range(RECORDED_GAMES):
        chance, position = random.Random(number), Position(choice)
        for _ in range(RECORDED_TURNS):
            if position.is_over:
                break
            if chance.random() < 0.5:
                position.push_action(Greedy().choose(position.state))
            else:
                position.push(chance.choice(position.legal_moves))
        texts.append(Record.of(position).to_text())
    return "\n".join(texts)


def reading_records(choice: Choice, *, replay: bool) -> Measurement:
    """Reading records from text; with `replay` every turn is played and checked, and turns are counted, not games."""
    text = recorded_games(choice)

    def read(amount: int) -> int:
        found = 0
        while found < amount:
            for record in read_records(text):
                found += record.position().turn_number - 1 if replay else 1
        return found

    return read


def batch_play(choice: Choice) -> Measurement:
    """Random play of many games at once, with the mask of every position written to a NumPy array."""
    batch: Any = import_module("halma.batch").Games(choice, count=BATCH_GAMES, seed=1, threads=1, observations=False)

    def play(turns: int) -> int:
        steps = max(1, turns // BATCH_GAMES)
        for _ in range(steps):
            batch.step(batch.sample_actions())
        return steps * BATCH_GAMES

    return play


def drawn_from(mask: Any, chance: random.Random) -> int:
    """One of the ids that a mask allows."""
    (allowed,) = mask.view(bool).nonzero()
    return int(allowed[int(chance.random() * len(allowed))])


def environment_loop(choice: Choice) -> Measurement:
    """Random play of the PettingZoo environment: an observation with its mask, an id drawn from it, a step."""
    env: Any = import_module("halma.envs").HalmaAEC(choice)

    def play(turns: int) -> int:
        chance = random.Random(1)
        env.reset(seed=1)
        for _ in range(turns):
            seen, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.reset()
                seen = env.last()[0]
            env.step(drawn_from(seen["action_mask"], chance))
        return turns

    return play


def openspiel_environment(env: WholeTurnEnv | SingleHopEnv) -> Measurement:
    """The same loop on an environment over OpenSpiel; counted are whole turns."""

    def play(turns: int) -> int:
        chance, played = random.Random(1), 0
        env.reset()
        while played < turns:
            seen, _reward, over = env.last()
            if over:
                env.reset()
                continue
            seat = env.seat
            env.step(drawn_from(seen["action_mask"], chance))
            played += env.seat != seat
        return played

    return play


def openspiel_loop() -> Measurement:
    """The loop in Python on OpenSpiel."""
    game: Any = import_module("pyspiel").load_game("chinese_checkers(players=2)")

    def play(turns: int) -> int:
        choice = random.Random(1).choice
        state, played = game.new_initial_state(), 0
        while played < turns:
            if state.is_terminal():
                state = game.new_initial_state()
            player = state.current_player()
            state.apply_action(choice(state.legal_actions()))
            played += state.current_player() != player
        return played

    return play


def openspiel_rollouts() -> Measurement:
    """OpenSpiel's rollouts in C++: one simulation of its tree search makes them all."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("chinese_checkers(players=2)")
    # A game is cut off after so many turns, which random play never comes near to winning.
    turns_of_game = game.get_parameters()["max_moves"]

    def play(turns: int) -> int:
        rollouts = max(1, turns // turns_of_game)
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 2.0, 1, 10, False, 1, False)
        bot.step(game.new_initial_state())
        return rollouts * turns_of_game

    return play


def measurements(*, every_game: bool = False) -> Iterator[tuple[str, Callable[[], Measurement]]]:
    """What is measured: the name, and what makes it ready."""
    for name, choice in SETUPS.items():
        if fast.available:
            yield f"{name}.{RANDOM}", lambda choice=choice: compiled_play(choice)
        yield f"{REFERENCE}{name}.{RANDOM}", lambda choice=choice: kernel_loop(choice, reference)
        kernels: list[tuple[str, Any]] = [("", fast)] if fast.available else []
        for prefix, kernel in (*kernels, (REFERENCE, reference)):
            for word, make in (
                (LOOP, position_loop),
                (KERNEL_LOOP, kernel_loop),
                (PERFT, counting),
                (SEARCH, searching),
            ):
                yield f"{prefix}{name}.{word}", lambda make=make, choice=choice, kernel=kernel: make(choice, kernel)
        yield f"{name}.{READ}", lambda choice=choice: reading_records(choice, replay=False)
        yield f"{name}.{REPLAY}", lambda choice=choice: reading_records(choice, replay=True)
    if has_batches():
        yield f"{BATCH}star-2x10.{RANDOM}", lambda: batch_play(SETUPS["star-2x10"])
    if has_environments():
        yield f"{ENV}star-2x10.{STEPS}", lambda: environment_loop(SETUPS["star-2x10"])
        if has_openspiel():
            yield f"{OPENSPIEL}{ENV}star-2x10.{STEPS}", lambda: openspiel_environment(WholeTurnEnv())
    if has_openspiel():
        yield f"{OPENSPIEL}star-2x10.{RANDOM}", openspiel_rollouts
        yield f"{OPENSPIEL}star-2x10.{LOOP}", openspiel_loop
    if every_game and fast.available:
        for game in games():
            yield f"{ALL}{game}.{RANDOM}", lambda game=game: compiled_play(choose(game))


# ---- measuring ------------------------------------------------------------------------------------------


def speed(measurement: Measurement, seconds: float) -> float:
    """So much per second, from a run of about so long."""
    amount = 1000
    while True:
        begin = time.process_time()
        done = measurement(amount)
        taken = time.process_time() - begin
        if taken >= seconds / 2:
            return done / taken
        amount = int(amount * max(2.0, min(50.0, seconds / max(taken, 1e-4))))


def bench(
    only: str = "",
    *,
    seconds: float = 0.3,
    rounds: int = 3,
    every_game: bool = False,
    watch: Callable[[int, int], None] = lambda _done, _all: None,
) -> dict[str, float]:
    """Measure what has `only` in its name; ratios are added. Raises BenchError if there is no such name."""
    every = dict(measurements(every_game=every_game or only.startswith(ALL)))
    asked = only.removeprefix(RATIO)
    wanted = {name for name in every if asked in name}
    if asked != only:
        # A ratio needs both sides.
        wanted |= {side for _, *sides in _comparisons(every) for side in sides if wanted & set(sides)}
    if not wanted:
        for prefix, module in ((BATCH, "numpy"), (OPENSPIEL, "pyspiel")):
            if prefix.startswith(asked) or asked.startswith(prefix):
                with requires_extra("envs"):
                    import_module(module)
        raise BenchError(
            mark("No benchmark has “{name}” in its name. Names: {allowed}."),
            name=only,
            allowed=", ".join(every),
        )
    chosen = {name: make() for name, make in every.items() if name in wanted}
    best = dict.fromkeys(chosen, 0.0)
    for number in range(rounds):
        for done, (name, measurement) in enumerate(chosen.items(), 1):
            best[name] = max(best[name], speed(measurement, seconds))
            watch(number * len(chosen) + done, rounds * len(chosen))
    return best | dict(ratios(best))


def ratios(found: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """How many times faster the fast kernel, a batch or an environment is than what was measured beside it."""
    for name, own, other in _comparisons(found):
        if found[other]:
            yield name, found[own] / found[other]


def _comparisons(names: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """What is compared, of the things with these names: the name of the ratio, and its two sides."""
    known = set(names)
    for name in names:
        for prefix in (REFERENCE, OPENSPIEL):
            own = name.removeprefix(prefix)
            if own != name and own in known:
                yield f"{RATIO}{name}", own, name
        if name.startswith(BATCH):
            for word in (RANDOM, LOOP):
                other = f"{OPENSPIEL}{name.removeprefix(BATCH).removesuffix(RANDOM)}{word}"
                if other in known:
                    yield f"{RATIO}{BATCH}{other}", name, other
