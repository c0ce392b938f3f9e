"""SampledGames to learn from: exact, whole and gone on with, and the matches that show what a net is worth."""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from halma.cluster import Cluster
from halma.engine.learn import self_play as self_play_module
from halma.engine.learn.cards import card_text, read_card
from halma.engine.learn.errors import LearnError
from halma.engine.learn.games import ADJUDICATED, PLAYED, SEARCHED, STRAY, Plan, play_games, read_games, rules_of
from halma.engine.learn.gate import GateScore, GateStyle, gate
from halma.engine.learn.net_file import encoded
from halma.engine.learn.run import LearningRun
from halma.engine.learn.self_play import GAMES_A_FILE, PlayStyle, self_play
from halma.games import choose
from halma.play import Position
from tests.engine.nets import random_parts

np = pytest.importorskip("numpy")
_native = pytest.importorskip("halma.engine._native")
QUICK = choose("quick")
SEVERAL = choose("star", players=3, pieces=15)


class Here(Cluster):
    """Does the work itself, in an order of its own."""

    workers = 1

    def __init__(self, seed: int = 0) -> None:
        self.lot = random.Random(seed)
        self.done = 0

    def results(self, work: Any, tasks: Iterable[Any], finish: Any = None) -> Generator[Any, None, None]:
        waiting = list(tasks)
        self.lot.shuffle(waiting)
        for task in waiting:
            self.done += 1
            yield work(*task)


def words(**changed: int) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name, value in ({"nodes": 60, "strays": 40} | changed).items())


# ---- games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", [QUICK, SEVERAL], ids=["quick", "star 3x15"])
@pytest.mark.parametrize("nodes", [0, 60])
def test_a_game_depends_on_its_number_and_the_seed_alone(choice: Any, nodes: int) -> None:
    net = encoded(random_parts(choice, 1, base="usual" if choice is QUICK else "race"))
    plan = Plan(choice, 5, words(nodes=nodes, noise=50, most_turns=120), net)
    together = play_games(plan, 0, 4)
    assert together == play_games(plan, 0, 4, threads=3)
    found, apart = read_games(together, "x"), read_games(play_games(plan, 2, 2), "x")
    assert (found.games[2:] == apart.games).all()
    assert (found.samples[-len(apart.samples) :] == apart.samples).all()
    other = read_games(play_games(Plan(choice, 6, plan.words, net), 0, 4), "x")
    assert len(other.samples) != len(found.samples) or (other.samples != found.samples).any()


@pytest.mark.parametrize("choice", [QUICK, SEVERAL], ids=["quick", "star 3x15"])
def test_samples_are_positions_of_the_game(choice: Any) -> None:
    rules = rules_of(choice)
    games = read_games(play_games(Plan(choice, 1, words(most_turns=400)), 0, 6), "x")
    layout = games.layout
    assert layout.armies == rules.army
    assert int(games.games["samples"].sum()) == len(games.samples) > 50
    for sample in games.samples:
        cells = sorted(int(cell) for cell in sample["cells"])
        assert len(set(cells)) == len(cells) and cells[-1] < layout.cells
        assert sample["actor"] < layout.seats and sample["flags"] in (SEARCHED, SEARCHED | STRAY)
    whose = np.repeat(np.arange(len(games.games)), games.games["samples"])
    stray = games.samples["flags"] & STRAY != 0
    assert 0.15 < stray.mean() < 0.45
    for number, game in enumerate(games.games):
        turns = games.samples["turn"][(whose == number) & ~stray]
        assert (np.diff(turns.astype(int)) > 0).all() and turns[-1] <= game["turns"]
        places = [int(place) for place in game["places"][: layout.seats]]
        if game["ended"] in (PLAYED, ADJUDICATED):
            assert min(places) == 1
            assert places.count(1) == 1


def test_written_values_are_those_of_the_evaluation() -> None:
    """The first position of a game is the same whoever searches it."""
    games = read_games(
        play_games(Plan(QUICK, 1, words(opening_least=0, opening_most=0, strays=0, blunders=0)), 0, 2), "x"
    )
    assert tuple(games.samples[0]["written"]) == _native.evaluate(Position(QUICK).state)  # pyright: ignore[reportArgumentType]


def test_in_a_match_the_learner_has_every_seat_of_an_opening() -> None:
    games = read_games(play_games(Plan(SEVERAL, 3, words(rivalry=100, every=0, most_turns=40)), 0, 6), "x").games
    assert [int(game["learner"]) for game in games] == [1, 2, 4, 1, 2, 4]
    assert not games["samples"].any()


def test_what_is_no_plan_is_refused() -> None:
    for word in ("nodes", "nodes=x", "nodes=-1", "rivalry=101", "what=1", "games=0"):
        with pytest.raises(ValueError, match=word.split("=")[0]):
            play_games(Plan(QUICK, 0, (word,)), 0, 1)


def test_files_of_games_that_were_changed_are_refused() -> None:
    data = play_games(Plan(QUICK, 1, words()), 0, 1)
    for changed in (
        b"",
        data[:-1],
        data[:30],
        data[:50] + bytes([data[50] ^ 1]) + data[51:],
        b"x" + data[1:],
        data + b"x",
    ):
        with pytest.raises(LearnError):
            read_games(changed, "some.games")
    newer = data[:8] + (2).to_bytes(4, "little") + data[12:]
    with pytest.raises(LearnError, match="another version"):
        read_games(newer, "some.games")


# ---- a run ----------------------------------------------------------------------------------------------


def play(run: LearningRun, games: int, style: PlayStyle, seed: int = 0) -> Here:
    cluster = Here()
    assert list(self_play(run, cluster, 0, games, style, seed))[-1] == games
    return cluster


def contents(run: LearningRun) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in run.all_games()}


def test_a_run_that_was_interrupted_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    style = PlayStyle(nodes=0, strays=0)
    whole, broken = LearningRun(tmp_path / "whole", QUICK), LearningRun(tmp_path / "broken", QUICK)
    assert play(whole, 3 * GAMES_A_FILE, style).done == 3
    steps = self_play(broken, Here(7), 0, 3 * GAMES_A_FILE, style)
    assert next(steps) == 0
    assert next(steps) == GAMES_A_FILE
    steps.close()
    # What was being written when the power failed is no file of games.
    (broken.games_folder(0) / "00000100.part").write_bytes(b"half")
    again = LearningRun(tmp_path / "broken")
    assert again.choice == QUICK
    assert play(again, 3 * GAMES_A_FILE, style).done == 2
    assert contents(again) == contents(whole)


def test_games_that_were_played_otherwise_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play_module, "GAMES_A_FILE", 2)
    run = LearningRun(tmp_path, QUICK)
    play(run, 2, PlayStyle(nodes=0))
    for style, seed in ((PlayStyle(nodes=10), 0), (PlayStyle(nodes=0), 1)):
        with pytest.raises(LearnError, match="played otherwise"):
            play(run, 4, style, seed)


def test_a_folder_keeps_one_game(tmp_path: Path) -> None:
    LearningRun(tmp_path, QUICK)
    with pytest.raises(LearnError, match="another game: quick"):
        LearningRun(tmp_path, choose("star", players=2, pieces=10))
    with pytest.raises(LearnError, match="no run"):
        LearningRun(tmp_path / "elsewhere")
    with pytest.raises(LearnError, match="can be learnt"):
        LearningRun(tmp_path / "dice", choose("dice"))
    about = tmp_path / "run.json"
    for text, reason in (
        ("{", "damaged"),
        ("{}", "damaged"),
        ("[]", "damaged"),
        (json.dumps({"format": 9, "law": "x"}), "version"),
    ):
        about.write_text(text, encoding="utf-8")
        with pytest.raises(LearnError, match=reason):
            LearningRun(tmp_path)


# ---- matches --------------------------------------------------------------------------------------------


def test_a_net_that_says_nothing_neither_wins_nor_loses(tmp_path: Path) -> None:
    """Both sides play alike: of each pair of games, with the same opening, everybody wins one."""
    run = LearningRun(tmp_path, QUICK)
    silent = encoded(random_parts(QUICK, 1, most=0))
    scores = list(gate(run, Here(3), silent, None, GateStyle(nodes=150, games=40)))
    assert [len(score.points) for score in scores][-1] == 40
    assert scores[-1].share == 0.5
    assert scores[-1].verdict() is None


def test_a_net_that_talks_nonsense_loses(tmp_path: Path) -> None:
    run = LearningRun(tmp_path, QUICK)
    noise = encoded(random_parts(QUICK, 1, most=3000))
    score = list(gate(run, Here(), noise, None, GateStyle(nodes=300, games=400)))[-1]
    assert score.verdict() is False
    assert len(score.points) < 400


def test_the_verdict_asks_for_more_than_a_fair_share() -> None:
    for seats in (2, 3, 6):
        fair = [1.0] * 300 + [0.0] * (300 * (seats - 1))
        better = [1.0] * 450 + [0.0] * (300 * seats - 450)
        random.Random(1).shuffle(better)
        assert GateScore(seats, fair).verdict() is not True
        assert GateScore(seats, better).verdict() is True
        assert GateScore(seats, [0.0] * 300).verdict() is False


def test_a_card_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    about = {"family": "Stern „2×15“", "games": 3, "share": 0.25}
    file.write_text(card_text(about, [{"part": 1, "net": 0.5}], [{"rival": "x", "won": 2}]), encoding="utf-8")
    assert read_card(file) == about | {"loss": [{"part": 1, "net": 0.5}], "match": [{"rival": "x", "won": 2}]}
    file.write_text("=", encoding="utf-8")
    with pytest.raises(LearnError, match="damaged"):
        read_card(file)
