"""The garbage collector, paused while a template is learned.

Learning makes hundreds of thousands of small objects, none of them in cycles, and drops them all at
once; to look through them again and again takes a quarter of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collection() -> Iterator[None]:
    """Pause the collection of cycles, unless the caller has done so."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
