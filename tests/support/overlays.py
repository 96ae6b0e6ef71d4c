"""Overlays read back from the cleaned page, as a browser would read them."""

from collections import defaultdict
from typing import Any

from unmold._core import Tree
from unmold.model import Page
from unmold.overlay import OverlayPage, Place, clean_page


def without_spaces(text: str) -> str:
    return "".join(text.split())


class CleanedPage:
    """A cleaned page whose texts are asked for by mark, position and letters."""

    def __init__(self, page: Page) -> None:
        self.html = clean_page(page, lambda address, kind: None)
        self._elements: dict[int, list[Any]] = defaultdict(list)
        for node in Tree.parse(self.html.encode(), "utf-8").document.iter():
            if node.kind == "element" and "data-unmold" in node.attributes:
                self._elements[int(node.attributes["data-unmold"])].append(node)

    def element(self, mark: int) -> Any:
        (found,) = self._elements[mark]
        return found

    def text(self, mark: int, node: int, start: int, end: int) -> str:
        texts = [child for child in self.element(mark).children if child.kind == "text"]
        units = texts[node].text.encode("utf-16-le")
        return units[2 * start : 2 * end].decode("utf-16-le")


def said_by_cell(page: CleanedPage, overlay: OverlayPage) -> list[tuple[Place, str]]:
    """The first place of each value that is text, and all letters at its places."""
    cells: dict[int, list[Place]] = defaultdict(list)
    for place in overlay.places:
        if place.attribute is None:
            cells[place.cell].append(place)
    return [
        (
            places[0],
            "".join(page.text(one.mark, one.node, one.start, one.end) for one in places),
        )
        for places in cells.values()
    ]
