"""What pages say, before it is escaped: no direction turned, no long cells, no bad links."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold.report.safe_values import safe_link, show_text


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "//host.example/",
        "/relative",
        "https:relative",
        "https://a.example/\u202egnp.exe",
        "https://a.example/two words",
        "https://[broken",
        "https://a.example/" + "x" * 3000,
        "",
        None,
        7,
    ],
)
def test_what_is_no_plain_address_of_the_web_is_no_link(address: object) -> None:
    assert safe_link(address) == ""


@pytest.mark.parametrize("address", ["http://a.example/", "https://a.example/x?y=1&z=<b>#top"])
def test_addresses_of_the_web_are_links(address: str) -> None:
    assert safe_link(address) == address


@given(st.text(), st.integers(2, 50))
def test_texts_are_cut_folded_and_never_turn_around(text: str, longest: int) -> None:
    shown = show_text(text, longest)
    assert len(shown) <= longest
    assert "\n" not in shown
    assert not any(
        sign in shown for sign in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )


def test_values_of_all_kinds_are_texts() -> None:
    assert show_text(["a", None, "b"], 20) == "a, , b"
    assert show_text(None, 20) == ""
    assert show_text(2.5, 20) == "2.5"
    assert show_text("x" * 1_000_000, 9) == "xxxxxxxx…"
