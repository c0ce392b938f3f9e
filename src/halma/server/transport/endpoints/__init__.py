"""All endpoints of the server."""

from halma.server.transport.endpoints import advice, catalogue, puzzles, service, tables
from halma.server.transport.rest import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = (
    *catalogue.ENDPOINTS,
    *tables.ENDPOINTS,
    *advice.ENDPOINTS,
    *puzzles.ENDPOINTS,
    *service.ENDPOINTS,
)
