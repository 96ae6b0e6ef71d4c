"""The leaves of a page and their keys, straight from their definitions.

Where the native core hashes, here are tuples: two leaves have equal keys here if and only if they
have equal hashes there. JSON-LD is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reference.page_features import fold_digits
from unmold._core import Tree

TEXT, BLOCK, HREF, SRC, ALT, TITLE, CONTENT, META = range(8)
ATTRIBUTES = {
    "href": HREF,
    "src": SRC,
    "alt": ALT,
    "title": TITLE,
    "content": CONTENT,
    "datetime": CONTENT,
}
HIDDEN = {"script", "style", "noscript", "template", "noframes", "noembed", "iframe"}
INLINE = set(
    re.findall(
        "[a-z]+",
        "a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark q s samp "
        "small span strike strong sub sup time tt u var wbr",
    )
)
CONTROLS = {"input", "label"}
NOTES = {"meta", "link"}
STATES = set(
    re.findall(
        "[a-z]+",
        "odd even first last active current selected hover open closed hidden visible show hide "
        "disabled enabled collapsed expanded alt new lazyloaded lazy",
    )
)
POST = "hentry"
TOPICS = ("category-", "tag-", "format-", "has-post-thumbnail", "sticky")
STEPS = 5
LONGEST = 60
OWN_LONGEST = 40
OWN_WORDS = 4


@dataclass(eq=False)
class Node:
    """A node of a page; the document has no parent."""

    kind: str
    name: str
    attributes: dict[str, str]
    parent: Node | None
    children: list[Node] = field(default_factory=list)

    def ancestors(self) -> Iterator[Node]:
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def is_element(self) -> bool:
        return self.kind == "element"

    @property
    def is_shown(self) -> bool:
        """Whether it is a text with something to read."""
        return self.kind == "text" and bool(self.name.strip(" \t\n\f\r"))


@dataclass(frozen=True, eq=False)
class Leaf:
    """A value that a template could fill in."""

    kind: int
    value: str
    name: str
    node: Node

    @property
    def is_label(self) -> bool:
        above = self.node.parent
        if self.kind != TEXT or above is None:
            return False
        is_choice = any(below.name == "input" for below in above.walk())
        return above.name in ("th", "dt") or (above.name == "label" and not is_choice)


def read_page(page: bytes) -> Node:
    """The document of a page."""
    document = Node("document", "", {}, None)
    line = [document]
    for depth, kind, name, attributes in Tree.parse(page).events():
        del line[depth + 1 :]
        node = Node(kind, name, attributes or {}, line[-1])
        line[-1].children.append(node)
        line.append(node)
    return document


def find_leaves(document: Node) -> list[Leaf]:
    """All leaves in document order."""
    return [leaf for leaf in _leaves(document) if leaf.value]


def _leaves(node: Node) -> Iterator[Leaf]:
    if node.is_element and node.name in HIDDEN:
        return
    if node.is_shown:
        yield Leaf(TEXT, _collapse([node]), "", node)
    if node.is_element:
        if _is_block(node):
            yield Leaf(BLOCK, _collapse(list(node.walk())), "", node)
        yield from _attribute_leaves(node)
    for child in node.children:
        yield from _leaves(child)


def _attribute_leaves(node: Node) -> Iterator[Leaf]:
    if node.name == "meta":
        names = [node.attributes.get(key) for key in ("property", "name", "itemprop", "http-equiv")]
        name = next((name for name in names if name is not None), None)
        content = node.attributes.get("content")
        if name is not None and content is not None:
            yield Leaf(META, _fold_space(content).strip(" "), name.strip().lower(), node)
        return
    lazy = _lazy_source(node) if _is_html(node, {"img"}) else ""
    for name, value in node.attributes.items():
        if name == "href" and value.strip().casefold().startswith("javascript:"):
            continue
        if name in ATTRIBUTES:
            said = (lazy or value) if name == "src" else value
            yield Leaf(ATTRIBUTES[name], _fold_space(said).strip(" "), "", node)
    if lazy and "src" not in node.attributes:
        yield Leaf(SRC, _fold_space(lazy).strip(" "), "", node)


LAZY = ("data-src", "data-original", "data-lazy-src", "data-lazy")


def _lazy_source(node: Node) -> str:
    """The address of an image that a script would load."""
    values = {name: value for name, value in node.attributes.items() if value.strip()}
    known = {name: v for name, v in values.items() if not v.lstrip().startswith("data:")}
    for name in LAZY:
        if name in known:
            return known[name]
    sets = "" if "src" in known else known.get("srcset") or known.get("data-srcset") or ""
    return sets.split()[0].rstrip(",") if sets else ""


def _is_block(node: Node) -> bool:
    """Whether it is not inline, all elements inside are, and it has markup or is one by its tag."""
    inside = [below for below in node.walk() if below is not node]
    elements = [below for below in inside if below.is_element and not _is_html(below, NOTES)]
    texts = [below for below in inside if below.is_shown]
    return (
        not _is_html(node, INLINE)
        and all(_is_html(element, INLINE | CONTROLS) for element in elements)
        and len(texts) > 0
        and ((len(elements) > 0 and len(texts) > 1) or node.name in ("p", "li"))
    )


def _is_html(node: Node, names: set[str]) -> bool:
    """Whether it is one of these elements of HTML, not one of SVG that is called the same."""
    return node.name in names and all(above.name != "svg" for above in node.ancestors())


def _collapse(nodes: list[Node]) -> str:
    pieces = [
        _fold_space(node.name) if node.kind == "text" else " "
        for node in nodes
        if node.kind == "text" or node.name == "br"
    ]
    return re.sub(" +", " ", "".join(pieces)).strip(" ")


def _fold_space(text: str) -> str:
    """Runs of white space as one blank; where all is ASCII only that of HTML counts."""
    return re.sub("[ \t\n\f\r]+" if text.isascii() else r"\s+", " ", text)


Key = tuple[object, ...]

NAMED_AFTER_PAGES = ("html", "body")
"""Their classes and ids often name the page."""


def _classes(element: Node) -> Key | None:
    value = element.attributes.get("class")
    if value is None or element.name in NAMED_AFTER_PAGES:
        return None
    names = [name for name in re.split("[ \t\n\f\r]+", value) if name]
    is_post = POST in names
    kept = (name for name in names if not (is_post and name.startswith(TOPICS)))
    return tuple(sorted(fold_digits(name) for name in kept if name.lower() not in STATES))


def _step(element: Node) -> Key:
    if element.name in NAMED_AFTER_PAGES:
        return (element.name,)
    marks = [element.attributes.get(name) for name in ("id", "itemprop")]
    folded = [None if mark is None else fold_digits(mark) for mark in marks]
    return (element.name, _classes(element), *folded)


def _position(element: Node) -> int:
    siblings = element.parent.children if element.parent else []
    alike = [node for node in siblings if node.is_element and node.name == element.name]
    return alike.index(element)


def place_keys(leaf: Leaf) -> tuple[Key, Key, Key, Key]:
    """Tail, class path, path and place of a leaf."""
    if leaf.kind == META:
        named: Key = ("meta", leaf.name)
        return named, named, named, named
    line = [node for node in (leaf.node, *leaf.node.ancestors()) if node.is_element]
    return (
        (leaf.kind, *(_step(element) for element in line[:STEPS])),
        (leaf.kind, *((element.name, _classes(element)) for element in line)),
        (leaf.kind, *(element.name for element in line)),
        (leaf.kind, *((element.name, _position(element)) for element in line)),
    )


def text_identity(leaf: Leaf) -> Key | None:
    """What a template text is known by: its words and its tail."""
    if leaf.kind != TEXT or len(leaf.value) > LONGEST:
        return None
    return leaf.value, place_keys(leaf)[0]


def own_label(leaf: Leaf) -> str:
    """The label that a text begins with, as "Posted:" in "Posted: 3 May"; empty without one."""
    start = leaf.value.encode()[:OWN_LONGEST].decode(errors="ignore")
    label, sign, _ = start.partition(":" if ":" in start else " = ")
    label += sign.rstrip()
    rest = leaf.value[len(label) :]
    if leaf.kind != TEXT or not sign or rest[:1] != " " or len(rest) < 2:
        return ""
    is_named = sum(character.isalpha() for character in label) > 1
    is_one = not set(label) & set(".,;!?") and len(label.split(" ")) <= OWN_WORDS
    return label if is_named and is_one else ""


def own_label_identity(leaf: Leaf) -> Key | None:
    """What such a label is known by: its words and the tail of its text."""
    label = own_label(leaf)
    return ("label", label, place_keys(leaf)[0]) if label else None


def scope_of(node: Node) -> Node:
    """The second branching element above a node; the document where there are fewer."""
    above = [one for one in node.ancestors() if _is_branching(one)]
    last = [*node.ancestors()][-1]
    return [*above, last, last][1]


def _is_branching(node: Node) -> bool:
    return sum(any(below.is_shown for below in child.walk()) for child in node.children) >= 2


@dataclass(frozen=True)
class Data:
    """A leaf that is no template text, by position, with what names it and its keys."""

    leaf: int
    label: int
    before: int
    keys: tuple[Key, ...]


def find_data(leaves: list[Leaf], texts: set[Key]) -> list[Data]:
    """The leaves that are none of the template's texts."""
    found: list[Data] = []
    last, since = -1, 0
    # Words that are set off in a paragraph name nothing behind it.
    paragraph: tuple[Node, int] | None = None
    for number, leaf in enumerate(leaves):
        if paragraph is not None and paragraph[0] not in (leaf.node, *leaf.node.ancestors()):
            last, paragraph = paragraph[1], None
        if leaf.kind == BLOCK and leaf.node.name in ("p", "li"):
            paragraph = leaf.node, last
        identity = text_identity(leaf)
        bare = ("label", leaf.value, place_keys(leaf)[0]) if leaf.kind == TEXT else None
        if (identity is not None and identity in texts) or bare in texts:
            is_whole = number > 0 and _paragraph_identity(leaves, number - 1) is not None
            if is_whole or leaf.is_label or leaf.value.endswith(":"):
                paragraph = None
            last, since = number, 0
            continue
        if _paragraph_identity(leaves, number) in texts:
            continue
        since += leaf.kind == TEXT
        before = -1 if leaf.kind == META else last
        label = before if before >= 0 and _is_near(leaves[before], leaf) else -1
        own = own_label_identity(leaf)
        known = own if own in texts else None
        keys = _data_keys(leaves, leaf, label, before, since, known)
        found.append(Data(number, label, before, keys))
        # A label that the template does not know ends what the one before it names.
        if label >= 0 and leaf.kind == TEXT and _are_labels(leaf, leaves[label]):
            last, since = number, 0
    return found


def _are_labels(leaf: Leaf, label: Leaf) -> bool:
    is_marked = leaf.value.endswith(":") and label.value.endswith(":")
    return is_marked and place_keys(leaf)[0] == place_keys(label)[0]


def _paragraph_identity(leaves: list[Leaf], number: int) -> Key | None:
    """The identity of the text that a paragraph without markup holds."""
    inner = leaves[number + 1 : number + 2]
    if leaves[number].kind != BLOCK or [leaf.value for leaf in inner] != [leaves[number].value]:
        return None
    return text_identity(inner[0])


def _is_near(label: Leaf, leaf: Leaf) -> bool:
    scope = scope_of(leaf.node)
    return scope in (label.node, *label.node.ancestors())


def _data_keys(
    leaves: list[Leaf], leaf: Leaf, label: int, before: int, since: int, own: Key | None
) -> tuple[Key, ...]:
    tail, classes, path, place = place_keys(leaf)
    named, following = (leaves[at].value if at >= 0 else None for at in (label, before))
    return (
        (tail, own or named),
        (tail, own or following),
        (path, own or named),
        classes,
        (following, since, leaf.kind),
        place,
    )
