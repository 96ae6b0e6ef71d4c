"""Reads clusters and gold labels from CSV files and joins them by path.

The two files are CLUSTERS (`path`, `cluster`, any others), as `unmold cluster` writes it, and GOLD
(`path`, `template`, optionally `site`, `template_coarse`, `template_fine`, any others). The site of
a page is the gold's, for that is also known of pages which the clusters lack.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from unmold.errors import MachineError, UsageError
from unmold.evaluation.evaluate import Evaluation, evaluate_clusters

# A field holds a path or a URL; pages may carry data: URLs of megabytes, so the reader's 128 KB is
# too little, and more than this is not a CSV file.
_LARGEST_FIELD = 16 * 1024 * 1024


@dataclass(frozen=True)
class Gold:
    """A manifest's labels by path; a level or the sites are None if the file has no such column."""

    template: Mapping[str, str]
    coarse: Mapping[str, str] | None
    fine: Mapping[str, str] | None
    site: Mapping[str, str] | None


def evaluate_files(
    clusters: str | Path | TextIO,
    gold: str | Path,
    *,
    across_sites: bool = False,
    seconds: float | None = None,
) -> Evaluation:
    """Score a file of clusters, or an open one, against a file of gold labels.

    Paths are compared as they are written. If no two are equal, the clusters' are taken as relative
    to the working directory, the gold's as relative to its file, and both are compared in full.
    """
    cluster_of = read_clusters(clusters)
    labels = read_gold(gold)
    if labels.template.keys().isdisjoint(cluster_of):
        cluster_of = _rewrite_paths(cluster_of, labels.template, Path(gold).parent)
    return evaluate_clusters(
        cluster_of,
        labels.template,
        coarse=labels.coarse,
        fine=labels.fine,
        sites=labels.site,
        across_sites=across_sites,
        seconds=seconds,
    )


def read_clusters(source: str | Path | TextIO) -> dict[str, str]:
    """The cluster of every path."""
    return _read_columns(source, required=("path", "cluster"), optional=())["cluster"]


def read_gold(source: str | Path | TextIO) -> Gold:
    """The labels of every path."""
    columns = _read_columns(
        source,
        required=("path", "template"),
        optional=("template_coarse", "template_fine", "site"),
    )
    return Gold(
        template=columns["template"],
        coarse=columns.get("template_coarse"),
        fine=columns.get("template_fine"),
        site=columns.get("site"),
    )


def _rewrite_paths(
    cluster_of: dict[str, str], gold_paths: Iterable[str], folder: Path
) -> dict[str, str]:
    """The clusters under the gold's spelling of the paths, where the two mean the same file."""
    spelling = {_complete(folder / path): path for path in gold_paths}
    return {spelling.get(_complete(path), path): cluster for path, cluster in cluster_of.items()}


def _complete(path: str | Path) -> str:
    """The path in full, without asking the disk, since the pages need not be there any more."""
    return os.path.abspath(path)  # noqa: PTH100


def _read_columns(
    source: str | Path | TextIO, required: Sequence[str], optional: Sequence[str]
) -> dict[str, dict[str, str]]:
    """Each wanted column that the file has, as a mapping from path to value."""
    with _open_text(source) as (lines, name):
        reader = csv.reader(lines, strict=True)
        try:
            return _collect(reader, name, required, optional)
        except csv.Error as error:
            raise UsageError(f"{name}, line {reader.line_num}: not a CSV file: {error}") from error
        except OSError as error:
            raise MachineError(f"cannot go on reading {name}: {error.strerror}") from error


def _collect(
    reader: Any, name: str, required: Sequence[str], optional: Sequence[str]
) -> dict[str, dict[str, str]]:
    csv.field_size_limit(max(_LARGEST_FIELD, csv.field_size_limit()))
    header: list[str] = next(reader, [])
    position = {
        column: header.index(column) for column in (*required, *optional) if column in header
    }
    for column in required:
        if column not in position:
            raise UsageError(
                f"{name} has no column {column!r}",
                hint=f"its first line should name the columns {', '.join(required)}",
            )
    columns: dict[str, dict[str, str]] = {column: {} for column in position if column != "path"}
    for row in reader:
        if row:
            _add_row(columns, row, position, len(header), f"{name}, line {reader.line_num}")
    return columns


def _add_row(
    columns: dict[str, dict[str, str]],
    row: list[str],
    position: Mapping[str, int],
    width: int,
    place: str,
) -> None:
    if len(row) != width:
        raise UsageError(f"{place}: {len(row)} values for {width} columns")
    path = row[position["path"]]
    for column, values in columns.items():
        if path in values:
            raise UsageError(f"{place}: a second row for path {path!r}")
        values[path] = row[position[column]]


@contextmanager
def _open_text(source: str | Path | TextIO) -> Iterator[tuple[Iterable[str], str]]:
    """The lines of a file and what to call it; a path that is no UTF-8 survives the way in."""
    if not isinstance(source, str | Path):
        yield source, "standard input"
        return
    try:
        # Only the opening is guarded: what fails later is the reader's to explain.
        stream = Path(source).open(encoding="utf-8-sig", errors="surrogateescape", newline="")  # noqa: SIM115
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise UsageError(f"cannot read {source}: {error.strerror}") from error
    except OSError as error:
        raise MachineError(f"cannot read {source}: {error.strerror}") from error
    with stream:
        yield stream, str(source)
