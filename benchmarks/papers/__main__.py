"""`python -m benchmarks.papers`: measures papers again and writes results and pictures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.papers.registry import PAPERS
from benchmarks.papers.report import PICTURES, RESULTS, Paper
from unmold.bench.corpus import Corpus, find_corpora
from unmold.bench.measuring import describe_code
from unmold.errors import UnmoldError, UsageError


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        _run(_parse(arguments))
    except UnmoldError as error:
        print(f"error: {error}", file=sys.stderr)
        if error.hint:
            print(f"hint: {error.hint}", file=sys.stderr)
        return error.exit_code
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    listing = "\n".join(f"  {paper.name:<16} {paper.title}" for paper in PAPERS.values())
    parser = argparse.ArgumentParser(
        "benchmarks.papers",
        description="Measure the papers behind unmold's methods again, on corpora with gold labels."
        f"\n\npapers:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("papers", nargs="*", metavar="NAME", help="all papers without a name")
    parser.add_argument(
        "--corpus",
        action="append",
        default=[],
        metavar="DIR",
        help="measure on this corpus, or on all in this folder; may be repeated "
        "(default: those in UNMOLD_CORPORA)",
    )
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a setting of the one paper that is named; the value is JSON",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="DIR",
        help="write results and pictures to this folder (default: benchmarks/results/papers and "
        "docs/pictures)",
    )
    parser.add_argument(
        "--redraw", action="store_true", help="measure nothing, draw the kept results again"
    )
    return parser.parse_args(arguments)


def _run(options: argparse.Namespace) -> None:
    chosen = [_find(name) for name in options.papers] or list(PAPERS.values())
    if options.settings and len(chosen) != 1:
        raise UsageError("--set needs one paper", hint="name the paper whose setting changes")
    describe_code()
    results, pictures = options.output or RESULTS, options.output or PICTURES
    for paper in chosen:
        if options.redraw:
            paper.draw(paper.read(results), pictures)
            continue
        report = paper.measure(
            _choose_corpora(paper, options.corpus),
            paper.parse_settings(_split(options.settings)),
            partial(_announce, paper.name),
        )
        paper.write(report, results, pictures)
        print(paper.render_text(report), end="\n\n")


def _announce(paper: str, step: str) -> None:
    print(f"{paper}: {step}", file=sys.stderr)


def _find(name: str) -> Paper[Any]:
    if name not in PAPERS:
        raise UsageError(f"there is no paper {name!r}", hint=f"there are {', '.join(PAPERS)}")
    return PAPERS[name]


def _split(assignments: list[str]) -> dict[str, str]:
    parts = [assignment.partition("=") for assignment in assignments]
    for name, equals, _ in parts:
        if not equals:
            raise UsageError(f"{name!r} is not a setting", hint="write NAME=VALUE")
    return {name: value for name, _, value in parts}


def _choose_corpora(paper: Paper[Any], folders: list[str]) -> list[Corpus]:
    """The corpora that the caller named, else those that the paper is measured on."""
    found = find_corpora(folders)
    if folders or not paper.corpora:
        return found
    chosen = [corpus for corpus in found if corpus.name in paper.corpora]
    if not chosen:
        raise UsageError(
            f"{paper.name} is measured on {' and '.join(paper.corpora)}, which is not there",
            hint="name another corpus with --corpus DIR",
        )
    return chosen


if __name__ == "__main__":
    sys.exit(main())
