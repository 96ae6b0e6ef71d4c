"""Collects every message that a user can meet, out of the source of the package.

Messages are the texts of exceptions that unmold raises, of problems, of what commands print, and of
their help. A part that is filled in when it is shown appears as `{}`.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import unmold

PACKAGE = Path(unmold.__file__).parent
PRINTING = {"echo", "print_failure", "style", "note", "begin", "print"}
"""Functions whose texts are shown; `begin` starts a stage of progress."""
ANSWERING = {"not_found", "busy", "make_problem", "make_document", "_unknown"}
"""Functions whose texts the web server answers with."""
DESCRIBING = {"option", "argument", "command", "group"}
"""Decorators of click: their `help` and `epilog` are shown."""
KEYWORDS = {"help", "epilog", "hint", "short_help"}
LEAST = 2
"""Words of a message: single ones are names of columns and the like."""


@dataclass(frozen=True, order=True)
class Message:
    """A text, and where it comes from."""

    file: str
    line: int
    type: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.type}  {self.text}"


def collect_messages() -> list[Message]:
    """All messages of the package, by file and line."""
    found: set[Message] = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = str(path.relative_to(PACKAGE))
        for line, sort, text in _of_tree(tree):
            if len(text.split()) >= LEAST:
                found.add(Message(name, line, sort, " ".join(text.split())))
    return sorted(found)


def _of_tree(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node)
        if isinstance(node, ast.FunctionDef) and _is_command(node):
            yield node.lineno, "help", ast.get_docstring(node) or ""


def _of_call(call: ast.Call) -> Iterator[tuple[int, str, str]]:
    name = _name_of(call.func)
    for keyword in call.keywords:
        if keyword.arg in KEYWORDS:
            sort = "hint" if keyword.arg == "hint" else "help"
            yield from ((call.lineno, sort, text) for text in _texts(keyword.value))
    if name.endswith("Error") or name.endswith("Exception") or name == "fail":
        sort = "error"
    elif name == "Problem" or name == "failed":
        sort = "problem"
    elif name in ANSWERING:
        sort = "answer"
    elif name in PRINTING:
        sort = "printed"
    else:
        return
    for argument in call.args:
        yield from ((call.lineno, sort, text) for text in _texts(argument))


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts of an expression, with both arms of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from _texts(node.left)
        yield from _texts(node.right)
    elif isinstance(node, ast.Call) and _name_of(node.func) == "style":
        for argument in node.args:
            yield from _texts(argument)


def _name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_command(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(one, ast.Call) and _name_of(one.func) in ("command", "group")
        for one in function.decorator_list
    )
