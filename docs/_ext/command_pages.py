"""Writes the reference of the `halma` command from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.core import TyperArgument, TyperOption
from typer.main import get_command

from halma.cli import app
from halma.cli.parameters import GAME_PANEL, help_of
from halma.words import translator

ENGLISH = translator("en")
HEAD = """\
# The command

Everything `halma` does, as `--help` says it; `--lang de` says it in German. Every command takes `--lang` and `--help`.
Most commands that play take [the options of the games](../../options.md), which are listed once, at the end.
The code a command ends with is 0 if all went well, 2 if the command line was not understood, 1 for everything else.
"""
SHARED = ("help", "lang", "version")


def page() -> str:
    """The page as Markdown."""
    group: Any = get_command(app)
    commands: dict[str, Any] = group.commands
    overview = "\n".join(
        f"| [`halma {name}`](#halma-{name}) | {_first(command)} |" for name, command in commands.items()
    )
    games = [parameter for parameter in commands["show"].params if parameter.rich_help_panel == GAME_PANEL]
    parts = [
        HEAD,
        f"| | |\n|---|---|\n{overview}\n",
        *(part for name, command in commands.items() for part in _command(name, command)),
        "(game-options)=\n## Game options\n",
        "".join(_rows(games)),
    ]
    return "\n".join(parts)


def _first(command: Any) -> str:
    text = ENGLISH.text(command.help)
    return _cell(text[: text.find(". ") + 1] or text)


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = [found for found in command.params if isinstance(found, TyperArgument)]
    options = [
        found for found in command.params if isinstance(found, TyperOption) and found.rich_help_panel != GAME_PANEL
    ]
    takes_games = any(getattr(found, "rich_help_panel", None) == GAME_PANEL for found in command.params)
    usage = " ".join(["halma", name, *(_argument(found) for found in arguments), "[OPTIONS]"])
    yield f"## halma {name}\n\n```text\n{usage}\n```\n\n{_plain(ENGLISH.text(command.help))}\n"
    own = [found for found in (*arguments, *options) if found.name not in SHARED]
    if own:
        yield "".join(_rows(own))
    if takes_games:
        yield "It also takes [the game options](#game-options).\n"
    yield f"```sh\n{command.epilog}\n```\n"


def _argument(parameter: Any) -> str:
    shown = parameter.metavar or parameter.name.upper()
    return shown if parameter.required or shown.startswith("[") else f"[{shown}]"


def _rows(parameters: list[Any]) -> Iterator[str]:
    yield "| | |\n|---|---|\n"
    for parameter in parameters:
        if isinstance(parameter, TyperArgument):
            name = parameter.metavar or (parameter.name or "").upper()
        else:
            value = "" if parameter.is_flag else f" {parameter.metavar or 'TEXT'}"
            name = ", ".join(parameter.opts) + value
        of_game = help_of(ENGLISH, parameter.name) if parameter.rich_help_panel == GAME_PANEL else None
        text = of_game or ENGLISH.text(parameter.help or "")
        # In a table a bar ends a cell, even in code.
        code = name.replace("|", r"\|")
        yield f"| `{code}` | {_cell(text)} |\n"
    yield "\n"


def _plain(text: str) -> str:
    """Text in which Markdown finds nothing of its own."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|" else letter for letter in text)


def _cell(text: str) -> str:
    return _plain(" ".join(text.split()))
