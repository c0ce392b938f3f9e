"""What every endpoint gives: the catalogue, the rulebook, tables, and their pictures and records."""

from pathlib import Path

import pytest

from halma.games import games
from halma.play import Position, read_records
from halma.server.transport import openapi
from halma.web import page_words
from halma.words import LANGUAGES

ROOT = Path(__file__).parents[2]


def test_the_openapi_file_in_the_tree_is_current():
    kept = (ROOT / "docs/openapi.json").read_text(encoding="utf-8")
    assert kept == openapi.text(), "python -m halma.server.transport.openapi > docs/openapi.json"


def test_the_catalogue_lists_every_game_in_every_language(server):
    for language in LANGUAGES:
        listed = server.get("/api/games", lang=language).json()["games"]
        assert [game["id"] for game in listed] == list(games())
        assert all(game["name"] == games()[game["id"]].title(language) and game["summary"] for game in listed)
    star = next(game for game in listed if game["id"] == "star")
    assert star["players"] == [2, 3, 4, 6] and not star["alone"] and not star["dice"]
    assert {option["name"] for option in star["options"]} == {"tips", "blocking", "stall", "play_on", "first"}


def test_every_format_and_option_of_the_catalogue_can_be_set_up(server):
    for game in server.get("/api/games").json()["games"]:
        for number, form in enumerate(game["formats"]):
            options = {key: form[key] for key in ("players", "pieces", "teams") if form[key]}
            options["edition"] = form["editions"][0]
            for option in game["options"]:
                value = option["defaults"][options["edition"]][number]
                if value is not None:
                    options[option["name"]] = True if value is False else value
            table = server.table(game["id"], options=options)
            view = server.view(table, table["token"])
            assert len(view["seats"]) == form["players"] and view["phase"] in ("move", "huff")


def test_the_language_is_asked_for_by_name_or_by_the_browser(server):
    def title(**headers):
        return server.http.get("/api/rules/base-rule", headers=headers).json()["language"]

    assert title(**{"Accept-Language": "de-CH,en;q=0.5"}) == "de"
    assert title(**{"Accept-Language": "xx, fr;q=0.3, it;q=0.9"}) == "it"
    assert title(**{"Accept-Language": "xx;q=quux"}) == "en"
    assert server.get("/api/rules/base-rule", lang="nl").json()["language"] == "nl"


def test_the_rulebook_and_its_examples_can_be_played(server):
    chapters = server.get("/api/rules", lang="de").json()["chapters"]
    assert sum(len(chapter["pages"]) for chapter in chapters) > 27
    page = server.get("/api/rules/course-hop").json()
    assert page["html"].startswith("<article") and page["examples"]
    tried = server.post("/api/examples", {"page": "course-hop", "example": page["examples"][0]}).json()
    assert tried["legal"] and tried["moves"] and tried["svg"].startswith("<svg")
    move = tried["moves"][0]["text"]
    after = server.post(
        "/api/examples",
        {"game": tried["game"], "options": tried["options"], "position": tried["position"], "move": move},
    ).json()
    assert after["legal"] and after["entries"][0]["text"] and after["position"] != tried["position"]
    refused = server.post("/api/examples", {"game": "halma", "move": "a1-c3", "lang": "de"}).json()
    assert not refused["legal"] and refused["refusal"]["text"] == "Auf c3 steht schon eine Figur."
    assert refused["refusal"]["rule"] == {"clause": "2.2", "page": "halma", "label": "Regel 2.2"}
    assert server.post("/api/examples", {"page": "course-hop", "example": "quux"}).status_code == 404
    assert server.post("/api/examples", {}).status_code == 422
    assert server.get("/api/rules/quux").status_code == 404


def test_pictures_of_games_and_tables(server):
    assert server.get("/api/games/star/picture.svg", players=3).text.startswith("<svg")
    halfway = server.get("/api/games/halma/picture.svg", position=Position("halma").board_text())
    assert (
        halfway.text == server.get("/api/games/halma/picture.svg").text
        and halfway.headers["content-encoding"] == "gzip"
    )
    assert server.get("/api/games/halma/picture.svg", position="quux").status_code == 422
    assert server.get("/api/games/star/picture.svg", players=5).json()["error"]["code"] == "option"
    assert server.get("/api/games/star/picture.svg", quux=5).status_code == 400
    assert server.get("/api/games/quux/picture.svg").status_code == 404
    template = server.get("/api/games/star/stage", players=3, turned="B").json()
    assert len(template["cells"]) == 121
    table = server.table()
    server.move(table, 0, "e2-f3")
    path = f"/api/tables/{table['table']}"
    assert 'data-cell="f3"' in server.get(f"{path}/board.svg").text
    assert server.get(f"{path}/board.svg", ply=0).text != server.get(f"{path}/board.svg").text
    assert "piece-" not in server.get(f"{path}/board.svg", empty=1).text
    assert server.get(f"{path}/board.png", width=100).content.startswith(b"\x89PNG")
    assert server.get(f"{path}/stage", turned="B").json()["svg"].startswith("<svg")
    assert server.get(f"{path}/position", ply=0).text.strip() == Position("halma", first="A").board_text()


def test_a_record_goes_out_and_comes_in_again(server):
    table = server.table(seats=[{"kind": "here", "name": "Ann"}, {"kind": "here"}])
    server.move(table, 0, "e2-f3")
    server.move(table, 1, "l15-k14")
    text = server.get(f"/api/tables/{table['table']}/record").text
    (record,) = read_records(text)
    assert record.names == {"A": "Ann"} and [turn.text for turn in record.turns] == ["e2-f3", "l15-k14"]
    again = server.table(record=text)
    view = server.view(again, again["token"])
    assert view["ply"] == 2 and view["to_act"] == "A"
    from_position = server.table(position=view["position"])
    assert server.view(from_position)["position"] == view["position"]
    # The rolls of a record were other dice's, so a game with dice goes on from its last position.
    dice = server.table("rakado")
    record = server.get(f"/api/tables/{dice['table']}/record").text
    assert server.view(server.table("rakado", record=record))["position"] == server.view(dice)["position"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "quux"}, "unknown-game"),
        ({"game": "halma", "options": {"players": 3}}, "option"),
        ({"game": "halma", "options": {"quux": 1}}, "option"),
        ({"game": "halma", "options": {"players": 2}, "seats": [{"kind": "here"}]}, "wrong-seats"),
        ({"game": "halma", "seats": [{"kind": "here"}] * 3}, "option"),
        ({"game": "halma", "seats": [{"kind": "quux"}]}, "bad-request"),
        ({"game": "halma", "seats": [{"kind": "computer", "level": 10}]}, "bad-request"),
        ({"game": "halma", "seats": [{"kind": "here", "name": "x" * 41}, {"kind": "here"}]}, "bad-request"),
        ({"game": "halma", "position": "quux"}, "invalid-position"),
        ({"game": "halma", "record": "quux"}, "record"),
        ({"game": "halma", "record": ""}, "one-record"),
        ({"game": "halma", "puzzle": "quux"}, "unknown-puzzle"),
        ({"game": "halma", "puzzle": "solitaire", "record": ""}, "one-beginning"),
        ({"game": "halma", "clock": {"kind": "move", "seconds": 0}}, "bad-request"),
        ({"game": "halma", "quux": 1}, "bad-request"),
        ({}, "bad-request"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused_with_a_reason(server, wish, code):
    answer = server.post("/api/tables", wish)
    assert answer.status_code in (400, 404, 422)
    assert answer.json()["error"]["code"] == code and answer.json()["error"]["text"]


def test_empty_seats_are_left_out(server):
    kinds = ("here", "empty", "computer", "empty")
    table = server.table("star", seats=[{"kind": kind} for kind in kinds])
    seats = server.view(table)["seats"]
    assert [(seat["kind"], seat["level"]) for seat in seats] == [("here", None), ("computer", 1)]


def test_who_begins_is_drawn_by_lot_unless_somebody_is_named(server):
    begins = {server.view(server.table("super"))["to_act"] for _ in range(16)}
    assert begins == {"A", "B"}


def test_the_page_its_words_and_what_makes_it_installable(server):
    for path in ("/", "/t/quux"):
        page = server.get(path, lang="de")
        assert page.headers["content-type"].startswith("text/html") and 'lang="de"' in page.text
    assert server.get("/manifest.webmanifest").json()["icons"]
    assert server.get("/static/icon-192.png").content.startswith(b"\x89PNG")
    assert server.get("/static/icon-191.png").status_code == 404
    words = server.get("/api/words", lang="de").json()
    assert words["language"] == "de" and words["words"]


def test_a_table_is_sent_compressed(server):
    table = server.table()
    answer = server.get(f"/api/tables/{table['table']}")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.content) / 2


def test_where_there_is_nothing_people_get_a_page_and_programs_a_code(server):
    for language in ("de", "fr"):
        page = server.get("/quux", lang=language)
        assert page.status_code == 404 and f'lang="{language}"' in page.text
        assert str(page_words(language)["lost.title"]) in page.text and 'href="/"' in page.text
    for path in ("/api/quux", "/static/quux.js"):
        answer = server.get(path)
        assert answer.status_code == 404 and answer.json()["error"]["code"] == "unknown-address"
    assert server.post("/quux").json()["error"]["code"] == "unknown-address"


def test_players_and_pieces_are_said_as_they_are(server):
    """Captive 2 has 60 pieces in common (4.6); 2 cats play against 19 mice (5.7)."""
    listed = {game["id"]: game for game in server.get("/api/games").json()["games"]}
    assert [form["size"] for form in listed["captive-2"]["formats"]][:2] == [
        "2 players sharing 60 pieces",
        "3 players sharing 60 pieces",
    ]
    assert [form["size"] for form in listed["cat-and-mouse"]["formats"]] == ["2 cats against 19 mice"]
    assert listed["cat-and-mouse"]["parts"] == ["Cat", "Mouse"]
    assert listed["halma"]["formats"][0]["size"] == "2 players, 19 pieces each"
    assert listed["solitaire"]["formats"][0]["size"].endswith(" pieces")
    view = server.view(server.table("cat-and-mouse"))
    assert view["choice_text"] == "2 cats against 19 mice"
    assert [seat["part"] for seat in view["seats"]] == ["Cat", "Mouse"]


def test_health_and_metrics(server):
    assert server.get("/api/health").json()["status"] == "ok"
    table = server.table()
    server.move(table, 0, "e2-f3")
    text = server.get("/api/metrics").text
    numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(numbers["halma_moves_total"]) >= 1 and float(numbers["halma_stored_tables"]) >= 1
    assert float(numbers['halma_requests_total{route="/api/tables",status="201"}']) >= 1
    assert server.get("/health").json() == server.get("/api/health").json()
    assert server.get("/ready").json() == server.get("/api/ready").json()
