"""Trees as people write them: `{a{b}{c}}`. Slow and plain; the measures' twins work on these."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from support.native import LabelledTree

ELEMENT, TEXT, IMAGE = 0, 1, 2


@dataclass
class Node:
    """A node; equality compares whole subtrees."""

    label: str
    children: list["Node"] = field(default_factory=list)
    kind: int = ELEMENT
    content: int = 0


def read_tree(brackets: str) -> Node | None:
    """Read bracket notation; the empty string is the tree without nodes."""
    root = Node("")
    path = [root]
    for piece in brackets.replace("{", "\0{").replace("}", "\0}").split("\0"):
        if piece.startswith("{"):
            node = Node(piece[1:])
            path[-1].children.append(node)
            path.append(node)
        elif piece.startswith("}"):
            path.pop()
    return root.children[0] if root.children else None


def size(node: Node | None) -> int:
    return 0 if node is None else 1 + sum(map(size, node.children))


def matches(first: Node, second: Node, textual: bool = False) -> bool:
    """Whether two nodes are alike: data by kind and, if textual, by content; elements by label."""
    if first.kind != second.kind:
        return False
    if first.kind == ELEMENT:
        return first.label == second.label
    return not textual or first.content == second.content


def preorder(node: Node | None, depth: int = 0) -> Iterator[tuple[Node, int]]:
    if node is not None:
        yield node, depth
        for child in node.children:
            yield from preorder(child, depth + 1)


def to_native(root: Node | None, names: list[str] | None = None) -> LabelledTree:
    """The native form. Labels become indices of `names`, which grows where one is missing."""
    known = [] if names is None else names
    nodes = list(preorder(root))
    known += sorted({node.label for node, _ in nodes} - set(known))
    return LabelledTree.from_depths(
        [known.index(node.label) for node, _ in nodes],
        [depth for _, depth in nodes],
        [node.kind for node, _ in nodes],
        [node.content for node, _ in nodes],
    )


def to_native_pair(first: Node | None, second: Node | None) -> tuple[LabelledTree, LabelledTree]:
    names: list[str] = []
    return to_native(first, names), to_native(second, names)
