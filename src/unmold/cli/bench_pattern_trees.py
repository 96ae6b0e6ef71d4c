"""`unmold bench pattern-trees`: how many unseen pages pattern trees match, and what they find."""

from __future__ import annotations

import json

import click

from unmold.cli.bench_options import takes_corpora
from unmold.cli.files import write_file


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
    "--max-pages",
    type=click.IntRange(min=2),
    default=100,
    show_default=True,
    metavar="N",
    help="Use at most N pages of each template.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws the pages.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Also write JSON."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    corpora: tuple[str, ...],
    training_sizes: tuple[int, ...],
    max_pages: int,
    seed: int,
    output: str | None,
    as_json: bool,
) -> None:
    """Match unseen pages with pattern trees learned from a few.

    \b
    Example:
      unmold bench pattern-trees --corpus corpora/swde --training 20 --max-pages 35
    """  # noqa: D301 - click wants the control character itself
    from unmold.bench.corpus import find_corpora
    from unmold.bench.pattern_trees import TRAINING_SIZES, measure_pattern_trees

    results = {}
    for corpus in find_corpora(corpora):
        click.echo(f"measuring {corpus.name}", err=True)
        result = measure_pattern_trees(
            corpus,
            training_sizes=training_sizes or TRAINING_SIZES,
            max_pages=max_pages,
            seed=seed,
        )
        results[corpus.name] = result.as_json()
        if not as_json:
            click.echo(f"{corpus.name}\n{result.table()}\n")
    content = json.dumps(results, indent=1)
    if as_json:
        click.echo(content)
    if output:
        write_file(output, content + "\n")
