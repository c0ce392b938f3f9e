"""Options that several commands share, declared once and put into the signature of each command."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from halma.games import OptionKind, all_options, joint_option
from halma.kernel import use_kernel
from halma.messages import HalmaError, mark
from halma.play.game_text import names_game
from halma.rulebook import option_label
from halma.words import Words

GAME_PANEL = mark("Game options")
# An option of no more games than this is shown with their names.
MOST_OWNERS = 3


class ValueTypedError(HalmaError):
    """A value on the command line that is not what the option takes."""


def whole_number(option: str, least: int, most: int | None = None) -> Callable[[str | int], int]:
    """Reads a whole number, so that what is no number is refused in the person's language."""

    def read(text: str | int) -> int:
        if isinstance(text, int):
            # Typer also shows the default to the reader.
            return text
        if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) < least or (most is not None and int(text) > most):
            raise ValueTypedError(
                mark("{option} takes a whole number of {least} or more, not “{value}”.")
                if most is None
                else mark("{option} takes a whole number from {least} to {most}, not “{value}”."),
                option=option,
                least=least,
                most=most,
                value=text,
            )
        return int(text)

    return read


def dice_values(text: str) -> tuple[int, ...]:
    """Reads the values of dice: 3,5,1"""
    if not re.fullmatch(r"[1-6](,[1-6]){0,999}", text):
        raise ValueTypedError(
            mark("{option} takes numbers from 1 to 6 separated by commas, such as 3,5,1, not “{value}”."),
            option="--dice",
            value=text,
        )
    return tuple(int(value) for value in text.split(","))


def _option(flag: str, kind: Any, help_text: str, *, default: object = None, **settings: Any) -> inspect.Parameter:
    declared = typer.Option(flag, help=help_text, show_default=False, **settings)
    name = flag.removeprefix("--").replace("-", "_")
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, declared]
    )


def _number(flag: str, help_text: str, metavar: str, least: int = 1, **settings: Any) -> inspect.Parameter:
    return _option(flag, int | None, help_text, metavar=metavar, parser=whole_number(flag, least), **settings)


def _of_game(name: str) -> inspect.Parameter:
    option = joint_option(name)
    panel: dict[str, Any] = {"rich_help_panel": GAME_PANEL}
    # `help_of` words the help.
    if option.kind is OptionKind.FLAG:
        return _option(option.flag, bool, option.help, default=False, **panel)
    if option.numbers is not None:
        return _number(option.flag, option.help, "N", option.numbers[0], **panel)
    values = option.spelled().removeprefix(option.flag).strip()
    return _option(option.flag, str | None, option.help, metavar=values or "NAME", **panel)


# Every option that any game has.
GAME_OPTIONS = tuple(_of_game(name) for name in all_options())


def help_of(words: Words, parameter: str) -> str | None:
    """The help of an option of the games: whose it is, what it decides, and what its values mean."""
    if parameter not in all_options():
        return None
    option = joint_option(parameter)
    taken_by = [game.id for game in all_options()[parameter]]
    owners = f" ({', '.join(taken_by)})" if len(taken_by) <= MOST_OWNERS else ""
    if option.values and all("{value}" not in value.label for value in option.values):
        meanings = "; ".join(f"{name}: {option_label(words, option, name)}" for name in option.names())
        return f"{option_label(words, option)} – {meanings}{owners}"
    return (words.text(option.help) or option_label(words, option) + ".") + owners


LINE = _option("--line", str | None, mark("Turns played from the start; rolls are written as [3,5]."), metavar='"…"')
POSITION = _option(
    "--position",
    str | None,
    mark("Start from this position, as printed by “show”; the text may begin with its game and options."),
    metavar="TEXT",
)
DICE = _option(
    "--dice",
    Any,
    mark("The numbers the dice show, in this order, repeating from the beginning."),
    metavar="3,5,…",
    parser=dice_values,
)
KERNEL = _option(
    "--kernel",
    str | None,
    mark("The kernel to use: the Python one, or the fast C++ one where available."),
    metavar="reference|fast",
)
SEED = _option("--seed", str | None, mark("The same seed gives the same game."), metavar="S")
LANGUAGE = _option(
    "--lang",
    str | None,
    mark("The language: de, en, es, fr, it or nl; by default that of the environment."),
    metavar="LANG",
)


# Of commands that write files.
Force = Annotated[bool, typer.Option("--force", help=mark("Replace files that already exist."))]


@dataclass(frozen=True)
class GameRequest:
    """A game as somebody asks for it on the command line."""

    options: Mapping[str, Any]
    line: str | None = None
    position: str | None = None
    dice: tuple[int, ...] | None = None
    seed: str | None = None

    @property
    def names_game(self) -> bool:
        """Whether the position says of which game it is."""
        return self.position is not None and names_game(self.position)


def with_parameters(
    function: Callable[..., Any], added: Sequence[inspect.Parameter], gather: Callable[[dict[str, Any]], dict[str, Any]]
) -> Callable[..., Any]:
    """A function with further parameters, whose values `gather` turns into those the function itself has."""
    signature = inspect.signature(function, eval_str=True)
    parameters = [item.replace(kind=inspect.Parameter.KEYWORD_ONLY) for item in signature.parameters.values()]
    gathered = set(gather({item.name: item.default for item in added}))
    kept = [item for item in parameters if item.name not in gathered]

    @functools.wraps(function)
    def command(**values: Any) -> Any:
        given = {item.name: values.pop(item.name, item.default) for item in added}
        return function(**values, **gather(given))

    command.__signature__ = signature.replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
    command.__annotations__ = {item.name: item.annotation for item in (*kept, *added)}
    return command


def asks_for_game(*further: inspect.Parameter) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a command with a parameter `request` all options of the games, and some further ones."""
    names = [item.name for item in GAME_OPTIONS]

    def gather(values: dict[str, Any]) -> dict[str, Any]:
        rest = {name: value for name, value in values.items() if name not in (*names, KERNEL.name)}
        use_kernel(values[KERNEL.name])
        return {"request": GameRequest(options={name: values[name] for name in names}, **rest)}

    return lambda function: with_parameters(function, (*GAME_OPTIONS, *further, KERNEL), gather)
