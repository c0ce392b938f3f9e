"""What a match has shown so far: results, time and ratings of each player."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from halma.engine.match import Match, MatchError
from halma.engine.referee import Played
from halma.engine.statistics import Sprt, elo, wilson
from halma.extras import requires_extra
from halma.messages import mark

__all__ = ["Standing", "Standings"]


@dataclass
class Standing:
    """The results of one player."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    overruns: int = 0
    worst_overrun: float = 0.0
    forfeits: int = 0
    # The points of each game: 1, a half or 0.
    points: list[float] = field(default_factory=list[float])

    @property
    def games(self) -> int:
        """How many games it has played."""
        return len(self.points)

    @property
    def share(self) -> float:
        """Its share of the points."""
        return sum(self.points) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson(sum(self.points), self.games)


class Standings:
    """The results of a match.

    Games may be added as they come: they are counted in the order of their numbers, so that ratings and the end of a
    sequential test do not depend on which game was over first. One that waits for an earlier game is counted when
    that one has come, or by `count_waiting`. What was played after the test had come to its end is not counted.
    """

    def __init__(self, match: Match, sprt: Sprt | None = None) -> None:
        self.match = match
        self.sprt = sprt
        self.standings = [Standing(entry.name) for entry in match.entries]
        self.games = 0
        self.turns = 0
        self._next = 0
        self._waiting: dict[int, Played] = {}
        # Looked up for every game, so it is only worked out after one.
        self._decided: bool | None = None
        self.terminations: Counter[str] = Counter()
        self.forfeits: list[tuple[int, str, Played]] = []
        with requires_extra("match"):
            from openskill.models import PlackettLuce  # noqa: PLC0415
        self._model = PlackettLuce()
        self.ratings = [self._model.rating(name=entry.name) for entry in match.entries]
        # Two players with the same number of seats: equal ones would share the points.
        self.even = len(match.entries) == 2 and len(set(Counter(match.lineup).values())) == 1
        if sprt is not None and not self.even:
            raise MatchError(mark("A sequential test needs two players with the same number of seats."))

    def add(self, played: Played) -> list[Played]:
        """Take a game into account, each number once. Returns the games that have been counted with it, in order."""
        if played.number < self._next or played.number in self._waiting:
            raise ValueError(f"game {played.number} has been added already")
        self._waiting[played.number] = played
        counted: list[Played] = []
        while self._next in self._waiting:
            counted += self._count(self._waiting.pop(self._next))
            self._next += 1
        return counted

    def count_waiting(self) -> list[Played]:
        """Count the games that wait for one that will not come, as when a match is interrupted, and return them."""
        counted: list[Played] = []
        for number in sorted(self._waiting):
            counted += self._count(self._waiting.pop(number))
            self._next = number + 1
        return counted

    def _count(self, played: Played) -> tuple[Played, ...]:
        """Count a game, unless the sequential test was over before it."""
        if self.decided:
            return ()
        self.games += 1
        self.turns += played.turns
        self.terminations[played.termination] += 1
        winners = {played.seating[seat] for seat in played.winners}
        for index, standing in enumerate(self.standings):
            seats = [seat for seat, one in enumerate(played.seating) if one == index]
            for seat in seats:
                clock = played.clocks[seat]
                standing.turns += clock.turns
                standing.seconds += clock.seconds
                standing.longest = max(standing.longest, clock.longest)
                standing.overruns += clock.overruns
                standing.worst_overrun = max(standing.worst_overrun, clock.worst_overrun)
            if played.forfeit is not None and played.forfeit.seat in seats:
                standing.forfeits += 1
                self.forfeits.append((played.number, standing.name, played))
            shared = played.drawn or (index in winners and len(winners) > 1)
            standing.wins += index in winners and not shared
            standing.draws += shared
            standing.losses += index not in winners and not shared
            standing.points.append(0.5 if shared else float(index in winners))
        self._rate(played)
        self._decided = None
        return (played,)

    def _rate(self, played: Played) -> None:
        """Ratings by the places of all seats. A player on several seats takes the mean of what each of them changes."""
        rated = self._model.rate(
            [[self.ratings[index]] for index in played.seating],
            ranks=[1.0 if played.drawn else float(place) for place in played.places],
        )
        for index in range(len(self.ratings)):
            own = [team[0] for team, one in zip(rated, played.seating, strict=True) if one == index]
            rating = self.ratings[index]
            rating.mu = sum(one.mu for one in own) / len(own)
            rating.sigma = sum(one.sigma for one in own) / len(own)

    @property
    def decided(self) -> bool:
        """Whether the sequential test has come to its end."""
        if self._decided is None:
            self._decided = self.sprt is not None and self.sprt.verdict(self.standings[0].points) is not None
        return self._decided

    def as_data(self) -> dict[str, Any]:
        """Everything as one object for JSON."""
        choice = self.match.setting.choice
        data: dict[str, Any] = {
            "game": choice.game,
            "options": choice.options,
            "games": self.games,
            "seats": len(self.match.lineup),
            "seed": self.match.setting.seed,
            "opening_turns": self.match.setting.opening,
            "mean_turns": self.turns / self.games if self.games else None,
            "stalls": self.terminations["stall"],
            "terminations": dict(self.terminations),
            "overruns": sum(standing.overruns for standing in self.standings),
            "worst_overrun": max((standing.worst_overrun for standing in self.standings), default=0.0),
            "players": {standing.name: self._player(index, standing) for index, standing in enumerate(self.standings)},
            "forfeits": [
                {"game": number + 1, "player": name, "code": played.forfeit.code, "reason": str(played.forfeit.reason)}
                for number, name, played in self.forfeits
                if played.forfeit is not None
            ],
        }
        if self.sprt is not None:
            points = self.standings[0].points
            data["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "ratio": self.sprt.ratio(points) if points else 0.0,
                "accepted": self.sprt.verdict(points),
            }
        return data

    def _player(self, index: int, standing: Standing) -> dict[str, Any]:
        rating, limits = self.ratings[index], self.match.entries[index].limits
        asked = {name: getattr(limits, name) for name in ("level", "movetime", "nodes", "depth", "threads")}
        return {
            "seats": self.match.lineup.count(index),
            "limits": {name: value for name, value in asked.items() if value is not None},
            "wins": standing.wins,
            "draws": standing.draws,
            "losses": standing.losses,
            "score": standing.share,
            "interval": list(standing.interval),
            "elo": elo(standing.share) if self.even else None,
            "mean_turns": standing.turns / standing.games if standing.games else None,
            "time": standing.seconds,
            "time_per_turn": standing.seconds / standing.turns if standing.turns else None,
            "longest_turn": standing.longest,
            "overruns": standing.overruns,
            "worst_overrun": standing.worst_overrun,
            "forfeits": standing.forfeits,
            "rating": {"mu": rating.mu, "sigma": rating.sigma},
        }
