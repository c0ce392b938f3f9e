"""Matches that are interrupted, however roughly, go on where they were and end with the same result."""

import errno
import json
import os
import random
from dataclasses import replace

import pytest

from halma.engine import Limits
from halma.engine.journal import Journal, JournalError, read_journal
from halma.engine.match import make_match, play_game, played_games
from halma.engine.players import PlayerFailureError
from halma.engine.referee import Forfeit, Setting
from halma.engine.standings import Standings
from halma.engine.statistics import Sprt
from halma.games import choose
from halma.words import translator

TIMES = {"time", "time_per_turn", "longest_turn", "worst_overrun"}


def match_of(games=6, names=("greedy", "random"), limits=None, **setting):
    return make_match(list(names), Setting(choose("quick", players=2), **setting), limits or Limits(), games)


def without_times(data):
    """The result of a match without what depends on the speed of the machine."""
    if isinstance(data, dict):
        return {key: without_times(value) for key, value in data.items() if key not in TIMES}
    return [without_times(item) for item in data] if isinstance(data, list) else data


def result_of(match, games):
    standings = Standings(match)
    for game in games:
        standings.add(game)
    standings.count_waiting()
    return without_times(standings.as_data())


@pytest.fixture(scope="module")
def games():
    return {game.number: game for game in played_games(match_of())}


def written(file, games, match=None, numbers=None):
    with Journal(file, match or match_of()) as journal:
        for number in games if numbers is None else numbers:
            journal.add(games[number])


# ---- single games ---------------------------------------------------------------------------------------


def test_a_game_depends_on_its_number_alone(games):
    for number in (4, 1, 5):
        assert play_game(match_of(), number).record == games[number].record
    assert [game.number for game in played_games(match_of(), numbers=[3, 2])] == [3, 2]
    assert play_game(match_of(games=900), 2).record == games[2].record


@pytest.mark.parametrize("number", [-1, 6])
def test_a_number_outside_of_the_match_is_refused(number):
    with pytest.raises(ValueError, match="from 0 to 5"):
        play_game(match_of(), number)


# ---- the order of arrival -------------------------------------------------------------------------------


def test_games_count_in_the_order_of_their_numbers(games):
    match = match_of()
    expected = result_of(match, games.values())
    for seed in range(5):
        order = list(games)
        random.Random(seed).shuffle(order)
        standings = Standings(match)
        counted = [game.number for number in order for game in standings.add(games[number])]
        assert counted == list(range(6))
        assert without_times(standings.as_data()) == expected
        assert json.dumps(without_times(standings.as_data())) == json.dumps(expected), "also the order of keys"


def test_a_game_waits_for_the_earlier_ones_unless_they_will_not_come(games):
    standings = Standings(match_of())
    assert standings.add(games[3]) == [] and standings.add(games[1]) == []
    assert standings.games == 0
    assert [game.number for game in standings.count_waiting()] == [1, 3]
    assert standings.games == 2


def test_no_game_counts_twice(games):
    standings = Standings(match_of())
    standings.add(games[0])
    standings.add(games[2])
    for number in (0, 2):
        with pytest.raises(ValueError, match="already"):
            standings.add(games[number])


def test_what_was_played_after_the_verdict_does_not_count():
    """With several games at a time some are over before an earlier one decides the test."""
    match = match_of(games=40, names=("greedy", "random"))
    test = Sprt(0, 400)
    one = {number: play_game(match, number) for number in range(2)}
    # The same two games again and again: greedy wins on either seat.
    assert all(one[number].winners == (one[number].seating.index(0),) for number in one)
    many = [replace(one[number % 2], number=number) for number in range(40)]
    straight, shuffled = Standings(match, test), Standings(match, test)
    for game in many:
        straight.add(game)
    for game in reversed(many):
        shuffled.add(game)
    assert 1 < straight.games < 40
    assert straight.as_data() == shuffled.as_data()


# ---- the file -------------------------------------------------------------------------------------------


def test_a_journal_gives_back_what_was_played(tmp_path, games):
    file = tmp_path / "journal"
    written(file, games, numbers=[2, 0, 5])
    with Journal(file, match_of()) as journal:
        assert journal.numbers == {0, 2, 5} and journal.missing() == [1, 3, 4]
        assert list(journal.games()) == [games[0], games[2], games[5]]
    match, found = read_journal(file)
    assert match == match_of()
    assert list(found) == [games[0], games[2], games[5]]


def test_a_forfeit_keeps_its_reason_in_every_language(tmp_path, games):
    reason = PlayerFailureError(
        "crashed", "it cannot be started: {reason}", reason=JournalError("no such file or folder.")
    )
    lost = replace(games[0], forfeit=Forfeit(1, "crashed", reason), termination="crashed")
    file = tmp_path / "journal"
    written(file, {0: lost})
    _, found = read_journal(file)
    (again,) = found
    assert again.forfeit is not None
    assert (again.forfeit.seat, again.forfeit.code, str(again.forfeit.reason)) == (1, "crashed", str(reason))
    german = translator("de")
    assert german.error(again.forfeit.reason) == german.error(reason) != str(reason)


def test_a_match_can_be_made_longer_and_shorter(tmp_path, games):
    file = tmp_path / "journal"
    written(file, games)
    with Journal(file, match_of(games=8)) as journal:
        assert journal.missing() == [6, 7]
    with Journal(file, match_of(games=2)) as journal:
        assert journal.missing() == []
        assert [game.number for game in journal.games()] == [0, 1]


def test_a_game_is_written_once(tmp_path, games):
    with Journal(tmp_path / "journal", match_of()) as journal:
        journal.add(games[0])
        with pytest.raises(ValueError, match="already"):
            journal.add(games[0])
        assert journal.numbers == {0}


OTHERS = {
    "players": (match_of(names=("greedy", "level:1")), "A B … is greedy"),
    "seats": (match_of(names=("random", "greedy")), "A B …"),
    "seed": (match_of(seed="7"), "--seed is 0 there and 7 here"),
    "opening": (match_of(opening=3), "--opening is 2 there and 3 here"),
    "lenient": (match_of(lenient=True), "--lenient is False there and True here"),
    "limits": (match_of(limits=Limits(nodes=10)), "nodes=10"),
    "game": (make_match(["greedy", "random"], Setting(choose("halma", players=2)), Limits(), 6), "--game is quick"),
    "options": (
        make_match(["greedy", "random"], Setting(choose("quick", players=2, blocking="swap")), Limits(), 6),
        "blocking=swap",
    ),
}


@pytest.mark.parametrize(("other", "told"), OTHERS.values(), ids=OTHERS)
def test_the_journal_of_another_match_is_refused(tmp_path, games, other, told):
    file = tmp_path / "journal"
    written(file, games)
    before = file.read_bytes()
    with pytest.raises(JournalError, match="another match") as refused:
        Journal(file, other)
    assert told in str(refused.value)
    assert file.read_bytes() == before


def test_games_of_another_version_are_not_mixed_in(tmp_path, games, monkeypatch):
    file = tmp_path / "journal"
    written(file, games)
    monkeypatch.setattr("halma.engine.journal.version", lambda _package: "9.9.9")
    with pytest.raises(JournalError, match=r"halma is .* there and 9\.9\.9 here"):
        Journal(file, match_of())


@pytest.mark.parametrize("content", ["something dear", "something\ndear\n", "{}\n", "\n", '{"halma_match":1}\n'])
def test_what_is_no_journal_is_left_as_it_is(tmp_path, content):
    file = tmp_path / "letter"
    file.write_text(content)
    with pytest.raises(JournalError, match="is not the journal of a match"):
        Journal(file, match_of())
    assert file.read_text() == content
    with pytest.raises(JournalError, match="is not the journal of a match"):
        read_journal(file)


def test_folders_and_devices_and_names_that_cannot_be(tmp_path):
    for wrong, told in (
        (tmp_path, "not the journal"),
        (os.devnull, "not the journal"),
        (tmp_path / "no" / "folder", "no such file or folder"),
        ("a\0b", "Cannot write"),
    ):
        with pytest.raises(JournalError, match=told):
            Journal(wrong, match_of())
    with pytest.raises(JournalError, match="no such file or folder"):
        read_journal(tmp_path / "missing")


# ---- damage ---------------------------------------------------------------------------------------------


def test_every_beginning_of_a_journal_goes_on(tmp_path, games):
    """Wherever power is lost, what was whole is kept, and the rest is played again."""
    file = tmp_path / "journal"
    written(file, games)
    whole = file.read_bytes()
    ends = [0, *(at + 1 for at, byte in enumerate(whole) if byte == ord("\n"))]
    chance = random.Random(4)
    cuts = {*ends, *(end - 1 for end in ends[1:]), *(chance.randrange(len(whole)) for _ in range(40))}
    for cut in sorted(cuts):
        for tail in (b"", b"\0" * 300):
            file.write_bytes(whole[:cut] + tail)
            with Journal(file, match_of()) as journal:
                kept = max(0, sum(end <= cut for end in ends) - 2)
                assert journal.numbers == set(range(kept)), cut
                for number in journal.missing():
                    journal.add(games[number])
            assert file.read_bytes() == whole, cut


@pytest.mark.parametrize("line", range(1, 6))
def test_other_damage_is_refused(tmp_path, games, line):
    """A changed digit in a line that is not the last, or a line that is there twice."""
    file = tmp_path / "journal"
    written(file, games)
    lines = file.read_bytes().splitlines(keepends=True)
    changed = lines[line].replace(b'"turns":', b'"turns":1', 1)
    assert changed != lines[line]
    for damaged in (
        [*lines[:line], changed, *lines[line + 1 :]],
        [*lines[: line + 1], lines[line], *lines[line + 1 :]],
    ):
        file.write_bytes(b"".join(damaged))
        with pytest.raises(JournalError, match=r"of the journal .* is damaged"):
            Journal(file, match_of())
        with pytest.raises(JournalError, match=r"of the journal .* is damaged"):
            read_journal(file)
        assert file.read_bytes() == b"".join(damaged)


def test_a_full_disk_is_told_and_leaves_whole_lines(tmp_path, games, monkeypatch):
    file = tmp_path / "journal"
    real = os.write

    def cramped(descriptor, data):
        if file.stat().st_size > size:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data[:50])

    with Journal(file, match_of()) as journal:
        journal.add(games[0])
        whole, size = file.read_bytes(), file.stat().st_size + 100
        monkeypatch.setattr("halma.cluster.journal.os.write", cramped)
        with pytest.raises(JournalError, match="there is no space left on the disk"):
            journal.add(games[1])
        assert file.read_bytes() == whole
        monkeypatch.undo()
        journal.add(games[1])
    assert [game.number for game in read_journal(file)[1]] == [0, 1]


def test_one_match_at_a_time_writes_to_a_journal(tmp_path, games):
    file, other = tmp_path / "journal", tmp_path / "link"
    other.symlink_to(file)
    with Journal(file, match_of()) as journal:
        journal.add(games[0])
        for name in (file, other):
            with pytest.raises(JournalError, match="Another match is being written"):
                Journal(name, match_of())
        assert [game.number for game in read_journal(file)[1]] == [0], "it can be looked at"
    with Journal(other, match_of()) as journal:
        assert journal.numbers == {0}
