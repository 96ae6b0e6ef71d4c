"""Settings of methods as text."""

import pytest

from unmold.clusters import METHODS
from unmold.clusters.registry import describe_parameters, parse_parameters
from unmold.errors import UsageError


def test_values_have_the_types_of_the_signature() -> None:
    settings = ["variant=published", "threshold=0.2", "signature_length=64", "encoding=log"]
    assert parse_parameters("text-max", settings) == {
        "variant": "published",
        "threshold": 0.2,
        "signature_length": 64,
        "encoding": "log",
    }
    assert parse_parameters("text-max", ["threshold=none"]) == {"threshold": None}
    assert parse_parameters("auto", ["one_sided=no", "similarity=0.4"]) == {
        "one_sided": False,
        "similarity": 0.4,
    }
    assert parse_parameters("md5", []) == {}


@pytest.mark.parametrize(
    ("method", "setting", "message", "hint"),
    [
        ("text-max", "variant", "is not a setting", "NAME=VALUE"),
        ("text-max", "nonsense=1", "text-max has no setting 'nonsense'", "it takes variant"),
        ("md5", "a=1", "md5 has no setting 'a'", "it takes none"),
        ("text-max", "variant=x", "variant cannot be 'x'", "frequent or damped or published"),
        ("text-max", "threshold=x", "threshold cannot be 'x'", "a number or none"),
        ("text-max", "signature_length=0.5", "cannot be '0.5'", "a whole number"),
        ("auto", "one_sided=2", "one_sided cannot be '2'", "true or false"),
    ],
)
def test_mistakes_are_explained(method: str, setting: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        parse_parameters(method, [setting])
    assert hint in str(caught.value.hint)


@pytest.mark.parametrize("method", METHODS)
def test_what_is_shown_can_be_set(method: str) -> None:
    shown = describe_parameters(method)
    parsed = parse_parameters(method, [f"{name}={value}" for name, value in shown.items()])
    assert parsed == METHODS[method].load()().get_params()
