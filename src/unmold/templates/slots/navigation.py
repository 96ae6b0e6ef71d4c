"""Columns that only lead on: numbers of pages, bars of links, the address of the page itself."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from urllib.parse import unquote, urljoin, urlsplit

from unmold.templates.sample import HREF, SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.outline import Element
from unmold.templates.slots.slot_columns import SlotColumn, bare_text, is_called
from unmold.templates.slots.slot_names import direction, have_digits

BAR = re.compile(
    r"(?:^|[-_])(?:(?:page|post|book|site|main)?nav(?:i|igat(?:ion|or))?(?:bar|footer|header|links?)?"
    r"|pager|pagination|paging|prev-?next)(?:$|[-_])",
    re.IGNORECASE,
)
"""Words of classes for bars of links."""
BAR_LEVELS = 6
"""Elements around a slot that may be such a bar: a cell stands four deep in one. A guess."""
PAGERS = 0.4
"""Share of elements with several numbers that count, if the others have a single page. A guess."""
PAGER_WORDS = 6
"""Different words in all of them: those for the first, previous, next and last page. A guess."""
OWN_ADDRESSES = 0.8
"""Share of values that are the address of their page. A guess."""


def only_leads_on(
    column: SlotColumn, pages: Sequence[SamplePage], is_most: Callable[[Slot], bool]
) -> bool:
    """Whether a column says nothing of its page, but where to go from there.

    `is_most` says whether a slot is most of the page: that is no bar, whatever it is called. What
    neighbours are called is worth having.
    """
    if column.form not in ("value", "list"):
        return False
    if _is_pager(column) or _says_own_address(column, pages) or _is_call(column, pages):
        return True
    if _leads_down(column, pages):
        return True
    bar = _bar_around(column) if not _is_varied(column) else None
    return bar is not None and not is_most(bar)


def name_neighbours(columns: Sequence[SlotColumn], title: SlotColumn | None) -> list[SlotColumn]:
    """The columns, those that stand in a bar of links under names: the previous and next page.

    Of a bar that says several other things, none are left, save the path to the page.
    """
    columns = [without_call(column) if direction(column) else column for column in columns]
    bars: defaultdict[int, list[SlotColumn]] = defaultdict(list)
    for column in columns:
        bar = _bar_around(column) if column is not title and not column.name else None
        if bar is not None and column.form in ("value", "list"):
            bars[id(bar)].append(column)
        elif direction(column) and column.form == "value" and not _is_varied(column):
            column.name = "up"
    dropped = []
    for own in bars.values():
        if len(own) == len(NEIGHBOURS) and all(column.form == "value" for column in own):
            for column, name in zip(sorted(own, key=lambda c: c.order), NEIGHBOURS, strict=True):
                column.name = name
        elif len(own) == 1 and title is not None and _ends_with(own[0], title):
            own[0].name = "breadcrumbs"
        elif len(own) > 1 or own[0].form == "list":
            dropped += own
    return [column for column in columns if column not in dropped]


def without_call(column: SlotColumn) -> SlotColumn:
    """The column of a neighbour without what calls it so: `Next article`, before its title."""
    parts = {entry: text.split("\n") for entry, text in column.texts.items()}
    pairs = [entry for entry, own in parts.items() if len(own) == len(column.cells[entry]) == 2]
    if column.form != "list" or len(pairs) < CALLS * len(parts):
        return column
    called, times = Counter(parts[entry][0] for entry in pairs).most_common(1)[0]
    kept = [entry for entry in pairs if parts[entry][0] == called]
    if times < max(2, CALLS * len(parts)) or len({parts[entry][1] for entry in kept}) < 2:
        return column
    return replace(
        column,
        form="value",
        cells={entry: column.cells[entry][1:] for entry in kept},
        texts={entry: parts[entry][1] for entry in kept},
    )


CALLS = 0.6
"""Share of neighbours called by the same words before their titles: pictures among posts may be
called otherwise. A guess."""


def _ends_with(column: SlotColumn, title: SlotColumn) -> bool:
    """Whether lists end with the title of their page, as the path to it does."""
    ends = sum(
        bare_text(text.rpartition("\n")[2]) == bare_text(title.texts.get(entry, ""))
        for entry, text in column.texts.items()
    )
    return column.form == "list" and ends >= ENDS * len(column.texts)


ENDS = 0.8
"""Share of paths that end with the title. A guess."""
NEIGHBOURS = ("previous", "next")


def _is_varied(column: SlotColumn) -> bool:
    """Whether a column is another on most pages, as their neighbours are."""
    return 2 * len({*column.texts.values()}) > len(column.texts)


def _bar_around(column: SlotColumn) -> Slot | None:
    """The bar of links that a column stands in, if no label or class says what it is."""
    # The path to a page is labelled as such, and a neighbour as `previous` or `next`.
    slot: Slot | None = column.slot if not column.label and not direction(column) else None
    for _ in range(BAR_LEVELS):
        if slot is None or slot.tag == "nav" or is_called(slot, BAR, 1):
            return slot
        slot = slot.parent
    return None


def _is_pager(column: SlotColumn) -> bool:
    """Whether elements count pages: `« 1 2 3 … 26 »`, whatever their words are."""
    if column.part >= 0 or column.mark or column.is_cut:
        return False
    words: set[str] = set()
    counting = 0
    for element in column.slot.elements:
        parts = [*_parts(element)]
        numbers = [int(part) for part in parts if part.isdecimal() and len(part) < 7]
        words.update(part for part in parts if any(map(str.isalpha, part)))
        if len(words) > PAGER_WORDS or any(one >= other for one, other in pairwise(numbers)):
            return False
        # What is left out in between is a step of its own.
        steps = sum(other == one + 1 for one, other in pairwise(numbers))
        counting += len(numbers) > 1 and 2 * steps >= len(numbers) - 1
    return counting >= max(2, PAGERS * len(column.slot.elements))


def _parts(element: Element) -> Iterator[str]:
    """The single texts of an element."""
    for run in element.runs():
        for text in run.texts or (run.text,):
            yield from text.split()


def _is_call(column: SlotColumn, pages: Sequence[SamplePage]) -> bool:
    """Whether links say one of a few things, but lead somewhere else on each page.

    A brand leads to the same list wherever it stands; `View all photos`, to the photos of a page.
    """
    if column.slot.pages < CALLED or len({*column.texts.values()}) > MOST_CALLS:
        return False
    addresses: set[str] = set()
    linked = 0
    for element in column.slot.elements:
        own = [leaf for leaf in element.attributes if pages[element.page].kinds[leaf][0] == HREF]
        linked_letters = sum(run.linked for run in element.runs())
        said = sum(len(run.text) for run in element.runs()) - len(column.label)
        is_whole = linked_letters >= LINKED * said
        if len(own) == 1 and is_whole:
            linked += 1
            page = pages[element.page]
            addresses.add(urljoin(page.url, page.values[own[0]]))
    elements = len(column.slot.elements)
    return linked >= LINKED * elements and len(addresses) >= ELSEWHERE * elements


CALLED = 6
"""Pages from which on links show that they say the same wherever they lead. A guess."""
MOST_CALLS = 3
"""Different texts of links that ask to go on: `Write a review`, `Read all reviews`. A guess."""
LINKED = 0.9
"""Share of letters, and of elements, that are links. A guess."""
ELSEWHERE = 0.8
"""Different addresses by elements, if each page has its own. A guess."""


def _leads_down(column: SlotColumn, pages: Sequence[SamplePage]) -> bool:
    """Whether links of few texts lead to places of their own page: `Leave a comment`, to the form.

    `14 comments` counts these, wherever it leads.
    """
    texts = [*column.texts.values()]
    if column.label or _is_varied(column) or have_digits(texts, least=0.5):
        return False
    down = 0
    for element in column.slot.elements:
        page = pages[element.page]
        own = [leaf for leaf in element.attributes if page.kinds[leaf][0] == HREF]
        linked = sum(run.linked for run in element.runs())
        is_whole = linked >= LINKED * sum(len(run.text) for run in element.runs())
        if is_whole and len(own) == 1:
            address, _, place = page.values[own[0]].partition("#")
            down += bool(place) and (not address or _path(address) == _path(page.url))
    return down >= LINKED * len(column.slot.elements)


def _says_own_address(column: SlotColumn, pages: Sequence[SamplePage]) -> bool:
    """Whether values are the address of the page that they stand on, or a path."""
    own = sum(
        # A path is for machines, whatever it leads to: readers are shown a whole address.
        (text.startswith("/") and " " not in text)
        or (text.startswith("http") and _path(text) == _path(pages[page].url))
        for (page, _), text in column.texts.items()
    )
    return own >= OWN_ADDRESSES * len(column.texts)


def _path(address: str) -> str:
    return unquote(urlsplit(address).path).removesuffix("index.html").rstrip("/")


def count_up(values: Sequence[str]) -> bool:
    r"""Whether values only count, as the numbers of lines and of pages do.

    >>> count_up(["1\n2\n3", "58\n59"]), count_up(["1\n2\n3", "7\n2"])
    (True, False)
    >>> count_up(["1 2 3 ... \u00bb", "1"])
    True
    """
    if not any(map(str.isdigit, values[0])):
        return False
    several = [value.split() for value in values if not value.isdigit()]
    return len(several) >= COUNTS * len(values) and all(map(_is_count, several))


COUNTS = 0.4
"""Share of values that are several numbers, if all do nothing but count: most lists have one page.
A guess."""
COUNTED_UP = 0.8
"""Share of numbers that follow the one before; they begin anew in the next block. A guess."""


def _is_count(items: Sequence[str]) -> bool:
    numbers = [int(item) for item in items if item.isascii() and item.isdigit() and len(item) < 10]
    is_word = any(any(map(str.isalpha, item)) for item in items)
    steps = sum(1 for one, other in pairwise(numbers) if other == one + 1)
    return not is_word and len(numbers) > 1 and steps >= COUNTED_UP * (len(numbers) - 1)
