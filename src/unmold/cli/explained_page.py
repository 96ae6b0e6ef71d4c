"""`unmold cluster --explain PAGE`: prints why a page is in its cluster."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.clusters.cluster import Clustering
    from unmold.clusters.explain import ClusterView, Explanation, ReadPages
    from unmold.settings import Limits

WIDTH = 9
"""Letters of the words that stand before."""


def show_page(
    clustering: Clustering, page: str, read: ReadPages, limits: Limits, *, as_json: bool
) -> None:
    """Print why a page, given by path, URL or key, is in its cluster."""
    from unmold.clusters.explain import explain_page

    explanation = explain_page(clustering, _find(clustering, page), read, limits)
    if as_json:
        click.echo(json.dumps(_to_dict(explanation)))
        return
    for word, text in _lines(explanation):
        click.echo(f"{word:<{WIDTH}} {safe(text)}".rstrip())


def _find(clustering: Clustering, page: str) -> int:
    for names in (clustering.paths, clustering.urls, clustering.keys):
        if page in names:
            return names.index(page)
    raise UsageError(
        f"{page!r} is not one of the pages that were clustered",
        hint="give a page as the column path or url of the table has it",
    )


def _lines(explanation: Explanation) -> list[tuple[str, str]]:
    """Pairs of a word and what it stands before."""
    lines = [("page", explanation.path)]
    if explanation.url != explanation.path:
        lines.append(("url", explanation.url))
    lines += _view_lines("cluster", explanation.own)
    lines += _view_lines("second", explanation.second)
    lines.append(("doubt", explanation.doubt or "none"))
    lines.append(("why", explanation.reason))
    return lines


def _view_lines(word: str, view: ClusterView | None) -> list[tuple[str, str]]:
    if view is None:
        return [(word, "none")]
    score = "" if view.score is None else f", score {view.score:.2f}"
    lines = [(word, f"{view.number}: {view.pages:,} page{'s' * (view.pages != 1)}{score}")]
    for side, traits in (("has", view.has), ("lacks", view.lacks)):
        lines += [("", f"{side} {kind}: {text}") for kind, text in _traits_lines(traits)]
    return lines


def _traits_lines(traits: Any) -> list[tuple[str, str]]:
    from unmold.clusters.traits import list_traits

    marked = {
        kind: [_mark(kind, one) for one in found] for kind, found in list_traits(traits).items()
    }
    return [(kind, ", ".join(found)) for kind, found in marked.items() if found]


def _mark(kind: str, trait: str) -> str:
    return f'"{trait}"' if kind == "texts" else trait


def _to_dict(explanation: Explanation) -> dict[str, Any]:
    return {
        "path": explanation.path,
        "url": explanation.url,
        "site": explanation.site,
        "cluster": _view_dict(explanation.own),
        "second": _view_dict(explanation.second),
        "doubt": explanation.doubt,
        "why": explanation.reason,
    }


def _view_dict(view: ClusterView | None) -> dict[str, Any] | None:
    from unmold.clusters.traits import list_traits

    if view is None:
        return None
    return {
        "cluster": view.number,
        "pages": view.pages,
        "score": None if view.score is None else round(view.score, 3),
        "has": list_traits(view.has),
        "lacks": list_traits(view.lacks),
    }
