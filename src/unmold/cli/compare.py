"""`unmold compare A B`: shows the similarity of two pages by each measure."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING

import click

from unmold.cli.problem_log import ProblemLog, describe
from unmold.cli.terminal import safe, shorten
from unmold.errors import UsageError
from unmold.model import Page
from unmold.settings import Comparison, Limits

if TYPE_CHECKING:
    from unmold.features import Similarity

BAR_LENGTH = 20
"""Cells of a bar; with name and score a line fits in 80 columns."""


def _list_measures(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from unmold.features.compare import MEANINGS

        for name, meaning in MEANINGS.items():
            click.echo(f"{name:<{_width()}}  {meaning}")
        context.exit()


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
@click.option(
    "--list",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_list_measures,
    help="List the measures and what they compare.",
)
def compare(
    first: str, second: str, measures: tuple[str, ...], kappa: float, as_json: bool
) -> None:
    """Show how similar two pages are.

    A and B are HTML files, or any SOURCE, of which the first page is taken. All measures are
    similarities: 1 for identical pages, 0 for pages that share nothing. A comparison that would
    cost too much is left out, with the reason. A page that is too large is cut, with a problem.
    """
    from unmold.features import compare_pages

    settings = Comparison(kappa=kappa)
    pages = (_first_page(first), _first_page(second))
    similarity = compare_pages(*pages, measures or None, settings)
    if as_json:
        click.echo(json.dumps({**similarity.scores, **_remarks(similarity)}))
    else:
        _show(pages, similarity)
    for problem in similarity.problems:
        click.echo(f"problem: {describe(problem)}", err=True)


def _first_page(name: str) -> Page:
    from pathlib import Path

    from unmold.pages import read_pages

    with ProblemLog(None) as log:
        page = next(read_pages([Path(name)], limit=1, limits=Limits(), problems=log.add), None)
        if page is None:
            log.print_summary(0)
            raise UsageError(f"no page to compare in {name}", hint="give an HTML file or a SOURCE")
    return page


def _remarks(similarity: Similarity) -> dict[str, object]:
    """Why scores are missing and what was cut from the pages, where there is anything to say."""
    problems = [problem.to_json() for problem in similarity.problems]
    remarks = {"reasons": similarity.reasons, "problems": problems}
    return {name: remark for name, remark in remarks.items() if remark}


def _show(pages: tuple[Page, Page], similarity: Similarity) -> None:
    for letter, page in zip("AB", pages, strict=True):
        click.echo(f"{click.style(letter, bold=True)}  {safe(page.path, 500)}")
    click.echo()
    for name, score in similarity.scores.items():
        click.echo(_row(name, score, similarity.reasons.get(name, "")))


def _row(name: str, score: float | None, reason: str) -> str:
    if score is None:
        shown = f"{'none':<{6 + 2 + BAR_LENGTH}}"
        note = reason
    else:
        # The full length stays visible, so that bars can be compared.
        filled = round(score * BAR_LENGTH)
        bar = click.style("█" * filled, fg="cyan") + click.style(
            "·" * (BAR_LENGTH - filled), dim=True
        )
        shown = f"{score:.4f}  {bar}"
        note = _meaning(name)
    return f"{name:<{_width()}}  {shown}  {click.style(_fit(note), dim=True)}"


def _meaning(name: str) -> str:
    from unmold.features.compare import MEANINGS

    return MEANINGS[name]


def _width() -> int:
    """Letters of the longest name."""
    from unmold.features.compare import MEANINGS

    return max(map(len, MEANINGS))


def _fit(note: str) -> str:
    """What fits on the rest of a terminal's line; all of it in a file or a pipe."""
    if not sys.stdout.isatty():
        return note
    used = _width() + 2 + 6 + 2 + BAR_LENGTH + 2
    return shorten(note, max(shutil.get_terminal_size().columns - used, 0))
