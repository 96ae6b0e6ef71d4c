"""Pages that are sent: their templates, records and likeness."""

import json
import math
from datetime import date
from typing import Any

import pytest
from support.served import Served

from unmold import Page, Workspace, compare_pages
from unmold.model import page_id
from unmold.serve.record_rows import write_json

LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def pages(learned_shop: Workspace) -> list[tuple[Page, str]]:
    """Some pages of each template."""
    return [
        (page, name)
        for name in learned_shop.templates
        for page in list(learned_shop.read_pages(name))[:3]
    ]


def send(served: Served, path: str, page: Page, **query: str) -> Any:
    headers = {"Content-Type": "text/html"}
    return served.post(path, content=page.data, headers=headers, params=query)


def test_known_pages_go_to_their_templates(
    served: Served, learned_shop: Workspace, pages: list[tuple[Page, str]]
) -> None:
    expected = {one.url: one for one in learned_shop.classify([page for page, _ in pages])}
    for page, _ in pages:
        answer = send(served, "/api/v1/classify", page, url=page.url).json()
        assert answer["name"] == expected[page.url].template
        assert answer["score"] == expected[page.url].score
        assert answer["template"] == learned_shop.templates[answer["name"]].id


def test_a_strange_page_has_none_and_a_reason(served: Served) -> None:
    page = Page("x", "x", "x", "x", b"<table><tr><td>1<td>2<tr><td>3<td>4</table>")
    for path in ("/api/v1/classify", "/api/v1/extract"):
        answer = send(served, path, page)
        assert answer.status_code == 200
        assert answer.json()["template"] is None
        assert answer.json()["why"]
    assert answer.json()["record"] is None


def test_records_are_those_of_the_workspace(
    served: Served, learned_shop: Workspace, pages: list[tuple[Page, str]]
) -> None:
    expected = {one.url: one for one in learned_shop.extract([page for page, _ in pages], jobs=1)}
    for page, _ in pages:
        answer = send(served, "/api/v1/extract", page, url=page.url).json()
        plain = json.loads(json.dumps(expected[page.url].to_json(), default=str))
        assert answer["record"]["values"] == plain["values"]
        assert answer["record"]["xpaths"] == plain["xpaths"]


def test_many_pages_come_back_in_their_order(served: Served, pages: list[tuple[Page, str]]) -> None:
    lines = [json.dumps({"url": page.url, "html": page.data.decode()}) for page, _ in pages]
    lines[3:3] = ["no json", "[]", '{"html": 5}', '{"html": ""}', ""]
    answer = served.post("/api/v1/extract", content="\n".join(lines), headers=LINES)
    assert answer.status_code == 200
    found = [json.loads(line) for line in answer.text.splitlines()]
    bad, good = found[3:7], found[:3] + found[7:]
    assert ["problem" in one for one in bad] == [True, True, True, False]
    assert bad[3]["why"]
    assert [one["url"] for one in good] == [page.url for page, _ in pages]
    assert all(one["record"] for one in good)


@pytest.mark.parametrize("kind", ["", "application/json", "text/plain", "multipart/form-data"])
def test_other_types_are_refused(served: Served, kind: str) -> None:
    headers = {"Content-Type": kind} if kind else {}
    for path in ("/api/v1/classify", "/api/v1/extract", "/api/v1/drift"):
        answer = served.post(path, content=b"<p>x", headers=headers)
        assert answer.status_code == 415
        assert answer.json()["hint"]


def test_what_is_no_page_is_said(served: Served) -> None:
    for data in (b"", b"   ", b"\x89PNG\r\n\x1a\n" + bytes(50)):
        page = Page("x", "x", "x", "x", data)
        answer = send(served, "/api/v1/classify", page)
        assert answer.status_code == 200
        assert answer.json()["why"]


def test_pages_are_compared_by_id_and_as_html(
    served: Served, pages: list[tuple[Page, str]]
) -> None:
    (first, _), (second, _) = pages[:2]
    by_id = served.post("/api/v1/compare", json={"a": page_id(first.key), "b": page_id(second.key)})
    assert by_id.status_code == 200, by_id.text
    found = by_id.json()
    expected = compare_pages(first, second)
    assert found["measures"] == expected.scores
    sent = {"a": first.data.decode(), "b": second.data.decode(), "measures": ["path-jaccard"]}
    as_html = served.post("/api/v1/compare", json=sent).json()
    assert as_html["measures"] == {"path-jaccard": expected.scores["path-jaccard"]}
    assert as_html["alignment"] == found["alignment"]


def test_alignment_marks_what_differs(served: Served) -> None:
    sent = {
        "a": "<h1>One</h1><ul class=x><li>a<li>b</ul><p>same</p>",
        "b": "<h1>Two</h1><ul class=x><li>a<li>b<li>c</ul><p>same</p><hr>",
    }
    rows = served.post("/api/v1/compare", json=sent).json()["alignment"]["rows"]
    shown = [
        (row["state"], (row["b"] or row["a"])["tag"], (row["b"] or row["a"])["text"])
        for row in rows
    ]
    assert shown[-7:] == [
        ("changed", "h1", "Two"),
        ("same", "ul.x", ""),
        ("same", "li", "a"),
        ("same", "li", "b"),
        ("b", "li", "c"),
        ("same", "p", "same"),
        ("b", "hr", ""),
    ]


def test_the_same_page_differs_nowhere(served: Served, pages: list[tuple[Page, str]]) -> None:
    page = page_id(pages[0][0].key)
    found = served.post("/api/v1/compare", json={"a": page, "b": page}).json()
    assert {*found["alignment"]["counts"]} == {"same", "changed", "a", "b"}
    assert found["alignment"]["counts"]["same"] == len(found["alignment"]["rows"]) > 10
    assert {value for value in found["measures"].values() if value is not None} == {1.0}


def test_deep_pages_are_aligned(served: Served) -> None:
    deep = "<div>" * 5000 + "x"
    answer = served.post("/api/v1/compare", json={"a": deep, "b": deep, "measures": ["md5"]})
    assert answer.status_code == 200
    assert served.post("/api/v1/compare", json={"a": "x", "b": "x"}).status_code == 404
    assert served.post("/api/v1/compare", json={"a": "<p>", "b": "< "}).status_code == 422
    unknown = {"a": "<p>a", "b": "<p>b", "measures": ["nothing"]}
    assert served.post("/api/v1/compare", json=unknown).status_code == 422


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"day": date(2024, 2, 1), "list": (1, 2.5)}, b'{"day":"2024-02-01","list":[1,2.5]}'),
        ([math.nan, math.inf, -math.inf], b"[null,null,null]"),
        (["half a \ud800 character", math.nan], b'["half a ? character", null]'),
    ],
)
def test_anything_a_record_may_hold_is_written(value: object, written: bytes) -> None:
    assert write_json(value) == written
