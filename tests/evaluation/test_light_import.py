"""Metrics need NumPy and nothing heavier; the command's help needs not even that."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("unmold.evaluation", {"scipy", "sklearn", "pandas", "pyarrow", "click"}),
        ("unmold.cli.evaluate", {"numpy", "scipy", "pyarrow"}),
    ],
)
def test_import_is_light(module: str, unwanted: set[str]) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert module in loaded
    assert not loaded & unwanted
