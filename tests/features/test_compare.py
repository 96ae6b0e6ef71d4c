"""Two pages by every measure: identical, disjoint, without head or body, with nothing in them."""

import pytest

from unmold import compare_pages
from unmold.errors import UsageError
from unmold.features import measure_names
from unmold.model import Page
from unmold.settings import Comparison

FULL = (
    "<!doctype html><html><head><title>t</title><meta name=a></head><body class=x><ul class='a b'>"
    + "<li><a href=1>one</a><b>x</b>" * 12
    + "</ul></body></html>"
)
OTHER = (
    "<x-html><x-head></x-head><section class=c>"
    + "<h2>t</h2><p>one</p><p>two <em>three</em></p>" * 9
    + "</section>"
)
NOT_ASKED_FOR_CONTENT = {"ted", "ted-max", "rtdm", "stm", "pq-grams", "structure-style"}


def page(html: str) -> Page:
    return Page("p", "p", "", "", html.encode(), charset="utf-8")


def scores(first: str, second: str, settings: Comparison | None = None) -> dict[str, float]:
    found = compare_pages(page(first), page(second), settings=settings).scores
    assert list(found) == measure_names()
    return {name: score for name, score in found.items() if score is not None}


@pytest.mark.parametrize(
    "html", [FULL, OTHER, "", " ", "x", "<p>", "<head></head>", "<body></body>", "<!-- -->"]
)
def test_a_page_equals_itself(html: str) -> None:
    assert scores(html, html) == dict.fromkeys(measure_names(), 1.0)


def test_texts_and_addresses_do_not_matter() -> None:
    changed = FULL.replace("one", "another text").replace("href=1", "href=/other")
    assert set(scores(FULL, changed).values()) == {1.0}


def test_disjoint_pages_share_next_to_nothing() -> None:
    found = scores(FULL, OTHER)
    zero = ["common-paths", "path-jaccard", "lcts", "ctss", "md5", "mdh5", "style"]
    assert {name: found[name] for name in zero} == dict.fromkeys(zero, 0.0)
    # Every tree of HTML has html, head and body.
    assert all(found[name] < 0.5 for name in NOT_ASKED_FOR_CONTENT)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (FULL, ""),
        (FULL, "<title>t</title><p>no head, no body"),
        (FULL, "<head><title>t</title></head>"),
        (FULL, "<body><p>x</body>"),
        ("<frameset><frame></frameset>", "<body>x"),
        ("", "x"),
        ("<head></head>", "<body></body>"),
    ],
)
def test_every_pair_has_every_score(first: str, second: str) -> None:
    there, back = scores(first, second), scores(second, first)
    assert there == pytest.approx(back)
    assert list(there) == measure_names()
    assert all(0 <= score <= 1 for score in there.values())


def test_pages_without_a_header_are_alike_by_mdh5() -> None:
    assert scores("<p>a", "<div>b")["mdh5"] == 1
    assert scores("<p>a", FULL)["mdh5"] == 0


def test_settings_matter_where_they_should() -> None:
    other = FULL.replace("<b>x</b>", "<i class=z>x</i>", 5)
    plain = scores(FULL, other)
    for name, settings in {
        "structure-style": Comparison(kappa=1.0),
        "path-shingles": Comparison(path_reading="sequence"),
        "ctss": Comparison(tag_width=2),
        "pq-grams": Comparison(pq_gram_kind="bag"),
        "stm": Comparison(matching_normalisation="max"),
    }.items():
        changed = scores(FULL, other, settings)
        assert [one for one in plain if plain[one] != changed[one]] == [name]


def test_some_measures_only() -> None:
    found = compare_pages(page(FULL), page(OTHER), ["style", "ted"]).scores
    assert list(found) == ["style", "ted"]


def test_mistakes_are_reported() -> None:
    with pytest.raises(UsageError, match="no such measure: tde") as caught:
        compare_pages(page(""), page(""), ["tde"])
    assert "path-jaccard" in str(caught.value.hint)
    with pytest.raises(UsageError, match="kappa"):
        Comparison(kappa=2)
