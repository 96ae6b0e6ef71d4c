"""The frontier: every URL that a crawl knows, in the order of first sight, in one SQLite file.

A URL's number is its place in the breadth-first order; its row is the inbound tuple of the UXClust
paper: the URL, the page on which its link was first seen, the XPath of the link there. A page and
the links it brought are written in one transaction, together with the length of the archive that
holds its body; so a crawl that was killed knows exactly what it has, and asks again only for what
was under way.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path

from unmold.errors import MachineError, UsageError

FORMAT = 1
"""Of the file."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS urls (
    number INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    depth INTEGER NOT NULL,
    source INTEGER,
    xpath TEXT,
    text TEXT,
    state TEXT NOT NULL DEFAULT 'queued',
    reason TEXT,
    final_url TEXT,
    status INTEGER,
    file TEXT,
    start INTEGER,
    length INTEGER,
    bytes INTEGER,
    template INTEGER,
    fetched TEXT
);
CREATE INDEX IF NOT EXISTS urls_by_state ON urls (state, number);
CREATE INDEX IF NOT EXISTS urls_by_final_url ON urls (final_url) WHERE final_url IS NOT NULL;
CREATE TABLE IF NOT EXISTS templates (number INTEGER PRIMARY KEY, paths BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS archives (file TEXT PRIMARY KEY, length INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counts (reason TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that waits to be fetched."""

    number: int
    url: str
    depth: int


@dataclass(frozen=True, slots=True)
class Sighting:
    """A link to a URL that may be new: where it leads and where it was first seen."""

    url: str
    depth: int
    source: int | None = None
    xpath: str | None = None
    text: str | None = None
    skipped: str | None = None
    """Why it is not to be followed; None if it is."""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page whose body lies in an archive."""

    number: int
    final_url: str
    status: int
    file: str
    start: int
    length: int
    bytes: int
    fetched: str
    template: int | None = None
    """Its template, where the crawl keeps a budget for each."""


class Frontier:
    """All URLs of a crawl and what became of them."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            # SQLite would make it with a mode of its own, whatever the umask.
            path.touch()
            self._database = sqlite3.connect(path, isolation_level=None)
            self._database.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")
            self._database.executescript(_SCHEMA)
        except (sqlite3.DatabaseError, OSError) as error:
            raise MachineError(
                f"{path} is not a crawl's frontier: {error}",
                hint="give another workspace, or move the file away to start over",
            ) from None
        self._check_format(path)

    def _check_format(self, path: Path) -> None:
        found = int(self.fact("format") or FORMAT)
        if found > FORMAT:
            raise UsageError(
                f"{path} was written by a newer unmold (format {found}, this one knows {FORMAT})",
                hint="update unmold",
            )
        self.remember(format=str(FORMAT))

    def close(self) -> None:
        self._database.close()

    def fact(self, name: str) -> str | None:
        row = self._database.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def remember(self, **facts: str) -> None:
        self._database.executemany("REPLACE INTO facts VALUES (?, ?)", facts.items())

    def remember_settings(self, settings: Mapping[str, object]) -> None:
        self.remember(settings=json.dumps(dict(settings), sort_keys=True))

    # ---- What to fetch ----

    def targets(self, after: int, limit: int) -> list[Target]:
        """The next queued URLs after a number, in frontier order."""
        rows = self._database.execute(
            "SELECT number, url, depth FROM urls WHERE state = 'queued' AND number > ?"
            " ORDER BY number LIMIT ?",
            (after, limit),
        )
        return [Target(*row) for row in rows]

    def requeue(self, reason: str, max_depth: int | None = None) -> int:
        """Queue again what was skipped for a reason that no longer holds; how many that were."""
        query = "UPDATE urls SET state = 'queued', reason = NULL WHERE state = 'skipped'"
        query += " AND reason = ? AND depth <= ?"
        deepest = max_depth if max_depth is not None else 1 << 60
        return self._database.execute(query, (reason, deepest)).rowcount

    # ---- What came of it ----

    def add(self, sightings: Iterable[Sighting]) -> None:
        """Note URLs; those known already stay as they were."""
        with self._transaction():
            self._insert(sightings)

    def store(self, page: StoredPage, sightings: Iterable[Sighting], archive_length: int) -> None:
        """A page was stored: all that follows from it, in one transaction."""
        with self._transaction():
            self._database.execute(
                "UPDATE urls SET state = 'stored', final_url = ?, status = ?, file = ?, start = ?,"
                " length = ?, bytes = ?, fetched = ?, template = ? WHERE number = ?",
                (*astuple(page)[1:], page.number),
            )
            self._database.execute(
                "REPLACE INTO archives VALUES (?, ?)", (page.file, archive_length)
            )
            self._insert(sightings)

    def add_template(self, number: int, paths: bytes) -> None:
        """Keep the leaf paths of a template's first page."""
        self._database.execute("REPLACE INTO templates VALUES (?, ?)", (number, paths))

    def templates(self) -> list[bytes]:
        """The leaf paths of all templates, by number."""
        rows = self._database.execute("SELECT paths FROM templates ORDER BY number")
        return [row[0] for row in rows]

    def give_up(self, number: int, state: str, reason: str, final_url: str | None = None) -> None:
        """A URL gave no page: it `failed`, or was `skipped` for a rule of the crawl."""
        self._database.execute(
            "UPDATE urls SET state = ?, reason = ?, final_url = ? WHERE number = ?",
            (state, reason, final_url, number),
        )

    def count(self, reason: str, number: int = 1) -> None:
        """Count what is not kept as a URL, such as links that leave the site."""
        self._database.execute(
            "INSERT INTO counts VALUES (?, ?)"
            " ON CONFLICT (reason) DO UPDATE SET number = number + excluded.number",
            (reason, number),
        )

    def owner_of(self, url: str) -> int | None:
        """The number of the stored page that has this URL, its own or after redirects."""
        row = self._database.execute(
            "SELECT number FROM urls WHERE url = ?1 AND state = 'stored'"
            " UNION ALL SELECT number FROM urls WHERE final_url = ?1 AND state = 'stored' LIMIT 1",
            (url,),
        ).fetchone()
        return int(row[0]) if row else None

    def _insert(self, sightings: Iterable[Sighting]) -> None:
        self._database.executemany(
            "INSERT OR IGNORE INTO urls (url, depth, source, xpath, text, state, reason)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (*astuple(each)[:-1], "skipped" if each.skipped else "queued", each.skipped)
                for each in sightings
            ],
        )

    # ---- What is known ----

    def is_known(self, url: str) -> bool:
        query = "SELECT 1 FROM urls WHERE url = ?"
        return self._database.execute(query, (url,)).fetchone() is not None

    def totals(self) -> dict[str, int]:
        """How many URLs are in each state, and `bytes` of bodies stored."""
        rows = self._database.execute("SELECT state, count(*) FROM urls GROUP BY state")
        totals = {str(state): int(number) for state, number in rows}
        total = self._database.execute("SELECT coalesce(sum(bytes), 0) FROM urls").fetchone()
        return totals | {"bytes": int(total[0])}

    def reasons(self) -> dict[str, int]:
        """Why URLs gave no page, with their numbers; what was only counted included."""
        rows = self._database.execute(
            "SELECT reason, count(*) FROM urls WHERE reason IS NOT NULL GROUP BY reason"
            " UNION ALL SELECT reason, number FROM counts"
        )
        found: dict[str, int] = {}
        for reason, number in rows:
            found[reason] = found.get(reason, 0) + number
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def archives(self) -> dict[str, int]:
        """The archive files and how many of their bytes belong to stored pages."""
        return dict(self._database.execute("SELECT file, length FROM archives ORDER BY file"))

    def rows(self, columns: str, where: str = "1") -> Iterator[tuple[object, ...]]:
        """Some columns of all URLs that fulfil a condition, in frontier order."""
        return iter(
            self._database.execute(f"SELECT {columns} FROM urls WHERE {where} ORDER BY number")
        )

    def _transaction(self) -> _Transaction:
        return _Transaction(self._database)


class _Transaction:
    """All or nothing."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> None:
        self._database.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._database.execute("ROLLBACK" if kind else "COMMIT")
