"""Cards: titles that each have a text behind them, wherever a page builder has put them.

Questions with their answers, services with what they are, steps with what happens: a page has any
number of them, in columns of a layout that differs from page to page, so that no place repeats.
What is the same is the class of titles, and that of the texts right behind them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.outline import Element, Outlines, Run
from unmold.templates.slots.same_rows import MakeTable
from unmold.templates.slots.siblings import HEADINGS
from unmold.templates.slots.slot_columns import SlotTable, all_tables

TITLES = HEADINGS | {"summary", "button", "dt", "legend"}
"""Tags of what heads a text."""
_TITLE_WORD = re.compile(r"(?:^|[-_])(?:title|heading|headline|header|question)s?$", re.IGNORECASE)
QUESTION = ("?", "？", "؟", "՞")
"""Signs that questions end with. Greek asks with a semicolon, which ends lists elsewhere."""
MIN_CARDS = 3
"""Cards of a page, on average of the pages that have any. A guess: two are a comparison."""
SOME_PAGES = 0.16
"""Share of the pages that have cards of a kind, as of those that have a labelled column. Was
0.3; lowered for one site of `wild`, of which a fifth have some: no other template changed."""
FOLLOWED = 0.9
"""Share of the titles of a kind that are followed by a text of one kind. A guess."""
MAX_TITLE_WORDS, MIN_TEXT_WORDS = 16, 6
"""Words of titles and of texts, on average; questions are long titles. A guess."""
MAX_HEADING = 40
"""Letters of what names cards; a longer text above them is a sentence. A guess."""
SEVERAL = 1.5
"""Cards in an element, on average of those that have any, if it is layout. A guess."""
KNOWN = 0.5
"""Share of cards that stand in rows of a table which is known already, and the share of a table's
rows that hold cards, if it says less than these. A guess."""
VARIED = 2
"""Different titles, by those of one page: those of forms and menus are always the same. A guess."""


class _Line(NamedTuple):
    """An element that holds text directly, and the first of its texts."""

    element: Element
    run: Run


_Said = tuple[Element, Run]
"""The same as an outline has it."""


def _runs_before(pages: Sequence[Sequence[_Said]], titles: set[Element]) -> Iterator[Run]:
    """For each page what its first title stands behind."""
    for lines in pages:
        first = next((n for n, (element, _) in enumerate(lines) if element in titles), 0)
        if first:
            yield lines[first - 1][1]


_Pair = tuple[_Line, _Line]
"""A title, and the text behind it."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Titles of one kind with the texts behind them."""

    pairs: list[_Pair]
    titles: set[Element]
    before: list[Run]
    """For each page with cards what its first card stands behind."""

    def heading(self) -> str:
        """The words that most pages say above them; of questions, that they are."""
        if self.are_questions:
            return "questions"
        said = [run.text.split() for run in self.before]
        usual: list[str] = []
        while said:
            following = Counter(words[len(usual)] for words in said if len(words) > len(usual))
            word, times = following.most_common(1)[0] if following else ("", 0)
            if times < 0.5 * len(self.before):
                break
            usual.append(word)
            said = [words for words in said if words[: len(usual)] == usual]
        heading = " ".join(usual)
        return heading if 0 < len(heading) <= MAX_HEADING else "sections"

    @property
    def are_questions(self) -> bool:
        """Whether most titles ask something."""
        asked = sum(title.run.text.endswith(QUESTION) for title, _ in self.pairs)
        return asked >= 0.5 * len(self.pairs)

    def name_columns(self, table: SlotTable) -> None:
        """Call titles and texts what they are: their classes say how they look."""
        names = ("question", "answer") if self.are_questions else ("title", "description")
        for place, name in enumerate(names):
            wanted = {(pair[place].element.page, pair[place].run.leaf) for pair in self.pairs}
            for column in table.columns:
                cells = column.cells.items()
                found = sum((page, leaves[0]) in wanted for (page, _), leaves in cells)
                if column.form in ("value", "text", "list") and found >= 0.5 * len(cells):
                    column.name = name
                    break

    def count_inside(self) -> Counter[Element]:
        """How many titles stand in each element."""
        return Counter(element for title in self.titles for element in _around(title))

    def make_rows(self) -> Slot | None:
        """The elements that hold a title and its text, or siblings together; None if unlike."""
        held = [_holder(title.element, text.element) for title, text in self.pairs]
        counts = self.count_inside()
        single = [counts[holder] == 1 for holder, _, _ in held]
        if all(single):
            rows = [_widen(holder, counts) for holder, _, _ in held]
            words = rows[0].words
            shared = tuple(word for word in words if all(word in row.words for row in rows))
            return Slot(rows[0].tag, shared, None, rows)
        made = [group for place in held if (group := _group(*place)) is not None]
        return Slot("group", ("=",), None, made) if len(made) >= FOLLOWED * len(held) else None


def find_cards(outlines: Outlines) -> list[Cards]:
    """Titles with the texts behind them, kind by kind."""
    used: set[Element] = set()
    general: set[str] = set()
    found: list[list[_Pair]] = []
    pages = [page.lines for page in outlines.inventories]
    for word, pairs in _pairs_by_word(pages):
        own = [pair for pair in pairs if pair[0].element not in used]
        if word in general or not _are_cards(own, len(outlines.roots), outlines.fixed):
            continue
        titles = {title.element for title, _ in own}
        # Classes that all headings have say nothing of these.
        general.update(word for element in titles for word in element.words)
        used |= titles
        found.append(own)
    if not found:
        return []
    _add_other_designs(found, pages, used, outlines.fixed)
    kinds = [(own, {title.element for title, _ in own}) for own in found]
    return [Cards(own, titles, [*_runs_before(pages, titles)]) for own, titles in kinds]


def _add_other_designs(
    found: list[list[_Pair]],
    pages: Sequence[Sequence[_Said]],
    used: set[Element],
    fixed: Mapping[int, float],
) -> None:
    """Add the headings of one level with texts behind them on pages that lack cards of that level.

    A page builder's author lays the same cards out anew: their classes are others on other pages.
    """
    for own in found:
        tags = Counter(title.element.tag for title, _ in own)
        tag, times = tags.most_common(1)[0]
        having = {title.element.page for title, _ in own}
        if tag not in HEADINGS or times < FOLLOWED * len(own):
            continue
        others = [
            (_Line(*title), _Line(*text))
            for lines in pages
            for title, text in pairwise(lines)
            if title[0].tag == tag and title[0].page not in having and title[0] not in used
        ]
        if _are_cards(others, len(pages), fixed):
            used.update(title.element for title, _ in others)
            own += others
            own.sort(key=lambda pair: (pair[0].element.page, pair[0].element.node))


def free_titles_of_cards(cards: Sequence[Cards], fixed: dict[int, float]) -> dict[int, float]:
    """What is fixed, without titles of cards: a step is called the same on all pages."""
    titles = {id(title.run) for kind in cards for title, _ in kind.pairs}
    return {key: share for key, share in fixed.items() if key not in titles} if titles else fixed


def mark_layout(root: Slot, cards: Sequence[Cards]) -> None:
    """Have slots whose elements hold several cards taken for what they are: layout, no rows."""
    counts = [kind.count_inside() for kind in cards]
    for slot in root.walk() if cards else ():
        for inside in counts:
            having = [times for element in slot.elements if (times := inside[element])]
            if slot.repeats and sum(having) >= SEVERAL * len(having) > 0:
                slot.known["rows"] = 0


def add_cards(whole: SlotTable, cards: Sequence[Cards], make_table: MakeTable) -> None:
    """Add the tables of cards that are not yet rows of a table; questions are called so in both."""
    for kind in cards:
        holding = _table_of(kind, whole)
        if holding is None:
            rows = kind.make_rows()
            if rows is not None:
                table = make_table(rows, whole, kind.heading())
                kind.name_columns(table)
                # Rows that some pages lay out alike are most of them cards, and said again.
                whole.tables = [own for own in whole.tables if not _holds_cards(own, kind)]
                whole.tables.append(table)
        elif kind.are_questions:
            holding.name = kind.heading()
            kind.name_columns(holding)


def _table_of(kind: Cards, whole: SlotTable) -> SlotTable | None:
    """The innermost table whose rows hold most of the cards."""
    found: Counter[int] = Counter()
    tables = [*all_tables(whole)]
    for title, _ in kind.pairs:
        around = {*_around(title.element)}
        inner = [n for n, table in enumerate(tables) if not around.isdisjoint(table.rows)]
        found.update(inner[-1:])
    number, times = found.most_common(1)[0] if found else (-1, 0)
    return tables[number] if times >= KNOWN * len(kind.titles) else None


def _holds_cards(table: SlotTable, kind: Cards) -> bool:
    """Whether most rows of a table hold a card, and nothing that is a table itself."""
    around = {element for title in kind.titles for element in _around(title)}
    return not table.tables and len(table.rows & around) >= KNOWN * len(table.rows)


def _pairs_by_word(pages: Sequence[Sequence[_Said]]) -> list[tuple[str, list[_Pair]]]:
    """Titles by their classes, the rarest first, each with what follows it."""
    found: defaultdict[str, list[_Pair]] = defaultdict(list)
    for lines in pages:
        title: _Said | None = None
        for line in lines:
            if title is not None:
                pair = _Line(*title), _Line(*line)
                for word in title[0].words:
                    found[word].append(pair)
            element = line[0]
            is_title = element.words and _is_title(element.tag, element.words)
            title = line if is_title else None
    return sorted(found.items(), key=lambda item: (len(item[1]), item[0]))


@lru_cache(maxsize=4_096)
def _is_title(tag: str, words: tuple[str, ...]) -> bool:
    """Whether a tag or a class says that an element heads what follows."""
    return tag != "h1" and (tag in TITLES or any(map(_TITLE_WORD.search, words)))


def _are_cards(pairs: Sequence[_Pair], pages: int, fixed: Mapping[int, float]) -> bool:
    """Whether titles of one kind have texts of one kind behind them, enough and different ones."""
    having = {title.element.page for title, _ in pairs}
    if len(having) < max(2, SOME_PAGES * pages) or len(pairs) < MIN_CARDS * len(having):
        return False
    behind = Counter(
        word
        for title, text in pairs
        for word in text.element.words
        if word not in title.element.words
    )
    if not behind or behind.most_common(1)[0][1] < FOLLOWED * len(pairs):
        return False
    titles = [title.run.text for title, _ in pairs]
    if len({*titles}) < VARIED * len(titles) / len(having):
        return False
    if sum(_count_words(text) for text in titles) > MAX_TITLE_WORDS * len(titles):
        return False
    texts = [text.run.text for _, text in pairs if id(text.run) not in fixed]
    return sum(_count_words(text) for text in texts) >= MIN_TEXT_WORDS * len(pairs)


def _count_words(text: str) -> int:
    return text.count(" ") + 1


def _around(element: Element) -> Iterator[Element]:
    """An element and all that it stands in."""
    current: Element | None = element
    while current is not None:
        yield current
        current = current.parent


def _holder(title: Element, text: Element) -> tuple[Element, Element, Element]:
    """The smallest element around both, and its children that they stand in."""
    above: dict[Element, Element] = {}
    child, current = title, title.parent
    while current is not None:
        above[current] = child
        child, current = current, current.parent
    child, current = text, text.parent
    while current is not None and current not in above:
        child, current = current, current.parent
    assert current is not None
    return current, above[current], child


def _widen(holder: Element, counts: Counter[Element]) -> Element:
    """The largest element around one title: images stand beside its texts."""
    while holder.parent is not None and counts[holder.parent] == 1:
        holder = holder.parent
    return holder


def _group(holder: Element, first: Element, last: Element) -> Element | None:
    """Siblings as one row; None if others stand between them."""
    content = holder.content
    start, end = content.index(first), content.index(last)
    if end <= start or any(type(item) is Run for item in content[start:end]):
        return None
    made = Element(holder.page, first.node, "group", ("=",), "", holder)
    for item in content[start : end + 1]:
        made.content.append(item)
        if isinstance(item, Element):
            item.parent = made
    return made
