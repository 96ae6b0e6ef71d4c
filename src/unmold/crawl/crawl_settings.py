"""What a crawl may do: the caller's wishes as one frozen dataclass.

The command line or a Python caller fills it; every part of the crawler reads it. It is stored with
the frontier, so that a crawl that goes on does so under the same rules unless told otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from unmold import __version__
from unmold.errors import UsageError
from unmold.settings import MEBIBYTE

USER_AGENT = f"unmold/{__version__}"


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """Budgets, manners and limits of one crawl."""

    max_pages: int | None = None
    """Pages to store, those of earlier calls included."""

    max_depth: int = 100
    """Links between the start page and a page. Only traps lie deeper."""

    max_bytes: int | None = None
    """Bytes of bodies to store, those of earlier calls included."""

    max_time: float | None = None
    """Seconds that this call may take."""

    max_per_pattern: int = 50_000
    """URLs that are alike but for their digits and the values of their parameters."""

    per_template: int | None = None
    """Pages of one template after which links to that template are not followed any more."""

    concurrency: int = 4
    """Requests at one time."""

    delay: float = 0.0
    """Seconds between two requests, at the least."""

    throttle: bool = True
    """Slow down when the server answers slowly."""

    obey_robots: bool = True
    user_agent: str = USER_AGENT
    timeout: float = 30.0
    """Seconds that one page may take, its body included."""

    max_page_bytes: int = 16 * MEBIBYTE
    """Bytes of one body after decompression; larger ones are given up while they arrive."""

    max_redirects: int = 10
    """Redirects in a row."""

    retries: int = 2
    """How often a failed request is repeated."""

    sitemap: bool = False
    """Also start from the pages that the site's sitemap lists."""

    any_port: bool = False
    """Other ports of the start's host are of the site too."""

    allow_private: bool = False
    """Ask addresses of private networks too, whatever name leads there."""

    use_proxy: bool = False
    """Ask through the proxy that the environment names, which then looks up names unguarded."""

    render: bool = False
    """Let a browser run the scripts of every page (needs `unmold[render]`)."""

    sandbox: bool = True
    """Whether that browser keeps its sandbox, which it cannot when root runs it."""

    assets: bool = False
    """Also keep the style sheets and images of the site's pages."""

    max_assets: int = 5_000
    """Style sheets and images to ask for, those of earlier calls included."""

    max_asset_bytes: int = 256 * MEBIBYTE
    """Bytes of them to keep, those of earlier calls included."""

    archive_bytes: int = 512 * MEBIBYTE
    """Size after which a new archive file is begun."""

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name))


_LEAST = {"concurrency": 1, "timeout": 0.1, "max_page_bytes": 1, "archive_bytes": 1}


def _check(name: str, value: object) -> None:
    if isinstance(value, bool | str) or value is None:
        return
    least = _LEAST.get(name, 0)
    if not isinstance(value, int | float) or value < least:
        raise UsageError(f"{name} must be at least {least}, not {value!r}")


# Where a crawl keeps its things inside a workspace.


CRAWL_FOLDER = "crawl"
"""The frontier and the link tables."""

PAGES_FOLDER = "pages"
"""The archives."""

FRONTIER_FILE = "frontier.sqlite"
LOCK_FILE = "crawl.lock"
