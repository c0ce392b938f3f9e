"""The tables of the rules: every game, every booklet name, every number of players and pieces."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from halma.games import OptionError, UnknownGameError, choose, find_game, games
from tests.law import rule

SQUARE = [
    "halma",
    "quick",
    "dutch",
    "colour",
    "marked",
    "le-zug",
    "super",
    "dice",
    "two-colour",
    "top-secret",
    "highscore",
    "meeting-point",
    "solitaire",
    "retour",
]
STAR = ["star", "star-team", "star-super", "captive-1", "captive-2", "connection", "connection-solo", "star-highscore"]
BOX = ["gobang", "tippy", "cat-and-mouse", "rakado", "star-rakado"]

# The names in the tables of sections 3, 4 and 5, written out, and the headings of the booklets they stand for.
NAMES = {
    "halma": "Halma, Halma auf dem Karoplan",
    "quick": "Schnellhalma, Halma rapide, Halma rapido, Snelhalma, Halma veloz",
    "dutch": "Niederländisches Halma, Halma néerlandais, Halma olandese, Hollands Halma, Halma holandés",
    "colour": "Farbenhalma, Halma de couleurs, Halma a colori, Kleurenhalma, Halma de colores",
    "marked": "Treffhalma, Halma de précision, Halma a contrassegno, Trefhalma, Halma de precisión",
    "le-zug": "Le Zug, De Trein, El Tren",
    "dice": "Würfelhalma, Würfel-Halma, Halma de dés, Halma a dadi, Dobbelsteenhalma, Halma de dados",
    "two-colour": (
        "Doppel-Color, Doppel-Color Halma, Halma bicolore, Halma a doppio colore, 2-kleuren Halma, Halma bicolor"
    ),
    "super": "Super oder Sprung-Halma, Super Halma o Halma a salto, Super- of Spronghalma",
    "star-super": "Sprung- oder Superhalma, Halma a salto o Superhalma",
    "top-secret": "Top Secret, Top secret Halma",
    "meeting-point": "Treffpunkt, Rencontre, Punto d'incontro, Trefpunt, Punto de encuentro",
    "solitaire": (
        "Solo-Halma, Solitär, Solo-Halma oder Solitär, Halma en solo, Solitaire, Halma en solo ou Solitaire, "
        "Halma solitario, Solohalma, Solohalma of Solitaire"
    ),
    "retour": "Retour, Retorno",
    "star": "Sternhalma, Dames chinoises, Étoile chinoise, Dama cinese, Sterhalma, Damas chinas, Chinese Checkers",
    "star-team": "Teamspiel, Partie en équipes, Gioco di squadra, Teamspel, Juego en equipo",
    "captive-1": "Gefangen 1, Prisonnier 1, Imprigionato 1, Gevangen 1, Prisionero 1",
    "captive-2": "Gefangen 2, Prisonnier 2, Imprigionato 2, Gevangen 2, Prisionero 2",
    "gobang": ("Gobang, Gomoku, Gomuku, Pente, Gomuku oder Gobang, Pente ou Gobang, Gomoku o Gobang, Gomuku of Gobang"),
    "tippy": "Tippy",
    "cat-and-mouse": (
        "Katz und Maus, 2 Katzen und 19 Mäuse, Les chats et les souris, Gatto e topo, Kat en Muis, Gatos y ratones"
    ),
}
BOOKLET_NAMES = [(game, name) for game, listed in NAMES.items() for name in listed.split(", ")]
# Names that the booklets use for two games. Those that are also an id mean the game with that id.
SHARED = {
    "Superhalma": {"super", "star-super"},
    "Sprunghalma": {"super", "star-super"},
    "Halma de sauts": {"super", "star-super"},
    "Halma a salto": {"super", "star-super"},
    "Halma de saltos": {"super", "star-super"},
    "Halma Solo": {"highscore", "star-highscore"},
    "Máxima puntuación": {"highscore", "star-highscore"},
    "Connexion": {"connection", "connection-solo"},
    "Conexión": {"connection", "connection-solo"},
    "Connectie": {"connection", "connection-solo"},
}


def without_accents(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))


def spellings(name: str) -> set[str]:
    return {name, name.upper(), name.lower(), without_accents(name), without_accents(name).upper()}


@rule("3", "4", "5")
def test_there_are_twenty_seven_games_in_the_order_of_the_rules():
    assert len(SQUARE + STAR + BOX) == 27
    assert list(games()) == SQUARE + STAR + BOX


@rule("3", "4", "5")
@pytest.mark.parametrize("game", SQUARE + STAR + BOX)
def test_every_id_finds_its_game_in_any_case(game: str):
    for spelling in (game, game.upper(), game.replace("-", " ")):
        assert find_game(spelling).id == game


@rule("3", "4", "5")
@pytest.mark.parametrize(("game", "name"), BOOKLET_NAMES)
def test_every_booklet_name_finds_its_game_in_any_case_and_without_accents(game: str, name: str):
    for spelling in spellings(name):
        assert find_game(spelling).id == game


@rule("3", "5")
@pytest.mark.parametrize(
    ("heading", "game"),
    [
        ("Le Zug (eine deutsch-französische Kooperation)", "le-zug"),
        ("Le Zug (El Tren, una cooperación franco-germana)", "le-zug"),
        ("Tippy (auf dem Karobrett)", "tippy"),
        ("Gomoku o Gobang (sulla scacchiera a quadri)", "gobang"),
        ("Gatos y ratones (en el tablero cuadrículado)", "cat-and-mouse"),
        ("Halma  auf dem\tKaroplan", "halma"),
    ],
)
def test_a_heading_with_a_remark_in_parentheses_finds_its_game(heading: str, game: str):
    assert find_game(heading).id == game


@rule("3")
def test_parentheses_alone_are_no_name():
    for name in ("()", "(((", ")", "Schafkopf (Halma)", ""):
        with pytest.raises(UnknownGameError):
            find_game(name)


@rule("3", "4", "5")
@pytest.mark.parametrize("name", SHARED)
def test_a_name_of_several_games_means_the_first_of_them_in_the_box(name: str):
    first = next(game for game in games() if game in SHARED[name])
    for spelling in spellings(name):
        assert find_game(spelling).id == first


@rule("3", "4", "5")
def test_the_dutch_name_that_only_the_square_board_has_finds_it():
    assert find_game("Super- of Spronghalma").id == "super"


@rule("3", "4", "5")
@pytest.mark.parametrize("name", ["Highscore", "Rakado", "Connection"])
def test_a_shared_name_that_is_an_id_means_that_game(name: str):
    assert find_game(name).id == name.lower()


@rule("3", "4", "5")
def test_a_name_that_no_game_has_is_refused():
    with pytest.raises(UnknownGameError):
        find_game("Schafkopf")


# Players × pieces, without and then with teams.
FORMATS: dict[str, set[tuple[int, int]]] = {
    "halma": {(2, 19), (4, 13), (2, 13), (2, 15)},
    "quick": {(2, 6), (4, 6)},
    "dutch": {(2, 18)},
    "colour": {(2, 19), (4, 13)},
    "marked": {(1, 19), (2, 19), (4, 13)},
    "le-zug": {(2, 12)},
    "super": {(2, 19), (4, 13)},
    "dice": {(2, 19), (4, 13)},
    "two-colour": {(2, 19)},
    "top-secret": {(2, 18)},
    "highscore": {(1, 19), (1, 13), (1, 15)},
    "meeting-point": {(1, 19)},
    "solitaire": {(1, 32)},
    "retour": {(1, 32)},
    "star": {(2, 15), (3, 15), (4, 10), (2, 20), (2, 10), (3, 10), (6, 10)},
    "star-team": {(4, 10)},
    "star-super": {(2, 15), (3, 15)},
    "captive-1": {(2, 15), (3, 15), (4, 10)},
    "captive-2": {(players, 60) for players in range(2, 7)},
    "connection": {(2, 13), (3, 13)},
    "connection-solo": {(1, 13)},
    "star-highscore": {(1, 15), (1, 10), (1, 6)},
    "gobang": {(2, 12), (3, 12), (4, 12), (4, 6)},
    "tippy": {(2, 15), (3, 15), (2, 12), (3, 12), (4, 12)},
    "cat-and-mouse": {(2, 19)},
    "rakado": {(2, 16)},
    "star-rakado": {(2, 15), (3, 15)},
}
TEAMS = {"halma": {(4, 13)}, "star-team": {(4, 10)}, "gobang": {(4, 6)}}
SIZES = (6, 9, 10, 12, 13, 15, 16, 18, 19, 20, 32, 60)


def offered(game: str, **options: Any) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    for players in range(1, 9):
        for pieces in SIZES:
            try:
                choose(game, players=players, pieces=pieces, **options)
            except OptionError:
                continue
            found.add((players, pieces))
    return found


@rule("3", "4", "5")
@pytest.mark.parametrize("game", FORMATS)
def test_players_and_pieces_are_those_of_the_tables(game: str):
    assert offered(game) == FORMATS[game]


@rule("3", "4", "5")
@pytest.mark.parametrize("game", FORMATS)
def test_teams_are_those_of_the_tables(game: str):
    assert offered(game, teams=True) == TEAMS.get(game, set())


@rule("2.40", "5")
def test_ravensburgers_tippy_is_for_two_to_four():
    assert offered("tippy", edition="ravensburger") == {(2, 15), (3, 15), (4, 15)}


@rule("1.10", "4")
@pytest.mark.parametrize("tips", ["facing", "paired"])
def test_two_colours_on_the_star_are_for_two_with_twenty(tips: str):
    assert offered("star", tips=tips) == {(2, 20)}
