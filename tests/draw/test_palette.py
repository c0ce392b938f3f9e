"""Seats are told apart by people who mix up colours, without any colour, and in any terminal."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from halma.draw.palette import IVORY, MAPLE, PAINTS, is_second, mixed, paint, trail_colour
from halma.rules import SEATS

Colour = tuple[float, float, float]

# How people with one sort of cones missing see linear red, green and blue: Machado, Oliveira and Fernandes, "A
# Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.0.
VISIONS: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> Colour:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def seen(colour: str, vision: str) -> Colour:
    red, green, blue = (
        max(0.0, sum(share * part for share, part in zip(row, linear(colour), strict=True))) for row in VISIONS[vision]
    )
    return red, green, blue


def perceived(colour: Colour) -> Colour:
    """Oklab, where distances are about as large as they look; a hundredth is just visible."""
    red, green, blue = colour
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(colour: str) -> float:
    """From 0 (black) to 100 (white), as a grey picture shows it."""
    return 116 * luminance(colour) ** (1 / 3) - 16


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


PAIRS = [pytest.param(*pair, id="".join(pair)) for pair in combinations(SEATS, 2)]


@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize("vision", VISIONS)
def test_colours_of_seats_are_far_apart_for_everybody(first: str, second: str, vision: str) -> None:
    places = [perceived(seen(paint(seat).body, vision)) for seat in (first, second)]
    assert dist(*places) > 0.14


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_colours_of_seats_differ_in_grey(first: str, second: str) -> None:
    assert abs(lightness(paint(first).body) - lightness(paint(second).body)) > 10


def test_every_seat_has_a_mark_of_its_own() -> None:
    assert [paint(seat).mark for seat in SEATS] == ["dot", "ring", "bar", "cross", "triangle", "square"]


@pytest.mark.parametrize("seat", SEATS)
def test_marks_stand_out_from_their_heads(seat: str) -> None:
    look = paint(seat)
    head = mixed(look.body, "#000000" if look.mark_colour == IVORY else "#ffffff", 0.2)
    assert contrast(look.mark_colour, head) > 3


@pytest.mark.parametrize("seat", SEATS)
def test_the_second_kind_is_far_lighter_around_its_head(seat: str) -> None:
    pale = mixed(paint(seat).body, IVORY, 0.8)
    assert lightness(pale) > 80 and is_second(seat.lower()) and not is_second(seat)
    # Yellow is pale itself; there the rim of the second kind makes the difference.
    assert lightness(pale) - lightness(paint(seat).body) > (20 if seat != "D" else 5)


@pytest.mark.parametrize("letter", "ABCDEFo")
def test_letters_can_be_read_on_black_and_on_white(letter: str) -> None:
    colour = paint(letter).terminal
    assert contrast(colour, "#000000") > 3 and contrast(colour, "#ffffff") > 3


@pytest.mark.parametrize("seat", SEATS)
def test_trails_can_be_seen_on_the_maple(seat: str) -> None:
    trail = mixed(MAPLE, trail_colour(seat), 0.5)
    assert lightness(MAPLE) - lightness(trail) > 10


def test_the_colours_are_those_of_the_six_seats() -> None:
    assert "".join(PAINTS) == SEATS
