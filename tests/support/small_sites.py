"""Small sites for tests of clusterers: pages of a few templates, some of them broken."""

from random import Random

from unmold.features import Features, compute_features
from unmold.features.table import COMPARANDS, COMPUTED
from unmold.model import Page
from unmold.pages import read_pages

TEMPLATES = {
    "article": "<article><h1>{0}</h1><p class=lead>{0}</p>{1}<footer><a>top</a></footer></article>",
    "list": "<main><ul class=rows>{1}</ul><nav><a href=?page=2>more</a></nav></main>",
    "product": "<section><img src=x><table class=facts>{1}</table><form><input></form></section>",
}
REPEATED = {
    "article": "<p>{}</p>",
    "list": "<li><a href=#>{}</a></li>",
    "product": "<tr><th>{}</th><td>1</td></tr>",
}
BROKEN = ["<", "x<p", "<div>" * 40, "<p>" * 200, "</b></i>", "<!-- -->", "<html><head></head>"]


def build_page(template: str, words: list[str]) -> str:
    rows = "".join(REPEATED[template].format(word) for word in words)
    body = TEMPLATES[template].format(words[0], rows)
    head = f"<title>{words[0]}</title><meta charset=utf-8><link rel=stylesheet href=a.css>"
    return (
        f"<!doctype html><html><head>{head}</head><body><header>Shop</header>{body}</body></html>"
    )


def build_site(pages: int, *, seed: int = 1, broken: bool = False) -> list[str]:
    """The HTML of `count` pages of all templates, in random order."""
    random = Random(seed)
    names = sorted(TEMPLATES)
    built = []
    for number in range(pages):
        words = [f"word{random.randrange(99)}" for _ in range(random.randint(1, 6))]
        built.append(build_page(names[number % len(names)], words))
    if broken:
        built += [page for page in BROKEN for _ in range(2)]
    random.shuffle(built)
    return built


def features_of(pages: list[str], site: str = "shop.example") -> Features:
    """The features of HTML texts, for methods of every kind."""
    return compute_features(pages_of(pages, site), columns=(*COMPUTED, COMPARANDS), jobs=1)


def pages_of(pages: list[str], site: str = "shop.example") -> list[Page]:
    addresses = [f"https://{site}/{number}" for number in range(len(pages))]
    return list(read_pages(iter(zip(addresses, pages, strict=True)), problems=lambda problem: None))
