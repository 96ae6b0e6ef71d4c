"""What pages of other templates say, and where, element by element.

Twin of `unmold._core.FrameCounts`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from reference.outline import Outline
from unmold.templates.sample import SamplePage
from unmold.templates.slots.frame import _path
from unmold.templates.slots.outline import Element, Run

SMALL = 0.3
Said = tuple[str, str]


def count_frame(templates: Sequence[Sequence[SamplePage]]) -> tuple[Counter[Said], Counter[str]]:
    """In how many templates a path says a text, and in how many its elements repeat."""
    texts: Counter[Said] = Counter()
    rows: Counter[str] = Counter()
    for pages in templates:
        roots = [Outline(page, 0).build() for page in pages]
        texts.update({said for root in roots for said in _said_in(root)})
        rows.update({path for root in roots for path in _repeated_in(root)})
    return texts, rows


def _said_in(root: Element) -> set[Said]:
    """What a page says, with the paths of the elements that say it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    paths: dict[int, str] = {}
    for element in root.elements():
        for item in element.content:
            if isinstance(item, Run):
                found[_path(element, paths)].add(item.text)
    return {(path, text) for path, texts in found.items() for text in texts}


def _repeated_in(root: Element) -> set[str]:
    """The paths of elements that repeat among their siblings, and are a small part of the page."""
    paths: dict[int, str] = {}
    letters: Counter[str] = Counter()
    repeated: set[str] = set()
    for element in root.elements():
        counts = Counter(_path(child, paths) for child in element.children())
        own = {path for path, times in counts.items() if times > 1}
        repeated |= own
        for child in element.children() if own else ():
            path = _path(child, paths)
            if path in own:
                letters[path] += sum(len(run.text) for run in child.runs())
    total = sum(len(run.text) for run in root.runs())
    return {path for path in repeated if letters[path] <= SMALL * total}
