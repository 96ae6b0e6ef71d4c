"""Projects: wrappers and a workspace enter, the files of a Scrapy or web-poet project leave.

The files are written by Jinja2 from `project_files`; whatever comes from pages passes through
`python_literal`, and names through `identifiers`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined

from unmold.export.address_patterns import find_patterns, path_of
from unmold.export.code import INDENT, READERS, TemplateCode, call, template_code
from unmold.export.identifiers import ClassNames
from unmold.export.literals import python_literal
from unmold.export.marks import TemplateTest, make_tests
from unmold.export.reading import Part
from unmold.export.selector_files import share_of, to_text
from unmold.export.source_files import own_source
from unmold.export.wrapper import GOOD_SHARE, TemplateWrapper
from unmold.store import Workspace

PACKAGE = "wrapper"
SCRAPY, WEB_POET = "scrapy", "web-poet"
_REQUIREMENTS = {SCRAPY: ("parsel", "scrapy"), WEB_POET: ("parsel", "scrapy", "scrapy-poet")}
_WRITTEN_BY = {SCRAPY: "wrappers.py", WEB_POET: "pages.py"}


def project_files(
    kind: str, workspace: Workspace, wrappers: Sequence[TemplateWrapper]
) -> dict[str, str]:
    """All files of a project by their paths in it."""
    names = ClassNames()
    templates = [template_code(wrapper, names) for wrapper in wrappers]
    render = partial(_render, _variables(kind, workspace, wrappers, templates))
    code = _WRITTEN_BY[kind]
    spider = "spider.py" if kind == SCRAPY else "poet_spider.py"
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
        "requirements.txt": "".join(f"{name}\n" for name in _REQUIREMENTS[kind]),
        "scrapy.cfg": f"[settings]\ndefault = {PACKAGE}.settings\n",
        "shares.json": to_text(_shares(wrappers, templates)),
        **{f"{PACKAGE}/{name}": text for name, text in inner.items()},
    }


def _variables(
    kind: str,
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
    dots = ".." if kind == SCRAPY else "."
    return {
        "templates": templates,
        "is_poet": kind == WEB_POET,
        "has_lists": any(one.is_list for item in (*items, *rows) for one in item.attributes),
        "item_imports": _import(".items", [one.name for one in (*items, *rows)]),
        "reading_imports": _import(".reading", readers),
        "spider_item_imports": _import(f"{dots}items", [item.name for item in items]),
        "wrapper_imports": _import("..wrappers", [item.function for item in items]),
        "tests": _tests_code(tests.values()),
        "start_urls": _start_urls(addresses),
        "callback": _callback,
        "place": f"`{PACKAGE}/{_WRITTEN_BY[kind]}`",
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
    """By template and field: how often it was right, and where it stands in the item."""
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
