"""Drift: a workspace and a new crawl enter, what changed on the site leaves.

The command `drift` shows it and guards a pipeline; `unmold.pipeline.accept_drift` learns the new
state.
"""

from unmold.drift.baseline import Baseline
from unmold.drift.find import find_drift
from unmold.drift.findings import CODES, Drift, Finding, Severity, TemplateFit
from unmold.drift.identity import learn_again
from unmold.drift.settings import DriftSettings

__all__ = [
    "CODES",
    "Baseline",
    "Drift",
    "DriftSettings",
    "Finding",
    "Severity",
    "TemplateFit",
    "find_drift",
    "learn_again",
]
