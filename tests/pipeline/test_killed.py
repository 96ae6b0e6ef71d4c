"""Runs killed at random moments: the next one goes on, and finds what an undisturbed one finds."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.run_sites import contents, write_site

from unmold import Workspace, run

KILLS = int(os.environ.get("UNMOLD_KILLS", "5"))
"""Rounds; each kills a run, and the run that goes on, at random moments."""

RUN = "import sys, unmold; unmold.run(sys.argv[1], sys.argv[2], jobs=int(sys.argv[3]))"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("killed") / "site", 150)


@pytest.fixture(scope="module")
def undisturbed(site: Path) -> tuple[dict[str, list[str]], float]:
    """What a run finds, and how long a process takes for it."""
    begun = time.monotonic()
    _finish(_start(site, site.parent / "undisturbed"))
    return contents(Workspace(site.parent / "undisturbed")), time.monotonic() - begun


def _start(site: Path, workspace: Path, jobs: int = 1) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", RUN, str(site), str(workspace), str(jobs)])


def _finish(process: subprocess.Popen[bytes]) -> None:
    assert process.wait() == 0


def _kill_after(process: subprocess.Popen[bytes], seconds: float) -> None:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_killed_run_goes_on(
    seed: int, site: Path, undisturbed: tuple[dict[str, list[str]], float], tmp_path: Path
) -> None:
    expected, seconds = undisturbed
    chance = random.Random(seed)
    for _ in range(2):
        _kill_after(_start(site, tmp_path / "ws"), chance.uniform(0.2, 1) * seconds)
    assert contents(run(site, tmp_path / "ws", jobs=1)) == expected
    assert not list((tmp_path / "ws").rglob(".*.new"))


def test_a_run_killed_among_its_workers_goes_on(
    undisturbed: tuple[dict[str, list[str]], float], tmp_path: Path
) -> None:
    site = write_site(tmp_path / "site", 240)
    _kill_after(_start(site, tmp_path / "ws", jobs=2), undisturbed[1])
    found = contents(run(site, tmp_path / "ws", jobs=2))
    assert found == contents(run(site, tmp_path / "other", jobs=1))


@pytest.mark.parametrize("seed", range(KILLS))
def test_readers_see_one_generation_whatever_is_killed(
    seed: int, undisturbed: tuple[dict[str, list[str]], float], tmp_path: Path
) -> None:
    site, chance = write_site(tmp_path / "site"), random.Random(seed)
    before = contents(run(site, tmp_path / "ws"))
    write_site(site, 60, first=24)
    _kill_after(_start(site, tmp_path / "ws"), chance.uniform(0.3, 1) * undisturbed[1])
    found = contents(Workspace(tmp_path / "ws"))
    after = contents(run(site, tmp_path / "ws"))
    assert found in (before, after)
    assert len(after["pages"]) == 84


def test_what_the_last_step_left_is_removed(site: Path, tmp_path: Path) -> None:
    made = run(site, tmp_path / "ws", jobs=1)
    left = made.path / ".checksums.json.123.new"
    left.write_text("half")
    run(site, tmp_path / "ws", jobs=1)
    assert not left.exists()
