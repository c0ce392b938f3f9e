"""Section 2 of the rules: the table of editions, with the players and pieces of sections 3 to 5.

Each entry is (players, pieces), with "teams", "facing" or "paired" where the game needs it.
"""

import pytest

from halma.games import EDITIONS, OptionError, choose, games
from halma.play import Position
from tests.law import rule

TWO_OR_FOUR = {(2, 19), (4, 13)}
STAR_2_3 = {(2, 15), (3, 15)}
GOBANG = {(2, 12), (3, 12), (4, 12), (4, 6, "teams")}

SCHMIDT = {
    "halma": TWO_OR_FOUR | {(2, 13), (2, 15), (4, 13, "teams")},
    "quick": {(2, 6), (4, 6)},
    "dutch": {(2, 18)},
    "colour": TWO_OR_FOUR,
    "marked": TWO_OR_FOUR | {(1, 19)},
    "le-zug": {(2, 12)},
    "super": TWO_OR_FOUR,
    "dice": TWO_OR_FOUR,
    "two-colour": {(2, 19)},
    "top-secret": {(2, 18)},
    # With other numbers of pieces it is a puzzle of ours.
    "highscore": {(1, 19), (1, 13), (1, 15)},
    "meeting-point": {(1, 19)},
    "solitaire": {(1, 32)},
    "retour": {(1, 32)},
    "star": STAR_2_3 | {(4, 10), (2, 20, "facing"), (2, 20, "paired"), (2, 10), (3, 10), (6, 10)},
    "star-team": {(4, 10)},
    "star-super": STAR_2_3,
    "captive-1": STAR_2_3 | {(4, 10)},
    "captive-2": {(players, 60) for players in (2, 3, 4, 5, 6)},
    "connection": {(2, 13), (3, 13)},
    "connection-solo": {(1, 13)},
    "star-highscore": {(1, 15), (1, 10), (1, 6)},
    "gobang": GOBANG,
    "tippy": STAR_2_3 | {(2, 12), (3, 12), (4, 12)},
    "cat-and-mouse": {(2, 19)},
    "rakado": {(2, 16)},
    "star-rakado": STAR_2_3,
}
ALONE = {"highscore": {(1, 19)}, "star-highscore": {(1, 15)}}
TABLE = {
    "schmidt": SCHMIDT,
    "ravensburger": {
        "halma": TWO_OR_FOUR,
        "star": STAR_2_3,
        **ALONE,
        "quick": {(2, 6), (4, 6)},
        "tippy": {(2, 15), (3, 15), (4, 15)},
        "cat-and-mouse": {(2, 19)},
        "gobang": GOBANG,
    },
    "carlit": {"halma": TWO_OR_FOUR | {(4, 13, "teams")}, "star": STAR_2_3},
    "schmidt-compact": {"halma": {(2, 13), (2, 15)}, "star": {(2, 15)}},
    "schmidt-66": {"halma": TWO_OR_FOUR | {(4, 13, "teams")}, "star": STAR_2_3, **ALONE},
}
# What no edition has.
NOWHERE = {(players, pieces) for players in (1, 2, 3, 4, 5, 6) for pieces in (6, 10, 12, 13, 15, 19)} | {
    (2, 13, "teams"),
    (2, 19, "teams"),
    (4, 10, "facing"),
    (3, 15, "paired"),
}
# The booklets' solo star game is played with 15; section 4 allows "also 10" without naming a booklet.
OPEN = {("star-highscore", (1, 10))}


def takes(game, edition, form):
    """Whether an edition has exactly this form of a game; who asks for 4 × 6 in gobang gets the team game."""
    players, pieces, *extra = form
    options = {"teams": True} if extra == ["teams"] else {"tips": extra[0]} if extra else {}
    try:
        choice = choose(game, edition=edition, players=players, pieces=pieces, **options)
    except OptionError:
        return False
    teams = ["teams"] if choice.teams and game != "star-team" else []
    # Where two players with one colour sit has a test of its own.
    tips = [choice.options.get("tips")] if choice.options.get("tips") in ("facing", "paired") else []
    return (choice.edition, choice.players, choice.pieces, *teams, *tips) == (edition, *form)


@rule("2.40")
def test_the_five_editions():
    assert set(EDITIONS) == set(TABLE)


@rule("2.40")
def test_schmidt_is_the_default():
    assert choose("halma").edition == "schmidt"


@rule("3", "4", "5")
def test_the_catalogue_has_the_27_games_of_the_tables():
    assert set(games()) == set(SCHMIDT)
    assert len(SCHMIDT) == 27


@rule("2.40")
@pytest.mark.parametrize("game", sorted(SCHMIDT))
@pytest.mark.parametrize("edition", sorted(TABLE))
def test_an_edition_has_the_games_players_and_pieces_of_its_booklet_and_refuses_all_others(edition, game):
    wanted = TABLE[edition].get(game, set())
    tried = NOWHERE.union(*(table.get(game, set()) for table in TABLE.values()))
    if edition != "schmidt":
        tried = {form for form in tried if (game, form) not in OPEN}
    assert {form for form in tried if takes(game, edition, form)} == wanted


@rule("2.40")
def test_an_unknown_edition_is_refused():
    with pytest.raises(OptionError):
        choose("halma", edition="monopoly")


@rule("2.40")
@pytest.mark.parametrize("edition", sorted(TABLE))
def test_the_blocking_rule_of_an_edition(edition):
    """Schmidt plays vacate, all others free."""
    expected = "vacate" if edition == "schmidt" else "free"
    for game in TABLE[edition]:
        blocking = choose(game, edition=edition).options.get("blocking")
        assert blocking in (expected, None), game
    assert choose("halma", edition=edition).options["blocking"] == expected
    assert choose("star", edition=edition).options["blocking"] == expected


@rule("2.40")
@pytest.mark.parametrize("blocking", ["vacate", "swap", "fill", "free"])
@pytest.mark.parametrize("edition", sorted(TABLE))
def test_blocking_may_still_be_chosen_in_every_edition(edition, blocking):
    for game in ("halma", "star"):
        assert choose(game, edition=edition, blocking=blocking).options["blocking"] == blocking


@rule("1.9", "2.40")
@pytest.mark.parametrize(
    ("edition", "usual"),
    [
        ("schmidt", "opposite"),
        ("ravensburger", "apart"),
        ("carlit", "opposite"),
        ("schmidt-compact", "opposite"),
        ("schmidt-66", "apart"),
    ],
)
def test_where_two_players_on_the_star_sit_in_an_edition_and_that_it_may_still_be_chosen(edition, usual):
    assert choose("star", edition=edition, players=2).options["tips"] == usual
    tips_of_b = {"opposite": "q1", "apart": "m13"}
    for tips, point in tips_of_b.items():
        position = Position("star", edition=edition, players=2, tips=tips)
        assert position.pieces["a1"] == "A"
        assert position.pieces[point] == "B"


@rule("1.9")
@pytest.mark.parametrize(("game", "pieces"), [("star", 15), ("star", 10), ("star-super", 15)])
def test_two_players_sit_opposite_if_nothing_is_said(game, pieces):
    assert choose(game, players=2, pieces=pieces).options["tips"] == "opposite"
    assert Position(game, players=2, pieces=pieces) == Position(game, players=2, pieces=pieces, tips="opposite")


@rule("2.40", "3.2")
def test_schmidt_66_lets_two_play_together_against_two():
    choice = choose("halma", edition="schmidt-66", players=4, teams=True)
    assert (choice.pieces, choice.teams, choice.options["blocking"]) == (13, True, "free")
    assert Position(choice).rules.teams == (0, 1, 0, 1)


@rule("2.40", "3.1")
def test_compact_halma_has_13_pieces_if_nothing_is_said():
    assert choose("halma", edition="schmidt-compact").pieces == 13
    assert len(Position("halma", edition="schmidt-compact").pieces) == 26


@rule("2.40", "3.1")
def test_compact_halma_takes_pieces_15():
    assert choose("halma", edition="schmidt-compact", pieces=15).players == 2
    assert len(Position("halma", edition="schmidt-compact", pieces=15).pieces) == 30


@rule("2.40", "3.1")
@pytest.mark.parametrize("edition", ["schmidt", "ravensburger", "carlit", "schmidt-66"])
def test_halma_for_two_has_19_pieces_elsewhere(edition):
    assert choose("halma", edition=edition, players=2).pieces == 19


@rule("2.40", "5.4")
@pytest.mark.parametrize(("edition", "board"), [("schmidt", 256), ("ravensburger", 289)])
def test_tippy_is_played_on_the_points_in_ravensburger_s_edition(edition, board):
    assert len(Position("tippy", edition=edition).board) == board
