"""The outline of a page, leaf by leaf, and what runs of several pages have in common.

Twin of `unmold._core.outline_pages`.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Sequence

from unmold.templates.sample import BLOCK, JSON, META, TEXT, SamplePage
from unmold.templates.slots.outline import SHARED, SHARED_LABEL, Element, Run, make_words

INLINE = frozenset(
    """a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark nobr q s samp
    small span strike strong sub sup time tt u var wbr img input label button""".split()  # noqa: SIM905
)
INLINE_OR_TEXT = INLINE | {""}
HIDDEN = frozenset(
    ("head", "title", "script", "style", "noscript", "template", "select", "option", "link", "base")
)


class Outline:
    """Makes the tree of a page, from its root element down."""

    def __init__(self, page: SamplePage, number: int) -> None:
        self.page = page
        self.number = number
        self.parents = page.parents
        self.hints = page.elements
        self.tags = [hint.partition("\t")[0] for hint in self.hints]
        self.line_breaks = [node for node, tag in enumerate(self.tags) if tag == "br"]
        self.elements: dict[int, Element] = {}
        self.structural: set[int] = set()
        self.around: dict[int, tuple[int, str, bool]] = {0: (0, "", False)}
        """By node its structure, the inline markup between, and whether in a link."""

    def build(self) -> Element:
        page = self.page
        hidden = [False] * len(self.tags)
        for node in range(1, len(hidden)):
            # Parents stand before their children.
            hidden[node] = hidden[self.parents[node]] or self.tags[node] in HIDDEN
        shown = [
            leaf
            for leaf, (kind, _) in enumerate(page.kinds)
            if kind not in (META, JSON) and not hidden[page.nodes[leaf]]
        ]
        for leaf in shown:
            self._note_structure(page.nodes[leaf])
        root = Element(self.number, 0, "html", (), "", None)
        self.elements[0] = root
        for leaf in shown:
            self._add(leaf)
        return root

    def _note_structure(self, node: int) -> None:
        """Note the nearest element that is not inline, and all around it.

        An inline element with a block inside is structure after all.
        """
        while node and node not in self.structural and self.tags[node] in INLINE_OR_TEXT:
            node = self.parents[node]
        while node and node not in self.structural:
            self.structural.add(node)
            node = self.parents[node]

    def _place(self, node: int) -> tuple[int, str, bool]:
        """The structure that a node stands in, the inline markup between, and whether in a link."""
        unknown = []
        while node not in self.around:
            unknown.append(node)
            node = self.parents[node]
        holder, mark, is_linked = self.around[node]
        for inner in reversed(unknown):
            is_linked = is_linked or self.tags[inner] == "a"
            if inner in self.structural:
                holder, mark = inner, ""
            elif self.tags[inner]:
                own = self._step(inner)
                mark = f"{own} {mark}" if mark else own
            self.around[inner] = holder, mark, is_linked
        return holder, mark, is_linked

    def _add(self, leaf: int) -> None:
        page = self.page
        kind = page.kinds[leaf][0]
        node, mark, is_linked = self._place(page.nodes[leaf])
        holder = self._element(node)
        value = page.values[leaf]
        if kind not in (TEXT, BLOCK):
            holder.attributes = (*holder.attributes, leaf)
            return
        if kind == BLOCK:
            if value:
                holder.content.append(Run(value, (), leaf, 0))
            return
        linked = len(value) if is_linked else 0
        last = holder.content[-1] if holder.content else None
        if isinstance(last, Run):
            if not last.leaves:
                last.first = value
            elif self._is_broken(page.nodes[last.leaves[-1]], page.nodes[leaf]):
                last.breaks = (*last.breaks, len(last.leaves))
            last.leaves = (*last.leaves, leaf)
            last.marks = (*last.marks, mark)
            last.texts = (*last.texts, value)
            last.linked += linked
            if page.blocks[leaf] != last.block or last.block < 0:
                last.text = f"{last.text} {value}"
            return
        holder.content.append(Run(value, (leaf,), -1, linked, value, (mark,), (value,)))

    def _is_broken(self, before: int, node: int) -> bool:
        """Whether a `br` stands between two texts."""
        at = bisect(self.line_breaks, before)
        return at < len(self.line_breaks) and self.line_breaks[at] < node

    def _step(self, node: int) -> str:
        """An inline element with its classes, as `span.price`."""
        tag, _, classes, identity = self.hints[node].split("\t")
        return ".".join([tag, *make_words(classes, identity)])

    def _element(self, node: int) -> Element:
        missing = []
        while node not in self.elements:
            missing.append(node)
            node = self.parents[node]
        current = self.elements[node]
        for inner in reversed(missing):
            tag, itemprop, classes, identity = self.hints[inner].split("\t")
            words = make_words(classes, identity)
            made = Element(self.number, inner, tag, words, itemprop, current)
            current.content.append(made)
            self.elements[inner] = current = made
        return current


def _place_of(element: Element) -> str:
    """The place of the texts in an element: the last three steps."""
    steps = []
    current: Element | None = element
    for _ in range(3):
        if current is None:
            break
        steps.append(current.tag)
        current = current.parent
    return "/".join(steps)


def find_fixed(roots: Sequence[Element]) -> dict[int, float]:
    """The runs that say the same in the same place on enough pages, each with their share."""
    pages: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    runs: list[tuple[tuple[str, str], Run]] = []
    for root in roots:
        for element in root.elements():
            own = [item for item in element.content if type(item) is Run]
            place = _place_of(element) if own else ""
            for run in own:
                key = run.text, place
                pages[key].add(element.page)
                runs.append((key, run))
    if len(roots) == 1:
        return {}
    return {
        id(run): len(pages[key]) / len(roots)
        for key, run in runs
        if len(pages[key]) >= _enough_pages(*key, len(roots))
    }


def _enough_pages(text: str, place: str, pages: int) -> float:
    """On how many pages a text stands that is the template's own; fewer suffice for a label."""
    is_label = text.endswith(":") or place.startswith(("dt/", "th/", "label/"))
    return max(min(3, pages), (SHARED_LABEL if is_label else SHARED) * pages)


def find_labelled(roots: Sequence[Element]) -> list[tuple[Element, Run]]:
    """The runs of several texts, or with a colon, with their elements."""
    return [
        (element, item)
        for root in roots
        for element in root.elements()
        for item in element.content
        if isinstance(item, Run) and (len(item.leaves) > 1 or ":" in item.text)
    ]
