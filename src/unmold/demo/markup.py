"""HTML from Python values: elements are built by calls, and escaped here and only here.

An element may say which gold value it shows; `gold_records` reads that back.

>>> render(element("p", "Salt & ", element("b", "pepper"), class_="note"))
'<p class="note">Salt &amp; <b>pepper</b></p>'
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from html import escape

Value = str | int | bool | None

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
RAW_TEXT = frozenset({"script", "style"})
INLINE = frozenset(
    {"a", "b", "br", "button", "cite", "code", "del", "em", "i", "img", "input", "label", "s"}
    | {"small", "span", "strong", "time", "u"}
)


@dataclass(slots=True)
class Element:
    """One element, its attributes already in the order in which they are written.

    An element without a name is written as its children alone.
    """

    name: str
    attributes: list[tuple[str, Value]]
    children: list["Element | Raw | str"]
    gold: str
    is_inline: bool


@dataclass(slots=True)
class Raw:
    """Something that is HTML already."""

    html: str


NODES = (Element, Raw, str)
Writer = Callable[[str], object]
Child = Element | Raw | str | None
Content = Child | Iterable["Content"]


def element(name: str, /, *children: Content, gold: str = "", **attributes: Value) -> Element:
    """One element; lists among the children are flattened and None is left out.

    `class_` stands for `class` and `data_id` for `data-id`. An attribute that is True is written
    bare, one that is None or False not at all.
    """
    flat: list[Element | Raw | str] = []
    _flatten(children, flat)
    named = [(_attribute_name(key), value) for key, value in attributes.items()]
    is_inline = (not name or name in INLINE) and all(map(_is_inline, flat))
    return Element(name, named, flat, gold, is_inline)


@cache
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def part(gold: str, text: str) -> Element:
    """A piece of a text that is a gold value by itself."""
    return element("", text, gold=gold)


def document(language: str, head: Element, body: Element) -> str:
    """A whole HTML document."""
    return "<!DOCTYPE html>\n" + render(element("html", head, body, lang=language)) + "\n"


def render(node: Element | Raw | str, indent: str = "") -> str:
    """The node as HTML; elements that hold only text and inline elements stay on one line."""
    written: list[str] = []
    _write(node, indent, written.append)
    return "".join(written)


def _write(node: Element | Raw | str, indent: str, write: Writer) -> None:
    if isinstance(node, str):
        write(escape(node, quote=False) if _is_special(node) else node)
    elif isinstance(node, Raw):
        write(node.html)
    elif not node.name:
        _write_content(node, indent, write)
    else:
        write(f"<{node.name}")
        for name, value in node.attributes:
            if value is not None and value is not False:
                write(f" {name}" if value is True else f' {name}="{_quote(str(value))}"')
        write(">")
        if node.name not in VOID:
            _write_content(node, indent, write)
            write(f"</{node.name}>")


def _write_content(node: Element, indent: str, write: Writer) -> None:
    if node.name in RAW_TEXT:
        # In scripts "<\/" means the same as "</" and cannot end the element.
        write("".join(str(child) for child in node.children).replace("</", r"<\/"))
    elif all(map(_is_inline, node.children)):
        for child in node.children:
            _write(child, indent, write)
    else:
        _write_lines(node, indent + "  ", write)
        write(f"\n{indent}")


def _write_lines(node: Element, indent: str, write: Writer) -> None:
    for child in node.children:
        if isinstance(child, Element) and not child.name and not child.is_inline:
            _write_lines(child, indent, write)
        else:
            write(f"\n{indent}")
            _write(child, indent, write)


def _is_inline(node: Element | Raw | str) -> bool:
    return isinstance(node, str) or (isinstance(node, Element) and node.is_inline)


def _is_special(text: str) -> bool:
    return "&" in text or "<" in text or ">" in text


def _quote(text: str) -> str:
    return escape(text) if _is_special(text) or '"' in text or "'" in text else text


def _flatten(children: Iterable[Content], flat: list[Element | Raw | str]) -> None:
    for child in children:
        if isinstance(child, NODES):
            flat.append(child)
        elif child is not None:
            _flatten(child, flat)
