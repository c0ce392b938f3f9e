"""All that a page needs besides its modules to play without a server, as files by their names."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

import halma
from halma.draw.palette import PAINTS
from halma.engine import LEVELS, Limits
from halma.engine.analysis import WORTH_SAYING
from halma.engine.calibration import CROWD, OTHER, RACE, curves
from halma.engine.levels import level_of
from halma.engine.thought import DECIDED, WIN
from halma.engine.why import TEXTS, Why
from halma.games import RULES_VERSION, Game, games
from halma.kernel import ActionKind, Phase
from halma.rulebook import choice_label, library
from halma.rulebook.playing import base_of
from halma.rules import SEATS, Reason, Termination
from halma.server.thinking.analysis import LEVEL as ANALYSIS_LEVEL
from halma.server.thinking.worker import HINT_LEVEL
from halma.server.transport import wire
from halma.server.transport.labels import catalogue
from halma.server.transport.offline.compiled_games import CompiledGame, choices_in, state_numbers
from halma.server.transport.offline.drawings import Drawings
from halma.server.transport.offline.pages import rulebook_files
from halma.server.transport.offline.puzzles import DAYS, daily_pictures, puzzle_data, puzzle_texts
from halma.server.transport.offline.schema_layout import situation_layout
from halma.server.transport.rulebook import contents_of
from halma.web import ICON_SIZES, SERVICE_WORKER, STATIC, WASM, icon, kept_places, page_words
from halma.words import LANGUAGES, Words, translator

PACKAGE = Path(halma.__file__).parent
# Where the files lie beside the page; the list of all of them; the page itself.
FOLDER = "data"
LIST = f"{FOLDER}/files.json"
ROOT = "./"
# What pages are made of.
SOURCES = ("*.py", "*.po", "*.md", "*.js", "*.css", "*.html", "*.wasm", "*.toml", "*.record")


@cache
def page_version() -> str:
    """A word that changes with everything the files are made from."""
    digest = blake2b(digest_size=8)
    for path in sorted(path for pattern in SOURCES for path in PACKAGE.rglob(pattern)):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def build(days: int = DAYS) -> dict[str, bytes]:
    """All files that lie beside the modules of the page, with a list of everything. Takes a while."""
    drawings = Drawings()
    made: dict[str, Any] = {"engine.json": engine_data(), "examples.json": example_data()}
    for game in games().values():
        made[f"games/{game.id}.json"] = CompiledGame(game, drawings).data()
    made |= rulebook_files()
    puzzles = made["puzzles.json"] = puzzle_data(days)
    made |= daily_pictures(puzzles)
    pictures = {game.id: _picture(made[f"games/{game.id}.json"]) for game in games().values()}
    for language in LANGUAGES:
        words = translator(language)
        made |= {f"{language}/{name}": content for name, content in language_data(words, pictures).items()}
        made[f"{language}/puzzles.json"] = puzzle_texts(words, puzzles)
    files = {name: msgspec.json.encode(content) for name, content in made.items()} | drawings.files
    files["halma.wasm"] = WASM.read_bytes()
    files = {f"{FOLDER}/{name}": content for name, content in files.items()}
    files[LIST] = msgspec.json.encode({**_digests(files), **_digests(page_files()), ROOT: page_version()})
    return files


def page_files() -> dict[str, bytes]:
    """The modules, styles, fonts (with their licences) and icons of the page."""
    paths = (path for pattern in ("*.js", "*.css", "*.woff2", "*-licence.txt") for path in STATIC.rglob(pattern))
    files = {path.relative_to(STATIC.parent).as_posix(): path.read_bytes() for path in paths}
    del files[f"static/{SERVICE_WORKER}"]
    return files | {f"static/icon-{size}.png": icon(size) for size in ICON_SIZES}


def _digests(files: dict[str, bytes]) -> dict[str, str]:
    return {name: blake2b(content, digest_size=8).hexdigest() for name, content in sorted(files.items())}


def engine_data() -> dict[str, Any]:
    """The words of the kernel, and how strong the levels are."""
    levels = {level: level_of(Limits(level=level)) for level in LEVELS}
    return {
        "law": RULES_VERSION,
        "kinds": [kind.name.lower() for kind in ActionKind],
        "phases": [phase.name.lower() for phase in Phase],
        "terminations": [termination.value for termination in Termination],
        "reasons": [reason.value for reason in Reason],
        "situation": situation_layout(),
        "paints": {letter: [paint.mark, paint.body] for letter, paint in PAINTS.items()},
        "levels": {
            number: {
                "nodes": level.nodes,
                "least": level.least,
                "seconds": level.seconds,
                "depth": level.depth,
                "weakness": level.weakness,
                "weakness_among_several": level.among(len(SEATS)).weakness,
            }
            for number, level in levels.items()
        },
        "hint_level": HINT_LEVEL,
        "analysis_level": ANALYSIS_LEVEL,
        "chances": {
            "race": astuple(curves()[RACE]),
            "crowd": astuple(curves()[CROWD]),
            "other": astuple(curves()[OTHER]),
            "decided": DECIDED,
            "win": WIN,
            "worth_saying": WORTH_SAYING,
        },
    }


def example_data() -> dict[str, Any]:
    """Where the examples of the rulebook start, by page and name."""
    found: dict[str, Any] = {}
    for identifier in library.page_ids():
        for diagram in library.page(identifier, "en").diagrams:
            position = base_of(diagram)
            found.setdefault(identifier, {})[diagram.name] = {
                "game": position.choice.game,
                "options": position.choice.options,
                "state": state_numbers(position),
            }
    return found


def language_data(words: Words, pictures: dict[str, str]) -> dict[str, Any]:
    """Everything in words, in one language."""
    language = words.language
    listed = msgspec.to_builtins(catalogue(words))
    for game in listed["games"]:
        game["picture"] = f"/{FOLDER}/{pictures[game['id']]}"
    return {
        "words.json": wire.WordsView(language, dict(LANGUAGES), page_words(language)),
        "games.json": listed,
        "labels.json": {game.id: labels_of(game, words) for game in games().values()},
        "reasons.json": {why.value: words.text(TEXTS[why], **kept_places(TEXTS[why])) for why in Why},
        "rules.json": contents_of(words),
    }


def labels_of(game: Game, words: Words) -> list[list[str]]:
    """For every format in an edition what its choices are called, in the order of their rulesets."""
    return [
        [choice_label(words, choice) for choice in choices_in(game, form, edition)]
        for form in game.formats
        for edition in form.editions
    ]


def _picture(game: dict[str, Any]) -> str:
    return str(game["rulesets"][game["formats"][0]["rulesets"][0]]["picture"])
