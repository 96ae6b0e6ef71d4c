"""The signature of a template: what its pages have that others lack.

Four views of a page are sets: leaf paths, `tag.class` tokens, leaf paths of the main region, and
label texts; the views by which the default method clusters. Of each view the items are kept that
several pages of the sample have, with the pages that have them: from that follow their shares, and
how well each page is known by the others. Next: `unmold.records` gives pages to templates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unmold.features import Features, Ragged, compute_features
from unmold.features.table import FINGERPRINT_LENGTH
from unmold.model import Page
from unmold.settings import Limits

VIEWS = ("leaf_paths", "class_tokens", "main_paths", "labels")
COLUMNS = ("fingerprints", *VIEWS)
"""What looks are made of, and what whoever compares pages with them reads."""

MAX_PAGES = 50
"""Pages that a signature is made of: more hardly change it. A guess."""
MAX_ITEMS = 5000
"""Of one view; the most frequent ones. Honest pages have some hundreds."""

RARE_FROM = 10
"""In samples of at least this many pages, what is on one page alone is content. A guess."""


@dataclass(frozen=True, slots=True, eq=False)
class ViewSignature:
    """One view of the pages of a sample."""

    items: NDArray[np.uint64]
    """The items that were kept, ascending."""
    bits: NDArray[np.uint8]
    """Which page has which item: a row for each item, a bit for each page."""
    others: NDArray[np.int64]
    """For each page, how many items it has that were not kept."""

    @property
    def has(self) -> NDArray[np.bool_]:
        """Which page (column) has which item (row)."""
        return np.unpackbits(self.bits, axis=1, count=len(self.others)).astype(np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """What the pages of a sample look like."""

    fingerprints: NDArray[np.uint8]
    """The distinct ones, one in each row."""
    views: dict[str, ViewSignature]

    @property
    def pages(self) -> int:
        """How many pages were looked at."""
        return len(self.views[VIEWS[0]].others)

    @property
    def min_pages(self) -> int:
        """On how many of them an item must be to be known."""
        return known_from(self.pages)


def known_from(pages: int) -> int:
    """On how many of a sample's pages an item must be to be the template's."""
    return 2 if pages >= RARE_FROM else 1


def describe_signature(
    pages: Sequence[Page], limits: Limits, *, jobs: int = 0, features: Features | None = None
) -> Signature:
    """The signature of pages that share a template; of many, some that are spread evenly.

    Features that are known already, by the keys of pages, are not computed again.
    """
    chosen = [pages[position] for position in spread(len(pages))]
    if features is None:
        return signature_of(compute_features(chosen, columns=COLUMNS, limits=limits, jobs=jobs))
    rows = {key: row for row, key in enumerate(features.keys)}
    return signature_of(features.select(np.array([rows[page.key] for page in chosen], np.int64)))


def spread(count: int) -> list[int]:
    """Up to MAX_PAGES positions, evenly spread."""
    wanted = min(count, MAX_PAGES)
    return [position * count // wanted for position in range(wanted)]


def signature_of(features: Features) -> Signature:
    """The signature of pages whose features were computed."""
    return Signature(
        fingerprints=np.unique(features.fingerprints, axis=0),
        views={name: _view(getattr(features, name)) for name in VIEWS},
    )


def _view(column: Ragged) -> ViewSignature:
    pages = len(column)
    rows = np.repeat(np.arange(pages), column.lengths.astype(np.int64))
    items, inverse, counts = np.unique(column.values, return_inverse=True, return_counts=True)
    kept = counts >= known_from(pages)
    if kept.sum() > MAX_ITEMS:
        frequent = np.argsort(np.where(kept, -counts, 1), kind="stable")[:MAX_ITEMS]
        kept = np.zeros(len(items), np.bool_)
        kept[frequent] = True
    places = inverse.reshape(-1)
    used = kept[places]
    has = np.zeros((int(kept.sum()), pages), np.bool_)
    has[(np.cumsum(kept) - 1)[places[used]], rows[used]] = True
    others = np.bincount(rows[~used], minlength=pages)
    return ViewSignature(items[kept], np.packbits(has, axis=1), others)


def signature_to_json(signature: Signature) -> dict[str, Any]:
    """Signature as plain values; items that the same pages have are together."""
    return {
        "pages": signature.pages,
        "fingerprints": [row.tobytes().hex() for row in signature.fingerprints],
        "views": {name: _view_to_json(view) for name, view in signature.views.items()},
    }


def _view_to_json(view: ViewSignature) -> dict[str, Any]:
    items: defaultdict[str, list[str]] = defaultdict(list)
    for item, bits in zip(view.items.tolist(), view.bits, strict=True):
        items[bits.tobytes().hex()].append(f"{item:016x}")
    # One string for each group: a template is read by people too, and these lines are long.
    joined = {pages: " ".join(found) for pages, found in sorted(items.items())}
    return {"others": view.others.tolist(), "items": joined}


def signature_from_json(data: dict[str, Any]) -> Signature:
    """The signature of plain values; whatever does not fit raises."""
    pages = int(data["pages"])
    rows = b"".join(bytes.fromhex(text) for text in data["fingerprints"])
    fingerprints = np.frombuffer(rows, np.uint8).reshape(-1, FINGERPRINT_LENGTH)
    views = {name: _view_from_json(data["views"][name], pages) for name in VIEWS}
    return Signature(fingerprints, views)


def _view_from_json(data: dict[str, Any], pages: int) -> ViewSignature:
    items: list[int] = []
    rows: list[bytes] = []
    for bits, joined in data["items"].items():
        found = [int(item, 16) for item in joined.split()]
        items += found
        rows += [bytes.fromhex(bits)] * len(found)
    others = np.array(data["others"], np.int64)
    if others.shape != (pages,):
        raise ValueError("expected a number for each page")
    packed = np.frombuffer(b"".join(rows), np.uint8).reshape(len(items), (pages + 7) // 8)
    order = np.argsort(np.array(items, np.uint64))
    return ViewSignature(np.array(items, np.uint64)[order], packed[order], others)
