"""Damage is an error that names the file; `unmold check` finds all of it."""

import gzip
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from support.run_sites import write_site

from unmold import Workspace, checksums, read_pages, run
from unmold.checksums import NAME, read_checksums
from unmold.cli import run as run_command
from unmold.errors import MachineError, UsageError
from unmold.pages.archive_check import find_archive_damage
from unmold.store.check import check_workspace

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace of pages from memory, so that it holds an archive."""
    folder = tmp_path_factory.mktemp("whole")
    pages = read_pages(write_site(folder / "site"))
    return run([replace(page, file=None) for page in pages], folder / "ws").path


@pytest.fixture
def workspace(whole: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(whole, tmp_path / "ws", symlinks=True))


def flip(path: Path, place: int = -1) -> None:
    """Flip one bit in the middle of a file, or elsewhere."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2 if place < 0 else place] ^= 1
    path.write_bytes(data)


def a_file(workspace: Path, pattern: str) -> Path:
    return max((workspace / "current").glob(pattern), key=lambda path: path.stat().st_size)


PATTERNS = [
    "tables/pages.parquet",
    "records/*.parquet",
    "templates/*.json",
    "search/*.store",
    "search/meta.json",
    "search/unmold.json",
    "work/pages.parquet",
    "work/features/*.arrow",
    "summary.json",
    NAME,
]


def test_a_whole_workspace_is_fine(whole: Path, capsys: Captured) -> None:
    before = sorted(whole.rglob("*"))
    assert Workspace(whole).check().is_whole
    assert run_command(["check", str(whole)]) == 0
    shown = capsys.readouterr().out
    assert "generation 1" in shown
    assert "journal" in shown
    assert "pages from memory" in shown
    assert "damaged" not in shown
    assert run_command(["check", str(whole), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["damaged"] == []
    assert found["files"] == sum(part["files"] for part in found["parts"]) > 20
    assert sorted(whole.rglob("*")) == before


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_flipped_bit_a_cut_and_a_missing_file_are_found(
    pattern: str, workspace: Path, capsys: Captured
) -> None:
    path = a_file(workspace, pattern)
    data = path.read_bytes()
    flip(path)
    for harm in (lambda: path.write_bytes(data[:-9]), path.unlink, None):
        assert run_command(["check", str(workspace), "--json"]) == 1
        found = json.loads(capsys.readouterr().out)["damaged"]
        assert [Path(one["file"]).name for one in found] == [path.name]
        assert "--force" in found[0]["hint"]
        if harm is not None:
            harm()
    assert run_command(["check", str(workspace)]) == 1
    assert path.name in capsys.readouterr().out


def test_a_missing_template_is_an_error_and_not_none(workspace: Path, capsys: Captured) -> None:
    a_file(workspace, "templates/*.json").unlink()
    site = write_site(workspace.parent / "new", 3)
    for arguments in (["classify", str(workspace), str(site)], ["sql", str(workspace), "SELECT 1"]):
        assert run_command(arguments) == 3
        shown = capsys.readouterr()
        assert ".json is damaged: it is not there" in shown.err
        assert "hint:" in shown.err
        assert shown.out == ""


READERS = {
    "tables/pages.parquet": ["sql", "WS", "SELECT count(*) FROM pages"],
    "records/*.parquet": ["sql", "WS", "FROM RECORDS"],
    "templates/*.json": ["extract", "WS"],
    "search/*.store": ["search", "WS", "*"],
    "work/pages.parquet": ["extract", "WS"],
}


@pytest.mark.parametrize("pattern", READERS)
def test_whoever_reads_a_flipped_bit_says_so(
    pattern: str, workspace: Path, capsys: Captured
) -> None:
    path = a_file(workspace, pattern)
    path = path.with_name(path.name.replace(".all", ""))
    names = {"WS": str(workspace), "FROM RECORDS": f"FROM {path.stem.partition('-')[0]}"}
    path = path.with_name(f"{path.stem.partition('-')[0]}{path.suffix}")
    arguments = [names.get(one, one) for one in READERS[pattern]]
    assert run_command(arguments) == 0
    flip(path)
    capsys.readouterr()
    assert run_command(arguments) == 3
    shown = capsys.readouterr()
    assert f"{path.name} is damaged" in shown.err
    assert "hint:" in shown.err
    assert shown.out == ""


def test_the_checksums_of_pages_speak_where_a_file_is_too_large_to_be_read_whole(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checksums, "READ_WHOLE", 0)
    path = a_file(workspace, "tables/pages.parquet")
    query = "SELECT key FROM pages"
    opened = Workspace(workspace)
    expected = opened.sql(query)
    keys = pq.read_metadata(path).row_group(0).column(0)
    start = keys.dictionary_page_offset or keys.data_page_offset
    # The last byte is one of a page: others may be of its header, which no checksum covers.
    inside = start + keys.total_compressed_size - 1
    flip(path, inside)
    with pytest.raises(MachineError, match=r"pages\.parquet is damaged"):
        opened.sql(query)
    with pytest.raises(MachineError, match=r"pages\.parquet is damaged"):
        _ = opened.pages
    flip(path, inside)
    assert opened.sql(query) == expected
    flip(path, path.stat().st_size - 20)
    with pytest.raises(MachineError, match="footer"):
        opened.sql(query)


def test_a_run_on_a_damaged_one_says_so_and_can_start_over(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site")
    path = run(site, tmp_path / "ws").generation.work("pages")
    flip(path)
    with pytest.raises(MachineError, match=r"work/pages\.parquet is damaged") as failure:
        run(site, tmp_path / "ws")
    assert "--force" in (failure.value.hint or "")
    assert run(site, tmp_path / "ws", force=True).check().damage


def test_what_generations_share_keeps_its_checksum(tmp_path: Path) -> None:
    """Damage must not pass for what was written because a later run looked at it."""
    site, folder = write_site(tmp_path / "site"), tmp_path / "ws"
    first = run(site, folder)
    write_site(site, 1, first=24)
    second = run(site, folder)
    assert second.check().is_whole
    names = set(read_checksums(first.generation.path).files)
    shared = [
        name
        for name in sorted(names & set(read_checksums(second.generation.path).files))
        if (first.generation.path / name).samefile(second.generation.path / name)
    ]
    assert shared
    flip(second.generation.path / shared[0])
    assert {one.file.name for one in second.check().damage} == {Path(shared[0]).name}


def test_a_damaged_index_of_the_run_before_is_built_anew(tmp_path: Path) -> None:
    site, folder = write_site(tmp_path / "site"), tmp_path / "ws"
    run(site, folder)
    flip(a_file(folder, "search/*.store"))
    write_site(site, 3, first=24)
    assert run(site, folder).search("*", limit=50).total == 27


def test_an_archive_is_read_to_its_end(workspace: Path) -> None:
    path = workspace / "memory" / "0001.warc.gz"
    assert find_archive_damage(path) is None
    data = path.read_bytes()
    for harm in (
        data[:-1],
        data[:-9],
        bytes([*data[:400], data[400] ^ 4, *data[401:]]),
        data + b"x",
    ):
        path.write_bytes(harm)
        assert find_archive_damage(path)
        assert [one.file for one in check_workspace(workspace).damage] == [path]
    assert find_archive_damage(path, len(data)) is None
    assert find_archive_damage(path, len(data) + 2) is not None


def test_an_archive_that_ends_with_a_whole_record_is_known_to_be_cut(tmp_path: Path) -> None:
    pages = read_pages(write_site(tmp_path / "site"))
    workspace = run([replace(page, file=None) for page in pages], tmp_path / "ws")
    path = workspace.path / "memory" / "0001.warc.gz"
    members = path.read_bytes().split(gzip.compress(b"", mtime=0)[:4])
    path.write_bytes(gzip.compress(b"", mtime=0)[:4].join(members[:-1]))
    assert find_archive_damage(path) is None
    assert [one.file.name for one in workspace.check().damage] == [path.name]


@pytest.mark.parametrize("place", [40, 5000, 9000, 16000])
def test_the_journal_is_checked(place: int, workspace: Path) -> None:
    flip(workspace / "journal.sqlite", place)
    found = check_workspace(workspace).damage
    assert [one.file.name for one in found] == ["journal.sqlite"]


def test_links_and_corrections_are_checked(workspace: Path) -> None:
    (workspace / "edits.json").write_text("{", encoding="utf-8")
    (workspace / "tables").unlink()
    assert {one.file.name for one in check_workspace(workspace).damage} == {"tables", "edits.json"}
    (workspace / "current").unlink()
    assert "current" in {one.file.name for one in check_workspace(workspace).damage}


def test_what_is_no_workspace_is_the_callers_mistake(tmp_path: Path, capsys: Captured) -> None:
    with pytest.raises(UsageError, match="no workspace"):
        check_workspace(tmp_path)
    assert run_command(["check", str(tmp_path / "nowhere")]) == 2
    assert "hint:" in capsys.readouterr().err


def test_a_killed_publication_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checksums of a generation that was never published do not hold for what is written next."""
    site = write_site(tmp_path / "site")
    with monkeypatch.context() as patched:
        patched.setattr("unmold.store.generations.replace_link", _killed)
        with pytest.raises(KeyboardInterrupt):
            run(site, tmp_path / "ws")
    assert list((tmp_path / "ws").rglob(NAME))
    workspace = run(site, tmp_path / "ws", min_pages=4)
    assert len(workspace.pages) == 24
    assert workspace.check().is_whole


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_sample_of_the_corruption_trials(tmp_path: Path) -> None:
    """`benchmarks.trials.corruption` does hundreds."""
    from benchmarks.trials.corruption import BAD, PATTERNS, Subject, do_trial, plan_trials

    subject = Subject(tmp_path, pages=12)
    for trial in plan_trials(2 * len(PATTERNS), seed=3):
        outcome = do_trial(subject, trial)
        assert not set(outcome.verdicts.values()) & set(BAD), (trial, outcome)
