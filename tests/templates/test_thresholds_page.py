"""The page about thresholds says what the modules say, and each of them says what it means."""

import runpy
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def script(checkout: Path) -> dict[str, Any]:
    return runpy.run_path(str(checkout / "scripts" / "write-thresholds-page"))


def test_page_is_that_of_the_modules(script: dict[str, Any]) -> None:
    written = script["PAGE"].read_text(encoding="utf-8")
    assert written == script["render_page"](), "`make docs` writes it anew"


def test_every_threshold_says_what_it_means(script: dict[str, Any]) -> None:
    files = [
        file for folder in script["FOLDERS"] for file in (script["SOURCE"] / folder).rglob("*.py")
    ]
    found = [(file.name, one) for file in files for one in script["find_thresholds"](file)]
    assert len(found) > 200
    silent = [f"{name}:{one.line} {one.name}" for name, one in found if not one.says]
    assert not silent


MODULE = """
SHARE = 0.5
'Half.'
# A third
# of all.
PART = 1 / 3
MANY = 7  # A guess.
FIRST = 0
@dataclass(frozen=True)
class Limits:
    depth: int = 9
    'How deep.'
    name: str = ''
@dataclass
class Node:
    parent: int = -1
"""


def test_explanations_stand_below_above_or_beside(script: dict[str, Any], tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(MODULE)
    found = [(one.name, one.value, one.says) for one in script["find_thresholds"](module)]
    assert found == [
        ("SHARE", "0.5", "Half."),
        ("PART", "1 / 3", "A third of all."),
        ("MANY", "7", "A guess."),
        ("Limits.depth", "9", "How deep."),
    ]
