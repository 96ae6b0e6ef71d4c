"""Reads items with several threads and yields the results in order.

Threads help where files lie on slow or distant disks. Only a few results per thread are held at a
time, so memory does not depend on the number of items.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 4
"""Results in flight for each thread."""

FILES_AT_ONCE = 4
"""Files that a thread reads before it hands them over: to hand over each takes half as long as to
read it."""


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
