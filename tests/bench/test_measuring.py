"""Costs: the time of a piece of work, and the memory that it needs at its peak."""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from unmold.bench import measuring
from unmold.bench.measuring import measure, release_memory

Require = Callable[[object, str], None]


def test_memory_counts_what_is_resident_at_the_peak(require: Require) -> None:
    require(sys.platform == "linux", "only Linux resets its high-water mark")
    require(Path("/proc/self/clear_refs").exists(), "needs /proc/self/clear_refs")

    def work() -> int:
        return int(np.ones(32 << 20, np.uint8).sum())

    release_memory()
    total, cost = measure(work)
    assert total == 32 << 20
    assert cost.memory is not None
    assert cost.memory >= 30 << 20
    # It was freed again, so it does not count against the next piece of work.
    _, after = measure(lambda: None)
    assert after.memory is not None
    assert after.memory < 16 << 20


def test_seconds_are_counted() -> None:
    assert measure(lambda: sum(range(1000)))[1].seconds > 0


def describe_code_of(path: Path) -> str:
    """What the copy of the module at this path says of its code."""
    spec = importlib.util.spec_from_file_location("measuring_copy", path)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    sys.modules["measuring_copy"] = copy
    spec.loader.exec_module(copy)
    return str(copy.describe_code())


def test_code_is_named_by_its_commit_and_by_what_changed_since(
    tmp_path: Path, require: Require
) -> None:
    require(shutil.which("git"), "needs git")

    def git(*arguments: str) -> str:
        who = ["-c", "user.name=one", "-c", "user.email=one@example.com"]
        command = ["git", "-C", str(tmp_path), *who, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "--quiet")
    module = tmp_path / "src" / "measuring.py"
    module.parent.mkdir()
    shutil.copy(measuring.__file__, module)
    # Not part of the project: an installed package inside somebody's checkout.
    assert describe_code_of(module).startswith("unmold ")

    git("add", ".")
    git("commit", "--quiet", "--message", "one")
    commit = git("rev-parse", "--short", "HEAD")
    results = tmp_path / "benchmarks" / "results"
    results.mkdir(parents=True)
    (results / "x.json").write_text("{}")
    assert describe_code_of(module) == f"commit {commit}"

    (module.parent / "other.py").write_text("")
    assert describe_code_of(module) == f"commit {commit} with changes"
