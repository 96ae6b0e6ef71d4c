"""One page, one template, one column; search, drift, metrics, and the description of it all."""

import json
import shutil
from pathlib import Path

import pytest
from support.served import Served, serving

from unmold import Workspace, run
from unmold.model import page_id


def ids_of(served: Served) -> dict[str, str]:
    return {one["name"]: one["id"] for one in served.read("/api/v1/templates")["templates"]}


def test_a_page_has_the_record_that_was_extracted(served: Served, learned_shop: Workspace) -> None:
    records = {record.url: record for record in learned_shop.extract(jobs=1)}
    for row in learned_shop.pages.to_pylist()[::7]:
        answer = served.read(f"/api/v1/pages/{page_id(row['key'])}")
        assert answer["state"] == "ok"
        assert answer["url"] == row["url"]
        if row["template"] is None:
            assert answer["record"] is None
        else:
            expected = json.loads(json.dumps(records[row["url"]].to_json(), default=str))
            assert answer["record"]["values"] == expected["values"]
            assert answer["record"]["typed"] == expected["typed"]
            assert answer["record"]["xpaths"] == expected["xpaths"]


def test_the_overlay_is_that_of_the_record(served: Served, learned_shop: Workspace) -> None:
    row = next(row for row in learned_shop.pages.to_pylist() if row["template"] == "products")
    page = page_id(row["key"])
    answer = served.read(f"/api/v1/pages/{page}/overlay")
    record = served.read(f"/api/v1/pages/{page}")["record"]
    assert answer["frame"] == f"/frame/{page}"
    assert answer["page"]["name"] == "products"
    shown = {place["column"]: place["value"] for place in answer["places"] if not place["table"]}
    assert shown["title"] == record["values"]["title"]
    assert served.get("/api/v1/pages/nothing/overlay").status_code == 404


@pytest.mark.parametrize("change", ["changed", "gone"])
def test_a_lost_page_still_has_its_record(shop_site: Path, tmp_path: Path, change: str) -> None:
    site = shutil.copytree(shop_site, tmp_path / "site")
    workspace = run(site, tmp_path / "ws", jobs=1)
    row = next(row for row in workspace.pages.to_pylist() if row["template"] == "products")
    with serving(workspace.path) as served:
        address = f"/api/v1/pages/{page_id(row['key'])}"
        before = served.read(address)
        if change == "gone":
            Path(row["file"]).unlink()
        else:
            Path(row["file"]).write_text("<p>Something else", encoding="utf-8")
        after = served.read(address)
        overlay = served.read(f"{address}/overlay")
    assert after["state"] == overlay["state"] == change
    assert overlay["reason"] == after["reason"]
    assert after["reason"]
    assert str(tmp_path) not in json.dumps(after)
    said, kept = before["record"]["typed"], after["record"]["typed"]
    # A table has the amount of a price, and no column for its currency where all have the same.
    assert kept["title"] == said["title"]
    assert [row["title"] for row in kept["reviews"]] == [row["title"] for row in said["reviews"]]


@pytest.mark.parametrize("page", ["x", "a" * 15, "../../etc/passwd", "A" * 15, "é" * 15, "0" * 15])
def test_an_unknown_page_is_not_found(served: Served, page: str) -> None:
    assert served.get(f"/api/v1/pages/{page}").status_code == 404


def test_a_template_lists_its_columns(served: Served, learned_shop: Workspace) -> None:
    answer = served.read(f"/api/v1/templates/{ids_of(served)['products']}")
    fields = [row for row in learned_shop.fields.to_pylist() if row["template"] == "products"]
    first = {(row["part"] or "", row["name"]) for row in fields if row["tier"] == 1}
    own = [one for one in answer["columns"] if one["tier"] == 1]
    assert {(one["part"], one["name"]) for one in own} == first
    title = next(one for one in own if one["name"] == "title" and not one["part"])
    assert title["xpath"].startswith("/html[1]")
    assert title["examples"]
    assert len(answer["example_pages"]) == 3


def test_a_column_shows_its_values(served: Served, learned_shop: Workspace) -> None:
    address = f"/api/v1/templates/{ids_of(served)['products']}"
    columns = served.read(address)["columns"]
    title = next(one for one in columns if one["name"] == "title" and one["tier"] == 1)
    answer = served.read(f"{address}/columns/{title['field']}")
    titles = learned_shop["products"].to_arrow().column("title").to_pylist()
    assert [one["value"] for one in answer["values"]] == titles[:20]
    assert answer["filled"] == len(titles)
    assert served.get(f"{address}/columns/nothing").status_code == 404


def test_search_marks_what_was_found(served: Served, learned_shop: Workspace) -> None:
    word = learned_shop["products"].to_arrow().column("title").to_pylist()[0].split()[0]
    answer = served.read("/api/v1/search", params={"q": word, "limit": "5"})
    expected = learned_shop.search(word, limit=5)
    assert answer["total"] == expected.total > 0
    assert [hit["page"]["id"] for hit in answer["hits"]] == [
        page_id(hit.key) for hit in expected.hits
    ]
    marked = [piece["text"] for piece in answer["hits"][0]["snippet"] if piece["marked"]]
    assert word.lower() in [text.lower() for text in marked]


def test_facets_say_what_a_narrower_search_finds(served: Served) -> None:
    query = {"q": "oak OR linen OR good", "limit": "1"}
    answer = served.read("/api/v1/search", params=query)
    assert sum(one["count"] for one in answer["facets"]["site"]) == answer["total"]
    assert sum(one["count"] for one in answer["facets"]["template"]) == answer["total"]
    for name in ("template", "field"):
        for one in answer["facets"][name]:
            narrow = served.read("/api/v1/search", params={**query, name: one["value"]})
            assert narrow["total"] == one["count"]


def test_hits_come_in_portions(served: Served) -> None:
    whole = served.read("/api/v1/search", params={"q": "*", "limit": "35"})["hits"]
    parts = [
        served.read("/api/v1/search", params={"q": "*", "limit": "5", "offset": str(at)})["hits"]
        for at in range(0, 35, 5)
    ]
    assert [len(part) for part in parts] == [5] * 7
    assert {hit["page"]["id"] for part in parts for hit in part} == {
        hit["page"]["id"] for hit in whole
    }


@pytest.mark.parametrize(
    "query", [{"q": ""}, {"q": "nofield:x"}, {"q": "x", "site": "no"}, {"q": "x", "field": "no"}]
)
def test_a_search_that_means_nothing_is_refused(served: Served, query: dict[str, str]) -> None:
    answer = served.get("/api/v1/search", params=query)
    assert answer.status_code == 422
    assert answer.json()["hint"]
    assert "/" not in answer.json()["detail"]


def test_drift_of_a_first_run_is_empty(served: Served) -> None:
    answer = served.read("/api/v1/drift")
    assert answer["previous"] is None
    assert answer["templates"] == []


def test_drift_against_a_new_crawl(served: Served, learned_shop: Workspace) -> None:
    pages = list(learned_shop.read_pages("products"))
    lines = [json.dumps({"url": page.url, "html": page.data.decode()}) for page in pages]
    headers = {"Content-Type": "application/x-ndjson"}
    answer = served.post("/api/v1/drift", content="\n".join(lines), headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.json()["pages"] == len(pages)
    assert served.post("/api/v1/drift", content="", headers=headers).status_code == 422


def test_metrics_count_requests(served: Served) -> None:
    served.get("/health")
    text = served.get("/metrics").text
    line = next(one for one in text.splitlines() if 'route="/health"' in one and "_total" in one)
    assert int(line.rpartition(" ")[2]) >= 1
    assert "unmold_generation 1" in text
    served.get("/api/v1/pages/some-page-without-end")
    assert "some-page" not in served.get("/metrics").text


def test_the_description_is_openapi_3_1(served: Served) -> None:
    described = served.read("/api/v1/openapi.json")
    assert described["openapi"].startswith("3.1")
    assert "Problem" in described["components"]["schemas"]


def test_damage_shows_in_health(own_shop: Workspace) -> None:
    path = own_shop.generation.record_table("products")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    with serving(own_shop.path) as served:
        served.live.check_files()
        answer = served.read("/health")
        assert answer["state"] == "damaged"
        assert answer["damaged"] == ["records/products.parquet"]
        address = f"/api/v1/templates/{ids_of(served)['products']}"
        problem = served.get(f"{address}/records")
        assert problem.status_code == 500
        assert "damaged" in problem.json()["detail"]
        assert str(own_shop.path) not in problem.text


def test_a_new_generation_is_taken_up(shop_site: Path, tmp_path: Path) -> None:
    site = shutil.copytree(shop_site, tmp_path / "site")
    workspace = run(site, tmp_path / "ws", jobs=1)
    with serving(workspace.path) as served:
        held = served.live.snapshot
        before = served.read("/api/v1/workspace")
        for page in list((site / "products").glob("*.html"))[:2]:
            page.unlink()
        run(site, tmp_path / "ws", jobs=1)
        assert served.live.refresh()
        after = served.read("/api/v1/workspace")
        assert after["generation"] == before["generation"] + 1
        assert after["pages"] == before["pages"] - 2
        drift = served.read("/api/v1/drift")
        assert drift["previous"] == before["generation"]
        assert drift["pages"]["gone"] == 2
        assert [one["name"] for one in drift["templates"]] == ["products"]
        assert held.generation == before["generation"], "what a request holds does not change"
