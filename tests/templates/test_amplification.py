"""Learning takes work and memory in proportion to pages, however these repeat themselves."""

import time

from unmold import Limits
from unmold.model import Page
from unmold.templates.sample import find_leaves

LEAVES = 5_000
LONGEST_HINT = 4 * 1024


def leaves_of(html: str, with_markup: bool = True):  # type: ignore[no-untyped-def]
    page = Page("k", "p", "u", "s", html.encode())
    (found,) = find_leaves([page], Limits(), jobs=1, with_markup=with_markup)
    return found


def test_a_long_class_is_not_repeated_by_every_leaf_below_it() -> None:
    for name in ("class", "id", "itemprop"):
        found = leaves_of(f"<div {name}='{'é' * 50_000}'>" + "<p>x" * LEAVES)
        hints = found.contents()["hints"]
        assert len(hints) >= LEAVES
        assert max(map(len, hints)) <= LONGEST_HINT
        assert len({id(hint) for hint in hints}) < 5
        assert max(map(len, found.node_contents()["elements"])) <= LONGEST_HINT


def test_a_long_header_is_not_repeated_by_every_cell_below_it() -> None:
    rows = "<tr><td>y<td>z" * LEAVES
    assert set(leaves_of(f"<table><tr><th>{'h' * 50_000}<th>b{rows}").contents()["headers"]) == {
        "",
        "b",
    }


def time_of(cells: int) -> float:
    page = "<table><tr>" + "<th>x" * cells
    started = time.process_time()
    leaves_of(page)
    return time.process_time() - started


def test_a_row_of_headers_is_walked_once() -> None:
    """Ratios of the best of three: four times as many cells took sixteen times as long."""
    short, long = (min(time_of(cells) for _ in range(3)) for cells in (15_000, 60_000))
    assert long < 10 * max(short, 0.001)
