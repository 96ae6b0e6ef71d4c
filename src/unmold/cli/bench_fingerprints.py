"""`unmold bench fingerprints`: the tables of the paper on template fingerprints, on other pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from unmold.cli.bench_options import takes_corpora, takes_output, takes_seed
from unmold.cli.bench_report import keep_pictures, keep_report, show_report, takes_pictures
from unmold.cli.progress import StepDisplay

if TYPE_CHECKING:
    from unmold.bench.fingerprints import FingerprintReport, FingerprintSettings


@click.command("fingerprints")
@takes_corpora
@click.option(
    "--most-pages",
    type=click.IntRange(min=20),
    default=100,
    show_default=True,
    metavar="N",
    help="Random pages of each template that are classified at most.",
)
@click.option(
    "--slow-pages",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    metavar="N",
    help="Pages of each corpus that LCTS and RTDM are asked about.",
)
@takes_seed
@takes_output
@takes_pictures
def command(
    corpora: tuple[str, ...],
    most_pages: int,
    slow_pages: int,
    seed: int,
    output: str | None,
    pictures: str | None,
    as_json: bool,
) -> None:
    """Measure the tables and figures of the paper on template fingerprints again.

    Classification with ten training pages for each template and by ten-fold cross validation, for
    fingerprints (FP) and eight baselines; clustering across sites; cluster sizes, entropies of
    splits and throughput as pictures. Published numbers stand beside ours.

    \b
    Example:
      unmold bench fingerprints --corpus corpora/swde
      unmold bench fingerprints -o fingerprints.json --pictures pictures
    """  # noqa: D301 - click wants the control character itself
    from unmold.bench.fingerprints import FingerprintSettings
    from unmold.bench.fingerprints.figures import draw_figures
    from unmold.bench.fingerprints.show import tables_of

    settings = FingerprintSettings(most_pages=most_pages, slow_pages=slow_pages, seed=seed)
    report = _measure(corpora, settings)
    keep_report(report, output)
    keep_pictures(draw_figures(report), pictures)
    show_report(report, tables_of(report), as_json=as_json)


def _measure(folders: tuple[str, ...], settings: FingerprintSettings) -> FingerprintReport:
    from unmold.bench.corpus import find_corpora
    from unmold.bench.fingerprints import measure_fingerprints
    from unmold.bench.fingerprints.report import count_steps

    corpora = find_corpora(folders)
    with StepDisplay("bench fingerprints", count_steps(corpora)) as display:
        return measure_fingerprints(corpora, settings, started=display.step)
