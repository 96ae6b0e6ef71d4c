"""`crawl_site`: crawls a URL into archives, a frontier and link tables.

The public function of the layer. Scrapy runs once in a process, so a Python caller's crawl runs in
a child process that ends with its parent; the command line is such a process itself and calls
`crawl_here`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from unmold.checksums import NAME, write_checksums
from unmold.crawl.crawl_progress import CrawlProgress, CrawlSummary, Report
from unmold.crawl.crawl_settings import CRAWL_FOLDER, LOCK_FILE, CrawlSettings
from unmold.errors import MachineError, UsageError
from unmold.store.lock import sole_writer


def crawl_site(
    url: str,
    workspace: str | Path,
    settings: CrawlSettings | None = None,
    *,
    progress: Report | None = None,
) -> CrawlSummary:
    """Crawl a site breadth-first into a workspace, or go on with a crawl that was interrupted.

    Bodies go to `pages/*.warc.gz`; the inbound link of every page and all links between pages
    become Parquet tables. `progress` is called about once a second.
    """
    require_scrapy()
    task = {
        "url": url,
        "workspace": str(workspace),
        "settings": asdict(settings or CrawlSettings()),
    }
    command = [sys.executable, "-m", "unmold.crawl"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(json.dumps(task) + "\n")
        child.stdin.flush()
        return _follow(child.stdout, progress)


def _follow(lines: Iterator[str], progress: Report | None) -> CrawlSummary:
    """Read what the child says until it has a result."""
    for line in lines:
        message, content = json.loads(line)
        if message == "summary":
            return CrawlSummary(**content)
        if message == "error":
            error = UsageError if content["exit_code"] == UsageError.exit_code else MachineError
            raise error(content["message"], content["hint"])
        if progress is not None:
            progress(CrawlProgress(**content))
    raise MachineError("the crawl ended without a result", hint="run it again: it resumes")


def require_scrapy() -> None:
    """Say what to install where Scrapy is missing."""
    from importlib.util import find_spec

    if find_spec("scrapy") is None:
        raise UsageError("crawling needs Scrapy", hint='pip install "unmold[crawl]"')


def crawl_here(
    url: str, workspace: Path, settings: CrawlSettings, progress: Report | None = None
) -> CrawlSummary:
    """Crawl in this process, which can do so only once."""
    require_scrapy()
    if settings.render:
        from unmold.browser import check_browser

        check_browser(sandbox=settings.sandbox)
    from unmold.crawl.engine import run_engine
    from unmold.crawl.link_tables import write_link_tables
    from unmold.crawl.state import CrawlState

    (workspace / CRAWL_FOLDER).mkdir(parents=True, exist_ok=True)
    with _sole_writer(workspace):
        # Those of the crawl before do not hold for what this one writes, should it be killed.
        (workspace / CRAWL_FOLDER / NAME).unlink(missing_ok=True)
        state = CrawlState(workspace, url, settings)
        try:
            run_engine(state, progress)
            summary = state.summary()
            write_link_tables(workspace, state.frontier())
        finally:
            state.close()
        _keep_checksums(workspace / CRAWL_FOLDER)
    return summary


def _keep_checksums(folder: Path) -> None:
    """Keep the checksums of what a crawl that has ended left beside its archives."""
    names = [path.name for path in folder.glob("*.parquet")]
    # Whoever else has the frontier open may write the last of it when he closes it.
    if not list(folder.glob("*.sqlite-wal")):
        names += [path.name for path in folder.glob("*.sqlite")]
    write_checksums(folder, names)


@contextmanager
def _sole_writer(workspace: Path) -> Iterator[None]:
    """Refuse a second crawl into the same workspace; a killed one holds nothing."""
    lock = workspace / CRAWL_FOLDER / LOCK_FILE
    refusal = f"another crawl writes to {workspace}"
    with sole_writer(lock, refusal, "wait for it, or stop it"):
        yield
