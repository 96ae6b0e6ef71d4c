"""Jobs that take longer than a request: one runs at a time, and clients poll it by its id."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from unmold.errors import UnmoldError
from unmold.serve.problems import ProblemError, hide_paths, not_found

KEPT = 100
"""How many finished jobs are remembered."""

logger = logging.getLogger("unmold.serve")


@dataclass
class Job:
    """A job and its progress; `begin`, `advance`, `end` and `say` are called by a run."""

    id: str
    state: str = "running"
    """`running`, `done` or `failed`."""
    stage: str = ""
    done: int = 0
    total: int | None = None
    message: str = ""
    result: dict[str, Any] | None = None

    def begin(self, stage: str, total: int | None, unit: str = "pages") -> None:
        self.stage, self.total, self.done = stage, total, 0
        self.message = stage

    def advance(self, count: int = 1) -> None:
        self.done += count

    def end(self) -> None:
        self.done = self.total if self.total is not None else self.done

    def say(self, message: str) -> None:
        self.message = message


class Jobs:
    """The jobs of a server."""

    def __init__(self, secret_paths: Callable[[], list[str]]) -> None:
        self._secret_paths = secret_paths
        self._jobs: dict[str, Job] = {}
        self._busy = threading.Lock()
        self._threads: list[threading.Thread] = []

    def start(self, work: Callable[[Job], object]) -> Job:
        """Start a job, unless another one is running."""
        if not self._busy.acquire(blocking=False):
            raise ProblemError(409, "edits are being applied", "wait until that job has ended")
        job = Job(secrets.token_hex(8))
        for old in list(self._jobs)[: max(len(self._jobs) - KEPT, 0)]:
            del self._jobs[old]
        self._jobs[job.id] = job
        thread = threading.Thread(target=self._run, args=(job, work), daemon=True)
        self._threads = [one for one in self._threads if one.is_alive()] + [thread]
        thread.start()
        return job

    def _run(self, job: Job, work: Callable[[Job], object]) -> None:
        try:
            work(job)
            job.state = "done"
        except UnmoldError as error:
            said = f"{error.message}; {error.hint}" if error.hint else error.message
            job.message, job.state = hide_paths(said, self._secret_paths()), "failed"
        except BaseException:
            logger.exception("a job failed")
            job.message, job.state = "unmold failed; the log of the server says where", "failed"
        finally:
            self._busy.release()

    def find(self, job: str) -> Job:
        if job not in self._jobs:
            raise not_found("there is no such job", "jobs are forgotten when the server ends")
        return self._jobs[job]

    def stop(self) -> None:
        """Wait for a running job: a run that is interrupted would have to be repeated."""
        for thread in self._threads:
            thread.join(timeout=60)
