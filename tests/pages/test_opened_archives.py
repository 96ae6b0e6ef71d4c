"""Archives are opened by path or by address, and what FastWARC panics on is a problem."""

import io
from pathlib import Path
from typing import Any

import pytest
from support.warc_files import archive, page_record

from unmold.errors import UsageError
from unmold.model import Page, Problem
from unmold.pages import warc
from unmold.pages.opened_archives import find_filesystem, open_archive
from unmold.pages.places import Container
from unmold.pages.reading import Reading


def test_the_key_is_apart_from_where_the_archive_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.warc.gz").write_bytes(archive(page_record(1), page_record(2)))
    monkeypatch.chdir(tmp_path)
    source = Container.anywhere("a.warc.gz")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    pages = [found for found in warc.read_warc(source, Reading()) if isinstance(found, Page)]
    assert [page.path for page in pages] == ["a.warc.gz#1", "a.warc.gz#2"]
    assert [page.key for page in pages] == [f"{tmp_path}/a.warc.gz#{n}" for n in (1, 2)]
    assert {page.file for page in pages} == {str(tmp_path / "a.warc.gz")}


def test_an_address_gives_the_pages_of_the_path(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(archive(page_record(1), page_record(2)))
    ones, others = (
        [found.data for found in warc.read_warc(name, Reading()) if isinstance(found, Page)]
        for name in (str(path), path.as_uri())
    )
    assert ones == others
    assert len(ones) == 2


def test_an_address_that_nobody_knows() -> None:
    with pytest.raises(UsageError, match="cannot be opened"):
        find_filesystem("hdfs://no such host/a.warc")
    with pytest.raises(FileNotFoundError):
        open_archive("file:///there/is/no/such.warc.gz")


def test_a_panic_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FastWARC panics on a stream that cannot say where it is; that is no `Exception`."""
    data = archive(page_record(1), page_record(2))

    class Mute(io.BytesIO):
        def tell(self) -> int:
            raise OSError("no")

    def open_mute(path: str) -> Any:
        return Mute(data)

    monkeypatch.setattr(warc, "open_archive", open_mute)
    found = list(warc.read_warc(Container("a", str(tmp_path / "a"), "a"), Reading()))
    assert [one.code for one in found if isinstance(one, Problem)] == ["corrupt"]
