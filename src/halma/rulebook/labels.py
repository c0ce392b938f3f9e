"""Options of the games and clauses of the law in words: the same words on every screen and page."""

from __future__ import annotations

from halma.games import (
    EDITION,
    FIRST,
    LUCK_TEXTS,
    PIECES,
    PLAYERS,
    TEAMS,
    Choice,
    Format,
    Game,
    Option,
    OptionValue,
    all_options,
    find_game,
    joint_option,
)
from halma.messages import mark
from halma.rulebook.model import GAME, Page, PageError
from halma.words import Words

# Translators: a clause of the law, as in "rule 2.11".
CLAUSE = mark("rule {clause}")
QUOTES = {"de": "„“", "en": "“”", "es": "«»", "fr": ("«\u00a0", "\u00a0»"), "it": "«»", "nl": "‘’"}


def option_label(words: Words, option: Option, value: OptionValue | None = None) -> str:
    """What an option, or one of its values, is called in a language."""
    if value is None:
        return words.text(option.spoken_label)
    return words.text(option.label_of(value), value=str(value))


def size_label(words: Words, game: Game, players: int, pieces: int) -> str:
    """How many play with how many pieces."""
    if players == 1:
        return words.plural("{count} piece", "{count} pieces", pieces, count=pieces)
    return words.text(game.size or mark("{players} players, {pieces} pieces each"), players=players, pieces=pieces)


def format_label(words: Words, game: Game, form: Format) -> str:
    """A format in words: 4 players, 13 pieces each · Teams"""
    parts = [size_label(words, game, form.players, form.pieces)]
    parts += [option_label(words, TEAMS)] if form.teams else []
    parts += [words.text(mark("two colours"))] if form.homes > 1 else []
    return " · ".join(parts)


def facts_label(words: Words, game: Game) -> str:
    """What a box says of a game: Ages 7 and up · about 30–45 minutes · tactics and luck"""
    least, most = game.minutes
    return " · ".join(
        (
            words.text(mark("Ages {age} and up"), age=game.age),
            words.text(mark("about {least}–{most} minutes"), least=least, most=most),
            words.text(LUCK_TEXTS[game.luck]),
        )
    )


def facts_of(page: Page, words: Words) -> str:
    """The line below the summary of a game's page; other pages have none."""
    return facts_label(words, find_game(page.id)) if page.kind == GAME else ""


def choice_label(words: Words, choice: Choice) -> str:
    """What was chosen, without what is usual: 2 players, 15 pieces each · Blocking rule: no rule"""
    game = find_game(choice.game)
    form = game.format_of(choice)
    parts = [format_label(words, game, form)]
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


def quoted_label(words: Words, name: str, value: str = "") -> str:
    """The label of an option or of one of its values as a page shows it. Raises PageError if there is none."""
    option = joint_option(name) if name in all_options() else None
    if option is None or (value and value not in option.names()):
        raise PageError(f"there is no option “{name}={value}”" if value else f"there is no option “{name}”")
    before, after = QUOTES.get(words.language, QUOTES["en"])
    return f"{before}{option_label(words, option, value or None)}{after}"


def clause_label(words: Words, clause: str) -> str:
    """A clause of the law as pages and refusals name it."""
    return words.text(CLAUSE, clause=clause)
