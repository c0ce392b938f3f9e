"""The contract is kept by both kernels: the usual one plays most of it, the reference kernel a fixed sample."""

import zlib
from collections.abc import Iterator

import pytest

from halma.kernel import REFERENCE, use_kernel

# That both give the same answers is tested elsewhere, move for move; all of it twice would only take twice as long.
EVERY = 8


@pytest.fixture(autouse=True)
def kernel(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """The kernel that plays what a test starts; the same one for the same test every time."""
    name = REFERENCE if zlib.crc32(request.node.nodeid.encode()) % EVERY == 0 else None
    use_kernel(name)
    yield name
    use_kernel(None)
