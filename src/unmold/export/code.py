"""Pieces of generated code: wrappers enter, formatted Python leaves, line by line.

A call stands on one line where it fits, else with one argument to a line and a comma at the end,
which is how formatters leave it. Text from pages enters only through `python_literal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unmold.export.identifiers import ClassNames, identifiers
from unmold.export.literals import python_literal
from unmold.export.reading import Part
from unmold.export.wrapper import JSON_LD, FieldWrapper, Query, TableWrapper, TemplateWrapper

WIDTH = 88
INDENT = " " * 4


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a generated class, and how it is read."""

    name: str
    field: str
    """Its name in unmold's records."""

    type: str
    is_list: bool
    function: str
    queries: tuple[str | Part, ...]
    prefix: str = ""
    note: str = ""

    @property
    def declaration(self) -> str:
        """Its line in the class."""
        if not self.is_list:
            return f"{INDENT}{self.name}: {self.type} = None"
        return call(
            f"{INDENT}{self.name}: {self.type} = field", ["default_factory=list"], "", depth=1
        )

    def keyword(self, page: str, depth: int) -> str:
        """It as an argument of the class."""
        return self._read(f"{INDENT * depth}{self.name}=", page, ",", depth)

    def returned(self, page: str, depth: int) -> str:
        """It as what a function returns."""
        return self._read(f"{INDENT * depth}return ", page, "", depth)

    def _read(self, start: str, page: str, end: str, depth: int) -> str:
        if not self.queries and self.function in READERS:
            return f"{start}{'[]' if self.is_list else 'None'}{end}"
        arguments = [page, *(_query_code(query, depth + 1) for query in self.queries)]
        if self.prefix:
            arguments.append(f"prefix={python_literal(self.prefix)}")
        return call(f"{start}{self.function}", arguments, end, depth)


READERS = ("first", "every", "first_json", "every_json")


@dataclass(frozen=True, slots=True)
class ClassCode:
    """A generated class: the item of a template, or a row of one of its tables."""

    name: str
    function: str
    """The function that reads it."""

    attributes: list[Attribute]
    rows: list[ClassCode]
    """The tables inside it."""

    queries: tuple[str, ...] = ()
    """Of a row: what finds the rows."""

    def inner(self) -> list[ClassCode]:
        """All rows below, the innermost first."""
        return [one for row in self.rows for one in (*row.inner(), row)]

    def paths(self) -> dict[str, str]:
        """By the name of a column, as `table.field`: the attributes that lead to it."""
        inner = {row.function: row.paths() for row in self.rows}
        found: dict[str, str] = {}
        for one in self.attributes:
            if one.function not in inner:
                found[one.field] = one.name
            for column, path in inner.get(one.function, {}).items():
                found[f"{one.field}.{column}"] = f"{one.name}.{path}"
        return found

    def loop(self, depth: int) -> str:
        """The head of the loop over its rows."""
        arguments = ["page", *map(python_literal, self.queries)]
        return call(f"{INDENT * depth}for element in rows", arguments, ":", depth)

    def signature(self) -> str:
        """The head of the function that reads its rows."""
        return call(f"def {self.function}", ["page: Selector"], f" -> list[{self.name}]:", 0)


@dataclass(frozen=True, slots=True)
class TemplateCode:
    """A template: its id, the name of its callback, and its item."""

    id: str
    name: str
    item: ClassCode

    def signature(self) -> str:
        """The head of the function that reads a page."""
        arguments = ["page: Selector", "url: str"]
        return call(f"def {self.item.function}", arguments, f" -> {self.item.name}:", 0)


def call(
    start: str, arguments: Sequence[str], end: str, depth: int, *, is_long: bool = False
) -> str:
    """A call, on one line or many; `start` is its line up to the bracket, with its indent."""
    line = f"{start}({', '.join(arguments)}){end}"
    if not is_long and len(line) <= WIDTH and line.isascii() and "\n" not in line:
        return line
    inner = "".join(f"{INDENT * (depth + 1)}{argument},\n" for argument in arguments)
    return f"{start}(\n{inner}{INDENT * depth}){end}"


def _query_code(query: str | Part, depth: int) -> str:
    """A query as an argument that stands on a line of its own, or on one with others."""
    if isinstance(query, str):
        return python_literal(query)
    texts = {"after": query.after, "until": query.until, "without": query.without}
    arguments = [python_literal(query.query)]
    arguments += [f"marks={python_literal(query.marks)}"] * bool(query.marks)
    arguments += [_texts_code(name, found, depth + 1) for name, found in texts.items() if found]
    arguments += [f"index={query.index}"] * (query.index is not None)
    arguments += [f"begins={python_literal(query.begins)}"] * bool(query.begins)
    short = f"Part({', '.join(arguments)})"
    if len(INDENT * depth) + len(short) < WIDTH and "\n" not in short and short.isascii():
        return short
    return call("Part", arguments, "", depth, is_long=True)


def _texts_code(name: str, texts: Sequence[str], depth: int) -> str:
    literals = [python_literal(text) for text in texts]
    line = f"{name}=({', '.join(literals)}{',' * (len(literals) == 1)}),"
    if len(INDENT * depth) + len(line) <= WIDTH and line.isascii():
        return line.removesuffix(",")
    inner = "".join(f"{INDENT * (depth + 1)}{literal},\n" for literal in literals)
    return f"{name}=(\n{inner}{INDENT * depth})"


def template_code(wrapper: TemplateWrapper, names: ClassNames) -> TemplateCode:
    """The names and pieces of code of a template."""
    name = names.function(wrapper.template)
    item = _class_code(wrapper, [wrapper.template], f"read_{name}", names)
    return TemplateCode(wrapper.template, name, item)


def _class_code(
    owner: TemplateWrapper | TableWrapper, path: list[str], function: str, names: ClassNames
) -> ClassCode:
    tables = [table for table in owner.tables if table.rows and any(table.columns())]
    own = identifiers([*(one.field.name for one in owner.fields), *(one.name for one in tables)])
    rows = [_row_code(table, path, function, names) for table in tables]
    attributes = [_field_attribute(own[one.field.name], one) for one in owner.fields]
    attributes += [
        Attribute(own[table.name], table.name, f"list[{row.name}]", True, row.function, ())
        for table, row in zip(tables, rows, strict=True)
    ]
    queries = tuple(query.xpath for query in getattr(owner, "rows", ()))
    return ClassCode(names.take(path), function, attributes, rows, queries)


def _row_code(table: TableWrapper, path: list[str], function: str, names: ClassNames) -> ClassCode:
    inner_function = names.function(f"{function}_{table.name}")
    return _class_code(table, [*path, table.name], inner_function, names)


def _field_attribute(name: str, one: FieldWrapper) -> Attribute:
    is_list = one.field.is_list
    is_json = any(query.language == JSON_LD for query in one.queries)
    function = ("every" if is_list else "first") + ("_json" if is_json else "")
    return Attribute(
        name,
        one.field.name,
        "list[str]" if is_list else "str | None",
        is_list,
        function,
        tuple(map(_asked, one.queries)),
        one.field.prefix,
        _note(one),
    )


def _asked(query: Query) -> str | Part:
    return query.text if query.language == JSON_LD else query.asked


def _note(one: FieldWrapper) -> str:
    if not one.queries:
        return "No query was found for this."
    share = one.share
    if not one.is_flagged:
        return ""
    return f"Flagged: right on {share.right} of {share.pages} pages."
