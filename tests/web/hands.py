"""Hands on the page: what somebody does who plays in a browser."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from playwright.sync_api import Page

from tests.web.serving import Server

# Nothing moves and nothing sounds, so that tests are quick.
QUIET = {"motion": False, "sound": False}
SPOTS = "elements => elements.map(element => element.dataset.cell)"


class Hands:
    """Somebody at a page."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server

    def remember(self, name: str, value: object) -> None:
        """Put something into the memory of the device, from the next page on."""
        script = f"localStorage.setItem({json.dumps('halma.' + name)}, {json.dumps(json.dumps(value))})"
        self.page.add_init_script(script)

    def freeze_motion(self) -> None:
        """Show motion, and let nothing that moves come to its end by itself."""
        self.remember("settings", {**QUIET, "motion": True})
        self.page.add_init_script(
            "const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...given) {"
            "  const going = animate.apply(this, given); going.pause(); return going; };"
        )

    def go(self, path: str = "/") -> None:
        self.page.goto(self.server.url + path)

    def begin(self, game: str) -> None:
        """Start a game from its page, as it is proposed."""
        self.go(f"/#/new/{game}")
        self.page.click("#begin")
        self.seated()

    def sit(self, made: dict[str, Any]) -> None:
        """Sit down at a table that was set up already."""
        self.go(f"/t/{made['table']}#mine={made['token']}")
        self.seated()

    def seated(self) -> None:
        self.page.wait_for_selector(".table[data-live] .cell[aria-label]")

    # ---- looking ------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        return int(self.page.get_attribute(".table", "data-ply") or -1)

    @property
    def over(self) -> bool:
        return self.page.get_attribute(".table", "data-phase") == "over"

    def status(self) -> str:
        return self.page.inner_text(".status")

    def pieces(self) -> dict[str, str]:
        found = self.page.eval_on_selector_all(
            ".piece", "elements => elements.map(element => [element.dataset.cell, element.dataset.letter])"
        )
        return dict(found)

    def movable(self) -> list[str]:
        return self.page.eval_on_selector_all('.cell[aria-label$="can move"]', SPOTS)

    def reachable(self) -> list[str]:
        return self.page.eval_on_selector_all(".layer.reachable .spot", SPOTS)

    # ---- doing --------------------------------------------------------------------------------------------

    def tap(self, cell: str) -> None:
        if cell == "off":
            self.page.click("[data-action=off]")
        else:
            # A dot may lie over the cell: who taps on it means the cell.
            self.page.click(f'halma-board .cell[data-cell="{cell}"]', force=True)

    def wait_for_ply(self, ply: int) -> None:
        self.page.wait_for_function("ply => Number(document.querySelector('.table').dataset.ply) >= ply", arg=ply)

    def wait_until_over(self) -> None:
        self.page.wait_for_selector('.table[data-phase="over"]')

    def move(self, text: str) -> None:
        """Make a move by tapping: a piece and a field, or only a field."""
        ply = self.ply
        *before, last = [cell for cell in re.split(r"[-~@]", text) if cell]
        for cell in (*before[:1], last):
            self.tap(cell)
        choice = self.page.locator("dialog .column button")
        if choice.count():
            choice.first.click()
        self.wait_for_ply(ply + 1)

    def unfold(self, name: str) -> None:
        """Open what is folded away: “typing” or “notation”."""
        if self.page.locator(f"details.{name}:not([open])").count():
            self.page.click(f"details.{name} > summary")

    def act(self, name: str) -> None:
        self.page.click(f"[data-action={name}]")

    def resign(self) -> None:
        """Give the game up, and confirm it."""
        self.act("more")
        self.page.click("dialog [data-action=resign]")
        self.page.click("dialog .primary")

    def some_move(self, dice: random.Random) -> None:
        """Any move that the page offers."""
        ply, open_spots = self.ply, self.reachable()
        pieces = self.movable()
        if pieces and not open_spots:
            self.tap(dice.choice(pieces))
            open_spots = self.reachable()
        # A piece that may be placed anywhere has no dots.
        self.tap(dice.choice(open_spots or self.page.eval_on_selector_all('.cell[aria-label$="empty"]', SPOTS)))
        choice = self.page.locator("dialog .column button")
        if choice.count():
            choice.first.click()
        self.wait_for_ply(ply + 1)
