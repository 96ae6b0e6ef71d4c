"""Which field is at which slot of a pattern."""

from unmold._core import ContentTree, Tree
from unmold.model import Page
from unmold.records import extract_records
from unmold.records.pattern_slots import Slot, choose_slots, find_slots
from unmold.templates import induce_pattern, induce_template


def slots_of(contents: list[str]) -> dict[int, Slot]:
    pages = [Page(str(n), "p", "u", "s", text.encode()) for n, text in enumerate(contents)]
    trees = [ContentTree.of(Tree.parse(page.data)) for page in pages]
    pattern = induce_pattern(trees).pattern
    records = list(extract_records(induce_template(pages), pages))
    return find_slots(pattern.match_pages(trees), records)


def test_values_meet_at_their_places() -> None:
    contents = [f"<h1>Tea {n}</h1><p>Price: <b>${n}.50</b></p>" for n in range(5, 9)]
    slots = sorted(slots_of(contents).items())
    assert [(slot.names, slot.share, slot.example) for _, slot in slots] == [
        (("title",), 1.0, "Tea 5"),
        (("price",), 1.0, "$5.50"),
    ]


def test_an_image_is_found_by_its_source() -> None:
    contents = [f"<h1>Tea {n}</h1><div><img src='/{n}.png'></div>" for n in range(5, 9)]
    names = [slot.names for _, slot in sorted(slots_of(contents).items())]
    assert names[0] == ("title",)
    assert names[1][0].endswith("image")


def test_rare_slots_are_left_out_but_no_field() -> None:
    slots = {
        1: Slot(("a",), 0.9, ""),
        2: Slot(("a",), 0.1, ""),
        3: Slot(("b",), 0.1, ""),
        4: Slot((), 0.4, ""),
    }
    assert set(choose_slots(slots, 0.5)) == {1, 3}
    assert set(choose_slots(slots, 0.4)) == {1, 3, 4}
