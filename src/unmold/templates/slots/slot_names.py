"""Names of columns and tables, as a person would call them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from statistics import median

from unmold.templates.class_words import class_words, words_of
from unmold.templates.model import Table
from unmold.templates.naming import UniqueNames, telling_markup, telling_words
from unmold.templates.plurals import plural, singular
from unmold.templates.prefixes import common_label
from unmold.templates.sample import SamplePage
from unmold.templates.shapes import look_of, name_count, place_of, shape_of
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.block_titles import block_title
from unmold.templates.slots.linked_names import LinkedNames
from unmold.templates.slots.own_labels import label_before
from unmold.templates.slots.siblings import HEADINGS, is_date
from unmold.templates.slots.slot_columns import SlotColumn, SlotTable, bare_text

MEDIA = ("link", "image", "images")


@dataclass(frozen=True, slots=True)
class SiteName:
    """The words of what a site calls itself, behind the titles of its pages or in their heads."""

    words: tuple[str, ...] = ()

    def is_said_by(self, name: str) -> bool:
        """Whether the name of a column or table is how the site's begins.

        >>> site = SiteName(("open", "ems"))
        >>> site.is_said_by("open_ems"), site.is_said_by("open_issues"), site.is_said_by("ems")
        (True, False, False)
        >>> SiteName(("recipes", "of", "anna")).is_said_by("recipes")
        False
        """
        said = tuple(name.split("_"))
        if said != self.words[: len(said)]:
            return False
        return len(said) > 1 or not (said[0] in KNOWN_WORDS or singular(said[0]) in ROW_WORDS)


UNNAMED = SiteName()


@dataclass(frozen=True, slots=True)
class RowKind:
    """What rows may be called that no heading names, by what they say."""

    sure: str = ""
    """What is more telling than classes, which mostly say how rows look."""
    guessed: str = ""
    """What is better than nothing."""


UNKNOWN = RowKind()


def direction(column: SlotColumn) -> str:
    """`previous` or `next`, if classes, rel or label say so."""
    words = [
        *words_of(" ".join(column.slot.words)),
        *words_of(column.label),
        *words_of(column.mark),
    ]
    if column.slot.parent is not None:
        words += words_of(" ".join(column.slot.parent.words))
    for word in words:
        if word in ("prev", "previous", "older", "anterior"):
            return "previous"
        if word in ("next", "newer", "siguiente"):
            return "next"
    return ""


class HeadNames:
    """What meta elements and linked data call values."""

    def __init__(self, pages: Sequence[SamplePage]) -> None:
        self.names: list[defaultdict[str, list[str]]] = []
        for page in pages:
            found: defaultdict[str, list[str]] = defaultdict(list)
            for leaf in page.head:
                if len(page.values[leaf]) < 500:
                    found[bare_text(page.values[leaf])].append(page.names[leaf])
            self.names.append(found)

    def of(self, column: SlotColumn) -> str:
        """The name under which most pages say the same; the more telling one first."""
        counts: Counter[str] = Counter()
        enough, left, most = 0.8 * len(column.texts), len(column.texts), 0
        for (page, _), text in column.texts.items():
            left -= 1
            own = self.names[page]
            parts = text.split("\n") if column.form == "list" else [text]
            said = (name for part in parts for name in own.get(bare_text(part), ()))
            # Of names that are equally good the first of the page is taken: a set has no order.
            found = [*dict.fromkeys(said)] if own else []
            counts.update(found)
            most = max(most, *(counts[name] for name in found)) if found else most
            if most + left < enough:
                # However the others are called, no name is usual any more.
                return ""
        usual = [n for n, times in counts.items() if times >= enough and times > 1]
        return min(
            usual, key=lambda name: (name.count("."), "." not in name, len(name)), default=""
        )


MEANINGS: dict[str, str] = {
    "byline": "author", "autor": "author", "by": "author", "auteur": "author", "writer": "author",
    "datepublished": "date", "published": "date", "pubdate": "date", "fecha": "date",
    "datemodified": "date_modified", "modified": "date_modified", "updated": "date_modified",
    "breadcrumb": "breadcrumbs", "crumbs": "breadcrumbs", "headline": "title",
    "articlebody": "text", "reviewbody": "text", "ratingvalue": "rating", "offers": "price",
    "desc": "description", "descr": "description",
}  # fmt: skip
"""Usual words of classes and linked data for what every reader calls by one name."""


def clean_name(words: Sequence[str]) -> str:
    joined = "_".join(words[:4])
    return MEANINGS.get(joined.replace("_", ""), joined)


@dataclass(slots=True)
class Naming:
    """Names the columns of one table."""

    pages: Sequence[SamplePage]
    head_names: HeadNames
    linked_names: LinkedNames
    common: frozenset[str] = frozenset()
    main: SlotColumn | None = None
    """Of rows the column that says what a row is."""
    main_name: str = "title"
    has_text: bool = False
    """Whether a column is free text, and should be the one called so."""
    is_root: bool = False
    """Whether it is the table of the pages themselves."""
    row_names: frozenset[str] = frozenset()
    """What the rows of tables inside are called, which no column is."""
    site: SiteName = UNNAMED
    rows: Slot | None = None
    """The slot of the rows; none for the table of the pages themselves."""
    used: UniqueNames = field(default_factory=UniqueNames)

    def name(self, column: SlotColumn, value_type: str, values: Sequence[str]) -> str:
        names = self._candidates(column, value_type, values)
        return self.used.take_first(
            _name_beside_rows(name, column, value_type) if name in self.row_names else name
            for name in names
        )

    def _candidates(
        self, column: SlotColumn, value_type: str, values: Sequence[str]
    ) -> Iterator[str]:
        """The names that would do, the best first; those behind are found if they are asked for."""
        if column.name:
            yield column.name
            return
        names = self._fitting_names(column, value_type, values)
        if column.form == "link":
            to = direction(column)
            yield f"{to}_url" if to else "url"
            yield from (f"{name}_url" for name in names if not to)
        elif column.form in ("image", "images"):
            is_list = any(len(cell) > 1 for cell in column.cells.values())
            yield "images" if is_list else "image"
            yield from (f"{name}_image" for name in names)
        else:
            first = next(names, "value")
            yield first
            yield from names
            if not telling_words(column.label) and value_type not in ("date", "price"):
                yield "value"

    def _fitting_names(
        self, column: SlotColumn, value_type: str, values: Sequence[str]
    ) -> Iterator[str]:
        """What a column is called, without what values of its type and form are never called."""
        found = self._names(column, value_type, values)
        if self.is_main(column) and column.form in ("value", "list"):
            first = [*islice(found, 3)]
            known = [name for name in first if name in MAIN_NAMES]
            found = chain(known, [self.main_name], first, found)
        is_address = column.form in MEDIA or value_type in ("url", "image")
        for name in found:
            if name in PERSONS and (
                value_type == "date" or have_digits(values) or say_counts(values)
            ):
                continue
            if "price" in name.split("_") and not have_digits(values):
                # The maker may stand in a cell of class `price`, too.
                continue
            if name and (is_address or name not in ADDRESSES) and not self.site.is_said_by(name):
                yield name

    def _leads_to_author(self, column: SlotColumn, label: str) -> bool:
        """Whether a label only says that something was written, and links lead to who did it."""
        words = words_of(label)
        is_written = bool(words) and WRITTEN.issuperset(words)
        return is_written and self.linked_names.of(column) in PERSONS

    def is_main(self, column: SlotColumn) -> bool:
        """Whether a column says what a row is."""
        return (
            self.main is not None
            and self.main.identity() == column.identity()
            and self.main.after == column.after
        )

    def _names(self, column: SlotColumn, value_type: str, values: Sequence[str]) -> Iterator[str]:
        entry, leaves = next(iter(column.cells.items()))
        page = self.pages[entry[0]]
        element = column.slot.elements[0]
        itemprop = [*page.hints[leaves[0]].split("\t"), ""][1]
        if self.main is not None and column.slot.tag == "dd" and not column.label:
            yield "description"
        if column.form == "text" and not column.label:
            words = self._class_words(column)
            if words and words[-1] in TEXT_WORDS:
                yield words[-1]
            yield "text"
            yield from ("_".join(words[:2]), "main_text") if words else ("main_text",)
        yield (
            clean_name(telling_markup(itemprop or element.itemprop))
            if itemprop or element.itemprop
            else ""
        )
        if to := direction(column):
            yield to
        header = self._header(column) or column.header or grid_header(column.slot)
        yield clean_name(telling_words(header)) or clean_name(words_of(header))
        label = column.label or column.heading
        if label and (is_byline(label) or self._leads_to_author(column, label)):
            yield "author"
        elif label and value_type == "date" and TEXTS.issuperset(words_of(label)):
            yield "date"
        elif label and len(label) <= 60 and not _names_other(label, values):
            yield clean_name(telling_words(label)) or clean_name(words_of(label))
        prefix = _own_name(values) if column.form != "text" else ""
        if prefix:
            yield "author" if is_byline(prefix) else clean_name(telling_words(prefix))
        said = self.head_names.of(column)
        if said:
            yield clean_name(_key_words(said))
        if value_type in ("price", "number", "integer") and is_struck(column.mark):
            yield "old_price"
        own = self._class_words(column)
        yield from self._names_by_known_words(column, own, value_type)
        if column.form != "list" and value_type in ("date", "price"):
            yield value_type
        if shape := shape_of(values) or name_count(values) or look_of(values):
            yield shape
        if self.main is None and (title := block_title(column.slot)):
            yield clean_name(telling_words(title))
        yield clean_name([self.linked_names.of(column)])
        yield self._name_of_sentences(column, own, values)
        yield from self._guessed_names(column, value_type, values, own)

    def _guessed_names(
        self, column: SlotColumn, value_type: str, values: Sequence[str], own: Sequence[str]
    ) -> Iterator[str]:
        """Names by classes that may only say how a column looks, by its place, and by its type."""
        if own:
            yield clean_name(own[:2])
        # An address in several lines ends with its town.
        yield place_of([text.rpartition("\n")[2] for text in column.texts.values()])
        is_bare = column.slot.tag == "p" and not column.slot.words
        if self.is_root and is_bare and column.form == "value":
            # The class around a bare paragraph names the whole text that it belongs to.
            yield _paragraph_name(column, values)
        if column.form != "text" and (start := common_label(values)):
            # A word that all values begin with is better than what stands around them.
            yield clean_name(telling_words(start))
        yield self._name_around(column)
        if value_type in ("date", "price"):
            yield value_type
        if telling_words(column.label) or value_type in ("date", "price"):
            # A second value of a label is called so again, with a number; a second date, too.
            return
        rest = "value" if self.has_text else "text"
        yield {"h1": "title", "h2": "heading", "h3": "heading"}.get(column.slot.tag, rest)

    def _name_of_sentences(
        self, column: SlotColumn, own: Sequence[str], values: Sequence[str]
    ) -> str:
        """What sentences are called whose classes only say how they look: `docblock`, `layout`.

        What labels all rows names no column of them. Of the page itself, only the text is meant.
        """
        if self.is_root:
            is_text = not self.has_text and median(map(len, values)) >= LONG_TEXT
            return "text" if is_text and are_sentences(values) else ""
        words = [*own]
        slot: Slot | None = column.slot
        while slot is not None and slot is not self.rows:
            if slot.label:
                return ""
            words = words or slot_words(slot)
            slot = slot.parent
        while slot is not None and not words and not slot.label:
            words, slot = slot_words(slot), slot.parent
        if slot is None or not are_sentences(values):
            return ""
        return next(
            (word for word in words if word in TEXT_WORDS or word in KNOWN_WORDS), "description"
        )

    def _header(self, column: SlotColumn) -> str:
        """What stands above the cells of a column; headers that differ by page name none."""
        said = (
            self.pages[page].headers[leaves[0]]
            for (page, _), leaves in islice(column.cells.items(), HEADED)
        )
        counts = Counter(filter(None, said))
        header, times = counts.most_common(1)[0] if counts else ("", 0)
        return header if times >= HEADS * counts.total() else ""

    def _name_around(self, column: SlotColumn) -> str:
        """What the nearest place around a column that says anything is called."""
        slot = column.slot.parent
        while slot is not None and slot.tag != "body":
            words = [w for w in slot_words(slot) if w not in self.common]
            if slot.label and len(slot.label) < 40:
                words = telling_words(slot.label) or words
            if words:
                return clean_name(words[:2])
            slot = slot.parent
        return ""

    def _names_by_known_words(
        self, column: SlotColumn, own: list[str], value_type: str
    ) -> Iterator[str]:
        """What classes call a column, by words that readers use themselves."""
        if "vcard" in own:
            yield "author"
        # The markup around a value is nearer to it than the element is.
        marked = [word for word in _marked_words(column) if word in own and word in KNOWN_WORDS]
        telling = marked or [word for word in own if word in KNOWN_WORDS]
        if telling[-1:] == ["name"] and len(telling) > 1:
            # `author-name` is the author, and `brand-name` the brand.
            telling = telling[:-1]
        if telling:
            is_date = telling[-1] == "time" and value_type == "date"
            yield "date" if is_date else clean_name([telling[-1]])

    def _class_words(self, column: SlotColumn) -> list[str]:
        own = [*_marked_words(column), *slot_words(column.slot)]
        return [word for word in dict.fromkeys(own) if word not in self.common]


def _name_beside_rows(name: str, column: SlotColumn, value_type: str) -> str:
    """What a column is called that would be called like rows: mostly it counts or heads them."""
    if value_type in ("number", "integer") and column.form == "value":
        return f"{singular(name)}_count"
    if column.form == "list":
        return f"{singular(name)}_list"
    return f"{name}_heading" if column.slot.tag in HEADINGS else f"{name}_text"


HEADED = 1_000
"""Cells whose headers are compared."""
HEADS = 0.4
"""Share of them with the same header: a cell over two rows moves every second aside. A guess."""


def _names_other(label: str, values: Sequence[str]) -> bool:
    """Whether a label says that something was written: it names who did, and no number."""
    words = words_of(label)
    return bool(words) and TEXTS.issuperset(words) and have_digits(values)


def _own_name(values: Sequence[str]) -> str:
    """The words that all values begin with, if they name them."""
    prefix = common_label(values)
    if prefix and not prefix.endswith((":", "=")):
        prefix = label_before(values, prefix)
    return prefix or byline_start(values)


def _paragraph_name(column: SlotColumn, values: Sequence[str]) -> str:
    """What a paragraph is that nothing names: a name beside a date is an author's."""
    runs = [run for element in column.slot.elements for run in islice(element.runs(), 1)]
    dated = sum(1 for run in runs if any(map(is_date, run.texts)))
    if 2 * dated > len(runs) and all(map(_is_name, values)):
        return "author"
    words = sum(value.count(" ") + 1 for value in values)
    fewest, most = (number * len(values) for number in DESCRIBED)
    return "description" if fewest <= words < most else ""


DESCRIBED = 4, 30
"""Words of a description, on average: from there on it is a text. A guess."""


def _is_name(text: str) -> bool:
    """Whether a text is two to four words that all begin with a capital."""
    words = text.split()
    return 2 <= len(words) <= 4 and all(word[0].isupper() for word in words)


def are_sentences(values: Sequence[str]) -> bool:
    """Whether most values are several words that begin as sentences do, and hold no code.

    >>> are_sentences(["Returns the name of the list.", "Sets a new name for the list."])
    True
    >>> are_sentences(["static int Foo::bar(T x, T y)"]), are_sentences(["Red Lamp"])
    (False, False)
    """
    asked = values[:SENTENCES_ASKED]
    return 2 * sum(map(_is_sentence, asked)) > len(asked)


def _is_sentence(text: str) -> bool:
    if not text[:1].isupper():
        return False
    words = text.split()
    if len(words) < SENTENCE:
        return False
    plain = sum([word.strip(_SIGNS_OF_TEXTS).isalpha() for word in words])
    return plain >= PLAIN * len(words)


_SIGNS_OF_TEXTS = ".,:;!?()\"'“”‘’«»"
LONG_TEXT = 1_000
"""Letters of a text that is the page's, in the median. A guess."""
SENTENCES_ASKED = 200
"""Values that say whether all are sentences. A guess."""
SENTENCE, PLAIN = 5, 0.75
"""Words of a sentence, and the share of them without digits and signs: code has fewer. Guesses."""
PERSONS = frozenset(["author", "writer"])
"""Names that no date and no "6 min read" has, whatever the class of the byline it stands in."""
ADDRESSES = frozenset(["url", "href", "link", "image", "images"])
"""Names of addresses: no text is called so, though `itemprop="url"` marks the link it is in."""
BY = frozenset(["by", "von", "por", "par", "door", "av", "af", "od", "przez", "από"])
TEXTS = frozenset(["words", "text", "article", "story", "written"])
"""Words before who wrote a text and when: they name neither."""
WRITTEN = TEXTS | frozenset(
    """posted reviewed published submitted created added sent authored
    enviado publicado escrito postado comentado geschrieben veröffentlicht verfasst publié posté
    écrit rédigé geschreven geplaatst gepubliceerd skrivet skrevet dodane napisane""".split()  # noqa: SIM905
)


def have_digits(values: Sequence[str], least: float = 0.8) -> bool:
    """Whether more than a share of the values hold a digit, as those of no person do."""
    misses = 0
    for value in values:
        misses += not _has_digit(value)
        if len(values) - misses <= least * len(values):
            return False
    return bool(values)


def say_counts(values: Sequence[str]) -> bool:
    """Whether values count something where there is any, which no name of a person does.

    >>> say_counts(["14 comments", "Leave a comment"]), say_counts(["Lee 14", "Anna"])
    (True, False)
    """
    return sum(1 for value in values if _COUNT.match(value)) > COUNTED * len(values)


_COUNT = re.compile(r"\d[\d.,]*+\s[^\W\d]")
COUNTED = 0.3
"""Share of values that begin with a number of things. A guess."""


def _has_digit(text: str) -> bool:
    # A search is far quicker, but knows no digits that are written above the line.
    return bool(_DIGIT.search(text)) or (not text.isascii() and any(map(str.isdigit, text)))


_DIGIT = re.compile(r"\d")


def is_byline(label: str) -> bool:
    """Whether a label says who wrote something.

    >>> is_byline("Posted by:"), is_byline("Sold by")
    (True, False)
    """
    *before, last = words_of(label) or [""]
    return last in BY and len(before) <= 1 and WRITTEN.issuperset(before)


def byline_start(values: Sequence[str]) -> str:
    """The words before a name that all values begin with, though it be one name on all pages.

    >>> byline_start(["By Anna Lee", "By Anna Lee"]), byline_start(["Author: Bob"])
    ('By', 'Author:')
    >>> byline_start(["By Anna", "Bob"]), byline_start(["Made: by hand"])
    ('', '')
    """
    first, *others = {*values}
    words = first.split()[:3]
    ends = (n for n, word in enumerate(words, 1) if word.endswith(":") or word.casefold() in BY)
    start = " ".join(words[: next(ends, 0)])
    if not start or not all(value.startswith(f"{start} ") for value in (first, *others)):
        return ""
    says_who = is_byline(start) or (start.endswith(":") and words_of(start)[-1:] == ["author"])
    return start if says_who else ""


MAIN_NAMES = frozenset(["title", "name", "author", "character", "headline", "product", "company"])
TEXT_WORDS = frozenset(
    """description summary synopsis abstract excerpt overview review content body text
    storyline""".split()  # noqa: SIM905
)
KNOWN_WORDS = frozenset(
    """author byline date published modified updated price title name category categories tag tags
    breadcrumb breadcrumbs rating votes summary description location address phone email company
    comment comments brand model sku discount sale time views subtitle""".split()  # noqa: SIM905
)
"""Words of classes that readers use themselves."""


def is_known(column: SlotColumn) -> bool:
    """Whether a class of a column, or of the markup around it, is a word that readers use."""
    return not KNOWN_WORDS.isdisjoint([*_marked_words(column), *slot_words(column.slot)])


def _marked_words(column: SlotColumn) -> list[str]:
    """The telling words of the classes of the inline markup around a column."""
    steps = (" ".join(step.split(".")[1:]) for step in column.mark.split(" "))
    return [word for step in steps for word in _telling(step)]


STRUCK = frozenset(("del", "s", "strike"))
"""Markup for what does not hold any more."""


def is_struck(mark: str) -> bool:
    """Whether inline markup strikes a value out, as the price that a sale replaced."""
    return any(step.split(".")[0] in STRUCK for step in mark.split(" "))


KEY_WORDS = frozenset(
    """author byline date published price category brand model rating location company team
    position year genre genres director cuisine address phone isbn publisher""".split()  # noqa: SIM905
)
"""Words for what readers look for first."""


def is_key(column: SlotColumn) -> bool:
    """Whether the label of a column, or else its class, names what readers look for first."""
    if column.name:
        return column.name in KEY_WORDS
    if column.label:
        words = telling_words(column.label)
        return len(words) == 1 and words[0].casefold() in KEY_WORDS
    return not KEY_WORDS.isdisjoint(slot_words(column.slot))


def _telling(classes: str) -> list[str]:
    return [word for word in class_words(classes) if len(word) > 2 and telling_markup(word)]


def slot_words(slot: Slot) -> list[str]:
    return _telling(" ".join(word for word in slot.words if word != "=").replace("#", ""))


def _key_words(name: str) -> list[str]:
    for prefix in ("og:", "twitter:", "article:", "product:", "dc.", "dcterms.", "itemprop:"):
        name = name.removeprefix(prefix)
    parts = name.split(".")
    if len(parts) > 1 and parts[-1] in ("name", "url", "@value", "@id"):
        parts = parts[:-1]
    return words_of(parts[-1])


def common_words(columns: Sequence[SlotColumn]) -> frozenset[str]:
    """Class words that too many columns share to distinguish one of them."""
    counts: Counter[str] = Counter()
    for column in columns:
        counts.update({*slot_words(column.slot)})
    return frozenset(word for word, times in counts.items() if times >= max(4, 0.4 * len(columns)))


def grid_header(slot: Slot) -> str:
    """What heads a cell of a grid without a table: a fixed sibling of its rows with its class."""
    cell: Slot | None = slot
    while cell is not None and (cell.parent is None or cell.parent.tag != "group"):
        cell = cell.parent
    if cell is None or cell.parent is None or cell.parent.parent is None:
        return ""
    for other in cell.parent.parent.children:
        if other is cell.parent or set(cell.words).isdisjoint(other.words):
            continue
        texts = {run.text for element in other.elements for run in element.runs()}
        if len(texts) == 1 and len(text := texts.pop()) <= MAX_HEADER:
            return text
    return ""


MAX_HEADER = 40
"""Letters of a header. A guess."""


def table_order(table: SlotTable) -> float:
    assert table.slot is not None
    return median(element.node for element in table.slot.elements)


def table_name(
    table: SlotTable,
    linked: str = "",
    kind: RowKind = UNKNOWN,
    site: SiteName = UNNAMED,
) -> str:
    """What a person would call the rows; `linked` is what the addresses they lead to call them.

    The name of the site heads whole pages, and says of no rows what they are.
    """
    assert table.slot is not None
    if table.name and len(table.name) <= 40 and (words := telling_words(table.name)):
        return "_".join(words[:3])
    if (heading := _heading_before(table.slot)) and not site.is_said_by(heading):
        return heading
    titles = "_".join(telling_words(block_title(table.slot))[:3])
    if titles and not site.is_said_by(titles):
        return titles
    if table.is_specification:
        return "specifications"
    around = [*_slots_around(table.slot)]
    for slot in around:
        said_of = {singular(word) for word in slot_words(slot)} - ROW_SHAPES
        if known := next((word for word in ROW_WORDS if word in said_of), ""):
            return plural(known)
    for slot in around:
        if slot.label and len(slot.label) <= 40 and (said := telling_words(slot.label)):
            return "_".join(said[:3])
    # Other classes say how rows look more often than what they are.
    is_said = kind.sure and any(column.form == "text" for column in table.columns)
    found = (kind.sure if is_said else linked or kind.sure) or _name_by_classes(around)
    return found if found and not site.is_said_by(found) else kind.guessed or "rows"


def find_row_names(tables: Iterable[Table]) -> frozenset[str]:
    """The names of tables that can only mean rows, as `comments` does."""
    names = {table.name for table in tables}
    return frozenset(name for name in names if singular(name) != name)


def number_tables(tables: Iterable[Table], used: UniqueNames) -> tuple[Table, ...]:
    """The tables, those that would be called like a column or another table with a number."""
    return tuple(replace(table, name=used.take(table.name)) for table in tables)


def _slots_around(slot: Slot | None) -> Iterator[Slot]:
    """The slot of rows and those that hold it, the nearest first."""
    for _ in range(MAX_HOLDERS):
        if slot is None or slot.tag == "body":
            break
        yield slot
        slot = slot.parent


MAX_HOLDERS = 4
"""Elements around rows that may say what rows are. A guess."""


def _name_by_classes(around: Sequence[Slot]) -> str:
    """The classes of rows, or of the first of their holders that has any."""
    for level, slot in enumerate(around):
        if words := [word for word in slot_words(slot) if word not in ROW_SHAPES]:
            return plural("_".join(words[: 2 if level else 1]))
    return ""


def _heading_before(slot: Slot) -> str:
    """The heading of the template that stands before the rows, in the same or the next holder."""
    holder = slot.parent
    for _ in range(3):
        if holder is None:
            return ""
        counts: Counter[str] = Counter()
        for child in holder.children:
            if child.tag in ("h2", "h3", "h4", "h5", "h6", "caption", "legend"):
                for element in child.elements:
                    run = element.first_run()
                    if run is not None:
                        counts[run.text] += 1
        if counts:
            text, times = counts.most_common(1)[0]
            if times >= 0.5 * len(holder.elements) and len(text) <= 40 and len(counts) <= 3:
                return "_".join(telling_words(re.sub(r"\(?\d[\d.,]*\)?", "", text))[:3])
            return ""
        holder = holder.parent
    return ""


ROW_WORDS = (
    *("product", "comment", "review", "event", "job", "recipe", "question", "answer", "ticket"),
    *("topic", "thread", "reply", "message", "match", "game", "player", "member", "offer", "book"),
    *("movie", "film", "course", "video", "result", "tag", "author", "article", "post"),
)
"""Words of classes that readers use themselves for what rows are, whatever else is said of them: a
product of a shop is a post in stock, too."""
ROW_SHAPES = frozenset(
    """card cards tile tiles teaser wrapper loop type status format hentry has thumb thumbnail
    default media object element component section article flex columns span rounded shadow
    border text even odd depth
    view views field fields node nodes region pane panel widget elementor bugzilla drupal joomla
    wordpress mediawiki chunk chunks""".split()  # noqa: SIM905
)
"""Words of classes that say how rows look, or what machine made them."""


def find_main(columns: Sequence[SlotColumn]) -> tuple[SlotColumn | None, str]:
    """The column that says what a row is, and how to call it: its linked or first telling text."""
    texts = [c for c in columns if c.form in ("value", "list") and not c.label]
    if not texts:
        return None, "title"
    rows = max(len(column.cells) for column in texts)
    full = [column for column in texts if len(column.cells) >= 0.8 * rows]
    term = next((column for column in full if column.slot.tag in ("dt", "th")), None)
    if term is not None:
        return term, "name"

    def rank(column: SlotColumn) -> tuple[bool, bool, bool, int, float]:
        texts = column.texts.values()
        variety = len({*texts}) / len(texts)
        # "- 20%" in the link of a card is no title, nor is the date that links to a comment.
        are_numbers = not _have_words(texts) or are_dates(texts)
        is_linked = is_heading(column.slot) or _is_linked(column)
        # The category of a card is a link, too, but its title varies more.
        return variety < 0.3, are_numbers, not is_linked, -round(5 * variety), column.order

    ranks = [rank(column) for column in full]
    (_, are_numbers, is_plain, *_), best = min(
        zip(ranks, full, strict=True), key=lambda ranked: ranked[0]
    )
    words = [len(text) for text in best.texts.values()]
    is_main = not is_plain and not are_numbers and median(words) <= 200
    return (best, "title") if is_main else (None, "title")


def is_heading(slot: Slot) -> bool:
    """Whether a slot is a heading, or stands in one."""
    return any(one.tag in HEADINGS for one in (slot, slot.parent) if one)


def _have_words(texts: Collection[str]) -> bool:
    """Whether at least half of the texts hold two letters in a row, or a sign that is a word."""
    left = (len(texts) + 1) // 2
    for text in texts:
        left -= _WORD.search(text) is not None
        if left <= 0:
            return True
    return not texts


_WORD = re.compile(r"[^\W\d_]{2}|[\u3040-\u9fff\uac00-\ud7af]")


def are_dates(texts: Iterable[str]) -> bool:
    """Whether most of the first texts are dates."""
    asked = [*islice(texts, DATES_ASKED)]
    return 2 * sum(map(is_date, asked)) > len(asked)


DATES_ASKED = 20
"""Texts that say whether all are dates. A guess."""


def _is_linked(column: SlotColumn) -> bool:
    """Whether the values of a column are mostly links; columns of one slot are asked alike."""
    known = column.slot.known
    if "linked" not in known:
        runs = [run for element in column.slot.elements[:200] for run in element.runs()]
        letters = sum([len(run.text) for run in runs])
        known["linked"] = 2 * sum([run.linked for run in runs]) > letters
    return bool(known["linked"])
