"""The codes of problems: documented, and each made by some test."""

from pathlib import Path

from unmold.model import ProblemCode


def test_every_code_is_documented(checkout: Path) -> None:
    text = (checkout / "docs" / "concepts" / "problems.md").read_text(encoding="utf-8")
    documented = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert sorted(documented) == sorted(ProblemCode)
