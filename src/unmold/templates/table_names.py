"""Finds what the page calls the rows of a table.

Asked in this order: a heading or caption before the rows, itemprop and class of the rows, class and
id of what holds them. What is said of one row is put into the plural.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from unmold.templates.naming import MAX_LENGTH, telling_markup, telling_words
from unmold.templates.plurals import plural
from unmold.templates.sample import TEXT, SamplePage
from unmold.templates.tables import TableColumns

HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary"})
MAX_STEPS_BACK = 15
"""How many texts before a table its heading may be. A guess."""
MAX_HEADING = 40
"""Characters; longer texts are no headings. A guess."""
PAGES_ASKED = 10
"""Pages looked at: enough for a majority."""

_NUMBERS = re.compile(r"\(?\d[\d.,]*\)?")
_SHAPES = frozenset(
    """card cards tile tiles teaser wrapper loop type status format hentry has thumb thumbnail
    default media object element component section article flex columns span rounded shadow
    border text even odd""".split()  # noqa: SIM905
)
"""Words of classes that say how a row looks."""


def name_table(table: TableColumns, pages: Sequence[SamplePage], texts: frozenset[int]) -> str:
    """The name of a table in snake_case; `rows` if the page says nothing."""
    first = _first_rows(table)
    heading = _usual([_heading(pages[page], *place, texts) for page, place in first.items()])
    if words := telling_words(heading):
        return "_".join(words[:3])[:MAX_LENGTH].rstrip("_")
    around = [pages[page].ancestors(node) for page, (_, node) in first.items()]
    for level, part, is_row in ((0, 1, True), (0, 2, True), (1, 3, False), (1, 2, False)):
        words = _usual_words([_part(elements, level, part) for elements in around])
        if words:
            return plural("_".join(words[:2]) if not is_row else words[0])
    return "rows"


def _first_rows(table: TableColumns) -> dict[int, tuple[int, int]]:
    """For each page its first leaf in the table and the element of its first row."""
    nodes: dict[int, int] = {}
    for page, node in table.rows:
        nodes.setdefault(page, node)
    having = [(page, own) for page, own in enumerate(table.leaves) if own]
    return {page: (min(own), nodes[page]) for page, own in having[:PAGES_ASKED]}


def _heading(page: SamplePage, leaf: int, row: int, texts: frozenset[int]) -> str:
    """The text of the heading before a leaf, if no data is between."""
    steps = 0
    for before in range(leaf - 1, -1, -1):
        if page.kinds[before][0] != TEXT or page.nodes[before] > row:
            continue
        steps += 1
        text = page.values[before]
        if steps > MAX_STEPS_BACK:
            break
        if _is_heading(page, before):
            return _NUMBERS.sub("", text) if len(text) <= MAX_HEADING else ""
        if page.text_ids[before] not in texts and not page.is_labelling(before):
            break
    return ""


def _is_heading(page: SamplePage, leaf: int) -> bool:
    around = page.ancestors(page.nodes[leaf])[:3]
    return any(element.split("\t")[0] in HEADINGS for element in around)


def _usual(found: Sequence[str]) -> str:
    """What most pages say."""
    counts = Counter(text.strip() for text in found)
    text, times = counts.most_common(1)[0]
    return text if times > 0.5 * len(found) else ""


def _part(elements: Sequence[str], level: int, part: int) -> str:
    return elements[level].split("\t")[part] if level < len(elements) else ""


def _usual_words(found: Sequence[str]) -> list[str]:
    """The telling words of attributes that most pages have in common."""
    keep: Callable[[str], bool] = lambda word: len(word) > 2 and word not in _SHAPES  # noqa: E731
    counts = Counter(word for text in found for word in filter(keep, telling_markup(text)))
    return [word for word, times in counts.items() if times > 0.5 * len(found)]
