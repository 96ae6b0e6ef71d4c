"""The examples run as they are, each in an empty folder."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
EXPECTED = {
    "prices_by_brand.py": (0, "brand  products   price"),
    "learn_from_pages.py": (0, "item_number"),
    "check_before_publishing.py": (1, "products: format-changed of"),
}
"""By script: its exit code, and what it prints among other things."""


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_scripts_run(path: Path, tmp_path: Path) -> None:
    code, text = EXPECTED[path.name]
    done = subprocess.run(
        [sys.executable, str(path)],
        cwd=tmp_path,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == code, done.stderr
    assert text in done.stdout


def test_the_notebook_runs(tmp_path: Path) -> None:
    notebook = json.loads((EXAMPLES / "explore_a_site.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    with contextlib.chdir(tmp_path):
        for number, cell in enumerate(cells):
            exec(compile(cell, f"cell {number}", "exec"), names)
    assert "item_no" in names["products"]  # type: ignore[operator]
    assert "item_number" in names["template"].best.column_names()  # type: ignore[attr-defined]


def test_the_notebook_shows_what_it_does_and_no_place_of_a_machine() -> None:
    text = (EXAMPLES / "explore_a_site.ipynb").read_text(encoding="utf-8")
    assert '"outputs": []' not in text, "it is kept with what its cells show"
    assert "/tmp" not in text
    assert "/home" not in text
