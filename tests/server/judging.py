"""Whether whoever acted at a table was allowed to: worked out from the tokens alone, beside the server."""

from __future__ import annotations

from typing import Any

import msgspec

from halma.server.domain.table import Table

from .mirror import Mirror


class Judge:
    """Looks at a table from the beginning and knows which token opens which seats."""

    def __init__(self, tokens: dict[str, str]) -> None:
        # Those that were not given back.
        self.tokens = dict(tokens)
        self._mirror = Mirror()
        self._events: list[dict[str, Any]] = []
        # By the number of the event: what somebody was told to have done, and the tokens they had shown.
        self._done: dict[int, tuple[str, list[str]]] = {}
        self._out_of_time = ""
        # As those who look are known to a service.
        self.hashes: tuple[str, ...] = ()
        self.held = ""

    def tell(self, data: bytes) -> None:
        message = msgspec.json.decode(data)
        if message["type"] == "welcome":
            self._mirror.welcome(message)
        else:
            self._events.append(message)

    def tell_presence(self, data: bytes) -> None:
        """Who is there is no event."""

    def did(self, number: int, what: str, tokens: list[str]) -> None:
        """Somebody was told that what they asked for is done, and that it led to an event."""
        assert number not in self._done, f"two were told that they did event {number}"
        self._done[number] = (what, tokens)

    def pronounce(self, table: Table) -> None:
        """See that all since the last time was right, and that what was told is what there is."""
        # What somebody does may be told in several events; the last one says who asked for it.
        pending: list[dict[str, Any]] = []
        for message in self._events:
            seats = self._mirror.state["seats"]
            assert self._mirror.event(message)
            event = message["event"]
            what, shown = self._done.pop(message["n"], (None, []))
            if what is not None:
                assert all(one["at"] == event["at"] for one in pending), (pending, event)
                for one in [*pending, event]:
                    self._check(what, one, shown, seats)
                if what == "leave":
                    self.tokens = {token: opens for token, opens in self.tokens.items() if token not in shown}
                pending = []
            elif not self._is_by_itself(event, seats):
                pending.append(event)
            if event["type"] == "time":
                self._out_of_time = event["seat"]
            elif event["type"] == "played":
                self._out_of_time = ""
        self._events = []
        assert not pending, f"nobody did this: {pending}"
        assert not self._done, f"done, but nobody heard of it: {self._done}"
        assert self._mirror.n == table.version and self._mirror.pieces == table.position.pieces
        assert [entry["text"] for entry in self._mirror.history] == [played.text for played in table.moves]

    def _is_by_itself(self, event: dict[str, Any], seats: list[dict[str, Any]]) -> bool:
        """Whether nobody has to ask for it: somebody comes to a seat, a clock runs out, a computer moves."""
        if event["type"] != "played":
            return event["type"] in ("arrived", "time") or event.get("how") == "time"
        letter = event["entries"][0]["seat"]
        seat = seats["ABCDEF".index(letter)]
        return seat["kind"] == "computer" or seat["stand_in"] is not None or letter == self._out_of_time

    def _check(self, what: str, event: dict[str, Any], shown: list[str], seats: list[dict[str, Any]]) -> None:
        """See that some tokens allow what was done with them."""
        held = {seat for token in shown for seat in self.tokens.get(token, "")}
        kind, case = event["type"], (what, event, held)
        match what:
            case "move":
                assert kind == "played" and event["entries"][0]["seat"] in held, case
            case "undo" | "redo":
                # Nobody who has a say is passed over.
                people = {letter for letter, seat in zip("ABCDEF", seats, strict=False) if seat["kind"] != "computer"}
                assert held and not {seat for opens in self.tokens.values() for seat in opens} & people - held, case
            case "chat":
                seat = event["line"]["seat"]
                assert seat in held if held else seat is None, case
            case "name":
                assert kind == "named" and event["seats"] and set(event["seats"]) <= held, case
            case "resign" | "back":
                assert event["seat"] in held, case
            case "leave":
                assert shown and set(shown) & set(self.tokens), case
                assert event.get("seat", "") in {"", *held}, case
            case "offer" | "answer":
                assert held, case
                if kind == "offered":
                    assert event["changed"]["offer"]["seat"] in held, case
                if kind == "declined":
                    assert event["changed"]["declined"][-1]["by"] in held, case
            case _:
                raise AssertionError(case)
