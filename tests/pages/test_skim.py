"""The native scans of a page's beginning find what the plain twin finds."""

from html import unescape

from hypothesis import given
from hypothesis import strategies as st
from reference import skim as twin

from unmold._core import skim_pages

PIECES = (
    *(b"<link ", b"<LINK rel=", b"<meta ", b"canonical", b"Canonical", b"og:url", b"OG:URL"),
    *(b"<!--", b"-->", b"<script", b"</script>", b"<h1", b"<H1>", b"</h1>", b"</H1", b"<title>"),
    *(b"<TITLE", b"</title>", b"</", b"<", b">", b" ", b"x", b"\xe9", b"y" * 199, b"z" * 400),
    *(b"w" * 1000, b"v" * 8191),
)
heads = st.lists(st.sampled_from(PIECES), max_size=14).map(b"".join)


@given(heads)
def test_declarations_are_those_of_the_twin(head: bytes) -> None:
    for most in (len(head), len(head) // 2):
        [(links, metas, _, _)] = skim_pages([(head, most)])
        assert (links, metas) == twin.find_declarations(head[:most])


@given(heads)
def test_headings_are_those_of_the_twin(head: bytes) -> None:
    assert skim_pages([(head, 0)])[0][2:] == twin.find_headings(head)


@given(st.sampled_from((b"h1", b"title")), st.integers(0, 1005), st.integers(0, 405))
def test_limits_are_those_of_the_twin(name: bytes, attributes: int, inside: int) -> None:
    head = b"<%b%b>%b</%b>" % (name, b"a" * attributes, b"t" * inside, name)
    assert skim_pages([(head, 0)])[0][2:] == twin.find_headings(head)


TEXTS = (
    b"404",
    b"Found",
    b"fo",
    b"und",
    b" ",
    b"&amp;",
    b"&#52;",
    b"<b>",
    b"caf\xe9",
    b"Lamps",
    b"f",
)
WORDS = ("404", "found")


@given(st.lists(st.sampled_from(TEXTS), max_size=5).map(b"".join))
def test_what_has_one_of_the_words_is_not_left_out(text: bytes) -> None:
    head = b"<h1>%b</h1><title>Lamps</title>" % text
    [(_, _, heading, title)] = skim_pages([(head, 0)], WORDS)
    assert title is None
    shown = unescape(text.decode("latin-1")).lower()
    if any(word in shown for word in WORDS):
        assert heading == text
    elif text.isascii() and b"&#" not in text:
        assert heading is None
