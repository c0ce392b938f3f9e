"""From trained weights to the file of a net, with its card."""

from __future__ import annotations

import io
import json
import pickle
from typing import Any

from halma.engine.learn.cards import card_text, checksum, read_card
from halma.engine.learn.errors import LearnError
from halma.engine.learn.net_file import encoded
from halma.engine.learn.run import LearningRun
from halma.messages import mark


def export(run: LearningRun, generation: int, command: str, commit: str) -> bytes:
    """Write the net of a generation and its card, and give the net. Raises LearnError."""
    from halma.engine.learn import training as untyped  # noqa: PLC0415 - needs PyTorch

    # The linters' environment has no PyTorch, nor its types.
    training: Any = untyped

    file = run.weights_file(generation)
    stored = run.read(file)
    try:
        kept: dict[str, Any] = training.torch.load(io.BytesIO(stored), map_location="cpu", weights_only=True)
        data = encoded(training.parts_of(run, kept["weights"], kept["most"]))
    except (RuntimeError, LookupError, ValueError, TypeError, EOFError, AttributeError, pickle.UnpicklingError):
        raise LearnError(mark("{file} is damaged."), file=str(file)) from None
    report: dict[str, Any] = json.loads(run.read(run.report_file(generation)))
    about = {
        "family": run.family,
        "game": run.choice.game,
        "players": run.layout.seats,
        "pieces": run.layout.armies[0],
        "commit": commit,
        "command": command,
        "crc32": checksum(data),
        "generations": generation + 1,
        "games": report["games"],
        "positions": report["positions"],
        "unseen_loss": report["unseen_loss"],
    }
    losses = [{"part": part + 1, **loss} for part, loss in enumerate(report["losses_by_phase"])]
    run.write(run.net_file(generation), data)
    run.write(run.card_file(generation), card_text(about, losses, []).encode())
    return data


def add_match(run: LearningRun, generation: int, match: dict[str, Any]) -> None:
    """Write the result of a match onto the card of a net."""
    card = read_card(run.card_file(generation))
    losses, matches = card.pop("loss", []), card.pop("match", [])
    run.write(run.card_file(generation), card_text(card, losses, [*matches, match]).encode())
