"""Features agree with their plain twin on generated pages."""

from hypothesis import example, given
from reference import page_features as twin
from reference.hashing import hash_bytes, hash_path, hash_sequence, hash_set
from reference.sequences import digest, fingerprint, header_part
from support.generated_pages import Piece, markup, pages, written_tags

from unmold._core import Tree
from unmold.features import Features, PageFeatures, compute_features, page_features
from unmold.model import Page


def both_faces(data: bytes) -> tuple[list[twin.Element], Features, PageFeatures]:
    """A page's elements, its features as arrays and its features as text."""
    page = Page("page", "page", "https://example.com/", "example.com", data)
    return (
        twin.read_elements(Tree.parse(data)),
        compute_features([page]),
        page_features(page),
    )


def written(path: twin.Path) -> str:
    return "/" + "/".join(path)


@given(pages)
@example([Piece("<table><b><tr>", ("table", "b", "tr")), Piece("<p>", ("p",))])
def test_paths(pieces: list[Piece]) -> None:
    elements, arrays, readable = both_faces(markup(pieces))
    counts = twin.leaf_paths(elements)
    assert readable.leaf_paths == {written(path): count for path, count in counts.items()}
    by_hash = dict(zip(arrays.leaf_paths[0].tolist(), arrays.leaf_path_counts[0], strict=True))
    assert by_hash == {hash_path(path): count for path, count in counts.items()}
    assert arrays.leaf_path_hashes[0] == hash_set(by_hash)

    every = [element.path for element in elements]
    assert readable.element_paths == {written(path): every.count(path) for path in every}
    assert arrays.element_paths[0].tolist() == sorted({hash_path(path) for path in every})
    assert arrays.elements[0] == len(elements)
    parents = zip(arrays.element_paths[0].tolist(), arrays.element_path_parents[0], strict=True)
    assert dict(parents) == {hash_path(path): hash_path(path[:-1]) for path in every}

    indexed = [twin.hash_indexed_path(path) for path in twin.indexed_leaf_paths(elements)]
    assert arrays.indexed_leaf_paths[0].tolist() == indexed


@given(pages)
def test_tags(pieces: list[Piece]) -> None:
    elements, arrays, readable = both_faces(markup(pieces))
    tags = written_tags(pieces)
    assert readable.tag_sequence == tags
    assert readable.tag_counts == {tag: tags.count(tag) for tag in tags}
    hashes = [twin.hash_tag(tag) for tag in tags]
    assert arrays.tag_sequence[0].tolist() == hashes
    assert arrays.sequence_hashes[0] == hash_sequence(hashes)
    counts = dict(zip(arrays.tags[0].tolist(), arrays.tag_counts[0].tolist(), strict=True))
    assert counts == {one: hashes.count(one) for one in hashes}
    dom = [twin.hash_tag(tag) for tag in twin.dom_sequence(elements)]
    assert arrays.dom_sequence[0].tolist() == dom


@given(pages)
def test_what_follows_from_the_tag_sequence(pieces: list[Piece]) -> None:
    _, arrays, readable = both_faces(markup(pieces))
    tags = written_tags(pieces)
    assert readable.fingerprint == arrays.fingerprints[0].tobytes() == fingerprint(tags)
    assert arrays.sequence_digests == [digest(tags) if tags else None]
    header = header_part(tags)
    assert readable.head_sequence == (header or [])
    assert arrays.header_digests == [None if header is None else digest(header)]
    assert arrays.head_sequence[0].tolist() == [twin.hash_tag(tag) for tag in header or []]


@given(pages)
def test_classes(pieces: list[Piece]) -> None:
    elements, arrays, readable = both_faces(markup(pieces))
    names = twin.class_names(elements)
    assert readable.classes == names
    assert arrays.classes[0].tolist() == sorted(hash_bytes(name.encode()) for name in names)
    tokens = twin.class_tokens(elements)
    assert readable.class_tokens == sorted(".".join(token) for token in tokens)
    assert arrays.class_tokens[0].tolist() == sorted(map(twin.hash_token, tokens))
    assert arrays.class_token_hashes[0] == hash_set(map(twin.hash_token, tokens))


@given(pages)
def test_links_are_where_their_xpath_says(pieces: list[Piece]) -> None:
    data = markup(pieces)
    elements, arrays, readable = both_faces(data)
    expected = twin.links(elements)
    if any(element.tag == "svg" for link in expected for element in link.line):
        # A step to an element of SVG is a test of its name; test_browser.py covers these.
        return
    assert [link.xpath for link in readable.links] == [twin.xpath(link) for link in expected]
    short = [twin.short_xpath(link) for link in expected]
    assert [link.short_xpath for link in readable.links] == short
    assert arrays.links.short_xpaths == short
    tree = Tree.parse(data)
    for link, element in zip(readable.links, expected, strict=True):
        for path in (link.xpath, link.short_xpath):
            node = tree.node_at(path)
            assert node is not None
            assert (node.tag, node.attributes) == (element.tag, element.attributes)


@given(pages)
def test_labels(pieces: list[Piece]) -> None:
    data = markup(pieces)
    _, arrays, readable = both_faces(data)
    labels = twin.labels(twin.read_contents(Tree.parse(data)))
    assert readable.labels == [(one.text, twin.label_steps(one.parent)) for one in labels]
    hashes = {twin.hash_label(one.text, one.parent) for one in labels}
    assert arrays.labels[0].tolist() == sorted(hashes)


@given(pages)
def test_texts(pieces: list[Piece]) -> None:
    data = markup(pieces)
    _, arrays, readable = both_faces(data)
    texts = twin.visible_texts(twin.read_contents(Tree.parse(data)))
    assert readable.texts == [one.text for one in texts]
    assert arrays.texts == [readable.texts]
    assert arrays.text_paths[0].tolist() == [hash_path(one.parent.path) for one in texts]


@given(pages)
@example([Piece("<img src=' a.png '><img src>one<img>", ("img", "img", "img"))])
def test_contents(pieces: list[Piece]) -> None:
    data = markup(pieces)
    elements, arrays, _ = both_faces(data)
    texts = twin.visible_texts(twin.read_contents(Tree.parse(data)))
    expected = {hash_path((*one.parent.path, "#text", one.text)): one.parent.path for one in texts}
    for element in elements:
        if element.tag == "img" and "src" in element.attributes:
            source = element.attributes["src"].strip()
            expected[hash_path((*element.path, "#src", source))] = element.path
    assert arrays.content_path_parents is not None
    assert arrays.content_paths[0].tolist() == sorted(expected)
    parents = [hash_path(expected[path]) for path in sorted(expected)]
    assert arrays.content_path_parents[0].tolist() == parents
