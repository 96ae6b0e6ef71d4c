"""The page about the HTTP API says what the server's own description says."""

import runpy
from pathlib import Path


def test_page_is_that_of_the_description(checkout: Path) -> None:
    script = runpy.run_path(str(checkout / "scripts" / "write-api-page"))
    written = script["PAGE"].read_text(encoding="utf-8")
    assert written == script["render_page"](), "`make docs` writes it anew"
