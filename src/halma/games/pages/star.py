"""Star Halma: from tip to opposite tip, with one colour or with two."""

from halma.boards import star_board
from halma.games.game import Choice, Format, Game
from halma.games.options import BASE_OPTIONS, TIPS_OF_TWO
from halma.games.race import TIPS_OF_COLOURS, army, base_movement, race, star_race, tip_camp
from halma.rules import SEATS, Ruleset


def rules(choice: Choice) -> Ruleset:
    if choice.tips not in TIPS_OF_COLOURS:
        return star_race(choice)
    board = star_board()
    movement = base_movement(board)
    kinds = tuple(
        army(seat, tip_camp(tip, choice.pieces // len(tips)), movement, letter)
        for seat, tips in enumerate(TIPS_OF_COLOURS[choice.tips])
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
        "fr": ("Dames chinoises",),
        "it": ("Dama cinese",),
        "nl": ("Sterhalma",),
        "es": ("Damas chinas",),
    },
    formats=(
        Format(2, 15, ("schmidt", "ravensburger", "carlit", "schmidt-compact", "schmidt-66")),
        Format(3, 15, ("schmidt", "ravensburger", "carlit", "schmidt-66")),
        Format(4, 10),
        Format(2, 20, tips="facing"),
        Format(2, 20, tips="paired"),
        # Beyond the booklets: what other programs play.
        Format(2, 10),
        Format(3, 10),
        Format(6, 10),
    ),
    rules=rules,
    options=(*BASE_OPTIONS, TIPS_OF_TWO),
)
