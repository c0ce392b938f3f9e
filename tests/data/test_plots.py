"""Plots: what they show, in which words, and that they are the same whenever they are drawn."""

import subprocess
import sys
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib.figure import Figure

from halma.data import plot_analysis, plot_lengths, plot_match, plot_scores, svg_of
from halma.draw.palette import trail_colour
from halma.engine import WIN, Limits
from halma.engine.analysis import Analysis, Continuation, Judged, analyse_record
from halma.engine.match import make_match, played_games
from halma.engine.referee import Setting
from halma.engine.standings import Standings
from halma.games import choose
from halma.play import read_records

LANGUAGES = ("de", "en", "es", "fr", "it", "nl")


def standings_of(names, game, players, games):
    match = make_match(names, Setting(choose(game, players=players)), Limits(), games)
    standings = Standings(match)
    lengths = []
    for played in played_games(match):
        standings.add(played)
        lengths.append(played.turns)
    return standings, lengths


@pytest.fixture(scope="module")
def two():
    return standings_of(["greedy", "random"], "quick", 2, 4)


@pytest.fixture(scope="module")
def three():
    return standings_of(["greedy", "random", "greedy"], "connection", 3, 3)


def texts(svg: str) -> list[str]:
    """All texts of a picture, which also shows that it is well-formed."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def judged(number, seat, scores, chances, loss=0.0, remaining=None):
    line = Continuation(scores, ("a1-b2",), chances)
    analysis = Analysis(seat, number, scores, chances, remaining or (None,) * len(scores), (line,), 1, 1)
    return Judged(number, seat, f"a{number}-b{number}", analysis, loss, line.turns if loss else ())


GAME = [
    judged(1, "A", (10, -10), (0.5, 0.5)),
    judged(2, "B", (20, -20), (0.6, 0.4), 0.3),
    judged(3, "A", (250, -250), (0.9, 0.1)),
    judged(4, "B", (WIN - 1, 1 - WIN), (1.0, 0.0)),
]


def test_a_match_shows_scores_with_intervals_and_lengths(two):
    standings, lengths = two
    figure = plot_match(standings, lengths)
    scores, histogram = figure.axes
    assert [label.get_text() for label in scores.get_yticklabels()] == ["greedy", "random"]
    low, high = standings.standings[0].interval
    intervals, points = scores.lines[0::2], scores.lines[1::2]
    assert list(intervals[0].get_xdata()) == [100 * low, 100 * high]
    assert list(points[0].get_xdata()) == [100 * standings.standings[0].share]
    assert sum(bar.get_height() for bar in histogram.patches) == len(lengths) == 4
    assert "Games played: 4" in texts(svg_of(figure))


def test_ratings_are_shown_where_more_than_two_play(three):
    standings, lengths = three
    figure = plot_match(standings, lengths)
    assert len(figure.axes) == 3
    interval = figure.axes[1].lines[0].get_xdata()
    rating = standings.ratings[0]
    assert list(interval) == [rating.mu - 2 * rating.sigma, rating.mu + 2 * rating.sigma]


def test_a_match_without_games_can_be_drawn():
    match = make_match(["greedy", "random"], Setting(choose("quick", players=2)), Limits(), 1)
    assert "Games played: 0" in texts(svg_of(plot_match(Standings(match), [])))
    assert svg_of(plot_lengths([])) and svg_of(plot_lengths({"none": []})) and svg_of(plot_analysis([]))
    assert svg_of(plot_scores(Standings(match)))


def test_lengths_of_several_groups():
    figure = plot_lengths({"vacate": [10, 12, 14], "nothing": [], "swap": [8, 9, 13]})
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["vacate", "nothing", "swap"]
    medians = [line.get_xdata()[0] for line in axes.lines if len(line.get_xdata()) == 2 and line.get_linewidth() == 1.6]
    assert medians == [12, 9]


@pytest.mark.parametrize("lengths", [[5], [5] * 9, list(range(1000)), [1, 10_000]])
def test_every_game_is_in_the_histogram(lengths):
    (axes,) = plot_lengths(lengths).axes
    assert sum(bar.get_height() for bar in axes.patches) == len(lengths)
    assert len(axes.patches) <= 31


def test_an_analysis_has_the_colours_and_marks_of_the_seats():
    above, below = plot_analysis(GAME, {"A": "Ann", "B": "Ben"}).axes
    first, second = above.lines[:2]
    assert [line.get_label() for line in (first, second)] == ["A (Ann)", "B (Ben)"]
    assert [line.get_color() for line in (first, second)] == [trail_colour("A"), trail_colour("B")]
    looks = {(line.get_marker(), line.get_markerfacecolor()) for line in (first, second)}
    assert len(looks) == 2 and {face for _, face in looks} == {trail_colour("A"), "white"}
    # A decided game lies outside of what was estimated.
    assert list(first.get_ydata()[:3]) == [0.1, 0.2, 2.5] and first.get_ydata()[3] > 2.5
    assert list(below.lines[1].get_ydata()) == pytest.approx([50, 40, 10, 0])


def test_turns_that_lost_much_are_named():
    shown = texts(svg_of(plot_analysis(GAME)))
    assert [text for text in shown if text.endswith("?")] == ["2. B a2-b2?"]


def test_turns_still_needed_are_drawn_where_somebody_can_count_them():
    turns = [judged(1, "A", (10, -10), (0.5, 0.5), remaining=(30, 31)), judged(2, "B", (20, -20), (0.6, 0.4))]
    lowest = plot_analysis(turns).axes[2]
    first, second = (list(line.get_ydata()) for line in lowest.lines)
    assert (first[0], second[0]) == (30, 31) and first[1] != first[1]
    assert lowest.get_ylabel() == "Turns still needed"


def test_a_real_game_is_drawn():
    (record,) = read_records('[Game "quick"]\n1. e2-f3 2. l15-k14 3. f3-g4 *')
    turns = list(analyse_record(record, Limits(nodes=50)))
    above, _, lowest = plot_analysis(turns, record.names).axes
    assert list(above.lines[0].get_xdata()) == [1, 2, 3]
    assert list(above.lines[0].get_ydata()) == [turn.analysis.scores[0] / 100 for turn in turns]
    assert list(lowest.lines[1].get_ydata()) == [turn.analysis.remaining[1] for turn in turns]


def test_six_seats_differ_by_more_than_colour():
    turns = [judged(number, "A", (0,) * 6, (1 / 6,) * 6) for number in range(1, 4)]
    above, _ = plot_analysis(turns).axes
    assert len({(line.get_marker(), line.get_markerfacecolor() == "white") for line in above.lines[:6]}) == 6


def words_of(figure) -> tuple[str, ...]:
    """What stands on a figure besides names and numbers."""
    axes = figure.axes
    return tuple(text for one in axes for text in (one.get_title("left"), one.get_xlabel(), one.get_ylabel()) if text)


def test_plots_speak_every_language(two, three):
    for draw in (
        lambda language: plot_match(*three, language=language),
        lambda language: plot_scores(two[0], language=language),
        lambda language: plot_lengths([1, 2], language=language),
        lambda language: plot_analysis(GAME, language=language),
    ):
        found = [words_of(draw(language)) for language in LANGUAGES]
        assert len({len(words) for words in found}) == 1 and len(found[0]) >= 2
        assert len(set(found)) == len(LANGUAGES)


def test_names_are_taken_as_they_are():
    """Matplotlib would take dollars for mathematics and an underscore at the start for what needs no label."""
    match = make_match(["cmd:$a_b$ & <c>@1", "random"], Setting(choose("quick", players=2)), Limits(), 1)
    assert "cmd:$a_b$ & <c>@1" in texts(svg_of(plot_scores(Standings(match))))
    assert "A (_$x^$)" in texts(svg_of(plot_analysis(GAME, {"A": "_$x^$"})))
    assert "$\\frac$" in texts(svg_of(plot_lengths({"$\\frac$": [1]})))


DRAWING = "from halma.data import *; print(svg_of(plot_lengths({'a': [1, 2, 5], 'b': [3]})), end='')"


def test_pictures_are_the_same_to_the_byte(two):
    standings, lengths = two
    assert svg_of(plot_match(standings, lengths)) == svg_of(plot_match(standings, lengths))
    drawn = subprocess.run([sys.executable, "-c", DRAWING], capture_output=True, text=True, check=True).stdout
    assert drawn == svg_of(plot_lengths({"a": [1, 2, 5], "b": [3]}))
    assert "<dc:date>" not in drawn


def test_a_notebook_shows_a_figure():
    figure = plot_lengths([1, 2, 2])
    assert isinstance(figure, Figure)
    assert getattr(figure, "_repr_svg_")() == svg_of(figure)  # noqa: B009 - which a plain figure does not have


def test_a_persons_own_settings_of_matplotlib_are_left_alone(two):
    expected = svg_of(plot_match(*two))
    with matplotlib.rc_context({"lines.linewidth": 9, "font.size": 20, "axes.grid": False}):
        before = dict(matplotlib.rcParams)
        assert svg_of(plot_match(*two)) == expected
        assert dict(matplotlib.rcParams) == before
