"""What each step of `auto` adds, what it costs, and where it is still wrong.

Every step is left out once. A gain is the mean over sites of the difference, with the standard
error of that mean. Costs are those of clustering alone, from features. `python -m` this module
keeps the figures and writes them into docs/reference/auto.md.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.update_docs import RESULTS, render_document
from unmold.bench.corpus import Corpus, find_corpora
from unmold.bench.measuring import Measured
from unmold.bench.quality import evaluate_labels, rates_of
from unmold.clusters.auto import AutoClusterer
from unmold.clusters.cluster import rows_by_site
from unmold.features import Features, compute_features

NAME = "ablation"
DOCUMENT = Path(__file__).parent.parent / "docs" / "reference" / "auto.md"
CORPORA = ("various", "wild", "ampshops", "debdocs", "swde", "openjdk17", "recipes")

STEPS: dict[str, dict[str, Any]] = {
    "the second look inside clusters": {"inner_similarity": None},
    "one-sided merges": {"one_sided": False},
    "kinds in one frame": {"kinds": False},
    "constant texts": {"texts": False},
    "lone pages": {"lone": False},
    "strays in no cluster": {"strays": False},
}
"""What is left out, and how."""

COST_PAGES = (100, 300, 1000, 3000, 10000)
WORST = 10

Labels = NDArray[np.int64]
Rates = dict[str, dict[str, float]]
"""By site its rates."""


def load(corpus: Corpus) -> Features:
    columns = {*AutoClusterer.reads, *AutoClusterer.reads_later}
    return compute_features(corpus.read_pages(), columns=columns)


def cluster(features: Features, settings: dict[str, Any]) -> Labels:
    labels = np.empty(len(features), np.int64)
    for rows in rows_by_site(features.sites):
        labels[rows] = AutoClusterer(**settings).fit_predict(features.select(rows))
    return labels


def rate(labels: Labels, features: Features, corpus: Corpus) -> Rates:
    evaluation = evaluate_labels(labels, features, corpus)
    return {site: rates_of(scores) for site, scores in evaluation.sites.items()}


def compare(whole: Rates, without: Rates, name: str) -> tuple[float, float]:
    """What a step adds to a rate: the mean over sites, and its standard error."""
    gains = np.array([whole[site][name] - without[site][name] for site in whole])
    error = gains.std(ddof=1) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return float(gains.mean()), float(error)


def explain_error(labels: Labels, gold: list[str]) -> str:
    """The largest mistake on a site: which kinds are together, or which kind is in pieces."""
    kinds = np.array([kind.rpartition(":")[2] for kind in gold])
    mistakes: Counter[str] = Counter()
    for label in np.unique(labels[labels >= 0]):
        counts = Counter(kinds[labels == label]).most_common()
        for kind, count in counts[1:]:
            name = f"{count} {kind} among {counts[0][1]} {counts[0][0]}"
            mistakes[name] += count * counts[0][1]
    for kind in np.unique(kinds):
        sizes = sorted(Counter(labels[kinds == kind].tolist()).values(), reverse=True)
        if len(sizes) > 1:
            shown = ", ".join(map(str, sizes[:4])) + (", ..." if len(sizes) > 4 else "")
            mistakes[f"{kind} in pieces of {shown}"] += sizes[0] * sum(sizes[1:])
    return "; ".join(name for name, _ in mistakes.most_common(2)) or "none"


def measure_costs(features: Features) -> list[dict[str, float]]:
    """Processor time of clustering so many pages of one site, spread over it."""
    found = []
    for pages in COST_PAGES:
        rows = np.linspace(0, len(features) - 1, min(pages, len(features))).astype(np.int64)
        some = Features.from_arrow(features.select(rows).to_arrow())
        start = process_time()
        AutoClusterer().fit(some)
        found.append({"pages": len(rows), "seconds": round(process_time() - start, 2)})
    return found


def measure() -> dict[str, Any]:
    corpora = {corpus.name: corpus for corpus in find_corpora() if corpus.name in CORPORA}
    rows: list[dict[str, Any]] = []
    sites: list[dict[str, Any]] = []
    costs: list[dict[str, float]] = []
    for name in (name for name in CORPORA if name in corpora):
        corpus = corpora[name]
        features = load(corpus)
        labels = cluster(features, {})
        whole = rate(labels, features, corpus)
        means = {
            key: float(np.mean([site[key] for site in whole.values()])) for key in ("ari", "f1")
        }
        steps = {}
        for step, settings in STEPS.items():
            without = rate(cluster(features, settings), features, corpus)
            steps[step] = {key: compare(whole, without, key) for key in ("ari", "f1")}
            print(name, step, steps[step], flush=True)
        rows.append({"corpus": name, "sites": len(whole), **means, "steps": steps})
        gold = corpus.gold.coarse or corpus.gold.template
        for site, own in features.by_site().items():
            kinds = [gold[features.paths[row]] for row in own]
            error = explain_error(labels[own], kinds)
            sites.append({"corpus": name, "site": site, **whole[site], "reason": error})
        if name == "openjdk17":
            costs = measure_costs(features)
    worst = sorted(sites, key=lambda one: float(one["f1"]))[:WORST]
    return {"corpora": rows, "worst": worst, "costs": costs, **asdict(Measured())}


def main() -> None:
    found = measure()
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    (RESULTS / f"{NAME}.json").write_text(text, encoding="utf-8")
    DOCUMENT.write_text(render_document(NAME), encoding="utf-8")


if __name__ == "__main__":
    main()
