"""What all three forms of the rulebook say and draw of a diagram."""

from __future__ import annotations

from collections.abc import Iterator

from halma.draw import svg
from halma.rulebook.model import Diagram, Page, plain
from halma.rulebook.playing import Shown
from halma.words import Words as Translator


def picture(page: Page, diagram: Diagram, shown: Shown) -> str:
    """A diagram as SVG. Its ids begin with the page and the name, so that a whole book fits into one document."""
    return svg(shown.position, **shown.marks, prefix=f"{page.id}-{diagram.name}-", label=plain(diagram.caption))


def notes(diagram: Diagram, shown: Shown, words: Translator) -> Iterator[str]:
    """What stands below a caption: the moves in the notation, and the moves that are not allowed with the reason."""
    match diagram.play:
        case ():
            pass
        case (move,):
            yield words.text("Move: {move}", move=move)
        case moves:
            yield words.text("Moves: {moves}", moves=" · ".join(moves))
    for move, refusal in shown.refused:
        yield words.text("Not allowed: {move}. {reason}", move=move, reason=words.refusal(refusal))
