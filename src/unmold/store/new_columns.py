"""Finds a place on a page that a person points at, and how it is found on other pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from unmold.edits.model import PageRef, Reading, write_selector
from unmold.errors import UsageError
from unmold.model import Page
from unmold.records.extract import Extractor
from unmold.settings import Limits
from unmold.store.stored_pages import read_pages_again, rows_by_template
from unmold.templates.model import FAMILIES, TYPES, Selector, Template
from unmold.templates.prefixes import common_label, split_off
from unmold.templates.sample import BLOCK, TEXT, SamplePage, find_leaves
from unmold.templates.slots.slot_fields import SOURCES
from unmold.templates.value_types import infer_type, read_type

if TYPE_CHECKING:
    from unmold.store.layout import Generation
    from unmold.store.rows import PageRow

ATTRIBUTES = {
    "href": "/@href",
    "src": "/@src",
    "alt": "/@alt",
    "title": "/@title",
    "meta": "/@content",
}
"""What stands behind the XPath of an element, by where in it the value is; as the native core has
it (`rust/src/bindings/records.rs`)."""

SAMPLE_PAGES = 24
"""Pages of a template on which a place is looked for. A guess."""

MAX_SELECTORS = 8
"""Ways to find a new column, tried in turn; learned columns have about as many."""
EXAMPLES, EXAMPLE_LENGTH = 3, 80


@dataclass(frozen=True)
class Place:
    """One leaf of a page, on the first of some pages of its template."""

    pages: list[SamplePage]
    leaf: int
    xpath: str
    """That of the value: with `/@href` behind that of its element, if it stands in an attribute."""

    @property
    def text(self) -> str:
        return self.pages[0].values[self.leaf]

    @property
    def kind(self) -> int:
        return self.pages[0].kinds[self.leaf][0]


def find_column(
    generation: Generation,
    template: Template,
    page: PageRef,
    *,
    xpath: str | None,
    text: str | None,
    kind: str | None,
) -> dict[str, Any]:
    """What an edit keeps of a new column; refused where it cannot be found, or is read already."""
    rows = rows_by_template(generation, [template.name])[template.name]
    pages = _read_sample(rows, page)
    place = _find_place(pages, xpath, text)
    _refuse_read(template, pages[0], place)
    both = [_find_selectors(template.of_tier(tier), place) for tier in (1, 2)]
    values = _values(template.best, place, both[0])
    prefix = common_label(values) if place.kind in (TEXT, BLOCK) else ""
    said = [split_off(value, prefix) for value in values]
    return {
        "page": page,
        "xpath": place.xpath,
        "text": place.text,
        "source": SOURCES[place.kind],
        "first": tuple(write_selector(one) for one in both[0]),
        "selectors": tuple(write_selector(one) for one in both[1]),
        "reading": _choose_reading(said, kind, place),
        "prefix": prefix,
        "fill": round(len(values) / len(pages), 3),
        "examples": tuple(one[:EXAMPLE_LENGTH] for one in list(dict.fromkeys(said))[:EXAMPLES]),
    }


def _read_sample(rows: Sequence[PageRow], page: PageRef) -> list[Page]:
    """The page that is pointed at, and some others of its template."""
    first = [row for row in rows if row.key == page.key]
    if not first:
        raise UsageError(
            f"{page.url} is not a page of that template",
            hint="give a page that the table `pages` has",
        )
    others = sorted((row for row in rows if row.key != page.key), key=lambda row: row.sha256)
    found = list(read_pages_again([*first, *others[: SAMPLE_PAGES - 1]], limits=Limits()))
    if not isinstance(found[0], Page):
        raise UsageError(
            f"{page.url} cannot be read any more: {found[0].message}",
            hint="`unmold run` again with its source, or point at another page",
        )
    return [one for one in found if isinstance(one, Page)]


def _find_place(pages: list[Page], xpath: str | None, text: str | None) -> Place:
    if (xpath is None) == (text is None):
        raise UsageError("a place is given by its XPath or by its text", hint="give one of them")
    leaves = find_leaves(pages, Limits(), with_markup=True)
    samples = [SamplePage(page.url, own) for page, own in zip(pages, leaves, strict=True)]
    first = samples[0]
    values = leaves[0].values_and_xpaths(list(range(len(leaves[0]))))
    places = [
        (number, value, xpath_of + ATTRIBUTES.get(SOURCES[first.kinds[number][0]], ""))
        for number, (value, xpath_of) in enumerate(values)
    ]
    if xpath is not None:
        found = [(number, where) for number, _, where in places if _is_at(where, xpath.strip())]
        wanted = xpath
    else:
        assert text is not None
        wanted = " ".join(text.split())
        found = [(number, where) for number, value, where in places if value == wanted]
    found = _without_blocks(first, found)
    if not found:
        raise UsageError(
            f"there is nothing at {wanted!r} on {pages[0].url}",
            hint="`unmold inspect` shows the page; give a text as it is shown, or its XPath",
        )
    if len(found) > 1:
        shown = ", ".join(where for _, where in found[:3])
        raise UsageError(f"{wanted!r} occurs {len(found)} times there", hint=f"give one of {shown}")
    return Place(samples, *found[0])


def _is_at(where: str, wanted: str) -> bool:
    """Whether a leaf stands at an XPath: that of its node, or of its element."""
    return where == wanted or where.partition("/text()")[0] == wanted.removesuffix("/text()")


def _without_blocks(page: SamplePage, found: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Without the blocks whose only text is there as well, and what stands in attributes beside."""
    kinds = {number: page.kinds[number][0] for number, _ in found}
    texts = [one for one in found if kinds[one[0]] == TEXT]
    blocks = [one for one in found if kinds[one[0]] == BLOCK]
    if len(texts) == 1:
        is_whole = not blocks or page.values[blocks[0][0]] == page.values[texts[0][0]]
        return texts if is_whole else blocks[:1]
    return blocks[:1] if len(blocks) == 1 else found


def _refuse_read(template: Template, page: Page, place: Place) -> None:
    """Refuse a place that a column reads already."""
    for tier in (1, 2):
        shown = template.of_tier(tier)
        leaves = place.pages[0].leaves
        record = Extractor(shown).extract(page, leaves, Limits())
        for column, xpath in _flatten(record.xpaths):
            if _element(xpath) == _element(place.xpath):
                end = "_all" * (tier == 2)
                raise UsageError(
                    f"column {column} of {template.name}{end} reads {place.text[:60]!r} already",
                    hint=f"`show {template.name}_all.{column}`, or rename it"
                    if tier == 2
                    else "rename or retype that one",
                )


def _element(xpath: str) -> str:
    return xpath.partition("/text()")[0]


def _flatten(xpaths: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """All XPaths of a record, each with the name of its column."""
    for name, value in xpaths.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from _flatten(one, f"{before}{name}.")
            elif isinstance(one, str):
                yield before + name, one


def _find_selectors(template: Template, place: Place) -> tuple[Selector, ...]:
    """The keys by which a leaf is found: such that stand once on pages first."""
    texts = frozenset(text.key for text in template.texts)
    data = [page.data(texts) for page in place.pages]
    keys = next((keys for leaf, _, _, keys in data[0] if leaf == place.leaf), None)
    if keys is None:
        raise UsageError(
            f"{place.text[:60]!r} is what the template itself says",
            hint="point at something that differs from page to page",
        )
    ranked = []
    for family, key in enumerate(keys):
        same = [[leaf for leaf, _, _, other in own if other[family] == key] for own in data]
        most = max(map(len, same))
        position = same[0].index(place.leaf)
        take: str | int = "all" if most == 1 else "first" if position == 0 else position
        ranked.append((most > 1, family, Selector(FAMILIES[family], key, take)))
    return tuple(one for _, _, one in sorted(ranked, key=lambda one: one[:2])[:MAX_SELECTORS])


def _values(template: Template, place: Place, selectors: Sequence[Selector]) -> list[str]:
    """What the selectors find on each page that has the place."""
    texts = frozenset(text.key for text in template.texts)
    found = []
    for page in place.pages:
        by_key: dict[int, list[int]] = {}
        for leaf, _, _, keys in page.data(texts):
            for key in keys:
                by_key.setdefault(key, []).append(leaf)
        for selector in selectors:
            chosen = selector.choose(by_key.get(selector.key, []))
            if chosen:
                found.append(page.values[chosen[0]])
                break
    return found


def _choose_reading(values: list[str], kind: str | None, place: Place) -> Reading:
    if kind is None:
        page = place.pages[0]
        return Reading.of(infer_type(values, place.kind, page.language, page.names[place.leaf]))
    if kind not in TYPES:
        raise UsageError(f"there is no type {kind!r}", hint=f"one of: {', '.join(TYPES)}")
    reading = read_type(values, kind)
    if reading is None:
        raise UsageError(f"{place.text[:60]!r} does not read as {kind}", hint="leave --type out")
    return Reading.of(reading)
