"""Every file of a workspace has the mode that the user's umask gives, whoever wrote it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.run_sites import write_site

from unmold import read_pages, run

UMASKS = [0o022, 0o002, 0o077]


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """By mode one of the files that have it."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {oct(path.stat().st_mode & 0o777): str(path.relative_to(folder)) for path in files}


@pytest.mark.parametrize("mask", UMASKS)
def test_all_files_of_a_workspace_have_the_umasks_mode(mask: int, tmp_path: Path) -> None:
    site, workspace = write_site(tmp_path / "site"), tmp_path / "ws"
    with umask(mask):
        run(site, workspace)
        assert list(modes(workspace)) == [oct(0o666 & ~mask)]
        write_site(site, 6, first=24)
        run(site, workspace)
        pages = [replace(page, key=f"new {page.key}", file=None) for page in read_pages(site)]
        run(pages, workspace)
    assert list(modes(workspace)) == [oct(0o666 & ~mask)], modes(workspace)
    assert {path.name for path in workspace.rglob("*.warc.gz")}
    folders = {oct(path.stat().st_mode & 0o777) for path in workspace.rglob("*") if path.is_dir()}
    assert folders == {oct(0o777 & ~mask)}
