"""Profiles: a template and pages enter, what it reads of each page, and where, leaves.

The same template is observed on the pages of before and on those of now; `compare` holds the two
against each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from unmold.drift.addresses import Addresses
from unmold.drift.places import PagePlaces, Place, Step, Steps, agreed_step
from unmold.model import Page
from unmold.records.extract import Extractor
from unmold.records.record import Record
from unmold.settings import Limits
from unmold.templates.model import Template
from unmold.templates.sample import find_leaves

if TYPE_CHECKING:
    from unmold._core import PageLeaves

BATCH_PAGES = 32
SHORT = 60
"""Longer texts are no values with labels before them."""


class Cell(NamedTuple):
    """One value of a column on a page."""

    value: str
    raw: str
    place: Place


class ObservedPage:
    """One page: where it is, and all that it says."""

    def __init__(self, address: str, page: Page, leaves: PageLeaves, limits: Limits) -> None:
        self.address = address
        self.leaves = leaves
        self.places = PagePlaces(page, limits)

    def __len__(self) -> int:
        """How much it says."""
        return len(self.leaves)

    @cached_property
    def said(self) -> dict[str, list[int]]:
        """By text the leaves that say it."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for leaf, text in enumerate(self.leaves.values()):
            found[text].append(leaf)
        return found

    def steps_of(self, cell: Cell) -> set[Steps]:
        """The ways to what a cell says, wherever it stands, with its label or without."""
        texts = {cell.raw, cell.value}
        return {self.place_of(leaf).steps for text in texts for leaf in self.said.get(text, ())}

    @cached_property
    def ends(self) -> dict[str, set[int]]:
        """By the last words of short texts the leaves that end so, a label before them or not."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for text, leaves in self.said.items():
            if len(text) <= SHORT:
                words = text.split()
                for start in range(len(words)):
                    found[" ".join(words[start:])].update(leaves)
        return found

    @cached_property
    def filled_steps(self) -> set[Steps]:
        """The ways to everything that the page says."""
        return {self.place_of(leaf).steps for leaf in range(len(self.leaves))}

    def texts_at(self, steps: Steps) -> set[str]:
        """What the page says at the end of a way."""
        texts = enumerate(self.leaves.values())
        return {text for leaf, text in texts if self.place_of(leaf).steps == steps}

    def place_of(self, leaf: int) -> Place:
        return self.places.find(self.leaves.xpath(leaf))

    def spelling(self, steps: Steps) -> Step | None:
        """The last step of a way as the page has it; None if the page has no such way."""
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

    def spell(self, steps: Steps) -> Steps:
        """A way with the names that are on the pages, as far as the pages agree on them."""
        return tuple(self._spell_last(steps[: number + 1]) for number in range(len(steps)))

    def _spell_last(self, steps: Steps) -> Step:
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
            _note_cells(profile, number, extractor.extract(page, leaves))
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


def usual_steps(places: Iterable[Place]) -> Steps | None:
    """The way by which more than half of some places are reached."""
    counts = Counter(place.steps for place in places if place.steps)
    if not counts:
        return None
    steps, times = counts.most_common(1)[0]
    return steps if times > 0.5 * counts.total() else None
