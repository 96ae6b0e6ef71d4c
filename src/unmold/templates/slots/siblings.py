"""What distinguishes siblings, and what makes them rows of one kind."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter

from unmold.templates.shapes import name_count, shape_of
from unmold.templates.slots.outline import Element, Run
from unmold.values import parse_date, parse_price

NEARLY_ALL = 0.9
"""Share of parents that have a word of the path. From the prototype on 42 templates."""
SOME = 0.1
"""Share of parents that have a word which separates siblings left together."""
MAX_PLACES = 8
"""Siblings that may each have a place of their own. A guess."""
REPEATED = 1.15
"""Elements a parent, on average, from which on a slot repeats. From the prototype."""
AUTHORS = frozenset(
    ("p", "ul", "ol", "li", "blockquote", "pre", "h2", "h3", "h4", "h5", "h6", "figure")
)
"""Tags that authors write themselves; without a class they are content, not places."""
SECTIONS = frozenset(("section", "article", "aside", "nav", "footer"))
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
PARENT = attrgetter("parent")


def group_by_form(by_parent: dict[int, list[Element]]) -> dict[str, list[Element]]:
    """Siblings by what they can only be, if these always stand in one order; empty if they do not.

    Without a class, nothing but that distinguishes a time from the links to speakers behind it.
    """
    forms: defaultdict[str, list[Element]] = defaultdict(list)
    having: Counter[str] = Counter()
    orders: Counter[tuple[str, ...]] = Counter()
    parents = len(by_parent)
    if parents < SOME_PARENTS or max(map(len, by_parent.values())) > MAX_PLACES:
        return {}
    for siblings in by_parent.values():
        own = [_form_of(element) for element in siblings]
        for form, element in zip(own, siblings, strict=True):
            forms[form].append(element)
        having.update({*own})
        orders[tuple(form for form, _ in itertools.groupby(own))] += 1
    usual, times = orders.most_common(1)[0]
    if len(forms) < 2 or len({*usual}) < max(2, len(usual)):
        return {}
    fitting = sum(n for order, n in orders.items() if _is_within(order, usual))
    is_placed = any(len(forms[form]) <= REPEATED * having[form] for form in usual)
    if fitting < NEARLY_ALL * parents or not is_placed or {*forms} != {*usual}:
        return {}
    return {form: forms[form] for form in usual} if times >= 0.5 * parents else {}


def are_places(by_parent: dict[int, list[Element]]) -> bool:
    """Whether siblings are always as many, and those of each place can only be one thing.

    A row may be a list: of a picture, of a link and of a price.
    """
    counts = Counter(map(len, by_parent.values()))
    usual, times = counts.most_common(1)[0]
    enough = NEARLY_ALL * len(by_parent)
    if not 2 < usual <= MAX_PLACES or len(by_parent) < SOME_PARENTS or times < enough:
        return False
    rows = [own for own in by_parent.values() if len(own) == usual]
    places = [Counter(map(_form_of, place)) for place in zip(*rows, strict=True)]
    forms = [place.most_common(1)[0] for place in places]
    return len({form for form, _ in forms}) > 1 and all(n >= enough for _, n in forms)


def say_same(by_parent: dict[int, list[Element]]) -> bool:
    """Whether siblings say one thing twice: the way to a page stands above it and below it."""
    twice = [own for own in by_parent.values() if len(own) == 2]
    if len(by_parent) < SOME_PARENTS or len(twice) < NEARLY_ALL * len(by_parent):
        return False
    # Most pairs differ in their first text.
    pairs = [(one.letters(), other.letters()) for one, other in twice]
    if sum(one == other for one, other in pairs) < NEARLY_ALL * len(pairs):
        return False
    same = sum(
        [run.text for run in one.runs()] == [run.text for run in other.runs()]
        for one, other in twice
    )
    return same >= NEARLY_ALL * len(twice)


SOME_PARENTS = 4
"""Parents whose children show an order. A guess."""


def find_opening_lines(by_parent: dict[int, list[Element]]) -> list[list[Element]]:
    """The lines that texts open with, one list a place: a date, a byline, a price set in bold.

    Plain markup gives them no class, but nearly all texts have them, and nothing but markup or
    dates in them, while sentences follow.
    """
    if len(by_parent) < SOME_PARENTS:
        return []
    numbers: list[int] = []
    again = followed = 0
    for siblings in by_parent.values():
        are_set_off = [_is_set_off(element) for element in siblings]
        numbers.append([*are_set_off, False].index(False))
        again += any(are_set_off[numbers[-1] :])
        followed += len(siblings) > numbers[-1]
    enough = NEARLY_ALL * len(by_parent)
    # Authors set off such lines anywhere, too: as headings, for one.
    if again > SOME * len(by_parent) or followed < enough:
        return []
    return [
        [siblings[place] for siblings in by_parent.values() if len(siblings) > place]
        for place in range(MAX_OPENING)
        if sum(1 for number in numbers if number > place) >= enough
    ]


MAX_OPENING = 3
"""Lines that a text opens with before its first sentence. A guess."""
MAX_OPENING_WORDS = 10
"""Words of such a line; longer ones are sentences. A guess."""


def _is_set_off(element: Element) -> bool:
    """Whether an element is a short line of marked words that can only be data.

    A date or a price says so itself, several texts in markup of their own do by their number. One
    text in bold may as well be the first line of what an author wrote.
    """
    runs = [*itertools.islice(element.runs(), 2)]
    if len(runs) != 1 or runs[0].text.count(" ") >= MAX_OPENING_WORDS:
        return False
    (run,) = runs
    if is_date(run.text):
        return True
    said = zip(run.marks, run.texts, strict=True)
    marks = [mark for mark, text in said if any(map(str.isalnum, text))]
    if not marks or not all(marks) or run.linked >= NEARLY_ALL * len(run.text):
        return False
    return len(marks) > 1 or parse_price(run.text) is not None


def _is_within(order: Sequence[str], usual: Sequence[str]) -> bool:
    """Whether an order is the usual one, but for what is missing."""
    rest = iter(usual)
    return all(form in rest for form in order)


def _form_of(element: Element) -> str:
    """What an element can only be: nothing but a link, a date or media; else text."""
    runs = [*itertools.islice(element.runs(), 2)]
    if len(runs) != 1:
        return "text" if runs else "media"
    (run,) = runs
    if run.linked >= NEARLY_ALL * len(run.text):
        return "link"
    return "date" if is_date(run.text) else "text"


def line_words(line: Run) -> tuple[str, ...]:
    """What a line can only be, by its shape: its kind, in place of classes."""
    if shape := _shape(line.text):
        return (shape,)
    return ("date",) if len(line.leaves) == 1 and is_date(line.text) else ()


@lru_cache(maxsize=4_096)
def _shape(text: str) -> str:
    return shape_of([text]) or name_count([text])


@lru_cache(maxsize=4_096)
def is_date(text: str) -> bool:
    """Whether a text is a date; asked of many texts that have no digit."""
    if not any(map(str.isdigit, text)):
        return False
    return parse_date(text) is not None or parse_date(text, "day-first") is not None


def has_own_heading(element: Element) -> bool:
    """Whether an element is a section of its own: it begins with its heading."""
    first = next(iter(element.children()), None)
    return element.tag in SECTIONS and first is not None and first.tag in HEADINGS


Signatures = dict[tuple[Element, bool], frozenset[str]]
"""Signatures that are known, of elements and whether they are folded."""


def are_separated(
    having: Sequence[Element],
    others: Sequence[Element],
    parents: int,
    words: Sequence[str],
    known: Signatures,
) -> bool:
    """Whether a word separates siblings of different kinds.

    It does if enough parents have elements of both sorts, unless these are rows of one kind: alike
    inside with two texts or more, or several of each in a parent.
    """
    one = Counter(map(id, map(PARENT, having)))
    other = Counter(map(id, map(PARENT, others)))
    both = one.keys() & other.keys()
    if len(both) < max(2, SOME * parents) or are_stripes(having, others, known):
        return False
    if all(one[parent] > 1 and other[parent] > 1 for parent in both):
        return not are_one_kind(having, others, 1, words, known)
    return not are_one_kind(having, others, 2, words, known)


def are_stripes(having: Sequence[Element], others: Sequence[Element], known: Signatures) -> bool:
    """Whether siblings of two sorts are rows of one kind in turns of two colors.

    They have the same places inside, and a list may end with either of them; entries that consist
    of two siblings end with the second one.
    """
    sorts: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
    for is_one, part in ((True, having), (False, others)):
        for element in part:
            # What heads the columns of a table is no row of it.
            if not consists_of_headers(element):
                sorts[id(element.parent)].append((element.node, is_one))
    several = [[is_one for _, is_one in sorted(own)] for own in sorts.values() if len(own) > 1]
    turning = [own for own in several if all(a != b for a, b in pairwise(own))]
    odd = sum(len(own) % 2 for own in turning)
    if not several or len(turning) < NEARLY_ALL * len(several) or odd < ODD * len(turning):
        return False
    return are_one_kind(having, others, 1, (), known)


ODD = 0.2
"""Share of lists with an odd number of rows, if these take turns only in color. A guess."""


def consists_of_headers(row: Element) -> bool:
    """Whether a row of a table has header cells and no others."""
    cells = 0
    for item in row.content:
        if type(item) is not Run:
            if item.tag != "th":
                return False
            cells += 1
    return cells > 1


def are_unlike(having: Sequence[Element], others: Sequence[Element]) -> bool:
    """Whether elements of two groups have places inside, but none in common.

    The members of a class and those that it inherits hardly ever stand on one page, but what is not
    alike is no variant of one place.
    """
    for part in (having, others):
        if len({id(element.parent) for element in part}) < SOME_PARENTS:
            # Few pages do not tell what is alike.
            return False
    some, more = (_inner_places(part) for part in (having, others))
    return bool(some) and bool(more) and some.isdisjoint(more)


def _inner_places(elements: Sequence[Element]) -> set[str]:
    """Tags with the first class of the elements that stand in some, without those of authors."""
    return {
        f"{child.tag}.{child.words[0]}" if child.words else child.tag
        for element in elements
        for child in element.children()
        if child.words or child.tag not in AUTHORS
    }


def is_one_place(
    having: Sequence[Element],
    others: Sequence[Element],
    words: Sequence[str],
    known: Signatures,
) -> bool:
    """Whether a word names one element of each parent, and the others only stand beside it.

    A notice that few pages have is no second price, though both are `div`s with a class.
    """
    parents = {id(element.parent) for element in having}
    is_single = len(having) == len(parents)
    are_beside = is_single and all(id(element.parent) in parents for element in others)
    return are_beside and not are_one_kind(having, others, 1, words, known)


def are_one_kind(
    having: Sequence[Element],
    others: Sequence[Element],
    texts: int,
    words: Sequence[str],
    known: Signatures,
) -> bool:
    """Whether elements of two groups have the same inner structure of enough texts."""
    # Where all share a class, what differs in their free texts is the authors'.
    is_folded = bool(words)
    for element in (*having[:20], *others[:20]):
        if (element, is_folded) not in known:
            known[element, is_folded] = signature(element, is_folded=is_folded)
    some, more = ([known[e, is_folded] for e in part[:20]] for part in (having, others))
    # Hardly any two differ.
    nearest = {one: max(jaccard(one, other) for other in {*more}) for one in {*some}}
    likeness = [nearest[one] for one in some]
    return (
        sum(likeness) >= ALIKE * len(likeness)
        and sum(map(len, some)) >= texts * len(some)
        and sum(map(len, more)) >= texts * len(more)
    )


def signature(element: Element, *, is_folded: bool = False) -> frozenset[str]:
    """The paths of the runs inside an element; folded, markup of authors without a class is one."""
    content = element.content
    if len(content) == 1 and type(content[0]) is Run:
        # So most elements are.
        return ONE_TEXT
    found: set[str] = set()
    waiting: list[tuple[Element, str]] = [(element, "")]
    while waiting:
        current, path = waiting.pop()
        is_text = False
        for item in current.content:
            if type(item) is Run:
                is_text = True
            elif is_folded and item.tag in AUTHORS and not item.words:
                waiting.append((item, path if path.endswith(FREE) else path + FREE))
            else:
                waiting.append((item, f"{path}/{item.tag}"))
        if is_text:
            found.add(path + "|")
    return frozenset(found)


ONE_TEXT = frozenset(("|",))
"""The paths of an element that holds one text and nothing else."""
FREE = "/~"
"""Stands in a path for paragraphs, lists and the like without a class."""


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of what two sets have in common."""
    if one == other:
        # So most are.
        return 1.0
    both = len(one & other)
    return both / (len(one) + len(other) - both)


ALIKE = 0.6
"""Jaccard of the inner text paths of neighbours that are rows of one kind. From the prototype."""


def are_alike(by_parent: dict[int, list[Element]]) -> bool:
    """Whether neighbours are rows of one kind: the same inner structure, two texts or all links."""
    some = list(by_parent.values())[:20]
    likeness = [jaccard(one, other) for own in some for one, other in pairwise(map(signature, own))]
    runs = [[*element.runs()] for own in some for element in own]
    has_several = sum(map(len, runs)) >= 2 * len(runs)
    letters = sum(len(run.text) for own in runs for run in own)
    is_linked = sum(run.linked for own in runs for run in own) >= 0.6 * max(1, letters)
    is_alike = len(likeness) > 0 and sum(likeness) >= ALIKE * len(likeness)
    return is_alike and (has_several or is_linked)
