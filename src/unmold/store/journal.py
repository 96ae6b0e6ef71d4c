"""The journal of a workspace: which steps of which generation are finished, and with what settings.

One SQLite file. A step's row is written after its outputs are on the disk, so a row that is there
can be relied on. The version of the workspace's format is in the header of the file, where
readers find it without opening the database, whatever a writer is doing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from unmold.disk import beside
from unmold.errors import UsageError

FORMAT = 4
"""The version of the workspace's format that this unmold writes and reads.

4: the rows of a template's table have fields of their own for the texts that they are between.
3: templates have names, tables two tiers, and all changes of tables are listed.
2: every file has a checksum, and keys are real paths. Those of format 1 were paths as typed, so
that pages would be taken for new.
"""

APPLICATION = 0x756E6D6C
"""Says in the file's header that it is a journal of unmold."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS generation (number INTEGER PRIMARY KEY, base INTEGER);
CREATE TABLE IF NOT EXISTS step (
    generation INTEGER, name TEXT, digest TEXT, settings TEXT, details TEXT,
    PRIMARY KEY (generation, name)
);
"""
_MAGIC = b"SQLite format 3\x00"


StepSettings = dict[str, object]
"""What decides the outcome of a step, by name, as JSON can hold it."""


class StepDetails(TypedDict, total=False):
    """What a finished step counted, and what later steps and runs go on with; each has some."""

    seconds: float
    cpu_seconds: float
    pages: int
    new: int
    """Pages for the step `read`, templates for `induce`."""
    changed: int
    known: int
    """Pages for `read`, records that were there before for `extract`."""
    kept: int
    """Pages for `read`, templates for `index`."""
    gone: int
    assigned: int
    clusters: int
    problems: int
    templates: int
    last_ids: dict[str, int]
    names: dict[str, str]
    judged: dict[str, str]
    """By template why its records split or joined clusters."""
    records: int
    sizes: dict[str, list[int]]
    """By name of each file of records its rows and columns."""
    unreadable: int
    indexed: int
    applied: list[int]
    """Edits, for the step `edit`."""
    waiting: dict[str, str]
    """By number of each edit whose target is not there, why it waits."""
    parts: dict[str, list[str]]
    """By name of each template that edits made, the learned ones that it is made of."""
    digests: dict[str, str]
    """By name of such a template what it depends on."""


@dataclass(frozen=True, slots=True)
class Step:
    """A finished step: the digest of all it depends on, its own settings, what it has to say."""

    digest: str
    settings: StepSettings
    details: StepDetails


def read_format(path: Path) -> int | None:
    """The version of a workspace's format by its journal; None where that is no journal."""
    try:
        with path.open("rb") as stream:
            header = stream.read(72)
    except OSError:
        return None
    is_journal = header.startswith(_MAGIC) and header[68:72] == APPLICATION.to_bytes(4, "big")
    return int.from_bytes(header[60:64], "big") if is_journal else None


def check_format(path: Path) -> None:
    """Refuse a journal that this unmold cannot read."""
    found = read_format(path)
    root = path.parent
    if found is None:
        raise UsageError(
            f"{root} is not a workspace, or its {path.name} is damaged",
            hint="give the folder that `unmold run ... -o WORKSPACE` wrote",
        )
    if found > FORMAT:
        raise UsageError(
            f"{root} was written by a newer unmold (format {found}, this one reads {FORMAT})",
            hint="use a newer unmold, or give another workspace",
        )
    if found < FORMAT:
        raise UsageError(
            f"{root} was written by an older unmold (format {found}, this one reads {FORMAT})",
            hint="`unmold run --force` rebuilds it, and keeps crawled pages, links and edits",
        )


def _create(path: Path) -> None:
    """Make an empty journal beside the place, then move it there: a half-made one would be refused
    by the run that goes on.
    """
    for left in path.parent.glob(f".{path.name}.*"):
        left.unlink()
    with beside(path) as (temporary,):
        # SQLite would make it with a mode of its own, whatever the umask.
        temporary.touch()
        _connect(temporary).close()


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, timeout=30)
    database.executescript(
        f"PRAGMA synchronous = FULL; BEGIN; {_SCHEMA}"
        f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; COMMIT;"
    )
    return database


class Journal:
    """The open journal of a workspace that is being written."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            _create(path)
        self._database = _connect(path)

    def close(self) -> None:
        self._database.close()

    def begin(self, generation: int, base: int | None) -> None:
        self._database.execute("INSERT INTO generation VALUES (?, ?)", (generation, base))

    def base_of(self, generation: int) -> int | None:
        """The generation that was published when this one was begun."""
        found = self._database.execute(
            "SELECT base FROM generation WHERE number = ?", (generation,)
        ).fetchone()
        return found[0] if found else None

    def knows(self, generation: int) -> bool:
        query = "SELECT 1 FROM generation WHERE number = ?"
        return self._database.execute(query, (generation,)).fetchone() is not None

    def steps(self, generation: int) -> dict[str, Step]:
        """The finished steps of a generation by name, in the order in which they were finished."""
        rows = self._database.execute(
            "SELECT name, digest, settings, details FROM step WHERE generation = ? ORDER BY rowid",
            (generation,),
        )
        return {
            name: Step(digest, json.loads(settings), json.loads(details))
            for name, digest, settings, details in rows
        }

    def finish(self, generation: int, name: str, step: Step) -> None:
        self._database.execute(
            "INSERT OR REPLACE INTO step VALUES (?, ?, ?, ?, ?)",
            (generation, name, step.digest, json.dumps(step.settings), json.dumps(step.details)),
        )

    def forget(self, generation: int, names: Iterable[str]) -> None:
        """Steps that must be done again."""
        self._database.executemany(
            "DELETE FROM step WHERE generation = ? AND name = ?",
            [(generation, name) for name in names],
        )

    def forget_generation(self, generation: int) -> None:
        for table, column in (("step", "generation"), ("generation", "number")):
            self._database.execute(f"DELETE FROM {table} WHERE {column} = ?", (generation,))
