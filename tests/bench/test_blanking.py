"""Blanking removes the class of the body, and changes nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold import Tree
from unmold.bench.blanking import blank_body_class

PAGES = [
    b'<body class="single post-12">',
    b"<body class='single'>",
    b"<body class=single>",
    b"<BODY CLASS=single>",
    b"<body\n\tclass = 'a b'\n>",
    b'<body id=x class="a" data-y="class=b">',
    b'<body data-x=">" class="a">',
    b"<body/class=a/>",
    b'<body class="a"id=x>',
    b"<body class id=x>",
    b"<body class=>",
    b'<body class="a" class="b">',
    b'<p>before<body class="late">',
    b'<body id=x><p>x</p><body class="second" lang=en>',
]


def body_attributes(page: bytes) -> dict[str, str]:
    root = Tree.parse(page).root
    assert root is not None
    return root.find_all("body")[0].attributes


def events_without_body_class(page: bytes) -> list[object]:
    kept: list[object] = []
    for depth, kind, text, attributes in Tree.parse(page).events():
        if text == "body" and attributes is not None:
            attributes.pop("class", None)
        kept.append((depth, kind, text, attributes))
    return kept


@pytest.mark.parametrize("page", PAGES)
def test_the_class_of_the_body_is_gone_and_nothing_else(page: bytes) -> None:
    blanked = blank_body_class(page)
    assert "class" in body_attributes(page)
    assert "class" not in body_attributes(blanked)
    assert events_without_body_class(blanked) == events_without_body_class(page)


@pytest.mark.parametrize("page", PAGES)
def test_every_byte_stays_or_becomes_a_blank(page: bytes) -> None:
    blanked = blank_body_class(page)
    assert len(blanked) == len(page)
    assert all(new in (old, ord(" ")) for old, new in zip(page, blanked, strict=True))


@pytest.mark.parametrize(
    "page",
    [
        b"",
        b'<div class="a">',
        b'<bodyguard class="a">',
        b"<body>class=a",
        b'<body id="class=a">',
        b'<body data-class="a" classes=b>',
        b'<html class="a"><body><p class="b">',
    ],
)
def test_other_pages_stay_as_they_are(page: bytes) -> None:
    assert blank_body_class(page) == page


def test_only_the_attribute_is_overwritten() -> None:
    page = b'<body id=a class="b c" lang=en><p class="d">'
    expected = b"<body id=a " + b" " * len(b'class="b c"') + b' lang=en><p class="d">'
    assert blank_body_class(page) == expected


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_any_bytes_keep_their_length_and_blanking_again_changes_nothing(
    before: bytes, after: bytes
) -> None:
    page = before + b"<body class=x " + after
    blanked = blank_body_class(page)
    assert len(blanked) == len(page)
    assert blank_body_class(blanked) == blanked
