"""Whether both engines make the same workspace of all pages of the development corpora.

    python -m benchmarks.trials.spark_equality [CORPUS ...]

Needs Java, PySpark and the corpora (`UNMOLD_CORPORA`). The pages of each corpus are written to
archives, such that every site is in all of them, and go through the local engine once and through
Spark with 1, 3 and 16 partitions; the last two runs name the archives in another order, and one of
them twice. Compared are the tables of pages, templates, problems and scores, templates as bytes,
and every record table. What is kept goes to `benchmarks/results/trials/spark_equality.json`;
corpora that are there and were not asked for stay.
"""

import json
import sys
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.corpora import corpora_folder, corpus_names
from benchmarks.results import RESULTS
from unmold import run
from unmold.bench.measuring import Measured
from unmold.pages import read_pages
from unmold.pages.warc_writer import WarcWriter

CHECKOUT = Path(__file__).parent.parent.parent
KEPT = RESULTS / "trials" / "spark_equality.json"
PARTITIONS = (1, 3, 16)
ARCHIVES = 4
LISTED = 20
"""Differences that are named."""


def write_archives(manifest: Path, folder: Path) -> list[Path]:
    """The pages of a corpus, one after another into each of some archives."""
    paths = [folder / f"part-{number}.warc.gz" for number in range(ARCHIVES)]
    streams = [path.open("wb") for path in paths]
    writers = [WarcWriter(stream) for stream in streams]
    for number, page in enumerate(read_pages(manifest, problems=lambda problem: None)):
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
        archives = write_archives(manifest, folder)
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
            "differences by partitions": differences,
        }


def main() -> int:
    """Compare the corpora that were asked for, and keep what was found."""
    sys.path[:0] = [str(CHECKOUT / "tests")]
    import unmold.spark as us

    corpora, names = corpora_folder(), sys.argv[1:] or corpus_names()
    before = json.loads(KEPT.read_text())["corpora"] if KEPT.exists() else {}
    found: dict[str, Any] = dict(before)
    spark = us.open_session("local[2]")
    for name in names:
        found[name] = compare(spark, corpora / name / "manifest.csv")
        print(name, json.dumps(found[name]), flush=True)
        kept = asdict(Measured()) | {"corpora": dict(sorted(found.items()))}
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    spark.stop()
    differs = (any(found[name]["differences by partitions"].values()) for name in names)
    return 1 if any(differs) else 0


if __name__ == "__main__":
    sys.exit(main())
