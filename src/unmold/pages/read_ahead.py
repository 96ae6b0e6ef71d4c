"""Reads items with several threads and yields the results in order.

Threads help where files lie on slow or distant disks. Only a few results per thread are held at a
time, so memory does not depend on the number of items.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 4
"""Results in flight for each thread."""


def map_ordered(
    function: Callable[[Item], Result], items: Iterable[Item], jobs: int
) -> Iterator[Result]:
    """Like `map`, on several threads."""
    if jobs <= 1:
        yield from map(function, items)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(jobs, thread_name_prefix="unmold-read") as pool:
        try:
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) >= jobs * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
