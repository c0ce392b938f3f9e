"""From an address to a cluster."""

from __future__ import annotations

from halma.cluster.interface import Cluster
from halma.cluster.processes import Processes

__all__ = ["HERE", "open_cluster"]

#: The address at which Ray is started on the cores of this machine.
HERE = "auto"


def open_cluster(address: str | None = None, workers: int | None = None) -> Cluster:
    """The cluster at an address: processes of this machine without one, Ray on this machine at `auto`, a Ray cluster at
    `HOST:PORT`.

    `workers` says how many tasks are done at a time: one by default in processes, as many as there are cores in a Ray
    cluster. Raises ClusterError where nobody answers, and MissingExtraError where Ray is asked for and not installed.
    """
    if address is None:
        return Processes(workers or 1)
    from halma.cluster.on_ray import RayCluster  # noqa: PLC0415 - the extra it needs may not be installed

    return RayCluster(address, workers)
