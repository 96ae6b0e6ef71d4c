"""Every operation answers as its description says, whatever it is sent: asked by schemathesis."""

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from support.served import HOST, Served, serving

from unmold import Workspace
from unmold.serve.app import make_routes

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 12
"""Of each operation; a guess that keeps the test within seconds."""


@pytest.fixture(scope="module")
def reading(learned_shop: Workspace) -> Iterator[Served]:
    """A server that only reads: whatever is sent, the shop stays as it is."""
    with serving(learned_shop.path, read_only=True) as one:
        yield one


OPERATIONS = {
    found.ok().label: found.ok()
    for found in schemathesis.openapi.from_dict(make_routes().openapi()).get_all_operations()
}


@pytest.mark.parametrize("label", OPERATIONS)
def test_answers_are_as_described(label: str, reading: Served) -> None:
    @given(case=OPERATIONS[label].as_strategy())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: schemathesis.Case) -> None:
        _give_real_names(case, reading)
        kwargs = case.as_transport_kwargs(base_url=f"http://{HOST}")
        asked = requests.Request(**kwargs).prepare()
        body = asked.body.encode() if isinstance(asked.body, str) else asked.body
        answer = reading.ask(
            asked.method, asked.url, content=body, headers=_sendable(asked.headers)
        )
        case.validate_response(answer, checks=CHECKS)

    ask()


@schemathesis.serializer("application/x-ndjson")
def write_lines(_: object, value: object) -> bytes:
    """Whatever is generated for lines of JSON, as bytes."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def _sendable(headers: Any) -> dict[str, bytes]:
    """Headers as they go over the wire."""
    return {name: _encode(value) for name, value in headers.items() if name != "Content-Length"}


def _encode(value: str | bytes) -> bytes:
    return value.encode("latin-1", "replace") if isinstance(value, str) else value


def _give_real_names(case: schemathesis.Case, reading: Served) -> None:
    """Let two of three cases ask for something that is there."""
    if len(str(case.path_parameters)) % 3 == 0:
        return
    snapshot = reading.live.snapshot
    names = case.path_parameters or {}
    if "template" in names:
        names["template"] = next(iter(snapshot.templates))
    if "page" in names:
        rows = reading.read("/api/v1/pages", params={"limit": "1"})
        names["page"] = rows["pages"][0]["id"]
    if "column" in names:
        names["column"] = "title"
