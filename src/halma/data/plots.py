"""Plots of matches, games and analyses: figures of Matplotlib, and SVG that is the same whenever it is drawn."""

from __future__ import annotations

import io
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from math import nan
from statistics import median
from typing import TYPE_CHECKING, Any

from halma.data.tables import needed
from halma.draw.palette import INK, PAINTS, paint, trail_colour
from halma.engine.analysis import costliest
from halma.engine.thought import DECIDED
from halma.words import Words, translator

if TYPE_CHECKING:
    from halma.engine.analysis import Judged
    from halma.engine.standings import Standings

__all__ = ["plot_analysis", "plot_lengths", "plot_match", "plot_scores", "plot_training", "svg_of"]

# Longer names of players are cut.
LONGEST_NAME = 28
# Histograms have no more bars than this.
MOST_BARS = 30
# The marks of the seats as Matplotlib calls them; the second of each is whether it is filled.
_MARKERS = {
    "dot": ("o", True),
    "ring": ("o", False),
    "bar": ("|", True),
    "cross": ("X", True),
    "triangle": ("^", True),
    "square": ("s", True),
}
_GRID = "#d9cfc0"
_STYLE: dict[str, Any] = {
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": "medium",
    "axes.titlelocation": "left",
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",
    "grid.color": _GRID,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "halma",
    "text.color": INK,
    "text.parse_math": False,  # a name with two dollars in it is just a name
    "xtick.color": INK,
    "ytick.color": INK,
}


def plot_match(standings: Standings, lengths: Sequence[int], *, language: str = "en") -> Any:
    """The result of a match in one figure: scores with intervals, ratings where more than two play, lengths of games.

    `lengths` are the turns of each game, as in the column `turns` of `games_table`.
    """
    words = translator(language)
    several = len(standings.match.lineup) > 2
    names = [_short(one.name) for one in standings.standings]
    panels = 3 if several else 2
    with _style():
        figure = _figure(3.6 * panels + 0.4, max(3.2, 1.6 + 0.45 * len(names)))
        axes = figure.subplots(1, panels)
        _draw_scores(axes[0], words, standings)
        if several:
            _draw_ratings(axes[1], words, standings)
            axes[1].set_yticklabels([])
        _draw_histogram(axes[-1], words, lengths)
    return figure


def plot_scores(standings: Standings, *, language: str = "en") -> Any:
    """The score of every player with its 95 % interval."""
    with _style():
        figure = _figure(6.4, max(2.4, 1.4 + 0.45 * len(standings.standings)))
        _draw_scores(figure.subplots(), translator(language), standings)
    return figure


def plot_lengths(lengths: Sequence[int] | Mapping[str, Sequence[int]], *, language: str = "en") -> Any:
    """How long games last: a histogram of one group, or a box for each of several groups by name.

    >>> figure = plot_lengths({"quick": [31, 35, 42], "halma": [88, 95, 101]})
    >>> [label.get_text() for label in figure.axes[0].get_yticklabels()]
    ['quick', 'halma']
    """
    words = translator(language)
    with _style():
        if not isinstance(lengths, Mapping):
            figure = _figure(6.4, 3.6)
            _draw_histogram(figure.subplots(), words, lengths)
            return figure
        figure = _figure(7.2, max(2.4, 1.2 + 0.42 * len(lengths)))
        axes = figure.subplots()
        _draw_boxes(axes, lengths)
        axes.set_xlabel(words.text("Turns"))
        axes.set_title(words.text("Length of games"))
    return figure


def plot_training(report: Mapping[str, Any], *, language: str = "en") -> Any:
    """How a net was trained, as the report of a training tells it: the loss by epoch, and by part of the game."""
    words = translator(language)
    history, parts = report["history"], [part for part in report["losses_by_phase"] if part["positions"]]
    with _style():
        figure = _figure(7.6, 3.4)
        by_epoch, by_part = figure.subplots(1, 2)
        epochs = [one["epoch"] for one in history]
        of_epochs = (("loss", words.text("trained on")), ("unseen", words.text("unseen games")))
        for row, (name, label) in enumerate(of_epochs):
            by_epoch.plot(epochs, [one[name] for one in history], color=_player_colour(row), marker="o", label=label)
        by_epoch.set_xlabel(words.text("Epoch"))
        _whole_numbers(by_epoch.xaxis)
        numbers = range(1, len(parts) + 1)
        of_parts = (("written", words.text("without the net")), ("net", words.text("with it")))
        for row, (name, label) in enumerate(of_parts):
            by_part.plot(numbers, [one[name] for one in parts], color=_player_colour(row), marker="o", label=label)
        by_part.set_xlabel(words.text("Part of the game"))
        _whole_numbers(by_part.xaxis)
        for axes in (by_epoch, by_part):
            axes.set_title(words.text("Logarithmic loss"))
            axes.legend()
    return figure


def plot_analysis(
    judged: Sequence[Judged], names: Mapping[str, str] | None = None, *, seats: str = "", language: str = "en"
) -> Any:
    """A game turn by turn, as `analyse_record` judges it: who is ahead by how many turns, the chances of each seat and,
    where a game has such a number, the turns it still needs.

    The seats have the colours and marks of their pieces. The turns that lost most are named.
    """
    words = translator(language)
    count = len(judged[0].analysis.scores) if judged else 0
    letters = seats or "".join(PAINTS)[:count]
    numbers = [turn.number for turn in judged]
    with _style():
        counted = any(turns is not None for turn in judged for turns in turn.analysis.remaining)
        figure = _figure(8.0, 8.2 if counted else 6.0)
        above, middle, *rest = figure.subplots(3 if counted else 2, 1, sharex=True)
        lowest = rest[0] if rest else middle
        normal = [abs(score) for turn in judged for score in turn.analysis.scores if abs(score) < DECIDED]
        highest = max(100, *normal) / 100 if normal else 1.0
        for index, letter in enumerate(letters):
            scores = [_turns(turn.analysis.scores[index], highest) for turn in judged]
            chances = [100 * turn.analysis.chances[index] for turn in judged]
            label = f"{letter} ({_short(names[letter])})" if names and names.get(letter) else letter
            # Few marks on a long game: they tell the lines apart and must not hide them.
            every = (index * max(1, len(judged) // 60), max(1, len(judged) // 12))
            look = {**_line_look(letter), "markevery": every if len(judged) > 12 else None}
            above.plot(numbers, scores, label=label, **look)
            middle.plot(numbers, chances, **look)
            for axes in rest:
                needed_turns = [turn.analysis.remaining[index] for turn in judged]
                axes.plot(numbers, [nan if one is None else one for one in needed_turns], **look)
        above.axhline(0, color=INK, linewidth=0.8)
        above.set_ylabel(words.text("Turns ahead"))
        if letters:
            above.legend(loc="best", ncols=min(3, len(letters)))
        middle.set_ylabel(words.text("Chance of winning (%)"))
        for axes in rest:
            axes.set_ylabel(words.text("Turns still needed"))
            axes.set_ylim(bottom=0)
        lowest.set_xlabel(words.text("Turn"))
        _whole_numbers(lowest.xaxis)
        lowest.margins(x=0.02)
        _name_worst(middle, judged, letters)
    return figure


def svg_of(figure: Any) -> str:
    """A figure as SVG, the same to the byte for the same data: without a date, and with text as text."""
    target = io.StringIO()
    with _style():
        figure.savefig(target, format="svg", metadata={"Date": None, "Creator": "halma"})
    # The lines of Matplotlib end in blanks here and there.
    return "\n".join(line.rstrip() for line in target.getvalue().splitlines()) + "\n"


# ---- parts of figures -----------------------------------------------------------------------------------


@contextmanager
def _style() -> Generator[None]:
    """The look of the plots, whatever the person's own settings are."""
    matplotlib = needed("matplotlib")
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


@cache
def _figure_class() -> Any:
    """Figures that notebooks show, whether or not anything there has to do with Matplotlib."""
    figure = needed("matplotlib.figure").Figure
    return type("Figure", (figure,), {"_repr_svg_": svg_of, "__doc__": figure.__doc__})


def _figure(width: float, height: float) -> Any:
    # No pyplot: a figure of its own needs no screen and is not kept by anybody else.
    return _figure_class()(figsize=(width, height), layout="constrained")


def _draw_scores(axes: Any, words: Words, standings: Standings) -> None:
    rows = range(len(standings.standings))
    for row, one in zip(rows, standings.standings, strict=True):
        low, high = one.interval
        axes.plot([100 * low, 100 * high], [row, row], color=_player_colour(row), linewidth=2.4, solid_capstyle="butt")
        axes.plot([100 * one.share], [row], color=_player_colour(row), marker="o", markersize=8)
        axes.annotate(
            f"{100 * one.share:.1f}",
            (100 * one.share, row),
            xytext=(0, 9),
            textcoords="offset points",
            ha="center",
            fontsize="small",
        )
    if standings.even:
        axes.axvline(50, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.set_xlim(-6, 106)
    _players_down(axes, [_short(one.name) for one in standings.standings])
    axes.set_xlabel(words.text("Score (%) with 95 % interval"))
    axes.set_title(words.text("Games played: {count}", count=standings.games))


def _draw_ratings(axes: Any, words: Words, standings: Standings) -> None:
    for row, rating in enumerate(standings.ratings):
        low, high = rating.mu - 2 * rating.sigma, rating.mu + 2 * rating.sigma
        axes.plot([low, high], [row, row], color=_player_colour(row), linewidth=2.4, solid_capstyle="butt")
        axes.plot([rating.mu], [row], color=_player_colour(row), marker="o", markersize=8)
        axes.annotate(
            f"{rating.mu:.1f}",
            (rating.mu, row),
            xytext=(0, 9),
            textcoords="offset points",
            ha="center",
            fontsize="small",
        )
    _players_down(axes, [_short(rating.name or "") for rating in standings.ratings])
    axes.set_xlabel(words.text("Rating with 95 % interval"))


def _players_down(axes: Any, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.7)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)


def _draw_histogram(axes: Any, words: Words, lengths: Sequence[int]) -> None:
    axes.set_title(words.text("Length of games"))
    axes.set_xlabel(words.text("Turns"))
    axes.set_ylabel(words.text("Number of games"))
    _whole_numbers(axes.yaxis)
    _whole_numbers(axes.xaxis)
    if not lengths:
        return
    least, most = min(lengths), max(lengths)
    bars = min(MOST_BARS, max(6, round(2 * len(lengths) ** 0.5)))
    width = -(-(most - least + 1) // bars)
    edges = [edge - 0.5 for edge in range(least, most + width + 1, width)]
    axes.hist(lengths, bins=edges, color=paint("A").tint, edgecolor="white", linewidth=0.6)
    middle = median(lengths)
    axes.axvline(middle, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.annotate(
        words.text("median {number}", number=f"{middle:g}"),
        (middle, 1),
        xycoords=("data", "axes fraction"),
        xytext=(4, -2),
        textcoords="offset points",
        va="top",
        fontsize="small",
    )
    axes.margins(y=0.15)


def _draw_boxes(axes: Any, groups: Mapping[str, Sequence[int]]) -> None:
    filled = [(row, list(lengths)) for row, lengths in enumerate(groups.values()) if lengths]
    if filled:
        drawn = axes.boxplot(
            [lengths for _, lengths in filled],
            positions=[row for row, _ in filled],
            orientation="horizontal",
            widths=0.6,
            patch_artist=True,
            flierprops={"marker": ".", "markersize": 4, "markeredgecolor": INK},
            medianprops={"color": INK, "linewidth": 1.6},
        )
        for box in drawn["boxes"]:
            box.set(facecolor=paint("A").tint, alpha=0.55, edgecolor=INK)
    _players_down(axes, [_short(name) for name in groups])
    axes.set_xlim(left=0)


def _name_worst(axes: Any, judged: Sequence[Judged], letters: str) -> None:
    """Name the turns that lost most, above the lines and each on a height of its own, so that they do not overlap."""
    named = costliest(judged)
    axes.set_ylim(-4, 104 + 12 * len(named))
    axes.set_yticks(range(0, 101, 20))
    middle = (judged[0].number + judged[-1].number) / 2 if judged else 0
    for height, turn in enumerate(sorted(named, key=lambda one: one.number)):
        chance = 100 * turn.analysis.chances[letters.index(turn.seat)]
        before = turn.number <= middle
        axes.annotate(
            f"{turn.number}. {turn.seat} {turn.text}?",
            (turn.number, chance),
            xytext=(turn.number, 108 + 12 * height),
            ha="left" if before else "right",
            va="center",
            fontsize="small",
            arrowprops={
                "arrowstyle": "-",
                "color": INK,
                "linewidth": 0.8,
                "linestyle": ":",
                "shrinkB": 0,
                "relpos": (0 if before else 1, 0),
            },
        )


def _turns(score: int, highest: float) -> float:
    """Hundredths as turns; a decided game lies just outside of what else there was."""
    if abs(score) < DECIDED:
        return score / 100
    return 1.1 * highest if score > 0 else -1.1 * highest


def _line_look(letter: str) -> dict[str, Any]:
    colour = trail_colour(letter)
    marker, is_filled = _MARKERS.get(paint(letter).mark, ("o", True))
    return {
        "color": colour,
        "linewidth": 1.8,
        "marker": marker,
        "markersize": 7,
        "markerfacecolor": colour if is_filled else "white",
        "markeredgecolor": colour,
        "markeredgewidth": 1.6,
    }


def _player_colour(row: int) -> str:
    """Players are no seats, but the same colours are told apart by everybody."""
    return trail_colour("".join(PAINTS)[row % len(PAINTS)])


def _whole_numbers(axis: Any) -> None:
    axis.set_major_locator(needed("matplotlib.ticker").MaxNLocator(integer=True))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
