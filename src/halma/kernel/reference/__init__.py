"""The reference kernel: plain Python, the readable definition of play."""

from halma.kernel.reference.state import State

__all__ = ["State"]
