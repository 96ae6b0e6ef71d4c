"""Puts the kept results into README.md, between two marks.

In: `results/*.json`. Out: the block in README.md, rewritten. A test holds the two together.
"""

from pathlib import Path

from benchmarks.results import Result, load_results

README = Path(__file__).parent.parent / "README.md"
START = "<!-- benchmarks: written by make bench -->"
END = "<!-- end of benchmarks -->"


def render_block(results: list[Result]) -> str:
    """All tables, with the marks around them."""
    return "\n\n".join([START, *(result.to_markdown() for result in results), END])


def replace_block(readme: str, block: str) -> str:
    """The text with everything from mark to mark replaced."""
    before, start, rest = readme.partition(START)
    _, end, after = rest.partition(END)
    if not (start and end):
        raise SystemExit(f"error: README.md lacks the marks {START} and {END}")
    return before + block + after


def main() -> None:
    readme = README.read_text(encoding="utf-8")
    README.write_text(replace_block(readme, render_block(load_results())), encoding="utf-8")


if __name__ == "__main__":
    main()
