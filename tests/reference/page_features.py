"""The features of a page, straight from their definitions, from the events of its tree.

Hashes are left to `reference.hashing`: here tags, paths and tokens are text and tuples of text.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from reference.hashing import MASK, PATH_START, extend, hash_bytes
from unmold._core import Tree

TOKEN_START = 0x082EFA98EC4E6C89
LABEL_START = 0x452821E638D01377

UNSEEN = {"script", "style", "noscript", "noframes", "noembed", "iframe"}
NEVER_LABELS = {"a", "script", "style", "noscript", "textarea"}
LABELS = {"th", "dt", "label", "button", "legend", "summary", "caption", "option", "title"}
LABELS |= {f"h{level}" for level in range(1, 7)}

Path = tuple[str, ...]
IndexedPath = tuple[tuple[str, int], ...]


@dataclass
class Element:
    """An element of a page, with all elements above it."""

    tag: str
    attributes: dict[str, str]
    above: list["Element"]
    children: list["Element"] = field(default_factory=list)

    @property
    def line(self) -> list["Element"]:
        return [*self.above, self]

    @property
    def path(self) -> Path:
        return tuple(element.tag for element in self.line)

    @property
    def classes(self) -> list[str]:
        return [name for name in re.split("[ \t\n\f\r]+", self.attributes.get("class", "")) if name]

    @property
    def position(self) -> int:
        """The number among the siblings of the same tag, from 1 on."""
        siblings = self.above[-1].children if self.above else [self]
        alike = [element for element in siblings if element.tag == self.tag]
        return next(number for number, one in enumerate(alike, 1) if one is self)


@dataclass(frozen=True)
class Text:
    """A text and the element that it is in."""

    text: str
    parent: Element


Content = Element | Text


def read_contents(tree: Tree) -> list[Content]:
    """Elements and texts in document order, without what is inside `template`."""
    contents: list[Content] = []
    line: list[Element] = []
    for depth, kind, name, attributes in tree.events():
        # The document is at depth 0, the root element at depth 1.
        del line[max(depth - 1, 0) :]
        is_outside = all(element.tag != "template" for element in line)
        if kind == "text" and is_outside:
            contents.append(Text(name, line[-1]))
        elif kind == "element":
            element = Element(name, attributes or {}, list(line))
            line.append(element)
            if is_outside:
                for parent in line[-2:-1]:
                    parent.children.append(element)
                contents.append(element)
    return contents


def read_elements(tree: Tree) -> list[Element]:
    return [content for content in read_contents(tree) if isinstance(content, Element)]


def leaves(elements: list[Element]) -> list[Element]:
    return [element for element in elements if not element.children]


def leaf_paths(elements: list[Element]) -> Counter[Path]:
    return Counter(element.path for element in leaves(elements))


def indexed_leaf_paths(elements: list[Element]) -> list[IndexedPath]:
    return [
        tuple((element.tag, element.position) for element in leaf.line) for leaf in leaves(elements)
    ]


def dom_sequence(elements: list[Element]) -> list[str]:
    def visit(element: Element) -> Iterator[str]:
        yield element.tag
        for child in element.children:
            yield from visit(child)
        yield element.tag

    return [tag for root in elements if not root.above for tag in visit(root)]


def fold_digits(text: str) -> str:
    return re.sub("[0-9]+", "#", text)


def class_tokens(elements: list[Element]) -> set[Path]:
    """Single tokens: the tag, and the tag with each class; not the classes of html and body."""
    tokens: set[Path] = {(element.tag,) for element in elements}
    for element in elements:
        if element.tag not in ("html", "body"):
            tokens |= {(element.tag, fold_digits(name)) for name in element.classes}
    return tokens


def class_names(elements: list[Element]) -> Counter[str]:
    return Counter(name for element in elements for name in element.classes)


def xpath(element: Element) -> str:
    return "".join(f"/{one.tag}[{one.position}]" for one in element.line)


def short_xpath(element: Element) -> str:
    return "".join(f"/{one.tag}{_needed_index(one)}" for one in element.line)


def _needed_index(element: Element) -> str:
    siblings = element.above[-1].children if element.above else [element]
    is_only = [one.tag for one in siblings].count(element.tag) == 1
    return "" if is_only else f"[{element.position}]"


def links(elements: list[Element]) -> list[Element]:
    return [
        element
        for element in elements
        if element.tag in ("a", "area") and "href" in element.attributes
    ]


def collapse(text: str) -> str:
    return " ".join(text.split())


def is_hidden(element: Element) -> bool:
    """Whether a browser that runs scripts leaves it out."""
    return any(one.tag == "noscript" for one in element.line)


def visible_texts(contents: list[Content]) -> list[Text]:
    shown = [
        Text(collapse(content.text), content.parent)
        for content in contents
        if isinstance(content, Text)
        and content.parent.tag not in UNSEEN
        and not is_hidden(content.parent)
    ]
    return [text for text in shown if text.text]


def labels(contents: list[Content]) -> list[Text]:
    """What names other content: some elements' texts, texts with a colon, some attributes."""
    found = []
    for content in contents:
        if isinstance(content, Text):
            label = collapse(fold_digits(content.text).lower())
            is_colon = label.endswith(":") and content.parent.tag not in NEVER_LABELS
            candidates = [label] if content.parent.tag in LABELS or is_colon else []
            parent = content.parent
        else:
            parent = content
            candidates = [
                collapse(fold_digits(text).lower()) for text in _label_attributes(content)
            ]
        if not is_hidden(parent):
            found += [Text(text, parent) for text in candidates if 2 <= len(text) <= 60]
    return found


def _label_attributes(element: Element) -> list[str]:
    names = ["title", "aria-label", "placeholder"]
    if element.tag == "input" and element.attributes.get("type", "").lower() == "submit":
        names.append("value")
    return [value for name, value in element.attributes.items() if name in names]


def label_steps(element: Element) -> str:
    """The last three steps as a person reads them."""
    shown = [".".join([one.tag, *map(fold_digits, one.classes[:1])]) for one in element.line[-3:]]
    return " > ".join(shown)


def hash_tag(tag: str) -> int:
    """Half of the tag's hash, as sequences keep it."""
    return hash_bytes(tag.encode()) & (2**32 - 1)


def hash_indexed_path(path: IndexedPath) -> int:
    state = PATH_START
    for tag, index in path:
        word = hash_bytes(tag.encode())
        state = extend(state, ((word << 32 | word >> 32) & MASK) ^ index)
    return state


def hash_token(token: Path) -> int:
    state = TOKEN_START
    for part in token:
        state = extend(state, hash_bytes(part.encode()))
    return state


def hash_label(text: str, element: Element) -> int:
    """The text, then the last three steps from the inside out, each a tag and its first class."""
    state = extend(LABEL_START, hash_bytes(text.encode()))
    for one in element.line[:-4:-1]:
        first = fold_digits(one.classes[0]) if one.classes else ""
        state = extend(state, extend(hash_bytes(one.tag.encode()), hash_bytes(first.encode())))
    return state
