"""Every game in every format with every value of every option: what the contract suite runs over."""

from __future__ import annotations

from collections.abc import Iterator

from halma.games import Choice, Format, Game, games

# Options whose values are open: one drawn figure stands for all of them.
DRAWN_FIGURE = "a1,b1,c1,d1,e1,f1,g1,h1,i1,j1,k1,l1,m1,n1,o1,p1,a2,b2,c2"


def _formats(game: Game) -> Iterator[tuple[str, Format]]:
    for form in game.formats:
        for edition in form.editions:
            yield edition, form


def choices_of(game: Game) -> list[Choice]:
    """All formats of a game; each further option in every value, one at a time and switches all together."""
    found: dict[Choice, None] = {}
    for edition, form in _formats(game):
        shape = {"players": form.players, "pieces": form.pieces, "teams": form.teams, "tips": form.tips}
        found[game.choose(edition=edition, **shape)] = None
        if edition != "schmidt":
            continue
        for option in game.options:
            values: tuple[object, ...] = option.values or (True,)
            for value in (*values, DRAWN_FIGURE) if option.open else values:
                if option.applies(form):
                    found[game.choose(**{**shape, option.name: value})] = None
        switches = {option.name: True for option in game.options if not option.values and option.applies(form)}
        if len(switches) > 1:
            found[game.choose(**shape, **switches)] = None
        if form.players > 1 and not game.fixed_first:
            found[game.choose(**shape, first="ABCDEF"[form.players - 1])] = None
    return list(found)


def all_choices() -> list[Choice]:
    """Everything that can be played."""
    return [choice for game in games().values() for choice in choices_of(game)]


def label(choice: Choice) -> str:
    """A choice as a test id."""
    options = {name: value for name, value in choice.options.items() if name != "edition" or value != "schmidt"}
    drawn = {name: "drawn" if value == DRAWN_FIGURE else value for name, value in options.items()}
    return choice.game + "".join(f"-{name}:{value}" for name, value in drawn.items())
