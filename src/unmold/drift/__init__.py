"""Drift: what changed on a site since its templates were learned.

The command `drift` prints it and can stop a pipeline; `unmold.pipeline.accept_drift` learns the new
state.
"""

from unmold.drift.baseline import Baseline
from unmold.drift.detect import find_drift
from unmold.drift.findings import CODES, Drift, DriftSettings, Finding, Severity, TemplateFit
from unmold.drift.identity import keep_schema, learn_again

__all__ = [
    "CODES",
    "Baseline",
    "Drift",
    "DriftSettings",
    "Finding",
    "Severity",
    "TemplateFit",
    "find_drift",
    "keep_schema",
    "learn_again",
]
