"""What breaks, step by step: processes, the database, the hub, connections and clocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .plan import Step

if TYPE_CHECKING:
    from .world import World


def _kill(world: World, step: Step) -> None:
    world.processes[step.who % len(world.processes)].kill(step.seconds)


def _kill_all(world: World, step: Step) -> None:
    for process in world.processes:
        process.kill(step.seconds)


def _stop(world: World, step: Step) -> None:
    world.processes[step.who % len(world.processes)].stop(step.seconds)


def _pause(world: World, step: Step) -> None:
    world.processes[step.who % len(world.processes)].pause(step.seconds)


def _lose(world: World, step: Step) -> None:
    world.lose[step.what.removeprefix("lose ")] = 1 + step.number % 3


def _lasts(world: World, step: Step) -> None:
    world.until[step.what] = world.loop.time() + step.seconds


def _hub_away(world: World, step: Step) -> None:
    if not world.bus.away:
        world.bus.leave()
        world.later(step.seconds, world.bus.come_back)


def _set_clock(world: World, step: Step) -> None:
    world.set_clock(step.seconds)


def _cut(world: World, step: Step) -> None:
    person = world.person(step)
    if person.connection is not None:
        person.connection.cut(unnoticed=step.what == "cut unnoticed")


def _stall(world: World, step: Step) -> None:
    person = world.person(step)
    if person.connection is not None:
        person.connection.stalled_until = world.loop.time() + step.seconds


def _wait(world: World, step: Step) -> float:
    """The next step comes later."""
    return step.seconds


def _bell(world: World, step: Step) -> float:
    """Something goes wrong at the moment a clock runs out, and who has to act plays all the same."""
    sheet = world.referee.sheets.get(world.tables[0])
    if sheet is None or sheet.deadline is None:
        return 0.0
    seconds = sheet.deadline - world.storage_time
    seat = sheet.position.seat
    if not 0.3 < seconds < 20.0:
        return 0.0
    late = [person for person in world.people if seat in person.held]
    process = world.processes[step.who % len(world.processes)]
    if step.number % 3 == 0:
        world.slow_down(seconds - 0.3, 1.5)
    elif step.number % 3 == 1:
        world.slow_down(seconds - 0.1, 2.0)
        world.strike(seconds + 0.3 + step.number % 10 / 10, process.kill, step.seconds)
    else:
        world.strike(seconds - 0.1, process.pause, 0.5)
    for person in late if step.number % 3 != 1 else []:
        world.later(seconds + 0.3, person.play, step.number)
    return seconds + 2.0


BREAKS: dict[str, Callable[[World, Step], float | None]] = {
    "kill": _kill,
    "kill all": _kill_all,
    "stop": _stop,
    "pause": _pause,
    "lose there": _lose,
    "lose back": _lose,
    "lose answer": _lose,
    "outage": _lasts,
    "slow storage": _lasts,
    "hub away": _hub_away,
    "hub loses": _lasts,
    "hub doubles": _lasts,
    "hub scatters": _lasts,
    "clock": _set_clock,
    "cut": _cut,
    "cut unnoticed": _cut,
    "stall": _stall,
    "wait": _wait,
    "bell": _bell,
}
