"""Shows an inspection on a terminal, aligned and coloured.

All that a page chose passes `safe` and goes into `Text`, never into markup. Lines are cut to the
width of a terminal; where the output is a file or a pipe nothing is cut and nothing is coloured.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from unmold.cli.inspection import TEXTLESS_TAGS, Inspection, own_text
from unmold.cli.outline import Row
from unmold.cli.sizes import human_size
from unmold.cli.terminal import safe
from unmold.model import Link, Page
from unmold.pages.places import place_of

if TYPE_CHECKING:
    from unmold.features import PageFeatures

LABEL_WIDTH = 13
"""The longest label and two blanks."""
MAX_CLASSES = 3
"""Utility classes come by the dozen; the first ones tell an element."""
MAX_NAME = 40
"""Characters of a name, so that several fit in a line."""
MAX_TEXT = 60
"""Characters of a text, so that an element stays on its line."""
MAX_ANCHOR = 50
"""Characters of a link's text; its address is behind it in the same line."""
MAX_SHOWN = 4
"""Examples in a line."""
MAX_PATH = 70
"""Characters of a path, the longest that leaves room for its count in 80 columns."""

_FOUND_BY = {
    "bom": "by its byte order mark",
    "http": "from the server or the source",
    "meta": "declared by the page",
    "detected": "guessed from the bytes",
    "default": "by default",
}


class PageConsole(Console):
    """A console that takes text as it is."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Leave the end of a pipe to the command, which knows the exit code."""
        raise BrokenPipeError


class InspectionView:
    """Prints inspections, one after the other."""

    def __init__(self) -> None:
        self.console = PageConsole()

    def show(self, inspection: Inspection, rows: Iterable[Row]) -> None:
        """Print one page."""
        self._show_facts(inspection)
        self._heading("tree")
        for row in rows:
            self._line(_row_text(row))
        self._show_features(inspection.features)
        self._show_links(inspection)
        self._show_problems(inspection)
        self._line(Text())

    def _line(self, text: Text) -> None:
        if self.console.is_terminal:
            self.console.print(text, no_wrap=True, overflow="ellipsis", crop=True)
        else:
            self.console.print(text, soft_wrap=True)

    def _heading(self, name: str, note: str = "") -> None:
        self._line(Text())
        self._line(Text.assemble((name, "bold"), (f"  {note}" if note else "", "dim")))

    def _fact(self, label: str, value: str, note: str = "", style: str = "") -> None:
        text = Text.assemble(
            (f"{label:<{LABEL_WIDTH}}", "dim"), (value, style), (f"  {note}" if note else "", "dim")
        )
        self._line(text)

    def _show_facts(self, inspection: Inspection) -> None:
        page, tree = inspection.page, inspection.tree
        key = safe(page.key, 500) if page.key != place_of(page.path) else ""
        self._fact("page", safe(page.path, 500), key, style="bold")
        if inspection.title is not None:
            self._fact("title", safe(inspection.title, 300) or "(empty)", style="bold green")
        self._fact("url", safe(page.url, 500), _url_note(page))
        self._fact("site", safe(page.site, 200))
        if page.http is not None:
            content_type = page.http.header("content-type") or "no content type"
            self._fact("http", str(page.http.status), safe(content_type, 100))
        found_by = _FOUND_BY.get(tree.encoding_source, tree.encoding_source)
        self._fact("encoding", safe(tree.encoding), safe(found_by))
        self._fact("size", human_size(len(page.data)), f"{human_size(tree.arena_bytes)} as a tree")
        self._fact("nodes", f"{len(tree):,}", _content_note(inspection))

    def _show_features(self, features: PageFeatures) -> None:
        self._heading("features")
        self._fact("fingerprint", features.fingerprint.hex(), "how its tags begin to repeat")
        self._fact("tags", f"{len(features.tag_sequence):,}", _most(features.tag_counts))
        self._fact("paths", f"{len(features.leaf_paths):,}", _most(features.leaf_paths, 2))
        self._fact("main region", f"{len(features.main_paths):,}", "of these paths")
        self._fact("classes", f"{len(features.classes):,}", _most(features.classes))
        labels = list(dict.fromkeys(text for text, _ in features.labels))
        shown = ", ".join(f"“{safe(text, MAX_NAME)}”" for text in labels[:MAX_SHOWN])
        self._fact("labels", f"{len(labels):,}", shown)
        longest = max(features.texts, key=len, default="")
        self._fact("texts", f"{len(features.texts):,}", f"longest “{safe(longest, MAX_TEXT)}”")

    def _show_links(self, inspection: Inspection) -> None:
        shown, count = len(inspection.links), len(inspection.features.links)
        note = f"{count:,}" if shown == count else f"{shown:,} of {count:,}"
        self._heading("links", note)
        for link in inspection.links:
            self._show_link(link)

    def _show_link(self, link: Link) -> None:
        anchor = safe(link.text, MAX_ANCHOR)
        self._line(Text.assemble((anchor or "(no text)", "green" if anchor else "dim")))
        self._line(Text.assemble("  ", (safe(link.url, 500), "blue")))
        self._line(Text.assemble("  ", (safe(link.xpath, 500), "dim")))

    def _show_problems(self, inspection: Inspection) -> None:
        if not inspection.problems:
            return
        self._heading("problems", f"{len(inspection.problems)}")
        for problem in inspection.problems:
            self._line(Text.assemble((safe(problem.code), "red"), f"  {safe(problem.message)}"))


def _most(counts: dict[str, int], shown: int = MAX_SHOWN) -> str:
    """The most frequent entries."""
    most = sorted(counts.items(), key=lambda entry: -entry[1])[:shown]
    return ", ".join(f"{safe(name, MAX_PATH)} × {count:,}" for name, count in most)


def _url_note(page: Page) -> str:
    if page.url == page.path:
        return "its path: it declares none"
    if page.url != page.declared_url:
        return f"declares {safe(page.declared_url, 200)}" if page.declared_url else ""
    return "" if page.http is not None else "as the page declares"


def _content_note(inspection: Inspection) -> str:
    quirks = ", quirks mode" if inspection.tree.quirks else ""
    return (
        f"{inspection.elements:,} elements, {inspection.text_length:,} characters of text, "
        f"depth {inspection.tree.max_depth:,}{quirks}"
    )


def _row_text(row: Row) -> Text:
    text = Text.assemble((_guides(row.last), "bright_black"))
    if row.node is None:
        return text.append(f"… {row.count:,} more", style="dim")
    text.append(safe(row.node.tag or "", MAX_NAME), style="cyan")
    text.append(_identity(row), style="yellow")
    if row.count > 1:
        text.append(f" × {row.count:,}", style="bold magenta")
    return text.append(_remark(row), style="dim")


def _guides(last: tuple[bool, ...]) -> str:
    if not last:
        return ""
    return "".join("   " if ended else "│  " for ended in last[:-1]) + (
        "└─ " if last[-1] else "├─ "
    )


def _identity(row: Row) -> str:
    """The id, where the row is one element, and the first classes, as CSS writes them."""
    attributes = row.node.attributes if row.node is not None and row.count == 1 else {}
    name = safe(attributes.get("id", ""), MAX_NAME)
    shown = [safe(each, MAX_NAME) for each in row.classes[:MAX_CLASSES]]
    more = "…" if len(row.classes) > MAX_CLASSES else ""
    return (f"#{name}" if name else "") + "".join(f".{each}" for each in shown if each) + more


def _remark(row: Row) -> str:
    """What follows a row: how much is hidden, or the text of the element."""
    if row.node is None:
        return ""
    if row.node.tag in TEXTLESS_TAGS:
        length = len(row.node.text)
        return f"  {length:,} characters" if length and row.count == 1 else ""
    hidden = f"  … {row.hidden:,} below" if row.hidden else ""
    text = safe(own_text(row.node), MAX_TEXT)
    return (f"  “{text}”" if text else "") + hidden
