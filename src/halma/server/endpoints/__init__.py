"""All endpoints of the server."""

from halma.server.endpoints import advice, catalogue, puzzles, service, tables
from halma.server.rest import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = (
    *catalogue.ENDPOINTS,
    *tables.ENDPOINTS,
    *advice.ENDPOINTS,
    *puzzles.ENDPOINTS,
    *service.ENDPOINTS,
)
