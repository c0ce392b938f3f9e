"""What is said where a part is missing: NumPy, or the compiled module."""

import subprocess
import sys

import pytest

from halma.batch import EncodedGame, Games, compiled


def test_without_numpy_the_extra_is_named() -> None:
    script = """
import sys
sys.modules["numpy"] = None
try:
    import halma.batch
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (
        done.stdout.strip()
        == 'This needs the package “numpy”, which is not installed. Install it with: pip install "halma[envs]"'
    )


def test_without_the_compiled_module_single_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_native", None)
    assert not compiled.available()
    with pytest.raises(RuntimeError, match=r"not built: .* or play single games with halma\.batch\.EncodedGame"):
        Games("quick", count=1)
    game = EncodedGame("quick")
    assert game._encoder is None and len(game.legal_ids()) == 44  # pyright: ignore[reportPrivateUsage]
