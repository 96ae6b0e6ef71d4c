"""Metrics against gold: how right a clustering, a classification or a table is.

For `unmold evaluate`, the benchmarks and anybody who tunes a method. Labels are counted from sparse
contingency tables, in the time of a sort, and no number is NaN. `columns` is the one scorer of
columns, `table_scores` compares whole tables with what a person would deliver.
"""

from unmold.evaluation.classification import (
    NONE,
    Classification,
    Rates,
    average_rates,
    evaluate_classes,
)
from unmold.evaluation.counts import BinaryCounts
from unmold.evaluation.evaluate import Evaluation, evaluate_clusters
from unmold.evaluation.label_files import Gold, evaluate_files, read_clusters, read_gold
from unmold.evaluation.labels import UNCLUSTERED
from unmold.evaluation.one_class import TemplateScore, score_one_class
from unmold.evaluation.pairs import PairCounts
from unmold.evaluation.partition import Information, Purity
from unmold.evaluation.scores import Scores

__all__ = [
    "NONE",
    "UNCLUSTERED",
    "BinaryCounts",
    "Classification",
    "Evaluation",
    "Gold",
    "Information",
    "PairCounts",
    "Purity",
    "Rates",
    "Scores",
    "TemplateScore",
    "average_rates",
    "evaluate_classes",
    "evaluate_clusters",
    "evaluate_files",
    "read_clusters",
    "read_gold",
    "score_one_class",
]
