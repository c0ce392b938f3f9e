"""The formats of a game: what the upstream tests run over."""

from halma.games import Choice, games


def formats_of(game: str) -> list[Choice]:
    """Every number of players and pieces, in the edition that has it first; those with dice and lots are among them."""
    found = [
        games()[game].choose(edition=form.editions[0], players=form.players, pieces=form.pieces, teams=form.teams)
        for form in games()[game].formats
    ]
    if game == "cat-and-mouse":
        found.append(games()[game].choose(scatter=True))
    return found
