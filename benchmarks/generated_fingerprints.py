"""Fingerprints of an invented crawl, as many as wanted: many lone pages, few large templates.

The shares are those of the crawl in Hachenberg and Gottron (CIKM 2013, table 7): of 3,657,105
documents 2.4 million have a template of their own, the others share 0.2 million templates whose
sizes follow a power law up to 16,411. Entries vary as they do on real pages: the first hardly,
later ones more, so that the two sides of a split at 17 hold about as much information.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ENTRIES = 25
CRAWL = 3_657_105

_LONE_SHARE = 0.6563
_CLUSTER_SHARE = 0.7122
_LARGEST_SHARE = 16_411 / CRAWL
_VARIED_SHARE = 0.15
_VARIANTS = 6
"""The share of the documents of a shared template that differ from it in one entry, in few ways."""


@dataclass(frozen=True)
class Variety:
    """How freely entries vary: the exponents of the Zipf law at the first and the last entry."""

    first: float
    last: float


REAL = Variety(2.2, 1.0)
ALIKE = Variety(3.2, 1.4)
"""Pages that begin much alike, so that many share the first 17 entries."""


def generate_fingerprints(
    documents: int, variety: Variety = REAL, seed: int = 1
) -> NDArray[np.uint8]:
    """The fingerprints of `count` documents, in random order."""
    random = np.random.default_rng(seed)
    sizes = template_sizes(documents)
    template_of = np.repeat(np.arange(len(sizes)), sizes)
    templates = _draw_templates(len(sizes), variety, random)
    return _draw_documents(templates, random.permutation(template_of), sizes, random)


def generate_training(documents: int, templates: int = 50, seed: int = 1) -> NDArray[np.uint8]:
    """The fingerprints of `count` documents of few templates, all of about the same size."""
    random = np.random.default_rng(seed)
    template_of = random.integers(0, templates, documents)
    sizes = np.full(templates, documents)
    return _draw_documents(_draw_templates(templates, REAL, random), template_of, sizes, random)


def template_sizes(documents: int) -> NDArray[np.int64]:
    """How many documents each template has: lone ones first, then by size."""
    lone = int(documents * _LONE_SHARE)
    shared = int(documents * _CLUSTER_SHARE) - lone
    largest = max(3, int(documents * _LARGEST_SHARE))
    sizes = _power_law_sizes(shared - 1, documents - lone - largest, largest)
    return np.concatenate([np.ones(lone, np.int64), sizes, [documents - lone - sizes.sum()]])


def _power_law_sizes(count: int, total: int, largest: int) -> NDArray[np.int64]:
    """Sizes from 2 on that follow a power law and sum up to about the total."""
    sizes = np.arange(2, largest)
    low, high = 1.0, 6.0
    for _ in range(50):
        exponent = (low + high) / 2
        weights = sizes**-exponent
        if (weights * sizes).sum() / weights.sum() > total / count:
            low = exponent
        else:
            high = exponent
    shares = np.cumsum(weights) / weights.sum()
    return sizes[np.searchsorted(shares, (np.arange(count) + 0.5) / count)].astype(np.int64)


def _draw_templates(count: int, variety: Variety, random: np.random.Generator) -> NDArray[np.uint8]:
    """Entry j refers to one of j earlier ones or to none; the last two say which are likely."""
    prints = np.zeros((count, ENTRIES), np.uint8)
    for place in range(3, ENTRIES):
        progress = (place - 3) / (ENTRIES - 4)
        exponent = variety.first + (variety.last - variety.first) * progress
        weights = np.arange(1, place + 2) ** -exponent
        ranks = np.searchsorted(np.cumsum(weights) / weights.sum(), random.random(count))
        context = prints[:, place - 1].astype(np.int64) * 31 + prints[:, place - 2] * 17 + place
        prints[:, place] = (context * 7919 + ranks.clip(0, place)) % (place + 1)
    return prints


def _draw_documents(
    templates: NDArray[np.uint8],
    template_of: NDArray[np.int64],
    sizes: NDArray[np.int64],
    random: np.random.Generator,
) -> NDArray[np.uint8]:
    """Documents of shared templates mostly have their template's fingerprint, some a variant."""
    fingerprints = templates[template_of]
    is_varied = (sizes[template_of] > 1) & (random.random(len(template_of)) < _VARIED_SHARE)
    rows = np.flatnonzero(is_varied)
    variant = random.geometric(0.5, len(rows)).clip(1, _VARIANTS)
    # A template and the number of a variant decide what it is.
    chance = (template_of[rows] * 7919 + variant * 104_729) % 1_000_003
    places = 3 + chance % (ENTRIES - 3)
    fingerprints[rows, places] = chance // (ENTRIES - 3) % (places + 1)
    return fingerprints
