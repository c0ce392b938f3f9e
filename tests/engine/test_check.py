"""The check of other engines: ours and the example pass, and whoever breaks one promise fails that check alone."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from halma.cli import app
from halma.engine import CheckStatus, EngineCheck, check_engine
from halma.engine.check_protocol import CHECKS, Check
from halma.engine.check_subject import Subject
from halma.games import UnknownGameError, games
from halma.messages import HalmaError
from halma.words import translator

EXAMPLE = Path(__file__).parents[2] / "docs/examples/simple_engine.py"
OURS = [sys.executable, "-m", "halma", "engine"]
# No program that answers at all may fail for a slow machine; what never answers is waited for much shorter.
LONG, SHORT = 300.0, 1.0

Variant = Callable[..., list[str]]


@pytest.fixture
def variant(tmp_path: Path) -> Variant:
    """The example with some of its text replaced, as a command."""

    def make(*replaced: tuple[str, str]) -> list[str]:
        source = EXAMPLE.read_text(encoding="utf-8")
        for old, new in replaced:
            assert source.count(old) == 1, old
            source = source.replace(old, new)
        script = tmp_path / "engine.py"
        script.write_text(source, encoding="utf-8")
        return [sys.executable, str(script)]

    return make


def checked(command: list[str], *, timeout: float = LONG, margin: float = LONG, **wanted: object) -> list[EngineCheck]:
    return list(check_engine(command, timeout=timeout, margin=margin, **{"games": ["quick"], "quick": True, **wanted}))  # type: ignore[arg-type]


def failed(checks: list[EngineCheck]) -> dict[str, str]:
    """What was seen, by the names of the checks that failed."""
    return {check.name: str(check.seen) for check in checks if check.status is CheckStatus.FAILED}


def with_short_margin(check: Check) -> Check:
    """A check that waits briefly for what never comes, so that all the others can wait as long as it takes."""

    def run(subject: Subject) -> HalmaError | None:
        subject.margin = SHORT
        try:
            return check(subject)
        finally:
            subject.margin = LONG

    return run


# ---- who passes -------------------------------------------------------------------------------------------


def test_our_engine_passes() -> None:
    checks = checked(OURS, games=["quick", "dice", "Gobang"])
    assert failed(checks) == {}
    assert [check.name for check in checks] == ["handshake", *CHECKS, "game quick", "game dice", "game gobang"]
    assert {check.status for check in checks} == {CheckStatus.PASSED}
    assert str(checks[0].seen).startswith("halma ")


def test_the_example_passes_in_every_game() -> None:
    checks = checked([sys.executable, str(EXAMPLE)], games=None)
    assert failed(checks) == {}
    assert {check.name for check in checks} >= {f"game {game}" for game in games()}
    absent = [check.name for check in checks if check.status is CheckStatus.NOT_OFFERED]
    assert absent == ["reports", "several-lines"]


def test_all_formats_are_played_unless_it_is_to_be_quick() -> None:
    seen = {
        quick: str(checked([sys.executable, str(EXAMPLE)], games=["quick"], quick=quick)[-1].seen)
        for quick in (True, False)
    }
    # For two and for four; three or six turns from the start, one after random turns, one in a position given as text.
    assert seen == {True: "Formats: 1; turns played: 5", False: "Formats: 2; turns played: 16"}


def test_the_example_plays_a_match(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    command = f'cmd:"{sys.executable}" "{EXAMPLE}"'
    arguments = ["match", command, "greedy", "--game", "quick", "--games", "2", "--nodes", "10", "--json", str(file)]
    result = CliRunner(env={"LANGUAGE": "en"}).invoke(app, arguments)
    assert result.exit_code == 0, result.output
    players = json.loads(file.read_text(encoding="utf-8"))["players"]
    assert {told["forfeits"] for told in players.values()} == {0}


def test_noise_does_no_harm(variant: Variant) -> None:
    noise = "print('thinking …', flush=True); print('x' * 5000, file=sys.stderr, flush=True)\n"
    assert failed(checked(variant(("    command, answer =", f"    {noise}    command, answer =")))) == {}


# ---- who fails, and why -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("replaced", "expected"),
    [
        pytest.param(('"id name simple"', '"id author nobody"'), {"handshake": "did not say its name"}, id="no name"),
        pytest.param(
            ("type string default auto", "type thing"),
            {"handshake": "declares no option: option name"},
            id="bad option",
        ),
        pytest.param(
            ("default halma", "default chess"), {"options": "of the option Game, “chess”, is none"}, id="bad default"
        ),
        pytest.param(
            ('command == "isready":', 'line.startswith("isready"):'),
            {"letter-case": "No answer came to “ISREADY”"},
            id="minds capitals",
        ),
        pytest.param(
            ('raise ValueError(f"this', 'str(f"this'),
            {"unknown-command": "No “info string error” came after: fly to the moon"},
            id="refuses nothing",
        ),
        pytest.param(
            ("    command, answer =", "    assert len(line) < 100_000, 'too long for me'\n    command, answer ="),
            {"garbage": "exit code: 1. It said last: AssertionError: too long for me"},
            id="dies of garbage",
        ),
        pytest.param(
            ("            position = None  #", "            #"),
            {"illegal-position": "It answered “bestmove ", "illegal-move": "It answered “bestmove "},
            id="plays on in another position",
        ),
        pytest.param(
            ("not position.is_over and not position.needs_roll", "not position.needs_roll"),
            {"game-over": "It answered “bestmove"},
            id="plays when the game is over",
        ),
        pytest.param(
            (
                'answer = [f"bestmove {best_turn(position)}"]',
                "answer = [f\"bestmove {best_turn(position)}\"] * (1 + (rest == 'depth 1'))",
            ),
            {"limits": "It answered twice; the second time: bestmove "},
            id="answers twice",
        ),
        pytest.param(
            ('playable and "infinite" in rest', "False"),
            {"infinite": "before it was told to stop"},
            id="does not wait for stop",
        ),
        pytest.param(
            (
                '    return ",".join(map(str, played))',
                "    return 'a1-a1' if position.turn_number == 2 else str(played[0])",
            ),
            {"game quick": "2 × 6: The engine played “a1-a1”: "},
            id="plays an illegal turn",
        ),
        pytest.param(
            ('                answer = [f"bestmove', '                answer = ["info depth 1 pv a1-a1", f"bestmove'),
            {"reports": "The engine played “a1-a1”: "},
            id="reports nonsense",
        ),
    ],
)
def test_an_engine_that_breaks_one_promise_fails_that_check(
    variant: Variant, replaced: tuple[str, str], expected: dict[str, str]
) -> None:
    seen = failed(checked(variant(replaced)))
    assert list(seen) == list(expected)
    for name, text in expected.items():
        assert text in seen[name]


@pytest.mark.parametrize(
    ("replaced", "expected"),
    [
        pytest.param(('command == "stop" and thinking', "False"), {"stop"}, id="ignores stop"),
        pytest.param(
            ("            playable =", "            time.sleep(1000 * ('movetime' in rest))\n            playable ="),
            {"move-time"},
            id="thinks too long",
        ),
        pytest.param(("            break", "            pass"), {"quit", "quit-while-thinking"}, id="ignores quit"),
    ],
)  # fmt: skip
def test_an_engine_that_does_not_answer_in_time_fails_and_is_ended(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replaced: tuple[str, str], expected: set[str]
) -> None:
    for name in expected:
        text, check = CHECKS[name]
        monkeypatch.setitem(CHECKS, name, (text, with_short_margin(check)))  # type: ignore[arg-type]
    pids = tmp_path / "pids"
    command = variant(
        ("import sys\n", f"import os, sys, time\nprint(os.getpid(), file=open({str(pids)!r}, 'a'))\n"), replaced
    )
    seen = failed(checked(command))
    assert set(seen) == expected
    assert all("within 1" in text or "after 1 seconds" in text for text in seen.values())
    started = [int(number) for number in pids.read_text(encoding="utf-8").split()]
    assert len(started) > 3
    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert not [thread for thread in threading.enumerate() if thread.name.removeprefix("engine ") in map(str, started)]


def test_a_program_that_cannot_be_talked_to_is_not_asked_anything_else(variant: Variant) -> None:
    for command, timeout, seen in (
        (variant(('"uciok"', '"ok"')), 2.0, "did not answer “uciok” within 2 seconds"),
        ([sys.executable, "-c", "raise SystemExit(3)"], LONG, "exit code: 3"),
        (["./no-such-program"], LONG, "cannot be started: no such file"),
    ):
        (check,) = checked(command, timeout=timeout)
        assert (check.name, check.status) == ("handshake", CheckStatus.FAILED)
        assert seen in str(check.seen)


def test_only_what_is_offered_is_played(variant: Variant) -> None:
    few = variant(
        ("' var '.join(games())", "'quick var chess'"),
        ("for name in OPTIONS)", "for name in OPTIONS if name != 'Players')"),
    )
    checks = {check.name: check for check in checked(few, games=None, quick=False)}
    # Without an option for it, nobody can tell the program that four play.
    assert str(checks["game quick"].seen) == "Formats: 1; turns played: 8"
    assert {name for name in checks if name.startswith("game ")} == {"game quick"}
    assert {name for name, check in checks.items() if check.status is CheckStatus.NOT_OFFERED} == {
        "missing-roll", "reports", "several-lines", "several-games",
    }  # fmt: skip
    # The default is none of the values; what is named but not offered is told too.
    assert list(failed(checked(few, games=["star"]))) == ["options", "game star"]


def test_a_check_that_is_abandoned_leaves_no_program_behind() -> None:
    before = set(threading.enumerate())
    checks = check_engine([sys.executable, str(EXAMPLE)])
    assert next(checks).status is CheckStatus.PASSED
    checks.close()
    assert not [thread for thread in set(threading.enumerate()) - before if thread.name.startswith("engine ")]


def test_misuse_is_refused() -> None:
    with pytest.raises(UnknownGameError):
        check_engine(OURS, games=["chess"])
    with pytest.raises(ValueError, match="timeout must be more than 0"):
        check_engine(OURS, timeout=0)


# ---- the command ------------------------------------------------------------------------------------------


def command_line(*arguments: str, language: str = "en") -> tuple[int, str]:
    result = CliRunner(env={"LANGUAGE": language, "NO_COLOR": "1"}).invoke(app, ["engine-check", *arguments])
    return result.exit_code, result.output


def test_the_command(tmp_path: Path, variant: Variant) -> None:
    options, file = ("--game", "quick", "--quick", "--margin", "300"), tmp_path / "result.json"
    status, output = command_line(f"'{sys.executable}' '{EXAMPLE}'", *options, "--json", str(file))
    assert status == 0
    assert "\nstop: passed\n  Expected: “stop” is answered at once with a legal turn.\n  Seen: As expected.\n" in output
    assert output.endswith("failed: 0; not offered: 2\n")
    told = json.loads(file.read_text(encoding="utf-8"))["checks"]
    assert [check["name"] for check in told] == ["handshake", *CHECKS, "game quick"]
    assert {check["status"] for check in told} == {"passed", "not-offered"}
    broken = variant(('playable and "infinite" in rest', "False"))
    status, output = command_line(" ".join(broken), *options, language="de")
    assert status == 1
    assert f"infinite: {translator('de').text('FAILED')}\n" in output


def test_the_command_line_must_make_sense(tmp_path: Path) -> None:
    (tmp_path / "there.json").write_text("{}", encoding="utf-8")
    for arguments, text in (
        ((), "COMMAND is missing"),
        (("",), "no program is given"),
        (("'",), "a quotation mark is missing"),
        (("x", "--game", "chess"), "chess"),
        (("x", "--margin", "soon"), "--margin takes a time"),
        (("x", "--json", str(tmp_path / "there.json")), "there.json"),
    ):
        status, output = command_line(*arguments)
        assert (status, text in output) == (2, True), output
