"""Draws the pictures of the documentation anew: python docs/pictures/make.py."""

from __future__ import annotations

from pathlib import Path

from halma import Position, draw

HERE = Path(__file__).parent
HALMA = """
c1-e3 p13-n11 b2-d4-f2 p14-n12-n10 d1-f3 o14-m12-o10-m10 c2-e4-g2 o16-o14-m12-o10 d3-f1-h3 o13-o11-m9 e1-g3-i3
o15-m13-o13-o11-m11 e2-g4-i2-i4 p12-n12-l10-n8 a4-c2-e2-g4-i2 m15-o13-o11-o9-m7 a2-a4-c2-e2-g4 n13-p11-n9-n7-l7
d2-f4-h4-j4 n15-n13-p11-n9-l9 b4-d2-f4-h4-j2 l15-n13-p11-n9-n7 f3-h5-j3-j5 m10-m8-k6 j4-j6-l6-l8-l10-n12-p12
"""
STAR = """
d1-f4 j10-h9 j1-j3 b1-d1-f6 l12-j10-j8 l1-j1-h2 d4-f7-f5-f3 m10-k8-i8-g10 m4-k4-i2-g2-e4-g4
e6-e4-g2-i2-k4-m4-m6 m12-m10-k8-i8 m2-m4-k4-i2-g2-e4-e6-g6 c2-e6-e4-g2-i2-k4-m4-m2
"""


def main() -> None:
    for name, position, line in (("halma", Position("halma"), HALMA), ("star", Position("star", players=3), STAR)):
        for move in line.split():
            position.push(move)
        (HERE / f"{name}.svg").write_text(draw.svg(position), encoding="utf-8")
    (HERE / "logo.svg").write_text(draw.emblem(), encoding="utf-8")


if __name__ == "__main__":
    main()
