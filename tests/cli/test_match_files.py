"""What `halma match` and `halma analyse` leave behind: journals, tables and plots."""

import json
import sys
from xml.etree import ElementTree

import polars
import pytest

from halma.engine import match as matches
from halma.engine.journal import read_journal
from halma.play import read_records

MATCH = ("match", "greedy", "random", "--game", "quick", "--games", "4")


@pytest.fixture
def interrupted(monkeypatch):
    """Lets a match be interrupted from the keyboard after two more games; jobs and order as they were."""
    real = matches.played_games

    def few(*arguments, **named):
        for number, played in enumerate(real(*arguments, **named)):
            if number == 2:
                raise KeyboardInterrupt
            yield played

    monkeypatch.setattr("halma.engine.match.played_games", few)
    return monkeypatch


def test_the_same_command_continues_an_interrupted_match(run, tmp_path, interrupted):
    journal, records, result = (str(tmp_path / name) for name in ("journal", "games.txt", "result.json"))
    command = (*MATCH, "--journal", journal, "--records", records, "--json", result)
    first = run(*command)
    assert first.exit_code == 0, first.stderr
    assert f"The same command continues from {journal}." in first.stdout
    assert "Games: 2." in first.stdout
    assert len(list(read_journal(journal)[1])) == 2
    assert not (tmp_path / "result.json").exists(), "only what is whole is written"
    interrupted.undo()
    second = run(*command)
    assert second.exit_code == 0, second.stderr
    assert "Games: 4." in second.stdout
    run(*MATCH, "--records", str(tmp_path / "straight.txt"), "--json", str(tmp_path / "straight.json"))
    assert (tmp_path / "games.txt").read_bytes() == (tmp_path / "straight.txt").read_bytes()
    found, straight = (json.loads((tmp_path / name).read_text()) for name in ("result.json", "straight.json"))
    for name in ("greedy", "random"):
        for key in ("wins", "draws", "losses", "score", "rating", "mean_turns"):
            assert found["players"][name][key] == straight["players"][name][key]


def test_an_interrupted_match_without_a_journal_keeps_its_files(run, tmp_path, interrupted):
    records, table = tmp_path / "games.txt", tmp_path / "games.csv"
    result = run(*MATCH, "--records", str(records), "--csv", str(table))
    assert result.exit_code == 0 and "Interrupted; here is the result so far." in result.stdout
    assert len(list(read_records(records.read_text()))) == 2
    assert polars.read_csv(table).height == 2


def test_a_finished_match_is_not_played_again(run, tmp_path, monkeypatch):
    journal = str(tmp_path / "journal")
    first = run(*MATCH, "--journal", journal)
    before = (tmp_path / "journal").read_bytes()
    monkeypatch.setattr("halma.engine.match.play_game", None)
    plot = tmp_path / "plot.svg"
    again = run(*MATCH, "--journal", journal, "--plot", str(plot))
    assert again.stdout == first.stdout
    assert plot.exists() and (tmp_path / "journal").read_bytes() == before


def test_a_journal_is_never_replaced(refused, tmp_path):
    letter = tmp_path / "letter"
    letter.write_text("something dear")
    assert refused(*MATCH, "--journal", str(letter), "--force") == f"{letter} is not the journal of a match."
    assert letter.read_text() == "something dear"


def test_a_journal_of_another_match_is_refused_in_every_language(run, tmp_path):
    journal = str(tmp_path / "journal")
    run(*MATCH, "--journal", journal)
    result = run(*MATCH, "--journal", journal, "--seed", "7", "--lang", "de")
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr == (f"{journal} ist das Protokoll eines anderen Wettkampfs: --seed ist dort 0 und hier 7.\n")


@pytest.mark.parametrize("other", ["--records", "--json", "--csv", "--parquet", "--plot"])
def test_no_output_replaces_the_journal(run, refused, tmp_path, other):
    journal = tmp_path / "journal"
    assert run(*MATCH, "--journal", str(journal)).exit_code == 0
    before = journal.read_bytes()
    (tmp_path / "link").symlink_to(journal)
    for name in (journal, tmp_path / "link", tmp_path / "." / "journal"):
        told = refused(*MATCH, "--journal", str(journal), other, str(name), "--force")
        assert told == f"{name} is given twice; choose another file for one of them."
    assert journal.read_bytes() == before


def test_a_match_as_a_table(run, tmp_path):
    table, other = tmp_path / "games.csv", tmp_path / "games.parquet"
    result = run(*MATCH, "--csv", str(table), "--parquet", str(other), "--jobs", "2")
    assert result.exit_code == 0, result.stderr
    one, two = polars.read_csv(table), polars.read_parquet(other)
    assert one["game_number"].to_list() == two["game_number"].to_list() == [1, 2, 3, 4]
    assert one["turns"].to_list() == two["turns"].to_list()
    assert f"Average turns: {one['turns'].mean():.1f}." in result.stdout


def test_a_table_that_cannot_be_written_is_told(run, tmp_path):
    for option in ("--csv", "--parquet", "--plot"):
        result = run(*MATCH[:-1], "1", option, str(tmp_path / "no" / "file"))
        assert result.exit_code == 2
        assert result.stderr == f"Cannot write {tmp_path / 'no' / 'file'}: no such file or folder.\n"


def test_what_is_missing_is_said_before_anything_is_played(refused, tmp_path, monkeypatch):
    monkeypatch.setattr("halma.engine.match.play_game", None)
    for option, package in (("--parquet", "pyarrow"), ("--plot", "matplotlib")):
        monkeypatch.setitem(sys.modules, package, None)
        told = f'This needs the package “{package}”, which is not installed. Install it with: pip install "halma[data]"'
        assert refused(*MATCH, option, str(tmp_path / "file")) == told
    record = tmp_path / "game.txt"
    record.write_text('[Game "quick"]\n1. e2-f3 *')
    assert refused("analyse", str(record), "--plot", str(tmp_path / "file")) == told


def test_an_analysis_as_a_picture(run, refused, tmp_path):
    record, plot = tmp_path / "game.txt", tmp_path / "game.svg"
    record.write_text('[Game "quick"]\n[SeatA "Ann"]\n1. e2-f3 2. l15-k14 3. f3-g4 *')
    command = ("analyse", str(record), "--nodes", "50", "--plot", str(plot), "--lang", "fr")
    assert run(*command).exit_code == 0
    drawn = plot.read_text()
    texts = [element.text for element in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert "Tours d’avance" in texts and "A (Ann)" in texts
    assert refused(*command[:-2]) == f"{plot} already exists and was not changed; --force replaces it."
    assert run(*command, "--force").exit_code == 0
    assert plot.read_text() == drawn
    assert refused("analyse", "--game", "quick", "--plot", str(tmp_path / "x")) == (
        "--plot draws a whole game; give a record FILE."
    )
