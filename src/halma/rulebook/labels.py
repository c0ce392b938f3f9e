"""What pages of the rulebook call options and clauses: the same words as every screen."""

from __future__ import annotations

from halma.messages import mark
from halma.rulebook.model import PageError
from halma.words import Words

# Translators: a clause of the law, as in "rule 2.11".
CLAUSE = mark("rule {clause}")
QUOTES = {"de": "„“", "en": "“”", "es": "«»", "fr": ("«\u202f", "\u202f»"), "it": "«»", "nl": "‘’"}


def clause_text(words: Words, clause: str) -> str:
    """A clause of the law as pages and refusals name it."""
    return words.text(CLAUSE, clause=clause)


LABELS = {
    "blocking": "Blocking rule",
    "stall": "A game that gets nowhere",
    "play_on": "Play on for the places",
    "simple": "Simple moves",
    "inside": "Ending inside",
    "keep_mover": "The moved piece counts",
    "own_tip": "From your own tip",
    "files": "Straight ahead",
    "capture": "A missed capture",
    "figure": "Figure",
    "first": "Who begins",
    "teams": "Teams",
    "tips": "Tips of the star",
    "points": "On the points",
    "most": "Most captured wins",
    "scatter": "Mice by lot",
    "edition": "Edition",
    "edition=schmidt": "Schmidt Spiele", "edition=ravensburger": "Ravensburger", "edition=carlit": "Carlit", "edition=schmidt-compact": "Schmidt Spiele Kompakt", "edition=schmidt-66": "Schmidt Spiele 66",
    "blocking=vacate": "the home must be cleared",
    "blocking=swap": "places may be changed",
    "blocking=fill": "filling up wins",
    "blocking=free": "no rule",
    "stall=rank": "ranked as it stands",
    "stall=draw": "drawn",
    "capture=huff": "costs the piece",
    "capture=forced": "capturing is forced",
    "capture=huff-any": "costs any piece",
    "figure=block": "block",
    "figure=t": "letter T",
    "figure=heart": "heart",
    "tips=facing": "an opponent opposite each of your tips",
    "tips=paired": "your two tips opposite each other",
    "tips=apart": "one tip between you",
    "tips=opposite": "opposite each other",
    "first=lot": "by lot",
}


def option_text(words: Words, name: str, value: str) -> str:
    """The label of an option or of one of its values."""
    key = f"{name}={value}" if value else name
    if key not in LABELS:
        raise PageError(f"there is no option “{key}”")
    before, after = QUOTES.get(words.language, QUOTES["en"])
    return f"{before}{words.text(LABELS[key])}{after}"
