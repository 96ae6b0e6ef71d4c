"""The settings of methods as text: `name=value` enters, parameters of an estimator leave.

A method's settings are the parameters of its estimator; what each may be follows from the types in
its signature. The command `cluster` and others with `--set` are next.
"""

from __future__ import annotations

from collections.abc import Iterable
from inspect import signature
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from unmold.clusters.registry import find_method
from unmold.errors import UsageError

_WORDS = {"true": True, "yes": True, "false": False, "no": False}


def parse_parameters(method: str, settings: Iterable[str]) -> dict[str, Any]:
    """The parameters of a method that were set as `name=value`.

    >>> parse_parameters("text-max", ["variant=published", "signature_length=64"])
    {'variant': 'published', 'signature_length': 64}
    """
    kinds = get_type_hints(find_method(method).load().__init__)
    kinds.pop("return", None)
    found = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"{setting!r} sets nothing", hint="write NAME=VALUE")
        if name not in kinds:
            takes = f"it takes {', '.join(kinds)}" if kinds else "it takes none"
            raise UsageError(f"{method} has no setting {name!r}", hint=takes)
        found[name] = _parse(name, value, kinds[name])
    return found


def describe_parameters(method: str) -> dict[str, str]:
    """The settings of a method, and what each is if it is not set.

    >>> describe_parameters("fingerprint")
    {'variant': 'masked', 'split': '17'}
    """
    parameters = signature(find_method(method).load()).parameters.values()
    return {one.name: _show(one.default) for one in parameters}


def _show(value: Any) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parse(name: str, text: str, kind: Any) -> Any:
    """The value that a text stands for."""
    for choice in _choices(kind):
        try:
            return _read(text, choice)
        except ValueError:
            continue
    wanted = " or ".join(_name(choice) for choice in _choices(kind))
    raise UsageError(f"{name} cannot be {text!r}", hint=f"it is {wanted}")


def _choices(kind: Any) -> tuple[Any, ...]:
    """The types or words that a value may be; the narrower ones first."""
    if get_origin(kind) in (Union, UnionType):
        inner = [choice for part in get_args(kind) for choice in _choices(part)]
        return tuple(sorted(inner, key=lambda choice: choice is str))
    return get_args(kind) if get_origin(kind) is Literal else (kind,)


def _read(text: str, choice: Any) -> Any:
    if choice is NoneType:
        return {"none": None}[text] if text == "none" else _refuse()
    if choice is bool:
        return _WORDS[text.lower()] if text.lower() in _WORDS else _refuse()
    if isinstance(choice, str):
        return text if text == choice else _refuse()
    return choice(text)


def _refuse() -> Any:
    raise ValueError


def _name(choice: Any) -> str:
    names = {NoneType: "none", bool: "true or false", int: "a whole number", float: "a number"}
    return names.get(choice, str(choice)) if not isinstance(choice, str) else choice
