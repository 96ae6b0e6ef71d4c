"""Pages given to known templates, or to none.

Training pages with their templates enter, answers about other pages leave. `instance` is the
classifier of the paper on template fingerprints (Hachenberg and Gottron, CIKM 2013, section 4),
`threshold` has those it is compared with, and `folds` the protocol by which they are.
"""

from unmold.clusters.classification.folds import (
    CrossValidation,
    cross_validate,
    deal_folds,
    draw_training,
)
from unmold.clusters.classification.instance import Answers, Conflict, InstanceClassifier
from unmold.clusters.classification.threshold import BASELINES, ThresholdClassifier, make_baseline

__all__ = [
    "BASELINES",
    "Answers",
    "Conflict",
    "CrossValidation",
    "InstanceClassifier",
    "ThresholdClassifier",
    "cross_validate",
    "deal_folds",
    "draw_training",
    "make_baseline",
]
