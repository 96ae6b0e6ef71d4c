"""Runs benchmarks: all of them, or those named on the command line."""

import importlib
import pkgutil
import sys
from pathlib import Path

from unmold.bench.measuring import describe_code

# Modules here that measure nothing themselves.
SUPPORT = {
    "__main__",
    "ablation_tables",
    "compared_pages",
    "corpora",
    "extraction_bars",
    "generated_fingerprints",
    "generated_sites",
    "grown_workspace",
    "headlines",
    "lexbor_walk",
    "papers",
    "results",
    "spark_shops",
    "trials",
    "update_docs",
    "update_readme",
}


def benchmark_names() -> list[str]:
    folder = str(Path(__file__).parent)
    return sorted(
        module.name for module in pkgutil.iter_modules([folder]) if module.name not in SUPPORT
    )


def main(arguments: list[str]) -> int:
    known = benchmark_names()
    unknown = [name for name in arguments if name not in known]
    if unknown:
        print(f"error: no benchmark named {', '.join(unknown)}", file=sys.stderr)
        print(f"hint: there are {', '.join(known)}", file=sys.stderr)
        return 2
    describe_code()
    for name in arguments or known:
        importlib.import_module(f"benchmarks.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
