"""`halma serve`, and `halma play` in the browser: what is said, refused and opened. The server itself: tests/server."""

import socket
from urllib.parse import parse_qs, urlsplit

import pytest

from halma.cli import play
from halma.server.app import run as server


@pytest.fixture
def served(monkeypatch, tmp_path):
    """The settings with which a server would have run, and the addresses that a browser would have opened."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    started, opened = [], []

    def serve(settings, *, quiet=False, ready=None):
        started.append(settings)
        if ready is not None:
            ready()

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr("webbrowser.open", opened.append)
    return started, opened


def test_play_opens_the_page_with_the_game_that_was_asked_for(served, lines, monkeypatch, tmp_path):
    monkeypatch.setenv("DISPLAY", ":0")
    started, opened = served
    shown = lines("play", "Dames chinoises", "--players", "3", "--lang", "fr")
    (settings,), (address,) = started, opened
    assert settings.host == "127.0.0.1" and settings.database == tmp_path / "halma" / "tables.sqlite"
    assert address in "".join(shown)
    assert urlsplit(address).port == settings.port
    assert parse_qs(urlsplit(address).query) == {"lang": ["fr"], "game": ["star"], "players": ["3"]}


def test_without_a_display_the_link_is_printed_and_nothing_opened(served, lines, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert "http://localhost:" in lines("play")[0]
    assert served[1] == []


def test_a_port_that_is_taken_is_told_or_another_one_is_used(served, lines, refused, monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for command in ("serve", "play"):
            assert "Cannot listen on" in refused(command, "--port", str(port))
        monkeypatch.setattr(play, "BROWSER_PORT", port)
        lines("play")
        assert served[0][-1].port != port
    assert "Cannot listen on" in refused("serve", "--port", "70000")


def test_an_unknown_game_is_refused_before_anything_is_served(served, refused):
    assert refused("play", "quux").startswith("There is no game “quux”.")
    assert served[0] == []


def test_serve_answers_to_its_names_only(served, lines, tmp_path):
    started, _ = served
    data = str(tmp_path / "club.sqlite")
    lines("serve", "--host", "0.0.0.0", "--name", "Halma.Example", "--data", data, "--workers", "3", "--port", "18123")
    assert started[-1].names[0] == "halma.example" and "localhost" in started[-1].names
    assert str(started[-1].database) == data and started[-1].workers == 3
    lines("serve", "--host", "0.0.0.0", "--port", "18123")
    assert started[-1].names == ()
