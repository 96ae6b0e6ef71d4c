"""`unmold run SOURCE -o WORKSPACE`: does the whole job and prints a summary."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.induction import takes_induction
from unmold.cli.no_pages import explaining_no_pages, print_other_files
from unmold.cli.output import write_json
from unmold.cli.progress import RunProgress
from unmold.cli.run_summary import print_summary
from unmold.cli.source import OpenSource, SourceCommand, source_paths, takes_source
from unmold.errors import UsageError
from unmold.model import Problem
from unmold.pages.opened_archives import is_remote
from unmold.settings import Induction

if TYPE_CHECKING:
    from unmold.store import Workspace

URLS = ("http://", "https://")


@click.command("run", cls=SourceCommand, epilog="Example: unmold run site/ -o shop")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(),
    metavar="WORKSPACE",
    help="Keep everything in this folder, which is made if it is not there.",
)
@click.option(
    "--method",
    metavar="NAME",
    help="Cluster by this method; `unmold cluster --list-methods` shows them.  [default: auto]",
)
@click.option(
    "--clusters",
    type=click.Path(),
    metavar="FILE",
    help="Take the clusters of this CSV file (path, cluster), as `unmold cluster` writes it; pages "
    "that it does not list are in none.",
)
@click.option(
    "--min-pages",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    metavar="N",
    help="Learn no template from clusters of fewer pages.",
)
@takes_induction
@click.option(
    "--force",
    is_flag=True,
    help="Start over with these sources alone; crawled pages, links and edits are kept.",
)
@click.option(
    "--engine",
    type=click.Choice(["local", "spark"]),
    default="local",
    show_default=True,
    help="Work on the pages on this machine, or in the tasks of Apache Spark.",
)
@click.option(
    "--master",
    metavar="URL",
    help="With --engine spark: where Spark runs, as local[4], spark://HOST:PORT or sc://HOST. "
    "Under spark-submit it is known.",
)
@takes_source
def run(
    source: OpenSource,
    output: str,
    method: str | None,
    clusters: str | None,
    min_pages: int,
    induction: Induction,
    force: bool,
    engine: str,
    master: str | None,
) -> None:
    """Do the whole job, from pages to tables.

    Reads the pages, groups those of each site by template, learns the templates, extracts every
    page and keeps it all as Parquet and JSON files. A run that was interrupted goes on where it
    stopped. Running again extends the workspace: pages that did not change are not looked at again,
    new ones go to known templates first, and the rest are clustered.

    SOURCE may be a URL too: the site is then crawled into WORKSPACE first, as `unmold crawl` does
    by default, --limit pages at the most.
    """
    from unmold.clusters.registry import DEFAULT_METHOD
    from unmold.pipeline import run as run_pipeline

    if method is not None and clusters is not None:
        raise UsageError(
            "--method and --clusters exclude each other", hint="clusters in a file need no method"
        )
    _check_engine(source, output, engine, master)
    _crawl_first(source, output)
    with RunProgress() as progress, explaining_no_pages(source, "run on"):
        shared: dict[str, Any] = {
            "method": method or DEFAULT_METHOD,
            "clusters": clusters,
            "min_pages": min_pages,
            "induction": induction,
            "limits": source.limits,
            "limit": source.limit,
            "include": source.include,
            "exclude": source.exclude,
            "base_url": source.base_url,
            "force": force,
            "progress": progress,
        }
        if engine == "spark":
            workspace = _run_on_spark(source, output, master, shared)
        else:
            workspace = run_pipeline(
                source_paths(source.names),
                output,
                jobs=source.jobs,
                **shared,
            )
    _hand_on_problems(workspace, source)
    if source.as_json:
        write_json({"workspace": output, **workspace.summary})
    else:
        print_summary(workspace.summary, output, min_pages)
        print_other_files(source)


def _check_engine(source: OpenSource, output: str, engine: str, master: str | None) -> None:
    """Refuse what an engine cannot do."""
    if engine == "local":
        if master is not None:
            raise UsageError("--master says where Spark runs", hint="add --engine spark")
        return
    if is_remote(output):
        raise UsageError(
            f"{output} is not on this machine, and its summary cannot be printed",
            hint="use `unmold.spark.run` in a script",
        )
    if any(name.startswith(URLS) or name == "-" for name in source.names):
        raise UsageError(
            "--engine spark reads archives, tables and folders",
            hint="crawl a site first: `unmold crawl URL -o WORKSPACE`",
        )


def _run_on_spark(
    source: OpenSource, output: str, master: str | None, shared: dict[str, Any]
) -> Workspace:
    """The same in the tasks of Spark, in a session that ends with it."""
    from unmold import spark

    session = spark.open_session(master)
    try:
        found = spark.run(list(source.names), output, spark=session, **shared).workspace
        assert found is not None, "the caller has refused what is not on this machine"
        return found
    finally:
        session.stop()


def _crawl_first(source: OpenSource, output: str) -> None:
    """Crawl what is given as a URL; the workspace is the source then."""
    if not any(name.startswith(URLS) for name in source.names):
        return
    if len(source.names) > 1:
        raise UsageError("a URL must be the only source", hint="crawl each site on its own")
    source.refuse_base_url()
    from unmold.cli.crawl import crawl_with_progress
    from unmold.crawl import CrawlSettings

    settings = CrawlSettings(max_pages=source.limit)
    crawl_with_progress(source.names[0], Path(output), settings)
    source.names, source.limit = (output,), None


def _hand_on_problems(workspace: Workspace, source: OpenSource) -> None:
    """Let the problems be counted and listed as those of every other command."""
    source.pages_read = workspace.summary["pages"]
    for row in workspace.problems.to_pylist():
        source.log.add(Problem(row["code"], row["where"], row["reason"]))
