"""Indexes of records in tasks: one of what each extracted, which together are the search index.

The words of records are in the files of the stage that extracted them. A task writes an index of
some of these files and leaves it in the folder of stages; the driver makes one index of all of
them, for which it copies files and reads none.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import pyarrow as pa

from unmold.errors import Failure, attempt
from unmold.pipeline.engine import IndexedElsewhere
from unmold.pipeline.index_step import add_document
from unmold.search import build_index
from unmold.search.build import IndexBuilder
from unmold.spark.folders import Folder
from unmold.spark.grouping import iterate_rows
from unmold.spark.stage_files import StageFiles
from unmold.spark.stage_parts import Stage
from unmold.spark.working import DOCUMENT_ROWS, EXTRACTED, begin_task, from_bytes

INDEXED = pa.schema(
    [
        pa.field("part", pa.string()),
        pa.field("files", pa.list_(pa.string())),
        pa.field("keys", pa.list_(pa.string())),
        pa.field("failed", pa.list_(pa.string())),
        pa.field("reasons", pa.list_(pa.string())),
    ]
)
"""What a task says of the index that it wrote: its folder and files, the pages whose records are in
it, and those whose are not."""


@contextmanager
def index_parts(
    files: StageFiles, name: str, extracted: str, records: Mapping[str, int]
) -> Iterator[IndexedElsewhere]:
    """Index what a stage extracted of the templates whose new records it has, all of them."""
    whole = _whole_templates(files, extracted, records) if files.has(extracted) else frozenset()
    if not whole:
        yield IndexedElsewhere(whole, [], [], {})
        return
    folder = Folder(files.folder.at(f"{name}-indexes"))
    if not files.has(name):
        rows = files.read(extracted, EXTRACTED)
        rows = rows.filter(rows["tier"].isNull() & (rows["table"] == DOCUMENT_ROWS))
        task = partial(index_task, folder, whole if len(whole) < len(records) else None)
        files.keep(name, Stage(rows.select("template", "rows"), task, INDEXED))
    found = list(files.rows(name))
    with TemporaryDirectory(prefix="unmold-") as temporary:
        yield IndexedElsewhere(
            whole,
            [_fetch(folder, row["part"], row["files"], Path(temporary)) for row in found],
            [key for row in found for key in row["keys"]],
            {
                key: reason
                for row in found
                for key, reason in zip(row["failed"], row["reasons"], strict=True)
            },
        )


def _whole_templates(
    files: StageFiles, extracted: str, records: Mapping[str, int]
) -> frozenset[str]:
    """The templates of which the stage has as many records as are new."""
    counts: Counter[str] = Counter()
    for row in files.rows(extracted, ["template", "keys"]):
        counts[row["template"]] += len(row["keys"] or ())
    return frozenset(
        name for name, new in records.items() if name in counts and counts[name] == new
    )


def _fetch(folder: Folder, part: str, names: Iterable[str], temporary: Path) -> Path:
    """An index as a folder of this machine."""
    if not folder.is_remote:
        return Path(folder.at(part))
    place = temporary / part
    place.mkdir()
    for name in names:
        with folder.open(f"{part}/{name}") as source, (place / name).open("wb") as stream:
            shutil.copyfileobj(source, stream)
    return place


def index_task(
    folder: Folder, templates: Collection[str] | None, batches: Iterable[pa.RecordBatch]
) -> Iterator[Any]:
    """Write an index of the documents of some templates, or of all."""
    begin_task()
    said: dict[str, list[str]] = {"keys": [], "failed": [], "reasons": []}
    part = uuid4().hex
    with TemporaryDirectory(prefix="unmold-") as temporary:
        place = Path(temporary, part)
        with build_index(place, jobs=1) as builder:
            for row in iterate_rows(batches):
                if templates is None or row["template"] in templates:
                    _add_documents(builder, from_bytes(row["rows"]), said)
        if not said["keys"]:
            return
        names = sorted(path.name for path in place.iterdir())
        for name in names:
            folder.copy(place / name, f"{part}/{name}")
    yield pa.RecordBatch.from_pylist([{"part": part, "files": names} | said], schema=INDEXED)


def _add_documents(builder: IndexBuilder, documents: pa.Table, said: dict[str, list[str]]) -> None:
    builder.fields.update(documents["fields"].combine_chunks().flatten().unique().to_pylist())
    keys, texts = documents["key"].to_pylist(), documents["document"].to_pylist()
    for key, text in zip(keys, texts, strict=True):
        added = attempt(add_document, builder, key, text)
        if isinstance(added, Failure):
            said["failed"].append(key)
            said["reasons"].append(added.reason)
        else:
            said["keys"].append(key)
