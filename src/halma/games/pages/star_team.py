"""Team game on the star: opposite seats are partners."""

from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BLOCKING, FIRST, STALL
from halma.games.race import star_race

GAME = Game(
    id="star-team",
    section="star",
    order=2,
    board="star",
    names={
        "de": ("Teamspiel",),
        "en": ("Team game",),
        "fr": ("Partie en équipes",),
        "it": ("Gioco di squadra",),
        "nl": ("Teamspel",),
        "es": ("Juego en equipo",),
    },
    formats=(Format(4, 10, teams=True),),
    age=8,
    minutes=(35, 50),
    luck=Luck.HARDLY_ANY,
    rules=star_race,
    options=(FIRST, BLOCKING, STALL),
)
