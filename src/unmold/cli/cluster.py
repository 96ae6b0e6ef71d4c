"""`unmold cluster SOURCE`: writes the cluster of every page as CSV.

The work is done by `unmold.clusters`. One row for every readable page, in the order of the source;
what could not be read is counted on standard error.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from unmold.cli.method_options import takes_method
from unmold.cli.output import require_csv, takes_safe_csv, write_text
from unmold.cli.progress import track
from unmold.cli.source import OpenSource, takes_source
from unmold.csv_rows import csv_row
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.clusters import Clustering

COLUMNS = ("path", "url", "site", "cluster")


@click.command(
    "cluster", epilog="Example: unmold cluster site/ --method fingerprint > clusters.csv"
)
@takes_method
@click.option(
    "--across-sites", is_flag=True, help="Let a cluster reach over sites instead of one by one."
)
@takes_safe_csv
@takes_source
def cluster(
    source: OpenSource,
    method: str | None,
    settings: tuple[str, ...],
    across_sites: bool,
    safe_csv: bool,
) -> None:
    """Group pages by template.

    Writes CSV with the columns path, url, site and cluster: one row for each readable page. Each
    site is clustered on its own; a cluster's number is unique across sites, and -1 means that a
    page is in no cluster. `unmold evaluate` scores the table against gold labels.

    SOURCE is a folder, an HTML file, a WARC, a manifest (CSV with `path`), a Parquet or JSONL table
    with `url` and `html`, or - for paths on standard input.
    """
    from unmold.clusters import DEFAULT_METHOD, cluster_pages, make_clusterer
    from unmold.clusters.registry import parse_parameters

    require_csv(safe_csv, "json" if source.as_json else "csv")
    method = method or DEFAULT_METHOD
    estimator = make_clusterer(method, **parse_parameters(method, settings))
    clustering = cluster_pages(
        track(source.pages(), "reading pages", prints=True),
        estimator,
        across_sites=across_sites,
        jobs=source.jobs,
        limits=source.limits,
        problems=source.log.add,
        say=lambda message: click.echo(message, err=True),
    )
    if not len(clustering):
        raise UsageError(
            f"no page to cluster in {', '.join(source.names[:3])}",
            hint="it holds no HTML, or --include, --exclude and --limit leave none",
        )
    _write_json(clustering) if source.as_json else _write_csv(clustering, safe_csv)
    click.echo(_summarise(clustering), err=True)
    _explain(clustering)


def _write_csv(clustering: Clustering, is_safe: bool) -> None:
    write_text(csv_row(COLUMNS))
    for page in clustering:
        write_text(csv_row(page, is_safe=is_safe))


def _write_json(clustering: Clustering) -> None:
    for page in clustering:
        click.echo(json.dumps(page._asdict()))


def _explain(clustering: Clustering) -> None:
    """Say how much work was avoided, and whether that changed the answer."""
    from unmold.clusters.pair_counts import describe_counts

    if clustering.distances:
        click.echo(describe_counts(clustering.distances), err=True)
    if clustering.is_approximate:
        click.echo("approximate: pairs that the index did not find count as unlike", err=True)


def _summarise(clustering: Clustering) -> str:
    clusters, sites = clustering.clusters, len(set(clustering.sites))
    alone = int((clustering.labels < 0).sum())
    unclustered = f", {alone:,} pages in none" if alone else ""
    return (
        f"{clusters:,} cluster{'s' * (clusters != 1)} on {sites:,} site{'s' * (sites != 1)}"
        f"{unclustered}"
    )
