"""Drift: a workspace and a new crawl enter, what changed on the site leaves.

The command `drift` shows it and guards a pipeline; `unmold.pipeline.accept_drift` learns the new
state.
"""

from unmold.drift.find import find_drift
from unmold.drift.findings import CODES, Drift, Finding, Severity, TemplateFit
from unmold.drift.settings import DriftSettings

__all__ = [
    "CODES",
    "Drift",
    "DriftSettings",
    "Finding",
    "Severity",
    "TemplateFit",
    "find_drift",
]
