"""Which columns and tables of a sample are worth having: what a person would keep."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from unmold.templates.chrome import CHROME_WORD
from unmold.templates.columns import Column
from unmold.templates.noise import is_noise
from unmold.templates.prefixes import common_label, split_off
from unmold.templates.sample import SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.directions import find_directions
from unmold.templates.slots.filled_gaps import fill_gaps
from unmold.templates.slots.frame import Frame
from unmold.templates.slots.head_columns import (
    SIGNS_BEFORE,
    find_head_columns,
    repeats_head,
    without_listed,
)
from unmold.templates.slots.link_lists import list_links
from unmold.templates.slots.merging import (
    FORMS_OF_TEXT,
    merge_columns,
    merge_tables,
    without_same_tables,
)
from unmold.templates.slots.page_titles import (
    HeadTitles,
    find_first_name,
    find_title,
    head_titles,
)
from unmold.templates.slots.record_images import RecordImages
from unmold.templates.slots.slot_columns import (
    BYLINE,
    Entry,
    SlotColumn,
    SlotTable,
    bare_text,
    is_called,
)
from unmold.templates.slots.slot_names import ADDRESSES, MEDIA, HeadNames, find_main, is_known
from unmold.templates.slots.text_patterns import split_column, split_places, split_title
from unmold.templates.slots.wrapped_values import OwnWords, without_wrapped
from unmold.values.dates import find_date_order, parse_date

NAVIGATION = re.compile(
    r"see-?(?:more|all)|read-?more|view-?all|pager|pagination|pgn|toolbar|sharing|social"
    r"|subscribe|newsletter|skip",
    re.IGNORECASE,
)
"""Words of classes for what leads on and says nothing."""
CART = re.compile(
    r"(?:^|[-_])(?:shop(?:ping)?|mini|side|header|top|my)[-_]?(?:cart|bag|basket)(?:$|[-_])"
    r"|^(?:cart|basket)[-_](?:sidebar|drawer|contents?|widget|popup|dropdown|items?|total|count)",
    re.IGNORECASE,
)
"""Words of classes for what a visitor was about to buy."""


@dataclass(frozen=True, slots=True)
class Worth:
    """From where on a column or table is worth having.

    "Measured" is on the 18 development templates of the gold tables; the rest are guesses that did
    well there.
    """

    min_fill: float = 0.3
    """Share of pages that fill an unlabelled column. Measured: of those with less 2 of 15 were in
    the gold."""
    min_labelled: float = 0.15
    """The same with a label, a known class, or for texts. Measured: none of 10 under 0.3 was."""
    min_long: float = 0.05
    """The same for long texts: an expert keeps a description that one shop page in ten has."""
    long: int = 200
    """Letters of a long text, in the median. A guess."""
    min_variety: float = 0.1
    """Distinct values of an unlabelled column. Measured: none of 5 with less was in the gold."""
    enough_pages: int = 6
    """Pages from which on constant values say that a column is frame."""
    constant: float = 0.95
    """Share of the most frequent value of a column that is constant."""
    chrome_variety: float = 0.5
    """Distinct values of a column or table in a menu, footer or the like."""
    media_variety: float = 0.3
    """Distinct addresses of an image or link."""
    same: float = 0.9
    """Share of common entries on which two columns that are one say the same."""
    same_around: float = 0.7
    """Share of pages with the same words around the title, if they are the title again."""
    table_pages: float = 0.05
    """Share of pages that have a table."""
    row_variety: float = 0.12
    """Distinct values of the most varied column of a table."""
    menu_variety: float = 0.25
    """Distinct texts of rows without what pages say of themselves, by those with it. Measured on 36
    tables of links of the 16 swde sites developed on: menus have up to 0.22, others from 0.48."""
    page_variety: float = 0.2
    """Distinct sets of rows among pages, if single rows repeat much."""
    record_variety: float = 0.1
    """The same where rows are records: a shop recommends the same few products on many pages."""
    row_fill: float = 0.08
    """Share of rows that fill a column."""
    row_links: float = 0.5
    """Share of rows that have an address."""
    all_rows: float = 0.9
    """The same where the link is not that of the row's title."""
    one_link: float = 0.8
    """Share of rows with just one address: several are those of words in a text."""
    row_images: float = 0.4
    """Share of rows that have an image."""
    row_constant: float = 0.97
    """Share of the most frequent value of a column of rows that is constant."""


WORTH = Worth()
SEVERAL = 2
"""Pages that have a column of the template, if there are enough to tell."""
COUNTING = 2
"""Signs between parameters in the address of an image that counts visits. A guess."""
MENU_TEXTS = 2
"""Columns of texts that a menu has at most: what leads on, and perhaps how much of it. A guess."""
SEVERAL_TEXTS = 2
"""Columns of texts that rows in a form have at least: the choices of a form say one thing each."""
CART_LEVELS = 8
"""Elements around a slot in which a cart is looked for. A guess."""


class Chooser:
    """Keeps the columns worth having."""

    def __init__(self, pages: Sequence[SamplePage], frame: Frame) -> None:
        self.pages = pages
        self.frame = frame
        self.titles = [head_titles(page) for page in pages]
        self.title: SlotColumn | None = None
        self._sizes: dict[int, int] = {}
        self.head_names = HeadNames(pages)
        self.own_words = OwnWords(())

    def choose(self, table: SlotTable, keyed: Sequence[Column] = ()) -> None:
        """Keep of a table, and of those inside, what is worth having; keys fill its gaps."""
        table.columns = merge_columns(table.columns)
        table.tables = merge_tables(table.tables)
        self._choose_root(table, keyed)
        chosen = [inner for inner in table.tables if self._choose_table(inner)]
        table.tables = without_same_tables(chosen)
        lists = list_links(table, self._is_most, self.pages)
        table.columns = [*without_listed(table.columns, lists), *lists]

    def _choose_root(self, table: SlotTable, keyed: Sequence[Column]) -> None:
        pages = len(self.pages)
        columns = [column for column in table.columns if self._is_worth(column, pages)]
        self.title = find_title(columns, self.titles, self.pages)
        if self.title is None:
            self.title = find_first_name(columns, self.titles, self.pages)
        elif HeadTitles(self.pages).are_within(self.title):
            self.title = None
        columns = [c for c in columns if c is self.title or not c.is_heading]
        columns = [c for c in columns if c is self.title or not self._is_frame(c)]
        columns = self._split(self._without_links(columns))
        # What is found on the pages of another build may be a column there, which says it again.
        columns = self._fill_gaps(self._without_repeats(columns), keyed)
        columns = without_wrapped(self._without_repeats(columns), self.title)
        heads = [*find_head_columns(self.pages, columns)]
        # Where the head says more often what a column shows, that column is one of its gaps.
        columns = [c for c in columns if c is self.title or not repeats_head(c, heads)]
        table.columns = [*columns, *heads]
        self.own_words = OwnWords(table.columns)
        self.own_words.add_title(self.title.texts if self.title is not None else {})

    def _fill_gaps(self, columns: list[SlotColumn], keyed: Sequence[Column]) -> list[SlotColumn]:
        filled = fill_gaps(columns, keyed, self.pages)
        if self.title in columns:
            self.title = filled[columns.index(self.title)]
        return filled

    def _is_worth(self, column: SlotColumn, entries: int) -> bool:
        fill = len(column.cells) / entries
        values = list(column.texts.values())
        distinct = len({*values})
        is_long = column.form in ("text", "images")
        is_named = column.label or is_long or is_known(column) or "." in column.mark
        least = WORTH.min_labelled if is_named else WORTH.min_fill
        if column.form == "text" and median(map(len, values)) >= WORTH.long:
            least = WORTH.min_long
        # What one page of many has is its own, whatever heads it.
        is_alone = len(column.cells) < SEVERAL and entries >= WORTH.enough_pages
        if fill < least or is_alone:
            return False
        if column.form in ("value", "list") and _count_up(values):
            return False
        if column.form not in MEDIA and not column.label and is_called(column.slot, NAVIGATION, 1):
            return False
        if self._in_form(column.slot, column=column) or self._in_cart(column.slot):
            return False
        if column.form in MEDIA:
            distinct = len({_without_parameters(value) for value in values})
            if distinct < WORTH.media_variety * len(values):
                return False
        if in_region(column.slot, ("footer",)) and distinct < WORTH.chrome_variety * len(values):
            return False
        if is_called(column.slot, BYLINE, 1):
            return True
        # Its form gives noise away on few pages, too.
        if is_noise(values):
            return False
        if entries < WORTH.enough_pages:
            return True
        # Grades and the like, of which there are few, were looked at when they were found.
        is_labelled = column.label and not (column.label == "breadcrumbs" and distinct < SEVERAL)
        is_said = bool(is_labelled) or (column.mark == "img" and not is_chrome(column.slot))
        return is_said or _is_varied(column, values)

    def _is_frame(self, column: SlotColumn) -> bool:
        """Whether other templates say what an unnamed column says, in the same place.

        Authors and categories stand in the same places of posts and of lists of posts, but classes
        or labels name them.
        """
        is_named = column.label or column.form != "value" or is_known(column)
        return not is_named and self.frame.has_column(column)

    def _in_form(
        self, slot: Slot | None, *, column: SlotColumn | None = None, around: Slot | None = None
    ) -> bool:
        """Whether a slot is a control, or stands in a form that is not most of the page.

        A value with a label is said of the page, though a box beside it may be ticked: a search for
        what is similar says `Brand = Canon`. A form around all rows of a table is there to do
        something with them: `around` ends what is looked at.
        """
        is_said = column is not None and column.form == "value" and _is_name(column.label)
        while slot is not around and slot is not None:
            if slot.tag in ("select", "option", "button"):
                return True
            is_small = slot.tag == "form" and not is_said and not self._is_most(slot)
            if is_small:
                return True
            slot = slot.parent
        return False

    def _in_cart(self, slot: Slot) -> bool:
        """Whether a slot stands in the cart of a visitor, and is not what the page is about."""
        return not self._is_most(slot) and is_called(slot, CART, CART_LEVELS)

    def _is_most(self, slot: Slot) -> bool:
        """Whether a slot is what the page is about: most of its letters."""
        return 2 * self._letters(slot) > self._letters(_root(slot))

    def _letters(self, slot: Slot) -> int:
        known = self._sizes.get(id(slot))
        if known is None:
            known = sum(element.letters() for element in slot.elements)
            self._sizes[id(slot)] = known
        return known

    def _without_links(self, columns: list[SlotColumn]) -> list[SlotColumn]:
        """Of addresses only those of the previous and next page, and of the record's images."""
        images = [c for c in columns if c.form == "images" or not is_chrome(c.slot)]
        main = RecordImages(self.pages, self.title).choose(images)
        kept = [column for column in columns if column.form not in MEDIA or column in main]
        return [*kept, *find_directions(self.pages)]

    def _without_repeats(self, columns: list[SlotColumn]) -> list[SlotColumn]:
        """The columns without those that say what another says; title and labels stay."""
        most = max((len(column.cells) for column in columns), default=1)

        def rank(column: SlotColumn) -> tuple[bool, int, bool, bool, bool, float]:
            fill = round(10 * len(column.cells) / most)
            is_named = bool(column.label)
            is_marked = self._has_property(column)
            # What is seen says more than what an image says in its place.
            is_hidden = column.mark == "img"
            is_title = column is self.title
            return not is_title, -fill, not is_named, not is_marked, is_hidden, column.order

        kept: list[tuple[SlotColumn, Said]] = []
        saying: defaultdict[tuple[Entry, str], list[int]] = defaultdict(list)
        for column in sorted(columns, key=rank):
            said = _bare_texts(column, is_title=column is self.title)
            # Of others than the title, only those that agree somewhere can say the same.
            ways = said if said[0] is not said[1] else said[:1]
            near = {
                at for own in ways for one in own.items() if one in saying for at in saying[one]
            }
            if not any(
                _repeats(column, said, other, others, is_title=other is self.title)
                for number, (other, others) in enumerate(kept)
                if number in near or other is self.title or not said[0]
            ):
                for own in ways:
                    for one in own.items():
                        saying[one].append(len(kept))
                kept.append((column, said))
        return [column for column, _ in kept]

    def _has_property(self, column: SlotColumn) -> bool:
        """Whether the page itself says for machines what the values of a column are."""
        (page, _), leaves = next(iter(column.cells.items()))
        said = [*self.pages[page].hints[leaves[0]].split("\t"), ""][1]
        return bool(said) and said not in ADDRESSES

    def _choose_table(self, table: SlotTable) -> bool:
        assert table.slot is not None
        rows = len(table.slot.elements)
        pages = table.slot.pages
        if pages < max(1, WORTH.table_pages * len(self.pages)):
            return False
        table.tables = [inner for inner in table.tables if self._choose_table(inner)]
        if in_region(table.slot, ("footer",)) or self._in_cart(table.slot):
            return False
        if not self._is_most(table.slot) and self.frame.has_table(table):
            return False
        said = [c.texts.values() for c in table.columns if c.form == "value"]
        variety = max((len({*own}) / len(own) for own in said), default=0.6)
        is_contents = _leads_inside(table)
        table.columns = merge_columns(table.columns)
        columns = [c for c in table.columns if self._is_worth_in_rows(c, table, variety)]
        whole = self._one_link(columns, rows)
        table.columns = columns = self._without_repeats(self._split(whole))
        texts = [c for c in columns if c.form not in MEDIA]
        if not columns and not table.tables:
            return False
        if self._in_form(table.slot) and len(texts) < SEVERAL_TEXTS:
            return False
        if len(texts) == 1 and not table.tables and _count_up(_texts_by_page(texts[0])):
            return False
        # The number of a section and its heading are still an entry of contents.
        is_plain = sum(c.form not in MEDIA for c in whole) < 2
        if is_contents and is_plain and not table.tables:
            return False
        if texts and len(self.pages) >= 4 and pages >= 4:
            variety = max(len({*c.texts.values()}) / len(c.texts) for c in texts)
            least = WORTH.chrome_variety if is_chrome(table.slot) else WORTH.row_variety
            is_same = variety < least and not _differs(texts, WORTH.page_variety)
            if is_same and not (_are_records(columns) and _differs(texts, WORTH.record_variety)):
                return False
            if len(texts) <= MENU_TEXTS and self._is_menu(texts):
                return False
        is_menu = is_chrome(table.slot) and _is_links(table)
        return not is_menu and not is_chrome(table.slot, strict=True)

    def _is_menu(self, columns: Sequence[SlotColumn]) -> bool:
        """Whether rows say the same on all pages, but for what pages say of themselves.

        `Chicago Hotels` and `Things to Do in Chicago` are a menu of the page of Chicago.
        """
        said = [(page, text) for column in columns for (page, _), text in column.texts.items()]
        distinct = len({text for _, text in said})
        most = WORTH.menu_variety * min(len(said), distinct)
        masked: set[str] = set()
        for page, text in said:
            masked.add(self.own_words.mask(page, text))
            if len(masked) >= most:
                return False
        return bool(said)

    def _split(self, columns: Sequence[SlotColumn]) -> list[SlotColumn]:
        """The columns, with those of several values in one text as one for each."""
        title = self.title
        return [
            part if part is title or title is None else split_title(part, title)
            for column in columns
            for own in ([column] if column is title else split_places(column, self.pages))
            for part in ([own] if own is title else split_column(own, self.pages))
        ]

    def _is_worth_in_rows(self, column: SlotColumn, table: SlotTable, variety: float) -> bool:
        values = list(column.texts.values())
        fill = len(column.cells) / len(table.rows)
        if fill < WORTH.row_fill or (len({*values}) < 2 and len(values) > 2):
            return False
        if self._in_form(column.slot, around=table.slot):
            return False
        if column.form == "link":
            single = sum(1 for value in values if "\n" not in value)
            if single < WORTH.one_link * len(values):
                return False
            leading = sum(map(_leads_on, values))
            leads_on = leading > 0.5 * len(values) or _leads_into_others(column)
            leads_on = leads_on or _leads_below(column, table)
            return leads_on and fill >= WORTH.row_links
        if column.form == "image":
            is_varied = len({*values}) >= 0.5 * variety * len(values)
            return is_varied and fill >= WORTH.row_images
        top = Counter(values).most_common(1)[0][1]
        return top < WORTH.row_constant * len(values)

    def _one_link(self, columns: list[SlotColumn], rows: int) -> list[SlotColumn]:
        """Of a row's links and images the first that nearly all rows have."""
        kept = [c for c in columns if c.form not in MEDIA]
        main, _ = find_main(kept)
        for forms in (("link",), ("image", "images")):
            own = [
                c
                for c in columns
                if c.form in forms
                and (c.form != "link" or len(c.cells) >= WORTH.all_rows * rows or _leads(c, main))
            ]
            if own:
                kept.append(max(own, key=lambda c: (round(5 * len(c.cells)), -c.order)))
        return kept


def _is_name(label: str) -> bool:
    """Whether a label names a value: `1 year:` before a price is one of the things to be chosen."""
    return bool(label) and not label[0].isdigit()


def _leads(link: SlotColumn, main: SlotColumn | None) -> bool:
    """Whether a link is that of a row's title: it holds it, or stands in it."""
    return main is None or _is_in(link.slot, main.slot) or _is_in(main.slot, link.slot)


def _is_in(slot: Slot | None, other: Slot) -> bool:
    while slot is not None and slot is not other:
        slot = slot.parent
    return slot is not None


def _without_parameters(address: str) -> str:
    """An address without its parameters, if it has more than an image needs: it counts visits."""
    path, _, query = address.partition("?")
    return path if query.count("&") >= COUNTING else address


def _leads_on(address: str) -> bool:
    """Whether an address is that of a page, and not of a part of one."""
    return "#" not in address and not address.startswith(("javascript:", "mailto:"))


def _leads_into_others(column: SlotColumn) -> bool:
    """Whether links lead to parts of other pages: those of one page, to several."""
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for (page, _), address in column.texts.items():
        by_page[page].append(address.partition("#")[0])
    several = [own for own in by_page.values() if len(own) > 1 and all(own)]
    others = sum(len({*own}) for own in several)
    return 2 * len(several) > len(by_page) and others > OTHERS * sum(map(len, several))


OTHERS = 0.7
"""Share of different pages among those that the rows of a page lead into. A guess."""


def _leads_below(column: SlotColumn, table: SlotTable) -> bool:
    """Whether the names of rows that say more lead to what a page says of each further below."""
    texts = [c for c in table.columns if c.form in FORMS_OF_TEXT]
    main, _ = find_main(texts)
    if len(texts) < SEVERAL_TEXTS or main is None or column.slot is not main.slot:
        return False
    values = [*column.texts.items()]
    own = {(page, address) for (page, _), address in values if address.startswith("#")}
    return len(own) >= WORTH.all_rows * len(values)


def _leads_inside(table: SlotTable) -> bool:
    """Whether rows lead to places of their own page, as a table of contents does."""
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for column in table.columns:
        if column.form == "link":
            for (page, _), link in column.texts.items():
                by_page[page].append(link)
    # All rows of a page lead into one document, each to a place of its own in it.
    inside = [
        links
        for links in by_page.values()
        if all("#" in link for link in links) and len({one.partition("#")[0] for one in links}) == 1
    ]
    return bool(by_page) and len(inside) > 0.9 * len(by_page)


def _is_varied(column: SlotColumn, values: Sequence[str]) -> bool:
    """Whether an unlabelled column says more than the frame of pages does."""
    counts = Counter(values)
    if column.form not in MEDIA and is_called(column.slot, NAVIGATION, 2):
        return False
    if len(counts) < WORTH.min_variety * len(values):
        return False
    if counts.most_common(1)[0][1] >= WORTH.constant * len(values):
        return False
    return len(counts) > WORTH.chrome_variety * len(values) or not is_chrome(column.slot)


def _are_records(columns: Sequence[SlotColumn]) -> bool:
    """Whether rows have a page and a picture each, and say more than a name."""
    forms = Counter("image" if c.form == "images" else c.form for c in columns)
    return forms["link"] > 0 and forms["image"] > 0 and forms["value"] > 1


def _differs(columns: list[SlotColumn], least: float) -> bool:
    """Whether the rows of a page, taken together, are mostly others than those of other pages."""
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for column in columns:
        for (page, _), text in column.texts.items():
            by_page[page].append(text)
    return len({tuple(own) for own in by_page.values()}) >= least * len(by_page)


def _root(slot: Slot) -> Slot:
    while slot.parent is not None:
        slot = slot.parent
    return slot


def _is_links(table: SlotTable) -> bool:
    """Whether rows are nothing but links."""
    assert table.slot is not None
    runs = [run for element in table.slot.elements[:300] for run in element.runs()]
    letters = sum(len(run.text) for run in runs)
    return sum(run.linked for run in runs) >= 0.8 * max(1, letters)


Said = tuple[dict[Entry, str], dict[Entry, str]]
"""What a column says, as a table would have it and as a whole: without its label, and with it."""


def _bare_texts(column: SlotColumn, *, is_title: bool) -> Said:
    """What a column says: `Bug 10` says what `10` says, if it is no title.

    A date says the same however it is written.
    """
    whole = {entry: bare_text(text) for entry, text in column.texts.items()}
    is_labelled = column.form == "value" and not is_title
    if is_labelled and (dates := _read_dates(column.texts)):
        return dates, dates
    label = common_label(column.texts.values()) if is_labelled else ""
    if not label:
        return whole, whole
    return {e: bare_text(split_off(text, label)) for e, text in column.texts.items()}, whole


def _repeats(
    column: SlotColumn, said: Said, other: SlotColumn, others: Said, *, is_title: bool
) -> bool:
    """Whether a column says what another says, without its label or as a whole.

    Below the title `Package java.io`, a second one of these is a column of packages.
    """
    (cut, whole), (their_cut, their_whole) = said, others
    if _says_same(column, cut, other, their_cut, is_title):
        return True
    if whole is cut and their_whole is their_cut:
        return False
    if is_title and _says_same(column, whole, other, their_whole, False):
        return False
    return _says_same(column, whole, other, their_whole, is_title)


def _count_up(values: Sequence[str]) -> bool:
    r"""Whether values only count, as the numbers of lines and of pages do.

    >>> _count_up(["1\n2\n3", "58\n59"]), _count_up(["1\n2\n3", "7\n2"])
    (True, False)
    >>> _count_up(["1 2 3 ... \u00bb", "1"])
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


def _texts_by_page(column: SlotColumn) -> list[str]:
    """What the rows of each page say in a column, as one text."""
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for (page, _), text in column.texts.items():
        by_page[page].append(text)
    return ["\n".join(own) for own in by_page.values()]


def _read_dates(texts: dict[Entry, str]) -> dict[Entry, str]:
    """The days that all texts of a column say; none if one of them is no date."""
    if not _DIGITS.search(SIGNS_BEFORE.sub("", next(iter(texts.values()), ""))):
        return {}
    bare = {entry: SIGNS_BEFORE.sub("", text) for entry, text in texts.items()}
    order = find_date_order([*bare.values()])
    found: dict[Entry, str] = {}
    for entry, text in bare.items():
        day = parse_date(text, order)
        if day is None:
            return {}
        found[entry] = day
    return found


def _says_same(
    column: SlotColumn,
    said: dict[Entry, str],
    other: SlotColumn,
    others: dict[Entry, str],
    is_title: bool,
) -> bool:
    """Whether two columns, with their bare texts, say the same; or one what the title says."""
    if (column.form in MEDIA) != (other.form in MEDIA):
        return False
    if len(others) < 0.8 * len(said):
        return False
    both = said.keys() & others.keys()
    if len(both) < 0.8 * len(said):
        return False
    same = sum(1 for entry in both if said[entry] == others[entry])
    if same >= WORTH.same * len(both):
        return True
    if is_title and len(both) > 2 and column.form != "text":
        around = Counter(
            tuple(_DIGITS.sub("#", said[entry]).split(title, 1))
            for entry in both
            if (title := _DIGITS.sub("#", others[entry]))
        )
        if around:
            (parts, times), *_ = around.most_common(1)
            if len(parts) == 2 and times >= WORTH.same_around * len(both):
                return True
        is_unnamed = column.form == "value" and not column.label
        return is_unnamed and _adds_nothing([(said[entry], others[entry]) for entry in both])
    return False


def _adds_nothing(pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether texts consist of words of the title beside them, and of the same others everywhere.

    `Yukon pricing details` says no more than the title, `2010 Yukon 4-door`, does.
    """
    rests = Counter(
        tuple(word for word in text.split() if word not in words)
        for text, title in pairs
        if 3 * len((words := {*title.split()}) & {*text.split()}) >= len(words)
    )
    (rest, times), *_ = rests.most_common(1) or [((), 0)]
    said = [word for word in rest if any(map(str.isalpha, word))]
    has_digits = any(any(map(str.isdigit, word)) for word in rest)
    return len(said) >= 2 and not has_digits and times >= WORTH.same_around * len(pairs)


_DIGITS = re.compile(r"\d[\d.,]*")


def is_chrome(slot: Slot | None, strict: bool = False) -> bool:
    """Whether a slot stands in a region that is called chrome."""
    while slot is not None and slot.tag not in ("body", "html"):
        if slot.tag in (
            ("nav", "footer", "button", "select") if not strict else ("select", "button")
        ):
            return True
        if not strict and any(CHROME_WORD.search(word) for word in slot.words):
            return True
        slot = slot.parent
    return False


def in_region(slot: Slot | None, names: Sequence[str]) -> bool:
    """Whether a slot stands in a region of such a name, directly or not."""
    while slot is not None and slot.tag not in ("body", "html"):
        if slot.tag in names or any(word.lower() in names for word in slot.words):
            parent = slot.parent
            # The foot of an article is not that of the page.
            while parent is not None and parent.tag not in ("article", "main", "html"):
                parent = parent.parent
            if parent is None or parent.tag == "html":
                return True
        slot = slot.parent
    return False
