"""The title of pages: which column it is, and what the head of pages says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median

from unmold.templates.class_words import words_of
from unmold.templates.naming import telling_words
from unmold.templates.prefixes import common_label, split_off
from unmold.templates.sample import BLOCK, TEXT, SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.outline import Outlines
from unmold.templates.slots.siblings import HEADINGS, NEARLY_ALL
from unmold.templates.slots.slot_columns import Entry, SlotColumn, bare_text
from unmold.templates.slots.slot_names import SiteName


def head_titles(page: SamplePage) -> list[str]:
    """What the head of a page calls it, in all ways."""
    title = _title_element(page)
    found = [page.values[title]] if title >= 0 else []
    found += [page.named[name] for name in ("og:title", "twitter:title") if name in page.named]
    found += [page.values[leaf] for leaf in page.head if page.names[leaf].endswith(".headline")]
    return found


def _title_element(page: SamplePage) -> int:
    """The first leaf of the title element; -1 if there is none."""
    hints = enumerate(page.hints)
    return next((leaf for leaf, hint in hints if hint.startswith("title\t")), -1)


def _social_title(page: SamplePage) -> int:
    """The first leaf of the title that is written for other sites; -1 if there is none."""
    return next((leaf for leaf in page.head if page.names[leaf] == "og:title"), -1)


def find_title(
    columns: Sequence[SlotColumn], titles: Sequence[list[str]], pages: Sequence[SamplePage]
) -> SlotColumn | None:
    """The visible column that best explains the titles of pages, with the next best in its gaps."""
    words = _TitleWords(titles)
    scored = [
        (score, column)
        for column in columns
        # The way to a page ends with its title, and begins with that of the site.
        if column.label != "breadcrumbs"
        and (score := _title_score(column, words, len(pages))) >= MIN_SCORE
    ]
    best: SlotColumn | None = None
    best_score = 0.0
    for score, column in scored:
        if score > best_score + 0.02 and len(column.cells) >= 0.5 * len(pages):
            best, best_score = column, score
    if best is None:
        return None
    if best.form == "list":
        # Of several texts in the place of the title, the first is it.
        best.form = "value"
        best.cells = {entry: leaves[:1] for entry, leaves in best.cells.items()}
        best.texts = {entry: text.split("\n", 1)[0] for entry, text in best.texts.items()}
    _take_first_part(best, words, pages)
    missing = {(page, -1) for page in range(len(pages))} - best.cells.keys()
    for score, column in sorted(scored, key=lambda item: -item[0]):
        gaps = missing & column.cells.keys()
        if (
            gaps
            and column.form == "value"
            and score >= MIN_GAP_SCORE * len(column.cells) / len(pages)
        ):
            best.cells.update({entry: column.cells[entry] for entry in gaps})
            best.texts.update({entry: column.texts[entry] for entry in gaps})
            missing -= gaps
    return best


def find_first_name(
    columns: Sequence[SlotColumn], titles: Sequence[list[str]], pages: Sequence[SamplePage]
) -> SlotColumn | None:
    """The title of pages whose heads all say the same: the first text that each has of its own.

    It stands before all that has a label: what a page is about is said before what is said of it.
    """
    said = {title for own in titles for title in own}
    if len(pages) < ENOUGH_PAGES or len(said) > max(1, SAME_HEADS * len(pages)):
        return None
    labelled = min((c.order for c in columns if c.label), default=float("inf"))
    names = [
        column
        for column in columns
        if column.form == "value"
        and not column.label
        and column.order < labelled
        and len({*column.texts.values()}) >= ALL_DISTINCT * len(pages)
        and median(map(len, column.texts.values())) <= MAX_TITLE
        and sum(map(_has_word, column.texts.values())) >= ALL_DISTINCT * len(column.texts)
    ]
    return min(names, key=lambda column: column.order, default=None)


ENOUGH_PAGES = 6
"""Pages of which each has a name of its own, if that is no chance. A guess."""
SAME_HEADS = 0.1
"""Different titles in heads, by the number of pages, if they are titles of the site. A guess."""
ALL_DISTINCT = 0.9
"""Share of pages with a text of their own, if it names them: two schools may have one name."""


def _has_word(text: str) -> bool:
    return sum(map(str.isalpha, text)) > sum(map(str.isdigit, text))


def _take_first_part(column: SlotColumn, words: _TitleWords, pages: Sequence[SamplePage]) -> None:
    """Leave of lines that begin with the title, and go on with something else, the title.

    What stands behind a break in a heading is as much of it as what stands before.
    """
    cells: dict[Entry, tuple[int, ...]] = {}
    texts: dict[Entry, str] = {}
    gain = 0.0
    for entry, leaves in column.cells.items():
        page = pages[entry[0]]
        leaf, first = leaves[0], leaves[0] + 1
        is_parted = (
            page.kinds[leaf][0] == BLOCK
            and first < len(page.blocks)
            and page.blocks[first] == leaf
            and not _goes_on(page, first)
        )
        cells[entry] = (first,) if is_parted else leaves
        texts[entry] = page.values[first] if is_parted else column.texts[entry]
        gain += words.likeness(texts[entry], entry[0])
        gain -= words.likeness(column.texts[entry], entry[0])
    if gain > MIN_GAIN * len(cells):
        column.cells, column.texts, column.part = cells, texts, 0


def _goes_on(page: SamplePage, first: int) -> bool:
    """Whether the first text of a heading is followed by one in no markup of its own."""
    holder, following = page.parents[page.nodes[first]], first + 1
    return (
        following < len(page.nodes)
        and page.kinds[following][0] == TEXT
        and page.parents[page.nodes[following]] == holder
        and page.ancestors(holder)[0].partition("\t")[0] in HEADINGS
    )


WITHIN = 0.9
"""Share of pages whose heading is the title and more, so that the title is in the head. A guess."""
MIN_GAIN = 0.05
"""How much better, on average, the first text of a line must explain titles. A guess."""
MIN_SCORE = 0.2
"""The least score of a column that may be the title, or stand in for it. A guess."""
MIN_GAP_SCORE = 0.7
"""The least score, on its own pages, of a column that stands in for the title. A guess."""


def _title_score(column: SlotColumn, words: _TitleWords, pages: int) -> float:
    """How well a column explains the titles of pages; 0 for one that cannot be a title."""
    values = column.texts.values()
    distinct = len({*values})
    if column.form not in ("value", "text", "list") or distinct < min(2, pages):
        return 0.0
    if median(map(len, values)) > MAX_TITLE:
        return 0.0
    score = sum(words.likeness(text, entry[0]) for entry, text in column.texts.items()) / pages
    tags = _tags(column.slot)
    score += 0.3 * ("h1" in tags) + 0.1 * ("h2" in tags) + 0.05 * ("h3" in tags)
    named = any("title" in word.lower() or word.lower() == "name" for word in column.slot.words)
    return (score + 0.1 * named) * (0.5 + 0.5 * distinct / len(values))


SEPARATORS = ("-", "–", "—", "|", "·", "•", "»", "›", "«", "‹", "::", "/", ":")
MAX_TITLE = 200
"""Letters of a title at the most, in the median."""


def _tags(slot: Slot | None) -> list[str]:
    tags = []
    for _ in range(3):
        if slot is not None:
            tags.append(slot.tag)
            slot = slot.parent
    return tags


class _TitleWords:
    """The words of the titles that the heads of pages say."""

    def __init__(self, titles: Sequence[list[str]]) -> None:
        counts: Counter[str] = Counter()
        for own in titles:
            counts.update({word for title in own for word in words_of(title)})
        enough = 0.8 * len(titles)
        self.usual = {w for w, times in counts.items() if times >= enough and len(titles) > 2}
        self.titles = [[{*words_of(title)} - self.usual for title in own] for own in titles]

    def likeness(self, text: str, page: int) -> float:
        """How much a text says of the title of its page, and nothing else."""
        said = {*words_of(text)}
        said = said - self.usual or said
        best = 0.0
        for title in self.titles[page] if said else ():
            if title:
                common = len(said & title)
                f1 = 2 * common / (len(said) + len(title))
                if title <= said or said <= title:
                    f1 = max(f1, 0.9 * min(1.0, common / max(1, min(3, len(title)))))
                best = max(best, f1)
        return best


class HeadTitles:
    """What the title elements of pages say, without what all of them add."""

    def __init__(self, pages: Sequence[SamplePage]) -> None:
        self.cells, said = _title_leaves(pages, _title_element)
        self.is_social = False
        cells, titles = _title_leaves(pages, _social_title)
        if len(cells) >= len(self.cells) and not common_suffix([*titles.values()]):
            # Written for other sites to show, it needs no name of the site.
            self.cells, said, self.is_social = cells, titles, True
        self.suffix = common_suffix([*said.values()])
        without = {entry: text.removesuffix(self.suffix) for entry, text in said.items()}
        self.prefix = _separated_label([*without.values()])
        self.cut = {entry: split_off(text, self.prefix) for entry, text in without.items()}

    def are_within(self, column: SlotColumn) -> bool:
        """Whether the title written for other sites is what a column always begins with.

        Then the column goes on with something else, as `Malik Allen #35 PF`.
        """
        if not self.is_social or self.prefix:
            return False
        both = column.texts.keys() & self.cut.keys()
        within = sum(
            1
            for entry in both
            if (title := self.cut[entry].casefold())
            and column.texts[entry].casefold().startswith(f"{title} ")
        )
        return within >= WITHIN * len(column.texts) and len({*self.cut.values()}) > 1

    def say_same(self, column: SlotColumn) -> bool:
        """Whether a column says the same on most pages, with no more than an ending cut off."""
        both = column.texts.keys() & self.cut.keys()
        same = sum(bare_text(self.cut[entry]) == bare_text(column.texts[entry]) for entry in both)
        return not self.prefix and same >= 0.5 * max(1, len(both))


def find_site_name(pages: Sequence[SamplePage]) -> SiteName:
    """What nearly all pages call their site: in their heads, or at the end of their titles."""
    named = Counter(page.named[SITE_NAME] for page in pages if SITE_NAME in page.named)
    said, times = named.most_common(1)[0] if named else ("", 0)
    if 2 * times <= len(pages):
        said = common_suffix([*_title_leaves(pages, _title_element)[1].values()])
    return SiteName(tuple(telling_words(said)))


SITE_NAME = "og:site_name"


def head_title_ids(pages: Sequence[SamplePage]) -> frozenset[int]:
    """The identities of the texts in the heads of pages that are their titles."""
    cells = HeadTitles(pages).cells.items()
    return frozenset(pages[page].text_ids[leaf] for (page, _), (leaf,) in cells)


def free_titles(outlines: Outlines, pages: Sequence[SamplePage]) -> dict[int, float]:
    """What is fixed, without the titles of several pages: those of a long list share one."""
    said = {page: bare_text(text) for (page, _), text in HeadTitles(pages).cut.items()}
    shared = {run for run, share in outlines.fixed.items() if share < NEARLY_ALL}
    if len({*said.values()}) < 2 or not shared:
        return outlines.fixed
    freed = {
        id(run)
        for page, own in enumerate(outlines.inventories)
        if (title := said.get(page))
        for run in own.shared
        if id(run) in shared and bare_text(run.text) == title
    }
    if not freed:
        return outlines.fixed
    return {run: share for run, share in outlines.fixed.items() if run not in freed}


def _title_leaves(
    pages: Sequence[SamplePage], find: Callable[[SamplePage], int]
) -> tuple[dict[Entry, tuple[int, ...]], dict[Entry, str]]:
    """On each page the first leaf that is a title of some sort, and what it says."""
    cells: dict[Entry, tuple[int, ...]] = {}
    said: dict[Entry, str] = {}
    for number, page in enumerate(pages):
        leaf = find(page)
        if leaf >= 0:
            cells[number, -1] = (leaf,)
            said[number, -1] = page.values[leaf]
    return cells, said


def _separated_label(values: Sequence[str]) -> str:
    """What all titles begin with, if a sign separates it from the rest; a shared word is theirs."""
    prefix = common_label(values)
    rest = [value[len(prefix) :].strip() for value in values]
    is_separated = prefix[-1:] in (":", "=") or all(text[:1] in SEPARATORS for text in rest)
    return prefix if is_separated else ""


def common_suffix(values: Sequence[str]) -> str:
    """What nearly all titles end with, from the last separator on; empty if there is none."""
    ends = Counter(end for value in values if (end := _ending(value)))
    if not ends:
        return ""
    end, times = ends.most_common(1)[0]
    # The first page of a site is called as the site is.
    site = sum(bare_text(value) == bare_text(end) for value in values)
    return end if times + site >= 0.8 * len(values) and times > 1 else ""


MAX_ENDING = 60
"""Letters of the name of a site behind a title. A guess."""


def _ending(title: str) -> str:
    """What stands in a title from its last separator on; empty if that is no name of a site."""
    start = max(title.rfind(f" {sign} ") for sign in SEPARATORS)
    end = title[start:] if start >= 0 else ""
    return end if 3 < len(end) <= MAX_ENDING + 3 else ""
