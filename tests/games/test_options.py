"""Options are data: what a game takes in which format, and how everything else follows from that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from halma.engine.options import EngineSettings, all_options
from halma.games import EDITIONS, Choice, Format, Game, Option, OptionError, OptionKind, Value, choose, games
from halma.games import all_options as all_game_options
from halma.play import Position, read_records
from halma.play.records import tag_name
from halma.rulebook.labels import choice_label, option_label
from halma.server.transport.labels import option_views
from halma.words import LANGUAGES, translator
from tests.law import rule
from tests.variants import all_choices, label, values_of

ENGLISH = translator("en")
ALL_GAMES = list(games().values())


def sizes(game: Game) -> list[tuple[int, Format, str]]:
    return [(number, form, edition) for number, form in enumerate(game.formats) for edition in form.editions]


def chosen(game: Game, form: Format, edition: str, **options: Any) -> Choice:
    return game.choose(edition=edition, players=form.players, pieces=form.pieces, teams=form.teams, **options)


def refusal(game: str, **options: Any) -> str:
    with pytest.raises(OptionError) as refused:
        choose(game, **options)
    return str(refused.value)


# ---- what the pages state -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_every_option_has_one_name_and_is_called_something_in_every_language(game: Game):
    assert len(game.all_options) == len({option.name for option in game.options}) + 3 + ("teams" in game.all_options)
    for option in game.all_options.values():
        assert option.label, option.name
        for language in LANGUAGES:
            words = translator(language)
            assert option_label(words, option)
            for value in option.values:
                text = option_label(words, option, value.name)
                assert text and "{" not in text
                # A value that is only a code would be no word for people.
                assert text != value.name or option.name in ("edition", "figure")


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_the_default_of_an_option_is_one_of_its_values_in_every_format_and_edition(game: Game):
    for _, form, edition in sizes(game):
        for option in game.options_in(form, edition):
            usual = option.default_in(form, edition)
            assert option.takes(usual, form, edition), (option.name, str(form), edition)
            assert option.proposed is None or option.takes(option.proposed, form, edition)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_a_choice_names_every_settled_option_and_nothing_else(game: Game):
    """Records and stored tables keep their meaning because they name everything but switches that are off."""
    for _, form, edition in sizes(game):
        choice = chosen(game, form, edition)
        settled = {option.name for option in game.options_in(form, edition) if option.kind is not OptionKind.FLAG}
        teams = {"teams"} if form.teams else set()
        assert set(choice.options) == {"edition", "players", "pieces"} | teams | settled
        assert game.format_of(choice) == form


@pytest.mark.parametrize("choice", all_choices(), ids=label)
def test_the_named_options_make_the_same_choice_again_in_every_form(choice: Choice):
    game = games()[choice.game]
    assert game.choose(**choice.options) == game.restore(choice.options) == choice
    settings = EngineSettings()
    settings.set("Game", choice.game)
    for name, value in choice.options.items():
        settings.set(tag_name(name), "true" if value is True else str(value))
    assert settings.choice() == choice


def test_options_of_the_same_name_are_of_the_same_kind():
    """The command and the protocol read them before they know the game."""
    for name, taken in all_game_options().items():
        assert len({option.kind for option in taken.values()}) == 1, name


def test_a_number_is_an_option_too():
    rows = Option("rows", numbers=range(2, 6))
    game = replace(games()["halma"], options=(*games()["halma"].options, rows, replace(rows, name="lines", default=4)))
    assert game.choose().options["rows"] == 2 and game.choose().options["lines"] == 4
    assert game.choose(rows=5).number(rows) == 5
    for wrong in (1, 6, "3", True, 2.5):
        with pytest.raises(OptionError) as refused:
            game.choose(rows=wrong)
        assert str(refused.value) == f"--rows takes a whole number from 2 to 5, not “{wrong}”."
    (view,) = (view for view in option_views(game, ENGLISH) if view.name == "rows")
    assert (view.kind, view.least, view.most, view.defaults["carlit"][0]) == ("number", 2, 5, 2)


# ---- refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_what_a_format_does_not_take_is_refused_with_what_it_takes(game: Game):
    every = {option.name: option for other in ALL_GAMES for option in other.options}
    for _, form, edition in sizes(game):
        taken = {option.name for option in game.options_in(form, edition)}
        for name, option in every.items():
            if name in taken or option.picks_format:
                continue
            value = values_of(option, Format(6, 10, homes=2), EDITIONS[0])[0]
            with pytest.raises(OptionError) as refused:
                chosen(game, form, edition, **{name: value})
            assert option.flag in str(refused.value)
            assert "Its options: --edition, --players, --pieces" in str(refused.value)
            assert all("--" + each.replace("_", "-") in str(refused.value) for each in taken)


@rule("1.9", "1.10", "2.31", "2.40", "5.4")
def test_bad_combinations_are_refused_with_what_the_game_takes():
    """1.10: two colours are for two players with twenty pieces; 2.31: no playing on in teams."""
    assert refusal("star", players=3, tips="facing").startswith("star with 3 × 15 has no option --tips. Its options: ")
    assert refusal("star", players=3, tips="apart").startswith("star with 3 × 15 has no option --tips. Its options: ")
    assert refusal("star", pieces=15, tips="paired") == "In star, --tips takes opposite, apart, not “paired”."
    assert refusal("tippy", edition="ravensburger", points=True).startswith(
        "tippy with 2 × 15 --edition ravensburger has no option --points. Its options: "
    )
    assert refusal("halma", teams=True, play_on=True) == (
        "halma with 4 × 13 --teams has no option --play-on. Its options: --edition, --players, --pieces, --teams, "
        "--first A|B|C|D|lot, --blocking vacate|swap|fill|free, --stall rank|draw."
    )
    assert refusal("tippy", edition="ravensburger", stall="draw") == (
        "tippy with 2 × 15 --edition ravensburger has no option --stall. Its options: --edition, --players, --pieces, "
        "--first A|B|lot."
    )
    assert refusal("dice", blocking="swap") == "In dice, --blocking takes vacate, fill, free, not “swap”."
    assert refusal("halma", first="C") == "In halma, --first takes A, B, lot, not “C”."


@pytest.mark.parametrize(
    "options",
    [
        {"players": "2"},
        {"players": True},
        {"players": 2.0},
        {"pieces": [19]},
        {"teams": "yes"},
        {"play_on": "no"},
        {"play_on": 1},
        {"blocking": 3},
        {"blocking": ["free"]},
        {"first": "AB"},
        {"edition": 7},
        {"edition": ["schmidt"]},
    ],
    ids=str,
)
def test_a_value_of_another_kind_is_refused(options: dict[str, Any]):
    assert refusal("halma", **options)


# ---- formats ------------------------------------------------------------------------------------------------


def test_asking_for_the_tips_of_two_colours_picks_that_format():
    """1.10"""
    for tips in ("facing", "paired"):
        assert choose("star", tips=tips).options == {**choose("star", players=2, pieces=20).options, "tips": tips}
    assert choose("star", pieces=20).options["tips"] == "facing"
    assert choose("star").options["tips"] == "opposite"
    assert "tips" not in choose("star", players=3).options


def test_what_is_unnamed_in_an_old_record_means_what_it_meant_then():
    """A new option with a default of its own must not change what was recorded before the game had it."""
    game = games()["star"]
    apart = Option(
        "distance",
        values=(Value("near"), Value("far")),
        default=lambda form, edition: "near" if edition == "ravensburger" else "far",
        unnamed="far",
    )
    later = replace(game, options=(*game.options, apart))
    named = {"edition": "ravensburger", "players": 2, "pieces": 15, "first": "A", "blocking": "free", "stall": "rank"}
    assert later.choose(**named).options["distance"] == "near"
    assert later.restore(named).options["distance"] == "far"
    assert later.restore({**named, "distance": "near"}).options["distance"] == "near"


# ---- what derives from them ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_what_the_set_up_screen_offers_can_be_chosen_and_is_all_there_is(game: Game):
    offered = {view.name: view for view in option_views(game, ENGLISH)}
    assert set(offered) == {option.name for option in game.options}
    for number, form, edition in sizes(game):
        usual = chosen(game, form, edition)
        for name, view in offered.items():
            default = view.defaults[edition][number]
            if default is None:
                assert name not in usual.options
                continue
            proposed = game.all_options[name].proposed
            assert default == (usual.options.get(name, False) if proposed is None else proposed)
            values = [each.value for each in view.values if not each.formats or number in each.formats]
            assert values == list(game.all_options[name].names(form, edition))
            for value in values or [True]:
                assert chosen(game, form, edition, **{name: value}).options[name] == value
    for number, form in enumerate(game.formats):
        for edition in set(EDITIONS) - set(form.editions):
            assert all(view.defaults.get(edition, {number: None})[number] is None for view in offered.values())


def test_the_set_up_screen_offers_playing_on_only_where_it_can_be_chosen():
    """2.31: not in teams."""
    (view,) = (view for view in option_views(games()["halma"], ENGLISH) if view.name == "play_on")
    teams = [form.teams for form in games()["halma"].formats]
    assert [default is None for default in view.defaults["schmidt"]] == teams


def test_the_set_up_screen_knows_the_blocking_rule_of_each_edition():
    """2.40"""
    (view,) = (view for view in option_views(games()["quick"], ENGLISH) if view.name == "blocking")
    assert view.defaults == {"schmidt": ["vacate", "vacate"], "ravensburger": ["free", "free"]}


def test_a_choice_in_words_says_what_is_not_usual():
    assert choice_label(ENGLISH, choose("halma")) == "2 players, 19 pieces each"
    assert choice_label(ENGLISH, choose("halma", edition="carlit")) == "2 players, 19 pieces each · Carlit"
    assert choice_label(ENGLISH, choose("halma", edition="carlit", teams=True, blocking="vacate")) == (
        "4 players, 13 pieces each · Teams · Carlit · Blocking rule: the home must be cleared"
    )
    assert choice_label(translator("de"), choose("star", tips="paired", play_on=True)) == (
        "2 Personen, je 20 Figuren · zwei Farben · Spitzen des Sterns: die eigenen zwei Spitzen einander gegenüber"
        " · Um die Plätze weiterspielen"
    )


def test_the_engine_protocol_declares_every_option_of_any_game():
    declared = {option.choice: option for option in all_options().values() if option.choice}
    assert set(declared) == {name for game in ALL_GAMES for name in game.all_options}
    assert (
        str(declared["capture"])
        == "option name Capture type combo default auto var auto var huff var huff-any var forced"
    )
    assert str(declared["players"]) == "option name Players type spin default 0 min 0 max 6"
    assert str(declared["play_on"]) == "option name PlayOn type check default false"
    assert str(declared["figure"]) == "option name Figure type string default auto"


@pytest.mark.parametrize(("text", "on"), [("yes", True), ("no", False)])
def test_a_switch_in_a_record_is_on_or_off(text: str, on: bool):
    (record,) = read_records(f'[Game "colour"]\n[Simple "{text}"]\n*\n')
    assert record.choice == choose("colour", simple=on)
    assert Position(record.choice).rules == Position("colour", simple=on).rules
