"""The tables of a template as they are scored: columns, parts and pages are those of the tables."""

from support.template_pages import book_page

from unmold import extract_records, induce_template
from unmold.model import Page
from unmold.pages import read_pages
from unmold.records import records_to_tables
from unmold.records.found_tables import read_found_tables


def learn() -> tuple[list[Page], dict[str, str]]:
    pages = list(read_pages([book_page(number) for number in range(12)]))
    return pages, {page.path: f"gold {number}" for number, page in enumerate(pages[:6])}


def test_cells_are_grouped_by_the_pages_of_gold() -> None:
    pages, known = learn()
    template = induce_template(pages).best
    tables = records_to_tables(template, extract_records(template, pages))
    found = read_found_tables(template, tables, known)
    root = [column for column in found.columns if not column.part]
    assert [column.name for column in root] == [
        name for name in tables["records"].schema.names if not name.startswith("_")
    ]
    title = next(column for column in root if column.name == "title")
    assert set(title.cells) == set(known.values())
    assert title.kind == "text"
    assert set(found.rows) == {name.removeprefix("records.") for name in tables} - {"records"}


def test_what_other_pages_fill_is_elsewhere() -> None:
    pages, _ = learn()
    template = induce_template(pages).best
    tables = records_to_tables(template, extract_records(template, pages))
    found = read_found_tables(template, tables, {})
    assert not any(column.cells for column in found.columns)
    assert any(column.is_elsewhere for column in found.columns)
