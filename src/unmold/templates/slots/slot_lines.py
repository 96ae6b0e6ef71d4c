"""Lines: what the runs of one place say, as one value, as a list, or as several parts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, pairwise

from unmold.templates.sample import SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.gathering import MAX_LINE_WORDS
from unmold.templates.slots.outline import Element, Run, in_link, split_lines
from unmold.templates.slots.own_labels import has_word, joins_values
from unmold.templates.slots.siblings import HEADINGS, NEARLY_ALL
from unmold.templates.slots.slot_columns import Entry, SlotColumn, SlotTable, is_called

MAX_PARTS, MAX_WORDS = 16, 25
"""Texts and words of a line; with more it is no form but free text. A guess."""
LABELLED = 0.3
"""Share of the texts of a line that end with a colon where it is labels and values. A guess."""
USUAL = 0.3
"""Share of the lines that have a part which is a column. A guess."""
NAMED = 0.1
"""The same where classes name parts, such as an old price beside the new one. A guess."""
CLEAN = 0.7
"""Share of the lines of several texts in which no part stands twice. A guess."""
COVERED = 0.8
"""Share of all cells that the usual parts must have, or the links of a list. A guess."""
RARE = 0.2
"""How often a part must be there that is one with a usual one, by how often that must. A guess."""
GLUED = 4
"""Texts of a line, on average, that follow another without a space, if it is code. A guess."""
FUSED = 0.5
"""Share of lines of several texts in which plain text continues a marked word. A guess."""
BROKEN = 0.1
"""Share of lines with a break inside, so that what stands between breaks is a value. A guess."""
CODE = re.compile(r"signature|synopsis|prototype|declaration|^sig$", re.IGNORECASE)
"""Words of classes for lines of code: they are read whole."""
CRUMBS = re.compile(r"crumb", re.IGNORECASE)
TRAIL_ENDS = 0.2
"""Different last steps of trails, by lines: commands between signs are the same everywhere. A
guess."""
TRAIL_SIGNS = frozenset(("/", ">", "»", "›", "→", "::", "|", "\\", "·", "•", "⟩", "❯"))
"""Signs between the steps of the way to a page."""
AND = frozenset(("and", "y", "und", "et", "e"))
MAX_AND = max(map(len, AND))
"""Letters of such a word: case folding makes no text shorter."""

Cells = dict[Entry, tuple[int, ...]]
Lines = Sequence[tuple[Element, Run]]


class LineReader:
    """Makes columns of lines."""

    def __init__(self, pages: Sequence[SamplePage], texts: frozenset[int]) -> None:
        self.pages = pages
        self.texts = texts

    def read(self, slot: Slot, table: SlotTable, label: str, lines: Lines) -> list[SlotColumn]:
        """The columns of lines that stand in one place."""
        several = sum([len(run.leaves) > 1 for _, run in lines])
        columns = self._crumbs(slot, table, lines)
        if several >= 2:
            columns = (
                columns
                or self._items(slot, table, label, lines)
                or self._broken(slot, table, label, lines)
                or self._parts(slot, table, label, lines)
                or self._parts(slot, table, label, _without_random_classes(lines))
                or self._parts(slot, table, label, _lines_of_classes(lines), by_class=True)
            )
        if columns:
            return columns
        cells: Cells = {}
        texts: dict[Entry, str] = {}
        for element, run in lines:
            if run.text in (slot.label, label):
                continue
            entry = table.entry(element)
            is_first = entry not in cells
            cells[entry] = (run.leaf,) if is_first else (*cells[entry], run.leaf)
            texts[entry] = run.text if is_first else f"{texts[entry]}\n{run.text}"
        mark = _common_mark(lines)
        column = SlotColumn(slot, cells, _form(cells), label, mark=mark, texts=texts)
        return [column] if cells else []

    def is_own(self, page: int, leaf: int) -> bool:
        """Whether a leaf is a text of the template."""
        return self.pages[page].text_ids[leaf] in self.texts

    def _is_word(self, page: int, leaf: int) -> bool:
        """Whether a leaf is a text of the template with letters in it, such as a label."""
        return self.is_own(page, leaf) and any(map(str.isalpha, self.pages[page].values[leaf]))

    def _texts(self, cells: Cells) -> dict[Entry, str]:
        return {
            entry: "\n".join(self.pages[entry[0]].values[leaf] for leaf in leaves)
            for entry, leaves in cells.items()
        }

    def _crumbs(self, slot: Slot, table: SlotTable, lines: Lines) -> list[SlotColumn]:
        """The path to a page: all its steps, whatever their markup."""
        several = sum([len(run.leaves) > 1 for _, run in lines])
        is_path = is_called(slot, CRUMBS) and several >= 0.5 * len(lines)
        may_be_trail = several >= max(2, NEARLY_ALL * len(lines))
        if not is_path and not (may_be_trail and self._is_trail(lines)):
            return []
        cells: Cells = {}
        for element, run in lines:
            values = self.pages[element.page].values
            kept = tuple(leaf for leaf in run.leaves if not is_separator(values[leaf]))
            if kept:
                cells[table.entry(element)] = kept
        return [SlotColumn(slot, cells, "list", "breadcrumbs", texts=self._texts(cells))]

    def _is_trail(self, lines: Lines) -> bool:
        """Whether lines lead from one link that all have, by links and signs between, to a text."""
        firsts: Counter[str] = Counter()
        lasts: set[str] = set()
        enough, left = max(2, NEARLY_ALL * len(lines)), len(lines)
        for element, run in lines:
            values = self.pages[element.page].values
            steps = [*zip(run.leaves, run.marks, strict=False)]
            said = [(values[leaf], mark) for leaf, mark in steps if values[leaf] not in TRAIL_SIGNS]
            is_parted = len(steps) - len(said) == len(said) - 1 > 0
            if is_parted and all(is_link(mark) for _, mark in said[:-1]):
                firsts[said[0][0]] += 1
                lasts.add(said[-1][0])
            else:
                left -= 1
                if left < enough:
                    return False
        if not firsts or len(lasts) < TRAIL_ENDS * len(lines):
            return False
        return firsts.most_common(1)[0][1] >= enough

    def _items(self, slot: Slot, table: SlotTable, label: str, lines: Lines) -> list[SlotColumn]:
        """A list where lines are links, or other things marked alike, with separators between."""
        if sum([len(run.leaves) > 1 for _, run in lines]) < max(2, 0.1 * len(lines)):
            return []
        fitting = self._lines_of_items(lines)
        if sum(len(items) > 1 for _, items, _ in fitting) < max(2, 0.1 * len(lines)):
            return []
        cells: Cells = {}
        # `more` stands behind other links; what stands alone on some page is a value.
        fixed = _shared(lines, NEARLY_ALL) - {run.text for _, run in lines}
        for element, items, others in fitting:
            values = self.pages[element.page].values
            entry = table.entry(element)
            kept = [leaf for leaf in items if values[leaf] not in fixed] or items
            cells[entry] = (*cells.get(entry, ()), *kept)
            named = [leaf for leaf in others if len(values[leaf]) > 2]
            label = label or (values[named[0]] if named else "")
        counted = sum(1 for _, run in lines if len({*map(_unit, run.texts)} - {""}) > 1)
        if 2 * counted > len(lines):
            # Votes and reviews are numbers of different things.
            return []
        return [SlotColumn(slot, cells, _form(cells), label, texts=self._texts(cells))]

    def _lines_of_items(self, lines: Lines) -> list[tuple[Element, list[int], list[int]]]:
        """The items of lines that hold nothing else of their own, and what stands between them.

        None at all if too few lines are like that.
        """
        are_badges = self._are_badges(lines)
        found = []
        for number, (element, run) in enumerate(lines, 1):
            page = element.page
            values = self.pages[page].values
            items: list[int] = []
            others: list[int] = []
            for leaf, mark in zip(run.leaves, _inside_wrapper(run.marks), strict=False):
                is_item = are_badges or is_link(mark)
                (items if is_item and not is_separator(values[leaf]) else others).append(leaf)
            if items and all(
                self.is_own(page, leaf) or is_separator(values[leaf]) for leaf in others
            ):
                found.append((element, items, others))
            elif len(found) + len(lines) - number < COVERED * len(lines):
                return []
        return found

    def _are_badges(self, lines: Lines) -> bool:
        """Whether all texts of lines are marked, and share a class: badges, tags and the like."""
        marks: set[str] = set()
        for element, run in lines:
            if not marks.issuperset(run.marks):
                values = self.pages[element.page].values
                marks.update(
                    mark
                    for leaf, mark in zip(run.leaves, run.marks, strict=False)
                    if not is_separator(values[leaf])
                )
        if len({tuple(step.split(".")[0] for step in mark.split(" ")) for mark in marks}) != 1:
            # An old price and the new one have the same class inside of `del` and `ins`.
            return False
        return bool(set.intersection(*({*mark.split(" ")[0].split(".")[1:]} for mark in marks)))

    def _broken(self, slot: Slot, table: SlotTable, label: str, lines: Lines) -> list[SlotColumn]:
        """A list of what stands between breaks, as the lines of an address; a heading is one."""
        broken = [run for _, run in lines if run.breaks]
        if slot.tag in HEADINGS or len(broken) < max(2, BROKEN * len(lines)):
            return []
        own = [line for run in broken for line in split_lines(run)]
        words = sum(line.text.count(" ") + 1 for line in own)
        single = sum(1 for line in own if len(line.leaves) == 1)
        if words > MAX_LINE_WORDS * len(own) or single < COVERED * len(own):
            return []
        plain: Cells = {}
        linked: Cells = {}
        for element, run in lines:
            entry = table.entry(element)
            values = self.pages[element.page].values
            for leaf, mark in zip(run.leaves, run.marks, strict=False):
                if values[leaf] != label:
                    cells = linked if is_link(mark) else plain
                    cells[entry] = (*cells.get(entry, ()), leaf)
        if all(len(leaves) == 1 for leaves in linked.values()) and linked and plain:
            # One link among lines is a value of its own, as the name above an address.
            return [
                SlotColumn(
                    slot, linked, "value", label, part=0, mark="a", texts=self._texts(linked)
                ),
                SlotColumn(slot, plain, _form(plain), label, texts=self._texts(plain)),
            ]
        cells = {
            entry: tuple(sorted((*plain.get(entry, ()), *linked.get(entry, ()))))
            for entry in plain.keys() | linked.keys()
        }
        return [SlotColumn(slot, cells, _form(cells), label, texts=self._texts(cells))]

    def _parts(
        self, slot: Slot, table: SlotTable, label: str, lines: Lines, *, by_class: bool = False
    ) -> list[SlotColumn]:
        """Columns of the parts of lines, where the template's words or marks separate them.

        By class alone, words are values, too, unless nearly all lines have them: `Comment 1`.
        """
        if not lines or is_called(slot, CODE, 1):
            return []
        several = [(element, run) for element, run in lines if len(run.leaves) > 1]
        long = sum(_is_long(run) for _, run in lines)
        # Where classes name the parts, a line may have just one of them.
        single = [(element, run) for element, run in lines if _is_marked_part(run)]
        is_named = len(single) + len(several) >= NEARLY_ALL * len(lines) and len(single) > 0
        share = NAMED if is_named else USUAL
        if len(several) < max(2, share * len(lines)) or long > USUAL * len(lines):
            return []
        if self._are_glued(lines) or self._are_fused(lines):
            return []
        # What is marked is a popular value rather than a word, unless nearly all lines have it.
        usual_texts = _shared(several, NEARLY_ALL)
        fixed = usual_texts if by_class else _shared(several, 0.5)
        fixed -= _marked_texts(several) - usual_texts
        parts = _Parts()
        parted = [*several, *single] if is_named else several
        marks = {mark for _, run in parted for mark in run.marks}
        free = marks if by_class else self._free_marks(parted)
        roles: Roles = {}
        for element, run in parted:
            pieces = self._pieces(element, run, label, fixed, free, roles)
            parts.add_line(table.entry(element), pieces)
        if parts.clean < CLEAN * len(parted):
            return []
        usual = parts.usual(share * len(lines))
        has_words = any(said for said, _ in usual) or self._have_words(several, len(lines), fixed)
        if not usual or not _are_distinct([mark for _, mark in usual], has_words):
            return []
        columns = []
        for number, ((said, mark), cells) in enumerate(usual.items()):
            texts = self._texts(cells)
            if len({*texts.values()}) < 2 and len(self.pages) > 1:
                continue
            form = _form(cells)
            columns.append(
                SlotColumn(slot, cells, form, said or label, part=number, mark=mark, texts=texts)
            )
        return columns

    def _free_marks(self, lines: Lines) -> set[str]:
        """Markup with a class around texts of which most are no words of the template.

        Who comments most is on many pages, but the class says that the name is a value.
        """
        said: defaultdict[str, dict[str, bool]] = defaultdict(dict)
        for element, run in lines:
            for leaf, text, mark in zip(run.leaves, run.texts, run.marks, strict=False):
                if "." in mark and text not in said[mark]:
                    said[mark][text] = self.is_own(element.page, leaf)
        return {mark for mark, texts in said.items() if 2 * sum(texts.values()) < len(texts)}

    def _pieces(
        self,
        element: Element,
        run: Run,
        label: str,
        fixed: set[str],
        free: Container[str],
        roles: Roles,
    ) -> Iterator[tuple[int, tuple[str, str]] | None]:
        """The values of a line with the words before them and their markup; None for separators.

        `roles` are those of the texts of other lines.
        """
        said = label
        values, ids = self.pages[element.page].values, self.pages[element.page].text_ids
        units = {leaf: unit for leaf in run.leaves if (unit := _unit(values[leaf]))}
        has_units = len(units) > 1 and len({*units.values()}) > 1
        for leaf, whole in zip(run.leaves, run.marks, strict=False):
            text = values[leaf]
            asked = text, whole, ids[leaf] in self.texts
            if asked not in roles:
                roles[asked] = _role(*asked, fixed, free)
            is_word, is_value = roles[asked]
            if is_word:
                said = text
            if not is_value:
                yield None
            elif has_units and leaf in units:
                yield leaf, (units[leaf], without_insertion(whole))
            else:
                yield leaf, (said if said != label else "", without_insertion(whole))

    def _have_words(self, several: Lines, lines: int, fixed: set[str]) -> bool:
        """Whether most lines hold words of the template beside their own."""
        holding = 0
        for element, run in several:
            values, ids = self.pages[element.page].values, self.pages[element.page].text_ids
            for leaf in run.leaves:
                if ids[leaf] in self.texts or values[leaf] in fixed:
                    holding += 1
                    break
        return holding >= 0.5 * lines

    def _are_glued(self, lines: Lines) -> bool:
        """Whether the texts of lines mostly follow each other without a space, as in code."""
        glued = spaced = 0
        if sum([len(run.leaves) - 1 for _, run in lines if run.leaves]) < GLUED * len(lines):
            return False
        for element, run in lines:
            if len(run.leaves) < 2:
                continue
            values = self.pages[element.page].values
            at = 0
            for leaf in run.leaves:
                found = run.text.find(values[leaf], at)
                if found < 0:
                    break
                if at:
                    glued += found == at
                    spaced += found > at
                at = found + len(values[leaf])
        return glued > spaced and glued >= GLUED * len(lines)

    def _are_fused(self, lines: Lines) -> bool:
        """Whether plain text goes on in the middle of a marked word, as in `<a>close</a>()`."""
        several = fused = 0
        for element, run in lines:
            if len(run.leaves) < 2:
                continue
            several += 1
            fused += _are_nested(run.marks) and any(
                not (self._is_word(element.page, one) or self._is_word(element.page, other))
                for one, other in _fused_texts(run)
            )
        return fused > FUSED * several


Roles = dict[tuple[str, str, bool], tuple[bool, bool]]
"""By text, markup and whether it is the template's own: whether it names others, or is a value."""


def _role(
    text: str, whole: str, is_text: bool, fixed: set[str], free: Container[str]
) -> tuple[bool, bool]:
    """Whether a text of a line names what follows, and whether it is a value."""
    # A frequent link or number is a popular value rather than a word of the template.
    is_own = is_text and not (whole in free or in_link(without_insertion(whole)))
    # What only joins values is a word of the template, however few lines have it.
    may_be_word = is_own or (not without_insertion(whole) and joins_values(text))
    is_fixed = text in fixed
    is_word = (is_fixed or may_be_word) and has_word(text)
    return is_word, not (is_fixed or is_word or is_separator(text))


def _form(cells: Cells) -> str:
    """The form of a column: a list if an entry has several values."""
    return "list" if any(len(leaves) > 1 for leaves in cells.values()) else "value"


def _shared(lines: Lines, share: float) -> set[str]:
    """Texts that enough lines share: words of the template, whatever their key."""
    if len(lines) <= 2:
        return set()
    counts = Counter(chain.from_iterable({*run.texts} for _, run in lines))
    enough = max(2, share * len(lines))
    return {text for text, times in counts.items() if times >= enough}


def _is_long(run: Run) -> bool:
    """Whether a line is free text: it has many words or texts, and labels are few of them."""
    blanks = run.text.count(" ")
    if blanks < MAX_WORDS and len(run.leaves) <= MAX_PARTS:
        return False
    labels = sum(text.endswith(":") for text in run.texts)
    values = max(1, labels if labels >= LABELLED * len(run.texts) else 1)
    return blanks >= MAX_WORDS * values or len(run.leaves) > MAX_PARTS * values


def _unit(text: str) -> str:
    """The word behind a number, in its plural: what is counted; empty for anything else.

    >>> _unit("1,834 votes"), _unit("1 review"), _unit("3 May 2011")
    ('votes', 'reviews', '')
    """
    # Most texts begin with a letter.
    found = _COUNTED.fullmatch(text) if text[:1].isdecimal() else None
    return f"{found[1].casefold().removesuffix('s')}s" if found else ""


_COUNTED = re.compile(r"\d[\d.,]*\s([^\W\d_]{3,})")


@dataclass(slots=True)
class _Parts:
    """The parts of lines: by the words before them and their markup."""

    cells: defaultdict[tuple[str, str], Cells] = field(default_factory=lambda: defaultdict(dict))
    clean: int = 0
    """Lines in which no part stands twice."""
    first: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many lines each part is the first of."""

    def add_line(self, entry: Entry, pieces: Iterator[tuple[int, tuple[str, str]] | None]) -> None:
        """Note the parts of a line."""
        seen: set[tuple[str, str]] = set()
        last: tuple[str, str] | None = None
        was_separated = True
        for piece in pieces:
            if piece is None:
                was_separated = True
                continue
            leaf, key = piece
            if last is None:
                self.first[key] += 1
            # The same again behind a separator is one more item of a list.
            if key in seen and not (key == last and was_separated):
                return
            seen.add(key)
            cells = self.cells[key]
            cells[entry] = (*cells[entry], leaf) if entry in cells else (leaf,)
            last, was_separated = key, False
        self.clean += 1

    def usual(self, lines: float) -> dict[tuple[str, str], Cells]:
        """The parts that enough lines have; none if there is much else."""
        some = {key: cells for key, cells in self.cells.items() if len(cells) >= RARE * lines}
        joined = self._join_alternatives(some)
        usual = {key: cells for key, cells in joined.items() if len(cells) >= lines}
        covered = sum(map(len, usual.values()))
        return usual if covered >= COVERED * sum(map(len, self.cells.values())) else {}

    def _join_alternatives(
        self, usual: dict[tuple[str, str], Cells]
    ) -> dict[tuple[str, str], Cells]:
        """The parts, with those in one of which a line begins with either, as a name with a link.

        Of some names the site has a page, of others none.
        """
        joined: dict[tuple[str, str], Cells] = {}
        for key, cells in sorted(usual.items(), key=lambda item: -len(item[1])):
            for other, own in joined.items():
                are_first = self.first[key] + self.first[other] >= NEARLY_ALL * (
                    len(cells) + len(own)
                )
                is_same = key[0] == other[0] and _are_one(key[1], other[1])
                if is_same and are_first and own.keys().isdisjoint(cells):
                    own |= cells
                    self.first[other] += self.first[key]
                    break
            else:
                joined[key] = dict(cells)
        return {key: joined[key] for key in usual if key in joined}


def _are_one(mark: str, other: str) -> bool:
    """Whether two kinds of inline markup are one, with or without a link or a further class."""
    return _is_one_with_link(mark, other) or _is_one_with_class(mark, other)


def _is_one_with_class(mark: str, other: str) -> bool:
    """Whether inline markup only has more classes than other: a post that nobody updated does.

    >>> _is_one_with_class("time.date.updated a", "time.date a"), _is_one_with_class("b.x", "b")
    (True, False)
    """
    one, two = ([{*step.split(".")} for step in own.split(" ")] for own in (mark, other))
    if len(one) != len(two) or min(map(len, (*one[:1], *two[:1]))) < 2:
        return False
    pairs = [*zip(one, two, strict=True)]
    return all(x <= y for x, y in pairs) or all(x >= y for x, y in pairs)


def _is_one_with_link(mark: str, other: str) -> bool:
    """Whether of two kinds of inline markup just one is a link, and classes do not differ.

    >>> _is_one_with_link("a.name.wide", "span.name"), _is_one_with_link("a.old", "span.new")
    (True, False)
    """
    if in_link(mark) == in_link(other):
        return False
    one, two = (
        {word for step in own.split(" ") for word in step.split(".")[1:]} for own in (mark, other)
    )
    return not one or not two or not one.isdisjoint(two)


@lru_cache(maxsize=4_096)
def _are_nested(marks: tuple[str, ...]) -> bool:
    """Whether the markup of a text is inside that of its neighbour."""
    return any(
        one != other and (one.endswith(other) or other.endswith(one))
        for one, other in pairwise(marks)
    )


def _fused_texts(run: Run) -> Iterator[tuple[int, int]]:
    """Neighbours without a space between them, of which one is marked inside of the other."""
    at = 0
    pieces = zip(run.leaves, run.texts, run.marks, strict=False)
    for (one, text, mark), (other, following, next_mark) in pairwise(pieces):
        at = run.text.find(text, at) + len(text)
        is_word = text[-1:].isalnum() and (following[:1].isalnum() or following[:1] == "(")
        is_inside = mark != next_mark and (mark.endswith(next_mark) or next_mark.endswith(mark))
        if is_word and is_inside and run.text.startswith(following, at):
            yield one, other


def _marked_texts(lines: Lines) -> set[str]:
    """Texts that stand in more inline markup than other texts of their line."""
    found: set[str] = set()
    for _, run in lines:
        if marked := _set_off(run.marks):
            texts = run.texts
            found.update([texts[place] for place in marked if place < len(texts)])
    return found


@lru_cache(maxsize=4_096)
def _set_off(marks: tuple[str, ...]) -> tuple[int, ...]:
    """Which texts of a line stand in more inline markup than others do."""
    least = min(map(len, marks), default=0)
    return tuple(place for place, mark in enumerate(marks) if len(mark) > least)


def _without_random_classes(lines: Lines) -> Lines:
    """Lines without the classes of inline markup that not all pages have; none if few differ.

    Some sites give the same element another class on every page.
    """
    on: defaultdict[str, set[int]] = defaultdict(set)
    for mark, page in {(mark, element.page) for element, run in lines for mark in run.marks}:
        for step in mark.split(" ") if "." in mark else ():
            for word in step.split(".")[1:]:
                on[word].add(page)
    pages = len({element.page for element, _ in lines})
    rare = {word for word, own in on.items() if len(own) < COVERED * pages}
    if len(rare) < max(3, RANDOM * pages):
        return ()
    return [(element, replace(run, marks=_bare_marks(run, rare))) for element, run in lines]


RANDOM = 0.5
"""Rare classes, by the number of pages, if they are drawn anew for each page. A guess."""


def _bare_marks(run: Run, rare: Container[str]) -> tuple[str, ...]:
    return tuple(
        " ".join(
            ".".join(word for word in step.split(".") if word not in rare)
            for step in mark.split(" ")
        )
        for mark in run.marks
    )


def _lines_of_classes(lines: Lines) -> Lines:
    """Lines whose texts all are in inline elements with classes, if nearly all are."""
    found = [
        (element, run)
        for element, run in lines
        if run.marks and all("." in mark for mark in run.marks)
    ]
    return found if len(found) >= NEARLY_ALL * len(lines) else ()


def _common_mark(lines: Lines) -> str:
    """The inline markup that all of these lines are in, as a whole; empty if there is none."""
    marks = {run.marks[0] if len(run.marks) == 1 else "" for _, run in lines}
    return marks.pop() if len(marks) == 1 else ""


def _is_marked_part(run: Run) -> bool:
    """Whether a line is a single text in an inline element with a class."""
    return len(run.leaves) == 1 and len(run.marks) == 1 and "." in run.marks[0]


def _are_distinct(marks: Sequence[str], has_words: bool) -> bool:
    """Whether words or classes distinguish parts; `<b>12</b> comments` is one value."""
    if has_words:
        return True
    if len(marks) < 2:
        return any(marks)
    are_all_marked = all(marks) and len({*marks}) == len(marks)
    return are_all_marked or any("." in mark for mark in marks)


@lru_cache(maxsize=4_096)
def is_link(mark: str) -> bool:
    """Whether inline markup is a link, with or without more inside."""
    return mark.split(" ")[-1].split(".")[0] == "a"


def _inside_wrapper(marks: tuple[str, ...]) -> list[str]:
    """The markup of the texts of a line without what is around all of them, unless it is a link.

    >>> _inside_wrapper(("a code", "code", "a code")), _inside_wrapper(("b a", "a"))
    (['a', '', 'a'], ['b a', 'a'])
    """
    steps = [mark.split(" ") for mark in marks]
    while all(own and own[-1] for own in steps):
        around = {own[-1] for own in steps}
        if len(around) > 1 or around.pop().split(".")[0] == "a":
            break
        steps = [own[:-1] for own in steps]
    return [" ".join(own) for own in steps]


@lru_cache(maxsize=4_096)
def without_insertion(mark: str) -> str:
    """Inline markup without `ins`: the price of a sale is marked so, and is the price all the same.

    >>> without_insertion("span.amount ins span.price"), without_insertion("ins")
    ('span.amount span.price', 'ins')
    """
    steps = mark.split(" ")
    return " ".join(step for step in steps if step != "ins") if len(steps) > 1 else mark


def is_separator(text: str) -> bool:
    """Whether a text only stands between others."""
    # Most texts begin with a letter.
    is_said = text[:1].isalnum() or any(map(str.isalnum, text))
    return not is_said or (len(text) <= MAX_AND and text.casefold() in AND)
