"""Checks whether a program speaks the engine protocol: each promise of docs/engine-protocol.md has a named check."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from halma.engine.answers import read_option
from halma.engine.check_games import check_game
from halma.engine.check_protocol import CHECKS
from halma.engine.check_subject import CheckFailedError, NotOfferedError, Subject
from halma.engine.process import EngineError
from halma.games import find_game
from halma.messages import HalmaError, mark

# Seconds for an answer that needs hardly any thinking, and by how much an answer that is timed may be late.
USUAL_TIMEOUT, USUAL_MARGIN = 30.0, 2.0
HANDSHAKE, GAME = "handshake", "game"


class CheckStatus(Enum):
    """How a check of an engine ended."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_OFFERED = "not-offered"


@dataclass(frozen=True)
class CheckText:
    """What was expected or seen: an English text to be filled with its data; screens translate it."""

    template: str
    data: Mapping[str, object] = field(default_factory=dict[str, object])

    def __str__(self) -> str:
        return self.template.format(**self.data)


@dataclass(frozen=True)
class EngineCheck:
    """One check of an engine: its name, which never changes, how it ended, what was expected and what was seen."""

    name: str
    status: CheckStatus
    expected: CheckText
    seen: CheckText


def check_engine(
    command: str | Sequence[str],
    *,
    games: Iterable[str] | None = None,
    quick: bool = False,
    timeout: float = USUAL_TIMEOUT,
    margin: float = USUAL_MARGIN,
) -> Generator[EngineCheck, None, None]:
    """Check a program that claims to speak the engine protocol, one promise after the other.

    `games` are those to play, by default all that the program offers; one that is named must be offered. `quick` plays
    one format of each game, and fewer turns. `timeout` is how many seconds the program may take to start and to answer
    what needs hardly any thinking, `margin` by how many seconds a timed answer may be late.

    Programs that fail a check are started again for the next one, and none is left running. If the program cannot be
    talked to at all, only that is told. Raises UnknownGameError.

    >>> import sys
    >>> from halma.engine import check_engine
    >>> command = [sys.executable, "-m", "halma", "engine"]
    >>> checks = list(check_engine(command, games=["quick"], quick=True, margin=60))
    >>> checks[0].name, checks[0].status.value
    ('handshake', 'passed')
    >>> [check.name for check in checks if check.status.value == "failed"]
    []
    """
    if timeout <= 0 or margin < 0:
        raise ValueError("timeout must be more than 0 seconds, margin 0 or more")
    named = None if games is None else [find_game(game).id for game in games]
    return _checks(Subject(command, timeout, margin), named, quick)


def _checks(subject: Subject, named: list[str] | None, quick: bool) -> Generator[EngineCheck, None, None]:
    try:
        shaken = _run(
            subject,
            HANDSHAKE,
            CheckText(mark("The program starts and answers “uci” with “id name …”, its options and “uciok”.")),
            _handshake,
        )
        yield shaken
        if shaken.status is CheckStatus.FAILED and not subject.is_known:
            return
        for name, (expected, check) in CHECKS.items():
            yield _run(subject, name, CheckText(expected), check)
        for game in subject.games() if named is None else dict.fromkeys(named):
            expected = CheckText(
                mark("{game}: legal turns from the start, after random turns and in positions given as text."),
                {"game": game},
            )
            yield _run(subject, f"{GAME} {game}", expected, lambda subject, game=game: check_game(subject, game, quick))
    finally:
        subject.close()


def _handshake(subject: Subject) -> HalmaError:
    talk = subject.talk()
    name = talk.names.get("name")
    if name is None:
        raise CheckFailedError(mark("It did not say its name before “uciok”."))
    unread = next((line for line in talk.declarations if read_option(line) is None), None)
    if unread is not None:
        raise CheckFailedError(mark("This line declares no option: {line}"), line=unread[:100])
    return HalmaError(mark("{name}; options: {count}"), name=name[:60], count=len(talk.options))


def _run(
    subject: Subject, name: str, expected: CheckText, check: Callable[[Subject], HalmaError | None]
) -> EngineCheck:
    try:
        told = check(subject) or HalmaError(mark("As expected."))
        status = CheckStatus.PASSED
    except NotOfferedError as error:
        told, status = error, CheckStatus.NOT_OFFERED
    except EngineError as error:
        # What it still has to say must not be heard by the next check.
        subject.restart()
        told, status = error, CheckStatus.FAILED
    return EngineCheck(name, status, expected, CheckText(told.template, told.data))
