"""The codes of findings are stable and documented."""

from pathlib import Path

from unmold.drift import CODES


def test_codes_are_documented(checkout: Path) -> None:
    document = checkout / "docs" / "how-to" / "watch-for-changes.md"
    text = document.read_text(encoding="utf-8")
    assert [code for code in CODES if f"`{code}`" not in text] == []
