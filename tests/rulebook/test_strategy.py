"""The strategy pages give advice that the engine agrees with: no move they show loses much against the best one."""

import pytest

from halma.engine import WIN, Limits, think
from halma.rulebook.library import page
from halma.rulebook.playing import base_of

# In hundredths of a turn; the pages show the idea, not always the very best move.
MOST_LOST = 60
LIMITS = Limits(nodes=300_000)
SHOWN = [
    pytest.param(diagram, id=f"{name}/{diagram.name}")
    for name in ("strategy-halma", "strategy-star")
    for diagram in page(name, "en").diagrams
    if diagram.play
]


def worth(position, seat: int) -> int:
    """What a position is worth to a seat by a search."""
    outcome = position.outcome()
    if outcome is not None:
        return WIN if position.seats[seat] in outcome.winners else -WIN
    return think(position, LIMITS).scores[seat]


@pytest.mark.parametrize("diagram", SHOWN)
def test_a_move_that_a_strategy_page_shows_is_nearly_the_best_one(diagram):
    position = base_of(diagram)
    seat = position.seats.index(position.seat)
    best = position.copy()
    best.push(think(position, LIMITS).move)
    shown = position.copy()
    shown.push_turn(diagram.play[0])
    assert worth(shown, seat) >= worth(best, seat) - MOST_LOST
