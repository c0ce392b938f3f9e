"""Nobody acts for another: every endpoint and message with no token, a foreign one, a stale one and the right one.

An endpoint or a message that is not in these lists fails the tests.
"""

from typing import Any

import pytest

from halma.server.transport.endpoints import ENDPOINTS
from halma.server.transport.live import ACTS, tag_of

OPEN, VIEWER, SEAT, OWNER = "anybody", "viewer", "seat", "owner"
MOVE = {"ply": 0, "text": "e2-f3"}
# Every endpoint: who may call it, and a body if it takes one.
CALLS: dict[tuple[str, str], tuple[str, Any]] = {
    ("GET", "/api/games"): (OPEN, None),
    ("GET", "/api/games/{game}/picture.svg"): (OPEN, None),
    ("GET", "/api/games/{game}/stage"): (OPEN, None),
    ("GET", "/api/rules"): (OPEN, None),
    ("GET", "/api/rules/{page}"): (OPEN, None),
    ("POST", "/api/examples"): (OPEN, {"game": "halma", "move": "e2-f3"}),
    ("GET", "/api/words"): (OPEN, None),
    ("POST", "/api/codes"): (OPEN, {"address": "http://localhost/t/quux"}),
    ("POST", "/api/tables"): (OPEN, {"game": "halma"}),
    ("POST", "/api/tables/mine"): (OPEN, {"tokens": ["quux"]}),
    ("GET", "/api/tables/open"): (OPEN, None),
    ("GET", "/api/tables/{table}"): (VIEWER, None),
    ("DELETE", "/api/tables/{table}"): (SEAT, None),
    ("GET", "/api/tables/{table}/stage"): (OPEN, None),
    ("POST", "/api/tables/{table}/join"): (VIEWER, {}),
    ("POST", "/api/tables/{table}/invite"): (OWNER, {"seat": "B"}),
    ("POST", "/api/tables/{table}/leave"): (SEAT, None),
    ("POST", "/api/tables/{table}/rematch"): (SEAT, None),
    ("POST", "/api/tables/{table}/moves"): (SEAT, MOVE),
    ("GET", "/api/tables/{table}/record"): (OPEN, None),
    ("GET", "/api/tables/{table}/board.svg"): (OPEN, None),
    ("GET", "/api/tables/{table}/board.png"): (OPEN, None),
    ("GET", "/api/tables/{table}/position"): (OPEN, None),
    ("POST", "/api/tables/{table}/hint"): (SEAT, None),
    ("GET", "/api/tables/{table}/analysis"): (OPEN, None),
    ("GET", "/api/puzzles"): (VIEWER, None),
    ("POST", "/api/puzzles/mine"): (OPEN, {}),
    ("POST", "/api/puzzles/months/{month}"): (OPEN, {}),
    ("GET", "/api/puzzles/daily"): (VIEWER, None),
    ("GET", "/api/puzzles/{puzzle}/leaders"): (OPEN, None),
    ("GET", "/api/health"): (OPEN, None),
    ("GET", "/api/ready"): (OPEN, None),
    ("GET", "/api/metrics"): (OPEN, None),
}
# Every message: whether it takes a seat, and what is sent.
MESSAGES: dict[str, tuple[bool, dict[str, Any]]] = {
    "hello": (False, {}),
    "move": (True, MOVE),
    "undo": (True, {"ply": 0}),
    "redo": (True, {"ply": 0}),
    "offer": (True, {"what": "draw"}),
    "answer": (True, {"what": "draw", "accept": True}),
    "resign": (True, {}),
    "back": (True, {}),
    "chat": (False, {"text": "hello"}),
    "hint": (True, {}),
    "explain": (False, {"text": "e2-f3"}),
    "reach": (True, {"origin": "e2"}),
    "name": (True, {"name": "Mallory"}),
    "leave": (True, {}),
    "ping": (False, {}),
}
PARTS = {"{game}": "halma", "{page}": "halma", "{puzzle}": "solitaire", "{month}": "2020-01"}
LINKS = [{"kind": "link"}, {"kind": "link"}]


def test_every_endpoint_and_every_message_is_in_the_lists():
    assert {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS} == set(CALLS)
    assert {tag_of(kind) for kind in ACTS} == set(MESSAGES)
    for endpoint in ENDPOINTS:
        assert CALLS[endpoint.method, endpoint.path][0] == endpoint.access


@pytest.fixture
def tokens(server):
    """A table, and tokens that do not open it: none, nonsense, another table's, one that was given back."""
    table, other = server.table(seats=LINKS), server.table()
    stale = table["seats"]["A"]
    with server.live(table, stale):
        pass
    # Changing the token of the link makes the old one worthless.
    fresh = server.post(f"/api/tables/{table['table']}/join", {}, stale).json()["token"]
    table["seats"]["A"] = fresh
    return table, {"none": None, "nonsense": "quux", "foreign": other["token"], "stale": stale}


def _call(server, method: str, path: str, table: dict[str, Any], body: Any, token: str | None):
    path = path.replace("{table}", table["table"])
    for part, value in PARTS.items():
        path = path.replace(part, value)
    if method == "DELETE":
        return server.delete(path, token)
    return server.get(path, token) if method == "GET" else server.post(path, body, token)


@pytest.mark.parametrize(("method", "path"), [key for key, (access, _) in CALLS.items() if access == SEAT])
def test_what_takes_a_seat_is_refused_without_it(server, tokens, method, path):
    table, wrong = tokens
    before = server.view(table)
    for token in wrong.values():
        answer = _call(server, method, path, table, CALLS[method, path][1], token)
        assert answer.status_code == 401, answer.text
        assert answer.json()["error"]["code"] == "token-needed"
    # Who set the table up holds no seat of those who were invited, but may delete it.
    if method != "DELETE" and not path.endswith(("leave", "rematch")):
        assert _call(server, method, path, table, CALLS[method, path][1], table["token"]).status_code == 403
    assert _lasting(server.view(table)) == _lasting(before)
    answer = _call(server, method, path, table, CALLS[method, path][1], table["seats"]["A"])
    assert answer.status_code in (200, 201) or answer.json()["error"]["code"] == "not-over"


@pytest.mark.parametrize(("method", "path"), [key for key, (access, _) in CALLS.items() if access in (OPEN, VIEWER)])
def test_what_anybody_may_ask_shows_nothing_of_others(server, tokens, method, path):
    table, wrong = tokens
    for token in wrong.values():
        answer = _call(server, method, path, table, CALLS[method, path][1], token)
        expected = {"/api/tables/{table}/join": 403, "/api/tables/{table}/analysis": 409}
        assert answer.status_code == expected.get(path, 201 if path == "/api/tables" else 200), answer.text
        for secret in (table["token"], *table["seats"].values(), server.service._live[table["table"]].table.setup.seed):
            assert secret not in answer.text
        if path == "/api/tables/{table}":
            view = answer.json()
            assert view["moves"] is None and not view["owner"] and not any(seat["yours"] for seat in view["seats"])
            assert view["seed"] is None


@pytest.mark.parametrize(("method", "path"), [key for key, (access, _) in CALLS.items() if access == OWNER])
def test_what_the_owner_does_nobody_else_may_do(server, tokens, method, path):
    table, wrong = tokens
    body = CALLS[method, path][1]
    before = server.view(table)
    for token in wrong.values():
        assert _call(server, method, path, table, body, token).status_code == 401
    answer = _call(server, method, path, table, body, table["seats"]["A"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-your-seat")
    assert _lasting(server.view(table)) == _lasting(before)
    assert _call(server, method, path, table, body, table["token"]).status_code == 200


def test_a_private_table_is_neither_listed_nor_guessed(server, tokens):
    table, _ = tokens
    public = server.table(seats=LINKS, public=True)
    listed = {found["table"] for found in server.get("/api/tables/open").json()["tables"]}
    assert public["table"] in listed and table["table"] not in listed
    assert len(table["table"]) == 22
    assert server.get("/api/tables/AAAAAAAAAAAAAAAAAAAAAA").json()["error"]["code"] == "unknown-table"
    assert server.post("/api/tables/mine", {"tokens": ["quux"]}).json() == {"tables": []}
    mine = server.post("/api/tables/mine", {"tokens": [table["seats"]["B"], "quux"]}).json()["tables"]
    assert [found["table"] for found in mine] == [table["table"]]


def _lasting(view: dict[str, Any]) -> dict[str, Any]:
    """A view without who happens to look, and when."""
    seats = [{**seat, "connected": None} for seat in view["seats"]]
    return {**view, "spectators": None, "now": None, "seats": seats}


@pytest.mark.parametrize("kind", MESSAGES)
def test_messages_that_take_a_seat_are_refused_without_it(server, tokens, kind):
    table, wrong = tokens
    takes_seat, data = MESSAGES[kind]
    before = server.view(table)
    for token in (*wrong.values(), table["token"]):
        if token == table["token"] and kind == "leave":
            continue
        with server.live(table, *([token] if token else [])) as viewer:
            viewer.send(kind, **data)
            answer = viewer.until("error") if takes_seat else viewer.hear()
            if takes_seat:
                assert answer["error"]["code"] == "not-your-seat"
    after = server.view(table)
    if kind != "chat":
        assert _lasting(after) == _lasting(before)


@pytest.mark.parametrize("kind", ["resign", "back", "name"])
def test_nobody_acts_for_another_seat_of_the_same_table(server, tokens, kind):
    table, _ = tokens
    with server.live(table, table["seats"]["A"]) as viewer:
        assert viewer.code(kind, **MESSAGES[kind][1], seat="B") == "not-your-seat"
        viewer.ask("move", **MOVE)
        assert viewer.code("move", ply=1, text="l15-k14") == "not-your-turn"
        assert viewer.code("reach", origin="l15") == "not-your-seat"


def test_a_public_seat_is_taken_once_and_its_link_is_worthless_then(server):
    table = server.table(seats=LINKS, public=True)
    path = f"/api/tables/{table['table']}/join"
    taken = server.post(path, {"seat": "B", "name": "Bea"}).json()
    assert taken["seat"] == "B"
    assert server.post(path, {"seat": "B"}).json()["error"]["code"] == "no-free-seat"
    assert server.view(table)["seats"][1]["name"] == "Bea"
    assert server.post(path, {}).json()["seat"] == "A"
    assert server.post(path, {}).status_code == 409
    assert server.move(table, 0, "e2-f3", table["seats"]["A"]).status_code == 401


def test_leaving_takes_the_token_away_and_a_second_device_stays_a_device(server):
    table = server.table(seats=LINKS, fate="computer")
    token = table["seats"]["A"]
    with server.live(table, token) as phone, server.live(table, token) as desk:
        phone.ask("move", **MOVE)
        desk.until("move")
        phone.ask("leave")
        desk.until("view", lambda message: message["view"]["seats"][0]["gone"] == "left")
        assert not any(seat["yours"] for seat in desk.view["seats"])
        assert desk.code("resign") == "not-your-seat"
    assert server.post(f"/api/tables/{table['table']}/leave", token=token).status_code == 401


def test_before_the_first_move_a_seat_that_is_left_is_free_again(server):
    table = server.table(seats=LINKS, public=True)
    path = f"/api/tables/{table['table']}"
    token = server.post(f"{path}/join", {"seat": "A"}).json()["token"]
    assert server.post(f"{path}/leave", token=token).status_code == 200
    assert server.post(f"{path}/join", {"seat": "A"}).json()["seat"] == "A"
