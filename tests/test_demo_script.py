"""`make demo`, without make: the script ends well and shows what it promises."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Require = Callable[[object, str], None]

PROGRAMS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def shown(
    checkout: Path, require: Require, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path]:
    """What the script prints, and the folder that it fills."""
    require((PROGRAMS / "unmold").exists(), "needs the installed command unmold")
    folder = tmp_path_factory.mktemp("demo")
    command = [checkout / "scripts" / "demo", PROGRAMS, "demo"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout, folder / "demo"


def test_every_step_is_announced_and_run(shown: tuple[str, Path]) -> None:
    output, _ = shown
    commands = [line.split()[2] for line in output.splitlines() if line.startswith("$ unmold ")]
    assert commands == ["inspect", "compare", "compare", "evaluate", "cluster", "evaluate"]
    for expected in ("how its tags begin to repeat", "structure-style", "adjusted Rand index"):
        assert expected in output


def test_pages_of_one_template_are_more_alike(shown: tuple[str, Path]) -> None:
    output, _ = shown
    rows = [line.split() for line in output.splitlines() if line.startswith("path-jaccard ")]
    within, across = (float(row[1]) for row in rows)
    assert within > 0.6 > 0.3 > across


def test_it_leaves_the_site_and_two_groupings(shown: tuple[str, Path]) -> None:
    _, folder = shown
    assert (folder / "site" / "index.html").is_file()
    for name in ("by-url.csv", "clusters.csv"):
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        assert lines[0] == "path,url,site,cluster"
        assert len(lines) == 121
