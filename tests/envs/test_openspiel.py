"""The OpenSpiel game: upstream tests for every game, explicit chance, and bad input."""

import math
import random
from pathlib import Path
from typing import Any

import pytest

from halma.batch import ActionSpace
from halma.envs import HalmaGame, HalmaState, register_openspiel
from halma.games import Choice, OptionError, UnknownGameError, games
from tests.envs.formats import formats_of

pyspiel: Any = pytest.importorskip("pyspiel")
SHORT_NAME = register_openspiel()
FORMATS = [choice for game in games() for choice in formats_of(game)]


def name_of(choice: Choice) -> str:
    return f"{choice.game}-{choice.players}x{choice.pieces}{'-teams' if choice.options.get('teams') else ''}"


def loaded(choice: Choice, **more: Any) -> Any:
    options = {name: value for name, value in choice.options.items() if name != "first"}
    return pyspiel.load_game(SHORT_NAME, {"game": choice.game, **options, **more})


@pytest.mark.parametrize("choice", FORMATS, ids=name_of)
def test_every_format_passes_random_simulation(choice: Choice) -> None:
    pyspiel.random_sim_test(loaded(choice, max_turns=5), num_sims=1, serialize=True, verbose=False)


def test_a_game_with_chance_from_its_first_turn_is_simulated_with_who_begins() -> None:
    pyspiel.random_sim_test(loaded(games()["dice"].choose(), first="lot", max_turns=5), 2, True, False)


@pytest.mark.parametrize("game", games())
def test_every_game_passes_the_interface_test(game: str) -> None:
    """OpenSpiel's own test of its interface, made for one of our games."""
    upstream: Any = pytest.importorskip("open_spiel.integration_tests.api_test")
    choice = formats_of(game)[-1]
    case = type(
        "Case", (upstream.EnforceAPIOnPartialTreeBase,), {"game_name": game, "game": loaded(choice, max_turns=3)}
    )
    sample = upstream.sample_some_states
    upstream.sample_some_states = _few_states
    try:
        suite = upstream.unittest.defaultTestLoader.loadTestsFromTestCase(case)
        result = upstream.unittest.TestResult()
        suite.run(result)
    finally:
        upstream.sample_some_states = sample
    assert result.testsRun >= 5
    assert not result.errors and not result.failures, (result.errors + result.failures)[0][1]


class _few_states:  # noqa: N801 - stands for a module
    """OpenSpiel's sample walks thousands of states; a few games are enough here."""

    @staticmethod
    def sample_some_states(game: Any, **_: Any) -> list[Any]:
        chance, found = random.Random(1), list[Any]()
        for _game in range(2):
            state = game.new_initial_state()
            while not state.is_terminal():
                found.append(state.clone())
                state.apply_action(chance.choice(state.legal_actions()))
            found.append(state.clone())
        return found


@pytest.mark.parametrize("game", ["star", "dice", "captive-2", "cat-and-mouse", "solitaire"])
def test_a_playthrough_can_be_written_and_repeated(game: str, tmp_path: Path) -> None:
    generate: Any = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    options = ",scatter=True" if game == "cat-and-mouse" else ""
    name = f"{SHORT_NAME}(game={game},max_turns=2{options})"
    flags: Any = pytest.importorskip("absl.flags")
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    file = tmp_path / "playthrough.txt"
    file.write_text(generate.playthrough(name, action_sequence=None, seed=1), encoding="utf-8")
    original, again = generate.replay(str(file))
    assert original == again and "python_halma" in original


def test_a_string_loads_a_game_with_its_options() -> None:
    game = pyspiel.load_game("python_halma(game=star,players=2,pieces=10)")
    assert isinstance(game, HalmaGame)
    assert game.choice == games()["star"].choose(players=2, pieces=10)
    assert game.num_distinct_actions() == ActionSpace("star", players=2, pieces=10).size
    assert game.observation_tensor_shape() == [16, 121]
    other = pyspiel.load_game("python_halma(game=star,players=3,stall=draw,play_on=True,first=C)")
    assert other.choice == games()["star"].choose(players=3, stall="draw", play_on=True, first="C")
    assert other.new_initial_state().current_player() == 2
    assert pyspiel.load_game("python_halma").choice == games()["halma"].choose()


def test_kinds_of_games() -> None:
    kind = pyspiel.GameType
    plain, dice, lot, solo = (
        pyspiel.load_game(f"python_halma({text})").get_type()
        for text in ("game=star", "game=dice", "game=star,first=lot", "game=solitaire")
    )
    assert plain.chance_mode == solo.chance_mode == kind.ChanceMode.DETERMINISTIC
    assert dice.chance_mode == lot.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
    assert plain.utility == kind.Utility.ZERO_SUM and solo.utility == kind.Utility.GENERAL_SUM


def test_a_limit_that_is_never_reached() -> None:
    game = pyspiel.load_game("python_halma(game=dice,max_turns=2000000000)")
    assert 0 < game.max_game_length() < game.max_history_length() < 2**31


# ---- chance ---------------------------------------------------------------------------------------------


def state_of(text: str) -> HalmaState:
    return pyspiel.load_game(f"python_halma({text})").new_initial_state()


@pytest.mark.parametrize(("game", "outcomes"), [("dice", 36), ("rakado", 6)])
def test_rolls_are_chance_nodes(game: str, outcomes: int) -> None:
    state = state_of(f"game={game}")
    assert state.is_chance_node()
    chances = state.chance_outcomes()
    assert [number for number, _ in chances] == list(range(outcomes))
    assert all(share == pytest.approx(1 / outcomes) for _, share in chances)
    values = ActionSpace(game).roll(outcomes - 1)
    assert state.action_to_string(outcomes - 1) == "roll " + " ".join(map(str, values))
    state.apply_action(outcomes - 1)
    assert not state.is_chance_node() and state.game.state.now.roll == values


def test_who_begins_is_a_chance_node() -> None:
    state = state_of("game=star,players=3,first=lot")
    assert [number for number, _ in state.chance_outcomes()] == [0, 1, 2]
    assert state.action_to_string(1) == "B begins"
    state.apply_action(1)
    assert state.current_player() == 1


def test_a_lot_is_drawn_cell_by_cell() -> None:
    state = state_of("game=cat-and-mouse,scatter=True")
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    cells, count = state.game.lot_to_draw()
    chance, drawn = random.Random(1), set[int]()
    for left in range(len(cells), len(cells) - count, -1):
        outcomes = dict(state.chance_outcomes())
        assert set(outcomes) == set(cells) - drawn and len(outcomes) == left
        assert math.isclose(sum(outcomes.values()), 1) and len(set(outcomes.values())) == 1
        cell = chance.choice(sorted(outcomes))
        assert state.action_to_string(cell) == f"lot {state.game.rules.board.names[cell]}"
        drawn.add(cell)
        state.apply_action(cell)
    assert not state.is_chance_node()
    contents = state.game.state.contents()
    assert all(contents[cell] for cell in drawn)


# ---- states ---------------------------------------------------------------------------------------------


def test_a_clone_goes_its_own_way() -> None:
    state = state_of("game=star")
    state.apply_action(state.legal_actions()[0])
    twin, before = state.clone(), str(state)
    assert str(twin) == before
    twin.apply_action(twin.legal_actions()[0])
    assert str(twin) != before == str(state)


def test_texts_of_actions_read_back() -> None:
    state, chance = state_of("game=captive-2"), random.Random(2)
    for _ in range(40):
        if state.is_terminal():
            break
        action = chance.choice(state.legal_actions())
        assert state.string_to_action(state.action_to_string(action)) == action
        state.apply_action(action)


def test_a_game_that_is_too_long_ends_with_nothing() -> None:
    state = state_of("game=star,max_turns=2")
    for _ in range(2):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0.0, 0.0] and state.legal_actions() == []


def test_algorithms_of_openspiel_play_it() -> None:
    numpy: Any = pytest.importorskip("numpy")
    mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("python_halma(game=gobang,max_turns=4)")
    random_state = numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    bot = mcts.MCTSBot(game, 2, 3, evaluator, random_state=random_state)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()


# ---- bad input ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "text"), [(0, r"action id 0 \(a1-a1\) is not legal now"), (99999, "no action id")])
def test_an_illegal_action_is_refused(action: int, text: str) -> None:
    state = state_of("game=star,players=2,pieces=10")
    before = str(state)
    with pytest.raises(ValueError, match=text):
        state.apply_action(action)
    assert str(state) == before


def test_an_impossible_roll_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no roll 36: rolls go from 0 to 35"):
        state_of("game=dice").apply_action(36)


def test_nothing_is_played_after_the_end() -> None:
    state = state_of("game=star,max_turns=1")
    action = state.legal_actions()[0]
    state.apply_action(action)
    with pytest.raises(ValueError, match="the game is over"):
        state.apply_action(action)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("game=chess", UnknownGameError, "chess"),
        ("game=star,players=5", OptionError, "5"),
        ("game=star,scatter=True", OptionError, "scatter"),
        ("game=star,max_turns=-1", ValueError, "max_turns is a whole number from 1"),
    ],
)
def test_a_game_that_cannot_be_is_refused(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pyspiel.load_game(f"python_halma({text})")
