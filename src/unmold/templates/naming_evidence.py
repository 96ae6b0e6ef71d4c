"""Collects what a column may be called, the best name first.

What a column is called may be said where its value is, or in another place that says the same.
Next: `induce` takes the first name that is free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unmold.templates.columns import Column
from unmold.templates.links import shared_text
from unmold.templates.naming import Evidence, names_of
from unmold.templates.sample import BLOCK, CONTENT, HREF, TEXT, SamplePage
from unmold.templates.shapes import shape_of

LEVELS = 6
"""How many elements around a value may name it. A guess."""
SHARE = 0.8
"""The share of pages whose titles hold a column's text, if it is their title. A guess."""
ON_NEARLY_ALL = 0.9
"""The share of pages that a title is on. A guess."""
MIN_TITLE = 3
"""Characters; shorter texts are in a title by chance. A guess."""


def names_for(
    column: Column,
    entries: Sequence[SamplePage],
    values: Sequence[str],
    prefixes: frozenset[str],
    prefix: str,
    value_type: str,
) -> Iterator[str]:
    """Names for a column, whose entries are on these pages."""
    if column.is_joined:
        yield from ("text", "main_text")
        return
    entry, leaf = column.first_leaf()
    page = entries[entry]
    kind = page.kinds[leaf][0]
    evidence = Evidence(
        kind,
        page.hints[leaf],
        page.names[leaf],
        column.label,
        column.is_labelled,
        is_nearest=column.is_nearest,
        is_next=column.is_next,
        json_ld_path=column.key,
        prefix=prefix,
        type=value_type,
        shape=shape_of(values) if value_type == "text" else "",
        header=page.headers[leaf],
        link_text=shared_text(column, entries) if kind == HREF else "",
        is_title=column.is_title,
        ancestors=_ancestors(page, leaf),
        prefixes=prefixes,
    )
    names = names_of(
        evidence, [_elsewhere(other, entries, prefixes) for other in column.duplicates]
    )
    yield (first := next(names))
    if column.selectors[0].take == "first":
        yield f"{first}_first"
    yield from names


def _ancestors(page: SamplePage, leaf: int) -> tuple[str, ...]:
    """Class and id of the elements around a leaf."""
    parts = [element.split("\t") for element in page.ancestors(page.nodes[leaf])[:LEVELS]]
    return tuple(f"{element[2]} {element[3]}" for element in parts if element[0] != "body")


def _elsewhere(column: Column, entries: Sequence[SamplePage], prefixes: frozenset[str]) -> Evidence:
    """What another place that says the same is called, if people read it there."""
    entry, leaf = column.first_leaf()
    page = entries[entry]
    if page.kinds[leaf][0] not in (TEXT, BLOCK, CONTENT):
        return Evidence(TEXT, "")
    return Evidence(
        page.kinds[leaf][0],
        page.hints[leaf],
        label=column.label,
        is_labelled=column.is_labelled,
        is_nearest=column.is_next,
        is_next=column.is_next,
        header=page.headers[leaf],
        prefixes=prefixes,
    )


def find_title(columns: Sequence[Column], pages: Sequence[SamplePage]) -> None:
    """Mark the column that the titles of pages say, if no column is a main heading.

    Of several the longest: a title says where a thing belongs, too.
    """
    tags = [_tag(column, pages) for column in columns]
    if "h1" in tags:
        return
    titles = [_title(page) for page in pages]
    said = [column for column in columns if _is_said(column, titles, pages)]
    if said:
        max(said, key=_length).is_title = True


def _tag(column: Column, pages: Sequence[SamplePage]) -> str:
    page, leaf = column.first_leaf()
    return pages[page].hints[leaf].split("\t")[0]


def _title(page: SamplePage) -> str:
    found = (
        value
        for value, hint in zip(page.values, page.hints, strict=True)
        if hint.startswith("title\t")
    )
    return next(found, "").casefold()


def _is_said(column: Column, titles: Sequence[str], pages: Sequence[SamplePage]) -> bool:
    """Whether a column is one text on nearly every page, different ones, that its title has."""
    page, leaf = column.first_leaf()
    if pages[page].kinds[leaf][0] != TEXT or _tag(column, pages) == "title":
        return False
    texts = [
        (values[0].casefold(), at) for at, values in enumerate(column.values) if len(values) == 1
    ]
    if len(texts) < max(2, ON_NEARLY_ALL * len(pages)) or len(
        {text for text, _ in texts}
    ) < SHARE * len(texts):
        return False
    fitting = sum(1 for text, at in texts if len(text) >= MIN_TITLE and text in titles[at])
    return fitting >= SHARE * len(texts)


def _length(column: Column) -> int:
    return sum(len(value) for values in column.values for value in values)
