"""The shortest way to the same mistake: steps are left out, and what there is becomes less, while it still happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from .plan import Case

Fails = Callable[[Case], str | None]
# So often a case is tried.
MOST_TRIES = 2000


def shrunk(case: Case, fails: Fails) -> Case:
    """The smallest case found that is wrong in the same way; `fails` says in which way a case is wrong, if it is."""
    kind = fails(case)
    assert kind is not None, "nothing is wrong with this case"
    tries = 0

    def same(candidate: Case) -> bool:
        nonlocal tries
        tries += 1
        return tries <= MOST_TRIES and fails(candidate) == kind

    while True:
        before = case
        case = _fewer_steps(case, same)
        for candidate in _simpler(case):
            if same(candidate(case)):
                case = candidate(case)
        case = _plainer_steps(case, same)
        if case == before:
            return case


def _fewer_steps(case: Case, same: Callable[[Case], bool]) -> Case:
    """Leave out as many steps as can be, first many at once."""
    size = max(1, len(case.steps) // 2)
    while size:
        start = 0
        while start < len(case.steps):
            left_out = replace(case, steps=case.steps[:start] + case.steps[start + size :])
            if same(left_out):
                case = left_out
            else:
                start += size
        size //= 2
    return case


def _simpler(case: Case) -> Iterator[Callable[[Case], Case]]:
    """What may be less."""
    yield lambda case: replace(case, damaged=False)
    yield lambda case: replace(case, side_tables=0)
    yield lambda case: replace(case, spectators=0)
    yield lambda case: replace(case, workers=0)
    yield lambda case: replace(case, clock=None)
    yield lambda case: replace(case, scatter=0.0)
    yield lambda case: replace(case, game="quick", options={"first": "A"}, start="", seats=case.seats[:2])
    for fronts in range(1, case.fronts):
        yield lambda case, fronts=fronts: replace(case, fronts=fronts)
    for number in range(len(case.seats)):
        for kind in ("here", "link"):
            yield lambda case, number=number, kind=kind: replace(
                case, seats=tuple(kind if number == place else seat for place, seat in enumerate(case.seats))
            )


def _plainer_steps(case: Case, same: Callable[[Case], bool]) -> Case:
    """Steps at whole seconds, of the first person, with the first choice."""
    for place in range(len(case.steps)):
        for changes in ({"after": 1.0, "who": 0, "number": 0}, {"after": 1.0}, {"number": 0}, {"who": 0}):
            plain = replace(case.steps[place], **changes)
            if plain == case.steps[place]:
                continue
            steps = (*case.steps[:place], plain, *case.steps[place + 1 :])
            if same(replace(case, steps=steps)):
                case = replace(case, steps=steps)
    return case
