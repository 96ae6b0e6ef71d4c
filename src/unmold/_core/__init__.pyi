"""The native core as Python sees it.

A limit, setting or name that nothing has raises `UsageError`, pages without a common pattern
`PatternError`, too few threads `MachineError`, arrays that contradict each other `InternalError`.
"""

from collections.abc import Callable as _Callable
from collections.abc import Iterator
from collections.abc import Sequence as _Sequence
from collections.abc import Set as _Set
from pathlib import Path as _Path
from typing import Any
from typing import Protocol as _Protocol
from typing import TypedDict as _TypedDict
from typing import TypeVar as _TypeVar
from typing import final as _final

from typing_extensions import Buffer as _Buffer

from unmold.settings import Comparison as _Comparison
from unmold.settings import Limits as _Limits

_Element = _TypeVar("_Element")
_Run = _TypeVar("_Run")

def decode(data: bytes, http_charset: str | None = None) -> tuple[str, str, str]:
    """Decode a page: its text, the name of its encoding, and how that was found.

    Found by `bom`, `http`, `meta`, `detected` or `default`. There is always some text.
    """

def read_files(paths: _Sequence[str], most: int, enough: int) -> list[tuple[bytes, int] | None]:
    """The contents of files, None for each that takes a closer look.

    That is one that cannot be read, is no regular file, has more than `most` bytes or grew
    meanwhile. Reading ends early once `enough` bytes were read, but not before the first file.
    """

def skim_pages(
    heads: _Sequence[tuple[bytes, int]],
    words: _Sequence[str] | None = None,
) -> list[tuple[list[tuple[int, int]], list[tuple[int, int]], bytes | None, bytes | None]]:
    """What sources ask of the beginnings of pages.

    From where to where tags reach, without their end, that may declare a page's address in that
    many of the bytes: links with `canonical` in them, then metas with `og:url`, none in comments or
    scripts. Then what is inside of the first heading, and the first title; if `words` are given,
    small ASCII letters and digits, each of the two is None where it surely has none of them.
    """

@_final
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

@_final
class Tree:
    """The HTML5 tree of a page, held natively."""

    @staticmethod
    def parse(
        data: bytes,
        http_charset: str | None = None,
        limits: _Limits | None = None,
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

def extract_features(
    pages: list[bytes],
    addresses: _Sequence[str],
    charsets: _Sequence[str | None],
    names: _Sequence[str],
    jobs: int = 0,
    *,
    limits: _Limits | None = None,
) -> tuple[dict[str, list[bytes]], bytes]:
    """Decode and parse pages on that many threads, 0 for all cores, and compute some features.

    By name of each the buffers leave that Arrow has for it, outer ones first: 64-bit offsets of
    lists and strings, values in the machine's byte order, and before a column that lacks some a
    byte for each page. Then, for each page, a byte that `problem_codes` explains.
    """

def feature_names() -> list[str]:
    """The names of all features."""

def problem_codes(problems: int) -> list[str]:
    """The codes of the caps that a byte of the array `problems` stands for."""

def fingerprint_pages(
    pages: list[bytes], charsets: _Sequence[str | None] | None = None, jobs: int = 0
) -> bytes:
    """The fingerprints of pages, 25 bytes each; reads of each page only what its own needs."""

def readable_features(
    data: bytes,
    address: str = "",
    http_charset: str | None = None,
    limits: _Limits | None = None,
) -> dict[str, Any]:
    """The features of one page as a person reads them."""

# ---- Measures: how alike two trees, sequences or sets are ----
#
# Numbers may be any sequence of integers or a buffer of the matching type (NumPy's uint32 for
# labels, tags, depths and positions, int64 for parents, uint8 for kinds, uint64 for hashes). What
# can exceed its budget gives a value and None, or None and the reason.

_Numbers = _Sequence[int] | _Buffer

def hash_bytes(data: bytes) -> int:
    """The stable 64-bit hash of bytes: the same on every machine and in every version."""

def hash_path(steps: _Sequence[str]) -> int:
    """The stable hash of a path, given its steps from the root."""

def jaccard_similarity(first: _Numbers, second: _Numbers) -> float:
    """Shared members over all members: path Jaccard, style."""

@_final
class Comparand:
    """A page with all that can be prepared before it is compared."""

    @property
    def problems(self) -> list[str]:
        """The codes of the caps that cut the page."""

    @property
    def nodes(self) -> int:
        """The number of nodes of the element tree."""

    def pack(self) -> bytes:
        """The tree and the class names, equal for pages equal in structure and style."""

@_final
class PairScores:
    """The scores of many pairs by measure."""

    def values(self, measure: str) -> list[float | None]:
        """The values of one measure, None where there is none."""

    def buffer(self, measure: str) -> bytes:
        """The values of one measure as native doubles, 0 where there is none."""

    def validity(self, measure: str) -> bytes:
        """One byte a value: 1 where there is one, 0 where there is none."""

    def reasons(self, measure: str) -> list[tuple[int, str]]:
        """For every missing value, the position of its pair and the reason."""

def prepare_pages(
    pages: list[bytes],
    charsets: _Sequence[str | None],
    jobs: int = 0,
    settings: _Comparison | None = None,
    limits: _Limits | None = None,
) -> list[Comparand]:
    """Decode and parse pages on that many threads, 0 for all cores, and prepare each."""

def measure_names() -> list[str]:
    """The names of all measures."""

def compare_pairs(
    pages: _Sequence[Comparand],
    firsts: _Numbers,
    seconds: _Numbers,
    measures: _Sequence[str],
    settings: _Comparison | None = None,
    *,
    jobs: int = 0,
    max_table: int | None = None,
) -> PairScores:
    """Compare pages `firsts[i]` and `seconds[i]` by each measure, on `jobs` threads (0: all)."""

# ---- Fingerprints by the million; arrays are little-endian bytes ----

@_final
class IndexedFingerprints:
    """Distinct fingerprints with their documents, filed so that near ones are found."""

    def __new__(cls, width: int = 25, split: int | None = None) -> IndexedFingerprints:
        """An empty index: filed under both sides of a split, or under every masked key."""

    def __len__(self) -> int:
        """The number of distinct fingerprints."""

    @property
    def width(self) -> int:
        """The entries of a fingerprint."""

    @property
    def memory(self) -> int:
        """Bytes that the index takes."""

    def add(self, fingerprints: _Buffer) -> bytes:
        """Add one document for each fingerprint; gives the fingerprints' numbers (u32)."""

    def merge(self, other: IndexedFingerprints) -> None:
        """Add the documents of another index."""

    def find(self, fingerprints: _Buffer) -> tuple[bytes, bytes, bytes, bytes]:
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

# ---- Groups of alike pages ----

def group_pages(
    pages: _Sequence[Comparand], measure: str, threshold: float, *, jobs: int = 0
) -> bytes:
    """The group of every page (u32): alike by the measure, or linked by pages that are."""

def group_sets(
    values: _Buffer,
    offsets: _Buffer,
    threshold: float,
    *,
    similarity: str = "overlap",
    jobs: int = 0,
) -> bytes:
    """The group of every set of ascending hashes (u32), alike by `overlap` or `jaccard`."""

def merge_nearest(
    minima: _Buffer, counts: _Buffer, sizes: _Buffer, masses: _Buffer, length: int
) -> bytes:
    """For each signature the number of its cluster (u32), as TEXT-MAX merges them.

    `minima` and `counts` are those of all signatures of that length, one behind the other.
    """

@_final
class Views:
    """The hashes of pages in some views, numbered."""

    def __new__(cls, columns: _Sequence[tuple[_Buffer, _Buffer]]) -> Views:
        """Views from their hashes (u64) and the offsets of pages (i64)."""

    def counts(self, view: int) -> bytes:
        """For each hash of a view, ascending, on how many pages it is (i64)."""

    def rows(self, weights: _Sequence[_Buffer]) -> SparseRows:
        """A row for each page, by the weights (f64) of the hashes of each view.

        One below 0 leaves a hash out.
        """

@_final
class SparseRows:
    """Rows with a number in some of their columns."""

    def __new__(cls, offsets: _Buffer, columns: _Buffer, values: _Buffer) -> SparseRows:
        """Rows from the columns (u32), ascending in each row, and the values (f64) of all.

        `offsets` (u64) say where those of each row begin, and where the last end.
        """

    def __len__(self) -> int: ...
    def parts(self) -> list[bytes]:
        """Offsets (u64), columns (u32) and values (f64)."""

    def take(self, rows: _Buffer) -> SparseRows:
        """Some of the rows (i64), in the order given."""

    def squares(self) -> bytes:
        """The squared length of each row (f64)."""

    def dots(self, others: SparseRows) -> bytes:
        """The dot products (f64) of each row with each of others, row by row."""

    def sums(self, groups: _Buffer, weights: _Buffer, count: int) -> SparseRows:
        """For each of this number of groups the sum of its rows, each times its weight (f64).

        `groups` (i64) has the group of each row; those of group -1 are in none.
        """

    def distinct(self) -> list[bytes]:
        """Rows with the same columns are one: the first row of each kind, and two more (u32).

        These are the kind of each row, and how many rows each kind has.
        """

    def merge(self, sizes: _Buffer, least: float) -> bytes:
        """For each row the number of the first row of its cluster (u32).

        Clusters whose centroids are most alike are merged while they are at least so alike;
        `sizes` (f64) says how many pages a row stands for.
        """

    def merge_one_sided(self, clusters: _Buffer, parents: _Buffer) -> bytes:
        """For each cluster the first that it was merged with (u32).

        Rows are the paths of pages. Clusters are merged that differ by optional blocks only;
        `clusters` (i64) has the cluster of each page, `parents` (i64) the path above each; -1 is
        none.
        """

# ---- Neighbours in structure and style ----

@_final
class Neighbours:
    """The pairs of different pages that are alike, and how they were found."""

    @property
    def distinct(self) -> int:
        """The number of different pages."""

    @property
    def page_numbers(self) -> bytes:
        """For every page (u32), which of the different pages it is, numbered by first pages."""

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many pairs of different pages each stage decided."""

    def pairs(self) -> tuple[bytes, bytes]:
        """The smaller and the larger number of every pair of different pages alike (u32)."""

    def cluster(self, overlap: float, max_rounds: int = 100, *, jobs: int = 0) -> tuple[bytes, int]:
        """The cluster of every page (u32) by shared neighbours, and the rounds of joining."""

@_final
class NearestPages:
    """The nearest of every different page, and how they were found."""

    @property
    def lists(self) -> list[list[int]]:
        """For every different page itself and those that are nearest to it, ascending."""

    @property
    def page_numbers(self) -> bytes:
        """For every page (u32), which of the different pages it is, numbered by first pages."""

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many pairs of different pages each stage decided, seen from both sides."""

    def cluster(self, shared: int, *, membership: str = "mutual") -> bytes:
        """The cluster of every page (u32); `membership` is `mutual`, `one-sided` or `any`."""

def find_neighbours(
    pages: _Sequence[Comparand],
    threshold: float,
    *,
    kappa: float = 0.5,
    indexed: bool = False,
    jobs: int = 0,
    max_cells: int | None = None,
) -> Neighbours:
    """Find all pairs whose similarity in structure and style reaches the threshold.

    If `indexed`, only among those pairs that an index of their paths finds.
    """

def find_packed_neighbours(
    pages: list[bytes],
    threshold: float,
    *,
    blocks: bytes | None = None,
    kappa: float = 0.5,
    jobs: int = 0,
    max_cells: int | None = None,
) -> Neighbours:
    """The same for pages as bytes (`Comparand.pack`).

    With `blocks`, a byte for every page, only pairs of two blocks are looked at; pages must then be
    different.
    """

def find_block_pairs(
    smallest: _Numbers, largest: _Numbers, threshold: float, *, kappa: float = 0.5
) -> tuple[bytes, bytes]:
    """The pairs of blocks (u32 each) in which some pages may be alike, by the sizes of trees."""

def cluster_neighbours(
    copies: _Numbers,
    firsts: _Numbers,
    seconds: _Numbers,
    overlap: float,
    max_rounds: int = 100,
    *,
    jobs: int = 0,
) -> tuple[bytes, int]:
    """The cluster of every different page (u32) by shared neighbours, and the rounds of joining.

    `copies` says how many pages each stands for; `firsts[i]` and `seconds[i]` are alike.
    """

def connect_pairs(things: int, firsts: _Numbers, seconds: _Numbers) -> bytes:
    """For each of some things (u32) the first that pairs connect it with, itself included."""

def find_nearest(
    pages: _Sequence[Comparand],
    neighbours: int,
    *,
    kappa: float = 0.5,
    jobs: int = 0,
    max_cells: int | None = None,
) -> NearestPages:
    """Find for every page those most similar in structure and style, and all as near."""

@_final
class ContentTree:
    """What pattern trees see of a page: its elements, texts and images, and where each is.

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

@_final
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
        """Where on the page it is; None for content that was not made from a page."""

    @property
    def turns(self) -> list[int]:
        """The turn, from 0, of each set around it, the outermost first.

        Values with equal beginnings belong to the same record. Empty in `paper` mode.
        """

@_final
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

@_final
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

@_final
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
        pages: _Sequence[ContentTree],
        *,
        mode: str = "strict",
        tolerance: float = 0.2,
        max_steps: int | None = None,
        jobs: int = 0,
    ) -> list[PatternMatch]:
        """Match pages `strict`, as in the `paper`, or `tolerant`, on that many threads."""

    def __len__(self) -> int:
        """The number of nodes, sets and optionals included."""

class _InductionSettings(_Protocol):
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
    pages: _Sequence[ContentTree], settings: _InductionSettings
) -> tuple[PatternTree, list[tuple[str, str]]]:
    """The pattern that all pages match, and a code and a sentence for each step cut short."""

class PageContents(_TypedDict):
    """What a page has: tuples by leaf. Hints and headers are empty if markup was not kept."""

    values: tuple[str, ...]
    names: tuple[str, ...]
    """The names of meta elements and the paths of JSON-LD values; empty for other leaves."""
    hints: tuple[str, ...]
    """Tag, itemprop and class of each leaf's element, joined by tabs."""
    headers: tuple[str, ...]
    """The header of each leaf's column in a table."""
    tops: tuple[str, ...]
    """What the first row of words of a table without headers says above each leaf."""
    nodes: tuple[int, ...]
    blocks: tuple[int, ...]
    """The block that each leaf is in, or -1."""
    kinds: tuple[tuple[int, bool], ...]
    by_kind: tuple[tuple[int, ...], ...]
    """The leaves of each kind."""
    text_ids: tuple[int, ...]
    plain_text_ids: tuple[int, ...]
    """The identity of each text wherever it is; 0 if it is too long."""
    language: str
    """The language that the page says it is written in, or empty."""

class NodeContents(_TypedDict):
    """What a page has: tuples by node."""

    elements: tuple[str, ...]
    """Tag, itemprop, class and id of each element; empty for what is no element.

    Empty, too, if markup was not kept.
    """
    parents: tuple[int, ...]

@_final
class PageLeaves:
    """The leaves of a page in document order: every value that a template could fill in."""

    def __len__(self) -> int: ...
    def values(self) -> list[str]:
        """The values, white space collapsed."""

    def value(self, index: int) -> str:
        """The value of one leaf."""

    def xpath(self, index: int) -> str:
        """The XPath of the node of one leaf."""

    def values_and_xpaths(self, indices: list[int]) -> list[tuple[str, str]]:
        """The values of some leaves, each with the XPath of its node."""

    def contents(self) -> PageContents:
        """What templates are learned from, by leaf."""

    def node_contents(self) -> NodeContents:
        """What the page has by node."""

    def ancestors(self, node: int) -> list[str]:
        """Tag, itemprop, class and id of a node's element and those around it, nearest first.

        None if the markup was not kept.
        """

    def parent(self, node: int) -> int:
        """The parent of a node; the document is its own."""

    def nodes_around(self, node: int, most: int) -> list[int]:
        """A node and those that it stands in, the nearest first, `most` at the most."""

    def has_text(self, node: int) -> bool:
        """Whether text is directly in a node."""

    def own_label_ids(self) -> list[int]:
        """For each leaf the identity of the label that its text begins with; 0 if there is none."""

    def kinds(self) -> list[tuple[int, bool]]:
        """For each leaf its kind, and whether it is in a label element."""

    def by_kind(self) -> tuple[tuple[int, ...], ...]:
        """The leaves of each kind, a tuple for each."""

    def text_ids(self) -> list[int]:
        """For each leaf the identity of the template text that it could be; 0 if it can be none."""

    def glued_blocks(self) -> set[int]:
        """The blocks of which two texts may meet without a blank, each a word there.

        All that do are among them.
        """

    def data(self, texts: _Set[int]) -> list[tuple[int, int, int, list[int]]]:
        """The leaves that are none of these template texts: position, label, text before, keys.

        Label and text before are positions, or -1.
        """

    @property
    def nodes(self) -> int:
        """How many nodes the page has."""

    @property
    def problems(self) -> int:
        """The caps that were hit, as bits."""

    @property
    def has_pattern(self) -> bool:
        """Whether a pattern tree can be made of the page."""

    @property
    def is_shortened(self) -> bool:
        """Whether rows of long lists were left out."""

class _RowKeys(_Protocol):
    @property
    def keys(self) -> _Sequence[int]: ...
    @property
    def after(self) -> int: ...
    @property
    def until(self) -> _Sequence[int]: ...

class _Table(_Protocol):
    @property
    def rows(self) -> _RowKeys: ...
    @property
    def is_group(self) -> bool: ...
    @property
    def parent(self) -> int: ...
    @property
    def takes_labels(self) -> bool: ...

@_final
class LeafMatcher:
    """What a template looks for on every page: its texts and keys by number, and its tables.

    A table comes with the number of the table around it, or -1.
    """

    def __new__(
        cls,
        texts: list[int],
        keys: list[int],
        tables: _Sequence[_Table],
    ) -> LeafMatcher: ...
    def find(
        self, page: PageLeaves
    ) -> tuple[list[int], list[tuple[int, int, int]], list[tuple[int, int, int]]]:
        """The texts found; for each key its number, leaf, row or -1; rows: table, node, parent."""

    def assign(
        self, pages: list[PageLeaves]
    ) -> list[
        tuple[list[tuple[int, int, tuple[int, int, int, int], int]], list[tuple[int, int, int]]]
    ]:
        """For each page the leaves in rows: position, row, keys, label or -1; and the rows as in
        `find`.
        """

def pattern_repeats(
    pages: list[PageLeaves], settings: _InductionSettings, max_steps: int
) -> tuple[PatternTree, list[tuple[str, str]], list[list[tuple[int, list[int]]] | None]]:
    """The pattern of pages, what was cut short, and for each page the turns of its sets.

    A turn is the set and the elements that are siblings in it.
    """

def element_keys(
    pages: list[PageLeaves], nodes: list[list[int]], are_rows: bool
) -> list[list[list[int]]]:
    """For each page the keys of some of its elements, from what names one to its position.

    As rows: path and class, path and tag, with parent, class alone, last steps, all classes, last
    steps and what is first inside. Or as containers of text.
    """

def own_container_keys(
    pages: list[PageLeaves], own: list[list[int]], others: list[list[int]], most: int
) -> list[int]:
    """The keys as containers of text that only some elements have, given by page; no roots.

    Up to `most` of them, those that most have first, then by size.
    """

def shared_row_keys(
    pages: list[PageLeaves], rows: list[list[int]], families: list[int]
) -> list[int]:
    """The keys of some families that all rows of these pages have, and no other element has.

    Elements that share the first key of a row are no others.
    """

FoundSelector = tuple[int, int, str | int]
"""The number of a family, a key, and which leaves with it are meant."""
FoundColumn = tuple[FoundSelector, list[tuple[int, ...]], list[tuple[str, ...]]]
"""A selector, and for each page its leaves and what they say."""
SharedColumn = tuple[FoundSelector, int, list[int]]
"""A selector, on how many pages it is, and the columns that say a part of it and nothing else."""
FoundLabel = tuple[str, bool, int, bool]
"""What it says, whether it is written as a label, how far it is, whether nothing is between."""

FoundTableColumn = tuple[
    list[FoundSelector], list[tuple[int, ...]], list[tuple[str, ...]], str | None
]
"""Selectors, for each row its leaves and what they say, and the label that most cells have."""

@_final
class RowSets:
    """The sets of rows that repeat in a sample, each by its number."""

    def facts(self) -> list[tuple[int, int, int, bool, bool]]:
        """For each its key, the number of its leaves and of its rows.

        Then whether the template names its rows, and whether they are under different texts of it.
        """

    def rows(self, number: int) -> dict[tuple[int, int], tuple[int, tuple[int, int]] | None]:
        """The rows of a set, page and node, with the set and the row around each."""

    def first_rows(self, number: int, most: int) -> list[tuple[int, int]]:
        """The first rows of a set, page and node, and at most that many."""

    def leaves(self, number: int) -> set[tuple[int, int]]:
        """The leaves in rows of a set, page and position."""

    def own_cells(
        self, number: int, without: list[int]
    ) -> tuple[list[tuple[tuple[int, int], int, int, int, tuple[int, int]]], list[tuple[int, int]]]:
        """The cells that most rows of a set have and that vary, those of most rows first.

        Without what is in rows of some other sets. For each its first row, its first leaf there, in
        how many rows it is and in how many of them once, and how many leaves it usually has, with
        the number of these rows; then, of the first cell, page and first leaf in each row.
        """

@_final
class LeafSample:
    """The leaves of the pages of a sample that are none of the template's texts."""

    def __new__(cls, pages: list[PageLeaves], texts: _Set[int]) -> LeafSample: ...
    def primary_columns(self, values: _Sequence[tuple[str, ...]]) -> list[list[FoundColumn]]:
        """The columns of the most tolerant keys: lists of those that say the same on every page.

        `values` are those of the pages.
        """

    def join_columns(
        self, kept: list[int], values: _Sequence[tuple[str, ...]]
    ) -> tuple[list[FoundColumn], list[list[FoundSelector]], list[SharedColumn]]:
        """What less tolerant keys add to the columns that were kept, given by their numbers.

        Columns for what no key found; for each column, those included, the selectors that agree
        with it; what several columns may be parts of.
        """

    def row_sets(
        self, enough: float, without: _Set[int], others: _Set[int], leaders: _Set[int]
    ) -> RowSets:
        """The sets of rows that repeat.

        Of the keys that repeat on enough pages, without some, of other keys, and of siblings that
        begin with an element of one of the leaders; their keys are those of the leaders with all
        bits turned.
        """

    def table_columns(
        self, matcher: LeafMatcher, tables: int, values: _Sequence[tuple[str, ...]]
    ) -> list[tuple[list[tuple[int, int]], list[set[int]], list[FoundTableColumn]]]:
        """For each table of a matcher its rows, by page the leaves in them, and its columns.

        Those that enough rows fill and that vary. The matcher knows the same texts.
        """

    def texts_by_path(
        self, without: _Sequence[_Set[int]]
    ) -> list[tuple[int, list[tuple[int, int]], int, int]]:
        """Blocks, and texts that are in none, by class path, without some leaves of each page.

        For each its key, page and position of its leaves, how many characters and words they have.
        """

    def texts_in_blocks(self) -> list[tuple[int, int, int]]:
        """Page, block or -1, and position of each text that is data."""

    def find_labels(
        self, columns: list[list[tuple[int, ...]]], values: _Sequence[tuple[str, ...]]
    ) -> list[FoundLabel | None]:
        """The template text that most often names the first leaf on a page of each column.

        Columns are given by their leaves on each page.
        """

@_final
class Claims:
    """Which leaves are wanted, and the number of the column that each belongs to; -1 for none."""

    def __new__(cls, claims: dict[tuple[int, int], int]) -> Claims:
        """By page and position."""

    @staticmethod
    def of_columns(
        pages: list[PageLeaves],
        columns: list[tuple[int, list[tuple[tuple[int, int], tuple[int, ...]]]]],
        others: list[tuple[int, int]],
    ) -> Claims:
        """The leaves of columns, each with its number and its cells by entry.

        The last of several columns has a leaf. What else says the same belongs to no column: the
        one text in a block, and other leaves that are given.
        """

@_final
class KeyIndex:
    """The leaves of the keys that wanted leaves have, by family and entry.

    An entry is a page and the node of a row, -1 for the page itself.
    """

    @staticmethod
    def of_pages(pages: list[PageLeaves], texts: _Set[int], claims: Claims) -> KeyIndex:
        """The leaves of pages that are none of these template texts; each page is an entry."""

    @staticmethod
    def of_rows(
        matcher: LeafMatcher, tables: int, pages: list[PageLeaves], claims: Claims
    ) -> list[tuple[KeyIndex, set[tuple[int, int]]]]:
        """For each table of a matcher the leaves in its rows, and its rows; each is an entry."""

    def find_selectors(
        self,
        cells: list[tuple[tuple[int, int], tuple[int, ...]]],
        claims: Claims,
        column: int,
        is_list: bool,
    ) -> tuple[list[FoundSelector], float, bool] | None:
        """The selectors that find the cells of a column, given by entry; None if no key does.

        Then the share of the entries that they find, and whether they answer together.
        """

    def first(self, family: int, key: int) -> tuple[int, int] | None:
        """The page and the position of the first leaf with a key of a family."""

@_final
class NodeSets:
    """Sets of nodes."""

    def __new__(cls, nodes: list[list[int]]) -> NodeSets: ...

@_final
class ElementIndex:
    """The elements of the pages of a sample by their keys, as rows or as containers of text."""

    def __new__(
        cls,
        pages: list[PageLeaves],
        nodes: _Sequence[_Sequence[int]],
        are_rows: bool,
        all_rows: _Set[tuple[int, int]],
    ) -> ElementIndex:
        """`nodes` are the elements of each page, `all_rows` those that are rows of any table."""

    def find_row_keys(
        self, rows: list[tuple[int, int]], ranges: list[list[tuple[int, int]]] | None = None
    ) -> tuple[list[int], float, bool]:
        """The keys by which rows are found, the best first, the share of pages they are right on,
        and whether that is most: else it is the nearest key, with the share of rows it finds.

        The first key that stands on a page counts there. Elements on pages without rows are wrong
        if they are rows of others; else the sample may just have missed them. Where ranges of nodes
        are given for each page, only elements in them count.
        """

    def find_container_keys(
        self, wanted: list[tuple[int, int]], inside: NodeSets | None = None, anchor: int = 0
    ) -> list[int]:
        """Keys whose first element is the wanted one, given by page and node, -1 for none.

        The first on the page, or among some nodes of it; with the text `anchor` in it, unless 0.
        """

    def text_ranges(self, after: int, until: _Set[int]) -> list[list[tuple[int, int]]]:
        """For each page the nodes that stand behind a text and before those that end it."""

def outline_pages(
    pages: list[PageLeaves],
    values: list[tuple[str, ...]],
    element_class: type[_Element],
    run_class: type[_Run],
    words: _Callable[[str, str], tuple[str, ...]],
    enough: float,
    enough_labels: float,
) -> tuple[
    list[_Element],
    dict[int, int],
    list[tuple[_Element, _Run]],
    list[
        tuple[
            list[int],
            list[_Element],
            list[tuple[str, ...]],
            list[str],
            list[_Run],
            list[tuple[_Element, _Run]],
        ]
    ],
]:
    """The elements of pages that hold anything, with their runs of text, from their roots down.

    Objects are made by the classes given: an element of page, node, tag, words, itemprop, the
    element around it, what it holds, the leaves of its attributes and the letters of all runs
    inside; a run of its text, the leaves of its texts, the leaf that is all of it or -1, linked
    letters, its first text, and for each text the markup around it and what it says, then which
    texts begin a new line. `words` makes words of classes and id.

    Behind the roots: on how many pages runs, by identity, say the same in the same place, where
    these are enough, or enough for what ends with a colon or stands where labels do; the runs that
    may begin with a label, with their elements; for each page the nodes of its elements but for the
    root, those that are rows of tables, the words of elements and the inline markup of runs, each
    spelling once, the runs that enough pages say, and the elements that hold text directly, each
    with the first of its runs.
    """

@_final
class FrameCounts:
    """How many templates say a text, or repeat elements, at the last steps to them."""

    def __new__(
        cls, templates: list[list[PageLeaves]], words: _Callable[[str, str], tuple[str, ...]]
    ) -> FrameCounts: ...
    def text(self, path: str, text: str) -> int:
        """How many templates say a text at a path."""

    def rows(self, path: str) -> int:
        """How many templates have several elements beside each other at a path."""

def count_texts(
    pages: list[PageLeaves],
) -> tuple[
    list[tuple[int, tuple[int, int], int, int, list[tuple[int, int]], list[tuple[int, int]]]],
    list[tuple[int, int]],
]:
    """The texts that may be the template's: those on many pages, or written as labels.

    For each its identity, page and leaf that say it first, on how many pages and how often it is,
    how often which candidates are before it and which texts behind it. Then the texts that are
    written as labels, and on how many pages each is.
    """

def own_labels(pages: list[PageLeaves], texts: _Set[int]) -> list[tuple[int, int, tuple[int, int]]]:
    """Labels that are in one text with their values and begin several texts that are none of these.

    Each with the number of its pages, and page and leaf of the least of its texts.
    """

def short_texts(pages: list[PageLeaves], most: int) -> list[tuple[int, str]]:
    """The different texts of at most that many letters, with their identities."""

def count_text_ids(pages: list[PageLeaves], asked: _Set[int]) -> dict[int, int]:
    """How often texts of these identities are in pages; those that are in none are left out."""

def links_with_words(pages: list[PageLeaves], words: list[str]) -> list[list[int]]:
    """For each page the links that may say one of some words, or have a class of such a word.

    They say it in the texts behind them. Words are folded. All links that have one are among them.
    """

def find_word(bytes: bytes, word: bytes, rare: int) -> list[int]:
    """Where bytes hold a word of ASCII letters in any case; `rare` is the place of a rare one."""

def bare_texts(texts: list[str]) -> list[str]:
    """Texts without case, and without the signs around them."""

def bare_cores(texts: list[str]) -> tuple[list[str], int] | None:
    """What varies in texts, between words that all of them begin and end with.

    Without case and signs; and how much these words weigh. None if a text says nothing else.
    """

def page_leaves(
    pages: list[bytes],
    charsets: list[str | None],
    jobs: int = 0,
    *,
    with_markup: bool = False,
    limits: _Limits | None = None,
    max_rows: tuple[int, int] | None = None,
    patterns: int | None = None,
) -> list[PageLeaves]:
    """Decode and parse pages on that many threads (0: all cores) and find their leaves.

    `max_rows` limits the rows that are looked at in each list, and those that are records. With
    the markup, the first `patterns` pages keep what their pattern tree is made of, or all.
    """

def strip_pages(
    pages: list[bytes],
    charsets: _Sequence[str | None],
    shared: _Numbers,
    jobs: int = 0,
    limits: _Limits | None = None,
) -> list[tuple[str, list[str], int]]:
    """Leave out of pages what is shared: hashes of element paths and content paths.

    For each page, what is left as HTML and as lines of text, and the caps that were hit as bits.
    """

@_final
class ValueReaders:
    """Reads values: numbers, prices, dates, booleans and addresses.

    Knows names of months, words for yes and no, signs of currencies with their codes, codes, and
    signs that several currencies share.
    """

    def __new__(
        cls,
        months: dict[str, int],
        booleans: dict[str, bool],
        signs: list[tuple[str, str]],
        codes: list[str],
        shared: list[str],
    ) -> ValueReaders: ...
    def read(self, texts: list[str], value_type: _ValueType, base: str) -> list[Any]:
        """What texts read as; None for one that does not read as its type."""

class _ValueType(_Protocol):
    @property
    def name(self) -> str: ...
    @property
    def number_format(self) -> str: ...
    @property
    def date_order(self) -> str: ...
    @property
    def currency(self) -> str: ...

@_final
class CompiledTemplate:
    """A template made ready to be applied to many pages.

    Texts come with their shares; fields are those of the record, then those of each table, of which
    `counts` says how many are whose. Tables are as for `LeafMatcher`.
    """

    def __new__(
        cls,
        texts: list[tuple[int, float]],
        fields: _Sequence[object],
        tables: _Sequence[_Table],
        counts: list[int],
        readers: ValueReaders,
        include_noise: bool,
    ) -> CompiledTemplate: ...

@_final
class DocumentWriter:
    """What can be searched of the records of a template.

    For each of its fields the name, whether it holds addresses, and what its values end with; None
    for a field that says nothing about a page. `titles` are the names of columns that say what a
    page is about, the best first.
    """

    def __new__(
        cls, columns: list[tuple[str, bool, str] | None], titles: list[str]
    ) -> DocumentWriter: ...

StringBuffers = tuple[bytes, bytes]
"""32-bit offsets from 0 on, and the texts as UTF-8."""

ColumnBuffers = tuple[
    bytes,
    bytes | None,
    StringBuffers,
    list[bytes],
    tuple[StringBuffers, StringBuffers] | None,
]
"""Bits that say which rows fill it; offsets, if it is a list; texts; typed values; raw and XPaths.

Typed are, of numbers, doubles, bits for whole ones and for valid ones; of prices the same and the
currencies; of dates days and bits for valid ones; of booleans two sets of bits; of addresses texts.
"""

DocumentBuffers = tuple[StringBuffers, list[tuple[int, int]]]
"""A document of each record, and the columns in them, each behind the first record with it."""

RecordBuffers = tuple[
    bytes,
    bytes,
    bytes,
    int,
    list[tuple[bytes, bytes, bytes, bytes]],
    list[ColumnBuffers | None],
    DocumentBuffers,
]
"""Scores of all pages, whether each says anything, whether it has a record; number of records.

Then for each table the record, parent, number and place of its rows; all columns; and what can be
searched of the records.
"""

Extracted = tuple[list[RecordBuffers], bytes, bytes]
"""For each template its records; of each page the caps that were hit, and whether it has a leaf."""

def extract_pages(
    templates: list[CompiledTemplate],
    pages: list[bytes],
    charsets: list[str | None],
    addresses: list[str],
    jobs: int = 0,
    *,
    least: float = 0.0,
    with_sources: bool = True,
    markdown: bool = False,
    documents: DocumentWriter | None = None,
    heads: list[bytes] | None = None,
    limits: _Limits | None = None,
) -> Extracted:
    """Decode and parse pages on all cores and apply templates to them.

    The first to all, the others to those that score at least so much with the first, for which
    documents are written, too, each behind the head of its page. Free texts are written as Markdown
    where that is asked for.
    """

def write_index_segment(folder: _Path, documents: list[bytes]) -> None:
    """Write documents into the search index of a folder, which Tantivy made and which is empty."""

def extract_leaves(
    template: CompiledTemplate,
    pages: list[PageLeaves],
    addresses: list[str],
    *,
    with_sources: bool = True,
) -> Extracted:
    """Apply a template to pages whose leaves are known."""

def clean_page(
    data: bytes,
    charset: str | None,
    address: str,
    rewrite: _Callable[[str, str], str | None],
    limits: _Limits | None = None,
) -> tuple[str, bool]:
    """A page made harmless, with its elements marked, and whether it is only its texts.

    `rewrite` is given the absolute address of a style sheet or image, and `style` or `image`; it
    gives the address of a copy, or None.
    """

def clean_style(css: str, address: str, rewrite: _Callable[[str, str], str | None]) -> str:
    """A style sheet whose addresses are those of copies; `address` is its own."""

_Piece = tuple[int, int, int, int]
"""Mark of an element; position of a text in it, or -1; start and end in units of UTF-16."""

OverlaidLeaf = tuple[int, str, str, list[_Piece], str | None]
"""Kind, value, XPath, where it is in the frame, and why not."""

OverlaidTemplate = tuple[
    list[tuple[int, int, int, int, str, list[_Piece], str | None]],
    list[tuple[int, int, int, int, int, str]],
    list[bool],
]
"""Values: column, row or -1, item, leaf, text, where it is, and why not. Rows: number on the page,
table, row around it or -1, position in its table, mark or -1, XPath. For each leaf whether it is
one of the template's own texts."""

def overlay_page(
    templates: list[CompiledTemplate],
    data: bytes,
    charset: str | None,
    address: str,
    limits: _Limits | None = None,
) -> tuple[list[OverlaidLeaf], list[OverlaidTemplate]]:
    """All leaves of a page, and what each template reads of it, with places in the cleaned page."""
