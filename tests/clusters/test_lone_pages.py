"""Pages that are alone join a cluster that has all they have."""

import pytest

from unmold import cluster_pages
from unmold.clusters.auto import AutoClusterer

CHROME = (
    "<header class=top><nav class=ways><ul><li><a>home</a></li></ul><form><input><select><option>"
    "</option></select></form></nav></header><main>{}</main><aside class=side><h4>more</h4><ol>"
    "<li><em>y</em></li></ol></aside><footer class=foot><p><small>since</small></p><hr></footer>"
)
RECIPE = (
    "<article class=recipe><h1>Soup {n}</h1><p class=lead>Warm {n}</p><div class=body>"
    "<ul class=parts><li>salt {n}</li></ul><ol class=steps><li>stir {n}</li></ol></div>{more}"
    "</article>"
)
VIDEO = (
    "<figure class=video><figcaption>{n}</figcaption></figure><table class=facts><tr><td>{n}</td>"
    "</tr></table><blockquote class=says><q>{n}</q></blockquote>"
)
CONTACT = (
    "<form class=mail><label>Name<input></label><fieldset><button>go</button></fieldset></form>"
)


def clusters_of(bodies: list[str], estimator: AutoClusterer) -> list[int]:
    pages = [(f"https://x.example/{n}", CHROME.format(body)) for n, body in enumerate(bodies)]
    return [page.cluster for page in cluster_pages(pages, estimator)]


def recipe(number: int, *, video: bool = True) -> str:
    more = VIDEO.format(n=number) if video else ""
    return RECIPE.format(n=number, more=more)


@pytest.mark.parametrize("place", [0, 2, 4])
def test_a_page_without_an_optional_block_is_of_its_kind(place: int) -> None:
    bodies = [recipe(n, video=n != place) for n in range(5)]
    assert len(set(clusters_of(bodies, AutoClusterer(lone=False)))) == 2
    assert len(set(clusters_of(bodies, AutoClusterer()))) == 1


def test_a_page_with_something_of_its_own_stays_alone() -> None:
    bodies = [*(recipe(n) for n in range(4)), CONTACT]
    assert clusters_of(bodies, AutoClusterer()) == [0, 0, 0, 0, 1]


def test_a_page_of_nothing_but_the_frame_stays_alone() -> None:
    bodies = [*(recipe(n) for n in range(4)), ""]
    assert clusters_of(bodies, AutoClusterer()) == [0, 0, 0, 0, 1]
