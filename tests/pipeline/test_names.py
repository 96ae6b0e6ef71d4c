"""Names of templates in a workspace: plain, unique, and kept."""

import json
from pathlib import Path

import pytest

from unmold import Workspace, run


def write_pages(folder: Path, kind: str, numbers: range, look: str = "p") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        data = json.dumps({"@type": kind, "name": f"{kind} {number}"})
        rows = "".join(f"<{look} class={kind}>{n * number} of it</{look}>" for n in range(9))
        body = f"<div class={look}s><section><h2>Of {look}</h2>{rows}</section></div>"
        text = f'<script type="application/ld+json">{data}</script><h1>{kind} {number}</h1>{body}'
        (folder / f"{kind}-{number}.html").write_text(f"<html><body>{text}", encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write_pages(tmp_path / "site", "Product", range(8))
    write_pages(tmp_path / "site", "Recipe", range(6), "h3")
    return tmp_path / "site"


def test_templates_and_files_have_the_names_of_pages(site: Path, tmp_path: Path) -> None:
    workspace = run(site, tmp_path / "ws")
    assert list(workspace.templates) == ["products", "recipes"]
    for name in workspace.templates:
        assert (tmp_path / "ws" / "templates" / f"{name}.json").exists()
        assert (tmp_path / "ws" / "records" / f"{name}.parquet").exists()
        assert workspace.templates[name].name == name
        assert workspace.templates[name].id != name
        assert workspace.sql(f"SELECT * FROM {name}").num_rows == len(
            [row for row in workspace.pages.to_pylist() if row["template"] == name]
        )
    assert {record.template for record in workspace.extract()} == {"products", "recipes"}


def test_the_site_is_in_front_where_there_are_several(site: Path, tmp_path: Path) -> None:
    write_pages(tmp_path / "other", "Product", range(8))
    rows = [
        f"{page},http://{host}/{page.stem}"
        for folder, host in ((site, "www.shop-24.example"), (tmp_path / "other", "127.0.0.1"))
        for page in sorted(folder.iterdir())
    ]
    manifest = tmp_path / "manifest.csv"
    manifest.write_text("\n".join(["path,url", *rows]), encoding="utf-8")
    found = run(manifest, tmp_path / "ws")
    assert list(found.templates) == [
        "shop_24_products",
        "shop_24_recipes",
        "site_127_0_0_1_products",
    ]
    assert found.sql("SELECT * FROM site_127_0_0_1_products").num_rows == 8


def test_a_name_stays_with_its_template(site: Path, tmp_path: Path) -> None:
    first = run(site, tmp_path / "ws")
    ids = {name: template.id for name, template in first.templates.items()}
    # Of more pages, and with other settings, so that everything is learned anew.
    write_pages(site, "Recipe", range(6, 30), "h3")
    again = run(site, tmp_path / "ws", min_pages=4)
    assert {name: template.id for name, template in again.templates.items()} == ids
    assert len(again.records("recipes")) == 30


def test_a_name_is_never_given_to_another(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path / "ws")
    for page in site.glob("Product-*"):
        page.unlink()
    assert list(run(site, tmp_path / "ws").templates) == ["recipes"]
    write_pages(site, "Product", range(50, 60), "blockquote")
    assert list(run(site, tmp_path / "ws").templates) == ["products_2", "recipes"]


def test_names_do_not_depend_on_the_order_of_pages(site: Path, tmp_path: Path) -> None:
    write_pages(site, "Product", range(50, 60), "blockquote")
    names = []
    for number, order in enumerate((sorted, lambda pages: sorted(pages, reverse=True))):
        pages = [str(page) for page in order(site.iterdir())]
        found: Workspace = run(pages, tmp_path / f"ws{number}")
        names.append({row["path"]: row["template"] for row in found.pages.to_pylist()})
    assert names[0] == names[1]
    assert set(names[0].values()) == {"products", "products_2", "recipes"}
