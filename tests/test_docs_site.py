"""The documentation as a site: every link leads somewhere, every page is reachable."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does: a link that leads nowhere ends it."""
    checkout = Path(__file__).parent.parent
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(
        command,
        cwd=checkout,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_builds_with_all_links(built: Path) -> None:
    assert (built / "tutorial" / "index.html").is_file()


def test_the_reference_of_python_has_signatures_and_examples(built: Path) -> None:
    text = (built / "reference" / "python" / "index.html").read_text(encoding="utf-8")
    assert "extract_records" in text
    assert "to_pandas" in text
    assert "&gt;&gt;&gt;" in text, "examples of docstrings are code"


def test_pages_ask_no_other_server(built: Path) -> None:
    for page in built.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert 'src="http' not in text, page
        assert 'rel="stylesheet" href="http' not in text, page


def test_the_index_leads_to_every_document(checkout: Path) -> None:
    index = (checkout / "docs" / "index.md").read_text(encoding="utf-8")
    documents = (checkout / "docs").rglob("*.md")
    names = {str(path.relative_to(checkout / "docs")) for path in documents} - {"index.md"}
    assert not [name for name in sorted(names) if f"({name})" not in index]
