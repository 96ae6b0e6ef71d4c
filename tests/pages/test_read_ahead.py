"""Items are read by several threads, in their order, and few of them ahead."""

from collections.abc import Iterator

import pytest

from unmold.pages.read_ahead import AHEAD, map_ordered


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("at_once", [1, 4, 100])
def test_results_come_in_the_order_of_items(jobs: int, at_once: int) -> None:
    found = map_ordered(lambda item: item * item, range(50), jobs, at_once)
    assert list(found) == [item * item for item in range(50)]


@pytest.mark.parametrize("at_once", [1, 2, 4])
def test_no_more_items_are_ahead_however_many_are_taken_at_once(at_once: int) -> None:
    jobs, taken = 2, 0

    def items() -> Iterator[int]:
        nonlocal taken
        for item in range(100):
            taken += 1
            yield item

    for number, _ in enumerate(map_ordered(str, items(), jobs, at_once)):
        assert taken <= number + 1 + jobs * AHEAD


def test_what_fails_is_raised_and_ends_it() -> None:
    def fail(item: int) -> int:
        if item == 5:
            raise ValueError("five")
        return item

    with pytest.raises(ValueError, match="five"):
        list(map_ordered(fail, range(50), 2, 4))
