"""Columns of what pages say for machines alone: linked data and meta elements.

Author, dates, section or rating often stand nowhere else. They are worth having where no visible
column says the same, and come under the names that readers use for them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from unmold.templates.prefixes import common_label, split_off
from unmold.templates.sample import META, SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.slot_columns import BYLINE, Entry, SlotColumn, bare_text, is_called
from unmold.templates.slots.slot_names import have_digits, is_byline, say_counts
from unmold.templates.value_types import infer_type
from unmold.values.dates import MAX_LENGTH, parse_date

DATES = ("date", "date_modified")
ENOUGH = 0.5
"""Share of pages that say it. A guess."""
SAID = 0.8
"""Share of entries on which a visible column says it, too, so that it is no further column."""
BEHIND = 1e9
"""An order behind all that stands on the page."""


@dataclass(frozen=True, slots=True)
class HeadField:
    """Something that heads of pages say, and what they call it."""

    name: str
    linked: tuple[str, ...] = ()
    """Paths of linked data about the page, without the type that they begin with; of other things
    behind that type."""
    meta: tuple[str, ...] = ()
    form: str = "value"
    is_first: bool = False
    """Whether readers expect it at the beginning of a record."""
    may_be_constant: bool = False


HEAD_FIELDS = (
    HeadField(
        "author",
        ("author.name", "author", "creator.name", "creator"),
        ("author", "dc.creator", "article:author"),
        is_first=True,
        may_be_constant=True,
    ),
    HeadField(
        "date",
        ("datePublished", "uploadDate", "datePosted", "dateCreated"),
        ("article:published_time", "dc.date", "date", "pubdate"),
        is_first=True,
    ),
    HeadField(
        "breadcrumbs",
        ("BreadcrumbList itemListElement.name", "BreadcrumbList itemListElement.item.name"),
        form="list",
        is_first=True,
    ),
    HeadField("date_modified", ("dateModified",), ("article:modified_time", "og:updated_time")),
    HeadField("category", ("articleSection", "category"), ("article:section",), is_first=True),
    HeadField("tags", ("keywords",), ("article:tag",), form="list"),
    HeadField(
        "price",
        ("offers.price", "offers.lowPrice"),
        ("product:price:amount", "og:price:amount"),
        is_first=True,
    ),
    HeadField("availability", ("offers.availability",), ("product:availability",)),
    HeadField("brand", ("brand.name", "brand"), ("product:brand",)),
    HeadField("sku", ("sku",)),
    HeadField("rating", ("aggregateRating.ratingValue",)),
    HeadField("ingredients", ("recipeIngredient", "ingredients"), form="list"),
    HeadField("instructions", ("recipeInstructions",), form="list"),
    HeadField("review_count", ("aggregateRating.reviewCount", "aggregateRating.ratingCount")),
)
"""From the vocabularies themselves: schema.org, Open Graph and Dublin Core.

Descriptions and images are left out: on the development sites six of seven were written for search
engines, or repeated what the page shows.
"""

OF_THE_SITE = frozenset(
    """Organization WebSite BreadcrumbList LocalBusiness Person ImageObject SearchAction Store
    ItemList FAQPage Corporation NewsMediaOrganization SiteNavigationElement""".split()  # noqa: SIM905
)
"""Types of linked data that speak of the site, or of something else than the page is about."""


def find_head_columns(
    pages: Sequence[SamplePage], columns: Sequence[SlotColumn]
) -> Iterator[SlotColumn]:
    """The columns that heads of pages add to visible ones."""
    heads = [_read_head(page) for page in pages]
    visible = _Visible(pages, columns)
    found: dict[str, SlotColumn] = {}
    named = {field.name: _column(field, heads, pages) for field in HEAD_FIELDS}
    for field in HEAD_FIELDS:
        column = named[field.name]
        if column is None or visible.says(column):
            continue
        if named["price"] is not None and field.name in DATES:
            # Since when a shop has a page is no property of what it sells.
            continue
        published = found.get("date")
        is_new = published is None or _share_same(column, published) < SAID
        if field.name == "date_modified" and not is_new:
            continue
        found[field.name] = column
        yield column


def repeats_head(column: SlotColumn, heads: Sequence[SlotColumn]) -> bool:
    """Whether a column says what a fuller one of the head says.

    Most pages were never changed: the day of the last change is no better than the date they show.
    """
    return column.form == "value" and any(
        head.form == "value"
        and head.name != "date_modified"
        and len(head.cells) >= len(column.cells)
        and _share_same(column, head) >= SAID
        for head in heads
    )


def without_listed(columns: Sequence[SlotColumn], lists: Sequence[SlotColumn]) -> list[SlotColumn]:
    """The columns without those of the head that lists of the page say, too, under their names."""
    kept = []
    for column in columns:
        is_said = column.slot.tag == "head" and column.form == "list"
        same = [one for one in lists if is_said and _share_same(column, one) >= SAID]
        if same:
            same[0].name = column.name
        else:
            kept.append(column)
    return kept


def _read_head(page: SamplePage) -> dict[str, list[int]]:
    """The leaves of linked data about the page, by path, and of meta elements, by name."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for leaf in page.head:
        name = page.names[leaf]
        if page.kinds[leaf][0] == META:
            found[f"meta {name}"].append(leaf)
        else:
            type_name, _, path = name.partition(".")
            if type_name not in OF_THE_SITE:
                found[path].append(leaf)
            elif type_name == "BreadcrumbList":
                found[f"{type_name} {path}"].append(leaf)
    return found


def _column(
    field: HeadField, heads: Sequence[dict[str, list[int]]], pages: Sequence[SamplePage]
) -> SlotColumn | None:
    """The column of a field; None where too few pages say it, or all say the same."""
    cells: dict[Entry, tuple[int, ...]] = {}
    texts: dict[Entry, str] = {}
    for number, head in enumerate(heads):
        page = pages[number]
        for name in (*field.linked, *(f"meta {own}" for own in field.meta)):
            leaves = [leaf for leaf in head.get(name, ()) if _fits(field, page.values[leaf])]
            if leaves:
                own = tuple(leaves if field.form == "list" else leaves[:1])
                cells[number, -1] = own
                texts[number, -1] = "\n".join(page.values[leaf] for leaf in own)
                break
    if len(cells) < max(2, ENOUGH * len(pages)):
        return None
    if len({*texts.values()}) < 2 and not field.may_be_constant:
        return None
    order = -1.0 if field.is_first else BEHIND
    slot = Slot("head", (field.name,), None, [])
    return SlotColumn(slot, cells, field.form, name=field.name, texts=texts, part=0, order=order)


def _fits(field: HeadField, value: str) -> bool:
    is_address = value.startswith(("http://", "https://", "//"))
    if field.name in ("author", "brand", "category"):
        return bool(value) and not is_address
    return bool(value)


class _Visible:
    """What visible columns say."""

    def __init__(self, pages: Sequence[SamplePage], columns: Sequence[SlotColumn]) -> None:
        self.pages = pages
        self.columns = columns

    @cached_property
    def dates(self) -> int:
        """How many columns are dates."""
        return sum(
            infer_type([*column.texts.values()], 0, self.pages[0].language, "").name == "date"
            for column in self.columns
            if column.form == "value"
        )

    def says(self, column: SlotColumn) -> bool:
        """Whether visible columns say what a column of the head says."""
        if column.name == "date":
            return self.dates > 0
        if column.name == "date_modified" and self.dates > 1:
            return True
        if column.name == "author" and any(map(self._is_byline, self.columns)):
            return True
        if column.name == "breadcrumbs" and any(c.label == column.name for c in self.columns):
            return True
        return any(_share_same(column, other, least=MOSTLY) >= SAID for other in self.columns)

    def _is_byline(self, column: SlotColumn) -> bool:
        """Whether a column says who wrote pages, on nearly all: heads often say it shorter."""
        is_called_so = is_called(column.slot, BYLINE, 1) or is_byline(column.label)
        is_full = len(column.cells) >= ENOUGH_BYLINES * len(self.pages)
        if not is_called_so or not is_full or column.form != "value":
            return False
        texts = [*column.texts.values()]
        # Who comments is called author, too; behind the one name that all pages say stands a date.
        is_name = max(map(len, texts)) <= 60 and not (have_digits(texts) or say_counts(texts))
        return is_name and not is_called(column.slot, COMMENT)


COMMENT = re.compile(r"comment", re.IGNORECASE)
ENOUGH_BYLINES = 0.9
"""Share of pages with a visible byline, so that the head's is not needed. A guess."""


MOSTLY = 0.5
"""Share of its letters from which on a text says what it holds, and not just mentions it: the name
of an author stands in many texts. A guess."""


def _share_same(column: SlotColumn, other: SlotColumn, least: float = 0.0) -> float:
    """The share of the entries of a column on which another says the same, or holds it.

    What it holds must be at least a share of its letters.
    """
    both = column.texts.keys() & other.texts.keys()
    label = common_label(column.texts.values())
    same = 0
    for entry in both:
        own = {bare_text(part) for part in column.texts[entry].split("\n")}
        said = bare_text(other.texts[entry])
        is_held = all(part in said for part in own) and sum(map(len, own)) >= least * len(said)
        same += (
            is_held
            or _is_same_number(own, said)
            or _is_same_day(split_off(column.texts[entry], label), other.texts[entry])
        )
    return same / len(column.texts)


def _is_same_day(text: str, other: str) -> bool:
    """Whether two texts are dates of one day, however they are written.

    >>> _is_same_day("📅 Jan 10, 2021", "2021-01-10T19:00:00+08:00")
    True
    """
    own, said = SIGNS_BEFORE.sub("", text), SIGNS_BEFORE.sub("", other)
    if max(len(own), len(said)) > MAX_LENGTH:
        return False
    orders = ("month-first", "day-first")
    days = {parse_date(own, order) for order in orders} - {None}
    return any(parse_date(said, order) in days for order in orders)


SIGNS_BEFORE = re.compile(r"^\W+")
"""Signs before a date, as the picture of a calendar."""


def _is_same_number(own: set[str], said: str) -> bool:
    """Whether a number and a text have the same digits: `1539.50` and `£1,539.50`."""
    number = "".join(own)
    digits = _digits(number)
    is_plain = _is_plain_number(number) or _is_plain_number(said)
    return bool(digits) and is_plain and digits == _digits(said)


def _is_plain_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))
