"""The codes of findings are stable, documented, and made by somebody."""

from pathlib import Path

from unmold.drift import CODES


def test_codes_are_documented(checkout: Path) -> None:
    document = checkout / "docs" / "how-to" / "watch-for-changes.md"
    text = document.read_text(encoding="utf-8")
    assert [code for code in CODES if f"`{code}`" not in text] == []


def test_codes_are_used(checkout: Path) -> None:
    sources = (checkout / "src" / "unmold" / "drift").glob("*.py")
    texts = [path.read_text(encoding="utf-8") for path in sources if path.name != "findings.py"]
    unused = [code for code in CODES if not any(f'"{code}"' in text for text in texts)]
    assert unused == []
