"""Text from pages cannot reach a terminal alive."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold.cli.terminal import safe


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b31mred", "red"),
        ("\x1bc\x1b(0reset", "reset"),
        ("\x1b[", ""),
        ("\x1b\x1b[31m[31mx", "[31mx"),
        ("a\x00b\x07c\x08d\x7fe", "abcde"),
        ("a\r\nb\tc\x0bd\u2028e", "a b c d e"),
        ("\u202egnp.exe\u2066x\u200f\u061c", "gnp.exex"),
        ("\ufeffa\u200b\u00adb", "ab"),
        ("\udce9", "\N{REPLACEMENT CHARACTER}"),
        ("[bold]x[/bold] [link=http://x]", "[bold]x[/bold] [link=http://x]"),
        ("日本 é 👨‍👩‍👧", "日本 é 👨‍👩‍👧"),
    ],
)
def test_safe(text: str, expected: str) -> None:
    assert safe(text) == expected


def test_long_text_is_cut() -> None:
    assert safe("abcdef", 4) == "abc…"
    assert safe("abcd", 4) == "abcd"
    assert safe("x" * 10_000_000, 10) == "x" * 9 + "…"


@given(st.text(alphabet=st.characters(), max_size=50), st.sampled_from([None, 0, 5]))
def test_nothing_that_controls_is_left(text: str, max_length: int | None) -> None:
    result = safe("\x1b" + text + "\x9b" + text, max_length)
    assert all(unicodedata.category(character) not in ("Cc", "Cs") for character in result)
    assert not any(unicodedata.bidirectional(c) in BIDIRECTIONAL_CONTROLS for c in result)
    assert max_length is None or len(result) <= max(max_length, 1)


BIDIRECTIONAL_CONTROLS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
