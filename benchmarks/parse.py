"""How fast a page becomes a tree: our parser, selectolax (Lexbor) and html5ever on the same pages.

One run: the parsers take turns on all pages, round after round, and each one's best round counts.
selectolax is called from Python, our parser and html5ever from a Rust program that keeps the same
pages in memory; the last rows call our parser from Python, in batches, decoding included.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from benchmarks.corpora import corpus_pages, spread
from benchmarks.results import Result
from unmold._core import decode
from unmold._core.testing import parse_pages

ROUNDS = 9
RUST = Path(__file__).parent.parent / "rust"
SELECTOLAX = "selectolax, one thread"

# What the Rust program is asked to time.
RUST_ROWS = {
    "html5ever, one thread": "html5ever 1",
    "unmold, one thread": "tree 1",
    "unmold, two threads": "tree 2",
    "unmold with decoding, one thread": "decode 1",
}


@dataclass(frozen=True)
class Pages:
    """Pages of one size: as they are on disk, and as UTF-8."""

    name: str
    paths: list[Path]
    raw: list[bytes]
    texts: list[bytes]

    @classmethod
    def read(cls, name: str, paths: list[Path]) -> "Pages":
        raw = [path.read_bytes() for path in paths]
        return cls(name, paths, raw, [decode(page)[0].encode() for page in raw])

    @property
    def megabytes(self) -> float:
        return sum(map(len, self.raw)) / 1e6


class RustProgram:
    """The Rust side, which times one pass over the pages whenever it is asked to."""

    def __init__(self, program: Path, paths: list[Path]) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as listing:
            listing.write("\n".join(map(str, paths)))
            listing.flush()
            pipe = subprocess.PIPE
            command: list[str | Path] = [program, listing.name]
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
            self.time("tree 1")

    def time(self, what: str) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(what, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def build_program() -> Path:
    command = ["cargo", "build", "--quiet", "--release", "--example", "parse_speed"]
    subprocess.run([*command, "--manifest-path", RUST / "Cargo.toml"], check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", RUST / "target"))
    return target / "release" / "examples" / "parse_speed"


def time_call(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def parse_with_selectolax(pages: list[bytes]) -> None:
    for page in pages:
        LexborHTMLParser(page)


def measure(program: Path, pages: Pages) -> dict[str, float]:
    """The best time of each parser in seconds."""
    rust = RustProgram(program, pages.paths)

    def ask(what: str) -> Callable[[], float]:
        return lambda: rust.time(what)

    timers: dict[str, Callable[[], float]] = {
        SELECTOLAX: lambda: time_call(lambda: parse_with_selectolax(pages.texts)),
        **{row: ask(what) for row, what in RUST_ROWS.items()},
        "unmold from Python, one thread": lambda: time_call(lambda: parse_pages(pages.raw, 1)),
        "unmold from Python, two threads": lambda: time_call(lambda: parse_pages(pages.raw, 2)),
    }
    rounds = [{row: timer() for row, timer in timers.items()} for _ in range(ROUNDS)]
    rust.close()
    return {row: min(times[row] for times in rounds) for row in timers}


def read_inputs() -> list[Pages]:
    large = corpus_pages("recipes") + corpus_pages("singles")
    small = spread(corpus_pages("openjdk17"), 1000) + spread(corpus_pages("debdocs"), 1000)
    return [Pages.read("large pages", large), Pages.read("small pages", small)]


def format_cell(pages: Pages, seconds: float, reference: float) -> str:
    return f"{pages.megabytes / seconds:,.0f} MB/s ({seconds / reference:.2f})"


def summarize(inputs: list[Pages], times: list[dict[str, float]]) -> str:
    row = "unmold, one thread"
    cells = [
        format_cell(pages, best[row], best[SELECTOLAX])
        for pages, best in zip(inputs, times, strict=True)
    ]
    return (
        f"From text to a standard tree, one thread: {' on large pages, '.join(cells)} on small "
        "ones; in brackets the share of selectolax's time."
    )


def main() -> None:
    inputs = read_inputs()
    program = build_program()
    times = [measure(program, pages) for pages in inputs]
    rows = [
        [
            row,
            *(
                format_cell(pages, best[row], best[SELECTOLAX])
                for pages, best in zip(inputs, times, strict=True)
            ),
        ]
        for row in times[0]
    ]
    sizes = "; ".join(
        f"{len(pages.paths)} {pages.name}, {pages.megabytes:.0f} MB" for pages in inputs
    )
    Result(
        name="parse",
        title="Parsing.",
        note=f"From text to tree, and in brackets the share of selectolax's time. {sizes}; best of "
        f"{ROUNDS} rounds in which all took turns.",
        columns=["parser", *(pages.name for pages in inputs)],
        rows=rows,
        headline=summarize(inputs, times),
    ).publish()
