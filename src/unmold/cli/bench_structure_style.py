"""`unmold bench structure-style`: the paper's sweeps of structure and style, on other pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from unmold.cli.bench_options import takes_corpora, takes_output, takes_seed
from unmold.cli.bench_report import keep_pictures, keep_report, show_report, takes_pictures
from unmold.cli.progress import StepDisplay

if TYPE_CHECKING:
    from unmold.bench.structure_style import StructureStyleReport, StructureStyleSettings


@click.command("structure-style")
@takes_corpora
@click.option(
    "--sample",
    type=click.IntRange(min=2),
    default=30,
    show_default=True,
    metavar="N",
    help="Random pages of each site.",
)
@click.option(
    "--sites",
    type=click.IntRange(min=1),
    default=6,
    show_default=True,
    metavar="N",
    help="Random sites of each corpus at most.",
)
@takes_seed
@takes_output
@takes_pictures
def command(
    corpora: tuple[str, ...],
    sample: int,
    sites: int,
    seed: int,
    output: str | None,
    pictures: str | None,
    as_json: bool,
) -> None:
    """Sweep weight, thresholds and overlap of structure and style.

    Shared near neighbours in structure and style for each weight of structure, each threshold and
    each overlap; Jarvis-Patrick in its three modes; and by what pairs of pages were decided without
    computing a tree edit distance. Published numbers stand beside ours.

    \b
    Example:
      unmold bench structure-style --corpus corpora/wild --sites 4
      unmold bench structure-style -o structure-style.json --pictures pictures
    """  # noqa: D301 - click wants the control character itself
    from unmold.bench.structure_style import StructureStyleSettings
    from unmold.bench.structure_style.figures import draw_figures
    from unmold.bench.structure_style.show import tables_of

    report = _measure(corpora, StructureStyleSettings(sample=sample, sites=sites, seed=seed))
    keep_report(report, output)
    keep_pictures(draw_figures(report), pictures)
    show_report(report, tables_of(report), as_json=as_json)


def _measure(folders: tuple[str, ...], settings: StructureStyleSettings) -> StructureStyleReport:
    from unmold.bench.corpus import find_corpora
    from unmold.bench.structure_style import measure_structure_style
    from unmold.bench.structure_style.report import count_steps

    corpora = find_corpora(folders)
    with StepDisplay("bench structure-style", count_steps(corpora)) as display:
        return measure_structure_style(corpora, settings, started=display.step)
