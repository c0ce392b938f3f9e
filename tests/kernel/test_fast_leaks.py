"""What is said about objects that are still there when the interpreter ends: nothing."""

import subprocess
import sys

import pytest

from halma.kernel import fast

pytestmark = pytest.mark.skipif(not fast.available, reason="nothing was compiled")

# As an extension module does that keeps an object for good.
KEEPS_A_POSITION = """
import ctypes
from halma.play import Position

ctypes.pythonapi.Py_IncRef(ctypes.py_object(Position("halma")))
"""


def test_a_position_that_outlives_the_interpreter_is_not_reported_as_a_leak():
    ended = subprocess.run([sys.executable, "-c", KEEPS_A_POSITION], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("", "")
