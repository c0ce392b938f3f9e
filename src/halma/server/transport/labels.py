"""The catalogue as the server lists it: games, formats and options in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from halma.games import BOARD_TEXTS, EDITION, EDITIONS, Format, Game, Option, OptionValue, games
from halma.play import Position, Refusal
from halma.rulebook import (
    SECTION_TITLES,
    clause_label,
    facts_label,
    format_label,
    option_label,
    page,
    page_of_clause,
    size_label,
)
from halma.server.transport import wire
from halma.words import Words


@cache
def catalogue(words: Words) -> wire.GameList:
    """All games for somebody who chooses one."""
    return wire.GameList([_game(game, words) for game in games().values()])


def _game(game: Game, words: Words) -> wire.GameView:
    rules = Position(game.choose(edition=game.formats[0].editions[0]), dice=None)
    return wire.GameView(
        id=game.id,
        name=game.title(words.language),
        names=list(game.names.get(words.language, ())),
        section=game.section,
        section_text=words.text(SECTION_TITLES[game.section]),
        board=game.board,
        board_text=words.text(BOARD_TEXTS.get(game.board, game.board)),
        players=list(game.players),
        parts=[words.text(part) for part in game.parts],
        formats=[_format(game, form, words) for form in game.formats],
        alone=1 in game.players,
        dice=rules.dice_count > 0,
        options=list(option_views(game, words)),
        editions=[wire.ValueLabel(edition, option_label(words, EDITION, edition)) for edition in _editions(game)],
        picture=f"/api/games/{game.id}/picture.svg",
        summary=page(game.id, words.language).summary,
        age=game.age,
        minutes=game.minutes,
        luck=game.luck.value,
        facts=facts_label(words, game),
    )


def rule_view(words: Words, refusal: Refusal | None) -> wire.RuleView | None:
    """The rule that a refusal or duty follows from, and where it is explained."""
    if refusal is None or not refusal.clause:
        return None
    page_id = page_of_clause(refusal.clause, refusal.game)
    return wire.RuleView(refusal.clause, page_id, clause_label(words, refusal.clause))


def _editions(game: Game) -> list[str]:
    known = {edition for form in game.formats for edition in form.editions}
    return [edition for edition in EDITIONS if edition in known]


def _format(game: Game, form: Format, words: Words) -> wire.FormatView:
    return wire.FormatView(
        form.players,
        form.pieces,
        form.teams,
        form.homes,
        list(form.editions),
        size_label(words, game, form.players, form.pieces),
        format_label(words, game, form),
    )


def option_views(game: Game, words: Words) -> Iterator[wire.OptionView]:
    """The options of a game besides its edition and the size of its formats."""
    for option in game.options:
        defaults = {edition: [_default(option, form, edition) for form in game.formats] for edition in _editions(game)}
        fitting = sorted({form.players for form in game.formats if _fits(option, form)})
        yield wire.OptionView(
            name=option.name,
            label=option_label(words, option),
            help=words.text(option.help),
            kind=option.kind.value,
            values=list(_values(game, option, words)),
            default=next(value for values in defaults.values() for value in values if value is not None),
            open=option.example != "",
            players=[] if fitting == list(game.players) else fitting,
            least=option.numbers[0] if option.numbers else None,
            most=option.numbers[-1] if option.numbers else None,
            defaults=defaults,
        )


def _default(option: Option, form: Format, edition: str) -> OptionValue | None:
    """What a set-up screen proposes; None where the option does not belong to the format."""
    if edition not in form.editions or not option.applies(form, edition):
        return None
    return option.default_in(form, edition) if option.proposed is None else option.proposed


def _fits(option: Option, form: Format) -> bool:
    return any(option.applies(form, edition) for edition in form.editions)


def _values(game: Game, option: Option, words: Words) -> Iterator[wire.ValueLabel]:
    fitting = {number: form for number, form in enumerate(game.formats) if _fits(option, form)}
    for value in option.values:
        taken = [
            number for number, form in fitting.items() if any(value.applies(form, edition) for edition in form.editions)
        ]
        if taken:
            label = option_label(words, option, value.name)
            yield wire.ValueLabel(value.name, label, [] if taken == list(fitting) else taken)
