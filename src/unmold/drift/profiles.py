"""Profiles: what a template reads of some pages, and where on the page.

The same template is observed on the previous and on the current pages, and the two profiles are
compared. Where the previous pages are gone, because the new crawl was written over the old one, the
records of the workspace still say what they said: such a profile knows values, but no places.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from unmold.drift.element_paths import ElementPath, PagePlaces, Place, Step, agreed_step
from unmold.model import Page
from unmold.pages.address_shapes import normalise_address
from unmold.records.extract import Extractor
from unmold.records.record import Record
from unmold.settings import Limits
from unmold.store import Workspace
from unmold.store.table_files import safe_text
from unmold.templates.model import Field, Template
from unmold.templates.sample import find_leaves

if TYPE_CHECKING:
    from unmold._core import PageLeaves


class Addresses:
    """The addresses of pages of some sites.

    Where URLs name no host, as those of a manifest that gives paths, two sites may have pages of
    the same URL: `/index.html`. Then the site takes the place of the host.

    >>> Addresses(["a", "b"]).find("/index.html", "a"), Addresses(["a"]).find("/x.html", "a")
    ('a/', '/x.html')
    """

    def __init__(self, sites: Iterable[str]) -> None:
        self._are_many = len(set(sites)) > 1

    def find(self, url: str, site: str) -> str:
        """An address that is the same for one page in two crawls."""
        return "/".join(normalise_address(self.complete(url, site)))

    def complete(self, url: str, site: str) -> str:
        """The URL as a workspace stores it, with the site for a host if it has none."""
        url = safe_text(url)
        host, _ = normalise_address(url)
        if host or not self._are_many:
            return url
        return f"//{safe_text(site)}/{url.lstrip('/')}"


def draw_number(address: str) -> int:
    """The number by which an address is drawn or not: two crawls draw the same pages."""
    return crc32(address.encode("utf-8", "surrogatepass"))


BATCH_PAGES = 32
"""Pages whose leaves are held at once."""
# The same length as for labels in the features of pages.
SHORT = 60
"""Longer texts are not values with labels before them."""


class Cell(NamedTuple):
    """One value of a column on a page."""

    value: str
    raw: str
    place: Place


class ObservedPage:
    """One page: its address, and all its texts with their places."""

    def __init__(self, address: str, page: Page, leaves: PageLeaves, limits: Limits) -> None:
        self.address = address
        self.leaves = leaves
        self.places = PagePlaces(page, limits)

    def __len__(self) -> int:
        """How many texts it has."""
        return len(self.leaves)

    @cached_property
    def leaves_by_text(self) -> dict[str, list[int]]:
        """By text the leaves that have it."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for leaf, text in enumerate(self.leaves.values()):
            found[text].append(leaf)
        return found

    def paths_of(self, cell: Cell) -> set[ElementPath]:
        """The paths to all places with the text of a cell, with its label or without."""
        texts = {cell.raw, cell.value}
        return {
            self.place_of(leaf).steps
            for text in texts
            for leaf in self.leaves_by_text.get(text, ())
        }

    @cached_property
    def leaves_by_ending(self) -> dict[str, set[int]]:
        """By the last words of short texts the leaves that end so, a label before them or not."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for text, leaves in self.leaves_by_text.items():
            if len(text) <= SHORT:
                words = text.split()
                for start in range(len(words)):
                    found[" ".join(words[start:])].update(leaves)
        return found

    @cached_property
    def filled_paths(self) -> set[ElementPath]:
        """The paths to all texts of the page."""
        return {self.place_of(leaf).steps for leaf in range(len(self.leaves))}

    def texts_at(self, steps: ElementPath) -> set[str]:
        """The texts of the page at the end of a path."""
        texts = enumerate(self.leaves.values())
        return {text for leaf, text in texts if self.place_of(leaf).steps == steps}

    def place_of(self, leaf: int) -> Place:
        return self.places.find(self.leaves.xpath(leaf))

    def spelling(self, steps: ElementPath) -> Step | None:
        """The last step of a path as the page spells it; None if the page has no such path."""
        return self.places.spellings.get(steps)


@dataclass(slots=True)
class Profile:
    """What a template reads of some pages."""

    template: Template
    pages: list[ObservedPage] = field(default_factory=list)
    columns: dict[str, dict[int, list[Cell]]] = field(default_factory=dict)
    """By name of the column and number of the page its cells; those of tables as `table.column`."""

    texts: dict[int, dict[int, int]] = field(default_factory=dict)
    """By key of the template's texts and number of the page the leaf that says it first."""

    is_recorded: bool = False
    """Whether it was made of records alone: then nothing is known of places and texts."""

    def __len__(self) -> int:
        return len(self.pages)

    def filled(self, column: str) -> int:
        """On how many pages a column is filled."""
        return len(self.columns.get(column, ()))

    def cells(self, column: str) -> Iterator[Cell]:
        """All cells of a column."""
        for cells in self.columns.get(column, {}).values():
            yield from cells

    def spell(self, steps: ElementPath) -> ElementPath:
        """A path with the names that are on the pages, as far as the pages agree on them."""
        return tuple(self._spell_last(steps[: number + 1]) for number in range(len(steps)))

    def _spell_last(self, steps: ElementPath) -> Step:
        found = [step for page in self.pages if (step := page.spelling(steps)) is not None]
        return reduce(agreed_step, found) if found else steps[-1]

    def by_address(self) -> dict[str, int]:
        """The number of each page by its address."""
        return {page.address: number for number, page in enumerate(self.pages)}


def observe(
    template: Template,
    pages: Sequence[Page],
    addresses: Addresses,
    limits: Limits,
    *,
    jobs: int = 0,
) -> Profile:
    """Apply a template to pages and note what it reads, and where."""
    profile = Profile(template)
    extractor = Extractor(template)
    keys = {text.key for text in template.texts}
    for start in range(0, len(pages), BATCH_PAGES):
        batch = pages[start : start + BATCH_PAGES]
        for page, leaves in zip(batch, find_leaves(batch, limits, jobs=jobs), strict=True):
            address = addresses.find(page.url, page.site)
            seen = ObservedPage(address, page, leaves, limits)
            number = len(profile.pages)
            profile.pages.append(seen)
            _note_cells(profile, number, extractor.extract(page, leaves, limits))
            _note_texts(profile, number, keys)
    return profile


def _note_cells(profile: Profile, number: int, record: Record) -> None:
    places = profile.pages[number].places
    for column, value, raw, xpath in walk_record(record):
        cell = Cell(value, raw, places.find(xpath))
        profile.columns.setdefault(column, {}).setdefault(number, []).append(cell)


def _note_texts(profile: Profile, number: int, keys: set[int]) -> None:
    for leaf, text in enumerate(profile.pages[number].leaves.text_ids()):
        if text in keys:
            profile.texts.setdefault(text, {}).setdefault(number, leaf)


def walk_record(record: Record) -> Iterator[tuple[str, str, str, str]]:
    """Column, value, raw value and XPath of all that a record holds, rows of tables included."""
    yield from _walk("", record.values, record.raw, record.xpaths)


def _walk(path: str, value: Any, raw: Any, xpath: Any) -> Iterator[tuple[str, str, str, str]]:
    if isinstance(value, dict):
        for name in value:
            inner = f"{path}.{name}" if path else name
            yield from _walk(inner, value[name], raw[name], xpath[name])
    elif isinstance(value, list):
        for each in zip(value, raw, xpath, strict=True):
            yield from _walk(path, *each)
    else:
        yield path, value, raw, xpath


def usual_path(places: Iterable[Place]) -> ElementPath | None:
    """The path that more than half of some places have."""
    counts = Counter(place.steps for place in places if place.steps)
    if not counts:
        return None
    steps, times = counts.most_common(1)[0]
    return steps if times > 0.5 * counts.total() else None


NOWHERE = Place((), -1)


class RecordedPage(ObservedPage):
    """A page of which only its record is left."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.values = dict[str, list[int]]()

    def __len__(self) -> int:
        return len(self.values)

    @property
    def leaves_by_text(self) -> dict[str, list[int]]:
        return self.values

    def paths_of(self, cell: Cell) -> set[ElementPath]:
        return set()

    def place_of(self, leaf: int) -> Place:
        return NOWHERE

    def spelling(self, steps: ElementPath) -> None:
        return None


def read_profile(workspace: Workspace, template: str, addresses: Addresses, size: int) -> Profile:
    """The profile of a template by its records, of at most `size` pages."""
    known = workspace.templates[template]
    profile = Profile(known, is_recorded=True)
    rows = workspace.records(template, tier=2).to_pylist()
    found = [(addresses.find(row["_url"], row["_site"]), row) for row in rows]
    drawn = sorted(found, key=lambda pair: draw_number(pair[0]))[:size]
    numbers = {row["_record"]: number for number, (_, row) in enumerate(drawn)}
    profile.pages = [RecordedPage(address) for address, _ in drawn]
    _add(profile, "", known.fields, rows, numbers)
    for part, table in known.all_tables():
        part_rows = workspace.records(template, part, tier=2).to_pylist()
        _add(profile, f"{part}.", table.fields, part_rows, numbers)
    return profile


def _add(
    profile: Profile,
    path: str,
    fields: tuple[Field, ...],
    rows: list[dict[str, Any]],
    numbers: dict[int, int],
) -> None:
    for row in rows:
        number = numbers.get(row["_record"])
        if number is None:
            continue
        for name in (one.name for one in fields):
            for text in _texts(row, name):
                cells = profile.columns.setdefault(path + name, {}).setdefault(number, [])
                cells.append(Cell(text, text, NOWHERE))
                profile.pages[number].leaves_by_text.setdefault(text, []).append(-1)


def _texts(row: dict[str, Any], name: str) -> Iterator[str]:
    """The values of a field as shown."""
    value = row.get(f"{name}_text", row.get(name))
    values = value if isinstance(value, list) else [value]
    yield from (str(one) for one in values if one is not None)
