"""The child process of `crawl_site`: a task on standard input, JSON lines on standard output."""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import asdict
from pathlib import Path

from unmold.crawl.crawl import crawl_here
from unmold.crawl.crawl_progress import CrawlProgress
from unmold.crawl.crawl_settings import CrawlSettings
from unmold.errors import UnmoldError


def main() -> None:
    """Crawl as told."""
    task = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        settings = CrawlSettings(**task["settings"])
        summary = crawl_here(task["url"], Path(task["workspace"]), settings, _report)
        _say("summary", asdict(summary))
    except UnmoldError as error:
        _say(
            "error",
            {"message": error.message, "hint": error.hint, "exit_code": error.exit_code},
        )
    except OSError as error:
        _say("error", {"message": str(error), "hint": None, "exit_code": 3})


def _end_with_parent() -> None:
    """Standard input ends when the parent does."""
    sys.stdin.read()
    os._exit(3)


def _report(progress: CrawlProgress) -> None:
    _say("progress", asdict(progress))


def _say(message: str, content: dict[str, object]) -> None:
    sys.stdout.write(json.dumps([message, content]) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
