"""Slots: the elements of all pages of a sample, aligned from the top down, one place at a time.

Elements are in one slot if they stand in one slot of their parents and share their tag and the
words by which the template distinguishes siblings: a class or id counts only if nearly all parents
have it, or if it separates siblings that more frequent words left together. Siblings still alike
are separated by the label they begin with, then by their place where their number never changes.
What is left together repeats.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from unmold.templates.slots.gathering import Gatherer
from unmold.templates.slots.outline import (
    SHARED,
    SHARED_LABEL,
    Element,
    Outlines,
    Run,
    Words,
)
from unmold.templates.slots.own_labels import LINE, find_own_labels, has_word
from unmold.templates.slots.row_shapes import (
    WIDE,
    count_columns,
    find_headed,
    is_header,
    turn_shape,
)
from unmold.templates.slots.siblings import (
    AUTHORS,
    MAX_PLACES,
    NEARLY_ALL,
    REPEATED,
    SOME,
    Signatures,
    are_alike,
    are_places,
    are_separated,
    are_unlike,
    consists_of_headers,
    find_opening_lines,
    group_by_form,
    is_one_place,
    jaccard,
    say_same,
)

MAX_LABELLED = 2
"""Elements of one parent that may begin with the same label."""
MANY_LABELS = 8
"""Labels of siblings that show whether they have an order. A guess."""
ORDERED = 0.6
"""Share of neighbours that stand as their labels usually do. Of 160 groups of 27 templates none had
less than 0.67, nearly all had 1; names in any order have 0.5."""
PLACED = frozenset(("div", "tr", "td", "table", "section"))
ROWS = frozenset(("tr", "pair"))
"""Tags of what holds a label beside a place for its value."""
PAIRED = 0.4
"""Share of a row's cells that are the template's own where labels and values take turns."""
NAMED = 0.5
"""Share of cells with a word, in a row that heads others: small numbers say something, though
all of them are on many pages. A guess."""
MOSTLY = 0.7
"""Share of rows that are wide, in a table. A guess."""
MAX_HEAD = 60
"""Letters of the label before a cell. A guess."""
CAPTIONED = 0.5
"""Share of pages that have a caption: of those below news, popular sources are on some. A guess."""
MAX_CAPTIONED = 3
"""Texts of an element whose last one is the caption of the others. A guess."""
NAMED_PLACES = 0.2
"""Share of parents with children of different ids, if ids are names of places. A guess."""
LIKE_INSIDE = 0.34
"""Jaccard of the shapes of children of elements that are of one shape themselves. A guess."""


@dataclass(slots=True, eq=False)
class Slot:
    """One place of the template, with the elements that stand there on all pages."""

    tag: str
    words: tuple[str, ...]
    parent: Slot | None
    elements: list[Element]
    label: str = ""
    """The template's own text that its elements begin with, where that distinguishes them."""
    place: int = -1
    children: list[Slot] = field(default_factory=list)
    is_section: bool = False
    """Whether its elements are a heading of the template and what follows it."""
    is_headed: bool = False
    """Whether the headers of their tables distinguish its elements from those beside them."""
    known: dict[str, int] = field(default_factory=dict, init=False, repr=False)
    """What was asked before: where the elements of a slot stand never changes."""

    def walk(self) -> Iterator[Slot]:
        """The slot and all inside it."""
        waiting = [self]
        while waiting:
            slot = waiting.pop()
            yield slot
            waiting.extend(reversed(slot.children))

    def path(self) -> str:
        """The slot and those around it, for people."""
        steps = []
        slot: Slot | None = self
        while slot is not None:
            name = slot.tag + "".join(f".{word}" for word in slot.words)
            if slot.label:
                name += f"[{slot.label[:20]}]"
            if slot.place >= 0:
                name += f"[{slot.place}]"
            steps.append(name)
            slot = slot.parent
        return "/".join(reversed(steps))

    @property
    def pages(self) -> int:
        """On how many pages it stands."""
        if "pages" not in self.known:
            self.known["pages"] = len({element.page for element in self.elements})
        return self.known["pages"]

    @property
    def repeats(self) -> bool:
        """Whether a parent has several of its elements."""
        if "parents" not in self.known:
            self.known["parents"] = len({id(element.parent) for element in self.elements})
        return len(self.elements) > REPEATED * self.known["parents"]

    @property
    def has_runs(self) -> bool:
        """Whether text may stand directly in its elements; not in most of what holds others."""
        return self.known.get("runs", 1) > 0

    def is_bare(self) -> bool:
        """Whether nothing but the tag of an author distinguishes it, and it comes and goes."""
        if self.tag not in AUTHORS or self.words or self.label or self.place >= 0:
            return False
        parents = len(self.parent.elements) if self.parent else 1
        return self.repeats or len(self.elements) < NEARLY_ALL * parents


def align(outlines: Outlines) -> Slot:
    """The slots of pages whose outlines these are."""
    root = Slot("html", (), None, [*outlines.roots])
    align_inside(root, outlines, find_own_labels(outlines))
    return root


def align_inside(slot: Slot, outlines: Outlines, labels: set[tuple[str, str]]) -> None:
    """Make the slots inside one; `labels` are those of the sample (`find_own_labels`)."""
    pages = len(outlines.roots)
    waiting = [(slot, pages)]
    while waiting:
        current, known = waiting.pop()
        if current.pages < min(SHARED * pages, RARER * known):
            # What all of a rare place say is the template's own, too.
            outlines.fixed.update(find_rare_texts(current, pages))
            known = current.pages
        _Split(current, pages, outlines.fixed, labels).run()
        waiting += [(child, known) for child in current.children]


def find_rare_texts(slot: Slot, pages: int) -> dict[int, float]:
    """The runs that say the same in the same place of nearly all elements of a slot, as shares."""
    if slot.pages < RARE_PAGES or slot.repeats:
        return {}
    found: defaultdict[tuple[str, str], list[Run]] = defaultdict(list)
    on: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for element in slot.elements:
        for inner in element.elements():
            for run in inner.content:
                if type(run) is Run:
                    found[inner.tag, run.text].append(run)
                    on[inner.tag, run.text].add(element.page)
    share = slot.pages / pages
    usual = [key for key, own in on.items() if len(own) >= NEARLY_ALL * slot.pages]
    return {id(run): share for key in usual for run in found[key]}


RARE_PAGES = 3
"""Pages of a rare place whose texts show what is its own. A guess."""
RARER = 0.9
"""Share of the pages of what is around a place, if it is rarer than that. A guess."""


def free_alternatives(root: Slot, fixed: dict[int, float]) -> dict[int, float]:
    """What is fixed, without popular values: texts of one place of which a page has just one.

    `Public` and `Private` are on many pages each, but words of the template would stand there
    together.
    """
    freed: set[int] = set()
    for slot in root.walk():
        if not slot.has_runs or slot.repeats:
            continue
        runs = [run for element in slot.elements for run in element.content if type(run) is Run]
        if len(runs) < 2 or len(runs) > REPEATED * len(slot.elements):
            continue
        if fixed.keys().isdisjoint(map(id, runs)):
            # Nothing of most places is.
            continue
        counts = Counter([run.text for run in runs])
        if len(counts) < 2:
            continue
        if counts.most_common(1)[0][1] >= NEARLY_ALL * len(runs):
            continue
        shares = {run.text: fixed.get(id(run), 0.0) for run in runs}
        if sum(shares.values()) <= ALTERNATIVES or (_in_row(slot) and _are_numbers(counts)):
            freed.update(map(id, runs))
    return {key: share for key, share in fixed.items() if key not in freed} if freed else fixed


ALTERNATIVES = 1.2
"""Shares of pages of the texts of a place, in all, if a page has one of them. A guess."""
NUMBERS = 0.8
"""Share of the different texts of a place that have no word, if it holds numbers. A guess."""


def _in_row(slot: Slot) -> bool:
    """Whether a slot is a cell of a row, or stands in one."""
    around: Slot | None = slot
    while around is not None and around.tag not in ("tr", "table"):
        around = around.parent
    return around is not None and around.tag == "tr"


def _are_numbers(texts: Collection[str]) -> bool:
    """Whether texts are small numbers: those are on many pages, and say something each time.

    >>> _are_numbers(["0", "12", "3.5", "-"]), _are_numbers(["1", "Home", "Away"])
    (True, False)
    """
    return sum(not has_word(text) for text in texts) >= NUMBERS * len(texts)


class _Split:
    """Makes the children of one slot."""

    def __init__(
        self, slot: Slot, pages: int, fixed: dict[int, float], own_labels: set[tuple[str, str]]
    ) -> None:
        self.own_labels = own_labels
        self.slot = slot
        self.pages = pages
        self.fixed = fixed
        self.parents = len(slot.elements)

    def run(self) -> None:
        Gatherer(self.slot, self.fixed, self.own_labels).run()
        by_tag: defaultdict[str, list[Element]] = defaultdict(list)
        runs = 0
        for parent in self.slot.elements:
            for child in parent.content:
                if type(child) is Element:
                    by_tag[child.tag].append(child)
                else:
                    runs += 1
        self.slot.known["runs"] = runs
        for tag, elements in by_tag.items():
            for words, group in self._by_words(elements):
                if tag == "tr" and self.slot.tag == "group":
                    self._by_turn(words, group)
                else:
                    self._by_label(tag, words, group)

    def _by_turn(self, words: tuple[str, ...], group: list[Element]) -> None:
        """Separate the rows that are one entry together by their cells, whatever these say."""
        shapes: defaultdict[str, list[Element]] = defaultdict(list)
        for element in group:
            shapes[turn_shape(element)].append(element)
        for place, own in enumerate(shapes.values()):
            self._add("tr", words, own, place=place)

    def _by_words(self, elements: list[Element]) -> Iterator[tuple[tuple[str, ...], list[Element]]]:
        """Separate elements of one tag by their words."""
        first = elements[0].words
        if all(element.words == first for element in elements):
            yield tuple(sorted(first)), elements
            return
        groups = self._by_identity(elements)
        counts: Counter[str] = Counter()
        for word, _ in {(word, id(e.parent)) for e in elements for word in e.words}:
            counts[word] += 1
        parents = len({id(element.parent) for element in elements})
        is_repeated = len(elements) > REPEATED * parents
        known: Signatures = {}
        for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            is_usual = count >= NEARLY_ALL * parents
            if not is_usual and count < max(2, SOME * parents):
                break
            made = []
            for words, group in groups:
                if word in words:
                    made.append((words, group))
                    continue
                having = [element for element in group if word in element.words]
                others = [element for element in group if word not in element.words]
                if not having or not others:
                    is_apart = False
                else:
                    is_apart = are_separated(having, others, parents, words, known)
                    is_apart = is_apart or (is_repeated and are_unlike(having, others))
                    is_most = is_usual and len(having) >= NEARLY_ALL * len(group)
                    is_apart = is_apart or (is_most and is_one_place(having, others, words, known))
                if is_apart:
                    made += [((*words, word), having), (words, others)]
                elif len(having) >= (NEARLY_ALL if is_usual else 1) * len(group):
                    made.append(((*words, word), group))
                else:
                    made.append((words, group))
            groups = made
        yield from groups

    def _by_identity(self, elements: list[Element]) -> list[tuple[tuple[str, ...], list[Element]]]:
        """Separate elements by their ids, where these name a few places beside each other."""
        by_id: defaultdict[str, list[Element]] = defaultdict(list)
        beside: defaultdict[int, set[str]] = defaultdict(set)
        for element in elements:
            words = element.words
            identity = words.identity if isinstance(words, Words) else ""
            by_id[identity].append(element)
            if identity:
                beside[id(element.parent)].add(identity)
        several = sum(1 for own in beside.values() if len(own) > 1)
        places = [identity for identity in by_id if identity]
        if not 2 <= len(places) <= MAX_PLACES or several < max(2, NAMED_PLACES * self.parents):
            return [((), elements)]
        kept = {i for i in places if len({e.page for e in by_id[i]}) >= 2}
        rest = [e for i, own in by_id.items() if i not in kept for e in own]
        found = [((identity,), by_id[identity]) for identity in places if identity in kept]
        return [*found, ((), rest)] if rest else [*found]

    def _by_label(self, tag: str, words: tuple[str, ...], group: list[Element]) -> None:
        """Separate siblings that are still alike by their first text, then by their place."""
        is_section = words == ("=",) and tag == "section"
        are_single = len({id(element.parent) for element in group}) == len(group)
        if are_single and not is_section:
            self._add(tag, words, group, label=_usual_head(group, self._heads_of_cells(tag)))
            return
        if tag == "tr":
            if (rows := self._table_rows(group)) is not None:
                for own in rows:
                    self._add(tag, words, own)
                return
            group = self._without_narrow_heads(words, group)
        labels = [self._label(element) for element in group]
        kept = self._distinguishing(labels, group)
        if not is_section and not (
            self._are_ordered(labels, kept, group) and self._name_values(labels, kept, group)
        ):
            # Most lines of an address, or of what a text opens with, say what they are without one.
            # Blocks are no lines: one that begins with a label says nothing of those beside it.
            usual = self._usual_labels(labels, group) if tag in AUTHORS else set()
            kept = {one for one in kept if one.endswith(":") and (tag == LINE or one in usual)}
            if not kept:
                labels = self._captions_of(group)
                kept = self._captions(labels, group) if labels else set()
        rest: list[Element] = []
        labelled: defaultdict[str, list[Element]] = defaultdict(list)
        if kept:
            for element, label in zip(group, labels, strict=True):
                (labelled[label] if label in kept else rest).append(element)
        else:
            rest = group
        for label, own in labelled.items():
            self._add_labelled(tag, words, own, label)
        if labelled and rest:
            rest = self._without_heads(tag, words, rest)
        if rest and tag == "p" and not words:
            rest = self._without_opening(tag, rest)
        if rest:
            self._by_headers(tag, words, rest)

    def _by_headers(self, tag: str, words: tuple[str, ...], group: list[Element]) -> None:
        """Separate tables by what heads their columns, then siblings by their place."""
        kinds = find_headed(group, self.fixed)
        known = {id(element) for own in kinds for element in own}
        for place, own in enumerate(kinds):
            self._add(tag, words, own, place=place, is_headed=True)
        if rest := [element for element in group if id(element) not in known]:
            self._by_place(tag, words, rest)

    def _without_heads(
        self, tag: str, words: tuple[str, ...], rest: list[Element]
    ) -> list[Element]:
        """What is left of siblings without a label, if the first child of all parents is another.

        What a page begins with, before labels divide it, is a place of its own. If more siblings
        without a label follow it before the first label, it is the first of them.
        """
        children = [parent.children() for parent in self.slot.elements]
        firsts = {id(own[0]) for own in children if own}
        heads = [element for element in rest if id(element) in firsts]
        if len(heads) < max(2, NEARLY_ALL * self.parents) or len(rest) <= REPEATED * len(heads):
            return rest
        unlabelled = {id(element) for element in rest}
        followed = sum(1 for own in children if len(own) > 1 and id(own[1]) in unlabelled)
        if followed > 0.5 * len(heads):
            return rest
        self._add(tag, words, heads, place=0)
        return [element for element in rest if id(element) not in firsts]

    def _usual_labels(self, labels: Sequence[str], group: Sequence[Element]) -> set[str]:
        """The labels that nearly all parents have."""
        parents = {(label, id(e.parent)) for label, e in zip(labels, group, strict=True)}
        counts = Counter(label for label, _ in parents)
        return {label for label, times in counts.items() if times >= NEARLY_ALL * self.parents}

    def _without_opening(self, tag: str, rest: list[Element]) -> list[Element]:
        """What is left of bare siblings behind the lines that nearly all texts open with."""
        by_parent: defaultdict[int, list[Element]] = defaultdict(list)
        for element in rest:
            by_parent[id(element.parent)].append(element)
        if len(rest) <= REPEATED * len(by_parent):
            return rest
        places = find_opening_lines(by_parent)
        for place, own in enumerate(places):
            self._add(tag, (), own, place=place)
        taken = {id(element) for own in places for element in own}
        return [element for element in rest if id(element) not in taken]

    def _add_labelled(
        self, tag: str, words: tuple[str, ...], group: list[Element], label: str
    ) -> None:
        """A slot for a label, or two where it stands twice in nearly all parents.

        Reference pages list functions under one heading, and describe them under another one of
        the same text.
        """
        by_parent: defaultdict[int, list[Element]] = defaultdict(list)
        for element in group:
            by_parent[id(element.parent)].append(element)
        kinds = find_headed(group, self.fixed)
        if sum(map(len, kinds)) == len(group):
            for place, own in enumerate(kinds):
                self._add(tag, words, own, label=label, place=place, is_headed=True)
            return
        twice = sum(1 for own in by_parent.values() if len(own) == 2)
        if twice < max(2, NEARLY_ALL * len(by_parent)):
            self._add(tag, words, group, label=label)
            return
        for place in range(2):
            own = [elements[place] for elements in by_parent.values() if len(elements) > place]
            self._add(tag, words, own, label=label, place=place)

    def _table_rows(self, group: list[Element]) -> list[list[Element]] | None:
        """Rows of three cells or more, apart from those that only head them; None for pairs.

        Whatever they begin with: the first cell of a row says what the row is about.
        """
        headers = [element for element in group if is_header(element)]
        if len({id(element.parent) for element in headers}) >= MOSTLY * self.parents:
            # Of a bug's history nearly every word is on many pages, and still no label.
            own_rows = [element for element in group if not is_header(element)]
            return [part for part in (headers, own_rows) if part]
        wide = own = 0
        heads: list[Element] = []
        rows: list[Element] = []
        for element in group:
            runs = [run for cell in element.children() for run in itertools.islice(cell.runs(), 1)]
            fixed = sum(1 for run in runs if id(run) in self.fixed)
            named = sum(1 for run in runs if has_word(run.text))
            is_head = 0 < len(runs) == fixed and named >= NAMED * len(runs)
            (heads if is_head else rows).append(element)
            if runs and not is_head:
                wide += max(len(runs), count_columns(element)) >= WIDE
                # Small numbers are on many pages, and no labels.
                words = sum(1 for run in runs if id(run) in self.fixed and has_word(run.text))
                own += words >= PAIRED * len(runs)
        is_table = wide >= MOSTLY * len(rows) > 0 and own < 0.5 * len(rows)
        return [part for part in (heads, rows) if part] if is_table else None

    def _without_narrow_heads(self, words: tuple[str, ...], group: list[Element]) -> list[Element]:
        """What is left of rows without those that head two columns: no label has a value there."""
        heads = {id(element) for element in group if self._is_narrow_head(element)}
        rest = [element for element in group if id(element) not in heads]
        if not heads or not rest:
            return group
        self._add("tr", words, [element for element in group if id(element) in heads])
        return rest

    def _is_narrow_head(self, row: Element) -> bool:
        """Whether a row is two header cells that say nothing but words of the template."""
        is_narrow = len(row.children()) == 2 and consists_of_headers(row)
        return is_narrow and all(id(run) in self.fixed for run in row.runs())

    def _label(self, element: Element) -> str:
        content, tag = element.content, element.tag
        first = content[0] if content else None
        if type(first) is not Run:
            first, tag = _first_run(element)
            if first is None:
                return ""
        if first.label and (first.label, tag) in self.own_labels:
            return first.label
        if id(first) not in self.fixed:
            return ""
        # A frequent link is a popular value rather than a label, unless a colon says it is one.
        is_linked = 2 * first.linked > len(first.text) and not first.text.endswith(":")
        if is_linked and self.fixed[id(first)] < NEARLY_ALL:
            return ""
        return first.text if has_word(first.text) and not first.text[0].isdigit() else ""

    def _caption(self, element: Element) -> str:
        """The template's own text below a value that an element ends with: `106`, then `Wins`."""
        runs = [*itertools.islice(element.runs(), MAX_CAPTIONED + 1)]
        if not 2 <= len(runs) <= MAX_CAPTIONED:
            return ""
        first, last = runs[0].text, runs[-1]
        # Small numbers are on many pages, and values all the same.
        if id(runs[0]) in self.fixed and not any(map(str.isdigit, first)):
            return ""
        is_word = has_word(last.text) and not last.text[0].isdigit()
        is_own = self.fixed.get(id(last), 0.0) >= CAPTIONED and 2 * last.linked <= len(last.text)
        return last.text if is_word and is_own and len(last.text) <= MAX_HEAD else ""

    def _captions_of(self, group: Sequence[Element]) -> list[str]:
        """The captions of elements; none where too few of them have one."""
        found: list[str] = []
        without = 0
        for element in group:
            found.append(self._caption(element))
            without += not found[-1]
            if len(group) - without < NEARLY_ALL * len(group):
                return []
        return found

    def _captions(self, labels: Sequence[str], group: Sequence[Element]) -> set[str]:
        """The captions that distinguish siblings, if nearly all of them have one."""
        kept = self._distinguishing(labels, group)
        captioned = sum(1 for label in labels if label in kept)
        return kept if len(kept) > 1 and captioned >= NEARLY_ALL * len(group) else set()

    def _name_values(self, labels: Sequence[str], kept: set[str], group: Sequence[Element]) -> bool:
        """Whether labels have values behind them, or nothing in the group but labels changes."""
        having = named = empty = 0
        for element, label in zip(group, labels, strict=True) if kept else ():
            if label in kept:
                has_value = self._has_value(element, label)
                having += has_value
                # Rows of a form are there though nobody filled them.
                empty += not has_value and element.tag in ROWS
                named += 1
        if not having:
            return False
        return having >= 0.5 * (named - empty) and named - empty >= 0.4 * (len(group) - empty)

    def _are_ordered(self, labels: Sequence[str], kept: set[str], group: Sequence[Element]) -> bool:
        """Whether labels stand in one order on all pages; popular values stand in any.

        Who writes many reviews is on many pages, and would be hundreds of labels.
        """
        if len(kept) < MANY_LABELS:
            return True
        sequences: defaultdict[int, list[str]] = defaultdict(list)
        for element, label in zip(group, labels, strict=True):
            if label in kept:
                sequences[id(element.parent)].append(label)
        places: defaultdict[str, list[float]] = defaultdict(list)
        for own in sequences.values():
            for place, label in enumerate(own):
                places[label].append(place / len(own))
        usual = {label: sum(own) / len(own) for label, own in places.items()}
        neighbours = [pair for own in sequences.values() for pair in itertools.pairwise(own)]
        return sum(usual[a] < usual[b] for a, b in neighbours) >= ORDERED * len(neighbours)

    def _has_value(self, element: Element, label: str) -> bool:
        """Whether something stands in an element behind its label."""
        content = element.content
        if len(content) == 1 and type(content[0]) is Run:
            # So most elements are.
            return len(content[0].text) > len(label) or bool(element.attributes)
        first = element.first_run()
        if first is not None and len(first.text) > len(label):
            return True
        if len([*itertools.islice(element.runs(), 2)]) > 1:
            return True
        return any(inner.attributes for inner in element.elements())

    def _distinguishing(self, labels: Sequence[str], group: Sequence[Element]) -> set[str]:
        """The labels that stand on enough pages, and seldom twice in one parent."""
        pages: defaultdict[str, set[int]] = defaultdict(set)
        times: Counter[tuple[str, int]] = Counter()
        for label, element in zip(labels, group, strict=True):
            if label:
                pages[label].add(element.page)
                times[label, id(element.parent)] += 1
        most: Counter[str] = Counter()
        for (label, _), count in times.items():
            most[label] = max(most[label], count)
        enough = max(2, SHARED * self.pages)
        rare = min(enough, max(3, SHARED_LABEL * self.pages))
        return {
            label
            for label, on in pages.items()
            if len(on) >= (rare if label.endswith(":") else enough)
            and most[label] <= MAX_LABELLED
            and len(label) <= 80
        }

    def _by_place(self, tag: str, words: tuple[str, ...], group: list[Element]) -> None:
        by_parent: defaultdict[int, list[Element]] = defaultdict(list)
        for element in group:
            by_parent[id(element.parent)].append(element)
        if (tag in ("td", "th") and self.slot.tag == "tr") or say_same(by_parent):
            self._add_places(tag, words, by_parent)
            return
        if forms := group_by_form(by_parent):
            for number, (form, own) in enumerate(forms.items()):
                is_free = form == "text" and tag in AUTHORS
                self._add(tag, words, own, place=-1 if is_free else number)
            return
        if are_places(by_parent):
            self._add_places(tag, words, by_parent)
            return
        shapes = self._by_structure(group, by_parent)
        if len(shapes) > 1:
            for number, own in enumerate(shapes):
                self._add(tag, words, own, place=number)
            return
        counts = Counter(len(own) for own in by_parent.values())
        usual, times = counts.most_common(1)[0]
        is_placed = (
            (tag in PLACED) and 2 <= usual <= MAX_PLACES and times >= NEARLY_ALL * len(by_parent)
        )
        if not is_placed or len(by_parent) < 2 or are_alike(by_parent):
            self._add(tag, words, group)
            return
        self._add_places(tag, words, by_parent)

    def _by_structure(
        self, group: list[Element], by_parent: dict[int, list[Element]]
    ) -> list[list[Element]]:
        """Siblings of different shapes, by the elements inside them; one list if there are none.

        What has another shape on other pages, but hardly ever beside it, is one place.
        """
        if len(group) > MAX_PLACES * len(by_parent) or len(by_parent) < 2:
            return [group]
        shapes: list[tuple[frozenset[str], list[Element]]] = []
        known: dict[frozenset[str], list[Element]] = {}
        for element in sorted(group, key=lambda e: -len(e.content)):
            inner = (c for c in element.children() if c.words or c.tag not in AUTHORS)
            own = frozenset(map(_kind, inner))
            if own in known:
                # Most are alike.
                known[own].append(element)
                continue
            near = max(shapes, key=lambda shape: jaccard(shape[0], own), default=None)
            if near is None or jaccard(near[0], own) < LIKE_INSIDE:
                near = (own, [])
                shapes.append(near)
                # A new shape may be nearer to what was seen.
                known.clear()
            known[own] = near[1]
            near[1].append(element)
            if len(shapes) > MAX_PLACES:
                return [group]
        for _, own_elements in shapes:
            parents = Counter(id(element.parent) for element in own_elements)
            if sum(parents.values()) > REPEATED * len(parents):
                return [group]
        found = [own_elements for _, own_elements in shapes]
        several = sum(1 for own in by_parent.values() if len(own) > 1)
        return _join_alternatives(found) if several < max(2, SOME * len(by_parent)) else found

    def _add_places(
        self, tag: str, words: tuple[str, ...], by_parent: dict[int, list[Element]]
    ) -> None:
        heads = self._heads_of_cells(tag)
        if self._add_headed(tag, words, by_parent, heads):
            return
        places: defaultdict[int, list[Element]] = defaultdict(list)
        for own in by_parent.values():
            for number, element in enumerate(own):
                # Empty cells are no elements of an outline, and those that reach down move others.
                places[element.column if element.column >= 0 else number].append(element)
        for place, own in sorted(places.items()):
            self._add(tag, words, own, label=_usual_head(own, heads), place=place)

    def _add_headed(
        self,
        tag: str,
        words: tuple[str, ...],
        by_parent: dict[int, list[Element]],
        heads: dict[int, str],
    ) -> bool:
        """Whether all cells have a head of their own, and stand under it wherever it is in a row.

        What a row leaves out moves the cells behind it.
        """
        headed: defaultdict[str, list[Element]] = defaultdict(list)
        for own in by_parent.values():
            for element in own:
                headed[heads.get(id(element), "")].append(element)
        if "" in headed or len(headed) < 2:
            return False
        for place, (label, own) in enumerate(headed.items()):
            self._add(tag, words, own, label=label, place=place)
        return True

    def _heads_of_cells(self, tag: str) -> dict[int, str]:
        """The template's own `th` before a cell of the same row, by the identity of the cell."""
        found: dict[int, str] = {}
        if tag != "td" or self.slot.tag != "tr":
            return found
        for parent in self.slot.elements:
            head = ""
            for child in parent.children():
                if child.tag == "th":
                    run = child.first_run()
                    is_own = run is not None and id(run) in self.fixed
                    head = run.text if run is not None and is_own else ""
                elif head and len(head) <= MAX_HEAD:
                    found[id(child)] = head
                    head = ""
        return found

    def _add(
        self,
        tag: str,
        words: tuple[str, ...],
        elements: list[Element],
        label: str = "",
        place: int = -1,
        *,
        is_headed: bool = False,
    ) -> None:
        self.slot.children.append(
            Slot(
                tag,
                words,
                self.slot,
                elements,
                label,
                place,
                is_section=words == ("=",) and tag == "section",
                is_headed=is_headed,
            )
        )


def _join_alternatives(shapes: list[list[Element]]) -> list[list[Element]]:
    """The elements by shape, with those in one that never stand beside those of the usual shape."""
    usual, *others = sorted(shapes, key=len, reverse=True)
    joined, parents = [*usual], {id(element.parent) for element in usual}
    rest = []
    for own in others:
        if parents.isdisjoint(around := {id(element.parent) for element in own}):
            joined += own
            parents |= around
        else:
            rest.append(own)
    return [joined, *rest]


def _usual_head(cells: Sequence[Element], heads: dict[int, str]) -> str:
    """What heads most of the cells of a place; empty if they have different heads, or none."""
    if not heads:
        return ""
    said = Counter(heads.get(id(cell), "") for cell in cells)
    label, times = said.most_common(1)[0]
    return label if times >= MOSTLY * len(cells) else ""


def _kind(element: Element) -> str:
    """Tag and words of an element."""
    return ".".join([element.tag, *element.words])


def _first_run(element: Element) -> tuple[Run | None, str]:
    """The first run in an element, and the tag of the element that it stands in."""
    current = element
    while current.content:
        first = current.content[0]
        if type(first) is Run:
            return first, current.tag
        assert isinstance(first, Element)
        current = first
    # It begins with an image or the like.
    waiting: list[tuple[Element | Run, str]] = [(element, element.tag)]
    while waiting:
        item, tag = waiting.pop()
        if isinstance(item, Run):
            return item, tag
        waiting.extend((inner, item.tag) for inner in reversed(item.content))
    return None, ""
