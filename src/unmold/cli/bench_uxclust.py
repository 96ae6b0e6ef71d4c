"""`unmold bench uxclust`: the tables and figures of the UXClust paper, on other sites."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from unmold.cli.bench_options import takes_corpora, takes_output, takes_seed
from unmold.cli.bench_report import keep_pictures, keep_report, show_report, takes_pictures
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
@takes_pictures
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
    from unmold.bench.uxclust.show import tables_of

    settings = UxClustSettings(cutoff=cutoff, seed=seed)
    report = _measure(corpora, shop_pages, settings)
    keep_report(report, output)
    keep_pictures(draw_figures(report), pictures)
    show_report(report, tables_of(report), as_json=as_json)


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
