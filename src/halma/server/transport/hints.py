"""A hint as it goes over the wire."""

from __future__ import annotations

from halma.server.thinking.advice import FoundHint
from halma.server.transport import wire
from halma.server.transport.view import move_views


def hint_view(found: FoundHint) -> wire.HintView:
    """A move to make, with the reason for it."""
    (move,) = move_views(found.position, [found.action])
    return wire.HintView(move, found.reason)
