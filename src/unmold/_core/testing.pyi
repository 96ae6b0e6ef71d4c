"""Every algorithm of the native core by itself, for tests and benchmarks.

Only a core that was built with the cargo feature `testing` has this module.
"""

from collections.abc import Iterable as _Iterable
from collections.abc import Sequence as _Sequence
from collections.abc import Set as _Set
from typing import final as _final

from unmold._core import Comparand as _Comparand
from unmold._core import ContentTree as _ContentTree
from unmold._core import PageLeaves as _PageLeaves
from unmold._core import _Numbers
from unmold.settings import Comparison as _Comparison
from unmold.settings import Limits as _Limits
from unmold.templates.parts import Region as _Region

def comparand(
    tree: LabelledTree,
    tags: _Numbers,
    class_names: _Sequence[str],
    names: _Sequence[str],
    settings: _Comparison | None = None,
) -> _Comparand:
    """Prepare a page; labels of the element tree and tags are indices of `names`."""

def parse_pages(
    pages: list[bytes],
    jobs: int = 0,
    limits: _Limits | None = None,
) -> dict[str, bytes]:
    """Decode and parse pages on that many threads, 0 for all cores; the GIL is released.

    Little-endian arrays leave, one number for each page: `nodes` (u32), `arena_bytes` (u64),
    `max_depth` (u32) and `problems` (u8, one bit for each cap that was hit).
    """

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

def hash_sequence(words: _Numbers) -> int:
    """The stable hash of a sequence of hashes."""

def hash_set(words: _Numbers) -> int:
    """The stable hash of a set of hashes."""

def overlap_similarity(first: _Numbers, second: _Numbers) -> float:
    """Shared members over the larger set: common paths, path shingles, tag sequence shingles."""

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

def content_trees(
    pages: list[bytes],
    jobs: int = 0,
    limits: _Limits | None = None,
) -> list[_ContentTree]:
    """Decode and parse pages on that many threads, 0 for all cores, and take their content."""

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

def region_leaves(
    page: _PageLeaves, given: _Region, row: int, texts: _Set[int], are_images: bool
) -> list[int]:
    """The leaves of a region in a row, or -1: its text without these of the template, or images."""
