"""`halma games`."""

from halma.games import games


def rows(lines: list[str]) -> list[str]:
    return [line.split()[0] for line in lines if line.split() and line.split()[0] in games()]


def test_all_games_are_listed_in_the_order_of_the_booklets(lines):
    listed = lines("games")
    assert rows(listed) == list(games())
    assert listed[-1].startswith(f"{len(games())} games.")


def test_a_row_tells_name_players_board_and_options(lines):
    (row,) = [line for line in lines("games", "--lang", "de") if line.split()[:1] == ["quick"]]
    assert all(part in row for part in ("Schnellhalma", "2 × 6, 4 × 6", "Karobrett", "--blocking --stall --play-on"))


def test_games_for_a_board_and_a_number_of_players(lines):
    assert rows(lines("games", "--board", "cross")) == ["solitaire", "retour"]
    assert rows(lines("games", "--board", "star", "--players", "6")) == ["star", "captive-2"]
    assert rows(lines("games", "--players", "5")) == ["captive-2"]


def test_titles_are_in_the_language(lines):
    assert any("Damas chinas" in line for line in lines("games", "--lang", "es"))
