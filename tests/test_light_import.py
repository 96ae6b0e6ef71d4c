"""`import unmold` costs little: no heavy package and no extra comes along."""

import json
import subprocess
import sys

import pytest

HEAVY = {
    "brotli",
    "click",
    "duckdb",
    "fastapi",
    "fastwarc",
    "jinja2",
    "parsel",
    "pyarrow",
    "pyspark",
    "rich",
    "scipy",
    "scrapy",
    "tantivy",
    "uvicorn",
}

LIST_MODULES = "import json, sys; print(json.dumps(sorted(sys.modules)))"


def packages_after(statement: str) -> set[str]:
    """The top-level packages that a fresh interpreter holds once it has run the statement."""
    program = f"{statement}\n{LIST_MODULES}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in json.loads(done.stdout)}


@pytest.mark.parametrize("module", ["unmold", "unmold.demo"])
def test_import_brings_nothing_heavy(module: str) -> None:
    packages = packages_after(f"import {module}")
    assert "unmold" in packages
    assert packages & HEAVY == set()


def test_the_check_sees_a_heavy_import() -> None:
    assert "click" in packages_after("import click")
