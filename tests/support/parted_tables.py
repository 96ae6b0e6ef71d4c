"""Workspaces whose record tables are folders of files, as the Spark engine writes large ones."""

import shutil
from pathlib import Path

import pyarrow as pa

from unmold.checksums import NAME
from unmold.store.layout import TEXTS, Layout
from unmold.store.table_files import read_table, writing_parts
from unmold.store.verified import write_generation_checksums

ROWS = 4
"""Rows of a file: few, so that small tables have several."""


def part_tables(workspace: Path, target: Path) -> Path:
    """A copy of a workspace, in which no file of records has more than some rows."""
    shutil.copytree(workspace, target, symlinks=True)
    generation = Layout(target).published()
    assert generation is not None
    texts = generation.record_table("*", tier=TEXTS)
    for path in [*generation.records.glob("*.parquet"), *texts.parent.glob(texts.name)]:
        table: pa.Table = read_table(path)
        with writing_parts({path: table.schema}, ROWS) as writers:
            writers[path].write(table)
    (generation.path / NAME).unlink()
    write_generation_checksums(generation, None)
    return target
