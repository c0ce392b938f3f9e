"""Star Halma: from tip to opposite tip, with one colour or with two."""

from halma.boards import star_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BASE_OPTIONS, TIPS
from halma.games.race import TIPS_OF_COLOURS, army, base_movement, race, star_race, tip_camp
from halma.rules import SEATS, Ruleset


def rules(choice: Choice) -> Ruleset:
    tips_of_colours = TIPS_OF_COLOURS.get(choice.word(TIPS) or "")
    if tips_of_colours is None:
        return star_race(choice)
    board = star_board()
    movement = base_movement(board)
    kinds = tuple(
        army(seat, tip_camp(tip, choice.pieces // len(tips)), movement, letter)
        for seat, tips in enumerate(tips_of_colours)
        for tip, letter in zip(tips, (SEATS[seat], SEATS[seat].lower()), strict=True)
    )
    return race(choice, board, kinds)


GAME = Game(
    id="star",
    section="star",
    order=1,
    board="star",
    names={
        "de": ("Sternhalma", "Halma auf dem Sternplan"),
        "en": ("Star Halma", "Chinese checkers"),
        "fr": ("Dames chinoises", "Étoile chinoise"),
        "it": ("Dama cinese",),
        "nl": ("Sterhalma",),
        "es": ("Damas chinas",),
    },
    formats=(
        Format(2, 15, ("schmidt", "ravensburger", "carlit", "schmidt-compact", "schmidt-66")),
        Format(3, 15, ("schmidt", "ravensburger", "carlit", "schmidt-66")),
        Format(4, 10),
        Format(2, 20, homes=2),
        # Beyond the booklets: what other programs play.
        Format(2, 10),
        Format(3, 10),
        Format(6, 10),
    ),
    age=7,
    minutes=(30, 45),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(TIPS, *BASE_OPTIONS),
)
