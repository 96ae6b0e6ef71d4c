"""The probe: what a server answers when it is asked for a page that cannot exist.

An honest server says 404. Where it sends a page as if all were well, that page is kept, and stored
pages that look and read like it are soft 404s, whatever their URLs promise.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from urllib.parse import urljoin

from unmold.features.page import PageFeatures

ALIKE_PATHS = 0.9
"""The share of paths that the answers to two invented addresses have in common. A guess."""
ALIKE_TEXTS = 0.8
"""Texts differ where the page repeats the address that was asked for."""


def probe_url(start: str) -> str:
    """A URL of the site that nobody ever made."""
    name = hashlib.sha256(start.encode()).hexdigest()[:16]
    return urljoin(start, f"/unmold-asks-for-nothing-{name}")


@dataclass(frozen=True, slots=True)
class Probe:
    """How the answer to a request for nothing looks and reads."""

    paths: frozenset[str]
    texts: frozenset[str]

    @classmethod
    def of(cls, features: PageFeatures) -> Probe:
        return cls(frozenset(features.leaf_paths), frozenset(features.texts))

    @classmethod
    def from_json(cls, text: str) -> Probe:
        content = json.loads(text)
        return cls(frozenset(content["paths"]), frozenset(content["texts"]))

    def to_json(self) -> str:
        return json.dumps({"paths": sorted(self.paths), "texts": sorted(self.texts)})

    def is_like(self, features: PageFeatures) -> bool:
        """Whether a page is the same answer."""
        other = Probe.of(features)
        return (
            _share(self.paths, other.paths) >= ALIKE_PATHS
            and _share(self.texts, other.texts) >= ALIKE_TEXTS
        )


def _share(first: frozenset[str], second: frozenset[str]) -> float:
    """What two sets share of the larger one."""
    return len(first & second) / max(1, len(first), len(second))
