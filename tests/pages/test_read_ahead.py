"""Items are read by several threads, in their order, and few of them ahead."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from unmold.pages import read_ahead as module
from unmold.pages.read_ahead import AHEAD, FILES_AT_ONCE, map_ordered, read_ahead
from unmold.settings import Limits


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


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("enough", [1, 100, 1 << 20])
def test_files_come_in_their_order_however_few_are_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int, enough: int
) -> None:
    monkeypatch.setattr(module, "BYTES_AT_ONCE", enough)
    files = [tmp_path / f"{number}.html" for number in range(2 * FILES_AT_ONCE + 5)]
    for number, file in enumerate(files):
        file.write_bytes(b"<p>" * number)
    found = chain.from_iterable(read_ahead(files, str, Limits(), jobs))
    # They were written just now, so that they have no stamp.
    assert list(found) == [(file, (b"<p>" * number, 0)) for number, file in enumerate(files)]


def test_what_takes_a_closer_look_is_not_read(tmp_path: Path) -> None:
    small, large, gone = tmp_path / "small", tmp_path / "large", tmp_path / "gone"
    small.write_bytes(b"1234")
    large.write_bytes(b"12345")
    names = [str(small), str(large), str(gone), str(tmp_path), None, f"{small}\0", str(small)]
    [found] = read_ahead(names, lambda name: name, Limits(max_bytes=4), 1)
    contents = [(b"1234", 0), None, None, None, None, None, (b"1234", 0)]
    assert found == list(zip(names, contents, strict=True))
    strange = [str(small), "\ud800"]  # no system has such a name
    assert list(read_ahead(strange, str, Limits(), 1)) == [[(name, None) for name in strange]]
