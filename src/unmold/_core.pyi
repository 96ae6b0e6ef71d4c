"""The native core as Python sees it: bytes of a page enter, text and trees leave."""

from collections.abc import Iterator, Sequence
from typing import Protocol

def version() -> str:
    """The version of the core, which equals the version of the package."""

def decode(data: bytes, http_charset: str | None = None) -> tuple[str, str, str]:
    """Decode a page: its text, the name of its encoding, and how that was found.

    Found by `bom`, `http`, `meta`, `detected` or `default`. There is always some text.
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
        """The text of a text or comment; all text below any other node."""

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
    def short_xpath(self) -> str:
        """The absolute XPath, an index only where the name is not unique among its siblings."""

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
        max_bytes: int | None = None,
        max_nodes: int | None = None,
        max_depth: int | None = None,
        max_attributes: int | None = None,
    ) -> Tree:
        """Build the tree of a page. Never fails: what had to be cut is in `problems`."""

    @property
    def encoding(self) -> str:
        """The name of the page's encoding."""

    @property
    def encoding_source(self) -> str:
        """Who named the encoding: `bom`, `http`, `meta`, `detected` or `default`."""

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
        """Bytes that the nodes and attributes take, the page itself not counted."""

    @property
    def max_depth(self) -> int:
        """The depth of the deepest element; `html` is at depth 1."""

    def __len__(self) -> int:
        """The number of nodes."""

    def node_at(self, xpath: str) -> Node | None:
        """The node at an absolute XPath as `Node.xpath` gives it."""

    def events(self) -> list[tuple[int, str, str, dict[str, str] | None]]:
        """All nodes in document order: depth, kind, tag or text, attributes of an element."""

def parse_pages(
    pages: list[bytes],
    jobs: int = 0,
    *,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_depth: int | None = None,
    max_attributes: int | None = None,
) -> dict[str, bytes]:
    """Decode and parse pages on so many threads, 0 for all cores; the GIL is released.

    Little-endian arrays leave, one number for each page: `nodes` (u32), `arena_bytes` (u64),
    `max_depth` (u32) and `problems` (u8, one bit for each cap that was hit).
    """

class ContentTree:
    """What pattern trees see of a page: its elements, texts and images, and where each stands.

    Scripts, styles, `noscript`, `template`, comments and blank text are left out, and inner white
    space is collapsed.
    """

    @staticmethod
    def of(page: Tree) -> ContentTree:
        """The content of a parsed page."""

    @staticmethod
    def parse(notation: str) -> ContentTree:
        """The content that a line such as `html(body(p('x') img('a.png')))` describes."""

    def texts(self) -> list[str]:
        """All texts and image sources, in document order."""

    def __len__(self) -> int:
        """The number of nodes."""

def content_trees(
    pages: list[bytes],
    jobs: int = 0,
    *,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_depth: int | None = None,
    max_attributes: int | None = None,
) -> list[ContentTree]:
    """Decode and parse pages on so many threads, 0 for all cores, and take the content of each."""

class PatternValue:
    """A value and where it was found."""

    @property
    def path(self) -> str:
        """The path of the variant node in the pattern, as in `/html/body/ul/+/li/*`."""

    @property
    def node(self) -> int:
        """The position of the variant node in the pattern."""

    @property
    def text(self) -> str:
        """The text, or the source of an image."""

    @property
    def xpath(self) -> str | None:
        """Where on the page it stands; None for content that was not made from a page."""

    @property
    def turns(self) -> list[int]:
        """The turn, from 0, of each set around it, the outermost first.

        Values with equal beginnings belong to the same record. Empty in `paper` mode.
        """

class PatternMisfit:
    """A place where a page and its pattern disagree."""

    @property
    def kind(self) -> str:
        """`missing`, `extra` or `changed`."""

    @property
    def path(self) -> str:
        """The missing or changed node of the pattern, or the one in which something is extra."""

    @property
    def xpath(self) -> str | None:
        """The extra or changed node of the page, or the one in which something is missing."""

    @property
    def cost(self) -> int:
        """The number of nodes concerned."""

    @property
    def expected(self) -> str | None:
        """The tag or data that the pattern has here; None for what is extra."""

    @property
    def found(self) -> str | None:
        """The tag or data that the page has here; None for what is missing."""

class PatternMatch:
    """What matching a pattern to a page gave."""

    @property
    def accepted(self) -> bool:
        """Whether the page belongs to the pattern, or comes near enough."""

    @property
    def reason(self) -> str | None:
        """Why there is no answer (over budget); None where there is one."""

    @property
    def cost(self) -> int | None:
        """The nodes that do not fit; None where the page was not aligned."""

    @property
    def score(self) -> float | None:
        """1 where all fits, 0 where nothing does; None where the page was not aligned."""

    @property
    def values(self) -> list[PatternValue]:
        """The values in document order."""

    @property
    def misfits(self) -> list[PatternMisfit]:
        """What did not fit, and where; only tolerant matching has any."""

    def texts(self) -> list[str]:
        """The texts of the values alone, in document order."""

class PatternTree:
    """What the pages of a template have in common: fixed, repeated, optional and variant parts."""

    @staticmethod
    def parse(notation: str) -> PatternTree:
        """The pattern that a line such as `html(body(ul((li(*))+) (p('x'))?))` describes."""

    def nodes(self) -> list[tuple[str, str, int | None]]:
        """All nodes in preorder: type, tag or data, position of the parent.

        The type is `fixed`, `set`, `optional`, `variant` or `data`.
        """

    def path(self, node: int) -> str:
        """The path of the node at a position."""

    @property
    def minimal_size(self) -> int:
        """The fewest nodes that a matching page has."""

    def match_pages(
        self,
        pages: Sequence[ContentTree],
        *,
        mode: str = "strict",
        tolerance: float = 0.2,
        max_steps: int | None = None,
        jobs: int = 0,
    ) -> list[PatternMatch]:
        """Match pages `strict`, as in the `paper`, or `tolerant`, on so many threads."""

    def __len__(self) -> int:
        """The number of nodes, sets and optionals included."""

class _InductionSettings(Protocol):
    @property
    def structure_delta(self) -> float: ...
    @property
    def text_delta(self) -> float: ...
    @property
    def normalisation(self) -> str: ...
    @property
    def fold_repeats(self) -> bool: ...
    @property
    def variant(self) -> str: ...
    @property
    def mining(self) -> str: ...
    @property
    def cells_per_pair(self) -> int: ...
    @property
    def cells(self) -> int: ...
    @property
    def comparisons(self) -> int: ...
    @property
    def alignment_steps(self) -> int: ...
    @property
    def mining_steps(self) -> int: ...
    @property
    def pattern_nodes(self) -> int: ...

def induce_pattern(
    pages: Sequence[ContentTree], settings: _InductionSettings
) -> tuple[PatternTree, list[tuple[str, str]]]:
    """The pattern that all pages match, and a code and a sentence for each step cut short."""

def align_columns(
    columns: Sequence[Sequence[int]], is_data: Sequence[bool]
) -> list[tuple[list[tuple[int, int]], bool]]:
    """Align columns of symbols: for each row its cells and whether it holds variant data.

    A cell is a column and a position in it. `is_data` says for each symbol whether it is data.
    """

def compress_columns(
    columns: Sequence[Sequence[int]],
    structures: Sequence[int],
    is_data: Sequence[bool],
    extended: bool = False,
) -> list[tuple[str, int, bool, bool, list[tuple[int, int]]]]:
    """Align and compress columns of symbols: one entry for each part of the template.

    Kind of symbol (`exact`, `structure`, `variant`), its number, set or not, optional or not, and
    the cells.
    """

def mine_letters(expression: str, *, mining: str = "containment", extended: bool = False) -> str:
    """Mine an expression over letters such as `aab(c)?`, by `containment` or `collapse`."""
