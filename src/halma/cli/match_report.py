"""The result of a match as a table, with what else is worth knowing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halma.cli.screen import Screen

if TYPE_CHECKING:
    from halma.engine.standings import Standings
    from halma.words import Words

# A file has no width; a terminal folds the names.
WIDTH = 120


def show(screen: Screen, standings: Standings) -> None:
    """Print the table and the remarks below it."""
    from rich import box
    from rich.table import Table

    words = screen.words
    screen.print(screen.heading(standings.match.setting.choice))
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(words.text("Player"), overflow="fold", min_width=9)
    headings = [
        words.text("Wins"),
        words.text("Draws"),
        words.text("Losses"),
        words.text("Score"),
        "95 %",
        words.text("Turns"),
        words.text("Seconds"),
    ]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for one in standings.standings:
        low, high = one.interval
        cells = [
            str(one.wins),
            str(one.draws),
            str(one.losses),
            f"{100 * one.share:.1f}",
            f"{100 * low:.1f}–{100 * high:.1f}",
            f"{one.turns / one.games:.1f}" if one.games else "–",
            f"{one.seconds / one.turns:.3f} ≤ {one.longest:.3f}" if one.turns else "–",
        ]
        table.add_row(one.name, *cells)
    if not screen.console.is_terminal:
        screen.console.width = WIDTH
    screen.console.print(table, soft_wrap=False)
    screen.print(*_remarks(words, standings))


def _remarks(words: Words, standings: Standings) -> list[str]:
    from halma.engine.statistics import elo

    if not standings.games:
        return [words.text("No game was finished.")]
    endings = ", ".join(f"{name} {count}" for name, count in standings.terminations.most_common())
    remarks = [
        words.text(
            "Games: {games}. Average turns: {turns}. Endings: {endings}.",
            games=standings.games,
            turns=f"{standings.turns / standings.games:.1f}",
            endings=endings,
        )
    ]
    first = standings.standings[0]
    difference = elo(first.share)
    if standings.even and difference is not None:
        low, high = (elo(bound) for bound in first.interval)
        remarks.append(
            words.text(
                "{name}: Elo difference {elo} (between {low} and {high}).",
                name=first.name,
                elo=f"{difference:+.0f}",
                low=f"{low:+.0f}" if low is not None else "−∞",
                high=f"{high:+.0f}" if high is not None else "+∞",
            )
        )
    if len(standings.match.lineup) > 2:
        rated = sorted(standings.ratings, key=lambda rating: -rating.mu)
        listed = ", ".join(f"{rating.name} {rating.mu:.1f} ± {2 * rating.sigma:.1f}" for rating in rated)
        remarks.append(words.text("Ratings: {list}", list=listed))
    remarks += [
        words.text(
            "{name}: {count} turns over the time limit, the worst by {seconds} s.",
            name=one.name,
            count=one.overruns,
            seconds=f"{one.worst_overrun:.3f}",
        )
        for one in standings.standings
        if one.overruns
    ]
    remarks += [
        words.text("Game {number}, {name}: {reason}", number=number + 1, name=name, reason=played.forfeit.reason)
        for number, name, played in standings.forfeits
        if played.forfeit is not None
    ]
    if standings.sprt is not None:
        verdict = standings.sprt.verdict(first.points)
        accepted = {"elo0": standings.sprt.elo0, "elo1": standings.sprt.elo1}
        remarks.append(
            words.text("The sequential test is still undecided.")
            if verdict is None
            else words.text("The sequential test accepts {elo} Elo.", elo=f"{accepted[verdict]:g}")
        )
    return remarks
