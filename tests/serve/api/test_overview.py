"""The workspace, its sites, templates and pages in lists."""

from support.served import Served

from unmold import Workspace
from unmold.model import page_id


def test_workspace_in_numbers(served: Served, learned_shop: Workspace) -> None:
    answer = served.read("/api/v1/workspace")
    assert answer["name"] == "shop"
    assert answer["pages"] == learned_shop.pages.num_rows
    assert answer["templates"] == len(learned_shop.templates)
    assert answer["generation"] == 1
    assert answer["edits"] == {"applied": 0, "pending": 0, "waiting": 0}


def test_sites_count_pages(served: Served, learned_shop: Workspace) -> None:
    (site,) = served.read("/api/v1/sites")["sites"]
    without = [row for row in learned_shop.pages.to_pylist() if row["template"] is None]
    assert site["pages"] == learned_shop.pages.num_rows
    assert site["without"] == len(without)
    assert site["templates"] == len(learned_shop.templates)


def test_templates_have_their_tables(served: Served, learned_shop: Workspace) -> None:
    found = served.read("/api/v1/templates")["templates"]
    assert {one["name"] for one in found} == {*learned_shop.templates}
    assert {one["id"] for one in found} == {one.id for one in learned_shop.templates.values()}
    tables = {table["name"]: table["rows"] for one in found for table in one["tables"]}
    assert tables == {row["name"]: row["rows"] for row in learned_shop.tables.to_pylist()}


def test_pages_come_in_portions(served: Served, learned_shop: Workspace) -> None:
    ids: list[str] = []
    after: str | None = None
    while True:
        query = {"limit": "13"} | ({"after": after} if after else {})
        answer = served.read("/api/v1/pages", params=query)
        assert len(answer["pages"]) <= 13
        ids += [page["id"] for page in answer["pages"]]
        after = answer["next"]
        if after is None:
            break
    assert ids == [page_id(key) for key in learned_shop.pages.column("key").to_pylist()]


def test_pages_are_filtered(served: Served, learned_shop: Workspace) -> None:
    for template in served.read("/api/v1/templates")["templates"]:
        query = {"template": template["id"], "limit": "1000"}
        pages = served.read("/api/v1/pages", params=query)["pages"]
        assert len(pages) == template["pages"]
        assert {page["name"] for page in pages} == {template["name"]}
    rows = learned_shop.pages.to_pylist()
    found = served.read("/api/v1/pages", params={"q": "JOURNAL", "limit": "1000"})["pages"]
    assert len(found) == sum("journal" in row["url"] for row in rows) > 0
    without = served.read("/api/v1/pages", params={"template": "none", "limit": "1000"})["pages"]
    assert len(without) == sum(row["template"] is None for row in rows)


def test_no_page_says_where_it_lies(served: Served, learned_shop: Workspace) -> None:
    page = learned_shop.pages.slice(0, 1).to_pylist()[0]
    assert page["path"].startswith("/")
    answer = served.get("/api/v1/pages", params={"limit": "1000"})
    assert str(learned_shop.path.parent) not in answer.text
    assert page["file"].rpartition("/")[0] not in answer.text


def test_unknown_names_are_not_found(served: Served) -> None:
    answer = served.get("/api/v1/pages", params={"template": "nothing"})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["hint"]
    assert served.get("/api/v1/pages", params={"after": "bm90aGluZw"}).status_code == 400
