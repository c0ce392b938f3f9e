"""The checks of the conversation: commands, refusals, limits, time, and the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from halma.engine.answers import read_info
from halma.engine.check_subject import CheckFailedError, NotOfferedError, Subject, Talk
from halma.engine.client import position_line, read_turn
from halma.engine.options import LINES
from halma.engine.players import Greedy
from halma.games import choose
from halma.messages import HalmaError, mark
from halma.play import Position

Check = Callable[[Subject], HalmaError | None]
MOVETIME, CLOCK = 0.3, 4.0
# A wrong answer to “go infinite” would come at once; it is waited for no longer than this.
SILENCE = 0.3
LONGEST_GAME = 2_000


def _begun(subject: Subject, game: str | None = None) -> tuple[Talk, Position]:
    """A conversation about the start of a game, and that start with its first roll."""
    talk, game = subject.talk(), game or subject.usual_game()
    talk.start(game)
    return talk, Position(choose(game), seed=1)


def _asked(subject: Subject) -> tuple[Talk, Position]:
    """The same after the program was told the position."""
    talk, position = _begun(subject)
    talk.say(position_line(position))
    return talk, position


# ---- commands and refusals --------------------------------------------------------------------------------


def _ready(subject: Subject) -> None:
    talk = subject.talk()
    for _ in range(2):
        talk.say()
    talk.say("newgame")


def _letter_case(subject: Subject) -> None:
    talk = subject.talk()
    talk.process.send("ISREADY")
    # Whatever it thinks of that, it answers this.
    talk.process.send("uci")
    if "readyok" not in talk.hear("uciok", subject.timeout):
        raise CheckFailedError(mark("No answer came to “{line}”."), line="ISREADY")


def _options(subject: Subject) -> HalmaError:
    if not subject.options:
        raise NotOfferedError(mark("It declares no options."))
    talk = subject.talk()
    for option in subject.options.values():
        fits = {
            "check": option.default.lower() in ("true", "false"),
            "spin": option.default.lstrip("-").isdecimal() and option.least <= int(option.default) <= option.most,
            "combo": option.default.lower() in map(str.lower, option.values),
        }
        if not fits.get(option.kind, True):
            raise CheckFailedError(
                mark("The default of the option {option}, “{value}”, is none of its values."),
                option=option.name[:60],
                value=option.default[:60],
            )
        if option.kind != "button":
            for line in (f"setoption name {option.name} value {option.default}", f"setoption name {option.name}"):
                if any(said.startswith("info string error") for said in talk.say(line)):
                    raise CheckFailedError(mark("It refused: {line}"), line=line[:100])
    return HalmaError(mark("Options set to their defaults: {count}"), count=len(subject.options))


def _games(subject: Subject) -> HalmaError:
    offered = subject.games()
    if not offered:
        raise CheckFailedError(mark("It offers no game that we know."))
    return HalmaError(mark("Games: {list}"), list=", ".join(offered))


def _unknown_command(subject: Subject) -> None:
    subject.talk().refuses("fly to the moon")


def _unknown_option(subject: Subject) -> None:
    subject.talk().refuses("setoption name Flavour value vanilla")


def _garbage(subject: Subject) -> None:
    talk, position = _begun(subject)
    for line in ("", "   ", "\0\x01\x02", "\udcff\udcfe nonsense", "x" * 200_000, "position", "setoption"):
        talk.say(line)
    talk.say(position_line(position))
    talk.go(position, "go nodes 20")


def _illegal_position(subject: Subject) -> None:
    talk, position = _begun(subject)
    text = position.board_text()
    for line in ("position text nonsense", "position nowhere", f"position text {text[: len(text) // 2]}"):
        # The one before must not be played on.
        talk.say(position_line(position))
        talk.refuses(line)
        talk.knows_no_move()
    # It is able to go on.
    talk.say(position_line(position))
    talk.go(position, "go nodes 20")


def _illegal_move(subject: Subject) -> None:
    talk, position = _begun(subject)
    played = position_line(position)
    head = played if " moves " in played else f"{played} moves"
    for move in ("zz99-a1", "nonsense", "(none)"):
        talk.say(played)
        talk.refuses(f"{head} {move}")
        talk.knows_no_move()
    talk.say(played)
    talk.go(position, "go nodes 20")


def _missing_roll(subject: Subject) -> None:
    for game in subject.games():
        start = Position(choose(game), dice=None)
        if start.needs_roll and not start.lot_count:
            talk = subject.talk()
            talk.start(game)
            talk.say("position start")
            talk.knows_no_move()
            return
    raise NotOfferedError(mark("It offers no game that begins with a roll."))


def _game_over(subject: Subject) -> None:
    talk, position = _begun(subject)
    greedy = Greedy()
    while not position.is_over:
        if position.turn_number > LONGEST_GAME:
            raise NotOfferedError(mark("No finished game was found to ask about."))
        position.push_action(greedy.choose(position.state))
    talk.say(position_line(position))
    talk.knows_no_move()


# ---- thinking ---------------------------------------------------------------------------------------------


def _limits(subject: Subject) -> HalmaError:
    lines = ("nodes 20", "depth 1", "level 1", "nodes 20 depth 2", "ponder nodes 20 searchmoves")
    talk, position = _asked(subject)
    for line in lines:
        talk.go(position, f"go {line}")
    return HalmaError(mark("Turns played: {count}"), count=len(lines))


def _reports(subject: Subject) -> HalmaError:
    talk, position = _asked(subject)
    heard = talk.go(position, "go nodes 200")
    infos = [info for line in heard if line.startswith("info ") and (info := read_info(line)) is not None]
    lines = [info for info in infos if info.turns]
    if not lines:
        raise NotOfferedError(mark("It reports no lines of play."))
    for info in lines:
        first = info.turns[0]
        if not first.endswith(","):
            read_turn(position, first)
        if info.scores and len(info.scores) != len(position.seats):
            raise CheckFailedError(mark("Seats in the scores it reported: {count}"), count=len(info.scores))
    return HalmaError(mark("Lines reported: {count}"), count=len(lines))


def _several_lines(subject: Subject) -> HalmaError:
    if LINES.lower() not in subject.options:
        raise NotOfferedError(mark("It declares no option {option}."), option=LINES)
    talk, position = _asked(subject)
    talk.say(f"setoption name {LINES} value 2")
    heard = talk.go(position, "go nodes 200")
    talk.say(f"setoption name {LINES} value 1")
    infos = (read_info(line) for line in heard if line.startswith("info "))
    numbers = {info.line for info in infos if info is not None and info.turns}
    if numbers != {1, 2}:
        raise CheckFailedError(mark("Lines asked for: 2; reported: {count}"), count=len(numbers))
    return HalmaError(mark("Lines reported: {count}"), count=2)


def _timed(subject: Subject, line: str, limit: float) -> HalmaError:
    talk, position = _asked(subject)
    begin = time.monotonic()
    talk.process.send(line)
    answer = talk.hear("bestmove", limit * 1.1 + 0.02 + subject.margin)[-1]
    taken = time.monotonic() - begin
    talk.check_answer(position, answer)
    return HalmaError(mark("It answered after {seconds} seconds."), seconds=f"{taken:.2f}")


def _move_time(subject: Subject) -> HalmaError:
    return _timed(subject, f"go movetime {MOVETIME * 1000:.0f}", MOVETIME)


def _clock(subject: Subject) -> HalmaError:
    milliseconds = f"{CLOCK * 1000:.0f}"
    return _timed(subject, f"go wtime {milliseconds} btime {milliseconds}", CLOCK)


def _infinite(subject: Subject) -> None:
    talk, _ = _asked(subject)
    heard = talk.say("go infinite")
    time.sleep(SILENCE)
    heard += talk.say("go nodes 1")
    # It thinks on; nobody needs the answer.
    subject.end_talk()
    if any(line.startswith("bestmove") for line in heard):
        raise CheckFailedError(mark("It answered before it was told to stop."))


def _stop(subject: Subject) -> None:
    talk, position = _asked(subject)
    talk.process.send("go infinite")
    talk.process.send("stop")
    talk.check_answer(position, talk.hear("bestmove", subject.margin)[-1])
    # Once more, when there is nothing to stop.
    talk.say("stop")


# ---- the end ----------------------------------------------------------------------------------------------


def _ends(subject: Subject, talk: Talk) -> None:
    try:
        if talk.process.wait(subject.margin) is None:
            raise CheckFailedError(mark("It was still running after {seconds} seconds."), seconds=f"{subject.margin:g}")
    finally:
        subject.end_talk()


def _quit(subject: Subject) -> None:
    talk = subject.talk()
    talk.process.send("quit")
    _ends(subject, talk)


def _quit_thinking(subject: Subject) -> None:
    talk, _ = _asked(subject)
    talk.process.send("go infinite")
    talk.process.send("quit")
    _ends(subject, talk)


def _end_of_input(subject: Subject) -> None:
    talk = subject.talk()
    talk.process.end_input()
    _ends(subject, talk)


def _several_games(subject: Subject) -> HalmaError:
    offered = subject.games()
    if len(offered) < 2:
        raise NotOfferedError(mark("It offers one game only."))
    chosen = [offered[0], offered[-1], offered[len(offered) // 2], offered[0]]
    for game in chosen:
        talk, position = _begun(subject, game)
        talk.say(position_line(position))
        talk.go(position, "go nodes 20")
    return HalmaError(mark("Games begun: {list}"), list=", ".join(chosen))


#: What is expected, and how it is checked, by the name of the check, in the order in which they are made.
CHECKS: Mapping[str, tuple[str, Check]] = {
    "ready": (mark("“isready” is answered with “readyok”, as often as it is asked."), _ready),
    "letter-case": (mark("Commands may be written in capital letters."), _letter_case),
    "options": (mark("Every option it declares takes its own default and can be reset."), _options),
    "games": (mark("Its option Game lists games of the catalogue by their ids."), _games),
    "unknown-command": (mark("A line that is no command is refused with “info string error”."), _unknown_command),
    "unknown-option": (mark("An option that does not exist is refused with “info string error”."), _unknown_option),
    "garbage": (mark("Empty and very long lines and bytes that are no text do no harm."), _garbage),
    "illegal-position": (
        mark("A position that cannot be set up is refused; “go” then answers “bestmove (none)”."),
        _illegal_position,
    ),
    "illegal-move": (
        mark("A position with an illegal move is refused; “go” then answers “bestmove (none)”."),
        _illegal_move,
    ),
    "missing-roll": (mark("While a roll is missing, “go” answers “bestmove (none)”."), _missing_roll),
    "game-over": (mark("When the game is over, “go” answers “bestmove (none)”."), _game_over),
    "limits": (mark("Every “go” with nodes, depth or level gets exactly one answer, a legal turn."), _limits),
    "reports": (mark("The lines of play it reports begin with a legal turn."), _reports),
    "several-lines": (mark("With MultiPV it reports several lines of play."), _several_lines),
    "move-time": (mark("“go movetime” is answered in time."), _move_time),
    "clock": (mark("“go wtime … btime …” is answered before the time is up."), _clock),
    "infinite": (mark("During “go infinite” it answers “isready”, but gives no move before “stop”."), _infinite),
    "stop": (mark("“stop” is answered at once with a legal turn."), _stop),
    "several-games": (mark("Several games can be played one after the other."), _several_games),
    "quit": (mark("“quit” ends the program."), _quit),
    "quit-while-thinking": (mark("“quit” ends the program during a search, too."), _quit_thinking),
    "end-of-input": (mark("The end of its input ends the program."), _end_of_input),
}
