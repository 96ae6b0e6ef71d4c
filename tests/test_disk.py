"""Writing whole or not at all."""

import errno
import os
from pathlib import Path

import pytest

from unmold.disk import beside, is_unfinished, remove_unfinished, replacing, write_bytes


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_bytes(path, b"old")
    with pytest.raises(TypeError), replacing(path) as stream:
        stream.writelines([b"new", None])  # type: ignore[list-item]
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_several_files_appear_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / name for name in "abc"]
    real, calls = os.fsync, iter(range(9))

    def fail_at_last(descriptor: int) -> None:
        if next(calls) == 2:
            raise OSError(errno.ENOSPC, "full")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fail_at_last)
    with pytest.raises(OSError, match="full"), beside(*paths) as temporaries:
        assert [temporary.write_bytes(b"x") for temporary in temporaries] == [1, 1, 1]
    assert not list(tmp_path.iterdir())


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """`-o /dev/stdout` must not put a file in the place of the device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_bytes(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_what_killed_writers_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    left = tmp_path / "folder" / ".table.parquet.123.new"
    left.touch()
    (tmp_path / "folder" / ".managed.json").touch()
    assert is_unfinished(left)
    remove_unfinished(tmp_path)
    assert [path.name for path in (tmp_path / "folder").iterdir()] == [".managed.json"]
