"""A bug that one page, template, table or export meets is a listed problem; the rest goes on."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.run_sites import write_site

from unmold import Workspace, run
from unmold.errors import Failure, MachineError, attempt, attempt_together
from unmold.export import export_workspace
from unmold.model import Problem
from unmold.pipeline import extract_step, extraction, induce_step

MARK = b"<article>"
"""What only the pages of one template hold."""


class PanicException(BaseException):
    """Named as what native code raises when it panics."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write_site(tmp_path / "site")


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets a function fail where its arguments ask for it."""

    def replace(
        module: Any, name: str, is_bad: Callable[..., bool], error: BaseException | None = None
    ) -> None:
        real = getattr(module, name)

        def function(*args: Any, **kwargs: Any) -> Any:
            if is_bad(*args, **kwargs):
                raise error or KeyError("nobody foresaw this")
            return real(*args, **kwargs)

        monkeypatch.setattr(module, name, function)

    return replace


def failures(workspace: Workspace) -> list[dict[str, str]]:
    return [row for row in workspace.problems.to_pylist() if row["code"] == "failed"]


def records(workspace: Workspace) -> list[int]:
    return sorted(len(workspace.records(template)) for template in workspace.templates)


def is_article(pages: list[Any], *_: object, **__: object) -> bool:
    return MARK in pages[0].data


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError(), PanicException("index")])
def test_a_template_that_cannot_be_learned(
    error: BaseException, site: Path, tmp_path: Path, fail: Callable[..., None]
) -> None:
    fail(induce_step, "induce_from_pages", is_article, error)
    workspace = run(site, tmp_path / "ws", jobs=1)
    assert records(workspace) == [8, 8]
    assert len(workspace.pages) == 24
    (failure,) = failures(workspace)
    assert "no template was learned from 8 pages like this" in failure["reason"]
    assert type(error).__name__ in failure["reason"]
    assert MARK in Path(failure["where"]).read_bytes()
    kinds = workspace.clusters.column("kind").to_pylist()
    assert sorted(kinds) == ["failed", "template", "template"]
    assert workspace.summary["left_over"]["failed"] == 8
    assert workspace.search("word*").total


def test_what_concerns_the_machine_ends_the_run(
    site: Path, tmp_path: Path, fail: Callable[..., None]
) -> None:
    for error in (KeyboardInterrupt(), MemoryError(), MachineError("no"), OSError(28, "full")):
        fail(induce_step, "induce_from_pages", is_article, error)
        with pytest.raises((type(error), MachineError)):
            run(site, tmp_path / "ws", jobs=1)
    assert not (tmp_path / "ws" / "tables").exists()


def test_templates_are_learned_once_the_bug_is_mended(
    site: Path, tmp_path: Path, fail: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(induce_step, "induce_from_pages", is_article)
    run(site, tmp_path / "ws", jobs=1)
    monkeypatch.undo()
    write_site(site, 3, first=24)
    assert records(run(site, tmp_path / "ws", jobs=1)) == [9, 9, 9]


def test_a_page_without_features_is_left_out(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from unmold.pipeline import page_batches

    real = page_batches.compute_columns

    def compute(pages: Iterator[Any], columns: Any, **options: Any) -> Any:
        batch = list(pages)
        if any(page.path.endswith("0007.html") for page in batch):
            raise KeyError("nobody foresaw this")
        return real(iter(batch), columns, **options)

    monkeypatch.setattr(page_batches, "compute_columns", compute)
    workspace = run(site, tmp_path / "ws", jobs=1)
    assert [Path(row["where"]).name for row in failures(workspace)] == ["0007.html"]
    assert len(workspace.pages) == workspace.summary["pages"] == 23
    assert sum(records(workspace)) == 23


def test_a_page_that_cannot_be_extracted_has_no_record(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = extraction.arrays_to_tables

    def to_tables(root: Any, arrays: Any, head: dict[str, Any]) -> Any:
        if any(path.endswith("0007.html") for path in head["_path"].to_pylist()):
            raise OverflowError("int too big to convert")
        return real(root, arrays, head)

    monkeypatch.setattr(extraction, "arrays_to_tables", to_tables)
    workspace = run(site, tmp_path / "ws", jobs=1)
    assert records(workspace) == [7, 8, 8]
    (failure,) = failures(workspace)
    assert Path(failure["where"]).name == "0007.html"
    assert "OverflowError" in failure["reason"]
    (page,) = [row for row in workspace.pages.to_pylist() if row["key"] == failure["where"]]
    assert (page["template"], page["problems"]) == (None, ["failed"])


def test_a_page_that_cannot_be_read_is_listed(
    site: Path, tmp_path: Path, fail: Callable[..., None]
) -> None:
    from unmold.pages import assembly, opened_files

    # Pages of a portion are skimmed together, or each by itself if that fails.
    for module in (assembly, opened_files):
        fail(module, "skim_pages", lambda pages: any(data.count(b"word") > 8 for data in pages))
    workspace = run(site, tmp_path / "ws", jobs=1)
    bad = [path.name for path in site.iterdir() if path.read_bytes().count(b"word") > 8]
    assert bad
    assert sorted(Path(row["where"]).name for row in failures(workspace)) == sorted(bad)
    assert len(workspace.pages) == 24 - len(bad)


def test_a_table_that_cannot_be_written(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from unmold.store.record_files import RecordWriter

    real = RecordWriter.write

    def write(self: RecordWriter, keys: list[str], tables: Any) -> None:
        if any(MARK in Path(key).read_bytes() for key in keys):
            raise ValueError("the schemas differ")
        real(self, keys, tables)

    monkeypatch.setattr(RecordWriter, "write", write)
    workspace = run(site, tmp_path / "ws", jobs=1)
    assert records(workspace) == [0, 8, 8]
    assert len(failures(workspace)) == 8
    assert len(workspace.pages) == 24


def test_a_broken_source_of_records_ends_the_run(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the templates after the break would silently have no records."""

    def batches(*_: object) -> Iterator[Any]:
        raise KeyError("not a page's fault")
        yield

    monkeypatch.setattr(extract_step, "read_batches", batches)
    with pytest.raises(KeyError):
        run(site, tmp_path / "ws", jobs=1)


def test_a_record_that_cannot_be_indexed(
    site: Path, tmp_path: Path, fail: Callable[..., None]
) -> None:
    from unmold.pipeline import index_step

    fail(index_step, "add_document", lambda builder, key, *_: "0007.html" in key)
    workspace = run(site, tmp_path / "ws", jobs=1)
    assert sum(records(workspace)) == 24
    (failure,) = failures(workspace)
    assert Path(failure["where"]).name == "0007.html"


def test_a_site_that_cannot_be_clustered(
    site: Path, tmp_path: Path, fail: Callable[..., None]
) -> None:
    from unmold.pipeline import cluster_step

    other = write_site(tmp_path / "other", 12, seed=2)
    fail(cluster_step, "cluster_rows", lambda job, rows, carried: len(rows) == 12)
    workspace = run([site, other], tmp_path / "ws", jobs=1)
    assert records(workspace) == [8, 8, 8]
    assert len(workspace.pages) == 36
    (failure,) = failures(workspace)
    assert "12 pages of" in failure["reason"]


@pytest.mark.parametrize("to", ["xpath", "json-schema", "scrapy"])
def test_an_export_leaves_out_what_fails(
    to: str, site: Path, tmp_path: Path, fail: Callable[..., None]
) -> None:
    from unmold.export import export, wrap

    workspace = run(site, tmp_path / "ws", jobs=1)
    bad = list(workspace.templates)[-1]
    fail(wrap, "make_wrapper", lambda template, *_: template.name == bad)
    fail(export, "record_schema", lambda template: template.name == bad)
    problems: list[Problem] = []
    made = export_workspace(workspace, to, tmp_path / "out", problems=problems.append)
    assert [(problem.code, problem.where) for problem in problems] == [("failed", bad)]
    text = "".join(path.read_text() for path in (tmp_path / "out").rglob("*") if path.is_file())
    assert made.files
    assert bad not in text
    assert all(name in text for name in workspace.templates if name != bad)


def test_an_export_of_nothing_but_failures_is_an_error(
    site: Path, tmp_path: Path, fail: Callable[..., None]
) -> None:
    from unmold.export import wrap

    workspace = run(site, tmp_path / "ws", jobs=1)
    fail(wrap, "make_wrapper", lambda *_: True)
    with pytest.raises(MachineError, match="could be exported"):
        export_workspace(workspace, "css", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_attempts_leave_out_what_fails() -> None:
    def invert(numbers: list[int]) -> list[float]:
        return [1 / number for number in numbers]

    assert attempt_together(invert, [1, 2]).result == [1, 0.5]
    found = attempt_together(invert, [1, 0, 2])
    assert found.result == [1, 0.5]
    assert list(found.failures) == [1]
    assert isinstance(attempt(invert, [0]), Failure)
