"""A table of a workspace as an object: by name, by library, and as a notebook shows it."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.run_sites import write_site

import unmold
from unmold import Record, Workspace, cluster_pages
from unmold.errors import UsageError
from unmold.store import StoredTable
from unmold.store.layout import TABLES

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&\x00\x1b[31m"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("workspace")
    return unmold.run(write_site(folder / "site", 36), folder / "ws")


class Shown(HTMLParser):
    """The tags of a piece of HTML, which must be closed in order, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


PLAIN = {"div", "p", "strong", "table", "thead", "tbody", "tr", "th", "td"}


def show(thing: Any) -> Shown:
    shown = Shown(thing._repr_html_())
    assert set(shown.tags) <= PLAIN
    assert shown.attributes <= {"dir"}
    return shown


def test_every_table_is_found_by_name(workspace: Workspace) -> None:
    assert [*workspace.stored_tables] == [*workspace.tables.column("name").to_pylist(), *TABLES]
    for name, path in workspace.sql_tables().items():
        table = workspace[name]
        assert name in workspace
        assert table.path == path
        found = table.to_arrow()
        assert found.equals(workspace.sql(f'SELECT * FROM "{name}"').cast(found.schema))
        assert len(table) == found.num_rows
        assert table.columns == found.column_names
        assert pa.Table.from_batches(table.batches(), schema=table.schema).equals(found)
        assert table


def test_a_workspace_iterates_over_first_tables(workspace: Workspace) -> None:
    rows = workspace.tables.to_pylist()
    assert list(workspace) == [row["name"] for row in rows if row["tier"] == 1]
    for row in rows:
        parent = workspace[row["name"]].parent
        assert (parent is None) == (row["part"] == "")
        if parent is not None:
            assert workspace[parent].template == row["template"]


def test_unknown_names_are_key_errors_with_a_hint(workspace: Workspace) -> None:
    name = next(iter(workspace))
    with pytest.raises(KeyError, match=f"did you mean {name}") as caught:
        workspace[f"{name}x"]
    assert isinstance(caught.value, UsageError)
    with pytest.raises(KeyError, match=r"there are .*pages"):
        workspace["@"]
    assert "@" not in workspace
    assert 3 not in workspace


def test_to_pandas_keeps_values(workspace: Workspace, tmp_path: Path) -> None:
    for name in workspace:
        frame = workspace[name].to_pandas()
        assert frame.shape == (len(workspace[name]), len(workspace[name].columns))
    pq.write_table(
        pa.table({"n": pa.array([2**60 + 1, None]), "b": [True, None], "l": [["a"], None]}),
        tmp_path / "t.parquet",
    )
    frame = StoredTable("t", tmp_path / "t.parquet").to_pandas()
    # A number of 64 bits is no double: one gap must not cost it its last digits.
    assert int(frame["n"][0]) == 2**60 + 1
    assert frame["b"][0] is True or bool(frame["b"][0])
    assert list(frame["l"][0]) == ["a"]
    assert frame.isna().sum().tolist() == [1, 1, 1]


def test_to_polars_keeps_values(workspace: Workspace) -> None:
    for name in workspace:
        table = workspace[name]
        assert table.to_polars().to_dicts() == table.to_arrow().to_pylist()


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_missing_library_is_named(
    package: str, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    table = workspace[next(iter(workspace))]
    with pytest.raises(UsageError, match=f"not installed: {package}") as caught:
        getattr(table, f"to_{package}")()
    assert caught.value.hint == f"pip install {package}"


def test_a_table_shows_itself(workspace: Workspace) -> None:
    table = workspace["pages"]
    shown = show(table)
    assert "pages: 36 rows" in shown.text
    assert "26 more rows" in shown.text
    assert shown.tags.count("tr") == 11
    lines = repr(table).splitlines()
    assert lines[0] == f"pages: 36 rows, {len(table.columns)} columns"
    assert [line.split()[0] for line in lines[1:]] == table.columns


def test_hostile_text_is_shown_as_text(workspace: Workspace, tmp_path: Path) -> None:
    columns = {HOSTILE: [HOSTILE] * 30, "long": ["x" * 10**6] * 30, "none": [None] * 30}
    pq.write_table(pa.table(columns), tmp_path / "t.parquet")
    table = StoredTable(f"<b>{HOSTILE}", tmp_path / "t.parquet", parent="<i>")
    shown = show(table)
    assert shown.text.count("<script>alert(1)</script>") == 12
    assert len(shown.text) < 5_000
    lines = repr(table).splitlines()
    assert all(line.isprintable() and len(line) < 300 for line in lines)
    assert len(lines) == 4
    record = Record(
        HOSTILE,
        HOSTILE,
        HOSTILE,
        HOSTILE,
        1.0,
        {HOSTILE: HOSTILE, "rows": [{HOSTILE: HOSTILE}] * 9, "list": [HOSTILE], "empty": []},
        problems=[HOSTILE],
    )
    assert "4 more rows" in show(record).text
    assert show(record).tags.count("table") == 2


def test_a_wide_table_is_cut(tmp_path: Path) -> None:
    pq.write_table(pa.table({f"c{at}": [at] for at in range(100)}), tmp_path / "t.parquet")
    table = StoredTable("t", tmp_path / "t.parquet")
    assert show(table).tags.count("td") == 40
    assert "60 more columns" in show(table).text
    assert repr(table).endswith("60 more columns")


def test_an_empty_table_shows_itself(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": pa.array([], pa.string())}), tmp_path / "t.parquet")
    table = StoredTable("t", tmp_path / "t.parquet")
    assert (len(table), bool(table)) == (0, True)
    assert "t: 0 rows, 1 column" in show(table).text
    assert repr(table).splitlines()[0] == "t: 0 rows, 1 column"


def test_workspace_template_clustering_and_record_show_themselves(
    workspace: Workspace, tmp_path: Path
) -> None:
    shown = show(workspace)
    assert "36 pages, 3 templates" in shown.text
    assert all(name in shown.text for name in workspace)
    name, template = next(iter(workspace.templates.items()))
    shown = show(template)
    assert name in shown.text
    assert all(column in shown.text for column in template.best.column_names())
    record = next(workspace.extract(template=name))
    shown = show(record)
    assert all(column in shown.text for column in record.values)
    clustering = cluster_pages(write_site(tmp_path / "site", 12))
    shown = show(clustering)
    assert f"12 pages in {clustering.clusters} clusters" in shown.text
    assert shown.tags.count("tr") == 1 + len(set(clustering.labels.tolist()))
    assert repr(clustering).startswith(f"Clustering(12 pages, {clustering.clusters} clusters")
