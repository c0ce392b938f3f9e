"""Work that outgrows one process: the same tasks on the cores of this machine, or of many through Ray.

>>> from halma.cluster import open_cluster
>>> with open_cluster(workers=2) as cluster:
...     sorted(cluster.results(abs, [(-1,), (-2,), (3,)]))
[1, 2, 3]

Whoever has work to distribute knows `Cluster` only. Ray needs `halma[cluster]` and is imported when one of its
clusters is opened. Work in numbered tasks can be kept in a journal, so that it goes on where it was interrupted:
`numbered_results` and `ResultJournal`.
"""

from halma.cluster.interface import Cluster, ClusterError, WorkerLostError
from halma.cluster.journal import JournalError, JournalKind, ResultJournal
from halma.cluster.numbered import in_order, numbered_results
from halma.cluster.opening import open_cluster
from halma.cluster.processes import Processes

__all__ = [
    "Cluster",
    "ClusterError",
    "JournalError",
    "JournalKind",
    "Processes",
    "ResultJournal",
    "WorkerLostError",
    "in_order",
    "numbered_results",
    "open_cluster",
]
