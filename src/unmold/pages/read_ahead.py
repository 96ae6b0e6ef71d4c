"""Reads items with several threads and yields the results in order.

Threads help where files lie on slow or distant disks. Only a few results per thread are held at a
time, so memory does not depend on the number of items.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from unmold import _core
from unmold.settings import Limits

Item = TypeVar("Item")
FileContent = tuple[bytes, int]
"""What a file holds, and its stamp (`file_stamps`)."""
Result = TypeVar("Result")

AHEAD = 4
"""Results in flight for each thread."""

RECORDS_AT_ONCE = 4
"""Records that a thread reads before it hands them over: to hand over each takes half as long as to
read it."""

FILES_AT_ONCE = 8
"""Files that a thread reads before it hands them over; with more, little is won."""

# Reading all of SWDE took 0.3 s of a processor with four times as many, 0.2 s with this.
BYTES_AT_ONCE = 1 << 19
"""Bytes after which a thread hands over fewer files: what the cache of a processor holds."""


def map_ordered(
    function: Callable[[Item], Result], items: Iterable[Item], jobs: int, at_once: int = 1
) -> Iterator[Result]:
    """Like `map`, on several threads, each of which takes some items at once."""
    if jobs <= 1:
        yield from map(function, items)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    def work(some: list[Item]) -> list[Result]:
        return [function(item) for item in some]

    left = iter(items)
    most = max(jobs * AHEAD // at_once, jobs)
    waiting: deque[Future[list[Result]]] = deque()
    with ThreadPoolExecutor(jobs, thread_name_prefix="unmold-read") as pool:
        try:
            while some := list(islice(left, at_once)):
                waiting.append(pool.submit(work, some))
                if len(waiting) >= most:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def read_ahead(
    items: Iterable[Item], file_of: Callable[[Item], str | None], limits: Limits, jobs: int
) -> Iterator[list[tuple[Item, FileContent | None]]]:
    """Items in portions, each with the content of its file.

    None for an item without a file, and for a file that takes a closer look: one that cannot be
    read, is too large, or is no regular file.
    """

    def read(some: list[Item]) -> tuple[list[Item], list[FileContent | None]]:
        return some, _read_files([file_of(item) for item in some], limits.max_bytes)

    for some, contents in map_ordered(read, _in_portions(items), jobs):
        yield list(zip(some, contents, strict=False))
        left = some[len(contents) :]
        while left:
            _, contents = read(left)
            yield list(zip(left, contents, strict=False))
            left = left[len(contents) :]


def _in_portions(items: Iterable[Item]) -> Iterator[list[Item]]:
    left = iter(items)
    while some := list(islice(left, FILES_AT_ONCE)):
        yield some


def _read_files(files: list[str | None], most: int) -> list[FileContent | None]:
    """The contents of the first files, of one at least."""
    try:
        # There is no file without a name.
        return _core.read_files([file or "" for file in files], most, BYTES_AT_ONCE)
    except UnicodeEncodeError:
        return [None] * len(files)
