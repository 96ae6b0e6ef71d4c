"""The steps of induction: checked examples, and agreement with the slow twins."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reference.pattern_alignment import align_slowly, compress_slowly
from reference.pattern_mining import (
    accepts,
    contains,
    mine_slowly,
    read_pieces,
    some_words,
)
from support.native import align_columns, compress_columns, mine_letters

from unmold.errors import InternalError, UsageError

SYMBOLS = 6


def as_numbers(columns: list[str]) -> list[list[int]]:
    return [[ord(letter) for letter in column] for column in columns]


def drawn(columns: list[str], data: str = "") -> list[str]:
    """The aligned rows as words, blanks as `-`, variant rows with a `*`."""
    is_data = [chr(symbol) in data for symbol in range(128)]
    words = []
    for cells, is_variant in align_columns(as_numbers(columns), is_data):
        letters = ["-"] * len(columns)
        for column, position in cells:
            letters[column] = columns[column][position]
        words.append("".join(letters) + "*" * is_variant)
    return words


@pytest.mark.parametrize(
    ("columns", "data", "rows"),
    [
        (["abcf", "abdf", "abeg"], "bcdeg", ["aaa", "bbb", "cde*"]),
        (["abcd", "abef", "abeg"], "", ["aaa", "bbb", "-ee", "c--", "d--", "-f-", "--g"]),
        (
            ["acbcbefd", "acbcd", "acbbefd"],
            "",
            ["aaa", "ccc", "bbb", "cc-", "b-b", "e-e", "f-f", "ddd"],
        ),
        (["abc", "ac"], "", ["aa", "b-", "cc"]),
        (["", "", "a"], "", ["--a"]),
    ],
)
def test_alignment_of_the_checked_examples(columns: list[str], data: str, rows: list[str]) -> None:
    assert drawn(columns, data)[: len(rows)] == rows


def test_a_cycle_is_aligned_turn_by_turn() -> None:
    rows = drawn(["abcdbcdbcde", "abcdbcde", "abcdbde"])
    assert len(rows) == 11
    assert rows[:5] == ["aaa", "bbb", "ccc", "ddd", "bbb"]
    assert rows[5] == "cc-"
    assert rows[10] == "eee"


columns_of_symbols = st.lists(
    st.lists(st.integers(min_value=0, max_value=SYMBOLS - 1), max_size=7), min_size=1, max_size=4
)
flags = st.lists(st.booleans(), min_size=SYMBOLS, max_size=SYMBOLS)
some_structures = st.lists(
    st.integers(min_value=0, max_value=2), min_size=SYMBOLS, max_size=SYMBOLS
)


@given(columns_of_symbols, flags)
@example([[0, 1, 0, 2], [0, 1, 0, 3], [4, 1, 5]], [False] * SYMBOLS)
def test_alignment_agrees_with_its_twin(columns: list[list[int]], is_data: list[bool]) -> None:
    assert align_columns(columns, is_data) == align_slowly(columns, is_data)


@given(columns_of_symbols, flags)
def test_alignment_keeps_every_child_in_order(
    columns: list[list[int]], is_data: list[bool]
) -> None:
    rows = align_columns(columns, is_data)
    for column, cells in enumerate(columns):
        positions = [p for row, _ in rows for c, p in row if c == column]
        assert positions == list(range(len(cells)))


@given(columns_of_symbols, some_structures)
def test_compression_agrees_with_its_twin(columns: list[list[int]], structures: list[int]) -> None:
    # Structure 0 is text: symbols of one structure are data together or not at all.
    is_data = [structure == 0 for structure in structures]
    entries = compress_columns(columns, structures, is_data)
    assert [(*entry[:4], sorted(entry[4])) for entry in entries] == compress_slowly(
        columns, structures, is_data
    )


@pytest.mark.parametrize(
    ("columns", "structures", "expected"),
    [
        (["a", "b"], "aa", [("structure", False, False)]),
        (["ab", "c"], "aaa", [("structure", True, False)]),
        (["a", ""], "a", [("exact", False, True)]),
        (["ab", ""], "aa", [("structure", True, True)]),
        (["a", "a"], "a", [("exact", False, False)]),
    ],
)
def test_compression_of_the_checked_examples(
    columns: list[str], structures: str, expected: list[tuple[str, bool, bool]]
) -> None:
    numbers = [[ord(letter) - ord("a") for letter in column] for column in columns]
    ks = [ord(letter) - ord("a") for letter in structures]
    entries = compress_columns(numbers, ks, [False] * len(ks))
    assert [(kind, is_set, is_optional) for kind, _, is_set, is_optional, _ in entries] == expected


def test_torn_parts_are_generalised_together_when_extended() -> None:
    # Two parts of structure 0 are torn; only the first shows two texts.
    columns, structures, is_data = [[0, 2, 3], [1, 2]], [0, 0, 1, 0], [False] * 4
    strict = compress_columns(columns, structures, is_data)
    extended = compress_columns(columns, structures, is_data, extended=True)
    assert [entry[:2] for entry in strict] == [("structure", 0), ("exact", 2), ("exact", 3)]
    assert [entry[:2] for entry in extended] == [("structure", 0), ("exact", 2), ("structure", 0)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("abbabcabcddd", "((a(b)+)+c)+(d)+"),
        ("abcbcbcdabcdcdcd", "a(bc)+dab(cd)+"),
        ("abab", "(ab)+"),
        ("aabaab", "((a)+b)+"),
        ("ababcabc", "((ab)+c)+"),
    ],
)
def test_mining_of_the_checked_examples(word: str, expected: str) -> None:
    assert mine_letters(word) == expected
    assert accepts(read_pieces(expected), word)


def test_the_printed_result_of_the_report_refuses_its_own_input() -> None:
    assert not accepts(read_pieces("(a(b)+c)+(d)+"), "abbabcabcddd")


def test_collapsing_forgets_inner_repeats() -> None:
    word = "abcbcbcdabcdcdcd"
    assert mine_letters(word, mining="collapse") == "(abcd)+"
    assert not accepts(read_pieces("(abcd)+"), word)
    assert mine_letters("abbc", mining="collapse") == "a(b)+c"


def test_a_set_swallows_its_neighbouring_copies_when_extended() -> None:
    assert mine_letters("(ab)+(ab)?") == "(ab)+(ab)?"
    assert mine_letters("(ab)+(ab)?", extended=True) == "(ab)+"
    assert mine_letters("(a)?(a)?", extended=True) == "((a)+)?"


letters = st.text("abc", min_size=1, max_size=3)
expressions = st.lists(
    letters | letters.map(lambda body: f"({body})+") | letters.map(lambda body: f"({body})?"),
    max_size=6,
).map("".join)


@given(st.text("abcd", max_size=24), st.booleans())
def test_the_mined_word_is_a_member_of_the_result(word: str, extended: bool) -> None:
    assert accepts(read_pieces(mine_letters(word, extended=extended)), word)


@given(expressions, st.booleans())
def test_the_result_contains_what_was_mined(expression: str, extended: bool) -> None:
    mined = read_pieces(mine_letters(expression, extended=extended))
    assert contains(mined, read_pieces(expression))
    for word in some_words(read_pieces(expression)):
        assert accepts(mined, word)


@given(expressions, st.booleans())
def test_mining_agrees_with_its_twin(expression: str, extended: bool) -> None:
    assert mine_letters(expression, extended=extended) == mine_slowly(expression, extended)


@given(expressions, expressions)
def test_the_twin_of_containment_agrees_with_words(outer: str, inner: str) -> None:
    big, small = read_pieces(outer), read_pieces(inner)
    if contains(big, small):
        assert all(accepts(big, word) for word in some_words(small))


@pytest.mark.parametrize(
    "expression", ["(", ")", "()+", "(a)", "a(b", "(" * 200 + "a" + ")+" * 200]
)
def test_what_is_no_expression_is_refused(expression: str) -> None:
    with pytest.raises(UsageError, match="parenthes"):
        mine_letters(expression)


def test_symbols_without_description_are_refused() -> None:
    with pytest.raises(InternalError, match="symbol 7"):
        align_columns([[7]], [False])
