"""The views as documents: what they say without a browser, a script or a style sheet."""

import gzip
import html
import json
import re
import shutil
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support.served import Served, serving

from unmold import Workspace, run

MAIN = ["/", "/search", "/compare", "/try", "/drift", "/edits"]


def first_template(served: Served) -> str:
    return str(served.read("/api/v1/templates")["templates"][0]["id"])


def text_of(served: Served, path: str) -> str:
    answer = served.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/html")
    return str(answer.text)


@pytest.mark.parametrize("path", MAIN)
def test_views_say_which_one_they_are(served: Served, path: str) -> None:
    text = text_of(served, path)
    assert f'<a href="{path}" aria-current="page">' in text
    assert text.count("<h1") == 1


def test_no_view_has_a_script_or_style_of_its_own(served: Served) -> None:
    for path in [*MAIN, f"/templates/{first_template(served)}"]:
        text = text_of(served, path)
        scripts = re.findall(r"<script[^>]*>", text)
        assert [one for one in scripts if "src=" not in one and "json" not in one] == []
        assert "<style" not in text
        assert not re.search(r"<[^>]+ (style|on\w+)=", text)


def test_no_view_names_a_path_of_the_server(served: Served, shop_site: Path) -> None:
    for path in [*MAIN, f"/templates/{first_template(served)}"]:
        assert str(shop_site.parent) not in text_of(served, path)


def test_the_site_links_every_template(served: Served) -> None:
    text = text_of(served, "/")
    for template in served.read("/api/v1/templates")["templates"]:
        assert f'href="/templates/{template["id"]}"' in text
        assert template["name"] in text


def test_a_template_shows_its_columns_and_links_pages(served: Served) -> None:
    template = served.read("/api/v1/templates")["templates"][0]
    text = text_of(served, f"/templates/{template['id']}")
    assert f"<h1><bdi>{template['name']}</bdi></h1>" in text
    assert f'data-table="{template["name"]}"' in text
    assert re.search(r'href="/pages/[a-z2-7]{15}"', text)


def first_page(served: Served) -> str:
    pages = served.read(f"/api/v1/pages?template={first_template(served)}&limit=1")["pages"]
    return str(pages[0]["id"])


def test_a_page_stands_beside_what_it_says(served: Served) -> None:
    page = first_page(served)
    text = text_of(served, f"/pages/{page}")
    assert f'src="/frame/{page}" sandbox="allow-same-origin"' in text
    overlay = served.read(f"/api/v1/pages/{page}/overlay")
    first = next(one for one in overlay["places"] if one["verdict"] == "value")
    assert f'data-place="{first["id"]}"' in text
    assert first["value"] in text
    target = re.search(r'data-correct="([^"]+)"', text)
    assert target is not None
    assert json.loads(html.unescape(target[1]))["page"] == page


def test_a_page_that_is_gone_is_told_by_its_record(
    learned_shop: Workspace, shop_site: Path, tmp_path: Path
) -> None:
    site = shutil.copytree(shop_site, tmp_path / "site")
    workspace = run(site, tmp_path / "ws", jobs=1)
    with serving(workspace.path) as served:
        page = first_page(served)
        title = served.read(f"/api/v1/pages/{page}")["record"]["values"]["title"]
        shutil.rmtree(site)
        text = text_of(served, f"/pages/{page}")
    assert "The page cannot be shown" in text
    assert f'<span class="said" dir="auto">{html.escape(title)}</span>' in text
    assert "<iframe" not in text


def test_a_page_can_be_tried_by_a_form_and_as_it_is(served: Served, shop_site: Path) -> None:
    page = served.read(f"/api/v1/pages/{first_page(served)}")
    data = (shop_site / page["path"]).read_bytes()
    title = page["record"]["values"]["title"]
    form = urlencode({"html": data.decode(), "url": ""})
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    for answer in (
        served.post("/try", content=data, headers={"Content-Type": "text/html"}),
        served.post("/try", content=form.encode(), headers=kind),
    ):
        assert answer.status_code == 200, answer.text
        assert "It is a page of" in answer.text
        assert html.escape(title) in answer.text
        assert 'src="/frame/try-' in answer.text
    other = served.post("/try", content=b"<p>nothing", headers={"Content-Type": "text/html"})
    assert "It has no template: no template fits" in other.text
    assert re.search(r"the best one, \w+, scores 0\.\d\d", other.text)
    assert served.post("/try", content=b"", headers=kind).status_code == 422


def test_what_is_not_there_is_said_to_people(served: Served) -> None:
    answer = served.get("/templates/nothing")
    assert answer.status_code == 404
    assert "there is no such template" in answer.text
    assert "<h1>Not Found</h1>" in answer.text


def test_the_theme_is_what_the_cookie_says(served: Served) -> None:
    dark = served.get("/", headers={"Cookie": "unmold_theme=dark"}).text
    assert '<html lang="en" data-theme="dark">' in dark
    hostile = served.get("/", headers={"Cookie": 'unmold_theme="><script>'}).text
    assert '<html lang="en">' in hostile


def test_edits_are_listed_with_their_states(own_shop: Workspace) -> None:
    name = next(iter(own_shop))
    own_shop.edit("rename", f"{name}.title", "heading")
    own_shop.edit("undo")
    own_shop.edit("name", name, "wares")
    with serving(own_shop.path) as served:
        text = text_of(served, "/edits")
        assert re.findall(r'class="state state-(\w+)"', text) == ["applied", "applied", "undone"]
        assert "Waiting to be applied" not in text
        assert text_of(served, "/").count("wares") > 1


def test_read_only_views_offer_no_corrections(learned_shop: Workspace) -> None:
    with serving(learned_shop.path, read_only=True) as served:
        text = text_of(served, f"/templates/{first_template(served)}")
        assert "data-correct" not in text
        assert "data-read-only" in text


def test_the_style_sheet_of_the_report_is_served(served: Served) -> None:
    answer = served.get("/report.css")
    assert answer.headers["content-type"].startswith("text/css")
    assert "--fit-good" in answer.text


def test_records_are_sorted_filtered_and_cut(served: Served) -> None:
    template = served.read("/api/v1/templates")["templates"][0]
    path = f"/templates/{template['id']}/records"
    text = text_of(served, f"{path}?columns=title,price&where=price:gt:500&sort=-price")
    heads = re.findall(r'title="Sort by (\w+)"', text)
    assert heads == ["title", "price"]
    prices = [
        float(one.replace(",", ""))
        for one in re.findall(r'<td class="number" dir="auto">([\d,.]+)</td>', text)
    ]
    assert prices == sorted(prices, reverse=True)
    assert min(prices) > 500
    assert "price is more than 500" in text


def test_a_filter_of_the_form_becomes_part_of_the_address(served: Served) -> None:
    path = f"/templates/{first_template(served)}/records"
    asked = "filter_column=title&filter_how=contains&filter_value=a%26b"
    answer = served.get(f"{path}?sort=title&{asked}")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{path}?where=title%3Acontains%3Aa%26b&sort=title"


def test_a_filter_that_means_nothing_is_explained(served: Served) -> None:
    answer = served.get(f"/templates/{first_template(served)}/records?where=price:gt:cheap")
    assert answer.status_code == 422
    assert "is no value of the column" in answer.text


def test_hits_are_marked(served: Served) -> None:
    text = text_of(served, "/search?q=the")
    assert re.search(r"<mark>[Tt]he</mark>", text)
    assert "there is no word in the query" in text_of(served, "/search?q=%22")


def test_pages_are_found_to_be_compared(served: Served) -> None:
    first, second = served.read("/api/v1/pages?limit=2")["pages"]
    text = text_of(served, f"/compare?a={first['id']}&b={second['id']}")
    assert "tree edit distance" in text
    assert 'class="aligned"' in text
    assert "several pages have" in text_of(served, "/compare?a=html")
    assert "no page has an address" in text_of(served, "/compare?a=nothing-like-this")


@pytest.mark.parametrize(("path", "token", "status"), [("/", None, 401), ("/nothing", "", 404)])
def test_a_browser_gets_problems_as_documents(
    served: Served, path: str, token: str | None, status: int
) -> None:
    options = {} if token == "" else {"token": token}
    page = served.get(path, headers={"Accept": "text/html"}, **options)
    assert page.status_code == status
    assert page.headers["content-type"].startswith("text/html")
    assert "<h1>" in page.text
    plain = served.get(path, headers={"Accept": "*/*"}, **options)
    assert plain.headers["content-type"] == "application/problem+json"
    api = served.get("/api/v1/nothing", headers={"Accept": "text/html"})
    assert api.headers["content-type"] == "application/problem+json"


def test_scripts_and_styles_stay_small() -> None:
    static = files("unmold.serve").joinpath("static")
    sizes = [len(gzip.compress(one.read_bytes())) for one in static.iterdir() if one.is_file()]
    assert 10_000 < sum(sizes) <= 60_000
