"""Links as QR codes."""

from __future__ import annotations

from xml.etree import ElementTree


def test_a_link_becomes_a_picture(server):
    address = "https://halma.example/t/abc#seat=" + "x" * 43
    one = server.post("/api/codes", {"address": address})
    other = server.post("/api/codes", {"address": address + "y"})
    assert one.status_code == 200
    drawing = ElementTree.fromstring(one.json()["svg"])
    assert drawing.tag.endswith("svg") and one.json() != other.json()
    assert one.json() == server.post("/api/codes", {"address": address}).json()


def test_what_is_too_long_for_a_code_is_refused(server):
    for address in ("", "x" * 401):
        assert server.post("/api/codes", {"address": address}).status_code in (400, 422)
