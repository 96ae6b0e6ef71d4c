"""What the core finds for Python to look at: all that Python would find, and little else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.generated_pages import Piece, markup, pages
from support.nested_pages import catalogue_page, directory_page

from unmold import _core
from unmold.model import Page
from unmold.settings import Limits
from unmold.templates.block_columns import SIGNS
from unmold.templates.sample import BLOCK, HREF, TEXT, SamplePage, find_leaves
from unmold.templates.slots.directions import BY_AGE, NEXT, PREVIOUS, find_directions
from unmold.templates.template_names import _item_types

WORDS = [*PREVIOUS, *NEXT, *BY_AGE]


def sample_of(made: Sequence[bytes]) -> list[SamplePage]:
    pages = [Page(str(n), f"{n}.html", f"/{n}", "site", one) for n, one in enumerate(made)]
    leaves = find_leaves(pages, Limits(), jobs=1, with_markup=True)
    return [SamplePage(page.url, own) for page, own in zip(pages, leaves, strict=True)]


def check_texts(sample: Sequence[SamplePage]) -> None:
    leaves = [page.leaves for page in sample]
    said = [*zip(*((page.text_ids, page.values) for page in sample), strict=True)]
    ids, texts = ([one for page in own for one in page] for own in said)
    short = {(own, text) for own, text in zip(ids, texts, strict=True) if len(text) <= 3}
    found = _core.short_texts(leaves, 3)
    assert {*found} == short
    assert len(found) == len(short)
    asked = {*ids[::2]}
    counts = Counter(ids)
    assert _core.count_text_ids(leaves, asked - {0}) == {one: counts[one] for one in asked - {0}}


def is_glued(page: SamplePage, block: int) -> bool:
    whole, at, last = page.values[block], 0, ""
    for leaf in range(block + 1, len(page.values)):
        if page.blocks[leaf] != block:
            break
        if page.kinds[leaf][0] == TEXT:
            text = page.values[leaf]
            start = whole.find(text, at)
            if last.isalnum() and start == at and (text[0].isalnum() or text[0] in SIGNS):
                return True
            at, last = start + len(text), text[-1]
    return False


def check_blocks(page: SamplePage) -> None:
    blocks = [leaf for leaf, (kind, _) in enumerate(page.kinds) if kind == BLOCK]
    assert {block for block in blocks if is_glued(page, block)} <= page.glued_blocks <= {*blocks}


@pytest.mark.parametrize("make", [catalogue_page, directory_page])
def test_texts_and_blocks_are_those_of_the_twin(make: object) -> None:
    sample = sample_of([make(number) for number in range(5)])  # type: ignore[operator]
    check_texts(sample)
    for page in sample:
        check_blocks(page)


@given(st.lists(pages, min_size=1, max_size=3))
def test_texts_and_blocks_of_any_page_are_those_of_the_twin(made: list[list[Piece]]) -> None:
    sample = sample_of([markup(pieces) for pieces in made])
    check_texts(sample)
    for page in sample:
        check_blocks(page)


@pytest.mark.parametrize(
    ("inside", "are_glued"),
    [
        ("<b>Lamp</b>£5", True),
        ("<b>Lamp</b> £5", False),
        ("<b>Élan</b>vital", True),
        ("<b>Lamp</b>: 5", False),
        ("a <b>b</b> c<i>d</i>", True),
    ],
)
def test_blocks_whose_words_run_together_are_found(inside: str, are_glued: bool) -> None:
    (page,) = sample_of([f"<p>{inside}</p>".encode()])
    assert bool(page.glued_blocks) == are_glued == is_glued(page, 0)


@pytest.mark.parametrize(
    "link",
    [
        "<a href=/2>NEXT page</a>",
        "<a href=/2><b>page</b> <i>Older</i></a>",
        "<a href=/2 class=btnNext></a>",
        "<a href=/2>précédent »</a>",
        "<a href=/2>PRÉCÉDENT</a>",
        "<a href=/2>next_1</a>",
    ],
)
def test_links_to_neighbours_are_candidates(link: str) -> None:
    (page,) = sample_of([f"<p><a href=/1>nextdoor</a></p><p>{link}</p>".encode()])
    (found,) = _core.links_with_words([page.leaves], WORDS)
    assert found == [*page.by_kind[HREF][1:]]
    # What is one of the words only by a part of it is none.
    made = [f"<p><a href=/{n}>newest</a></p><p>{link.replace('/2', f'/{n}')}</p>" for n in range(4)]
    (column,) = find_directions(sample_of([one.encode() for one in made]))
    assert column.name in ("next_url", "previous_url")


@given(st.lists(st.sampled_from([b"itemType", b"ITEMTYPE", b"itemtyp", b"y", b" ", b"\xff"])))
def test_words_are_found_in_any_case(parts: list[bytes]) -> None:
    page = b"".join(parts)
    lower = page.lower()
    expected = [at for at in range(len(page)) if lower.startswith(b"itemtype", at)]
    assert _core.find_word(page, b"itemtype", 5) == expected


def test_types_of_microdata_are_read_one_by_one() -> None:
    page = b"<div itemscope ItemType='http://schema.org/Book'><p itemtype=x itemtype=http://schema.org/Offer>"
    assert [*_item_types(page)] == ["Book", "Offer"]
