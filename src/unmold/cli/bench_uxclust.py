"""`unmold bench uxclust`: the tables and figures of the UXClust paper, on other sites."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unmold.cli.bench_options import takes_corpora, takes_output, takes_seed
from unmold.cli.files import write_file
from unmold.cli.progress import StepDisplay

if TYPE_CHECKING:
    from unmold.bench.uxclust import UxClustReport, UxClustSettings


@click.command("uxclust")
@takes_corpora
@click.option(
    "--cutoff",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    metavar="N",
    help="Drop XPaths that lead to fewer pages.",
)
@click.option(
    "--shop-pages",
    type=click.IntRange(min=20),
    default=2000,
    show_default=True,
    metavar="N",
    help="Pages of the shop that is made up.",
)
@takes_seed
@takes_output
@click.option(
    "--pictures",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Also draw the figures into this folder, as SVG.",
)
def command(
    corpora: tuple[str, ...],
    cutoff: int,
    shop_pages: int,
    seed: int,
    output: str | None,
    pictures: str | None,
    as_json: bool,
) -> None:
    """Measure the tables and figures of the UXClust paper again.

    Precision and recall of one known template of linked sites, beside common paths and pq-grams on
    as many pages as in the paper; the four thresholds as pictures; and the time for a million
    tuples that are shaped like the paper's crawls.

    \b
    Example:
      unmold bench uxclust --corpus corpora/openjdk17
      unmold bench uxclust -o uxclust.json --pictures pictures
    """  # noqa: D301 - click wants the control character itself
    from unmold.bench.uxclust import UxClustSettings
    from unmold.bench.uxclust.figures import draw_figures

    settings = UxClustSettings(cutoff=cutoff, seed=seed)
    report = _measure(corpora, shop_pages, settings)
    if output:
        write_file(output, json.dumps(report.to_dict(), indent=1) + "\n")
    if pictures:
        for name, picture in draw_figures(report).items():
            write_file(Path(pictures) / name, picture)
    _show(report, as_json)


def _measure(folders: tuple[str, ...], shop_pages: int, settings: UxClustSettings) -> UxClustReport:
    from unmold.bench.corpus import find_corpora
    from unmold.bench.uxclust import measure_uxclust
    from unmold.bench.uxclust.report import count_steps
    from unmold.demo import build_site

    def build_shop(folder: Path) -> Path:
        return build_site(folder, seed=settings.seed, pages=shop_pages, light=False).manifest

    corpora = find_corpora(folders)
    with StepDisplay("bench uxclust", count_steps(corpora)) as display:
        return measure_uxclust(corpora, build_shop, settings, started=display.step)


def _show(report: UxClustReport, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(report.to_dict(), indent=2))
        return
    from unmold.bench.uxclust.show import tables_of

    for table in tables_of(report):
        click.echo(f"{table.to_text()}\n")
    click.echo(report.machine)
