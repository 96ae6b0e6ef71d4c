"""The native core as Python sees it: bytes of a page enter, text and trees leave."""

from collections.abc import Iterator

def version() -> str:
    """The version of the core, which equals the version of the package."""

def decode(data: bytes, http_charset: str | None = None) -> tuple[str, str, str]:
    """Decode a page: its text, the name of its encoding, and how that was found.

    Found by `bom`, `http`, `meta` or `detected`, in this order. There is always some text.
    """

class Node:
    """A node of a tree: a light, read-only view that keeps its tree alive."""

    @property
    def kind(self) -> str:
        """`document`, `doctype`, `element`, `text` or `comment`."""

    @property
    def tag(self) -> str | None:
        """The element's name in lower case; None for what is no element."""

    @property
    def namespace(self) -> str | None:
        """`html`, `svg` or `math`; None for what is no element."""

    @property
    def attributes(self) -> dict[str, str]:
        """The element's attributes in their order; empty for what is no element."""

    @property
    def text(self) -> str:
        """The text of a text node; of an element or document, all text below it joined."""

    @property
    def children(self) -> list[Node]:
        """The children, in document order."""

    @property
    def parent(self) -> Node | None:
        """The parent; None for the document."""

    @property
    def next_sibling(self) -> Node | None:
        """The next child of the same parent."""

    @property
    def xpath(self) -> str:
        """The absolute XPath with every position, as in `/html[1]/body[1]/div[2]`."""

    @property
    def outer_html(self) -> str:
        """The node and everything below it, serialised as the HTML standard says."""

    def iter(self) -> Iterator[Node]:
        """All nodes below this one, in document order."""

    def find_all(self, tag: str) -> list[Node]:
        """All elements of that name below this one, in document order."""

class Tree:
    """The HTML5 tree of a page, held natively."""

    @staticmethod
    def parse(
        data: bytes,
        http_charset: str | None = None,
        *,
        max_bytes: int = ...,
        max_nodes: int = ...,
        max_depth: int = ...,
        max_attributes: int = ...,
    ) -> Tree:
        """Build the tree of a page. Never fails: what had to be cut is in `problems`."""

    @property
    def encoding(self) -> str:
        """The name of the page's encoding."""

    @property
    def encoding_source(self) -> str:
        """How the encoding was found: `bom`, `http`, `meta` or `detected`."""

    @property
    def problems(self) -> list[str]:
        """Codes of the caps that were hit: `bytes`, `nodes`, `depth`, `attributes`."""

    @property
    def quirks(self) -> bool:
        """Whether a browser would show the page in quirks mode."""

    @property
    def document(self) -> Node:
        """The root of everything."""

    @property
    def root(self) -> Node | None:
        """The `html` element."""

    @property
    def arena_bytes(self) -> int:
        """Bytes that the tree takes, the page's own included."""

    @property
    def max_depth(self) -> int:
        """The depth of the deepest element."""

    def __len__(self) -> int:
        """The number of nodes."""

    def node_at(self, xpath: str) -> Node | None:
        """The node at an absolute XPath as `Node.xpath` gives it."""
