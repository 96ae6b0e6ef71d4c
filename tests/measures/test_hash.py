"""The stored hash: golden values and agreement with its plain twin."""

from hypothesis import given
from hypothesis import strategies as st
from reference import hashing
from support.native import hash_sequence, hash_set

from unmold._core import hash_bytes, hash_path

words = st.lists(st.integers(0, 2**64 - 1), max_size=20)


def test_golden_values_never_change() -> None:
    """Hashes are kept in workspaces: if one of these changes, the function must be put back."""
    assert hash_bytes(b"") == GOLDEN["empty"]
    assert hash_bytes(b"div") == GOLDEN["div"]
    assert hash_path(["html", "body", "div"]) == GOLDEN["path"]
    assert hash_sequence([1, 2, 3]) == GOLDEN["sequence"]
    assert hash_set([3, 2, 1, 2]) == GOLDEN["sequence"]


GOLDEN = {
    "empty": 0x44218FCC10EC51EB,
    "div": 0x402079148D2514B8,
    "path": 0xF310A74A82235657,
    "sequence": 0xFF4192C3FA234395,
}


@given(st.binary(max_size=40))
def test_bytes_agree(data: bytes) -> None:
    assert hash_bytes(data) == hashing.hash_bytes(data)


@given(words)
def test_sequences_and_sets_agree(items: list[int]) -> None:
    assert hash_sequence(items) == hashing.hash_sequence(items)
    assert hash_set(items) == hashing.hash_set(items)
    assert hash_set(items[::-1]) == hash_set(items)


@given(st.lists(st.text(max_size=12), max_size=8))
def test_paths_agree(steps: list[str]) -> None:
    assert hash_path(steps) == hashing.hash_path(steps)
