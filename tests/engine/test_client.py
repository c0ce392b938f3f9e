"""Driving engines: ours, and small programs that do everything wrong that a program can do."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from halma.engine import (
    WIN,
    AsyncEngine,
    EngineError,
    EngineInfo,
    EngineOptionError,
    EngineTerminatedError,
    EngineTimeoutError,
    Limits,
    NothingToThinkError,
    SimpleEngine,
)
from halma.engine.answers import read_info, read_option
from halma.engine.options import all_options
from halma.play import Position

OURS = [sys.executable, "-m", "halma", "engine"]
# A program that never answers is waited for so long; every other one has as much time as it needs.
SHORT, LONG = 0.3, 120.0
_our_pid = 0


class Fake:
    """A small engine: it introduces itself, writes down what it hears, and does what it is told with some words."""

    def __init__(self, folder: Path) -> None:
        self.script = folder / "engine.py"
        self.log = folder / "heard.txt"

    def command(self, **reactions: str) -> list[str]:
        reactions = {"uci": "say('uciok')", "isready": "say('readyok')", "quit": "break", **reactions}
        cases = "".join(f"    if word == {word!r}:\n        {body}\n" for word, body in reactions.items())
        self.script.write_text(
            "import os, sys, time\n"
            "def say(*lines): print(*lines, sep='\\n', flush=True)\n"
            f"log = open({str(self.log)!r}, 'a', encoding='utf-8')\n"
            "for line in sys.stdin:\n"
            "    log.write(line); log.flush()\n"
            f"    word = line.split()[0]\n{cases}",
            encoding="utf-8",
        )
        return [sys.executable, str(self.script)]

    def heard(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    return Fake(tmp_path)


@pytest.fixture(scope="module")
def ours():
    global _our_pid  # noqa: PLW0603
    with SimpleEngine.popen(OURS, timeout=LONG) as engine:
        _our_pid = engine._process.pid  # pyright: ignore[reportPrivateUsage]
        yield engine


def threads() -> list[str]:
    """The threads of engines that were not ended, but for ours."""
    ours = f"engine {_our_pid}"
    return [name for thread in threading.enumerate() if (name := thread.name).startswith("engine ") and name != ours]


# ---- our own engine -------------------------------------------------------------------------------------


def test_our_engine_plays_a_game_against_itself_in_all_kinds_of_games(ours: SimpleEngine) -> None:
    """With one process: what the game before had set does not stay behind."""
    assert ours.id["name"].startswith("halma")
    for choice in (
        {"game": "star", "players": 3, "blocking": "swap"},
        {"game": "dice"},
        {"game": "gobang"},
        {"game": "rakado"},
        {"game": "quick"},
    ):
        position = Position(**choice, seed=1)  # type: ignore[arg-type]
        for _ in range(4):
            before = position.board_text()
            result = ours.play(position, Limits(nodes=50))
            assert position.board_text() == before
            assert result.move == result.moves[0]
            for move in result.moves:
                position.push(move)
            again = Position.from_board_text(before, position.choice)
            again.push_turn(result.turn)
            assert again.pieces == position.pieces
            ours.new_game()


def test_a_position_that_was_set_up_is_sent_as_text(ours: SimpleEngine) -> None:
    start = Position("quick")
    start.push("e2-f3")
    position = Position.from_board_text(start.board_text(), "quick")
    position.push("l15-k14")
    result = ours.play(position, Limits(depth=1))
    position.push_turn(result.turn)
    assert result.info.depth == 1 and result.info.turns[0] == result.turn


def test_analyse_gives_the_best_lines(ours: SimpleEngine) -> None:
    position = Position("quick")
    infos = ours.analyse(position, Limits(nodes=2000, lines=3))
    assert [info.line for info in infos] == [1, 2, 3]
    assert infos == sorted(infos, key=lambda info: -(info.score or 0))
    assert len({info.turns[0] for info in infos}) == 3
    for info in infos:
        assert info.nodes and info.depth and info.seconds is not None
        assert info.scores == (info.score, -(info.score or 0)) and len(info.remaining) == 2
        assert sum(info.chances) == pytest.approx(1) and len(info.chances) == 2
        ahead = position.copy()
        for turn in info.turns:
            ahead.push_turn(turn)
    assert len(ours.analyse(position, Limits(nodes=200))) == 1


def test_an_analysis_goes_on_until_it_is_stopped(ours: SimpleEngine) -> None:
    position = Position("quick")
    with ours.analysis(position) as analysis:
        assert next(analysis).depth == 1
        with pytest.raises(EngineError, match="still thinking"):
            ours.play(position, Limits(nodes=10))
        for info in analysis:
            if info.depth and info.depth >= 2:
                break
        assert not analysis.is_over
    assert analysis.is_over and list(analysis) == []
    assert position.copy().push_turn(analysis.wait().turn) is None
    # From another thread, while this one waits.
    endless = ours.analysis(position)
    threading.Timer(0.05, endless.stop).start()
    assert endless.wait().turn
    # Left behind by an error: the next call waits for its end.
    with pytest.raises(KeyError), ours.analysis(position):
        raise KeyError
    assert ours.play(position, Limits(nodes=10)).turn


def test_options_are_typed(ours: SimpleEngine) -> None:
    assert set(ours.options) == {option.name for option in all_options().values()}
    threads, game = ours.options["Threads"], ours.options["Game"]
    assert (threads.kind, threads.typed_default, threads.least) == ("spin", 1, 1)
    assert game.kind == "combo" and "star" in game.values and ours.options["PlayOn"].typed_default is False
    ours.configure({"level": 2, "Seed": 7})
    ours.configure({"Level": None})
    for options, expected in (
        ({"Nonsense": 1}, "no option Nonsense"),
        ({"Level": 99}, "takes 0–9, not “99”"),
        ({"Level": True}, "takes 0–9, not “True”"),
        ({"Level": "high"}, "takes 0–9"),
        ({"Game": "star"}, "follows from the position"),
        ({"PlayOn": True}, "follows from the position"),
        ({"MultiPV": 2}, "follows from the position"),
    ):
        with pytest.raises(EngineOptionError, match=expected):
            ours.configure(options)  # type: ignore[arg-type]


def test_every_option_of_ours_is_read_as_it_was_declared() -> None:
    for option in all_options().values():
        read = read_option(str(option))
        assert read is not None
        assert (read.name, read.kind, read.default, read.values) == (
            option.name,
            option.kind,
            option.default,
            option.values,
        )
        assert (read.least, read.most) == (option.least, option.most)


def test_what_cannot_be_asked_is_told_before_the_engine_is(ours: SimpleEngine) -> None:
    with pytest.raises(TypeError, match="a position is needed"):
        ours.play("quick", Limits(nodes=1))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="limits are given"):
        ours.play(Position("quick"), 0.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs a limit"):
        ours.play(Position("quick"), Limits())
    with pytest.raises(NothingToThinkError):
        ours.analysis(Position("dice", dice=None))
    ours.ping()


def test_an_engine_that_was_told_to_quit_is_gone(fake: Fake) -> None:
    engine = SimpleEngine.popen(fake.command(), timeout=LONG)
    engine.quit()
    assert engine.returncode == 0
    with pytest.raises(EngineTerminatedError, match="no longer running"):
        engine.ping()
    engine.close()
    assert not threads()


# ---- what can go wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program-anywhere", "no such file"),
        ([], "no program is given"),
        ("", "no program is given"),
        ('"', "quotation mark"),
        (["a\0b"], "not allowed"),
    ],
)
def test_a_program_that_cannot_be_started(command: Any, reason: str) -> None:
    with pytest.raises(EngineTerminatedError, match=reason):
        SimpleEngine.popen(command)
    assert not threads()


def test_a_program_that_dies_says_why(fake: Fake) -> None:
    with pytest.raises(EngineTerminatedError, match="exit code: 3") as failure:
        SimpleEngine.popen(fake.command(uci="sys.exit(3)"), timeout=LONG)
    with SimpleEngine.popen(fake.command(go="sys.exit('out of luck')"), timeout=LONG) as engine:
        with pytest.raises(EngineTerminatedError, match="exit code: 1") as failure:
            engine.play(Position("quick"), Limits(nodes=1))
        assert failure.value.stderr == ("out of luck",)
        assert str(failure.value).endswith("It said last: out of luck")
        with pytest.raises(EngineTerminatedError):
            engine.play(Position("quick"), Limits(nodes=1))
    assert engine.returncode == 1
    assert not threads()


def test_a_program_that_never_answers_is_ended(fake: Fake) -> None:
    with pytest.raises(EngineTimeoutError, match="“uciok” within"):
        SimpleEngine.popen(fake.command(uci="time.sleep(600)"), timeout=SHORT)
    for ask in (
        lambda engine: engine.play(Position("quick"), Limits(nodes=1), timeout=SHORT),
        lambda engine: engine.analyse(Position("quick"), Limits(depth=1), timeout=SHORT),
    ):
        engine = SimpleEngine.popen(fake.command(go="time.sleep(600)"), timeout=LONG)
        with pytest.raises(EngineTimeoutError, match=r"“bestmove” within 0\.3 seconds"):
            ask(engine)
        assert engine.returncode is not None
        with pytest.raises(EngineTerminatedError, match="no longer running"):
            engine.ping()
    # It must not be asked in vain for ever to stop either.
    engine = SimpleEngine.popen(fake.command(go="say('info depth 1 pv e2-f3')"), timeout=LONG)
    engine._timeout = SHORT  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(EngineTimeoutError), engine.analysis(Position("quick")) as analysis:
        next(analysis)
    assert engine.returncode is not None
    assert not threads()


def test_a_program_that_ignores_its_end_is_killed(fake: Fake) -> None:
    engine = SimpleEngine.popen(fake.command(quit="time.sleep(600)"), timeout=LONG)
    engine.close()
    assert engine.returncode not in (None, 0)
    engine.close()
    # One that nobody closes is ended when it is forgotten.
    engine = SimpleEngine.popen(fake.command(quit="time.sleep(600)"), timeout=LONG)
    process = engine._process  # pyright: ignore[reportPrivateUsage]
    del engine
    gc.collect()
    assert process.returncode is not None
    assert not threads()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("bestmove a1-p16", "played “a1-p16”"),
        ("bestmove", "played “”"),
        ("bestmove zzz ponder e2-f3", "played “zzz”"),
        ("bestmove (none)", "knows no move: –"),
        ("info string error no idea\\nbestmove (none)", "knows no move: no idea"),
    ],
)
def test_an_answer_that_is_no_turn(fake: Fake, answer: str, reason: str) -> None:
    with SimpleEngine.popen(fake.command(go=f"say('{answer}')"), timeout=LONG) as engine:
        for _ in range(2):
            with pytest.raises(EngineError, match=reason.replace("(", r"\(")):
                engine.play(Position("quick"), Limits(nodes=1))


def test_floods_neither_block_nor_fill_the_memory(fake: Fake) -> None:
    flood = "[say(f'info depth {n} nodes {n} pv e2-f3', 'noise') for n in range(30_000)]"
    command = fake.command(
        uci="sys.stderr.write('x' * 500 + '\\n' * 20_000); print('y' * 3_000_000); say('uciok')",
        go=f"sys.stderr.write('error ' * 400_000); {flood}; say('bestmove e2-f3')",
    )
    with SimpleEngine.popen(command, timeout=LONG) as engine:
        result = engine.play(Position("quick"), Limits(nodes=1))
        assert result.turn == "e2-f3" and result.info == EngineInfo(depth=29_999, nodes=29_999, turns=("e2-f3",))


def test_a_program_that_does_not_listen_blocks_nobody(fake: Fake) -> None:
    """More is said to it than a pipe holds."""
    command = fake.command(
        uci="say('option name Book type string default <empty>', 'uciok')", setoption="time.sleep(600)"
    )
    engine = SimpleEngine.popen(command, timeout=LONG)
    assert engine.options["Book"].typed_default == ""
    for number in range(4):
        engine.configure({"Book": f"{number}" * 300_000})
    engine._timeout = SHORT  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(EngineTimeoutError, match="readyok"):
        engine.ping()
    assert not threads()


def test_only_what_changes_is_set_and_old_answers_are_forgotten(fake: Fake) -> None:
    declared = [
        "option name Game type combo default halma var halma var quick var star",
        "option name Players type spin default 0 min 0 max 6",
        "option name Blocking type combo default auto var auto var vacate var swap",
        "option name MultiPV type spin default 1 min 1 max 9",
        "option name broken",
    ]
    with SimpleEngine.popen(
        fake.command(uci=f"say(*{declared!r}, 'uciok')", go="say('bestmove e2-f3', 'bestmove a1-a2')"), timeout=LONG
    ) as engine:
        position = Position("quick")
        for _ in range(2):
            assert engine.play(position, Limits(nodes=5, threads=4)).turn == "e2-f3"
        with pytest.raises(EngineError, match="e2-f3"):
            engine.analyse(Position("star", players=3, blocking="swap"), Limits(movetime=0.25, lines=2))
    assert fake.heard() == [
        "uci",
        "setoption name Game value quick",
        "setoption name Players value 2",
        "setoption name Blocking value vacate",
        "position start",
        "isready",
        "go nodes 5",
        "position start",
        "isready",
        "go nodes 5",
        "setoption name Game value star",
        "setoption name Players value 3",
        "setoption name Blocking value swap",
        "setoption name MultiPV value 2",
        "position start",
        "isready",
        "go movetime 250",
        "quit",
    ]


def test_what_a_game_does_not_have_is_set_back(fake: Fake) -> None:
    with SimpleEngine.popen(fake.command(go="say('bestmove (none)')"), timeout=LONG) as engine:
        for game in ("quick", "gobang"):
            with pytest.raises(EngineError):
                engine.play(Position(game), Limits(nodes=1))
    heard = fake.heard()
    first, second = (
        {line.split()[2] for line in part if line.startswith("setoption") and " value " in line}
        for part in (heard[: heard.index("position start")], heard[heard.index("position start") :])
    )
    reset = {line.split()[2] for line in heard if line.startswith("setoption") and " value " not in line}
    assert {name.lower() for name in reset} == {name.lower() for name in first - set(_settings("gobang"))}
    assert second <= set(_settings("gobang"))


def _settings(game: str) -> list[str]:
    from halma.engine.options import settings_of  # noqa: PLC0415

    return [name for name, _ in settings_of(Position(game).choice)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "info depth 3 score mate -2 pv a1-b1 [3] c1-d1,",
            EngineInfo(depth=3, score=2 - WIN, turns=("a1-b1", "[3]", "c1-d1,")),
        ),
        ("info score mate 4", EngineInfo(score=WIN - 4)),
        ("info depth x nodes -1 time 1500 score cp y", EngineInfo(seconds=1.5)),
        ("info scores 1,2,x remaining 3,-", EngineInfo(scores=(1, 2), remaining=(3, None))),
        ("info chances 750,250", EngineInfo(chances=(0.75, 0.25))),
        ("info chances 750,1250", EngineInfo()),
        ("info chances 750,-", EngineInfo()),
        ("info depth " + "9" * 5000, EngineInfo()),
        ("info string depth 3", None),
        ("info", None),
        ("info nonsense", None),
        ("info pv depth string", EngineInfo(turns=("depth", "string"))),
    ],
)
def test_what_an_info_line_says(line: str, expected: EngineInfo | None) -> None:
    assert read_info(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "option",
        "option name",
        "option name x type what",
        "option name x type spin default 1",
        "option type check name x",
    ],
)
def test_options_that_make_no_sense_are_left_out(line: str) -> None:
    assert read_option(line) is None


# ---- asyncio --------------------------------------------------------------------------------------------


def test_the_asynchronous_engine_does_the_same() -> None:
    async def main() -> None:
        position = Position("quick")
        async with await AsyncEngine.popen(OURS, timeout=LONG) as engine:
            assert engine.id["name"].startswith("halma") and "Level" in engine.options
            await engine.configure({"Seed": 3})
            await engine.new_game()
            # Calls at the same time follow one another.
            calls = [engine.play(position, Limits(nodes=50)) for _ in range(3)]
            assert len({result.turn for result in await asyncio.gather(*calls)}) == 1
            assert len(await engine.analyse(position, Limits(nodes=500, lines=2))) == 2
            async with await engine.analysis(position) as analysis:
                async for info in analysis:
                    if info.depth and info.depth >= 2:
                        break
            assert analysis.is_over and analysis.infos[1].turns
            await engine.ping()
            await engine.quit()
            assert engine.returncode == 0
        with pytest.raises(EngineTerminatedError):
            await AsyncEngine.popen("no-such-program-anywhere")

    asyncio.run(main())
    assert not threads()


def test_a_cancelled_call_stops_the_search() -> None:
    async def main() -> None:
        position = Position("quick")
        async with await AsyncEngine.popen(OURS, timeout=LONG) as engine:
            for turns_of_the_loop in (1, 2, 3, 5, 1000):
                thinking = asyncio.ensure_future(engine.play(position, Limits(depth=90, movetime=600.0)))
                for _ in range(turns_of_the_loop):
                    await asyncio.sleep(0 if turns_of_the_loop < 1000 else 0.0002)
                thinking.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await thinking
            assert (await engine.play(position, Limits(nodes=20))).turn

    asyncio.run(main())
    assert not threads()


def test_an_asynchronous_engine_tells_its_failures(fake: Fake) -> None:
    async def main() -> None:
        async with await AsyncEngine.popen(fake.command(go="sys.exit(4)"), timeout=LONG) as engine:
            with pytest.raises(EngineTerminatedError, match="exit code: 4"):
                await engine.play(Position("quick"), Limits(nodes=1))
            with pytest.raises(TypeError):
                await engine.play(3, Limits(nodes=1))  # type: ignore[arg-type]

    asyncio.run(main())


def test_part_of_a_turn_is_no_turn(fake: Fake) -> None:
    position = Position("dice", seed=1)
    part = str(position.legal_moves[0])
    ahead = position.copy()
    ahead.push(part)
    assert ahead.turn_number == position.turn_number, "the roll allows another move"
    command = fake.command(go=f"say('bestmove {part},')")
    with SimpleEngine.popen(command, timeout=LONG) as engine, pytest.raises(EngineError, match="is not complete"):
        engine.play(position, Limits(nodes=1), timeout=LONG)
