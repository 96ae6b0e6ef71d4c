"""Tables of links that are lists: tags, genres and categories, which pages share.

Of related posts a reader wants the addresses, too; tags are values of a page. That pages share them
does not tell them apart: so they do similar cars.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from statistics import mean, median

from unmold.templates.sample import SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.slot_columns import Entry, SlotColumn, SlotTable, is_called
from unmold.templates.slots.slot_names import table_name

MAX_LETTERS = 25
"""Letters of a tag, on average: titles of pages are longer. A guess."""
MOSTLY = 0.8
"""Share of addresses that say that they lead to tags. A guess."""
SAME_LINKS = 1.5
"""Different addresses for each text: `View photos` leads elsewhere on every page. A guess."""
TAG = re.compile(
    r"(?:^|[-_/?&])(?:tags?|categor(?:y|ies|ias?)|etiquetas?|genres?|keywords?|topics?|topicos"
    r"|taxonomy)"
    r"(?:$|[-_/=])",
    re.IGNORECASE,
)
"""Words of classes and addresses for what pages share."""


def list_links(
    table: SlotTable, is_main: Callable[[Slot], bool], pages: Sequence[SamplePage]
) -> list[SlotColumn]:
    """Take the tables that are links to tags out of a table, and give their lists.

    On a page that is about its links, as the index of all tags, these are rows.
    """
    kept, lists = [], []
    for inner in table.tables:
        inner.columns += list_links(inner, is_main, pages)
        assert inner.slot is not None
        texts = _tags(inner, pages)
        if texts is None or is_main(inner.slot):
            kept.append(inner)
        else:
            lists.append(_as_list(inner, texts, table))
    table.tables = kept
    return lists


def _tags(table: SlotTable, pages: Sequence[SamplePage]) -> SlotColumn | None:
    """The texts of a table of nothing but links to tags."""
    texts = [column for column in table.columns if column.form == "value"]
    links = [column for column in table.columns if column.form == "link"]
    if table.tables or len(table.columns) != 2 or not texts or not links:
        return None
    said, addresses = (tuple(column.texts.values()) for column in (texts[0], links[0]))
    if mean(map(len, said)) > MAX_LETTERS or len({*addresses}) > SAME_LINKS * len({*said}):
        return None
    are_tags = sum(1 for address in addresses if TAG.search(address)) > MOSTLY * len(addresses)
    is_named = are_tags or is_called(table.slot, TAG, 2)
    return texts[0] if is_named or _are_shared(texts[0], links[0], pages) else None


def _are_shared(texts: SlotColumn, links: SlotColumn, pages: Sequence[SamplePage]) -> bool:
    """Whether links lead to one folder, which is not that of the page, and pages share them.

    So do those to countries, themes or moods of a film; similar films stand in its own folder.
    """
    addresses = [_split_address(address) for address in links.texts.values()]
    folder, times = Counter(folder for folder, _ in addresses).most_common(1)[0]
    if not folder or times < ONE_FOLDER * len(addresses):
        return False
    own = sum(_split_address(page.url)[0] == folder for page in pages)
    # A tag always leads to the same address, and each tag to its own.
    different = len({*texts.texts.values()})
    if 2 * own > len(pages) or not 0.5 * different < len({*addresses}) <= ONE_LINK * different:
        return False
    on: defaultdict[str, set[int]] = defaultdict(set)
    for (page, _), text in texts.texts.items():
        on[text].add(page)
    shared = sum(len(on[text]) > 1 for text in texts.texts.values())
    return shared >= SHARED * len(texts.texts)


ONE_FOLDER = 0.95
"""Share of addresses in the folder of what pages share. Measured on the tables of short links of 46
templates: those of tags and the like have 0.98 and more, others up to 0.63, or lead to the folder
of the pages themselves."""
ONE_LINK = 1.1
"""Different addresses for each of these texts. Measured there: 0.97 to 1."""
SHARED = 0.3
"""Share of links that two pages have, if they are tags and the like. Measured there: 0.31 to 0.81
among 20 pages."""


def _split_address(address: str) -> tuple[str, str]:
    """The name of the folder that an address is in, and its own name there."""
    path = address.partition("?")[0].partition("#")[0].rstrip("/")
    around, _, name = path.rpartition("/")
    return around.rpartition("/")[2], name


def _as_list(rows: SlotTable, texts: SlotColumn, table: SlotTable) -> SlotColumn:
    """The texts of rows as a list of the table around them."""
    assert rows.slot is not None
    cells: dict[Entry, tuple[int, ...]] = {}
    said: dict[Entry, list[str]] = {}
    for element in rows.slot.elements:
        row = (element.page, element.node)
        if row in texts.cells:
            entry = table.entry(element)
            cells[entry] = (*cells.get(entry, ()), *texts.cells[row])
            said.setdefault(entry, []).append(texts.texts[row])
    return SlotColumn(
        texts.slot,
        cells,
        "list",
        texts.label,
        part=texts.part,
        mark=texts.mark,
        order=median(leaves[0] for leaves in cells.values()),
        texts={entry: "\n".join(own) for entry, own in said.items()},
        name=table_name(rows),
    )
