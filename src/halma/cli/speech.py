"""Help and complaints of the command line itself, in the person's language."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from io import TextIOWrapper
from typing import Any

import typer
from rich.markup import escape
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from halma.cli.parameters import GAME_PANEL, help_of
from halma.cli.startup import WRONG, asked_language, complain
from halma.messages import HalmaError, mark, reason_of
from halma.words import Words, environment_language, translator


class UsageError(HalmaError):
    """A command line that cannot be understood."""


class LanguageCommand(TyperCommand):
    """A command whose help is in the person's language."""

    def get_usage(self, ctx: Any) -> str:
        return _usage(ctx, super().get_usage(ctx))

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        return _help_option(ctx, super().get_help_option(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        put_into_words(ctx.find_root().command, _words(ctx))
        super().format_help(ctx, formatter)


class LanguageGroup(TyperGroup):
    """The group of all commands: finds out the language, and turns everything that goes wrong into one line."""

    def get_usage(self, ctx: Any) -> str:
        return _usage(ctx, super().get_usage(ctx))

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        return _help_option(ctx, super().get_help_option(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        put_into_words(ctx.find_root().command, _words(ctx))
        super().format_help(ctx, formatter)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **extra: Any) -> Any:
        given = list(sys.argv[1:] if args is None else args)
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                # What a terminal without Unicode cannot show or spell becomes a question mark; nothing stops for it.
                stream.reconfigure(errors="replace")
        words = translator(environment_language(os.environ))
        try:
            words = translator(asked_language(given) or words.language)
            code = super().main(given, prog_name or "halma", standalone_mode=False, obj=words, **extra)
            sys.stdout.flush()
        except HalmaError as error:
            complain(words.error(error))
            code = WRONG
        except typer.TyperException as error:
            complain(words.error(complaint(error)))
            code = WRONG
        except typer.Abort:
            code = 1
        except OSError as error:
            # The disk is full, or whoever read the output has gone, who need not be told. What is still in the buffer
            # must not cause another complaint at the exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if not isinstance(error, BrokenPipeError):
                complain(words.text("Cannot write the output: {reason}", reason=reason_of(error)))
            code = 1
        sys.exit(code if isinstance(code, int) else 0)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.get_command(ctx, args[0]) is None:
            close = get_close_matches(args[0], self.commands)
            raise UsageError(
                mark("There is no command “{value}”. Did you mean: {allowed}?")
                if close
                else mark("There is no command “{value}”. Commands: {allowed}."),
                value=args[0],
                allowed=", ".join(close or self.commands),
            )
        return super().resolve_command(ctx, args)


def _words(ctx: Any) -> Words:
    words = ctx.find_root().obj
    assert isinstance(words, Words)
    return words


def _usage(ctx: Any, usage: str) -> str:
    return usage.replace("Usage:", _words(ctx).text("Usage:"), 1)


def _help_option(ctx: Any, option: TyperOption | None) -> TyperOption | None:
    if option is not None:
        option.help = _words(ctx).text("Show this help.")
        option.rich_help_panel = _words(ctx).text("Options")
        option.metavar = ""
    return option


def complaint(error: typer.TyperException) -> HalmaError:
    """What Typer found wrong with a command line, as a text that can be translated."""
    option: str | None = getattr(error, "option_name", None)
    parameter: Any = getattr(error, "param", None)
    kind = type(error).__name__
    if kind == "NoSuchOption":
        close = getattr(error, "possibilities", None)
        if close:
            return UsageError(
                mark("There is no option {option}. Did you mean: {allowed}?"),
                option=option,
                allowed=", ".join(sorted(close)),
            )
        return UsageError(mark("There is no option {option}; “--help” lists the options."), option=option)
    if kind == "BadOptionUsage":
        if "does not take" in error.message:
            return UsageError(mark("{option} takes no value."), option=option)
        return UsageError(mark("{option} needs a value."), option=option)
    if kind == "MissingParameter" and parameter is not None:
        return UsageError(mark("{parameter} is missing; “--help” shows what is expected."), parameter=parameter.metavar)
    unexpected = re.search(r"unexpected extra argument(?:\(s\)|s)? \((.*)\)", error.message)
    if unexpected:
        return UsageError(mark("Too many arguments: {rest}"), rest=unexpected[1])
    return UsageError(mark("Cannot understand the command line: {reason}"), reason=error.format_message())


def _worded(words: Words, template: str | None) -> str | None:
    # Rich would take square brackets for its own.
    return escape(words.text(template)) if template else None


def put_into_words(group: TyperGroup, words: Words) -> None:
    """Translate the help of all commands. The texts are marked where the commands are declared."""
    # Only help needs it, and it takes its time. Typer has no other way to word “required”.
    from typer import rich_utils

    rich_utils.REQUIRED_LONG_STRING = words.text("(required)")
    for command in (group, *group.commands.values()):
        command.help = _worded(words, command.help)
        command.options_metavar = words.text("[OPTIONS]")
        if command.epilog:
            command.epilog = words.text("Example:") + "  " + escape(command.epilog)
        if isinstance(command, TyperCommand):
            command.rich_help_panel = words.text("Commands")
        for parameter in command.params:
            if isinstance(parameter, TyperOption | TyperArgument):
                usual = mark("Options") if isinstance(parameter, TyperOption) else mark("Arguments")
                of_game = help_of(words, parameter.name or "") if parameter.rich_help_panel == GAME_PANEL else None
                parameter.help = escape(of_game) if of_game else _worded(words, parameter.help)
                parameter.rich_help_panel = _worded(words, parameter.rich_help_panel or usual)
            if isinstance(parameter, TyperOption) and parameter.is_flag:
                parameter.metavar = ""
    group.subcommand_metavar = words.text("COMMAND …")
