"""`unmold bench pattern-trees`: how many unseen pages pattern trees match, and what they find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from unmold.cli.bench_options import takes_corpora, takes_output, takes_seed
from unmold.cli.bench_report import keep_report, show_report
from unmold.cli.progress import StepDisplay

if TYPE_CHECKING:
    from unmold.bench.pattern_tree_report import PatternTreeReport
    from unmold.bench.pattern_trees import PatternTreeSettings


@click.command("pattern-trees")
@takes_corpora
@click.option(
    "--training",
    "training_sizes",
    multiple=True,
    type=click.IntRange(min=1),
    metavar="K",
    help="Learn from K pages; may be repeated.  [default: 5, 10, 20, 50]",
)
@click.option(
    "--unseen",
    type=click.IntRange(min=1),
    default=30,
    show_default=True,
    metavar="N",
    help="Match at most N other pages of each template.",
)
@takes_seed
@takes_output
def command(
    corpora: tuple[str, ...],
    training_sizes: tuple[int, ...],
    unseen: int,
    seed: int,
    output: str | None,
    as_json: bool,
) -> None:
    """Match unseen pages with pattern trees learned from a few.

    For both variants of the algorithm, three pairs of thresholds and each K: the share of pages
    that match strictly, as published, and tolerantly; the share of gold values retrieved; the share
    of fixed text among the values; times.

    \b
    Example:
      unmold bench pattern-trees --corpus corpora/swde --training 20 --unseen 10
    """  # noqa: D301 - click wants the control character itself
    from unmold.bench.pattern_trees import TRAINING_SIZES, PatternTreeSettings

    settings = PatternTreeSettings(training_sizes or TRAINING_SIZES, unseen, seed=seed)
    report = _measure(corpora, settings)
    from unmold.bench.pattern_tree_report import tables_of

    keep_report(report, output)
    show_report(report, tables_of(report), as_json=as_json)


def _measure(folders: tuple[str, ...], settings: PatternTreeSettings) -> PatternTreeReport:
    from unmold.bench.corpus import find_corpora
    from unmold.bench.pattern_tree_report import PatternTreeReport
    from unmold.bench.pattern_trees import measure_pattern_trees, templates_of

    corpora = find_corpora(folders)
    steps = sum(len(templates_of(corpus, settings)) for corpus in corpora)
    with StepDisplay("bench pattern-trees", steps) as display:
        figures = [
            one
            for corpus in corpora
            for one in measure_pattern_trees(corpus, settings, started=display.step)
        ]
    return PatternTreeReport.of(settings, figures)
