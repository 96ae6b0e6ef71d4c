"""`auto` on small sites whose templates are known."""

from collections.abc import Iterator

import pytest

from unmold.clusters import cluster_pages
from unmold.clusters.auto import AutoClusterer

FRAMES = {
    "desktop": "<header class=top><nav><ul><li><a>x</a></li></ul></nav></header>{}"
    "<footer class=foot><div class=cols><p>about</p><p>terms</p></div></footer>",
    "phone": "<table class=bar><tr><td><b>menu</b></td></tr></table>{}"
    "<hr><center><i>end</i></center>",
}
KINDS = {
    "product": "<div class=product><h1>n</h1><span class=price>1</span>"
    "<dl><dt>a</dt><dd>b</dd></dl>{}</div>",
    "article": "<article class=story><h2>t</h2><p class=by>who</p>"
    "<section><p>one</p></section>{}</article>",
    "list": "<ul class=items><li class=item><a href=x>one</a></li></ul>{}<p class=pager>next</p>",
}


def two_families(pages: int = 30) -> Iterator[tuple[str, str, str]]:
    """Address, kind and family, and HTML of pages; one page in four belongs to the phones."""
    for number in range(pages):
        family = "phone" if number % 4 == 0 else "desktop"
        for kind, body in KINDS.items():
            block = "<blockquote class=more><p>q</p></blockquote>" * (number % 3 == 0)
            html = FRAMES[family].format(body.format(block))
            yield f"https://x.example/{kind}/{number}", f"{kind} {family}", html


def clusters_of(estimator: AutoClusterer) -> dict[int, set[str]]:
    pages = list(two_families())
    clustering = cluster_pages([(url, html) for url, _, html in pages], estimator)
    found: dict[int, set[str]] = {}
    for page, (_, kind, _) in zip(clustering, pages, strict=True):
        found.setdefault(page.cluster, set()).add(kind)
    return found


def test_each_family_of_a_site_falls_into_its_templates() -> None:
    assert sorted(map(sorted, clusters_of(AutoClusterer()).values())) == [
        [f"{kind} {family}"] for kind in sorted(KINDS) for family in sorted(FRAMES)
    ]


def test_the_second_look_distinguishes_them() -> None:
    assert len(clusters_of(AutoClusterer(inner_similarity=None, kinds=False, texts=False))) < len(
        KINDS
    ) * len(FRAMES)


PLAIN = (
    "<header class=top><nav><ul><li><a>x</a></li></ul><form><input></form></nav></header>"
    "<main class=plain>{}</main><aside><h4>more</h4><ol><li><a>y</a></li></ol></aside>"
    "<footer class=foot><div class=cols><p>about</p><p>terms</p></div><small>z</small></footer>"
)
SORRY = "<article class=gone><h1>Sorry</h1><p class=why>It is gone</p><code>/x</code></article>"
HELP = "<article class=help><h1>Help</h1>{}<details><summary>q</summary></details></article>"


def parted(bodies: list[str], estimator: AutoClusterer) -> list[int]:
    pages = [(f"https://x.example/{n}", PLAIN.format(body)) for n, body in enumerate(bodies)]
    return [page.cluster for page in cluster_pages(pages, estimator)]


def test_small_kinds_that_share_a_frame_are_apart() -> None:
    bodies = [SORRY] * 4 + [HELP.format("")] * 3
    assert parted(bodies, AutoClusterer(kinds=False)) == [0] * 7
    assert parted(bodies, AutoClusterer()) == [0] * 4 + [1] * 3


def test_a_page_of_its_own_kind_stays_alone() -> None:
    contact = (
        "<section class=way><h2>Call</h2><table class=hours><tr><th>Mo</th></tr></table></section>"
    )
    assert parted([SORRY] * 6 + [contact], AutoClusterer()) == [0] * 6 + [1]


def test_an_optional_block_is_no_kind() -> None:
    note = "<blockquote class=note><p><i>n</i></p></blockquote><dl class=facts><dt>a</dt></dl>"
    bodies = [HELP.format(note if n % 2 else "") for n in range(8)]
    assert set(parted(bodies, AutoClusterer())) == {0}


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_a_site_of_one_template_stays_whole(count: int) -> None:
    pages = [("https://x.example/", FRAMES["desktop"].format(KINDS["product"].format("")))] * count
    assert cluster_pages(pages, AutoClusterer()).clusters == 1
