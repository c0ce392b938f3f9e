"""Options of the games in words: the same words on every screen and page."""

from __future__ import annotations

from halma.games import Choice, Format, Option, OptionValue, find_game
from halma.games.options import EDITION, FIRST, PIECES, PLAYERS, TEAMS
from halma.messages import mark
from halma.words import Words


def option_label(words: Words, option: Option, value: OptionValue | None = None) -> str:
    """What an option, or one of its values, is called in a language."""
    if value is None:
        return words.text(option.spoken_label)
    return words.text(option.label_of(value), value=str(value))


def format_label(words: Words, form: Format) -> str:
    """A format in words: 4 × 13 · Teams"""
    parts = [f"{form.players} × {form.pieces}"]
    parts += [option_label(words, TEAMS)] if form.teams else []
    parts += [words.text(mark("two colours"))] if form.homes > 1 else []
    return " · ".join(parts)


def choice_label(words: Words, choice: Choice) -> str:
    """What was chosen, without what is usual: 2 × 15 · Blocking rule: no rule"""
    game = find_game(choice.game)
    form = game.format_of(choice)
    parts = [format_label(words, form)]
    for name, value in choice.options.items():
        option = game.all_options[name]
        if option in (PLAYERS, PIECES, TEAMS, FIRST) or option.default_in(form, choice.edition) == value:
            continue
        label = option_label(words, option)
        if option == EDITION:
            parts.append(option_label(words, option, value))
        else:
            parts.append(label if value is True else f"{label}: {option_label(words, option, value)}")
    return " · ".join(parts)
