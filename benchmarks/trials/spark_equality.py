"""Whether both engines make the same workspace of all pages of the development corpora.

    python -m benchmarks.trials.spark_equality [CORPUS ... | structure-style]

Needs Java, PySpark and the corpora (`UNMOLD_CORPORA`). The pages of each corpus are written to
archives, such that every site is in all of them, and go through the local engine once and through
Spark with 1, 3 and 16 partitions; the last two runs name the archives in another order, and one of
them twice. Compared are the tables of pages, templates, problems and scores, templates as bytes,
and every record table. At last (`structure-style`), some pages of all corpora are clustered
together by structure and style, by one process and by Spark in blocks, and labels are compared.
What is found goes to `benchmarks/results/trials/spark_equality.json`, each with its commit; what is
there and was not asked for stays.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.corpora import corpora_folder, corpus_names
from benchmarks.results import RESULTS
from unmold import cluster_pages, run
from unmold.bench.measuring import Measured
from unmold.model import Page
from unmold.pages import read_pages
from unmold.pages.warc_writer import WarcWriter

CHECKOUT = Path(__file__).parent.parent.parent
KEPT = RESULTS / "trials" / "spark_equality.json"
METHOD = "structure-style"
ALIKE = "structure and style across sites"
DIFFERENCES = "differences by partitions"
PARTITIONS = (1, 3, 16)
ARCHIVES = 4
LISTED = 20
"""Differences that are named."""

PAGES_ALIKE, BLOCK_PAGES = 120, 50
"""Pages of each corpus that are clustered together, since all pairs of them are compared; and of a
block."""


def write_archives(pages: Iterable[Page], folder: Path) -> list[Path]:
    """Pages, one after another into each of some archives."""
    paths = [folder / f"part-{number}.warc.gz" for number in range(ARCHIVES)]
    streams = [path.open("wb") for path in paths]
    writers = [WarcWriter(stream) for stream in streams]
    for number, page in enumerate(pages):
        writers[number % ARCHIVES].add(page)
    for stream in streams:
        stream.close()
    return paths


def compare(spark: Any, manifest: Path) -> dict[str, Any]:
    """What a corpus has, and by number of partitions what differs."""
    from support.compared_workspaces import find_differences

    import unmold.spark as us

    with TemporaryDirectory() as name:
        folder = Path(name)
        archives = write_archives(_read(manifest), folder)
        workspace = run([*archives], folder / "local")
        differences = {}
        for partitions in PARTITIONS:
            given = archives if partitions == PARTITIONS[0] else [*reversed(archives), archives[1]]
            us.run([*given], folder / f"{partitions}", spark=spark, partitions=partitions)
            found = find_differences(folder / "local", folder / f"{partitions}")
            differences[str(partitions)] = list(islice(found, LISTED))
        return {
            "pages": workspace.pages.num_rows,
            "sites": len(set(workspace.pages["site"].to_pylist())),
            "templates": len(workspace.templates),
            "tables": workspace.tables.num_rows,
            "problems": workspace.problems.num_rows,
            DIFFERENCES: differences,
        }


def _read(manifest: Path) -> Iterator[Page]:
    return read_pages(manifest, problems=lambda problem: None)


def compare_alike(spark: Any, manifests: Sequence[Path]) -> dict[str, Any]:
    """Pages of all corpora by structure and style: what there is, and how many labels differ."""
    import unmold.spark as us

    with TemporaryDirectory() as name:
        each = (islice(_read(manifest), PAGES_ALIKE) for manifest in manifests)
        archives = write_archives(chain.from_iterable(each), Path(name))
        known = cluster_pages([*archives], METHOD, across_sites=True)
        expected = dict(zip(known.keys, known.labels.tolist(), strict=True))
        differences = {}
        for partitions in PARTITIONS:
            described = us.features(us.read_pages(spark, [*archives]), method=METHOD)
            found = us.cluster_across_sites(
                described, method=METHOD, partitions=partitions, block_pages=BLOCK_PAGES
            )
            labels = {row["key"]: row["label"] for row in found.collect()}
            keys = labels.keys() | expected.keys()
            differences[str(partitions)] = sum(labels.get(key) != expected.get(key) for key in keys)
        return {
            "pages": len(known),
            "sites": len(set(known.sites)),
            "clusters": known.clusters,
            "pages of a block": BLOCK_PAGES,
            DIFFERENCES: differences,
        }


def main() -> int:
    """Compare the corpora that were asked for, and keep what was found."""
    sys.path[:0] = [str(CHECKOUT / "tests")]
    import unmold.spark as us

    corpora, asked = corpora_folder(), sys.argv[1:] or [*corpus_names(), METHOD]
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {"corpora": {}, ALIKE: {}}
    spark = us.open_session("local[2]")
    is_same = True
    for name in asked:
        about = asdict(Measured())
        if name == METHOD:
            manifests = [corpora / one / "manifest.csv" for one in corpus_names()]
            found = kept[ALIKE] = about | compare_alike(spark, manifests)
        else:
            found = kept["corpora"][name] = about | compare(spark, corpora / name / "manifest.csv")
        print(name, json.dumps(found), flush=True)
        is_same = is_same and not any(found[DIFFERENCES].values())
        # Each says its own commit, the file that of the last.
        kept |= about | {"corpora": dict(sorted(kept["corpora"].items()))}
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    spark.stop()
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
