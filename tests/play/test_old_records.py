"""What is written stays true: records of earlier versions of the law mean what they meant then.

`data/records-law-1.jsonl` was written by the program as it was before records named the law: a record of every game
with every option there was, as text and as a line of JSON, and the position that its moves led to.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from halma.games import RULES_VERSION
from halma.play import Position, RecordError, read_records

WRITTEN = (Path(__file__).parent / "data" / "records-law-1.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", WRITTEN, ids=range(len(WRITTEN)))
def test_a_record_of_the_version_before_leads_to_the_same_position(line: str):
    before: dict[str, Any] = json.loads(line)
    for text in (before["record"], json.dumps(before["line"])):
        (record,) = read_records(text)
        assert record.position().board_text() == before["position"]
        named = {name: value for name, value in record.choice.options.items() if name in before["line"]["options"]}
        assert named == before["line"]["options"]
        # Written again it names the law and every option, and stays the same game.
        for again in (record.to_text(), record.to_json()):
            (reread,) = read_records(again)
            assert reread.choice == record.choice and reread.position().board_text() == before["position"]


def test_two_players_on_the_star_of_an_old_edition_stay_opposite():
    """1.9: since the second version of the law they sit apart in this edition, if nothing is said."""
    old = '[Game "star"]\n[Edition "ravensburger"]\n*'
    assert next(read_records(old)).choice.options["tips"] == "opposite"
    new = old.replace("*", '[Law "2"]\n*')
    assert next(read_records(new)).choice.options["tips"] == "apart"
    position = Position("star", edition="ravensburger")
    assert position.pieces["m13"] == "B"


@pytest.mark.parametrize("law", [str(RULES_VERSION + 1), "0", "-1", "two", "", "1.5"])
def test_a_law_that_is_not_known_is_refused(law: str):
    with pytest.raises(RecordError, match="law"):
        next(read_records(f'[Game "halma"]\n[Law "{law}"]\n*'))
    with pytest.raises(RecordError):
        next(read_records(json.dumps({"game": "halma", "law": law or None})))
