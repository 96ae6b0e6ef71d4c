"""The packages that read fields of pages. To add one, write its `learn` and add it to `PEERS`.

`learn` gets the pages of one template and gives a function that reads pages into columns, which are
compared with gold by the scorer of unmold's own tables. What it may learn from is in `GoldPages`;
the gold of the pages that are scored is not for it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from benchmarks.peers.examples import learn_from_examples
from benchmarks.peers.gold_pages import GoldPages, decode_page
from benchmarks.peers.structured_data import read_json_ld
from unmold.evaluation.found_tables import FoundColumn, FoundTables
from unmold.evaluation.said_values import flatten
from unmold.model import Page
from unmold.records import extract_records, records_to_tables
from unmold.records.found_tables import read_found_tables
from unmold.templates import induce_template

TEXTS, TABLES = "texts", "tables"
"""The two comparisons: title, author, date and main text, or all fields of a gold table."""

ReadPages = Callable[[Mapping[str, Page]], FoundTables]
"""From pages by their path in gold to columns."""


@dataclass(frozen=True)
class Peer:
    """A package that reads fields of pages."""

    package: str
    learn: Callable[[GoldPages], ReadPages]
    table: str
    """The comparison that it takes part in."""
    given: str
    """What it is told besides the pages that it reads."""

    where: str = ""
    """Behind the number of templates on which it says anything: what is special about them."""

    @property
    def name(self) -> str:
        return f"{self.package} {version(self.package)}"


def learn_with_unmold(group: GoldPages) -> ReadPages:
    template = induce_template(group.learned, jobs=1).best

    def read(pages: Mapping[str, Page]) -> FoundTables:
        tables = records_to_tables(template, extract_records(template, pages.values(), jobs=1))
        return read_found_tables(
            template, tables, {page.path: path for path, page in pages.items()}
        )

    return read


def read_with_trafilatura(page: Page) -> dict[str, Any]:
    from trafilatura import bare_extraction

    # Gold has comments apart from the text.
    found = bare_extraction(
        decode_page(page), url=page.url, with_metadata=True, include_comments=False
    )
    if found is None:
        return {}
    date = datetime.date.fromisoformat(found.date) if found.date else None
    return {"title": found.title, "author": found.author, "date": date, "text": found.text}


def read_each(read: Callable[[Page], Mapping[str, Any]]) -> Callable[[GoldPages], ReadPages]:
    """For a package that learns nothing and reads a page at a time."""
    return lambda _: lambda pages: collect_columns({path: read(pages[path]) for path in pages})


def collect_columns(said: Mapping[str, Mapping[str, Any]]) -> FoundTables:
    """Columns of what was said of each page, by name."""
    columns: dict[str, FoundColumn] = {}
    for path, values in said.items():
        for name, value in values.items():
            if cells := flatten(value):
                column = columns.setdefault(name, FoundColumn("", name, len(columns)))
                column.cells[path] = cells
    return FoundTables("", list(columns.values()))


def learn_with_autoscraper(group: GoldPages) -> ReadPages:
    read = learn_from_examples(group)
    return lambda pages: collect_columns({path: read(pages[path]) for path in pages})


UNMOLD = Peer("unmold", learn_with_unmold, TABLES, "at most 20 other pages, no gold")

PEERS = (
    Peer("trafilatura", read_each(read_with_trafilatura), TEXTS, "nothing"),
    Peer("extruct", read_each(read_json_ld), TABLES, "nothing", " with JSON-LD"),
    Peer("autoscraper", learn_with_autoscraper, TABLES, "the gold of 2 other pages"),
)
