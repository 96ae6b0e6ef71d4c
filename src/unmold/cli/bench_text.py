"""`unmold bench text`: the experiments of the papers on TEXT, on other pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from unmold.cli.bench_options import takes_corpora
from unmold.cli.bench_report import keep_pictures, keep_report, show_report, takes_pictures
from unmold.cli.progress import StepDisplay

if TYPE_CHECKING:
    from unmold.bench.text import TextReport, TextSettings


@click.command("text")
@takes_corpora
@click.option(
    "--sample",
    type=click.IntRange(min=2),
    default=60,
    show_default=True,
    metavar="N",
    help="Random pages of each site at most, but for time and memory.",
)
@click.option(
    "--most-seconds",
    type=click.FloatRange(min=0),
    default=8,
    show_default=True,
    metavar="S",
    help="Ask a method that took longer about no more pages.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws pages.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Also write JSON."
)
@takes_pictures
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    corpora: tuple[str, ...],
    sample: int,
    most_seconds: float,
    seed: int,
    output: str | None,
    pictures: str | None,
    as_json: bool,
) -> None:
    """Measure the experiments of the papers on TEXT again.

    How right text-mdl, text-hash, text-max and wavek-means are with each choice of paths; what the
    length of signatures and the threshold of support do; time and memory while a site grows, beside
    rtdm.

    \b
    Example:
      unmold bench text --corpus corpora/wild
      unmold bench text -o text.json --pictures pictures
    """  # noqa: D301 - click wants the control character itself
    from unmold.bench.text import TextSettings
    from unmold.bench.text.figures import draw_figures
    from unmold.bench.text.show import tables_of

    settings = TextSettings(sample=sample, most_seconds=most_seconds, seed=seed)
    report = _measure(corpora, settings)
    keep_report(report, output)
    keep_pictures(draw_figures(report), pictures)
    show_report(report, tables_of(report), as_json=as_json)


def _measure(folders: tuple[str, ...], settings: TextSettings) -> TextReport:
    from unmold.bench.corpus import find_corpora
    from unmold.bench.text import measure_text
    from unmold.bench.text.report import count_steps

    corpora = find_corpora(folders)
    with StepDisplay("bench text", count_steps(corpora)) as display:
        return measure_text(corpora, settings, started=display.step)
