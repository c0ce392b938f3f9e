"""The page without a server: everything it then plays by, made as files from the one home of each thing."""

from halma.server.transport.offline.files import build, page_version
from halma.server.transport.offline.serving import OfflineFiles
from halma.server.transport.offline.site import write_site

__all__ = ["OfflineFiles", "build", "page_version", "write_site"]
