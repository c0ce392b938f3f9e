"""Names and chat: plain text without anything that could disturb a screen."""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 40
LONGEST_LINE = 500
JOINERS = "\u200c\u200d"


def cleaned(text: str, longest: int) -> str:
    """A line of text: no control or direction characters, single blanks, no more than so many characters."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(" " if letter.isspace() else letter for letter in text if _is_shown(letter))
    return re.sub(r" +", " ", text).strip()[:longest].strip()


def alike(one: str, other: str) -> bool:
    """Whether two names look the same: in capitals or not, in letters of another width, with joiners between them."""
    return _bare(one) == _bare(other)


def _bare(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in plain if not letter.isspace() and letter not in JOINERS)


def _is_shown(letter: str) -> bool:
    # Cc control, Cf format (direction and the like), Cs half a letter, Co private, Cn unassigned; joiners are needed
    # by some scripts and by pictures made of several signs.
    category = unicodedata.category(letter)
    return letter.isspace() or letter in JOINERS or category not in ("Cc", "Cf", "Cs", "Co", "Cn")
