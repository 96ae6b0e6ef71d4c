"""Runs a function over tasks on all cores and yields results in order.

Each worker is a process of its own that reads tasks from its standard input until that ends; so it
ends with its parent, however that ends. Nothing of the caller's program is run again in it, as
`multiprocessing` would: a script may call `unmold.run` at its top level.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Lock
from typing import IO, Any, TypeVar

from unmold.errors import MachineError
from unmold.pages.read_ahead import map_ordered

Task = TypeVar("Task")
Result = TypeVar("Result")

PROGRAM = "from unmold.pipeline.workers import serve; serve()"


class Workers:
    """Processes that wait for work; with one or none, the work is done right here."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._lock = Lock()
        self._free: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._started: list[subprocess.Popen[bytes]] = []

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """`map`, on all workers. The function is one of a module's own."""
        if self.jobs <= 1:
            return map(function, tasks)
        return map_ordered(lambda task: self._call(function, task), tasks, self.jobs)

    def _call(self, function: Callable[[Task], Result], task: Task) -> Result:
        worker = self._take()
        try:
            _send(worker.stdin, (function, task))
            is_fine, answer = _receive(worker.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self._bury(worker)
            raise MachineError(
                "a worker process died", hint="perhaps memory ran out; --jobs 1 uses the least"
            ) from error
        self._free.put(worker)
        if not is_fine:
            raise answer
        result: Result = answer
        return result

    def _take(self) -> subprocess.Popen[bytes]:
        """A free worker; as many threads call as there may be workers."""
        with self._lock:
            if self._free.empty() and len(self._started) < self.jobs:
                self._started.append(_start_worker())
                return self._started[-1]
        return self._free.get()

    def _bury(self, worker: subprocess.Popen[bytes]) -> None:
        """Make room for another: a thread that has its task already would wait for it forever."""
        with self._lock:
            self._started.remove(worker)
        _end(worker)

    def close(self) -> None:
        for worker in self._started:
            _end(worker)


@contextmanager
def open_workers(jobs: int) -> Iterator[Workers]:
    """Workers for the time of a block; 0 means one for each core."""
    workers = Workers(jobs or os.cpu_count() or 1)
    try:
        yield workers
    finally:
        workers.close()


def _start_worker() -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    with suppress(OSError):  # what was not sent to it yet
        worker.communicate()


def serve() -> None:
    """What a worker does: tasks from standard input, results to standard output, until the end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tasks, results = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What anybody prints must not get between the results.
    os.dup2(2, 1)
    # What a task makes lives to its end, and is full of circles: to look for garbage in 100,000
    # objects again and again took a fifth of the time of learning.
    gc.disable()
    while True:
        try:
            function, task = _receive(tasks)
        except EOFError:
            return
        try:
            answer = True, function(task)
        except Exception as error:
            answer = False, error
        _send(results, answer)
        del function, task, answer
        gc.collect()
        # What is left are modules and caches: to look through them after every task takes longer
        # than a small one, and 35 ms beside 300 for a template.
        gc.freeze()


def _send(stream: IO[bytes] | None, message: Any) -> None:
    assert stream is not None
    pickle.dump(message, stream, pickle.HIGHEST_PROTOCOL)
    stream.flush()


def _receive(stream: IO[bytes] | None) -> Any:
    assert stream is not None
    return pickle.load(stream)
