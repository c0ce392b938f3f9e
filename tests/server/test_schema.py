"""Whatever fits the OpenAPI document, and whatever does not, is answered as the document says."""

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from halma.server.transport.openapi import document

CHECKS = (not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance)
schema = schemathesis.openapi.from_dict(document())


@schema.parametrize()
@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture],
)
def test_requests_made_up_from_the_document(server, case):
    response = case.call(base_url=f"http://127.0.0.1:{server.port}")
    case.validate_response(response, checks=list(CHECKS))
