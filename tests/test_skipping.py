"""Where `UNMOLD_REQUIRE_ALL` is set, nothing may be skipped; elsewhere a skip is no failure."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SKIPS = {
    "require": "def test_it(require):\n    require(False, 'no moon tonight')\n",
    "fixture": "def test_it(corpora):\n    pass\n",
    "mark": "import pytest\n@pytest.mark.skip(reason='no moon')\ndef test_it():\n    pass\n",
    "module": "import pytest\npytest.skip('no moon', allow_module_level=True)\n",
}
SKIPS["native core without the feature testing"] = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
sys.modules["unmold._core.testing"] = None
from support.native import fingerprint
def test_it():
    assert 0
"""
RUNS = {
    "pass": "def test_it(require):\n    require(True, 'no moon tonight')\n",
    "expected failure": "import pytest\n@pytest.mark.xfail\ndef test_it():\n    assert 0\n",
}


def run_pytest(directory: Path, test: str, *arguments: str, **environment: str) -> int:
    """The exit status of pytest over that test and one that passes, under our conftest.py."""
    shutil.copy(Path(__file__).parent / "conftest.py", directory)
    (directory / "pytest.ini").write_text("[pytest]\n")
    (directory / "test_it.py").write_text(test)
    (directory / "test_other.py").write_text("def test_other():\n    pass\n")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("UNMOLD_")}
    # Settings of the pytest that runs this test are not meant for the one inside.
    clean = {name: value for name, value in clean.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(
        command, cwd=directory, env=clean | environment, capture_output=True
    ).returncode


@pytest.mark.parametrize("kind", SKIPS)
@pytest.mark.parametrize("arguments", [(), ("-n", "1")], ids=["plain", "xdist"])
def test_a_skip_fails_the_run_where_all_is_required(
    tmp_path: Path, kind: str, arguments: tuple[str, ...]
) -> None:
    status = run_pytest(tmp_path, SKIPS[kind], *arguments, UNMOLD_REQUIRE_ALL="1")
    assert status == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("kind", SKIPS)
def test_a_skip_is_fine_elsewhere(tmp_path: Path, kind: str) -> None:
    assert run_pytest(tmp_path, SKIPS[kind]) == pytest.ExitCode.OK


@pytest.mark.parametrize("kind", RUNS)
def test_what_ran_is_fine_where_all_is_required(tmp_path: Path, kind: str) -> None:
    assert run_pytest(tmp_path, RUNS[kind], UNMOLD_REQUIRE_ALL="1") == pytest.ExitCode.OK
