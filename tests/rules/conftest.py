"""The rules hold in every kernel: each test of them runs with each."""

from collections.abc import Iterator

import pytest

from halma.kernel import FAST, KERNELS, fast, use_kernel


@pytest.fixture(autouse=True, params=KERNELS)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kernel that plays everything a test starts."""
    name: str = request.param
    if name == FAST and not fast.available:
        pytest.skip(f"the fast kernel is not built: {fast.reason}")
    use_kernel(name)
    yield name
    use_kernel(None)
