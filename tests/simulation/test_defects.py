"""Every defect of the reviews that concerns what is simulated here, and some more, is found when it is put back."""

import pytest

from .defects import DEFECTS, Defect
from .plan import made_up
from .run import prepared
from .world import World


@pytest.mark.parametrize("defect", DEFECTS, ids=[defect.name for defect in DEFECTS])
def test_the_simulation_finds(defect: Defect):
    with defect.put_back(), prepared():
        for seed in range(defect.seeds):
            broken = World(made_up(seed, defect.theme)).run()
            if broken is not None:
                assert broken.kind in defect.kinds, broken
                return
    pytest.fail(f"{defect.name} was not found in {defect.seeds} seeds")
