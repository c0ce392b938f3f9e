"""The moves of a table: a copy has what the other has, and what is added to one is not seen in the other."""

import random

from halma.server.domain.model import PlayedMove
from halma.server.domain.move_log import MoveLog


def move(number: int) -> PlayedMove:
    typed = f"typed {number}" if number % 3 == 0 else f"c{number}-d4"
    return PlayedMove("ABCDEF"[number % 6], f"c{number}-d4", typed, number + 0.125, number / 8)


def test_moves_come_back_as_they_went_in():
    moves = [move(number) for number in range(20)]
    log = MoveLog(moves)
    assert list(log) == moves and len(log) == 20 and bool(log) and not MoveLog()
    assert log[-1] == moves[-1] and log[3] == moves[3]
    assert log[5:] == moves[5:] and log[:7] == moves[:7] and log[30:] == []


def test_copies_go_their_own_ways():
    chance = random.Random(5)
    logs, plain = [MoveLog()], [list[PlayedMove]()]
    for number in range(2000):
        at = chance.randrange(len(logs))
        if chance.random() < 0.3:
            logs.append(logs[at].copy())
            plain.append(list(plain[at]))
        elif plain[at] and chance.random() < 0.3:
            assert logs[at].pop() == plain[at].pop()
        else:
            logs[at].append(move(number))
            plain[at].append(move(number))
    assert [list(log) for log in logs] == plain
