"""The native core as Python sees it: bytes of a page enter, text and trees leave."""

from collections.abc import Iterable as _Iterable
from collections.abc import Iterator
from collections.abc import Sequence as _Sequence
from collections.abc import Set as _Set
from typing import Any
from typing import Protocol as _Protocol
from typing import final as _final

from typing_extensions import Buffer as _Buffer

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
        max_growth: int | None = None,
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
    max_growth: int | None = None,
) -> dict[str, bytes]:
    """Decode and parse pages on so many threads, 0 for all cores; the GIL is released.

    Little-endian arrays leave, one number for each page: `nodes` (u32), `arena_bytes` (u64),
    `max_depth` (u32) and `problems` (u8, one bit for each cap that was hit).
    """

def extract_features(
    pages: list[bytes],
    addresses: _Sequence[str],
    charsets: _Sequence[str | None],
    names: _Sequence[str],
    jobs: int = 0,
    *,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_depth: int | None = None,
    max_attributes: int | None = None,
    max_growth: int | None = None,
) -> tuple[dict[str, list[bytes]], bytes]:
    """Decode and parse pages on so many threads, 0 for all cores, and compute some features.

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
    *,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_depth: int | None = None,
    max_attributes: int | None = None,
    max_growth: int | None = None,
) -> dict[str, Any]:
    """The features of one page as a person reads them."""

# ---- Measures: how alike two trees, sequences or sets are ----
#
# Numbers may be any sequence of integers or a buffer of the matching type (NumPy's uint32 for
# labels, tags, depths and positions, int64 for parents, uint8 for kinds, uint64 for hashes). What
# can exceed its budget gives a value and None, or None and the reason.

_Numbers = _Sequence[int] | _Buffer

@_final
class LabelledTree:
    """An ordered labelled tree in preorder, held natively; it may have no node at all."""

    def __new__(
        cls,
        labels: _Numbers,
        parents: _Numbers,
        kinds: _Numbers | None = None,
        contents: _Numbers | None = None,
    ) -> LabelledTree:
        """Build a tree from labels and parents in preorder; the root's parent is -1.

        `kinds` says which nodes are elements (0), texts (1) or images (2), `contents` holds hashes
        of what texts and images contain. Raises ValueError where the arrays describe no tree.
        """

    @staticmethod
    def from_depths(
        labels: _Numbers,
        depths: _Numbers,
        kinds: _Numbers | None = None,
        contents: _Numbers | None = None,
    ) -> LabelledTree:
        """Build a tree from labels and depths in preorder; the root's depth is 0."""

    def __len__(self) -> int: ...

def tree_edit_distance(
    first: LabelledTree,
    second: LabelledTree,
    *,
    insert: int = 1,
    delete: int = 1,
    rename: int = 1,
    max_cells: int | None = None,
    max_table: int | None = None,
) -> tuple[int | None, str | None]:
    """The exact tree edit distance; costs lie between 1 and 1000."""

def tree_edit_distance_within(
    first: LabelledTree,
    second: LabelledTree,
    cutoff: int,
    *,
    max_cells: int | None = None,
    max_table: int | None = None,
) -> tuple[int | None, str | None]:
    """The unit-cost tree edit distance; None without a reason if it is beyond the cutoff."""

def tree_edit_similarity(
    first: LabelledTree,
    second: LabelledTree,
    *,
    normalisation: str = "sum",
    max_cells: int | None = None,
    max_table: int | None = None,
) -> tuple[float | None, str | None]:
    """The unit-cost tree edit distance as a similarity, over the `sum` or `max` of the sizes."""

def tree_edit_bound(first: LabelledTree, second: LabelledTree) -> int:
    """A lower bound of the unit-cost tree edit distance, in linear time."""

def rtdm_distance(
    first: LabelledTree, second: LabelledTree, *, max_cells: int | None = None
) -> tuple[int | None, str | None]:
    """The restricted top-down mapping distance."""

def rtdm_similarity(
    first: LabelledTree, second: LabelledTree, *, max_cells: int | None = None
) -> tuple[float | None, str | None]:
    """RTDM as a similarity: one minus the distance over the nodes of both trees."""

def tree_matching(
    first: LabelledTree,
    second: LabelledTree,
    *,
    textual: bool = False,
    max_cells: int | None = None,
) -> tuple[int | None, str | None]:
    """The node pairs of simple tree matching; `textual` also compares contents of data nodes."""

def tree_matching_similarity(
    first: LabelledTree,
    second: LabelledTree,
    *,
    normalisation: str = "setaware",
    textual: bool = False,
    max_cells: int | None = None,
) -> tuple[float | None, str | None]:
    """Simple tree matching as a similarity, normalised by `max`, `avg` or `setaware`."""

def pq_gram_profile(tree: LabelledTree, p: int = 2, q: int = 3) -> list[int]:
    """The sorted bag of a tree's pq-grams, as hashes."""

def pq_gram_similarity(first: _Numbers, second: _Numbers, *, kind: str = "dice") -> float:
    """The similarity of two bags of pq-grams, `dice` or `bag`."""

def hash_bytes(data: bytes) -> int:
    """The stable 64-bit hash of bytes: the same on every machine and in every version."""

def hash_sequence(words: _Numbers) -> int:
    """The stable hash of a sequence of hashes."""

def hash_set(words: _Numbers) -> int:
    """The stable hash of a set of hashes."""

def hash_path(steps: _Sequence[str]) -> int:
    """The stable hash of a path, given its steps from the root."""

def overlap_similarity(first: _Numbers, second: _Numbers) -> float:
    """Shared members over the larger set: common paths, path shingles, tag sequence shingles."""

def jaccard_similarity(first: _Numbers, second: _Numbers) -> float:
    """Shared members over all members: path Jaccard, style."""

def structure_style_similarity(structure: float, style: float, kappa: float = 0.5) -> float:
    """The mean of structure and style, in which structure weighs `kappa`."""

def leaf_paths(tree: LabelledTree, names: _Sequence[str]) -> list[int]:
    """The hashes of all root-to-leaf paths in document order; labels are indices of `names`."""

def path_shingles(
    tree: LabelledTree, names: _Sequence[str], *, width: int = 3, reading: str = "steps"
) -> list[int]:
    """The set of path shingles: windows of `steps` in paths, or of whole paths in `sequence`."""

def tag_shingles(tags: _Sequence[str], *, width: int = 4) -> list[int]:
    """The set of windows of a tag sequence."""

def tag_vector_distance(first: _Numbers, second: _Numbers) -> float:
    """The Euclidean distance of the tag counts of two tag sequences."""

def tag_vector_similarity(first: _Numbers, second: _Numbers) -> float:
    """The tag vector distance as a similarity."""

def common_subsequence(
    first: _Numbers, second: _Numbers, *, max_cells: int | None = None
) -> tuple[int | None, str | None]:
    """The length of the longest common subsequence of two tag sequences."""

def subsequence_similarity(
    first: _Numbers, second: _Numbers, *, max_cells: int | None = None
) -> tuple[float | None, str | None]:
    """LCTS: the length of the longest common subsequence over that of the longer sequence."""

def sequence_digest(tags: _Sequence[str]) -> bytes:
    """The MD5 digest of the tags joined by blanks."""

def header_part(tags: _Sequence[str]) -> list[str] | None:
    """The part of a tag sequence that MDH5 compares; None where a page has no header."""

def fingerprint(tags: _Iterable[str]) -> bytes:
    """The fingerprint of a tag sequence, 25 bytes; reads no more tags than it needs."""

def fingerprint_similarity(first: bytes, second: bytes) -> float:
    """Equal entries of two fingerprints over all entries."""

def is_same_template(first: bytes, second: bytes) -> bool:
    """Whether two fingerprints differ by one edit at most."""

def levenshtein(
    first: bytes, second: bytes, *, max_cells: int | None = None
) -> tuple[int | None, str | None]:
    """The Levenshtein distance of two byte strings."""

def within_one_edit(first: bytes, second: bytes) -> bool:
    """Whether one edit or none turns one byte string into the other, in linear time."""

@_final
class Comparand:
    """A page with all that can be prepared before it is compared."""

    def __new__(
        cls,
        tree: LabelledTree,
        tags: _Numbers,
        class_names: _Sequence[str],
        names: _Sequence[str],
        *,
        path_reading: str = "steps",
        path_width: int = 3,
        tag_width: int = 4,
        p: int = 2,
        q: int = 3,
    ) -> Comparand:
        """Prepare a page; labels of the element tree and tags are indices of `names`."""

    @property
    def problems(self) -> list[str]:
        """The codes of the caps that cut the page."""

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
    *,
    path_reading: str = "steps",
    path_width: int = 3,
    tag_width: int = 4,
    p: int = 2,
    q: int = 3,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_depth: int | None = None,
    max_attributes: int | None = None,
    max_growth: int | None = None,
) -> list[Comparand]:
    """Decode and parse pages on so many threads, 0 for all cores, and prepare each."""

def measure_names() -> list[str]:
    """The names of all measures."""

def compare_pairs(
    pages: _Sequence[Comparand],
    firsts: _Numbers,
    seconds: _Numbers,
    measures: _Sequence[str],
    *,
    jobs: int = 0,
    kappa: float = 0.5,
    pq_gram_kind: str = "dice",
    matching_normalisation: str = "setaware",
    max_cells: int | None = None,
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
    max_table: int | None = None,
) -> Neighbours:
    """Find all pairs whose similarity in structure and style reaches the threshold.

    If `indexed`, only among those pairs that an index of their paths finds.
    """

def shared_neighbour_clusters(
    pages: int, firsts: _Numbers, seconds: _Numbers, overlap: float, max_rounds: int = 100
) -> tuple[bytes, int]:
    """The cluster of every page (u32), where `firsts[i]` and `seconds[i]` are neighbours."""

def find_nearest(
    pages: _Sequence[Comparand],
    neighbours: int,
    *,
    kappa: float = 0.5,
    jobs: int = 0,
    max_cells: int | None = None,
    max_table: int | None = None,
) -> NearestPages:
    """Find for every page those most similar in structure and style, and all as near."""

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
    max_growth: int | None = None,
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
        pages: _Sequence[ContentTree],
        *,
        mode: str = "strict",
        tolerance: float = 0.2,
        max_steps: int | None = None,
        jobs: int = 0,
    ) -> list[PatternMatch]:
        """Match pages `strict`, as in the `paper`, or `tolerant`, on so many threads."""

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

def align_columns(
    columns: _Sequence[_Sequence[int]], is_data: _Sequence[bool]
) -> list[tuple[list[tuple[int, int]], bool]]:
    """Align columns of symbols: for each row its cells and whether it holds variant data.

    A cell is a column and a position in it. `is_data` says for each symbol whether it is data.
    """

def compress_columns(
    columns: _Sequence[_Sequence[int]],
    structures: _Sequence[int],
    is_data: _Sequence[bool],
    extended: bool = False,
) -> list[tuple[str, int, bool, bool, list[tuple[int, int]]]]:
    """Align and compress columns of symbols: one entry for each part of the template.

    Kind of symbol (`exact`, `structure`, `variant`), its number, set or not, optional or not, and
    the cells.
    """

def mine_letters(expression: str, *, mining: str = "containment", extended: bool = False) -> str:
    """Mine an expression over letters such as `aab(c)?`, by `containment` or `collapse`."""

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

    def names(self) -> list[str]:
        """The names of meta elements and the paths of JSON-LD values; empty for other leaves."""

    def hints(self) -> list[str]:
        """Tag, itemprop and class of each leaf's element, joined by tabs, if markup was kept."""

    @property
    def language(self) -> str:
        """The language that the page says it is written in, or empty; if markup was kept."""

    def headers(self) -> list[str]:
        """The header of each leaf's column in a table, if markup was kept."""

    def items(self, levels: int) -> list[int]:
        """For each leaf the list item at most so many elements above it, or -1."""

    def around(self, node: int) -> list[str]:
        """Tag, itemprop, class and id of a node and the elements around it, if markup was kept."""

    def leaf_nodes(self) -> list[int]:
        """The node of each leaf."""

    def blocks(self) -> list[int]:
        """For each leaf the block that it stands in, or -1."""

    def container_keys(self, nodes: list[int]) -> list[tuple[int, ...]]:
        """The keys of elements as containers of text, from what names one to its position."""

    def region(
        self,
        keys: list[int],
        anchor: int,
        after: int,
        until: set[int],
        without: set[int],
        texts: set[int],
        row: int,
    ) -> list[int]:
        """The paragraphs of the element with the first of these keys that holds the anchor.

        In a row unless that is -1, behind one template text and up to some others, without some
        elements and the template's own texts.
        """

    def region_images(self, keys: list[int], anchor: int, without: set[int], row: int) -> list[int]:
        """The images of such an element."""

    def elements(self) -> list[str]:
        """Tag, itemprop, class and id of each node's element; empty for what is no element."""

    def row_keys(self, nodes: list[int]) -> list[tuple[int, int, int, int, int, int, int]]:
        """The keys of elements as rows: path and class, path and tag, with parent, class alone,
        last steps, all classes.
        """

    def parents(self, nodes: list[int]) -> list[int]:
        """The parents of nodes."""

    def in_text(self, nodes: list[int]) -> list[bool]:
        """Whether text stands beside each of these nodes, directly in its parent."""

    def repeated(self) -> set[int]:
        """The first keys of the elements that repeat among their siblings."""

    def kinds(self) -> list[tuple[int, bool]]:
        """For each leaf its kind, and whether it stands in a label element."""

    def text_ids(self) -> list[int]:
        """For each leaf the identity of the template text that it could be; 0 if it can be none."""

    def plain_text_ids(self) -> list[int]:
        """For each leaf the identity of its text wherever it stands; 0 if it is too long."""

    def own_label_ids(self) -> list[int]:
        """For each leaf the identity of the label that its text begins with; 0 if there is none."""

    def data(self, texts: _Set[int]) -> list[tuple[int, int, int, list[int]]]:
        """The leaves that are none of these template texts: position, label, text before, keys.

        Label and text before are positions, or -1.
        """

    def cells(
        self, texts: _Set[int], kinds: _Set[int], leaders: _Set[int]
    ) -> list[tuple[int, int, int, int]]:
        """The cells that those leaves may be: position, row node, kind of row, key.

        Those of one leaf stand together, that of its outermost row first.
        Rows are elements of these kinds, or siblings from a leader on; such a row's kind is that of
        its leader with all bits turned.
        """

    def text_rows(
        self, texts: _Set[int], kinds: _Set[int], leaders: _Set[int]
    ) -> list[tuple[int, int, int, int]]:
        """The rows that these template texts stand in: position, row node, kind, text."""

    @property
    def nodes(self) -> int:
        """How many nodes the page has."""

    @property
    def problems(self) -> int:
        """The caps that were hit, as bits."""

@_final
class LeafMatcher:
    """What a template looks for on every page: its texts and keys by number, and its tables.

    A table is its id, the keys of its rows, whether rows are siblings together, the number of the
    table around it or -1, and whether labels in its rows are data, as other texts are.
    """

    def __new__(
        cls, texts: list[int], keys: list[int], tables: list[tuple[int, list[int], bool, int, bool]]
    ) -> LeafMatcher: ...
    def find(
        self, page: PageLeaves
    ) -> tuple[list[int], list[tuple[int, int, int]], list[tuple[int, int, int]]]:
        """The texts found; for each key its number, leaf, row or -1; rows: table, node, parent."""

    def assign(
        self, page: PageLeaves
    ) -> tuple[list[tuple[int, int, tuple[int, int, int, int], int]], list[tuple[int, int, int]]]:
        """The leaves in rows: position, row, keys, label or -1; and the rows as in `find`."""

def pattern_repeats(
    pages: list[PageLeaves], settings: _InductionSettings, max_steps: int
) -> tuple[PatternTree, list[tuple[str, str]], list[list[tuple[int, list[int]]] | None]]:
    """The pattern of pages, what was cut short, and for each page the turns of its sets.

    A turn is the set and the elements that are siblings in it.
    """

def page_leaves(
    pages: list[bytes],
    charsets: list[str | None],
    jobs: int = 0,
    *,
    with_markup: bool = False,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_depth: int | None = None,
    max_attributes: int | None = None,
    max_growth: int | None = None,
) -> list[PageLeaves]:
    """Decode and parse pages on so many threads (0: all cores) and find their leaves."""

def strip_pages(
    pages: list[bytes],
    charsets: _Sequence[str | None],
    shared: _Numbers,
    jobs: int = 0,
    *,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_depth: int | None = None,
    max_attributes: int | None = None,
    max_growth: int | None = None,
) -> list[tuple[str, list[str], int]]:
    """Leave out of pages what is shared: hashes of element paths and content paths.

    For each page, what is left as HTML and as lines of text, and the caps that were hit as bits.
    """
