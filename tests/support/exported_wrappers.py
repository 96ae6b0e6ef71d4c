"""What tests of exports share: a site on loopback, crawls by exported projects, values compared."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

from unmold import Workspace
from unmold.export.wrap import columns_of

Values = dict[str, Any]
FAST = {
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "0",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "8",
    "TELNETCONSOLE_ENABLED": "0",
    "LOG_LEVEL": "WARNING",
}


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder on loopback; its address leaves."""
    handler = partial(_QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def crawl(project: Path, *arguments: str) -> list[Values]:
    """The items that the spider of an exported project yields."""
    settings = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-O", "items.jsonl"]
    done = subprocess.run(
        [*command, *arguments, *settings], cwd=project, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    lines = (project / "items.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def crawl_pages(project: Path, workspace: Workspace, base: str) -> list[Values]:
    """The items of all pages of a workspace, fetched from a server with the same paths."""
    urls = workspace.pages.column("url").to_pylist()
    places = [base + urlsplit(url).path for url in urls]
    (project / "urls.txt").write_text("\n".join(places), encoding="utf-8")
    return crawl(project, "-a", "urls=urls.txt", "-a", "follow=no")


def item_columns(item: Values, fields: dict[str, Values]) -> Values:
    """The values of an item by the names that unmold gives them."""
    names = {entry["attribute"]: name for name, entry in fields.items()}
    own = {key: value for key, value in item.items() if key not in ("url", "template")}
    filled = columns_of(_without_gaps(own))
    return {names[attribute]: values for attribute, values in filled.items()}


def _without_gaps(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: _without_gaps(inner) for key, inner in value.items()}
        return {key: inner for key, inner in kept.items() if inner}
    return [_without_gaps(inner) for inner in value] if isinstance(value, list) else value


def share_of_values(pairs: list[tuple[Values, Values]]) -> float:
    """The share of unmold's values, place by place, that the others are; both by column."""
    right = total = 0
    for ours, theirs in pairs:
        for name, rows in ours.items():
            found = dict(theirs.get(name, ()))
            total += len(rows)
            right += sum(found.get(place) == value for place, value in rows)
    return right / total


def path_of(url: str) -> str:
    return unquote(urlsplit(url).path)
