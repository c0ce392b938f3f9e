"""Everything the core promises, in one go, as a script: run where nothing but halma is installed.

`python core_features.py compiled` also wants the compiled parts to run, `python core_features.py python` wants none.
"""

import sys

import halma
from halma import draw
from halma.engine import Limits, think
from halma.engine.hints import hint
from halma.engine.match import make_match
from halma.engine.referee import Setting
from halma.games import games
from halma.kernel import kernel_in_use
from halma.messages import HalmaError
from halma.puzzles import SolveLimits, compiled, make, solve
from halma.words import LANGUAGES, translator

assert kernel_in_use() == ("fast" if sys.argv[1] == "compiled" else "reference")
assert compiled.available() == (sys.argv[1] == "compiled")

# Boards, rules, games, kernels and positions.
assert len(games()) == 27
position = halma.Position("halma")
assert len(position.legal_moves) == 40
assert [halma.perft(position, depth) for depth in (1, 2)] == [40, 1600]
position.push("c3-e3")
position.push(next(iter(position.legal_moves)))
try:
    position.push("p1-a9")
except HalmaError as error:
    assert translator("de").error(error) != str(error)
else:
    raise AssertionError("a move without a piece was played")

# Records, and their text.
record = halma.Record.of(position)
(again,) = halma.read_records(record.to_text())
assert again.position().text() == position.text()

# Pictures and words.
assert (position._repr_svg_() or "").startswith("<svg")
assert draw.svg(position).startswith("<svg")
assert draw.text(position, colour=False).count("A") == 19
assert {translator(language).number(1234) for language in LANGUAGES} >= {"1,234", "1.234"}

# Engine, hints and matches.
star = halma.Position("star", players=2, pieces=10)
assert think(star, Limits(level=2)).move in star.legal_moves
assert hint(star).reasons
match = make_match(["random", "greedy"], Setting(halma.choose("quick"), "1", 1, False), Limits(level=1), 1)
assert match.games == 1

# Puzzles. Without the compiled searches, larger ones are refused with the reason.
try:
    solution = solve(halma.Position("highscore", pieces=13), SolveLimits(seconds=0.1))
except HalmaError as error:
    assert not compiled.available()
    assert "compiled" in str(error)
else:
    assert compiled.available()
    assert solution.bound > 0
assert make("chain", "7")

third_party = {
    name.partition(".")[0]
    for name, module in sys.modules.items()
    if module is not None and name.partition(".")[0] not in sys.stdlib_module_names
}
# What an editable install or a virtual environment puts there itself.
ours = {"halma", "__main__", "__mp_main__"}
assert not {name for name in third_party - ours if not name.startswith("_")}, third_party
print("all of the core works")
