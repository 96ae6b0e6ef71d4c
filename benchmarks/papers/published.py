"""Every table and figure of the papers: what became of it here.

One list for each paper, in `published_items.py` of its folder; `render_items` writes the page that
shows all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unmold.bench.text_tables import Table

MEASURED = "measured again"
EXAMPLE = "checked by a test"
DRAWING = "without a result"
NOT_MEASURED = "not measured"

STATES = {
    MEASURED: "on other pages; both numbers are shown",
    EXAMPLE: "worked examples, whose results tests compare",
    DRAWING: "they draw or name something",
    NOT_MEASURED: "the remark says why",
}


@dataclass(frozen=True, slots=True)
class PublishedItem:
    """A table or figure of a paper."""

    label: str
    shows: str
    state: str
    published: str = ""
    """The number in it that says most."""
    ours: Callable[[Any], str] | None = None
    """Reads the same from our report."""
    where: str = ""
    """Beginning of the title of our table, or the file of our picture; of an example, its test."""
    remark: str = ""
    """What differs, or why it was not measured."""

    @property
    def is_picture(self) -> bool:
        return self.where.endswith(".svg")


def render_items(papers: Mapping[str, tuple[Any, Any]]) -> str:
    """For each paper and its report, the table of its tables and figures."""
    parts = [render_summary([item for paper, _ in papers.values() for item in paper.published])]
    for paper, report in papers.values():
        rows = [
            [
                item.label,
                item.shows,
                _link(item, paper.document),
                item.published or "-",
                item.ours(report) if item.ours else "-",
                item.remark,
            ]
            for item in paper.published
        ]
        columns = ["published as", "shows", "here", "published", "ours", "remark"]
        table = Table(paper.citation, columns, rows, names=len(columns))
        parts += [table.to_markdown(), f"({report.origin})"]
    return "\n\n".join(parts)


def render_summary(items: Sequence[PublishedItem]) -> str:
    """How many of them became what."""
    counts = {state: sum(item.state == state for item in items) for state in STATES}
    lines = [f"- {counts[state]} are {state}: {says}." for state, says in STATES.items()]
    return "\n".join([f"Of {len(items)} tables and figures", "", *lines])


def _link(item: PublishedItem, document: str) -> str:
    if item.state == MEASURED:
        target = f"../pictures/{item.where}" if item.is_picture else f"../concepts/{document}"
        return f"[{item.state}]({target})"
    return f"{item.state}: `{item.where}`" if item.state == EXAMPLE else item.state
