"""Small pages and patterns for hypothesis, in the notation of pattern trees."""

from hypothesis import strategies as st

TAGS = ["p", "b", "ul", "li"]
TEXTS = ["x", "y", "z"]

data = st.sampled_from(TEXTS).map(lambda text: f"'{text}'") | st.sampled_from(TEXTS).map(
    lambda text: f"img('{text}')"
)


def _element(children: st.SearchStrategy[list[str]]) -> st.SearchStrategy[str]:
    return st.builds(lambda tag, row: f"{tag}({' '.join(row)})", st.sampled_from(TAGS), children)


nodes = st.recursive(data, lambda inner: _element(st.lists(inner, max_size=4)), max_leaves=8)

pages = st.lists(nodes, max_size=5).map(lambda row: f"html({' '.join(row)})")

page_lists = st.lists(pages, min_size=1, max_size=5)

pattern_nodes = st.recursive(
    data | st.just("*"),
    lambda inner: (
        _element(st.lists(inner, max_size=3))
        | st.lists(inner, min_size=1, max_size=2).map(lambda row: f"({' '.join(row)})+")
        | st.lists(inner, min_size=1, max_size=2).map(lambda row: f"({' '.join(row)})?")
    ),
    max_leaves=6,
)

patterns = st.lists(pattern_nodes, max_size=3).map(lambda row: f"html({' '.join(row)})")


@st.composite
def record_pages(draw: st.DrawFn, *, regular: bool = False) -> list[str]:
    """Pages of one template: a heading, a list of records of the same parts, a footer.

    If regular, all pages have the same number of records.
    """
    parts = draw(st.lists(st.sampled_from(["h3", "p", "b"]), min_size=1, max_size=3))
    words = iter(range(10_000))
    has_note = st.booleans()
    counts = st.integers(min_value=1, max_value=4)
    same_count = draw(counts) if regular else None

    def page() -> str:
        count = same_count or draw(counts)
        records = [f"{part}('w{next(words)}')" for _ in range(count) for part in parts]
        note = "i('note')" if draw(has_note) else ""
        return f"html(h1('Shop') {note} {' '.join(records)} hr())"

    return [page() for _ in range(draw(st.integers(min_value=2, max_value=4)))]
