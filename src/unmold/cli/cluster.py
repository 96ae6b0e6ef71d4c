"""`unmold cluster SOURCE`: writes the cluster of every page as CSV.

The work is done by `unmold.clusters`. One row for every readable page, in the order of the source;
what could not be read is counted on standard error.
"""

from __future__ import annotations

import json
import math
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.method_options import takes_method
from unmold.cli.output import require_csv, takes_safe_csv, write_text
from unmold.cli.progress import track
from unmold.cli.source import OpenSource, SourceCommand, takes_source
from unmold.csv_rows import csv_row
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.clusters import Clustering

COLUMNS = ("path", "url", "site", "cluster")
SURE_COLUMNS = ("score", "second", "second_score", "doubt")
"""Columns more on request, where the method knows how sure it is."""


@click.command(
    "cluster",
    cls=SourceCommand,
    epilog="Example: unmold cluster site/ --method fingerprint > clusters.csv",
)
@takes_method
@click.option(
    "--across-sites", is_flag=True, help="Cluster across sites instead of each site on its own."
)
@click.option(
    "--scores",
    is_flag=True,
    help="Add how sure `auto` is of each page: score, second, second_score, doubt.",
)
@click.option(
    "--explain",
    "explained",
    metavar="PAGE",
    help="Say why this page (its path or URL) is in its cluster, instead of the table.",
)
@takes_safe_csv
@takes_source
def cluster(
    source: OpenSource,
    method: str | None,
    settings: tuple[str, ...],
    across_sites: bool,
    scores: bool,
    explained: str | None,
    safe_csv: bool,
) -> None:
    """Group pages by template.

    Writes CSV with the columns path, url, site and cluster: one row for each readable page. Each
    site is clustered on its own; a cluster's number is unique across sites, and -1 means that a
    page is in no cluster. With --scores, `auto` adds how near each page is to the others of its
    cluster (score), the next cluster and how near that is (second, second_score), and why its
    cluster is in doubt (doubt, mostly empty). `unmold evaluate` scores the table against gold
    labels.

    SOURCE is a folder, an HTML file, a WARC, a manifest (CSV with `path`), a Parquet or JSONL table
    with `url` and `html`, or - for paths on standard input.
    """
    from unmold.clusters import DEFAULT_METHOD, cluster_pages, make_clusterer
    from unmold.clusters.cluster import KnownPages
    from unmold.clusters.registry import parse_parameters

    require_csv(safe_csv, "json" if source.as_json or explained is not None else "csv")
    method = method or DEFAULT_METHOD
    estimator = make_clusterer(method, **parse_parameters(method, settings))
    known = KnownPages(source.jobs, source.limits)
    pages = track(source.pages(), "reading pages", prints=True)
    clustering = cluster_pages(
        pages if explained is None else known.watch(pages),
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
    if explained is not None:
        from unmold.cli.explained_page import show_page

        show_page(clustering, explained, known.read, source.limits, as_json=source.as_json)
        return
    if scores and clustering.confidence is None:
        raise UsageError(f"{method} gives no scores", hint="--method auto does")
    write = _write_json if source.as_json else partial(_write_csv, is_safe=safe_csv)
    write(clustering, with_scores=scores)
    click.echo(_summarise(clustering), err=True)
    _explain(clustering)


def _write_csv(clustering: Clustering, *, with_scores: bool, is_safe: bool) -> None:
    write_text(csv_row(COLUMNS + SURE_COLUMNS if with_scores else COLUMNS))
    for number, page in enumerate(clustering):
        more = _describe(clustering, number).values() if with_scores else ()
        write_text(csv_row((*page, *more), is_safe=is_safe))


def _write_json(clustering: Clustering, *, with_scores: bool) -> None:
    for number, page in enumerate(clustering):
        more = _describe(clustering, number) if with_scores else {}
        click.echo(json.dumps({**page._asdict(), **more}))


def _describe(clustering: Clustering, number: int) -> dict[str, Any]:
    """How sure the cluster of a page is, where the method knows."""
    sure = clustering.confidence
    if sure is None:
        return {}
    label, second = int(clustering.labels[number]), int(sure.second[number])
    values = (
        _round(sure.score[number]),
        None if second < 0 else second,
        _round(sure.second_score[number]),
        sure.doubt(number, label),
    )
    return dict(zip(SURE_COLUMNS, values, strict=True))


def _round(score: float) -> float | None:
    return None if math.isnan(score) else round(float(score), 3)


def _explain(clustering: Clustering) -> None:
    """Say how much work was avoided, and whether that changed the answer."""
    from unmold.clusters.pair_counts import describe_counts

    if clustering.distances:
        click.echo(describe_counts(clustering.distances), err=True)
    if clustering.is_approximate:
        click.echo("approximate: pairs that the index did not find count as dissimilar", err=True)


def _summarise(clustering: Clustering) -> str:
    clusters, sites = clustering.clusters, len(set(clustering.sites))
    alone = int((clustering.labels < 0).sum())
    unclustered = f", {alone:,} pages in none" if alone else ""
    return (
        f"{clusters:,} cluster{'s' * (clusters != 1)} on {sites:,} site{'s' * (sites != 1)}"
        f"{unclustered}{_count_doubtful(clustering)}"
    )


def _count_doubtful(clustering: Clustering) -> str:
    sure = clustering.confidence
    if sure is None:
        return ""
    labels = clustering.labels.tolist()
    doubtful = sum(
        1 for number, label in enumerate(labels) if label >= 0 and sure.doubt(number, label)
    )
    return f", {doubtful:,} in doubt" if doubtful else ""
