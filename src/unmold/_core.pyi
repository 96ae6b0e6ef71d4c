"""The native core as Python sees it: bytes of a page enter, text and trees leave."""

from collections.abc import Iterator, Sequence

from typing_extensions import Buffer

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

class IndexedFingerprints:
    """Distinct fingerprints with their documents; all arrays are little-endian bytes."""

    def __init__(self, width: int = 25, split: int | None = None) -> None:
        """An empty index: filed under both sides of a split, or under every masked key."""

    def __len__(self) -> int:
        """The number of distinct fingerprints."""

    @property
    def width(self) -> int:
        """The entries of a fingerprint."""

    @property
    def memory(self) -> int:
        """Bytes that the index takes."""

    def add(self, fingerprints: Buffer) -> bytes:
        """Add one document for each fingerprint; gives the fingerprints' numbers (u32)."""

    def merge(self, other: IndexedFingerprints) -> None:
        """Add the documents of another index."""

    def find(self, fingerprints: Buffer) -> tuple[bytes, bytes, bytes, bytes]:
        """For every fingerprint, what is at most one substitution away.

        Offsets into the near ones (u64), the near ones (u32), the equal one or -1 (i64), and the
        number of fingerprints that were compared (u64).
        """

    def clusters(self) -> bytes:
        """The cluster of every distinct fingerprint (u32), numbered by first sight."""

    def fingerprints(self) -> bytes:
        """The distinct fingerprints, one after the other."""

    def documents(self) -> bytes:
        """For every document, in the order of adding, the number of its fingerprint (u32)."""

def fingerprint_split_entropies(fingerprints: Buffer, width: int) -> list[tuple[float, float]]:
    """For every split, the entropy in bits of what stands before it and of what follows."""

class LabelledTree:
    """An ordered labelled tree in preorder."""

    def __init__(
        self,
        labels: Sequence[int] | Buffer,
        parents: Sequence[int] | Buffer,
        kinds: Sequence[int] | Buffer | None = None,
        contents: Sequence[int] | Buffer | None = None,
    ) -> None:
        """A tree of nodes with a label and a parent each; -1 is the root's parent."""

    @staticmethod
    def from_depths(
        labels: Sequence[int] | Buffer,
        depths: Sequence[int] | Buffer,
        kinds: Sequence[int] | Buffer | None = None,
        contents: Sequence[int] | Buffer | None = None,
    ) -> LabelledTree:
        """A tree of nodes with a label and a depth each."""

    def __len__(self) -> int:
        """The number of nodes."""

class Comparand:
    """A page ready to be compared with others."""

    def __init__(
        self,
        tree: LabelledTree,
        tags: Sequence[int] | Buffer,
        class_names: Sequence[str],
        names: Sequence[str],
        *,
        path_reading: str = "steps",
        path_width: int = 3,
        tag_width: int = 4,
        p: int = 2,
        q: int = 3,
    ) -> None:
        """A page from its tree, tag sequence and class names; labels are positions in `names`."""

class PairScores:
    """The scores of many pairs, one column for each measure."""

    def values(self, measure: str) -> list[float | None]:
        """The values of one measure, None where there is none."""

    def buffer(self, measure: str) -> bytes:
        """The values of one measure as native doubles, 0 where there is none."""

    def validity(self, measure: str) -> bytes:
        """One byte for every value of one measure: 1 where there is a value."""

    def reasons(self, measure: str) -> list[tuple[int, str]]:
        """For every missing value, the position of its pair and the reason."""

def compare_pairs(
    pages: Sequence[Comparand],
    firsts: Sequence[int] | Buffer,
    seconds: Sequence[int] | Buffer,
    measures: Sequence[str],
    *,
    jobs: int = 0,
    kappa: float = 0.5,
    pq_gram_kind: str = "dice",
    matching_normalisation: str = "setaware",
    max_cells: int | None = None,
    max_table: int | None = None,
) -> PairScores:
    """Compare page `firsts[i]` with page `seconds[i]`, by each of the measures."""
