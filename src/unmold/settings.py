"""Settings as frozen dataclasses: what a caller may change, with the defaults and why.

What was used is saved beside the results, so all fields are plain.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from unmold.errors import UsageError

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one page may cost. Generous: no honest page of the development corpora comes near.

    A page over `max_bytes` or over a compression limit is set aside; a page over the others is cut
    while its tree is built. Either way there is a problem that says so.
    """

    max_bytes: int = 64 * MEBIBYTE
    """Bytes of one page after decompression."""

    max_nodes: int = 5_000_000
    """Nodes of one tree."""

    max_depth: int = 512
    """Open elements of one tree: what browsers allow; deeper elements become siblings."""

    max_attributes: int = 4096
    """Attributes of one element."""

    max_growth: int = 2
    """Bytes that formatting elements left open may repeat, for each byte of the page.

    They are opened again in every block that follows, each time as if the page had written their
    tags there: a page of 0.4 MB became a tree of 5,000,000 nodes. The 21,079 pages of the
    development corpora repeat at most 0.074 bytes for each of theirs. Every page may repeat 64 KiB
    besides.
    """

    max_ratio: int = 200
    """Bytes out for each compressed byte in. Real pages reach 10 to 40, deflate's worst is 1032."""

    max_decompressed: int = 2048 * MEBIBYTE
    """Bytes that an archive record over `max_ratio` may come to before the archive is given up."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int) or value < 1:
                raise UsageError(f"{field.name} must be a whole number above 0, not {value!r}")


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two pages are compared, for the measures that leave a choice."""

    kappa: float = 0.5
    """The weight of structure against style in `structure-style`."""

    path_reading: str = "steps"
    """What path shingles are windows of: `steps` inside each path, or the `sequence` of paths."""

    path_width: int = 3
    """The width of path shingles."""

    tag_width: int = 4
    """The width of tag sequence shingles (`ctss`)."""

    p: int = 2
    """The ancestors in a pq-gram, the node itself included."""

    q: int = 3
    """The children in a pq-gram."""

    pq_gram_kind: str = "dice"
    """How bags of pq-grams are compared: `dice` or `bag`."""

    matching_normalisation: str = "setaware"
    """How simple tree matching is made a similarity: `setaware`, `max` or `avg`."""

    max_cells: int | None = None
    """The work that one tree comparison may cost; None for the core's default."""

    def __post_init__(self) -> None:
        if not 0 <= self.kappa <= 1:
            raise UsageError(f"kappa must be between 0 and 1, not {self.kappa!r}")
        for name in ("path_width", "tag_width", "p", "q"):
            value = getattr(self, name)
            if not isinstance(value, int) or not 1 <= value <= MAX_WIDTH:
                raise UsageError(f"{name} must be between 1 and {MAX_WIDTH}, not {value!r}")
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise UsageError(f"{name} must be one of {', '.join(choices)}, not {value!r}")


MAX_WIDTH = 255
"""Wider windows hold more than pages do. A guess."""

_CHOICES = {
    "path_reading": ("steps", "sequence"),
    "pq_gram_kind": ("dice", "bag"),
    "matching_normalisation": ("setaware", "max", "avg"),
}


@dataclass(frozen=True, slots=True)
class Induction:
    """How a template is learned from pages."""

    sample_size: int = 50
    """Pages that are looked at; more of them add nothing."""

    max_columns: int = 96
    """Columns of a template, those of child tables included."""

    ascii_names: bool = False
    """Whether names of templates, tables and columns are spelled in ASCII."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "ascii_names":
                continue
            if not isinstance(value, int) or value < 1:
                raise UsageError(f"{field.name} must be a whole number above 0, not {value!r}")
