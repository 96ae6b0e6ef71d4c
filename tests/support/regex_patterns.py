"""All regular expressions of the package, and how each is used, found without being told."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import unmold

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split")
_FUNCTIONS = (*_METHODS, "compile")


class Use(NamedTuple):
    """A pattern, where it is, and the most demanding way in which it is used."""

    name: str
    pattern: re.Pattern[Any]
    how: str


def find_uses() -> list[Use]:
    """Every pattern at the top of a module, in a collection there, or written into a call."""
    found: dict[str, Use] = {}
    for name, path in _modules():
        tree = ast.parse(path.read_text("utf-8"))
        for use in [*_of_module(name, tree), *_of_calls(name, tree)]:
            found.setdefault(use.name, use)
    return list(found.values())


def find_unknown() -> list[str]:
    """Calls of `re` inside functions whose pattern is known only when they run."""
    return [
        f"{name}:{function.name}"
        for name, path in _modules()
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef)
        for call in _calls(function)
        if not isinstance(call.args[0], ast.Constant)
    ]


def _modules() -> Iterator[tuple[str, Path]]:
    root = Path(unmold.__file__).parent
    for module in pkgutil.walk_packages([str(root)], "unmold."):
        path = root.joinpath(*module.name.split(".")[1:])
        path = path / "__init__.py" if module.ispkg else path.with_suffix(".py")
        if path.exists() and re.search(
            r"^(?:import re|from re )", path.read_text("utf-8"), re.MULTILINE
        ):
            yield module.name, path


def _of_module(name: str, tree: ast.Module) -> Iterator[Use]:
    module = importlib.import_module(name)
    used = _methods_of_names(tree)
    for variable, value in vars(module).items():
        for pattern in _patterns_in(value):
            yield Use(
                f"{name}.{variable} {pattern.pattern!r}", pattern, used.get(variable, "finditer")
            )


def _patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _patterns_in(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _patterns_in(item)


def _methods_of_names(tree: ast.Module) -> dict[str, str]:
    """The most demanding method that is called on each name."""
    used: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in _METHODS
        ):
            used.setdefault(node.value.id, set()).add(node.attr)
    return {name: _most_demanding(methods) for name, methods in used.items()}


def _most_demanding(methods: set[str]) -> str:
    if len(methods) == 1 and methods <= {"match", "fullmatch", "search"}:
        return next(iter(methods))
    return "finditer"


def _of_calls(name: str, tree: ast.Module) -> Iterator[Use]:
    for call in _calls(tree):
        first = call.args[0]
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if isinstance(first, ast.Constant) and method != "compile":
            pattern = re.compile(first.value)
            yield Use(f"{name} {pattern.pattern!r}", pattern, _most_demanding({method}))


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in _FUNCTIONS
            and node.args
        ):
            yield node
