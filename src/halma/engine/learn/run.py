"""The folder of a run: its game, the games that were played, generation by generation, and the nets made of them.

Every file is written under another name first and then put in its place, so that whoever is interrupted finds whole
files only and goes on from there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from halma.engine.learn.errors import LearnError
from halma.engine.learn.games import checked, layout_of, rules_of
from halma.engine.learn.layout import Layout, views_of
from halma.engine.learn.net_file import BASES, blank
from halma.games import RULES_VERSION, Choice, choose
from halma.messages import HalmaError, mark, reason_of

ABOUT = "run.json"
FORMAT = 1


class LearningRun:
    """A run in a folder, which is made if it is not there.

    One that is there must be of the same game: LearnError is raised otherwise.
    """

    def __init__(self, folder: str | os.PathLike[str], choice: Choice | None = None, program: str | None = None):
        self.folder = Path(folder)
        self.program = program
        known = self._about()
        if known is None and choice is None:
            raise LearnError(mark("There is no run in the folder {folder}."), folder=str(folder))
        if known is None:
            assert choice is not None
            self.choice = choice
            self.layout = layout_of(choice, program)
            self.views = views_of(rules_of(choice))
            options = {"game": choice.game, "options": dict(choice.options)}
            self._write(self.folder / ABOUT, json.dumps({"format": FORMAT, "law": RULES_VERSION, **options}).encode())
            return
        found = _choice(known, self.folder / ABOUT)
        if choice is not None and (choice.game, dict(choice.options)) != (found.game, dict(found.options)):
            raise LearnError(
                mark("The folder {folder} has a run of another game: {game}."), folder=str(folder), game=found.game
            )
        self.choice = found
        self.layout: Layout = layout_of(found, program)
        self.views = views_of(rules_of(found))

    @property
    def base(self) -> str:
        """What the nets of this run correct: with several seats the plain race, which is much faster."""
        return BASES[0] if self.layout.seats == 2 else BASES[1]

    @property
    def family(self) -> str:
        """What the nets of this run are called."""
        return self.folder.resolve().name

    def _about(self) -> Mapping[str, Any] | None:
        file = self.folder / ABOUT
        try:
            return cast("Mapping[str, Any]", json.loads(file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise LearnError(mark("Cannot read {file}: {reason}"), file=str(file), reason=reason_of(error)) from None
        except ValueError:
            raise LearnError(mark("{file} is damaged."), file=str(file)) from None

    # ---- games ----------------------------------------------------------------------------------------------

    def games_folder(self, generation: int) -> Path:
        """Where the games of a generation lie."""
        return self.folder / "games" / f"{generation:03}"

    def games_file(self, generation: int, first: int) -> Path:
        """The file of some games, by the number of the first one."""
        return self.games_folder(generation) / f"{first:08}.games"

    def keep_plan(self, generation: int, plan: Mapping[str, object]) -> None:
        """Write down how a generation is played. Raises LearnError if it was played otherwise before."""
        file = self.games_folder(generation) / "plan.json"
        data = json.dumps(plan).encode()
        if not file.exists():
            self._write(file, data)
        elif self.read(file) != data:
            raise LearnError(
                mark("The games in {folder} were played otherwise; remove them, or ask for the same as before."),
                folder=str(file.parent),
            )

    def keep_games(self, generation: int, first: int, data: bytes) -> None:
        """Keep some games."""
        file = self.games_file(generation, first)
        self._write(file, checked(data, str(file)))

    def all_games(self) -> Iterator[Path]:
        """The files of all games, generation by generation."""
        yield from sorted((self.folder / "games").glob("*/*.games"))

    # ---- nets -----------------------------------------------------------------------------------------------

    def net_file(self, generation: int) -> Path:
        """The net that was made after a generation had played."""
        return self.folder / "nets" / f"{generation:03}.net"

    def weights_file(self, generation: int) -> Path:
        """The same net as PyTorch keeps it."""
        return self.folder / "nets" / f"{generation:03}.pt"

    def report_file(self, generation: int) -> Path:
        """How the training of a net went."""
        return self.folder / "nets" / f"{generation:03}.json"

    def card_file(self, generation: int) -> Path:
        """What is to be said of a net."""
        return self.folder / "nets" / f"{generation:03}.toml"

    @property
    def generations(self) -> int:
        """How many nets there are."""
        count = 0
        while self.net_file(count).exists():
            count += 1
        return count

    def player(self, generation: int) -> bytes | None:
        """The net that plays a generation: the one made after the last. The first plays without what was learnt."""
        if generation:
            return self.read(self.net_file(generation - 1))
        return None if self.base == BASES[0] else blank(self.layout, self.views, self.family, self.base)

    # ---- files ----------------------------------------------------------------------------------------------

    def read(self, file: Path) -> bytes:
        """The bytes of a file. Raises LearnError."""
        try:
            return file.read_bytes()
        except OSError as error:
            raise LearnError(mark("Cannot read {file}: {reason}"), file=str(file), reason=reason_of(error)) from None

    def _write(self, file: Path, data: bytes) -> None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.with_suffix(".part").open("wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            file.with_suffix(".part").replace(file)
        except OSError as error:
            raise LearnError(mark("Cannot write {file}: {reason}"), file=str(file), reason=reason_of(error)) from None

    write = _write


def _choice(known: Mapping[str, Any], file: Path) -> Choice:
    try:
        if known["format"] != FORMAT or known["law"] != RULES_VERSION:
            raise LearnError(mark("{file} was made by another version of halma."), file=str(file))
        return choose(known["game"], **known["options"])
    except (KeyError, TypeError, AttributeError, HalmaError) as error:
        if isinstance(error, LearnError):
            raise
        raise LearnError(mark("{file} is damaged."), file=str(file)) from None
