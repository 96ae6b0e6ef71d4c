"""Which columns and tables of a sample are worth having: what a person would keep."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import median

from unmold.templates.chrome import CHROME_WORD
from unmold.templates.columns import Column
from unmold.templates.noise import is_noise
from unmold.templates.sample import SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.directions import find_directions
from unmold.templates.slots.filled_gaps import fill_gaps
from unmold.templates.slots.frame import Frame
from unmold.templates.slots.head_columns import (
    find_head_columns,
    repeats_head,
    without_listed,
)
from unmold.templates.slots.link_lists import list_links
from unmold.templates.slots.merging import (
    merge_columns,
    merge_tables,
    without_same_tables,
)
from unmold.templates.slots.navigation import count_up, name_neighbours, only_leads_on
from unmold.templates.slots.page_titles import (
    HeadTitles,
    find_first_name,
    find_title,
    head_titles,
)
from unmold.templates.slots.record_images import RecordImages
from unmold.templates.slots.row_links import (
    is_link_of_rows,
    keep_links_of_titles,
    leads_inside,
    leads_to_pages,
)
from unmold.templates.slots.said_again import Known, without_listed_again, without_repeats
from unmold.templates.slots.slot_columns import (
    BYLINE,
    SlotColumn,
    SlotTable,
    is_called,
)
from unmold.templates.slots.slot_names import (
    MEDIA,
    HeadNames,
    direction,
    find_main,
    have_digits,
    is_known,
)
from unmold.templates.slots.text_patterns import split_column, split_places, split_title
from unmold.templates.slots.translations import is_of_languages, join_translations
from unmold.templates.slots.wrapped_values import (
    OwnWords,
    without_initials,
    without_quotes,
    without_wrapped,
)

NAVIGATION = re.compile(
    r"see-?(?:more|all)|read-?more|view-?all|pager|pagination|pgn|toolbar|sharing|social"
    r"|subscribe|newsletter|skip|(?:^|[-_])cta(?:$|[-_])",
    re.IGNORECASE,
)
"""Words of classes for what leads on and says nothing."""
REPLY = re.compile(r"(?:^|[-_#])(?:respond|reply-title)$", re.IGNORECASE)
"""Classes and ids of the form in which readers write comments, and of its heading."""
REPLY_LEVELS = 3
"""Elements around a slot that may be such a form. A guess."""
PAGER = re.compile(r"(?:^|[-_])(?:pager|pagination|paging)(?:$|[-_])", re.IGNORECASE)
"""Words of classes for the numbers of pages."""
FOOTERS = ("footer", "foot")
"""Tags and classes of what stands below the page itself."""
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

    min_fill: float = 0.5
    """Share of pages that fill an unlabelled column. Measured: of those with less 0 of 8 were in
    the gold, besides sentences and numbers."""
    min_labelled: float = 0.16
    """The same with a label, a known class, or for texts. Measured: of those with less none was in
    the gold, nor in the attributes of swde."""
    min_wanted: float = 0.3
    """The same for sentences, prices and other numbers without a label."""
    sentence: int = 60
    """Letters of sentences, in the median. A guess."""
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
    table_pages: float = 0.05
    """Share of pages that have a table."""
    linked_pages: float = 0.15
    """The same of rows that lead to something else and have no text of their own. A guess."""
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
        table.columns = join_translations(merge_columns(table.columns), self.pages)
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
        known: Known = {}
        columns = without_repeats(columns, self.title, self.pages, known)
        columns = self._fill_gaps(columns, keyed)
        columns = without_repeats(columns, self.title, self.pages, known)
        columns = without_wrapped(columns, self.title)
        columns = without_listed_again(without_quotes(columns, self.title), self.title)
        columns = name_neighbours(columns, self.title)
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
        if fill < least:
            least = self._rarest(column, least)
        # What one page of many has is its own, whatever heads it.
        is_alone = len(column.cells) < SEVERAL and entries >= WORTH.enough_pages
        if fill < least or is_alone:
            return False
        if column.form in ("value", "list") and count_up(values):
            return False
        if _is_called_navigation(column) or is_called(column.slot, REPLY, REPLY_LEVELS):
            return False
        if (
            self._in_form(column.slot, column=column)
            or self._in_cart(column.slot)
            or _is_header(column)
        ):
            return False
        if only_leads_on(column, self.pages, self._is_most) or _is_direction_of_all(column):
            return False
        if (
            column.label[-1:] != ":"
            and not is_known(column)
            and is_of_languages(column, self.pages)
        ):
            return False
        if column.form in MEDIA:
            # Of several images on a page, those of other pages are pictures of warnings and hints.
            shown = [_without_parameters(one) for own in values for one in {*own.split("\n")}]
            if len({*shown}) < WORTH.media_variety * len(shown):
                return False
        if in_region(column.slot, FOOTERS) and distinct < WORTH.chrome_variety * len(values):
            return False
        if is_called(column.slot, BYLINE, 1):
            return True
        # Its form gives noise away on few pages, too.
        if is_noise(values):
            return False
        if entries < WORTH.enough_pages:
            return True
        if len(values) >= WORTH.enough_pages:
            # `Show dependency tree / graph` is the template's, whatever stands before it.
            if column.label[-1:] != ":" and _is_usual_phrase(values):
                return False
            if distinct == 2 and not column.label and _is_one_word({*values}):
                return False
        # Grades and the like, of which there are few, were looked at when they were found.
        is_labelled = column.label and not (column.label == "breadcrumbs" and distinct < SEVERAL)
        is_said = bool(is_labelled) or (column.mark == "img" and not is_chrome(column.slot))
        return is_said or _is_varied(column, values)

    def _rarest(self, column: SlotColumn, least: float) -> float:
        """The least share of pages for what readers look for: long texts, prices and numbers."""
        values = list(column.texts.values())
        letters = median(map(len, values))
        if column.form == "text" and letters >= WORTH.long:
            return WORTH.min_long
        # Few things have an old price, and some have no rating yet.
        is_wanted = letters >= WORTH.sentence or have_digits(values)
        return min(least, WORTH.min_wanted) if is_wanted else least

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

    def _choose_table(self, table: SlotTable) -> bool:
        assert table.slot is not None
        if table.is_specification:
            return True
        rows = len(table.slot.elements)
        pages = table.slot.pages
        if pages < max(1, WORTH.table_pages * len(self.pages)):
            return False
        table.tables = [inner for inner in table.tables if self._choose_table(inner)]
        if in_region(table.slot, FOOTERS) or self._in_cart(table.slot):
            return False
        if not self._is_most(table.slot) and self.frame.has_table(table):
            return False
        said = [c.texts.values() for c in table.columns if c.form == "value"]
        variety = max((len({*own}) / len(own) for own in said), default=0.6)
        is_contents = leads_inside(table)
        joined = join_translations(merge_columns(table.columns), self.pages)
        table.columns = keep_links_of_titles(joined)
        columns = [c for c in table.columns if self._is_worth_in_rows(c, table, variety)]
        whole = self._one_link(columns, rows)
        single = without_repeats(self._split(whole), self.title, self.pages)
        main, _ = find_main(single)
        columns = without_wrapped(without_initials(single), main)
        table.columns = columns
        texts = [c for c in columns if c.form not in MEDIA]
        if not columns and not table.tables:
            return False
        forms = {column.form for column in columns}
        is_linked = table.depth == 1 and "link" in forms and "text" not in forms
        if is_linked and pages < WORTH.linked_pages * len(self.pages):
            return False
        if self._in_form(table.slot) and len(texts) < SEVERAL_TEXTS:
            return False
        if len(texts) == 1 and not table.tables and count_up(_texts_by_page(texts[0])):
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
        if fill < WORTH.row_fill or (len(values) > 2 and _is_one_word({*values})):
            return False
        if self._in_form(column.slot, around=table.slot) or _is_called_navigation(column):
            return False
        if column.form == "link":
            return fill >= WORTH.row_links and leads_to_pages(column, table)
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
                if c.form in forms and (c.form != "link" or is_link_of_rows(c, main, rows))
            ]
            if own:
                kept.append(max(own, key=lambda c: (round(5 * len(c.cells)), -c.order)))
        return kept


def _is_one_word(values: Collection[str]) -> bool:
    """Whether values are one word, if need be in singular and plural.

    >>> _is_one_word({"Comment", "comments"}), _is_one_word({"Part", "Party", "Other"})
    (True, False)
    >>> _is_one_word({"10", "100"}), _is_one_word({"same"})
    (False, True)
    """
    if len(values) == 1:
        return True
    if len(values) > 2:
        return False
    one, other = sorted((value.casefold() for value in values), key=len)
    return (
        len(one) >= WORD
        and one.isalpha()
        and other.isalpha()
        and other[: len(one)] == one
        and len(other) <= len(one) + ENDING
    )


WORD, ENDING = 4, 2
"""Letters of a word that counted things are called by, and of the ending of its plural. Guesses."""


def _is_called_navigation(column: SlotColumn) -> bool:
    """Whether classes say that a text leads on."""
    if column.form in MEDIA:
        return False
    # `of` and `page` label the numbers of pages.
    is_named = column.label[-1:] in (":", "=")
    return is_called(column.slot, PAGER, 2) or (
        not is_named and is_called(column.slot, NAVIGATION, 1)
    )


def _is_usual_phrase(values: Sequence[str]) -> bool:
    """Whether nearly all values are one phrase, or go on behind it.

    >>> _is_usual_phrase(["Often bought", "Often bought (view all)"])
    True
    >>> _is_usual_phrase(["Often bought", "Seldom bought"])
    False
    """
    counts = Counter(values)
    top, times = counts.most_common(1)[0]
    start = min(counts, key=len)
    if len(counts) == 2 and all(value.startswith(start) for value in counts):
        return _is_phrase(start)
    return times >= WORTH.row_constant * len(values) and _is_phrase(top)


def _is_phrase(text: str) -> bool:
    """Whether a text is several words: that all pages say it tells nothing, as a single one may.

    >>> _is_phrase("Show dependency tree / graph"), _is_phrase("English"), _is_phrase("10 km")
    (True, False, False)
    """
    return sum(any(map(str.isalpha, word)) for word in text.split()) > 1


def _is_direction_of_all(column: SlotColumn) -> bool:
    """Whether pages have one neighbour in common: a link to the latest of all."""
    distinct = len({*column.texts.values()})
    return bool(direction(column)) and distinct < WORTH.min_variety * len(column.texts)


def _is_header(column: SlotColumn) -> bool:
    """Whether a column is what heads the columns of a table, which need not be the same always."""
    cell: Slot | None = column.slot
    while cell is not None and cell.tag not in ("th", "td", "table"):
        cell = cell.parent
    row = cell.parent if cell is not None and cell.tag == "th" else None
    if row is None or column.label:
        return False
    return row.tag == "thead" or sum(c.tag == "th" for c in row.children) == len(row.children) > 1


def _is_name(label: str) -> bool:
    """Whether a label names a value: `1 year:` before a price is one of the things to be chosen."""
    return bool(label) and not label[0].isdigit()


def _without_parameters(address: str) -> str:
    """An address without its parameters, if it has more than an image needs: it counts visits."""
    path, _, query = address.partition("?")
    return path if query.count("&") >= COUNTING else address


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


def _texts_by_page(column: SlotColumn) -> list[str]:
    """What the rows of each page say in a column, as one text."""
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for (page, _), text in column.texts.items():
        by_page[page].append(text)
    return ["\n".join(own) for own in by_page.values()]


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
