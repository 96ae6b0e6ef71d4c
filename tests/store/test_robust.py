"""What goes wrong around a run: full disks, folders that may not be written, two runs at once."""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from support.run_sites import contents, write_site

from unmold import Workspace, run
from unmold.cli import run as run_command
from unmold.errors import MachineError, UnmoldError, UsageError
from unmold.store import Layout, open_writer
from unmold.store.lock import held_lock


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write_site(tmp_path / "site")


class FailingSync:
    """Lets a few files reach the disk, then fails as the system would."""

    def __init__(self, good: int, code: int) -> None:
        self.good, self.code = good, code
        self.real = os.fsync

    def __call__(self, descriptor: int) -> None:
        self.good -= 1
        if self.good < 0:
            raise OSError(self.code, os.strerror(self.code))
        self.real(descriptor)


@pytest.mark.parametrize("good", [0, 1, 4, 8, 12, 20, 30])
def test_a_full_disk_leaves_the_workspace_as_it_was(
    good: int, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(run(site, tmp_path / "ws"))
    write_site(site, 12, first=24)
    expected = contents(run(site, tmp_path / "other"))
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", FailingSync(good, errno.ENOSPC))
        with pytest.raises(MachineError, match="is full") as failure:
            run(site, tmp_path / "ws")
    assert "goes on where it stopped" in (failure.value.hint or "")
    assert contents(Workspace(tmp_path / "ws")) == before
    assert len(run(site, tmp_path / "ws").pages) == len(expected["pages"])


def test_a_full_disk_ends_the_command_with_a_hint(
    site: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(os, "fsync", FailingSync(2, errno.ENOSPC))
    assert run_command(["run", str(site), "-o", str(tmp_path / "ws")]) == 3
    lines = capsys.readouterr().err.splitlines()
    assert [line.split()[0] for line in lines if ": " in line][-2:] == ["error:", "hint:"]


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES])
def test_a_folder_that_may_not_be_written_is_named(
    code: int, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: Any, **__: Any) -> None:
        raise OSError(code, os.strerror(code), str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(MachineError, match=r"cannot write to .*ws") as failure:
        run(site, tmp_path / "ws")
    assert "may write" in (failure.value.hint or "")
    assert not (tmp_path / "ws").exists()


def test_a_journal_on_a_full_disk_is_explained(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(sqlite3, "connect", refuse)
    with pytest.raises(MachineError, match="is full"):
        run(site, tmp_path / "ws")


def test_a_second_writer_is_refused_and_readers_are_not(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path / "ws")
    with held_lock(Layout(tmp_path / "ws")):
        with pytest.raises(UsageError, match=f"another run is writing.*{os.getpid()}"):
            run(site, tmp_path / "ws")
        assert len(Workspace(tmp_path / "ws").pages) == 24
    run(site, tmp_path / "ws")


def test_a_folder_with_something_else_is_refused(site: Path, tmp_path: Path) -> None:
    before = sorted(site.iterdir())
    with pytest.raises(UsageError, match="not empty and not a workspace"):
        run(site, site)
    assert sorted(site.iterdir()) == before
    with pytest.raises(UsageError, match="is a file"):
        run(site, site / "0001.html")


def test_an_empty_folder_becomes_a_workspace(site: Path, tmp_path: Path) -> None:
    (tmp_path / "ws").mkdir()
    assert len(run(site, tmp_path / "ws").pages) == 24


def test_a_run_killed_while_it_made_the_journal_goes_on(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is at its place whole or not at all; what lies beside it does no harm."""
    folder = tmp_path / "ws"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", _killed)
        with pytest.raises(KeyboardInterrupt):
            run(site, folder)
    assert not (folder / "journal.sqlite").exists()
    (folder / ".journal.sqlite.7.new").write_bytes(b"half of it")
    (folder / ".journal.sqlite.7.new-journal").write_bytes(b"half of that")
    assert len(run(site, folder).pages) == 24
    assert not list(folder.glob(".journal*"))


def _killed(*_: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_journal_is_named_and_can_be_started_over(
    damage: bytes | None, site: Path, tmp_path: Path
) -> None:
    workspace = run(site, tmp_path / "ws")
    journal = tmp_path / "ws" / "journal.sqlite"
    header = journal.read_bytes()[:100]
    journal.write_bytes(header + b"x" * 5000 if damage is None else damage)
    with pytest.raises(UnmoldError, match=r"journal\.sqlite is damaged") as failure:
        run(site, tmp_path / "ws")
    assert failure.value.hint
    again = run(site, tmp_path / "ws", force=True)
    assert again.generation.number == workspace.generation.number + 1


def test_generations_that_nobody_knows_are_removed(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path / "ws")
    stray = tmp_path / "ws" / "generations" / "0007"
    stray.mkdir()
    with open_writer(tmp_path / "ws"):
        assert not stray.exists()


def test_a_file_system_without_links_is_refused_before_any_work(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: object, target_is_directory: bool = False) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(Path, "symlink_to", refuse)
    with pytest.raises(MachineError, match="without symbolic links") as failure:
        run(site, tmp_path / "ws")
    assert "another disk" in str(failure.value.hint)
    assert not list((tmp_path / "ws").iterdir()), "nothing was begun"
