"""What a client knows of a table that follows the live messages to the letter, without knowing a rule."""

from typing import Any

KEEPS_TURN = ("offered", "agreed", "declined", "named", "said", "rematch", "left")
OFFERS = ("offered", "agreed", "declined")


class Mirror:
    """A table as its messages tell it: every event counts once, whatever comes twice or late."""

    def __init__(self) -> None:
        self.n = 0
        self.table: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.history: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.clocks: dict[str, Any] = {}
        self.you: dict[str, Any] = {"held": "", "owner": False}
        self.presence: dict[str, Any] = {"connected": [], "spectators": 0}
        self.legal: list[Any] | None = None
        self.origins: list[str] | None = None

    def welcome(self, message: dict[str, Any]) -> None:
        if "table" in message:
            whole = dict(message["table"])
            self.state, self.history, self.chat = whole.pop("state"), whole.pop("history"), whole.pop("chat")
            self.table = whole
            self.n = message["n"]
        for event in message.get("events", ()):
            self.event(event)
        assert self.n == message["n"]
        self.clocks, self.you, self.presence = message["clocks"], message["you"], message["presence"]
        self.legal, self.origins = message.get("legal"), message.get("origins")

    def event(self, message: dict[str, Any]) -> bool:
        """Take an event in; whether it was new. One that is missing in between is an error of the server."""
        if message["n"] <= self.n:
            return False
        assert message["n"] == self.n + 1, "an event is missing"
        self.n = message["n"]
        event = message["event"]
        self.state |= event.get("changed", {})
        self.history += event.get("entries", [])
        if event["type"] == "taken-back":
            del self.history[event["ply"] :]
        if "line" in event:
            self.chat.append(event["line"])
        assert len(self.history) == message["ply"]
        self.clocks = message["clocks"]
        self.you = message.get("you", self.you)
        if event["type"] not in KEEPS_TURN:
            self.legal, self.origins = message.get("legal"), message.get("origins")
        return True

    # ---- as a view --------------------------------------------------------------------------------------

    @property
    def pieces(self) -> dict[str, str]:
        pieces = dict(self.table["start"])
        for entry in self.history:
            pieces |= entry.get("changes", {})
        return {cell: letter for cell, letter in pieces.items() if letter}

    @property
    def view(self) -> dict[str, Any]:
        """The table in the form in which it is asked for by a request, without the words."""
        state, over = self.state, self.state["to_act"] is None
        letters = "ABCDEF"[: len(state["seats"])]
        outcome = state["outcome"]
        seats = [
            {
                **seat,
                "seat": letter,
                "letter": self.table["letters"][number],
                "yours": letter in self.you["held"],
                "connected": letter in self.presence["connected"],
                "out": letter in state["out"],
                "place": outcome["places"].get(letter) if outcome else None,
                "home": state["homes"][number],
                "advance": state["advances"][number],
                "score": state["scores"][number] if state["scores"] else None,
                "clock_left": self.clocks.get("left", {}).get(letter),
                "clock_runs": self.clocks.get("runs") == letter,
            }
            for number, (letter, seat) in enumerate(zip(letters, state["seats"], strict=True))
        ]
        return {
            **self.table,
            **state,
            "seats": seats,
            "ply": len(self.history),
            "version": self.n,
            "pieces": self.pieces,
            "history": [expanded(entry) for entry in self.history],
            "chat": self.chat,
            "moves": None if self.legal is None else [expanded_move(move) for move in self.legal],
            "origins": self.origins or [],
            "now": self.clocks["now"],
            "owner": self.you["owner"],
            "rematch": self.you.get("rematch"),
            "spectators": self.presence["spectators"],
            "seed": state.get("seed"),
            "can_redo": not over and bool(state["redo"]),
        }

    def told(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """A message as what it means: a whole view, moves, a line of chat, an offer; and what is done."""
        kind = message["type"]
        if kind == "welcome":
            self.welcome(message)
            return [{"type": "view", "view": self.view}]
        if kind == "presence":
            self.presence = message
            return [message]
        if kind != "event":
            return [message]
        if not self.event(message):
            return []
        event = message["event"]
        done = {"type": "done", "what": message.get("done"), "ply": message["ply"]}
        told: dict[str, Any] = {"type": "view", "view": self.view}
        if event["type"] == "played":
            entries = [expanded(entry) for entry in event["entries"]]
            told = {"type": "move", "ply": entries[0]["ply"] - 1, "entries": entries, "view": self.view}
        elif event["type"] == "said":
            told = {"type": "chat", "line": event["line"]}
        elif event["type"] in OFFERS:
            told = {"type": "offer", "offer": self.state["offer"], "declined": self.state["declined"]}
        return [done, told] if "done" in message else [told]


def expanded(entry: dict[str, Any]) -> dict[str, Any]:
    """A move that was made, with what is left out because it is as usual."""
    usual = {"kind": "step", "roll": [], "captured": [], "seconds": 0.0, "changes": {}, "lapsed": []}
    return {**usual, "path": entry["text"].split("-"), **entry}


def expanded_move(move: Any) -> dict[str, Any]:
    """A legal move, also where it is told by its way."""
    if isinstance(move, dict):
        return {"origin": None, "target": None, "path": [], "captured": [], **move}
    path = move.split("-")
    return {"text": move, "kind": "way", "origin": path[0], "target": path[-1], "path": path, "captured": []}
