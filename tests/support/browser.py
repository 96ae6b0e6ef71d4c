"""A headless Chromium for tests: runs a driver page and returns the JSON that it writes.

The browser is started once for a driver page and prints the page's tree when its script is done, so
that no other package is needed. Nothing is fetched from the network.
"""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-extensions",
]
RESULT = re.compile(r'<pre id="result">(.*?)</pre>', re.DOTALL)
SECONDS = 120


def find_browser() -> str | None:
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def run_in_browser(browser: str, script: str, data: object, folder: Path) -> Any:
    """Run a script whose function `answer` turns the data into what is returned."""
    driver = folder / "driver.html"
    # A `<` could end the script; in JSON it can always be written as an escape.
    embedded = json.dumps(data).replace("<", "\\u003c")
    driver.write_text(
        f"<!doctype html><meta charset=utf-8><pre id=result></pre><script>\n{script}\n"
        f"document.getElementById('result').textContent = JSON.stringify(answer({embedded}));"
        "</script>",
        encoding="utf-8",
    )
    command = [browser, *OPTIONS, f"--user-data-dir={folder / 'profile'}", "--dump-dom"]
    done = subprocess.run(
        [*command, driver.as_uri()], capture_output=True, check=True, timeout=SECONDS
    )
    found = RESULT.search(done.stdout.decode())
    assert found is not None, done.stderr.decode(errors="replace")
    return json.loads(unescape(found[1]))
