"""What a program in Python would do without unmold: parse with selectolax and walk the tree.

It gives the tag sequence, path set, links with XPath, class set and text of a page. Of the ways
that were tried (iterating children, CSS selectors, pointers) this is the fastest.
"""

from selectolax.lexbor import LexborHTMLParser, LexborNode

Waiting = tuple[LexborNode | None, str, str, dict[str, int]]
Found = tuple[list[str], set[str], list[tuple[str | None, str]], set[str], str]


def walk_page(html: bytes) -> Found:
    root = LexborHTMLParser(html).root
    assert root is not None
    tags: list[str] = []
    paths: set[str] = set()
    links: list[tuple[str | None, str]] = []
    classes: set[str] = set()
    no_positions: dict[str, int] = {}
    waiting: list[Waiting] = [(root, "", "", {})]
    while waiting:
        node, path, xpath, positions = waiting.pop()
        if node is None:
            tags.append(path)  # leaving an element
            continue
        if node.next is not None:
            waiting.append((node.next, path, xpath, positions))
        tag = node.tag or "-"
        if tag[0] in "-_!":  # texts and comments
            continue
        tags.append(tag)
        waiting.append((None, tag, "", no_positions))
        position = positions[tag] = positions.get(tag, 0) + 1
        path = f"{path}/{tag}"
        paths.add(path)
        xpath = f"{xpath}/{tag}[{position}]"
        attributes = node.attributes
        if attributes:
            if names := attributes.get("class"):
                classes.update(names.split())
            if tag == "a" and "href" in attributes:
                links.append((attributes["href"], xpath))
        if node.child is not None:
            waiting.append((node.child, path, xpath, {}))
    return tags, paths, links, classes, root.text(separator=" ")
