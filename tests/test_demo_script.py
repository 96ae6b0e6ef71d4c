"""`make demo`, without make: the script ends well and shows what it promises."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from unmold import Workspace

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
    assert commands == ["demo", "inspect", "sql", "search"]
    for expected in ("how its tags begin to repeat", "further column", "Oak"):
        assert expected in output


def test_it_says_how_right_it_was(shown: tuple[str, Path]) -> None:
    output, _ = shown
    scores = [line for line in output.splitlines() if line.startswith(("pages in", "table score"))]
    clusters, tables = (float(line.split()[-1]) for line in scores)
    assert clusters > 0.9
    assert tables > 0.8


def test_it_leaves_the_site_and_the_workspace(shown: tuple[str, Path]) -> None:
    _, folder = shown
    assert (folder / "site" / "index.html").is_file()
    assert len(Workspace(folder / "workspace").pages) == 600
