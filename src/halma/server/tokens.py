"""Secrets: what opens a seat. Only their hashes are stored, and nothing writes them into a log."""

from __future__ import annotations

import base64
import hashlib
import secrets
from dataclasses import dataclass

LONGEST = 100


def claimed_token(table: str, link: str, claim: str) -> str:
    """The token for somebody who takes a seat with a secret of their own: the same again if they have to ask again.

    It does not tell the secret, and who only knows the link cannot work it out.
    """
    digest = hashlib.sha256("\0".join(("halma seat", table, link, claim)).encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def hashed(token: str) -> str:
    """What is stored of a token. It has full entropy, so a plain hash cannot be searched backwards."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True)
class SeatToken:
    """A token as it is stored, and what it opens: seats of one table, and for who set it up the table itself."""

    hash: str
    seats: str
    owner: bool = False


class Secrets:
    """Where everything comes from that nobody may guess; a simulation has one of its own."""

    def token(self) -> str:
        """256 bits that nobody can guess."""
        return secrets.token_urlsafe(32)

    def table_id(self) -> str:
        """128 bits: whoever knows it may watch."""
        return secrets.token_urlsafe(16)

    def seed(self) -> str:
        """What the dice of a table depend on; revealed when the game is over."""
        return secrets.token_hex(16)
