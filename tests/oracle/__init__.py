"""A second, naive implementation of the rules, written without a look at the first one.

It shares no code with `halma` and is there to be compared with it: expected counts and moves in the tests come from
here or from reasoning, never from what the program printed.
"""

from .catalogue import new_game

__all__ = ["new_game"]
