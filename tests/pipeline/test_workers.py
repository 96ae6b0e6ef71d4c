"""Workers: results in order, errors where they belong, the same tables on any number of them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.run_sites import contents, write_site

from unmold import run
from unmold.errors import MachineError, UsageError
from unmold.pipeline.workers import open_workers


def refuse(text: str) -> str:
    raise UsageError(text, hint="do not")


def process_of(_: int) -> int:
    print("this must not get between the results")
    return os.getpid()


def die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_results_come_in_order_from_other_processes() -> None:
    with open_workers(2) as workers:
        assert list(workers.map(abs, range(-50, 0))) == list(range(50, 0, -1))
        processes = set(workers.map(process_of, range(20)))
    assert os.getpid() not in processes
    assert 1 <= len(processes) <= 2


def test_one_worker_is_the_process_itself() -> None:
    with open_workers(1) as workers:
        assert set(workers.map(process_of, [1])) == {os.getpid()}


def test_an_error_is_raised_where_the_result_is_wanted() -> None:
    with open_workers(2) as workers:
        with pytest.raises(UsageError, match="not this") as refused:
            list(workers.map(refuse, ["not this"]))
        assert refused.value.hint == "do not"
        assert list(workers.map(abs, [-1])) == [1]


def test_a_worker_that_dies_is_a_failure_of_the_machine() -> None:
    with open_workers(2) as workers, pytest.raises(MachineError, match="died"):
        list(workers.map(die, [1]))


def test_dead_workers_are_not_waited_for() -> None:
    program = (
        "import os\n"
        "from unmold.errors import MachineError\n"
        "from unmold.pipeline.workers import open_workers\n"
        "try:\n"
        "    with open_workers(2) as workers:\n"
        "        list(workers.map(os._exit, range(20)))\n"
        "except MachineError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, timeout=120
    )
    assert b"a worker process died" in done.stdout


def test_workers_end_with_their_parent() -> None:
    program = (
        "from unmold.pipeline.workers import open_workers; import os, sys, signal\n"
        "with open_workers(2) as workers:\n"
        "    list(workers.map(abs, range(9)))\n"
        "    print(*[one.pid for one in workers._started], flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    # The pipes end only when nobody holds them any more, so the workers must go too.
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    assert done.stdout.split()


@pytest.mark.parametrize("jobs", [2])
def test_tables_do_not_depend_on_the_number_of_workers(jobs: int, tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", 240)
    alone = contents(run(site, tmp_path / "alone", jobs=1))
    assert contents(run(site, tmp_path / "many", jobs=jobs)) == alone
