"""Pages without what their clusters share."""

from collections.abc import Callable, Iterator, Sequence

import pytest

from unmold.model import Page, Problem
from unmold.pages import read_pages
from unmold.records import StrippedPage, strip_pages
from unmold.settings import Limits


def shop_page(name: str, stock: str = "In stock", extra: str = "") -> bytes:
    head = "<title>Shop</title><nav><a href=/>Home</a></nav>"
    return f"{head}<h1>{name}</h1><p>Price: <b>{len(name)}</b></p><i>{stock}</i>{extra}".encode()


def reader(
    pages: Sequence[bytes], labels: Sequence[int] | None = None
) -> Callable[[], Iterator[tuple[Page, int]]]:
    def read() -> Iterator[tuple[Page, int]]:
        return zip(read_pages(iter(pages)), labels or [0] * len(pages), strict=True)

    return read


def strip(
    pages: Sequence[bytes], labels: Sequence[int] | None = None, share: float | None = None
) -> list[StrippedPage]:
    return list(strip_pages(reader(pages, labels), share=share))


def test_what_most_pages_have_goes() -> None:
    pages = [shop_page("Pear"), shop_page("Plums"), shop_page("Fig", stock="Sold out")]
    stripped = strip(pages)
    assert [page.text for page in stripped] == ["Pear\n4", "Plums\n5", "Fig\n3\nSold out"]
    assert stripped[0].html == "<html><body><h1>Pear</h1><p><b>4</b></p></body></html>"


def test_a_larger_share_leaves_more() -> None:
    pages = [shop_page("Pear"), shop_page("Plums"), shop_page("Fig", stock="Sold out")]
    assert strip(pages, share=0.9)[0].text == "Pear\n4\nIn stock"
    with pytest.raises(Exception, match="between 0 and 1"):
        strip(pages, share=1.5)


def test_clusters_share_nothing_with_each_other() -> None:
    pages = [shop_page("Pear"), shop_page("Plum"), b"<h1>Pear</h1><p>a", b"<h1>Pear</h1><p>b"]
    assert [page.text for page in strip(pages, [0, 0, 1, 1])] == ["Pear", "Plum", "a", "b"]


def test_a_page_alone_stays_as_it_is() -> None:
    for label in (0, -1):
        (page,) = strip([shop_page("Pear")], [label])
        assert page.text == "Shop\nHome\nPear\nPrice: 4\nIn stock"
        assert page.cluster == label
    pages = strip([shop_page("Pear")] * 2, [-1, -1])
    assert [page.text for page in pages] == ["Shop\nHome\nPear\nPrice: 4\nIn stock"] * 2


def test_batches_do_not_change_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [shop_page(name) for name in ("Pear", "Plum", "Fig", "Nut", "Date")] * 2
    labels = [0, 1] * 5
    together = strip(pages, labels)
    monkeypatch.setattr("unmold.records.strip.BATCH_PAGES", 3)
    assert strip(pages, labels) == together


def test_pages_are_in_their_order_and_keep_who_they_are() -> None:
    sources = [("https://a.example/1", shop_page("Pear")), ("https://a.example/2", b"<p>x")]

    def read() -> Iterator[tuple[Page, int]]:
        return zip(read_pages(iter(sources)), [4, 2], strict=True)

    stripped = list(strip_pages(read))
    assert [(page.url, page.site, page.cluster) for page in stripped] == [
        ("https://a.example/1", "a.example", 4),
        ("https://a.example/2", "a.example", 2),
    ]
    assert stripped[1].to_json() == {
        "path": stripped[1].path,
        "url": "https://a.example/2",
        "site": "a.example",
        "cluster": 2,
        "text": "x",
    }
    assert (
        stripped[1].to_json(html=True)["html"] == "<html><head></head><body><p>x</p></body></html>"
    )


def test_what_is_cut_is_a_problem() -> None:
    problems: list[Problem] = []
    pages = strip_pages(
        reader([b"<i>a</i>" * 20]), limits=Limits(max_nodes=10), problems=problems.append
    )
    assert len(list(pages)) == 1
    assert [one.code for one in problems] == ["nodes"]
