"""Settings as frozen dataclasses: what a caller may turn, with the defaults and why they are so.

Nothing enters; every other layer reads. What was used is saved beside the results, so all fields
are plain.
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

    max_ratio: int = 200
    """Bytes out for each compressed byte in. Real pages reach 10 to 40, deflate's worst is 1032."""

    max_decompressed: int = 2048 * MEBIBYTE
    """Bytes that an archive record over `max_ratio` may come to before the archive is given up."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int) or value < 1:
                raise UsageError(f"{field.name} must be a whole number above 0, not {value!r}")
