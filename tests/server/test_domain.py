"""A table is what its events make of it: commands go in, events come out, and nothing else changes a table."""

import random
from typing import Any

import msgspec
import pytest

from halma.messages import HalmaError
from halma.server.domain import commands as asked
from halma.server.domain.decide import DECISIONS, decide
from halma.server.domain.events import AnyEvent, decoded_event, encoded_event
from halma.server.domain.evolve import EVOLVERS, evolve, folded
from halma.server.domain.model import ClockSetting, Setup
from halma.server.domain.setting_up import rematch, set_up
from halma.server.domain.table import Table
from halma.server.tokens import Secrets, hashed

GAMES = ("halma", "star", "dice", "quick", "cat-and-mouse", "captive-1", "solitaire", "rakado")
FATES = ("computer", "skip", "forfeit")
CLOCKS = (None, ClockSetting("move", 60), ClockSetting("fischer", 100, 5))


def state_of(table: Table) -> dict[str, Any]:
    """Everything of a table."""
    plain = {name: getattr(table, name) for name in Table.__slots__ if name != "position"}
    return {**plain, "moves": list(table.moves), "chat": list(table.chat), "board": table.position.text()}


def some_command(chance: random.Random, table: Table, now: float) -> asked.Command:
    """Something that somebody may ask, sensible or not."""
    position = table.position
    legal = [] if position.is_over or position.needs_roll else list(position.legal_moves)
    text = str(chance.choice(legal)) if legal and chance.random() < 0.9 else "a1-a2"
    ply, what = table.ply - (chance.random() < 0.1), chance.choice(("draw", "takeback"))
    ply = max(0, ply)
    commands: tuple[asked.Command, ...] = (
        *[asked.MakeMove(ply, text)] * 8,
        *[asked.MakeComputerMove(table.turn, text)] * 4,
        asked.Undo(ply),
        asked.Redo(ply),
        asked.MakeOffer(what),
        asked.AnswerOffer(what, chance.random() < 0.5),
        asked.Back(),
        asked.Chat("hello", "Zoe"),
        asked.Rename("Anna"),
        asked.Arrive(),
        asked.TakeSeat(hashed(str(now)), name="Bea"),
        asked.InviteGuest("B", hashed(f"link {now}")),
        asked.JudgeTime(now),
        asked.NoteRematch("another"),
        *([asked.Resign(), asked.Leave()] if chance.random() < 0.1 else []),
    )
    return chance.choice(commands)


@pytest.mark.parametrize("seed", range(24))
def test_what_is_stored_leads_to_the_table_that_was_decided(seed):
    chance = random.Random(seed)
    game = GAMES[seed % len(GAMES)]
    pairs = (("here", "link"), ("link", "link"), ("here", "computer"))
    kinds: Any = ("here",) if game == "solitaire" else chance.choice(pairs)
    wish = asked.NewTable(game, {}, [asked.SeatWish(kind) for kind in kinds], clock=CLOCKS[seed % 3], public=True)
    made = set_up(msgspec.structs.replace(wish, fate=FATES[seed % 3]), 0.0, Secrets())
    table, tokens = made.table, [hashed(token) for token in (made.token, *made.links.values())]
    stored, now, refused, beginning = [encoded_event(made.event)], 0.0, 0, dict(made.table.seat_tokens)
    for _ in range(150):
        now += chance.choice((0.5, 1.0, 70.0))
        before = state_of(table)
        known = table
        try:
            draft = decide(table, some_command(chance, table, now), (chance.choice((*tokens, "nobody")),), now)
        except HalmaError:
            refused += 1
        else:
            table = draft.table
            stored += [encoded_event(event) for event in draft.events]
            assert table.version == known.version + len(draft.events)
        assert state_of(known) == before, "a command changes no table"
    again = Table(made.table.id, made.table.setup)
    for number, data in enumerate(stored):
        evolve(again, decoded_event(data))
        if number == 0:
            # These are stored beside the events.
            again.seat_tokens = beginning
    assert state_of(again) == state_of(table)
    assert refused and table.version > 5


def test_every_command_is_decided_and_every_event_evolves():
    assert set(DECISIONS) == set(asked.Command.__args__)
    assert set(EVOLVERS) == set(AnyEvent.__args__)


def test_a_table_that_is_looked_at_does_not_change_when_it_goes_on():
    made = set_up(asked.NewTable("halma", {"first": "A"}), 0.0, Secrets())
    before = state_of(made.table)
    after = decide(made.table, asked.MakeMove(0, "e2-f3"), (hashed(made.token),), 1.0).table
    assert state_of(made.table) == before and (after.ply, made.table.ply) == (1, 0)


def test_the_event_of_a_move_is_small_whatever_was_played_before():
    made = set_up(asked.NewTable("halma", {"first": "A"}), 0.0, Secrets())
    table, sizes = made.table, []
    chance = random.Random(1)
    for ply in range(200):
        # Steps, so that the ways are equally long.
        steps = [move for move in table.position.legal_moves if len(move.path) == 2]
        text = str(chance.choice(steps))
        draft = decide(table, asked.MakeMove(ply, text), (hashed(made.token),), 1_763_500_000.125 + ply)
        table = draft.table
        sizes.append(sum(len(encoded_event(event)) for event in draft.events))
    assert max(sizes) <= 80


def test_rolls_follow_from_the_seed_and_are_noted():
    made = set_up(asked.NewTable("rakado", {"first": "A"}), 0.0, Secrets())
    draft = decide(made.table, asked.MakeMove(0, str(made.table.position.legal_moves[0])), (hashed(made.token),), 1.0)
    stored = decoded_event(encoded_event(draft.events[0]))
    assert made.event.rolls and stored.rolls  # type: ignore[union-attr]
    assert folded(made.table, [stored]).position.roll == draft.table.position.roll


def test_a_rematch_has_a_seed_of_its_own_and_the_secrets_of_the_table():
    made = set_up(asked.NewTable("halma", {"first": "A"}), 0.0, Secrets())
    again = rematch(made.table, 1.0, Secrets())
    assert again.table.setup.seed != made.table.setup.seed and again.table.setup.follows == made.table.id
    assert set(again.table.seat_tokens) == set(made.table.seat_tokens)


def test_a_table_that_an_earlier_version_stored_goes_on():
    event = decoded_event(
        b'{"type":"imported","at":7.0,"state":{"seats":[{"seat":"A","kind":"here","level":null,"name":"Anna",'
        b'"joined":true,"gone":null,"stand_in":null},{"seat":"B","kind":"here"}],"undone":["l15-k14"],"left":{"A":50.0}},'
        b'"moves":[{"seat":"A","text":"e2-f3","typed":"e2-f3","at":5.0,"seconds":5.0}],'
        b'"chat":[{"number":0,"seat":null,"name":"Zoe","text":"hello","at":6.0}]}'
    )
    table = folded(Table("quux", Setup("halma", {"first": "A"}, "seed")), [event])
    assert (table.ply, table.seat("A").name, table.undone, table.chat[0].text) == (1, "Anna", ("l15-k14",), "hello")
    assert decide(table, asked.MakeComputerMove(table.turn, "l15-k14"), (), 8.0).steps == []
