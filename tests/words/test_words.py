"""Words: templates, plurals, numbers, lists and errors in the languages of the booklets."""

import pytest

from halma.messages import HalmaError
from halma.play import IllegalMoveError, Position, Refusal
from halma.rules import Reason
from halma.words import LANGUAGES, UnknownLanguageError, environment_language, translator


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "it"}, "it"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "", "LANGUAGE": "es_MX"}, "es"),
        ({"LANGUAGE": "pl:nl_BE:de"}, "nl"),
        ({"LANGUAGE": "de-AT"}, "de"),
        ({"LANG": "pl_PL.UTF-8"}, "en"),
    ],
)
def test_the_environment_says_which_language(environment: dict[str, str], language: str):
    assert environment_language(environment) == language


def test_a_language_that_is_not_there_is_refused_with_the_list():
    with pytest.raises(UnknownLanguageError, match="de, fr, it, nl, es"):
        translator("xx")


def test_a_text_is_filled_with_its_data():
    assert translator("en").text("There is no piece on {cells}.", cells="e5") == "There is no piece on e5."
    assert translator("de").text("There is no piece on {cells}.", cells="e5") == "Auf e5 steht keine Figur."


def test_a_text_without_translation_stays_as_it_is():
    assert translator("de").text("Nobody ever translated {this}.", this="x") == "Nobody ever translated x."
    assert translator("de").text("") == ""


def test_data_with_braces_is_taken_as_it_is():
    assert translator("de").text("Saved: {file}", file="{x}.txt") == "Gespeichert: {x}.txt"


@pytest.mark.parametrize(
    ("language", "one", "none"),
    [
        ("en", "1 move", "0 moves"),
        ("de", "1 Zug", "0 Züge"),
        ("fr", "1 coup", "0 coup"),
        ("es", "1 jugada", "0 jugadas"),
    ],
)
def test_plurals_follow_the_language(language: str, one: str, none: str):
    words = translator(language)
    assert words.plural("{count} move", "{count} moves", 1) == one
    assert words.plural("{count} move", "{count} moves", 0) == none


def test_numbers_and_lists_follow_the_language():
    assert translator("en").number(12345) == "12,345"
    assert translator("de").number(12345) == "12.345"
    assert translator("en").listed("ABC") == "A, B and C"
    assert translator("it").listed("ABC") == "A, B e C"
    assert translator("es").text("Place {place}: {seats}", place=1, seats=["A", "C"]) == "Puesto 1: A y C"


def test_an_error_inside_an_error_is_translated_too():
    reason = HalmaError("There is no piece on {cells}.", cells="e5")
    error = HalmaError(
        "Turn {number} of the record, “{text}”, cannot be played: {reason}", number=3, text="e5-e6", reason=reason
    )
    assert translator("de").error(error) == "Die Partie bricht bei Zug 3 ab, „e5-e6“: Auf e5 steht keine Figur."


def test_a_refused_move_tells_the_reason_in_the_language():
    with pytest.raises(IllegalMoveError) as refused:
        Position("halma").push("p16-o14")
    assert translator("fr").error(refused.value) == "Le pion sur p16 n’est pas à toi."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str):
    spoken = [translator(language).refusal(Refusal(reason, ("c3", "e5"))) for reason in Reason]
    assert len(set(spoken)) == len(Reason)
    assert not any("{" in text for text in spoken)
