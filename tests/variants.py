"""Every game in every format with every value of every option: what the contract suite runs over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from halma.games import LOT, Choice, Format, Game, Option, OptionKind, OptionValue, games
from halma.games.options import FIRST

# Options whose values are open: one drawn figure stands for all of them.
DRAWN_FIGURE = "a1,b1,c1,d1,e1,f1,g1,h1,i1,j1,k1,l1,m1,n1,o1,p1,a2,b2,c2"


def _formats(game: Game) -> Iterator[tuple[str, Format, dict[str, OptionValue]]]:
    """Every format in every edition, with each value of the options that belong to some formats only."""
    for form in game.formats:
        for edition in form.editions:
            shape: dict[str, OptionValue] = {"players": form.players, "pieces": form.pieces, "teams": form.teams}
            picking = [option for option in game.options_in(form, edition) if option.picks_format]
            for values in product(*(values_of(option, form, edition) for option in picking)):
                names = (option.name for option in picking)
                yield edition, form, {**shape, **dict(zip(names, values, strict=True))}


def values_of(option: Option, form: Format, edition: str) -> tuple[OptionValue, ...]:
    """The values of an option that are tried; of the seats that may begin the last one, and no lot."""
    if option.kind is OptionKind.FLAG:
        return (True,)
    if option.numbers is not None:
        return (option.numbers[0], option.numbers[-1])
    names = option.names(form, edition)
    if option == FIRST:
        return (names[names.index(LOT) - 1],)
    return (*names, DRAWN_FIGURE) if option.example else names


def choices_of(game: Game) -> list[Choice]:
    """All formats of a game; each further option in every value, one at a time and switches all together."""
    found: dict[Choice, None] = {}
    for edition, form, shape in _formats(game):
        found[game.choose(edition=edition, **shape)] = None
        if edition != "schmidt":
            continue
        options = [option for option in game.options_in(form, edition) if option.name not in shape]
        for option in options:
            for value in values_of(option, form, edition):
                found[game.choose(**shape, **{option.name: value})] = None
        switches = {option.name: True for option in options if option.kind is OptionKind.FLAG}
        if len(switches) > 1:
            found[game.choose(**shape, **switches)] = None
    return list(found)


def all_choices() -> list[Choice]:
    """Everything that can be played."""
    return [choice for game in games().values() for choice in choices_of(game)]


def label(choice: Choice) -> str:
    """A choice as a test id."""
    options = {name: value for name, value in choice.options.items() if name != "edition" or value != "schmidt"}
    drawn = {name: "drawn" if value == DRAWN_FIGURE else value for name, value in options.items()}
    return choice.game + "".join(f"-{name}:{value}" for name, value in drawn.items())
