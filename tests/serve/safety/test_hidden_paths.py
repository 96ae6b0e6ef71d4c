"""No answer names a path of the server, however pages and sites are called."""

import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pyarrow.parquet as pq
import pytest
from support.served import Served, serving

from unmold import Workspace, run
from unmold.demo import build_site
from unmold.model import page_id
from unmold.serve.shown_paths import ShownPaths

VIEWS = ["/", "/search?q=the", "/compare", "/try", "/drift", "/edits"]
ANSWERS = ["workspace", "sites", "templates", "pages?limit=1000", "edits", "drift", "search?q=the"]


@pytest.fixture(scope="module")
def nameless(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Two folders of pages that do not say where on the web they come from."""
    folder = tmp_path_factory.mktemp("secret-place")
    build_site(folder, pages=90)
    for name in ("first", "second"):
        for page in (folder / "site").rglob("*.html"):
            place = folder / name / page.relative_to(folder / "site")
            place.parent.mkdir(parents=True, exist_ok=True)
            # Without what would tell its address.
            text = page.read_text().replace("canonical", "nothing").replace("og:url", "og:nothing")
            place.write_text(text)
    made = run([folder / "first", folder / "second"], folder / "shop", jobs=1)
    sites = {row["site"] for row in made.pages.to_pylist()}
    assert any(site.startswith("/") for site in sites), sites
    return made


@pytest.fixture(scope="module")
def served_nameless(nameless: Workspace) -> Iterator[Served]:
    copy = shutil.copytree(nameless.path, nameless.path.with_name("copy"), symlinks=True)
    with serving(copy) as one:
        yield one


def assert_hidden(text: str) -> None:
    for said in (text, unquote(text)):
        at = said.find("secret-place")
        assert at < 0, said[max(at - 300, 0) : at + 100]


def get_text(served: Served, path: str) -> str:
    answer = served.get(path)
    assert answer.status_code == 200, (path, answer.text)
    return str(answer.text)


def test_no_answer_names_a_path(served_nameless: Served, nameless: Workspace) -> None:
    served = served_nameless
    templates = served.read("/api/v1/templates")["templates"]
    assert templates
    etag = served.read("/api/v1/edits")["etag"]
    chosen: dict[str, Any] = max(templates, key=lambda one: one["pages"])
    pages = served.read(f"/api/v1/pages?template={chosen['id']}&limit=4")["pages"]
    paths = [row["key"] for row in nameless.pages.to_pylist()]
    edits = [
        {"do": "name", "targets": [chosen["name"], "things"]},
        {"do": "split", "targets": ["things", *(one["id"] for one in pages[:2])]},
        {"do": "move", "targets": [pages[3]["id"], "none"]},
    ]
    for edit in edits:
        assert_hidden(served.post("/api/v1/edits/preview", json=edit).text)
        made = served.post("/api/v1/edits", json=edit, headers={"If-Match": etag})
        assert made.status_code == 201, made.text
        assert_hidden(made.text)
        etag = made.json()["etag"]
    listed = served.read("/api/v1/edits")["edits"]
    assert {one["page"] for one in listed[1]["detail"]["pages"]} <= set(map(page_id, paths))
    for path in [*VIEWS, *(f"/api/v1/{one}" for one in ANSWERS)]:
        assert_hidden(get_text(served, path))
    for one in templates:
        for path in (
            f"/templates/{one['id']}",
            f"/templates/{one['id']}/records",
            f"/api/v1/templates/{one['id']}",
            f"/api/v1/templates/{one['id']}/records?limit=100",
            f"/api/v1/templates/{one['id']}/records.csv",
            f"/api/v1/templates/{one['id']}/records.jsonl",
        ):
            assert_hidden(get_text(served, path))
        written = served.get(f"/api/v1/templates/{one['id']}/records.parquet").content
        assert_hidden(str(pq.read_table(BytesIO(written)).to_pylist()))
    html = next((nameless.path.parent / "first").rglob("*.html")).read_bytes()
    for what in ("classify", "extract"):
        headers = {"Content-Type": "text/html"}
        assert_hidden(served.post(f"/api/v1/{what}", content=html, headers=headers).text)
    for page in pages:
        for path in (
            f"/pages/{page['id']}",
            f"/api/v1/pages/{page['id']}",
            f"/api/v1/pages/{page['id']}/overlay",
        ):
            assert_hidden(get_text(served, path))


def test_sites_are_found_by_what_they_are_shown_as(served_nameless: Served) -> None:
    served = served_nameless
    shown = [one["site"] for one in served.read("/api/v1/sites")["sites"]]
    assert len(shown) == len(set(shown))
    for site in shown:
        pages = served.read(f"/api/v1/pages?site={quote(site)}&limit=1000")["pages"]
        assert pages
        assert {page["site"] for page in pages} == {site}
        found = served.read(f"/api/v1/search?q=the&site={quote(site)}")
        assert {hit["page"]["site"] for hit in found["hits"]} == {site}


def test_sites_are_told_apart_by_as_little_as_it_takes() -> None:
    sites = ["/data/a/site", "/data/b/site", "/data/c/other", "example.org"]
    shown = ShownPaths.between("/data/a/site/x", "/data/c/other/x", sites)
    assert [shown.show(site) for site in sites] == ["a/site", "b/site", "other", "example.org"]
    assert [shown.find_site(shown.show(site)) for site in sites] == sites


def test_pages_of_edits_are_named_by_their_ids(tmp_path: Path) -> None:
    page = {"key": f"{tmp_path}/a.html", "sha256": "0", "url": f"{tmp_path}/a.html"}
    shown = ShownPaths(f"{tmp_path}/").show_edit({"do": "split", "pages": [page], "id": 1})
    named = {"page": page_id(page["key"]), "sha256": "0", "url": "a.html"}
    assert shown == {"do": "split", "pages": [named], "id": 1}
