"""The wheel alone, installed into an environment of its own, has every view."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from support.served_tabs import opened, serve

from unmold import Workspace

Require = Callable[[object, str], None]

SHIPPED = {
    "parts": ("view_page.html.jinja", "shell.html.jinja"),
    "static": ("app.js", "app.css", "overlay.js", "overlay.css", "icon.svg"),
}


def run_maturin(checkout: Path, *arguments: str) -> None:
    environment = {"CARGO_TARGET_DIR": str(checkout / "rust" / "target"), **os.environ}
    subprocess.run(
        [sys.executable, "-m", "maturin", *arguments],
        cwd=checkout,
        env=environment,
        check=True,
        capture_output=True,
    )


def check_names(names: list[str]) -> None:
    """Everything that views are made of is there, and nothing that only checks need."""
    for folder, files in SHIPPED.items():
        for file in files:
            assert any(one.endswith(f"unmold/serve/{folder}/{file}") for one in names), file
    assert any(one.endswith("unmold/report/parts/style.css") for one in names)
    assert not any("node_modules" in one or one.endswith(".ts") for one in names)


def test_the_source_archive_has_static_files_and_parts(
    checkout: Path, tmp_path: Path, require: Require
) -> None:
    require(shutil.which("cargo"), "needs a Rust toolchain")
    pytest.importorskip("maturin")
    run_maturin(checkout, "sdist", "--out", str(tmp_path))
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        check_names(archive.getnames())


def test_the_wheel_alone_opens_every_view(
    chromium: Any, checkout: Path, learned_shop: Workspace, tmp_path: Path, require: Require
) -> None:
    require(shutil.which("cargo"), "needs a Rust toolchain")
    pytest.importorskip("maturin")
    # As `make setup` builds the core, so that nothing is compiled a second time.
    run_maturin(checkout, "build", "--release", "--features", "testing", "--out", str(tmp_path))
    wheel = next(tmp_path.glob("*.whl"))
    with ZipFile(wheel) as archive:
        check_names(archive.namelist())
    python = install(wheel, tmp_path / "alone")
    with serve(learned_shop.path, python=python) as address, opened(chromium, address) as tab:
        template, page = tab.template["id"], tab.first_page
        for path in (
            "/",
            f"/templates/{template}",
            f"/templates/{template}/records",
            f"/pages/{page}",
            "/search?q=the",
            f"/compare?a={page}&b={page}",
            "/try",
            "/drift",
            "/edits",
        ):
            assert tab.go(path).locator("main[data-ready] h1").count() == 1


def install(wheel: Path, folder: Path) -> str:
    """An environment with the wheel; packages that it needs are those of this one."""
    venv.create(folder, with_pip=False)
    python = str(folder / "bin" / "python")
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    own = Path(paths["purelib"])
    with ZipFile(wheel) as archive:
        archive.extractall(own)
    # A path in such a file is no place where others of its kind are read: the checkout, which is
    # installed in this environment by one, stays out.
    (own / "needed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [python, "-c", "import unmold; print(unmold.__file__)"]
    found = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment, cwd=folder
    )
    assert found.stdout.startswith(str(folder))
    return python
