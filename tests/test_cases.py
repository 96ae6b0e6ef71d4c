"""Every folder of `tests/cases/` holds pages and what unmold should make of them.

`tests/cases/README.md` says how a bug report becomes a case.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.cases import AREAS, read_expected, write_expected

CASES = Path(__file__).parent / "cases"
FOLDERS = sorted(path for area in AREAS for path in (CASES / area).iterdir() if path.is_dir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.relative_to(CASES).as_posix())
def test_pages_give_what_is_expected(
    folder: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    measure: Callable[[Path, Path], Any] = AREAS[folder.parent.name]
    found = measure(folder, tmp_path)
    if request.config.getoption("write_cases"):
        write_expected(folder, found)
    assert found == read_expected(folder)


def test_each_area_has_cases_and_each_folder_an_area() -> None:
    folders = {path.name for path in CASES.iterdir() if path.is_dir()}
    assert folders == set(AREAS)
    assert all(sum(one.parent.name == area for one in FOLDERS) >= 2 for area in AREAS)
