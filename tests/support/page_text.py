"""What a page says, element by element, read with the standard library and nothing of unmold."""

from html.parser import HTMLParser
from pathlib import Path

VOID = {"br", "hr", "img", "input", "link", "meta"}


class PageText(HTMLParser):
    """Collects texts, links, classes, tags and attributes; insists on balanced tags."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.links: list[str] = []
        self.classes: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self._open: list[tuple[str, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append(tag)
        self.attributes += [value for value in attributes.values() if value]
        if href := attributes.get("href"):
            self.links.append(href)
        self.classes += (attributes.get("class") or "").split()
        if tag not in VOID:
            self._open.append((tag, []))

    def handle_data(self, data: str) -> None:
        for _, parts in self._open:
            parts.append(data)

    def handle_endtag(self, tag: str) -> None:
        opened, parts = self._open.pop()
        assert opened == tag
        self.texts.append(" ".join("".join(parts).split()))


def read_page(path: Path) -> PageText:
    reader = PageText()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    return reader
