"""`unmold bench quality`: how right clustering methods are on corpora with gold labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.bench_options import takes_corpora
from unmold.cli.files import write_file
from unmold.cli.progress import StepDisplay
from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.bench.floors import Floors, Verdict
    from unmold.bench.quality import QualityReport, QualitySettings

BELOW_FLOOR = 1


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
@click.option(
    "--floors",
    "floors_file",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Compare with the floors in FILE; exit 1 if a method is below one.",
)
@click.option(
    "--write-floors",
    is_flag=True,
    help="Raise the floors in FILE to the results minus the margin that FILE states.",
)
@click.option("--lower", is_flag=True, help="With --write-floors, let floors fall too.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Also write JSON."
)
@click.option(
    "--picture", type=click.Path(dir_okay=False), metavar="FILE", help="Also draw an SVG picture."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    corpora: tuple[str, ...],
    methods: tuple[str, ...],
    sample: int | None,
    seed: int | None,
    floors_file: str | None,
    write_floors: bool,
    lower: bool,
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
    from unmold.bench.floors import Floors

    _check_floor_options(floors_file, write_floors, lower)
    floors = _open_floors(floors_file, write_floors)
    settings = _choose_settings(floors, sample, seed)
    report = _measure(corpora, methods, settings)
    verdict = None
    if floors_file:
        floors = floors or Floors(settings)
        if write_floors and floors.update(report, lower=lower):
            floors.save(Path(floors_file))
        verdict = floors.judge(report)
    content = report.to_dict()
    if output:
        write_file(output, json.dumps(content, indent=1) + "\n")
    if picture:
        from unmold.bench.quality_table import draw_quality

        write_file(picture, draw_quality(report))
    _show(report, verdict, content if as_json else None)
    return BELOW_FLOOR if verdict and verdict.shortfalls else 0


def _check_floor_options(floors_file: str | None, write_floors: bool, lower: bool) -> None:
    if write_floors and not floors_file:
        raise UsageError("--write-floors needs a file", hint="name it with --floors FILE")
    if lower and not write_floors:
        raise UsageError("--lower does nothing alone", hint="add --write-floors")


def _open_floors(file: str | None, write: bool) -> Floors | None:
    """The floors to compare with; None where there are none, or where they are made anew."""
    from unmold.bench.floors import load_floors

    if file is None or (write and not Path(file).exists()):
        return None
    return load_floors(Path(file))


def _choose_settings(
    floors: Floors | None, sample: int | None, seed: int | None
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
        _show_verdict(verdict)


def _show_verdict(verdict: Verdict) -> None:
    click.echo(f"\n{verdict.checked} floors checked, {verdict.unchecked} not measured")
    for shortfall in verdict.shortfalls:
        click.echo(f"{click.style('below:', fg='red', bold=True)} {safe(str(shortfall))}")
