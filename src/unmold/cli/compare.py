"""`unmold compare`: two pages enter, their similarity by each measure leaves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from unmold.cli.problem_log import ProblemLog
from unmold.errors import UsageError
from unmold.model import Page
from unmold.settings import Comparison, Limits

if TYPE_CHECKING:
    from unmold.features import Similarity


@click.command("compare", epilog="Example: unmold compare a.html b.html --measure path-jaccard")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="Use this measure; may be repeated.  [default: all]",
)
@click.option(
    "--kappa",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="The weight of structure against style in structure-style.",
)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def compare(
    first: str, second: str, measures: tuple[str, ...], kappa: float, as_json: bool
) -> None:
    """Say how alike two pages are.

    A and B are HTML files, or any SOURCE, of which the first page is taken. All measures are
    similarities: 1 for identical pages, 0 for pages that share nothing. A tree edit distance that
    would cost too much is left out, with the reason.
    """
    from unmold.features import compare_pages

    settings = Comparison(kappa=kappa)
    pages = (_first_page(first), _first_page(second))
    similarity = compare_pages(*pages, measures or None, settings)
    if as_json:
        click.echo(json.dumps({**similarity.scores, **_reasons(similarity)}))
    else:
        _show(similarity)


def _first_page(name: str) -> Page:
    from pathlib import Path

    from unmold.pages import read_pages

    with ProblemLog(None) as log:
        page = next(read_pages([Path(name)], limit=1, limits=Limits(), problems=log.add), None)
        if page is None:
            log.print_summary(0)
            raise UsageError(f"no page to compare in {name}", hint="give an HTML file or a SOURCE")
    return page


def _reasons(similarity: Similarity) -> dict[str, object]:
    return {"reasons": similarity.reasons} if similarity.reasons else {}


def _show(similarity: Similarity) -> None:
    width = max(len(name) for name in similarity.scores)
    for name, score in similarity.scores.items():
        if score is None:
            shown = click.style(f"none    {similarity.reasons[name]}", dim=True)
        else:
            shown = f"{score:.4f}  {click.style(_bar(score), fg='cyan')}"
        click.echo(f"{name:<{width}}  {shown}".rstrip())


def _bar(score: float, length: int = 30) -> str:
    return "█" * round(score * length)
