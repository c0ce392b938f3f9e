"""The check of one game: turns from the start, after random turns, and in positions given as text."""

from __future__ import annotations

import random
from collections.abc import Iterator

from halma.engine.check_subject import CheckFailedError, Subject
from halma.engine.options import EngineOptionError, settings_of
from halma.engine.thought import Limits
from halma.games import Choice, choose, find_game
from halma.messages import HalmaError, mark
from halma.play import Position

LIMITS = Limits(nodes=50)
# How many turns the engine plays from the start, how many random ones follow, and the same for a quick check.
TURNS, RANDOM_TURNS = 6, 24
QUICK_TURNS, QUICK_RANDOM_TURNS = 3, 8


def check_game(subject: Subject, game: str, quick: bool) -> HalmaError:
    """Play the formats of a game that the program offers. Raises EngineError."""
    if game not in subject.games():
        raise CheckFailedError(mark("It does not offer this game."))
    choices = list(offered_choices(subject, game))
    if not choices:
        raise CheckFailedError(mark("It does not offer this game."))
    played = 0
    for choice in choices[:1] if quick else choices:
        try:
            played += _play(subject, choice, quick)
        except HalmaError as error:
            raise CheckFailedError(
                mark("{players} × {pieces}: {reason}"), players=choice.players, pieces=choice.pieces, reason=error
            ) from error
    return HalmaError(
        mark("Formats: {formats}; turns played: {count}"), formats=1 if quick else len(choices), count=played
    )


def offered_choices(subject: Subject, game: str) -> Iterator[Choice]:
    """The formats of a game that the program's options can tell apart, the usual one first."""
    page, usual = find_game(game), choose(game)
    taken = dict(settings_of(usual))
    forms = (
        page.choose(edition=edition, players=form.players, pieces=form.pieces, teams=form.teams)
        for form in page.formats
        for edition in form.editions[:1]
    )
    for choice in dict.fromkeys((usual, *forms)):
        if all(_takes(subject, name, value, taken.get(name)) for name, value in settings_of(choice)):
            yield choice


def _takes(subject: Subject, name: str, value: str, usual: str | None) -> bool:
    option = subject.options.get(name.lower())
    if option is None:
        # What cannot be said must be what goes without saying.
        return value == usual
    try:
        option.read(value)
    except EngineOptionError:
        return False
    return True


def _play(subject: Subject, choice: Choice, quick: bool) -> int:
    engine = subject.engine()
    engine.new_game()
    position = Position(choice, seed=7)
    chance = random.Random(f"engine check {choice}")
    turns = 0

    def play() -> None:
        nonlocal turns
        _pass(position)
        if not position.is_over:
            position.push_turn(engine.play(position, LIMITS, timeout=subject.timeout).turn)
            turns += 1

    for _ in range(QUICK_TURNS if quick else TURNS):
        play()
    for _ in range(QUICK_RANDOM_TURNS if quick else RANDOM_TURNS):
        turn = position.turn_number
        while position.turn_number == turn and not position.is_over:
            position.push(chance.choice(sorted(position.legal_moves)))
    play()
    _pass(position)
    if not position.is_over:
        given = Position.from_board_text(position.board_text(), position.choice)
        if not given.needs_roll:
            engine.play(given, LIMITS, timeout=subject.timeout)
            turns += 1
    return turns


def _pass(position: Position) -> None:
    """Nobody is asked for a turn in which only a pass is possible."""
    while not position.is_over and position.must_pass:
        position.push(position.legal_moves[0])
