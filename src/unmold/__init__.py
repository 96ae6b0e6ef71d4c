"""unmold takes web pages out of their mold: finds templates, hands back data as tables.

The names below are the public ones. They are loaded when first used, so that `import unmold` costs
nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unmold._core import Tree
    from unmold.clusters import cluster_pages
    from unmold.evaluation import evaluate_clusters
    from unmold.features import compare_pages
    from unmold.model import Page, Problem
    from unmold.pages import read_pages
    from unmold.pipeline import run
    from unmold.records import Record, extract_records
    from unmold.report import write_report
    from unmold.settings import Limits
    from unmold.store import Workspace
    from unmold.templates import Template, induce_template

__version__ = "0.1.0"

__all__ = [
    "Limits",
    "Page",
    "Problem",
    "Record",
    "Template",
    "Tree",
    "Workspace",
    "__version__",
    "cluster_pages",
    "compare_pages",
    "evaluate_clusters",
    "extract_records",
    "induce_template",
    "read_pages",
    "run",
    "write_report",
]

_HOMES = {
    "Limits": "unmold.settings",
    "Page": "unmold.model",
    "Problem": "unmold.model",
    "Record": "unmold.records",
    "Template": "unmold.templates",
    "Tree": "unmold._core",
    "Workspace": "unmold.store",
    "cluster_pages": "unmold.clusters",
    "compare_pages": "unmold.features",
    "evaluate_clusters": "unmold.evaluation",
    "extract_records": "unmold.records",
    "induce_template": "unmold.templates",
    "read_pages": "unmold.pages",
    "run": "unmold.pipeline",
    "write_report": "unmold.report",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
