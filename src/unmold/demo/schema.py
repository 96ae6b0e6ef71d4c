"""What a person would deliver of the shop: for each template its fields, in a person's order.

It is the demo's gold table (`unmold.evaluation.gold_tables`): names, other names that are as good,
importance and kind. Wording changes with the seed, so a field has the names of all wordings.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unmold.evaluation.gold_tables import GoldTable

Spec = dict[str, Any]

LABEL, VALUE = "label", "value"
"""The gold columns of a specification."""

MIN_PAGES = 4
"""Templates with fewer pages are not judged: of hardly any page no template is learned."""


def _field(name: str, importance: int, *also: str, kind: str = "value") -> Spec:
    return {"name": name, "also": list(also), "importance": importance, "kind": kind}


def _table(name: str, importance: int, *fields: Spec) -> Spec:
    return _field(name, importance, kind="table") | {"fields": list(fields)}


_NAME = _field("name", 3, "title")
_TITLE = _field("title", 3, "name", "headline")
_URL = _field("url", 2, "link")
_PRICE = _field("price", 3, "amount", "cost", "now")
_OLD_PRICE = _field("old_price", 2, "was", "was_price", "original_price", "strike")
_BADGE = _field("badge", 1, "flag", "label")
_RATING = _field("rating", 2, "score", "stars")
_BRAND = _field("brand", 2, "maker", "vendor", "by")
_DATE = _field("date", 3, "day", "published")
_AUTHOR = _field("author", 3, "by", "byline", "writer", "words", "written_by")
_SUMMARY = _field("summary", 2, "intro", "short", "description", "subtitle")
_SPECIFICATIONS = _field("specifications", 2, kind="map")
_REMARK = (_AUTHOR, _DATE, _field("text", 3, "comment", "body", "review", kind="text"))
_CARD = (_NAME, _URL, _PRICE, _OLD_PRICE, _BADGE, _RATING)
_TEXT = _field("text", 3, "body", "content", "article", "main_text", kind="text")

SCHEMAS: dict[str, tuple[Spec, ...]] = {
    "home": (
        _field("title", 3, "headline"),
        _table("featured", 2, *_CARD),
        _table("latest", 2, _TITLE, _URL, _DATE),
    ),
    "category": (
        _TITLE,
        _field("count", 1, "items", "products", "articles"),
        _table("products", 3, *_CARD),
    ),
    "product": (
        _NAME,
        _PRICE,
        _OLD_PRICE,
        _BRAND,
        _field("number", 2, "sku", "ref", "item_no", "no", "item", "article_number"),
        _field("availability", 2, "stock", "status", "avail"),
        _RATING,
        _field("review_count", 1, "reviews", "count"),
        _BADGE,
        _field("category", 1, "breadcrumb", "breadcrumbs"),
        _field("image", 2),
        _SUMMARY,
        _field("description", 3, "text", "details", "body", "what_it_is", kind="text"),
        _field("video", 1, "film", "watch_it_in_use", "see_the_film"),
        _SPECIFICATIONS,
        _table("variants", 2, _NAME, _PRICE, _field("stock", 2, "availability", "avail", "status")),
        _table("reviews", 2, _field("title", 2, "heading"), _field("stars", 2, "rating"), *_REMARK),
        _table("replies", 1, *_REMARK),
        _table("related", 1, *_CARD),
    ),
    "set": (
        _NAME,
        _field("price", 3, "set_price", "together", "now"),
        _field("worth", 2, "old_price", "bought_one_by_one", "instead_of"),
        _SUMMARY,
        _table("contents", 3, _NAME, _URL, _PRICE),
    ),
    "journal": (
        _table(
            "articles",
            3,
            _TITLE,
            _URL,
            _DATE,
            _AUTHOR,
            _field("teaser", 2, "text", "summary", "intro", kind="text"),
        ),
    ),
    "article": (
        _TITLE,
        _AUTHOR,
        _DATE,
        _field("minutes", 1, "reading_time", "min_read", "minutes_to_read", "read"),
        _TEXT,
        _field("tags", 2, "topics", "filed_under", kind="list"),
        _table("comments", 2, *_REMARK),
    ),
    "author": (
        _NAME,
        _field("role", 2, "does", "position"),
        _field("town", 2, "lives", "lives_in", "based_in"),
        _field("website", 1, "more", "on_the_web", "web"),
        _field("biography", 3, "text", "bio", "about", kind="text"),
        _table("articles", 2, _TITLE, _URL, _DATE),
    ),
    "info": (_TITLE, _TEXT),
    "missing": (_field("requested", 1, "path", "address", "url"),),
    "home-light": (_table("latest", 2, _TITLE, _URL, _DATE),),
    "category-light": (_table("products", 3, _NAME, _URL, _BRAND, _PRICE),),
    "product-light": (_NAME, _PRICE, _OLD_PRICE, _BRAND, _SUMMARY, _SPECIFICATIONS),
    "journal-light": (_table("articles", 3, _TITLE, _URL, _DATE),),
    "article-light": (_TITLE, _AUTHOR, _DATE, _TEXT),
}
"""By template; `contact` and `faq` are one page each, of which no template is learned."""

JOINED = {
    "description": ("description", "more"),
    "text": ("lead", "text", "quote"),
    "title": ("headline", "title"),
}
"""What a person notes as one field, and the gold values that it is made of."""


def read_gold_tables(gold_records: Path) -> list[GoldTable]:
    """The gold tables of a demo site, one for each template with enough pages."""
    found: defaultdict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    site = ""
    with gold_records.open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            site = record["site"]
            found[record["template"]][record["path"]] = record["values"]
    return [
        make_gold_table(site, template, found[template])
        for template in sorted(found)
        if find_schema(template) and len(found[template]) >= MIN_PAGES
    ]


def find_schema(template: str) -> tuple[Spec, ...]:
    """The fields of a template; a redesigned one has those that it had."""
    return SCHEMAS.get(template.removesuffix("-new"), ())


def make_gold_table(site: str, template: str, values: Mapping[str, Mapping[str, Any]]) -> GoldTable:
    """The gold table of one template from the gold values of its pages."""
    specs = find_schema(template)
    records = {path: _note(page, specs) for path, page in values.items()}
    return GoldTable(template, "demo", site, template, specs, records)


def _note(page: Mapping[str, Any], specs: tuple[Spec, ...]) -> dict[str, Any]:
    """The values of a page as a person would note them."""
    if "reviews" in page:
        replies = [reply for review in page["reviews"] for reply in review.get("replies", ())]
        page = {**page, "replies": replies}
    noted = {spec["name"]: _note_field(page, spec) for spec in specs}
    return {name: value for name, value in noted.items() if value}


def _note_field(page: Mapping[str, Any], spec: Spec) -> Any:
    name, kind = spec["name"], spec["kind"]
    if kind == "map":
        return {row[LABEL]: row[VALUE] for row in page.get(name, ())}
    if kind == "table" or kind == "list":
        return page.get(name)
    parts = [page[part] for part in JOINED.get(name, (name,)) if part in page]
    texts = [text for part in parts for text in (part if isinstance(part, list) else [part])]
    return "\n".join(texts)
