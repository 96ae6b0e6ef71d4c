"""Pages for hypothesis: tags in any order, so that the parser has to repair what it reads.

A page is a list of pieces, which also says what tags it really writes.
"""

from dataclasses import dataclass

from hypothesis import strategies as st

CONTAINERS = ["div", "p", "ul", "li", "a", "b", "table", "tr", "td", "main", "nav", "template"]
RARE = ["html", "head", "body", "select", "option", "h1", "dt", "noscript", "x-tag"]
VOID = ["br", "img", "meta", "base"]
RAW = ["script", "style", "title", "textarea"]
TEXTS = [
    "x",
    " ",
    "Price: 17",
    "two  words\n",
    "&amp;",
    "über\u00a0uns",
    "<!-- <i> -->",
    "<![CDATA[b]]>",
]
CLASSES = ["", "a", "b a", " item-17 ", "item-2 Item-2", "\u00a0", "nav", "x\ty"]
ATTRIBUTES = [
    "href=/a",
    'href="b?c#d"',
    "href",
    "id=main",
    "id=x9",
    "role=navigation",
    "title='A  b'",
]


@dataclass(frozen=True)
class Piece:
    """Some markup and the tags that it writes."""

    markup: str
    tags: tuple[str, ...] = ()


def _start(tag: str, classes: str, attribute: str) -> Piece:
    return Piece(f'<{tag} class="{classes}" {attribute}>', (tag,))


def _raw(tag: str, text: str) -> Piece:
    return Piece(f"<{tag}>{text}<b></{tag}>", (tag, tag))


tags = st.sampled_from(CONTAINERS) | st.sampled_from(RARE)
attributes = st.just("") | st.sampled_from(ATTRIBUTES)
starts = st.builds(_start, tags | st.sampled_from(VOID), st.sampled_from(CLASSES), attributes)
ends = tags.map(lambda tag: Piece(f"</{tag}>", (tag,)))
texts = st.sampled_from(TEXTS).map(Piece)
# Whole, because what is raw text elsewhere is none inside of it.
images = st.just(
    Piece("<svg class=icon><g><a href=x>y</a></g></svg>", ("svg", "g", "a", "a", "g", "svg"))
)
raws = st.builds(_raw, st.sampled_from(RAW), st.sampled_from(TEXTS[:4]))

#: Pages as lists of pieces.
pages = st.lists(starts | ends | texts | raws | images, max_size=40)


def markup(pieces: list[Piece]) -> bytes:
    return "".join(piece.markup for piece in pieces).encode()


def written_tags(pieces: list[Piece]) -> list[str]:
    return [tag for piece in pieces for tag in piece.tags]
