"""Reads a workspace that was crawled: its archives, with the inbound link of each page.

The archives are read as any other; what the crawl knows about the link that led to each page is
added from the table that it left beside them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unmold.checksums import NAME, read_checksums
from unmold.errors import MachineError
from unmold.model import InboundLink, Page, Problem, ProblemCode
from unmold.pages.places import Container
from unmold.pages.reading import Reading, Stream
from unmold.pages.warc import read_warc

FRONTIER = Path("crawl", "frontier.sqlite")
INBOUND = Path("crawl", "inbound.parquet")
ARCHIVES = "pages/*.warc.gz"

_COLUMNS = ("document", "page", "source", "xpath", "soft_404")


def is_crawled(folder: str) -> bool:
    """Whether a folder is a workspace that `unmold crawl` filled."""
    return (Path(folder) / FRONTIER).is_file()


def read_crawled(folder: str, reading: Reading) -> Stream:
    """Read all pages that a crawl stored, in the order in which it met them."""
    links, missing, problem = _inbound_links(Path(folder))
    if problem is not None:
        yield problem
    for archive in sorted(Path(folder).glob(ARCHIVES)):
        for found in read_warc(str(archive), reading):
            if isinstance(found, Page):
                is_missing = found.is_soft_404 or found.key in missing
                yield replace(found, inbound=links.get(found.key), is_soft_404=is_missing)
            else:
                yield found


def verify_crawled(path: Path) -> None:
    """Refuse a table of a crawl that is not what the crawl wrote."""
    if (path.parent / NAME).exists():
        read_checksums(path.parent).verify(path)


def _inbound_links(folder: Path) -> tuple[dict[str, InboundLink], set[str], Problem | None]:
    """The inbound link of each page by key, and which pages are soft 404s.

    A table that cannot be read is a problem.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / INBOUND
    if not path.exists():
        reason = "the crawl was stopped before it wrote it"
        return {}, set(), Problem(ProblemCode.MISSING, str(path), reason)
    try:
        verify_crawled(path)
        table = pq.read_table(path, columns=list(_COLUMNS), page_checksum_verification=True)
    except (OSError, pa.ArrowException, MachineError) as error:
        return {}, set(), Problem(ProblemCode.CORRUPT, str(path), str(error).splitlines()[0])
    columns = table.to_pydict()
    archives: dict[str, Container] = {}
    keys = [_key(folder, page, archives) for page in columns["page"]]
    by_document = dict(zip(columns["document"], keys, strict=True))
    rows = zip(keys, columns["source"], columns["xpath"], strict=True)
    links = {
        key: InboundLink(by_document[source], xpath)
        for key, source, xpath in rows
        if source in by_document and xpath is not None
    }
    flagged = zip(keys, columns["soft_404"], strict=True)
    return links, {key for key, is_missing in flagged if is_missing}, None


def _key(folder: Path, page: str, archives: dict[str, Container]) -> str:
    """The key of a page that the crawl's table names by its archive and its place in that."""
    name, _, number = page.rpartition("#")
    if name not in archives:
        archives[name] = Container.of(str(folder / name))
    return archives[name].key(int(number))
