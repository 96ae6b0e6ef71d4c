"""Use from Python: objects that print well, tables in one call, corrections by name."""

import pickle
from pathlib import Path

import pytest

import unmold
from unmold.errors import UsageError

BOOKS = [
    f"<html><head><title>Book {n} | Shop</title></head><body><h1>Book {n}</h1>"
    f"<p>Price: <b>${n}.50</b></p><section>"
    + "".join(
        f"<div class=review><h3>Reader {n}{k}</h3><p class=words>What {k} says of {n}.</p>"
        f"<span class=stars>{(n + k) % 5}</span></div>"
        for k in range(1 + n % 3)
    )
    + "</section></body></html>"
    for n in range(5, 13)
]


@pytest.fixture(scope="module")
def template() -> unmold.Template:
    return unmold.induce_template(BOOKS)


@pytest.fixture
def workspace(tmp_path: Path) -> unmold.Workspace:
    for number, page in enumerate(BOOKS):
        (tmp_path / "site").mkdir(exist_ok=True)
        (tmp_path / "site" / f"{number}.html").write_text(page)
    return unmold.run(tmp_path / "site", tmp_path / "ws")


def test_records_are_a_typed_table_in_one_call(template: unmold.Template) -> None:
    frame = unmold.extract_records(template, BOOKS).to_pandas()
    assert frame["price"].tolist() == [number + 0.5 for number in range(5, 13)]
    assert frame["title"][0] == "Book 5"
    polars = unmold.extract_records(template, BOOKS).to_polars()
    assert polars["price"].sum() == frame["price"].sum()


def test_child_tables_are_tables_too(template: unmold.Template) -> None:
    (name,) = [name for name, _ in template.best.all_tables()]
    rows = unmold.extract_records(template, BOOKS).to_pandas(name)
    assert len(rows) == sum(book.count("class=review") for book in BOOKS)
    assert set(rows["_record"]) == set(range(len(BOOKS)))
    with pytest.raises(UsageError, match="no child table 'nothing'") as failure:
        unmold.extract_records(template, BOOKS).to_arrow("nothing")
    assert name in str(failure.value.hint)


def test_the_second_tier_is_asked_for(template: unmold.Template) -> None:
    first = next(unmold.extract_records(template, BOOKS))
    second = next(unmold.extract_records(template, BOOKS, tier=2))
    assert set(first.values) == {"title", "price", *(name for name, _ in first_tables(template))}
    assert len(second.values) > len(first.values)
    with pytest.raises(UsageError, match="no tier 3"):
        unmold.extract_records(template, BOOKS, tier=3)


def first_tables(template: unmold.Template) -> list[tuple[str, object]]:
    return list(template.best.all_tables())


def test_what_is_printed_fits_on_a_line(
    template: unmold.Template, workspace: unmold.Workspace
) -> None:
    record = next(unmold.extract_records(template, BOOKS))
    assert "title, price" in repr(template)
    assert "title='Book 5'" in repr(record)
    assert repr(template.best.fields[1]).startswith("<price: price, filled 100%, as '$")
    assert repr(workspace.templates).startswith("<1 templates: ")
    for shown in (template, record, template.fields[0], unmold.extract_records(template, BOOKS)):
        assert len(repr(shown)) < 400
        assert "\n" not in repr(shown)


def test_groups_are_the_pages_of_each_cluster() -> None:
    other = [f"<body><table><tr><td>{n}<td>x{n}</table><form><input></form>" for n in range(4)]
    clustering = unmold.cluster_pages([*BOOKS, *other])
    groups = clustering.groups()
    assert sum(map(len, groups.values())) == len(clustering)
    sizes = [len(pages) for label, pages in groups.items() if label >= 0]
    assert sizes == sorted(sizes, reverse=True)
    largest = next(iter(groups.values()))
    assert [page.path for page in largest] == [f"iterable#{n}" for n in range(1, 9)]
    frame = clustering.to_pandas()
    assert list(frame.columns) == ["path", "url", "site", "cluster"]
    assert frame.groupby("cluster").size().max() == len(BOOKS)
    assert clustering.to_polars().height == len(clustering)


def test_columns_are_renamed_and_dropped(template: unmold.Template) -> None:
    renamed = template.rename("price", "cost")
    assert "price" in next(unmold.extract_records(template, BOOKS)).values, "the old one stays"
    assert next(unmold.extract_records(renamed, BOOKS)).values["cost"] == "$5.50"
    (table,) = [name for name, _ in template.best.all_tables()]
    dropped = renamed.drop("cost", table)
    assert set(next(unmold.extract_records(dropped, BOOKS)).values) == {"title"}
    for call in (
        lambda: template.rename("colour", "color"),
        lambda: template.rename("price", "title"),
        lambda: template.rename("price", "1; DROP"),
        lambda: template.drop("colour"),
    ):
        with pytest.raises(UsageError):
            call()


def test_in_a_workspace_they_are_edits(workspace: unmold.Workspace) -> None:
    (name,) = workspace.templates
    stored = workspace.templates[name]
    again = stored.rename("price", "cost")
    assert "cost" in again.best.column_names()
    (table,) = [inner for inner, _ in stored.best.all_tables()]
    column = next(column for column in stored.best.column_names() if column.startswith(table))
    again.rename(column, "first")
    workspace.templates[name].drop("cost")
    opened = unmold.Workspace(workspace.path)
    assert "cost" not in opened[name].columns
    assert "first" in opened[f"{name}_{table}"].columns
    assert [state.edit.do for state in opened.edit_states()] == ["rename", "rename", "hide"]
    with pytest.raises(UsageError, match=r"no column 'reviews\.nothing\.x'"):
        stored.rename("reviews.nothing.x", "y")


def test_a_template_of_a_workspace_is_the_same_and_can_travel(
    workspace: unmold.Workspace, tmp_path: Path
) -> None:
    (name,) = workspace.templates
    stored = workspace.templates[name]
    plain = pickle.loads(pickle.dumps(stored))
    assert type(plain) is unmold.Template
    assert stored == plain
    assert plain == stored
    stored.save(tmp_path / "template.json")
    assert unmold.Template.load(tmp_path / "template.json") == stored
