"""Files that nobody touched while a run goes on are not hashed a second time; others are."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from unmold import _core, run
from unmold.model import Page, Problem
from unmold.pages import read_pages, reopen
from unmold.pages.file_stamps import FileStamps
from unmold.pages.reopen import place_of, read_again
from unmold.pipeline.step_progress import NullProgress
from unmold.settings import Limits


def test_a_stamp_is_of_one_file() -> None:
    stamps = FileStamps()
    stamps.note("/a.html", 7)
    stamps.note("/b.html", 0)
    assert stamps.is_same("/a.html", 7)
    assert not stamps.is_same("/a.html", 8)
    assert not stamps.is_same("/b.html", 7)
    assert not stamps.is_same("/b.html", 0)


def test_a_relative_path_is_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stamps = FileStamps()
    stamps.note("site/a.html", 7)
    assert stamps.is_same(str(tmp_path / "site" / "a.html"), 7)


def test_the_core_has_no_stamp_of_what_was_just_written(tmp_path: Path) -> None:
    fresh = tmp_path / "a.html"
    fresh.write_bytes(b"<p>a")
    files = [str(fresh), os.__file__, os.__file__]
    [first, old, again] = _core.read_files(files, 1 << 20, 1 << 20)
    assert first == (b"<p>a", 0)
    assert old is not None
    assert old == again
    assert old[1] > 0


@pytest.fixture
def stamped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stamps though files were just written: here their times are fine enough."""
    read_files = _core.read_files

    def read(paths: list[str], *limits: int) -> list[tuple[bytes, int] | None]:
        return [
            found and (found[0], Path(path).stat().st_mtime_ns)
            for path, found in zip(paths, read_files(paths, *limits), strict=False)
        ]

    monkeypatch.setattr("unmold.pages.read_ahead._core.read_files", read)


def build(folder: Path) -> Path:
    for number in range(6):
        page = f"<title>T{number}</title><h1>Thing {number}</h1><p>Price: <b>${number}.50</b></p>"
        (folder / f"{number}.html").write_text(page, encoding="utf-8")
    return folder


@pytest.mark.usefixtures("stamped")
def test_only_what_was_touched_is_compared(tmp_path: Path) -> None:
    pages = list(read_pages(build(tmp_path)))
    places = [replace(place, sha256="wrong") for page in pages if (place := place_of(page))]
    stamps = FileStamps()
    for place in places:
        stamps.note(place.file, Path(place.file).stat().st_mtime_ns)
    set_later(tmp_path / "3.html")
    found = list(read_again(places, limits=Limits(), stamps=stamps))
    assert [type(one) for one in found] == [Page, Page, Page, Problem, Page, Page]
    assert found[0] == pages[0]
    assert all(isinstance(one, Problem) for one in read_again(places, limits=Limits()))


def set_later(path: Path) -> None:
    """Touch a file so that its time differs however coarse times are."""
    later = path.stat().st_mtime_ns + 10**9
    os.utime(path, ns=(later, later))


@pytest.mark.usefixtures("stamped")
def test_a_run_hashes_each_page_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    site.mkdir()
    hashed: list[int] = []

    def count(data: bytes) -> str:
        hashed.append(len(data))
        return "changed"

    monkeypatch.setattr(reopen, "digest_of", count)
    workspace = run(build(site), tmp_path / "ws", jobs=1)
    assert workspace.summary["records"] == 6
    assert hashed == []
    set_later(site / "2.html")
    again = run(site, tmp_path / "other", jobs=1, progress=Touching(site / "4.html"))
    assert again.summary["records"] == 5
    # Of the page that was touched: to learn from it, and to extract it.
    assert len(hashed) == 2


class Touching(NullProgress):
    """Touches a file as soon as pages were read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, stage: str, total: int | None, unit: str = "pages") -> None:
        if stage == "clustering":
            set_later(self.path)
