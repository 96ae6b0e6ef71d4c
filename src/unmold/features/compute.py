"""`compute_features`: pages enter, their features leave, computed on all cores.

Pages are read in batches and let go again, so that memory holds features and not pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unmold.features.ragged import Ragged, Strings
from unmold.features.table import DIGEST_LENGTH, FINGERPRINT_LENGTH, Features, Links, Texts
from unmold.model import Page, Problem
from unmold.pages import read_pages
from unmold.pages.read import Source
from unmold.pages.trees import cut_problems
from unmold.settings import Limits

BATCH_PAGES = 512
BATCH_BYTES = 32 << 20

_RAGGED: dict[str, type[np.generic]] = {
    "tag_sequence": np.uint32,
    "dom_sequence": np.uint32,
    "head_sequence": np.uint32,
    "tags": np.uint32,
    "tag_counts": np.uint32,
    "leaf_paths": np.uint64,
    "leaf_path_counts": np.uint32,
    "indexed_leaf_paths": np.uint64,
    "element_paths": np.uint64,
    "element_path_parents": np.uint64,
    "main_paths": np.uint64,
    "class_tokens": np.uint64,
    "classes": np.uint64,
    "labels": np.uint64,
}
_SCALARS = {
    "has_tags": np.bool_,
    "has_header": np.bool_,
    "sequence_hashes": np.uint64,
    "leaf_path_hashes": np.uint64,
    "class_token_hashes": np.uint64,
    "elements": np.uint32,
    "nodes": np.uint32,
    "max_depth": np.uint32,
}
_ROWS = {
    "fingerprints": FINGERPRINT_LENGTH,
    "sequence_digests": DIGEST_LENGTH,
    "header_digests": DIGEST_LENGTH,
}
_CONTENTS = ("content_paths", "content_path_parents")
_LINKS = ("urls", "xpaths", "short_xpaths", "texts")


def compute_features(
    source: Source,
    *,
    jobs: int = 0,
    limits: Limits | None = None,
    problems: Callable[[Problem], object] | None = None,
    links: bool = True,
    texts: bool = True,
    contents: bool = False,
) -> Features:
    """Compute the features of all pages of a source, on so many threads (0: all cores).

    A page over a cap is cut, and `problems` is called with what is missing. Links and texts take
    most of the memory; who does not need them leaves them out, and asks for content paths only
    where they are needed.

    >>> features = compute_features([b"<p><b>x</b></p>", b"<p>y"])
    >>> len(features), features.tag_sequence.lengths.tolist()
    (2, [4, 1])
    """
    limits = limits or Limits()
    report = problems or (lambda problem: None)
    pages = read_pages(source, limits=limits, problems=problems)
    compute = partial(
        _compute_batch,
        jobs=jobs,
        limits=limits,
        report=report,
        links=links,
        texts=texts,
        contents=contents,
    )
    parts = [compute(batch) for batch in batches(pages)]
    return _join(parts) if parts else compute([])


def compute_fingerprints(pages: Iterable[Page], *, jobs: int = 0) -> NDArray[np.uint8]:
    """The fingerprints of pages alone; reads of each page only its beginning."""
    from unmold import _core

    parts = [
        _core.fingerprint_pages(
            [page.data for page in batch], [page.charset for page in batch], jobs
        )
        for batch in batches(pages)
    ]
    return np.frombuffer(b"".join(parts), dtype=np.uint8).reshape(-1, FINGERPRINT_LENGTH)


def batches(pages: Iterable[Page]) -> Iterator[list[Page]]:
    """Pages in portions that keep all cores busy and memory small."""
    batch: list[Page] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += len(page.data)
        if len(batch) >= BATCH_PAGES or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _compute_batch(
    batch: list[Page],
    *,
    jobs: int,
    limits: Limits,
    report: Callable[[Problem], object],
    links: bool,
    texts: bool,
    contents: bool,
) -> Features:
    from unmold import _core

    arrays: dict[str, Any] = _core.extract_features(
        [page.data for page in batch],
        [page.address for page in batch],
        [page.charset for page in batch],
        jobs,
        contents=contents,
        **limits.parser_options(),
    )
    for page, problem in zip(batch, arrays["problems"], strict=True):
        for found in cut_problems(page.key, _core.problem_codes(problem), limits):
            report(found)
    columns: dict[str, Any] = {
        name: np.frombuffer(arrays[name], dtype) for name, dtype in _SCALARS.items()
    }
    for name, length in _ROWS.items():
        columns[name] = np.frombuffer(arrays[name], np.uint8).reshape(-1, length)
    for name, ragged_dtype in _RAGGED.items():
        columns[name] = _ragged(arrays, name, ragged_dtype)
    for name in _CONTENTS if contents else ():
        columns[name] = _ragged(arrays, name, np.uint64)
    return Features(
        keys=[page.key for page in batch],
        paths=[page.path for page in batch],
        urls=[page.url for page in batch],
        sites=[page.site for page in batch],
        links=_links(arrays) if links else None,
        texts=_texts(arrays) if texts else None,
        **columns,
    )


def _ragged(arrays: dict[str, Any], name: str, dtype: type[np.generic]) -> Ragged:
    offsets = np.frombuffer(arrays[f"{name}_offsets"], np.uint64)
    return Ragged(np.frombuffer(arrays[name], dtype), offsets)


def _strings(arrays: dict[str, Any], name: str) -> Strings:
    ends = np.frombuffer(arrays[f"{name}_ends"], np.uint64)
    return Strings(np.frombuffer(arrays[name], np.uint8), ends)


def _links(arrays: dict[str, Any]) -> Links:
    columns = {name: _strings(arrays, f"link_{name}") for name in _LINKS}
    return Links(np.frombuffer(arrays["links_offsets"], np.uint64), **columns)


def _texts(arrays: dict[str, Any]) -> Texts:
    return Texts(_ragged(arrays, "text_paths", np.uint64), _strings(arrays, "texts"))


def _join(parts: list[Features]) -> Features:
    """One table of several; each column of the parts is let go as soon as it is joined."""
    if len(parts) == 1:
        return parts[0]
    rows = [{name: getattr(part, name) for name in Features.__slots__} for part in parts]
    parts.clear()
    columns: dict[str, Any] = {}
    for name in Features.__slots__:
        columns[name] = _join_column([row.pop(name) for row in rows])
    return Features(**columns)


def _join_column(column: list[Any]) -> Any:
    first = column[0]
    if first is None:
        return None
    if isinstance(first, list):
        return [value for part in column for value in part]
    if isinstance(first, Ragged):
        return Ragged.join(column)
    if isinstance(first, Links):
        return _join_links(column)
    if isinstance(first, Texts):
        paths = Ragged.join([part.paths for part in column])
        return Texts(paths, Strings.join([part.texts for part in column]))
    return np.concatenate(column)


def _join_links(parts: list[Links]) -> Links:
    lengths = np.concatenate([np.diff(part.offsets.astype(np.int64)) for part in parts])
    offsets = np.concatenate([np.zeros(1, np.uint64), np.cumsum(lengths).astype(np.uint64)])
    columns = {name: Strings.join([getattr(part, name) for part in parts]) for name in _LINKS}
    return Links(offsets, **columns)
