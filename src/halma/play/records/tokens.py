"""The words of a written game: turns, rolls and lots, turn numbers, annotations, comments and parentheses."""

from __future__ import annotations

import re

# The marks of PGN that have a number there.
ANNOTATIONS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
MARKS = {number: text for text, number in ANNOTATIONS.items()}
HIGHEST_ANNOTATION = 255
# A game that has ended and one that has not; `Result` says how.
ENDED, UNENDED = "#", "*"

_CHANCE = r"\[[1-6](?:,[1-6])*\]|scatter\s+[a-z0-9,]+"
_NUMBER = r"[0-9]+\.(?:\.\.)?"
# A comment that nothing closes is met only once: it ends the reading.
TOKEN = re.compile(
    # A number is read together with its turn, which nearly always follows: half as many tokens.
    rf"(?:{_NUMBER}\s*)?(?:(?P<chance>{_CHANCE})|(?!{_NUMBER})(?P<word>[^\s(){{}}!?$]+))|(?P<number>{_NUMBER})"
    r"|(?P<marks>[!?]+)|\$(?P<glyph>[0-9]+)"
    r"|(?P<open>\()|(?P<close>\))|\{(?P<comment>[^}\\]*+(?:\\.[^}\\]*+)*+)(?:\}|(?P<unclosed>\Z|\\\Z))|(?P<strange>\S)",
    re.DOTALL,
)
# A comment that goes over several lines is one line of text.
_LINE_END = re.compile(r"\s*\n\s*")


def is_turn(text: str) -> bool:
    """Whether a text stands for one turn, roll or lot, and both forms of a record read it as that."""
    found = TOKEN.match(text)
    return (
        found is not None
        and found.lastgroup in ("chance", "word")
        and found[found.lastgroup] == text
        and text not in (ENDED, UNENDED)
        and text == " ".join(text.split())
    )


def escaped(text: str, closing: str) -> str:
    """A text that ends with `closing` when it is written, so that it can be read back exactly."""
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing).replace("\n", "\\n").replace("\r", "\\r")


def unescaped(text: str) -> str:
    """The text that was escaped."""
    if "\n" in text:
        text = _LINE_END.sub(" ", text)
    if "\\" not in text:
        return text
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text)
