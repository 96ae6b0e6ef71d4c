"""What two workspaces must have in common to be the same, whoever made them and in what order."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from unmold import Workspace
from unmold.store.layout import TABLES


def describe_workspace(folder: Path) -> dict[str, Any]:
    """All that a run publishes; records by the keys of their pages, not by their numbers."""
    workspace = Workspace(folder)
    current = (folder / "current").resolve()
    found: dict[str, Any] = {
        name: sorted(map(repr, getattr(workspace, name).to_pylist())) for name in TABLES
    }
    for path in sorted((current / "templates").glob("*.json")):
        found[f"templates/{path.name}"] = path.read_bytes()
    records = {path.stem: pq.read_table(path) for path in (current / "records").glob("*.parquet")}
    for name, table in sorted(records.items()):
        root = records[name.partition("-")[0]]
        keys = dict(
            zip(*(root.column(one).to_pylist() for one in ("_record", "_key")), strict=True)
        )
        found[f"records/{name}"] = _by_key(table, keys)
    return found


def _by_key(table: pa.Table, keys: dict[int, str]) -> list[str]:
    rows = table.to_pylist()
    for row in rows:
        row["_record"] = keys[row["_record"]]
    return sorted(map(repr, rows))


def find_differences(first: Path, second: Path) -> list[str]:
    """The names of what differs; nothing if both are the same."""
    ones, others = describe_workspace(first), describe_workspace(second)
    return sorted(
        name for name in ones.keys() | others.keys() if ones.get(name) != others.get(name)
    )
