"""Leaves and their keys, beside a plain twin and by example."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import leaves as twin

from unmold._core import PageLeaves, page_leaves

TAGS = [
    *("div", "p", "span", "b", "td", "tr", "table", "li", "ul", "dl", "dt", "dd", "th", "h2"),
    *("a", "br", "label", "input", "section", "noscript", "template", "svg"),
]
MARKS = [
    *("", "class=price", "class='odd price'", "class='price Odd x'", "class='x price'", "class=''"),
    *("class='post-3 hentry tag-a sticky'", "class='post-8 tag-b hentry'", "class=tag-a"),
    *("class=item-17", "class=item-42", "id=row7", "id=row12", "itemprop=name", "title='A  b'"),
    *(
        "href=/a",
        "href='/b c'",
        "href=' JavaScript:x'",
        "alt=x",
        "datetime=2020",
        "content=7",
        "src=i.png",
    ),
]
WORDS = [
    *(
        "Posted: 3 May",
        "Posted: 4 May",
        "Posted:",
        "a, b: c",
        "http://a",
        "Colour of it all : x: y",
    ),
    *("Price:", "Name", "17", "two  words", "\n ", " x ", "über\u00a0uns", "\u00a0", "a<br>b"),
    *("z" * 60, "z" * 61, "<meta name=Author content='A B'>", "<meta property=og:x content=y>"),
    *("<script>var x</script>", "<img src=a.png alt=pic>", "&lt;"),
]

starts = st.builds(
    lambda tag, mark: f"<{tag} {mark}>", st.sampled_from(TAGS), st.sampled_from(MARKS)
)
ends = st.sampled_from(TAGS).map(lambda tag: f"</{tag}>")
words = st.sampled_from(WORDS)
page_bytes = st.lists(starts | ends | words | words, max_size=30).map(
    lambda it: "".join(it).encode()
)
page_pairs = st.lists(page_bytes, min_size=1, max_size=2)


def native_leaves(pages: list[bytes]) -> list[PageLeaves]:
    return page_leaves(pages, [None] * len(pages), 1)


def assert_same_classes(pairs: Iterable[tuple[object, object]]) -> None:
    """Things are equal on one side if and only if they are on the other."""
    forth: dict[object, object] = {}
    back: dict[object, object] = {}
    for one, other in pairs:
        assert forth.setdefault(one, other) == other
        assert back.setdefault(other, one) == one


@given(page_pairs)
def test_leaves_are_those_of_the_twin(pages: list[bytes]) -> None:
    for page, native in zip(pages, native_leaves(pages), strict=True):
        slow = twin.find_leaves(twin.read_page(page))
        assert native.values() == [leaf.value for leaf in slow]
        assert native.kinds() == [(leaf.kind, leaf.is_label) for leaf in slow]
        assert native.contents()["names"] == tuple(leaf.name for leaf in slow)


@given(page_pairs)
def test_template_texts_are_known_by_words_and_tail(pages: list[bytes]) -> None:
    pairs: list[tuple[object, object]] = []
    for page, native in zip(pages, native_leaves(pages), strict=True):
        slow = twin.find_leaves(twin.read_page(page))
        pairs += zip(native.text_ids(), map(twin.text_identity, slow), strict=True)
    assert_same_classes(pairs)
    assert all((one == 0) == (other is None) for one, other in pairs)


@given(page_pairs)
def test_labels_inside_texts_are_those_of_the_twin(pages: list[bytes]) -> None:
    pairs: list[tuple[object, object]] = []
    for page, native in zip(pages, native_leaves(pages), strict=True):
        slow = twin.find_leaves(twin.read_page(page))
        pairs += zip(native.own_label_ids(), map(twin.own_label_identity, slow), strict=True)
    assert_same_classes(pairs)
    assert all((one == 0) == (other is None) for one, other in pairs)


@given(page_pairs, st.sets(st.sampled_from(["Price:", "Name", "17", "x", "b", "Posted:"])))
def test_labels_and_keys_are_those_of_the_twin(pages: list[bytes], template: set[str]) -> None:
    pairs: list[list[tuple[object, object]]] = [[] for _ in range(6)]
    for page, native in zip(pages, native_leaves(pages), strict=True):
        slow = twin.find_leaves(twin.read_page(page))
        ids = zip(native.text_ids(), map(twin.text_identity, slow), slow, strict=True)
        texts = [(one, other) for one, other, leaf in ids if one and leaf.value in template]
        own = zip(
            native.own_label_ids(),
            map(twin.own_label_identity, slow),
            slow,
            strict=True,
        )
        texts += [(one, other) for one, other, leaf in own if twin.own_label(leaf) in template]
        found = native.data({one for one, _ in texts})
        wanted = twin.find_data(slow, {other for _, other in texts if other is not None})
        assert [tuple(entry[:3]) for entry in found] == [
            (data.leaf, data.label, data.before) for data in wanted
        ]
        for entry, data in zip(found, wanted, strict=True):
            for family, key in enumerate(entry[3]):
                pairs[family].append((key, data.keys[family]))
    for family in pairs:
        assert_same_classes(family)


def labels(page: str, *texts: str) -> dict[str, str | None]:
    """By value of each text that is data: the label that names it."""
    (native,) = native_leaves([page.encode()])
    values = native.values()
    ids = {one for one, value in zip(native.text_ids(), values, strict=True) if value in texts}
    kinds = native.kinds()
    return {
        values[leaf]: values[label] if label >= 0 else None
        for leaf, label, *_ in native.data(ids)
        if kinds[leaf][0] == twin.TEXT
    }


@pytest.mark.parametrize(
    ("page", "label"),
    [
        ("<p>Price: <b>7</b></p>", "Price:"),
        ("<tr><th>Price:</th><td><i><u>7</u></i></td></tr>", "Price:"),
        # Wrappers with one child are free.
        ("<div><b>Price:</b><div><div><div><i>7</i></div></div></div></div>", "Price:"),
        # One branching element between them is near, two are far.
        ("<div><b>Price:</b><div><p>x</p><i>7</i></div></div>", "Price:"),
        ("<div><b>Price:</b><div><p>x</p><div><p>y</p><i>7</i></div></div></div>", None),
        # Blank text makes no element branch.
        ("<div><b>Price:</b> <div> <div> <i>7</i> </div> </div></div>", "Price:"),
    ],
)
def test_a_label_is_near_within_two_branching_levels(page: str, label: str | None) -> None:
    assert labels(f"<table>{page}" if "<tr>" in page else page, "Price:")["7"] == label


def tails(*pages: str) -> list[int]:
    """The identity of the text `x` on each page."""
    found = []
    for native in native_leaves([page.encode() for page in pages]):
        ids = zip(native.values(), native.text_ids(), strict=True)
        found.append(next(one for value, one in ids if value == "x" and one))
    return found


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("<p class='a b'>x", "<p class='b a'>x", True),
        ("<p class='a odd'>x", "<p class='ACTIVE a'>x", True),
        ("<p class='item-1'>x", "<p class='item-9'>x", True),
        ("<p id=n12>x", "<p id=n34>x", True),
        ("<p id=n1>x", "<p id=n12>x", True),
        ("<p id=n1>x", "<p id=m1>x", False),
        ("<p class=a>x", "<p class=b>x", False),
        ("<p itemprop=name>x", "<p>x", False),
        ("<div class=k><div><div><div><div><i>x", "<div><div><div><div><div><i>x", True),
        ("<div class=k><div><div><div><i>x", "<div><div><div><div><i>x", False),
    ],
)
def test_a_tail_forgets_order_state_digits_and_what_is_far_above(
    one: str, other: str, is_same: bool
) -> None:
    first, second = tails(one, other)
    assert (first == second) is is_same


def test_a_block_and_a_paragraph_read_as_one_value() -> None:
    page = b"<div>Made in <b>Wales</b>,<br>by <i>hand</i>.</div><p>plain</p><div>short</div>"
    (native,) = native_leaves([page])
    blocks = [
        value
        for value, (kind, _) in zip(native.values(), native.kinds(), strict=True)
        if kind == twin.BLOCK
    ]
    assert blocks == ["Made in Wales, by hand.", "plain"]


def test_a_paragraph_that_the_template_says_is_no_data() -> None:
    (native,) = native_leaves([b"<p>All rights reserved</p><p>Ann</p>"])
    values = native.values()
    ids = zip(native.text_ids(), values, strict=True)
    texts = {one for one, value in ids if one and value == "All rights reserved"}
    assert {values[leaf] for leaf, *_ in native.data(texts)} == {"Ann"}


def test_links_that_run_a_script_are_no_addresses() -> None:
    (native,) = native_leaves([b"<a href='javascript:void(0)'>a</a><a href='/javascript:'>b</a>"])
    kinds = zip(native.values(), native.kinds(), strict=True)
    assert [value for value, (kind, _) in kinds if kind == twin.HREF] == ["/javascript:"]
