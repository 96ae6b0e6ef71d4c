"""Writes the files of a Scrapy or web-poet project.

The files are written by Jinja2 from `project_files`; whatever comes from pages passes through
`python_literal`, and names through `identifiers`.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined

from unmold.export.literals import python_literal
from unmold.export.reading import Part
from unmold.export.selector_files import own_source, share_of, to_text
from unmold.export.template_tests import TemplateTest, find_patterns, make_tests, path_of
from unmold.export.wrapper import (
    GOOD_SHARE,
    JSON_LD,
    FieldWrapper,
    Query,
    TableWrapper,
    TemplateWrapper,
)
from unmold.store import Workspace

# Identifiers. Names of fields come from pages; what is made of them is ASCII, no keyword, nothing
# that generated classes have already, and unique.


MAX_LENGTH, MAX_CLASS = 28, 38
"""The longest names with which a line of generated code still fits."""

_OTHER = re.compile(r"[^a-z0-9]+")
_TAKEN = frozenset(
    """
    base_url body css fields_to_ignore headers html item_cls jmespath page response response_data
    selector self status template text to_item url urljoin validate_input xpath str list field
    """.split()  # noqa: SIM905
)


def identifier(name: str, longest: int = MAX_LENGTH) -> str:
    """A name for an attribute.

    >>> identifier("Größe (cm)"), identifier("class"), identifier("2nd"), identifier("価格")
    ('groesse_cm', 'class_', 'value_2nd', 'value')
    """
    spelled = name.casefold().translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    found = _OTHER.sub("_", plain.lower()).strip("_")
    if not found or found[0].isdigit():
        found = f"value_{found}".rstrip("_")
    found = found[:longest].rstrip("_")
    return f"{found}_" if keyword.iskeyword(found) or found in _TAKEN else found


def identifiers(names: Iterable[str]) -> dict[str, str]:
    """An identifier of its own for each name."""
    found: dict[str, str] = {}
    used: set[str] = set()
    for name in names:
        unique, number = identifier(name), 2
        while unique in used:
            unique, number = f"{identifier(name)}_{number}", number + 1
        used.add(unique)
        found[name] = unique
    return found


class ClassNames:
    """Hands out names of classes and functions once; who comes later gets a number."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def take(self, path: Sequence[str]) -> str:
        """A name for a class, from the template's id and the names of tables in each other.

        >>> ClassNames().take(["shop_example_1", "reviews"])
        'ShopExample1Reviews'
        """
        start, *rest = (_camel(name, MAX_CLASS // 2) for name in path)
        return self._unique(start + "".join(rest)[-MAX_CLASS // 2 :])

    def function(self, name: str) -> str:
        """A name for a function."""
        return self._unique(identifier(name, longest=40))

    def _unique(self, name: str) -> str:
        unique, number = name, 2
        while unique in self._used:
            unique, number = f"{name}_{number}", number + 1
        self._used.add(unique)
        return unique


def _camel(name: str, longest: int) -> str:
    """Words joined; of a long name the last ones, as an id ends with its number."""
    words = [word[0].upper() + word[1:] for word in identifier(name, longest=99).split("_") if word]
    while len(words) > 1 and sum(map(len, words)) > longest:
        del words[0]
    return "".join(words)[:longest]


# Pieces of code, line by line. A call is written on one line where it fits, else with one argument
# to a line and a comma at the end, which is how formatters leave it.


# As Black and Ruff format by default.
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
    """A query as an argument that is on a line of its own, or on one with others."""
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


# Whole projects.


PACKAGE = "wrapper"
SCRAPY, WEB_POET = "scrapy", "web-poet"
_REQUIREMENTS = {SCRAPY: ("parsel", "scrapy"), WEB_POET: ("parsel", "scrapy", "scrapy-poet")}
_WRITTEN_BY = {SCRAPY: "wrappers.py", WEB_POET: "pages.py"}


def project_files(
    framework: str, workspace: Workspace, wrappers: Sequence[TemplateWrapper]
) -> dict[str, str]:
    """All files of a project by their paths in it."""
    names = ClassNames()
    templates = [template_code(wrapper, names) for wrapper in wrappers]
    render = partial(_render, _variables(framework, workspace, wrappers, templates))
    code = _WRITTEN_BY[framework]
    spider = "spider.py" if framework == SCRAPY else "poet_spider.py"
    inner = {
        "__init__.py": '"""The pages of a site as items."""\n',
        "items.py": render("items.py"),
        "reading.py": own_source("reading.py"),
        "settings.py": render("settings.py"),
        "template_tests.py": render("template_tests.py"),
        code: render(code),
        "spiders/__init__.py": '"""The spiders of this project."""\n',
        "spiders/site.py": render(spider),
    }
    return {
        "README.md": render("readme.md"),
        "requirements.txt": "".join(f"{name}\n" for name in _REQUIREMENTS[framework]),
        "scrapy.cfg": f"[settings]\ndefault = {PACKAGE}.settings\n",
        "shares.json": to_text(_shares(wrappers, templates)),
        **{f"{PACKAGE}/{name}": text for name, text in inner.items()},
    }


def _variables(
    framework: str,
    workspace: Workspace,
    wrappers: Sequence[TemplateWrapper],
    templates: Sequence[TemplateCode],
) -> dict[str, Any]:
    """What the files are made from."""
    addresses = _addresses(workspace)
    tests = make_tests({one.template: one.marks for one in wrappers}, find_patterns(addresses))
    items = [template.item for template in templates]
    rows = [row for item in items for row in item.inner()]
    used = {one.function for item in (*items, *rows) for one in item.attributes if one.queries}
    asked = [query for item in (*items, *rows) for one in item.attributes for query in one.queries]
    readers = [name for name in READERS if name in used] + ["is_filled", "rows"] * bool(rows)
    readers += ["Part"] * any(isinstance(query, Part) for query in asked)
    dots = ".." if framework == SCRAPY else "."
    return {
        "templates": templates,
        "is_poet": framework == WEB_POET,
        "has_lists": any(one.is_list for item in (*items, *rows) for one in item.attributes),
        "item_imports": _import(".items", [one.name for one in (*items, *rows)]),
        "reading_imports": _import(".reading", readers),
        "spider_item_imports": _import(f"{dots}items", [item.name for item in items]),
        "wrapper_imports": _import("..wrappers", [item.function for item in items]),
        "tests": _tests_code(tests.values()),
        "start_urls": _start_urls(addresses),
        "callback": _callback,
        "place": f"`{PACKAGE}/{_WRITTEN_BY[framework]}`",
        "good": f"{GOOD_SHARE:.0%}",
    }


def _render(variables: dict[str, Any], name: str) -> str:
    environment = Environment(
        loader=PackageLoader("unmold.export", "project_files"),
        autoescape=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["literal"] = python_literal
    return environment.get_template(f"{name}.jinja").render(**variables)


def _import(module: str, names: Iterable[str]) -> str:
    """An import as formatters sort it; nothing where nothing is used."""
    ordered = sorted(set(names), key=lambda name: (not name[0].isupper(), name))
    if not ordered:
        return ""
    line = f"from {module} import {', '.join(ordered)}"
    if len(line) <= 88:
        return line
    return f"from {module} import (\n" + "".join(f"{INDENT}{name},\n" for name in ordered) + ")"


def _callback(template: TemplateCode) -> str:
    start = f"{INDENT}def parse_{template.name}"
    arguments = ["self", "response: HtmlResponse"]
    return call(start, arguments, f" -> Iterator[{template.item.name}]:", 1)


def _addresses(workspace: Workspace) -> dict[str | None, list[str]]:
    found: defaultdict[str | None, list[str]] = defaultdict(list)
    rows = workspace.pages.select(["template", "url"]).to_pylist()
    for row in rows:
        found[row["template"]].append(row["url"])
    return found


def _start_urls(addresses: dict[str | None, list[str]]) -> str:
    """Where the crawl begins: at the shortest address of each host."""
    urls = [url for found in addresses.values() for url in found if path_of(url) is not None]
    shortest: dict[str, str] = {}
    for url in sorted(urls, key=lambda url: (len(url), url)):
        shortest.setdefault(urlsplit(url).netloc, url)
    literals = map(python_literal, shortest.values())
    return f"{INDENT}start_urls: list[str] = " + _sequence("[]", literals, 1)


def _tests_code(tests: Iterable[TemplateTest]) -> str:
    lines = ["TESTS = (\n"]
    for test in tests:
        address = "None" if test.address is None else python_literal(test.address)
        lines.append(
            f"{INDENT}TemplateTest(\n"
            f"{INDENT * 2}template={python_literal(test.template)},\n"
            f"{INDENT * 2}address={address},\n"
            f"{INDENT * 2}has={_sequence('()', map(python_literal, test.has), 2)},\n"
            f"{INDENT * 2}lacks={_sequence('()', map(python_literal, test.lacks), 2)},\n"
            f"{INDENT}),\n"
        )
    return "".join(lines) + ")"


def _sequence(brackets: str, literals: Iterable[str], depth: int) -> str:
    """A list or tuple with one item to a line."""
    inner = "".join(f"{INDENT * (depth + 1)}{literal},\n" for literal in literals)
    return f"{brackets[0]}\n{inner}{INDENT * depth}{brackets[1]}" if inner else brackets


def _shares(
    wrappers: Sequence[TemplateWrapper], templates: Sequence[TemplateCode]
) -> dict[str, Any]:
    """By template and field: how often it was right, and where it is in the item."""
    found = {}
    for wrapper, template in zip(wrappers, templates, strict=True):
        paths = template.item.paths()
        fields = {
            name: {"attribute": paths.get(name), **share_of(one)} for name, one in wrapper.columns()
        }
        found[wrapper.template] = {
            "item": template.item.name,
            "pages": wrapper.pages,
            "fields": fields,
        }
    return found
