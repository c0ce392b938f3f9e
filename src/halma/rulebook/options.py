"""The page of all options in the documents: python -m halma.rulebook.options > docs/options.md"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from halma.games import EDITION, PIECES, PLAYERS, Game, Option, OptionKind, all_options, games, joint_option
from halma.play.records import tag_name
from halma.rulebook.labels import option_label
from halma.words import translator

ENGLISH = translator("en")
HEAD = """\
# Options

Every game option, generated from the games' pages by `python -m halma.rulebook.options`. The first column gives the
spelling on the command line, the second that in records and in the engine protocol; in JSON `--play-on` is `play_on`.
An option that a game does not have in the chosen format and edition is refused with a list of those it has. Values in
bold are the defaults; switches are off by default.

| option | tag | what it decides | values | games |
|---|---|---|---|---|
"""


def document() -> str:
    """The page as Markdown."""
    return HEAD + "".join(_row(joint_option(name), taken) for name, taken in all_options().items())


def _row(option: Option, taken: Mapping[Game, Option]) -> str:
    what = ENGLISH.text(option.help) or option_label(ENGLISH, option)
    owners = "all" if len(taken) == len(games()) else ", ".join(f"`{game.id}`" for game in taken)
    return (
        f"| `{option.flag}` | `{tag_name(option.name)}` | {what} | {'<br>'.join(_values(option, taken))} | {owners} |\n"
    )


def _values(option: Option, taken: Mapping[Game, Option]) -> Iterator[str]:
    if option.kind is OptionKind.FLAG:
        yield "switch"
        return
    if option in (PLAYERS, PIECES):
        yield "those of the game’s formats; **the first one** of the edition"
        return
    if option.numbers is not None:
        yield f"{option.numbers[0]}–{option.numbers[-1]}"
    usual = _usual(option, taken)
    for value in option.names():
        label = "" if "{value}" in option.label_of(value) else f" ({option_label(ENGLISH, option, value)})"
        where = usual.get(value)
        yield f"`{value}`{label}" if where is None else f"**`{value}`**{label}{where}"
    if option.example:
        yield f"`{option.example}`"


def _usual(option: Option, taken: Mapping[Game, Option]) -> dict[str, str]:
    """The values that count if nothing is said, with the editions in which they do, where those differ."""
    if option == EDITION:
        return {option.names()[0]: ""}
    found: dict[str, set[str]] = {}
    for game, own in taken.items():
        for form in game.formats:
            for edition in form.editions:
                if own.applies(form, edition):
                    found.setdefault(str(own.default_in(form, edition)), set()).add(edition)
    if len(found) == 1:
        return dict.fromkeys(found, "")
    names = EDITION.names()
    return {value: f" in {', '.join(sorted(editions, key=names.index))}" for value, editions in found.items()}


if __name__ == "__main__":
    print(document(), end="")
