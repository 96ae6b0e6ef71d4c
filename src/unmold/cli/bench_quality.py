"""`unmold bench quality`: how right clustering methods are on corpora with gold labels."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.bench_options import (
    BELOW_FLOOR,
    FloorOptions,
    show_verdict,
    takes_corpora,
    takes_floors,
    takes_output,
)
from unmold.cli.output import write_file
from unmold.cli.progress import StepDisplay

if TYPE_CHECKING:
    from unmold.bench.floors import Floors, Verdict
    from unmold.bench.quality import QualityReport, QualitySettings


@click.command("quality")
@takes_corpora
@click.option(
    "--method",
    "methods",
    multiple=True,
    metavar="NAME",
    help="Measure this method; may be repeated.  [default: all]",
)
@click.option(
    "--sample",
    type=click.IntRange(min=2),
    metavar="N",
    help="Pages of each site for methods that compare all pairs.  "
    "[default: as in the file of floors, else 100]",
)
@click.option(
    "--seed", type=int, help="Draws the sample.  [default: as in the file of floors, else 0]"
)
@takes_floors
@takes_output
@click.option(
    "--picture", type=click.Path(dir_okay=False), metavar="FILE", help="Also draw an SVG picture."
)
def command(
    corpora: tuple[str, ...],
    methods: tuple[str, ...],
    sample: int | None,
    seed: int | None,
    floor_options: FloorOptions,
    output: str | None,
    picture: str | None,
    as_json: bool,
) -> int:
    """Score clustering methods on corpora with gold labels.

    Every method sees one site at a time, from features that are computed once for all. What leaks
    the labels, the class attribute of the body, is blanked first. Rates are means over sites.

    \b
    Example:
      unmold bench quality --corpus corpora/wild --method auto --method fingerprint
      unmold bench quality -o quality.json --picture quality.svg
      unmold bench quality --floors benchmarks/floors/corpora.json
    """  # noqa: D301 - click wants the control character itself
    from unmold.bench.quality import GUARDED, QualitySettings

    floors = floor_options.open(QualitySettings, GUARDED)
    settings = _choose_settings(floors, sample, seed)
    report = _measure(corpora, methods, settings)
    verdict = floor_options.judge(floors, report, GUARDED)
    content = report.to_dict()
    if output:
        write_file(output, json.dumps(content, indent=1) + "\n")
    if picture:
        from unmold.bench.quality_table import draw_quality

        write_file(picture, draw_quality(report))
    _show(report, verdict, content if as_json else None)
    return BELOW_FLOOR if verdict and verdict.shortfalls else 0


def _choose_settings(
    floors: Floors[QualitySettings] | None, sample: int | None, seed: int | None
) -> QualitySettings:
    """Those of the floors, so that the two compare; else what the caller wants."""
    from unmold.bench.quality import QualitySettings

    given = floors.settings if floors else QualitySettings()
    wanted = QualitySettings(
        given.sample if sample is None else sample, given.seed if seed is None else seed
    )
    if floors:
        floors.check_settings(wanted)
    return wanted


def _measure(
    folders: tuple[str, ...], methods: tuple[str, ...], settings: QualitySettings
) -> QualityReport:
    from unmold.bench.corpus import find_corpora
    from unmold.bench.quality import measure_quality
    from unmold.clusters.registry import METHODS, find_method

    chosen = [find_method(name).name for name in dict.fromkeys(methods)] or list(METHODS)
    corpora = find_corpora(folders)
    with StepDisplay("bench quality", len(corpora) * (len(chosen) + 1)) as display:

        def watch(pages: Any) -> Any:
            display.step("reading pages and computing features")
            return pages

        return measure_quality(
            corpora,
            chosen,
            settings,
            watch=watch,
            started=lambda corpus, method: display.step(f"{corpus}: {method}"),
        )


def _show(report: QualityReport, verdict: Verdict | None, content: dict[str, Any] | None) -> None:
    if content is not None:
        floors = {"floors": verdict.to_dict()} if verdict else {}
        click.echo(json.dumps(content | floors, indent=2))
        return
    from unmold.bench.quality_table import explain_columns, tables_of

    for table in tables_of(report):
        click.echo(f"{table.to_text()}\n")
    click.echo(f"{explain_columns(report)}\n{report.machine}")
    if verdict:
        show_verdict(verdict)
