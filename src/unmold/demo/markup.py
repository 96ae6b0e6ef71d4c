"""HTML from Python values: elements are built by calls, and escaped here and only here.

In: nested elements and strings. Out: an indented document. The page kinds are the callers.

>>> render(element("p", "Salt & ", element("b", "pepper"), class_="note"))
'<p class="note">Salt &amp; <b>pepper</b></p>'
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

Value = str | int | bool | None

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
RAW_TEXT = frozenset({"script", "style"})
INLINE = frozenset(
    {
        "a",
        "b",
        "br",
        "button",
        "cite",
        "del",
        "em",
        "img",
        "input",
        "label",
        "small",
        "span",
        "strong",
        "time",
    }
)


@dataclass(frozen=True)
class Element:
    """One element, its attributes already in the order in which they are written."""

    name: str
    attributes: tuple[tuple[str, Value], ...]
    children: tuple["Element | str", ...]


Child = Element | str | None
Content = Child | Iterable[Child]


def element(name: str, /, *children: Content, **attributes: Value) -> Element:
    """One element; lists among the children are flattened and None is left out.

    `class_` stands for `class` and `data_id` for `data-id`. An attribute that is True is written
    bare, one that is None or False not at all.
    """
    named = tuple((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    return Element(name, named, tuple(_flatten(children)))


def document(language: str, head: Element, body: Element) -> str:
    """A whole HTML document."""
    return "<!DOCTYPE html>\n" + render(element("html", head, body, lang=language)) + "\n"


def render(node: Element | str, indent: str = "") -> str:
    """The node as HTML; elements that hold only text and inline elements stay on one line."""
    if isinstance(node, str):
        return escape(node, quote=False)
    start = f"<{node.name}{_render_attributes(node)}>"
    if node.name in VOID:
        return start
    return f"{start}{_render_content(node, indent)}</{node.name}>"


def _render_content(node: Element, indent: str) -> str:
    if node.name in RAW_TEXT:
        # In scripts "<\/" means the same as "</" and cannot end the element.
        return "".join(str(child) for child in node.children).replace("</", r"<\/")
    if all(_is_inline(child) for child in node.children):
        return "".join(render(child) for child in node.children)
    deeper = indent + "  "
    lines = [f"\n{deeper}{render(child, deeper)}" for child in node.children]
    return "".join(lines) + f"\n{indent}"


def _render_attributes(node: Element) -> str:
    return "".join(_render_attribute(name, value) for name, value in node.attributes)


def _render_attribute(name: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def _is_inline(node: Element | str) -> bool:
    return isinstance(node, str) or (
        node.name in INLINE and all(_is_inline(child) for child in node.children)
    )


def _flatten(children: Iterable[object]) -> Iterable[Element | str]:
    for child in children:
        if isinstance(child, Element | str):
            yield child
        elif isinstance(child, Iterable):
            yield from _flatten(child)
