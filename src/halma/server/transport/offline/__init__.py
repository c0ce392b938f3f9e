"""The page without a server: everything it then plays by, made as files from the one home of each thing."""

from halma.server.transport.offline.files import WASM, build, page_version

__all__ = ["WASM", "build", "page_version"]
