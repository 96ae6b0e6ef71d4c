"""The UXClust paper again: its rates, its four thresholds, its baselines, and a million tuples."""

from unmold.bench.uxclust.report import UxClustReport, UxClustSettings, measure_uxclust

__all__ = ["UxClustReport", "UxClustSettings", "measure_uxclust"]
