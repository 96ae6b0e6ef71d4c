"""Leaves of the HTML5 tree are found in lxml's, however the two nest them."""

import pytest
from parsel import Selector

from unmold.export.page_view import WINDOW, align, parsed_leaves
from unmold.pages import read_pages
from unmold.settings import Limits
from unmold.templates.sample import find_leaves

PLAIN = ("text", "href", "src", "alt", "title", "content", "meta")


def tokens(words):
    return [("text", word) for word in words]


def test_the_same_leaves_are_aligned_one_by_one():
    assert align(tokens("abc"), tokens("abc")) == {0: 0, 1: 1, 2: 2}


def test_leaves_that_one_tree_lacks_are_passed_over():
    assert align(tokens("abcdef"), tokens("abdef")) == {0: 0, 1: 1, 3: 2, 4: 3, 5: 4}
    assert align(tokens("abdef"), tokens("abcdef")) == {0: 0, 1: 1, 2: 3, 3: 4, 4: 5}


def test_leaves_that_were_moved_are_found_by_what_they_say():
    found = align(tokens("xabcdefg"), tokens("abcdefgx"))
    assert found == {0: 7, **{position: position - 1 for position in range(1, 8)}}


def test_many_missing_leaves_do_not_lead_astray():
    gone = [str(number) for number in range(2 * WINDOW)]
    found = align(tokens([*gone, "a", "b", "c"]), tokens(["a", "b", "c"]))
    assert found == {len(gone): 0, len(gone) + 1: 1, len(gone) + 2: 2}


@pytest.mark.parametrize(
    "body",
    [
        "<table><tr><td>a<td>b<tr><td>c</table>",
        "<p>a<table><tr><td>b</table><i>c</i></p>d",
        "<table>stray<tr><td>a</td></tr></table>b",
        "<b>a<p>b</b><i>c</i></p><!-- x -->d",
        "<ul><li>a<li><a href=x title=y>b</a></ul><img src=z alt=w>c",
        "<script>var a</script><noscript>b</noscript><p>c</p><iframe>d</iframe>e",
        "a&nbsp;b <dl><dt>c<dd>d</dl>",
    ],
)
def test_both_parsers_find_the_same_leaves(body):
    page = f"<html><head><meta name=k content=v></head><body>{body}</body></html>"
    (leaves,) = find_leaves(list(read_pages([page.encode()])), Limits())
    sources = ("text", "block", *PLAIN[1:], "json-ld")
    ours = [
        (sources[kind], value)
        for (kind, _), value in zip(leaves.kinds(), leaves.values(), strict=True)
        if sources[kind] in PLAIN
    ]
    theirs = [token for token, _ in parsed_leaves(Selector(text=page).root)]
    assert sorted(theirs) == sorted(ours)
    assert len(align(ours, theirs)) == len(ours)
