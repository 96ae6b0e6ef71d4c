"""`unmold crawl URL -o WORKSPACE`: crawls a site into a workspace.

The work is done by `unmold.crawl`. Progress goes to standard error, the summary to standard output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.sizes import parse_size
from unmold.cli.terminal import safe
from unmold.crawl.crawl_settings import CrawlSettings

if TYPE_CHECKING:
    from unmold.crawl import CrawlProgress, CrawlSummary

WORDS = {
    "outside": "links that leave the site",
    "other-port": "on another port of the host (--any-port)",
    "no-web-link": "links of other schemes",
    "not-html": "not HTML",
    "robots": "forbidden by robots.txt",
    "depth": "deeper than --max-depth",
    "trap-pattern": "more of one pattern than --max-per-pattern",
    "trap-repeats": "paths that repeat themselves",
    "trap-shape": "paths or queries without end",
    "template-budget": "templates that have their pages (--per-template)",
    "duplicate": "redirected to a page that is stored",
    "redirect-outside": "redirected out of the site",
    "redirect-loop": "redirected in a circle",
    "redirect-nowhere": "redirected to nowhere",
    "bad-sitemap": "sitemaps that are none, or cut off",
    "private-address": "led into a private network (--allow-private)",
    "too-large": "larger than --max-page-bytes",
    "timeout": "took longer than --timeout",
    "cut-off": "ended before their end",
    "empty": "empty",
    "dns": "host not found",
    "refused": "connection refused",
    "network": "network failures",
    "render-failed": "pages that the browser could not show",
    "budget": "more than one page may ask for",
    "missing": "not there",
    "other-type": "of another type",
}
RESOURCE = "render-"
ASSET = "asset-"

DEFAULTS = CrawlSettings()
_COUNT, _SECONDS = click.IntRange(min=1), click.FloatRange(min=0)

_OPTIONS = [
    click.option("--max-pages", type=_COUNT, metavar="N", help="Stop after N pages."),
    click.option(
        "--max-depth",
        type=click.IntRange(min=0),
        default=DEFAULTS.max_depth,
        show_default=True,
        metavar="N",
        help="Follow at most N links in a row.",
    ),
    click.option(
        "--max-bytes", type=parse_size, metavar="SIZE", help="Stop after this many bytes."
    ),
    click.option(
        "--max-time", type=_SECONDS, metavar="SECONDS", help="Stop after this many seconds."
    ),
    click.option(
        "--per-template",
        type=_COUNT,
        metavar="N",
        help="Do not follow links to templates that have N pages: a small crawl that sees every "
        "template.",
    ),
    click.option(
        "--max-per-pattern",
        type=_COUNT,
        default=DEFAULTS.max_per_pattern,
        show_default=True,
        metavar="N",
        help="Follow at most N URLs that are alike but for digits and values.",
    ),
    click.option(
        "--concurrency",
        type=_COUNT,
        default=DEFAULTS.concurrency,
        show_default=True,
        metavar="N",
        help="Request N pages at once.",
    ),
    click.option(
        "--delay",
        type=_SECONDS,
        default=DEFAULTS.delay,
        show_default=True,
        metavar="SECONDS",
        help="Wait between two requests, at the least.",
    ),
    click.option(
        "--throttle/--no-throttle",
        default=DEFAULTS.throttle,
        help="Slow down when the server does.  [default: throttle]",
    ),
    click.option(
        "--robots/--ignore-robots",
        "obey_robots",
        default=DEFAULTS.obey_robots,
        help="Obey robots.txt.  [default: robots]",
    ),
    click.option(
        "--user-agent",
        default=DEFAULTS.user_agent,
        show_default=True,
        metavar="TEXT",
        help="Send this user agent.",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(min=0.1),
        default=DEFAULTS.timeout,
        show_default=True,
        metavar="SECONDS",
        help="Give up on a page that takes longer.",
    ),
    click.option(
        "--max-page-bytes",
        type=parse_size,
        default=str(DEFAULTS.max_page_bytes),
        metavar="SIZE",
        help=f"Skip pages that are larger.  [default: {DEFAULTS.max_page_bytes >> 20} MiB]",
    ),
    click.option("--sitemap", is_flag=True, help="Also start from the site's sitemap."),
    click.option(
        "--any-port", is_flag=True, help="Treat other ports of the same host as part of the site."
    ),
    click.option(
        "--allow-private",
        is_flag=True,
        help="Allow hosts whose names resolve to private addresses.",
    ),
    click.option(
        "--use-proxy",
        is_flag=True,
        help="Ask through the proxy of http_proxy and https_proxy. It looks up names itself, so "
        "nothing here keeps it out of private networks.",
    ),
    click.option(
        "--render",
        is_flag=True,
        help="Let a browser run each page's scripts first; it gets what the crawl may ask for.",
    ),
    click.option(
        "--sandbox/--no-sandbox",
        default=DEFAULTS.sandbox,
        help="Run the browser in its sandbox (not possible as root).  [default: sandbox]",
    ),
    click.option(
        "--assets",
        is_flag=True,
        help="Also keep the site's style sheets and images, so that `unmold serve` shows pages as "
        "they looked.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Write the summary as JSON."),
]


def _takes_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command(
    "crawl", epilog="Example: unmold crawl https://shop.example/ -o shop --max-pages 5000"
)
@click.argument("url", metavar="URL")
@click.option(
    "-o",
    "--output",
    "workspace",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="WORKSPACE",
    help="The workspace to fill; an interrupted crawl in it is resumed.",
)
@_takes_settings
def crawl(url: str, workspace: Path, as_json: bool, **options: Any) -> None:
    """Crawl a site and remember where every link was.

    Breadth first and inside the site only. Pages go to WORKSPACE/pages as WARC files; the link
    through which each page was found first, with its XPath, goes to WORKSPACE/crawl/inbound.parquet
    and all links to WORKSPACE/crawl/links.parquet. The same command resumes a crawl that was
    interrupted, in whatever way. `unmold run WORKSPACE -o WORKSPACE` makes tables of the pages.
    """
    given = {name: value for name, value in options.items() if value is not None}
    summary = crawl_with_progress(url, workspace, CrawlSettings(**given))
    if as_json:
        click.echo(json.dumps(asdict(summary)))
    else:
        _print(summary, workspace)


def crawl_with_progress(url: str, workspace: Path, settings: CrawlSettings) -> CrawlSummary:
    """Crawl in this process and show a person how far it is."""
    from unmold.crawl.crawl import crawl_here

    with _display() as report:
        return crawl_here(url, workspace, settings, report)


@contextmanager
def _display() -> Iterator[Callable[[CrawlProgress], None] | None]:
    """One line on a terminal that is kept up to date."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.status import Status

    with Status("crawling", console=Console(stderr=True)) as status:
        yield lambda progress: status.update(
            f"{progress.stored:,} pages, {progress.rate:.1f}/s, {progress.queued:,} queued, "
            f"{progress.failed:,} failed, {progress.bytes / 1e6:,.1f} MB"
        )


def _print(summary: CrawlSummary, workspace: Path) -> None:
    ending = "" if summary.ended == "finished" else f" (ended by {summary.ended})"
    click.echo(
        f"{summary.stored:,} pages of {safe(summary.site, 100)}, {summary.bytes / 1e6:,.1f} MB, "
        f"in {summary.seconds:,.1f} s{ending}; {summary.queued:,} URLs wait"
    )
    for reason, number in summary.reasons.items():
        click.echo(f"  {number:>9,}  {_words(reason)}")
    click.echo(f"in {workspace}")


def _words(reason: str) -> str:
    """What a reason means; those of what a browser was not given begin alike."""
    if reason.startswith(ASSET):
        rest = reason.removeprefix(ASSET)
        return f"style sheets and images not kept: {WORDS.get(rest, rest)}"
    rest = reason.removeprefix(RESOURCE)
    if reason in WORDS or rest == reason:
        return WORDS.get(reason, reason)
    return f"not loaded for rendering: {WORDS.get(rest, rest)}"
