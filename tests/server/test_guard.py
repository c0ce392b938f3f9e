"""What stands before everything: hosts, origins, headers, sizes, rates, and a log without secrets."""

import http.client
import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from halma.server.settings import ServerLimits
from halma.server.transport.guard import PROTECTION

from .conftest import running


def test_everything_carries_headers_that_protect(server):
    for path in ("/", "/api/games", "/api/tables/quux", "/static/icon-32.png", "/quux"):
        headers = server.get(path).headers
        for name, value in PROTECTION.items():
            assert headers[name] == value
        assert "server" not in headers
    policy = PROTECTION["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self' 'wasm-unsafe-eval';" in policy and "http" not in policy
    assert server.get("/api/games").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "a b", "", "localhost:99999999"])
def test_only_the_own_names_are_answered(server, host):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.putrequest("GET", "/api/health", skip_host=True)
    connection.putheader("Host", host)
    connection.endheaders()
    assert connection.getresponse().status in (400, 421)
    connection.close()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost", "http://["]
)
def test_another_site_cannot_play_live(server, origin):
    table = server.table()
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table['table']}/live"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=Origin(origin)):
        pass
    assert refused.value.response.status_code == 403
    with connect(address, origin=Origin(f"http://127.0.0.1:{server.port}")):
        pass


def test_only_json_of_a_sensible_size_is_read(server):
    plain = {"Content-Type": "text/plain"}
    assert server.http.post("/api/tables", content=b'{"game":"halma"}', headers=plain).status_code == 415
    large = b'{"game":"' + b"x" * 400_000 + b'"}'
    as_json = {"Content-Type": "application/json"}
    assert server.http.post("/api/tables", content=large, headers=as_json).status_code == 413
    # Sent in pieces, nobody says beforehand how much it is.
    pieces = (large[start : start + 10_000] for start in range(0, len(large), 10_000))
    assert server.http.post("/api/tables", content=pieces, headers=as_json).status_code == 413
    for broken in (b"{", b"\xff\xfe", b"[" * 100_000, b"null"):
        answer = server.http.post("/api/tables", content=broken, headers=as_json)
        assert answer.status_code == 400 and answer.json()["error"]["code"] == "bad-request"


def test_rates_tables_and_connections_are_limited(tmp_path):
    limits = ServerLimits(
        requests_per_second=0.001,
        requests_at_once=12,
        tables_per_hour=2,
        connections=1,
        messages_at_once=5,
        messages_per_second=0.001,
    )
    with running(tmp_path, limits) as server:
        table = server.table()
        server.table()
        refused = server.post("/api/tables", {"game": "halma"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-tables")
        with server.live(table, table["token"]) as viewer:
            with pytest.raises(ConnectionClosed), server.live(table):
                pass
            for _ in range(6):
                viewer.send("ping")
            with pytest.raises(ConnectionClosed):
                viewer.until_closed()
        statuses = [server.get("/api/health").status_code for _ in range(12)]
        assert statuses[0] == 200 and statuses[-1] == 429


def test_chat_and_names_are_limited(tmp_path):
    with running(tmp_path, ServerLimits(chat_at_once=2, chat_per_second=0.001)) as server:
        table = server.table()
        with server.live(table, table["token"]) as viewer:
            # Names are stored as lines are.
            assert [viewer.code("name", name=name) for name in ("Ann", "Ann", "Bob")] == ["done", "done", "done"]
            assert viewer.view["version"] == 3
            assert viewer.code("chat", text="hello") == "too-fast"
            assert viewer.code("name", name="Ann") == "done"
            assert viewer.code("name", name="Bob") == "too-fast"


def test_chat_is_limited_for_a_player_and_for_all_spectators_of_an_address(tmp_path):
    with running(tmp_path, ServerLimits(chat_at_once=2, chat_per_second=0.001)) as server:
        table = server.table(seats=[{"kind": "link"}, {"kind": "link"}])
        codes: list[str] = []
        for _ in range(3):
            with server.live(table) as spectator:
                codes.append(spectator.code("chat", text="hello"))
            with server.live(table, table["seats"]["A"]) as player:
                codes.append(player.code("chat", text="hello"))
        assert codes == ["done", "done", "done", "done", "too-fast", "too-fast"]
        with server.live(table, table["seats"]["B"]) as other:
            assert other.code("chat", text="hello") == "done"


def test_a_rematch_counts_as_a_table(tmp_path):
    with running(tmp_path, ServerLimits(tables_per_hour=1)) as server:
        table = server.table()
        with server.live(table, table["token"]) as player:
            player.ask("resign", seat="A")
        refused = server.post(f"/api/tables/{table['table']}/rematch", token=table["token"])
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-tables")


def test_large_messages_close_the_connection_with_a_word(server):
    table = server.table()
    with server.live(table, table["token"]) as viewer:
        viewer.socket.send('{"type":"chat","text":"' + "x" * 30_000 + '"}')
        assert viewer.until("error")["error"]["code"] == "too-large"
        with pytest.raises(ConnectionClosed):
            viewer.until_closed()


def test_whoever_does_not_say_hello_is_not_let_in(server):
    table = server.table()
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table['table']}/live"
    with connect(address) as socket:
        socket.send(json.dumps({"type": "move", "ply": 0, "text": "e2-f3"}))
        assert json.loads(socket.recv(timeout=120))["error"]["code"] == "bad-request"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=120)
    with connect(address.replace(table["table"], "quux")) as socket:
        assert json.loads(socket.recv(timeout=120))["error"]["code"] == "unknown-table"
