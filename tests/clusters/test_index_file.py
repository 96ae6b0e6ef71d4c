"""An index that is saved and loaded, and every way in which that can go wrong."""

import errno
import hashlib
import os
from pathlib import Path

import numpy as np
import pytest

from unmold.clusters.fingerprint_index import MAGIC, VERSION, FingerprintIndex, IndexSettings
from unmold.errors import MachineError, UnmoldError, UsageError


@pytest.fixture
def index() -> FingerprintIndex:
    index = FingerprintIndex()
    index.add(np.random.default_rng(7).integers(0, 2, (40, 25), np.uint8))
    index.add(index.fingerprints[[3, 1, 3]])
    return index


@pytest.fixture
def file(index: FingerprintIndex, tmp_path: Path) -> Path:
    path = tmp_path / "templates.index"
    index.save(path)
    return path


def seal(body: bytes) -> bytes:
    return body + hashlib.sha256(body).digest()


def assert_refused(file: Path, data: bytes, message: str, index: FingerprintIndex) -> UnmoldError:
    """The file is refused on reading, and not overwritten on writing."""
    file.write_bytes(data)
    with pytest.raises(UnmoldError, match=message) as caught:
        FingerprintIndex.load(file)
    with pytest.raises(UnmoldError, match=message):
        index.save(file)
    assert file.read_bytes() == data
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize("variant", ["masked", "split"])
def test_an_index_comes_back_whole(file: Path, index: FingerprintIndex, variant: str) -> None:
    settings = IndexSettings(variant=variant)  # type: ignore[arg-type]
    loaded = FingerprintIndex.load(file, settings)
    assert np.array_equal(loaded.fingerprints, index.fingerprints)
    assert np.array_equal(loaded.documents, index.documents)
    assert np.array_equal(loaded.cluster(), index.cluster())
    assert loaded.settings == settings


def test_a_loaded_index_grows_and_replaces_its_file(file: Path, index: FingerprintIndex) -> None:
    loaded = FingerprintIndex.load(file)
    loaded.add(np.full((1, 25), 7, np.uint8))
    loaded.save(file)
    assert len(FingerprintIndex.load(file)) == len(index) + 1
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_an_empty_index_comes_back(tmp_path: Path) -> None:
    FingerprintIndex(IndexSettings(entries=3, mode="short")).save(tmp_path / "empty")
    loaded = FingerprintIndex.load(tmp_path / "empty")
    assert (len(loaded), loaded.settings.entries, loaded.settings.mode) == (0, 3, "short")


@pytest.mark.parametrize("data", [b"", b"<html></html>", MAGIC[:-1], b"PAR1" + bytes(100)])
def test_a_foreign_file(file: Path, index: FingerprintIndex, data: bytes) -> None:
    error = assert_refused(file, data, "is not a fingerprint index", index)
    assert isinstance(error, UsageError)


def test_another_version(file: Path, index: FingerprintIndex) -> None:
    data = bytearray(file.read_bytes())
    data[len(MAGIC)] = VERSION + 1
    error = assert_refused(file, bytes(data), f"version {VERSION + 1}", index)
    assert isinstance(error, UsageError)


def test_every_changed_byte_is_noticed(file: Path, index: FingerprintIndex) -> None:
    whole = file.read_bytes()
    for position in range(len(MAGIC) + 4, len(whole), 37):
        data = bytearray(whole)
        data[position] ^= 1
        error = assert_refused(file, bytes(data), "damaged", index)
        assert isinstance(error, MachineError)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_cut_file(file: Path, index: FingerprintIndex, share: float) -> None:
    whole = file.read_bytes()
    assert_refused(file, whole[: max(len(MAGIC), int(share * len(whole)))], "damaged", index)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"documents": 43', b'"documents": 42'),
        (b'"fingerprints": 40', b'"fingerprints": 39'),
        (b'"entries": 25', b'"entries": -5'),
        (b'"mode": ', b'"made": '),
        (b"{", b"["),
    ],
)
def test_a_sealed_file_that_contradicts_itself(
    file: Path, index: FingerprintIndex, old: bytes, new: bytes
) -> None:
    body = file.read_bytes()[:-32]
    assert old in body
    assert_refused(file, seal(body.replace(old, new, 1)), "damaged", index)


def test_documents_that_name_no_fingerprint(file: Path, index: FingerprintIndex) -> None:
    body = file.read_bytes()[:-32]
    assert_refused(file, seal(body[:-4] + b"\xff\xff\xff\x7f"), "damaged", index)


def test_mixed_settings_on_loading(file: Path) -> None:
    with pytest.raises(UsageError, match="24 entries made of source-tags are expected") as caught:
        FingerprintIndex.load(file, IndexSettings(entries=24))
    assert caught.value.hint


def test_mixed_settings_on_saving_leave_the_old_file(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(UsageError, match="25 entries made of source-tags"):
        FingerprintIndex(IndexSettings(mode="other")).save(file)
    assert file.read_bytes() == before


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read the index") as caught:
        FingerprintIndex.load(tmp_path / "nothing")
    assert caught.value.hint


def test_a_full_disk_leaves_the_old_file(
    file: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = file.read_bytes()
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(MachineError, match="No space left"):
        index.save(file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]
