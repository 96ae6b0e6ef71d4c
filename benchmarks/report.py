"""How long a report of 500 templates takes, how large it is, and when Chromium has painted it.

Invented shops, one after another, until their templates are 500. The time of writing is that of a
process of its own; the paint is what the browser itself says, on a cold start and a file on disk.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

import unmold
from benchmarks.results import Result
from unmold.browser import find_browser
from unmold.demo import build_site

TEMPLATES = 500
SHOPS, PAGES = 57, 100
"""Each shop has nine templates or so with at least two pages."""

PAINTS = 5
WRITE = """
import resource, sys, time
from unmold import write_report
begun = time.perf_counter()
written = write_report(sys.argv[1], sys.argv[2])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(time.perf_counter() - begun, time.process_time(), written.bytes, written.templates, peak)
"""


def build_workspace(folder: Path) -> Path:
    """A workspace of many shops."""
    manifests = [
        build_site(folder / f"shop-{seed}", seed=seed, pages=PAGES).manifest
        for seed in range(SHOPS)
    ]
    workspace = unmold.run(manifests, folder / "workspace", min_pages=2)
    if len(workspace.templates) < TEMPLATES:
        raise SystemExit(f"error: only {len(workspace.templates)} templates; build more shops")
    return workspace.path


def time_paint(file: Path) -> tuple[float, float, list[str]]:
    """Milliseconds to the first contentful paint and to the end of loading; and all requests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), chromium_sandbox=False)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: asked.append(message.text))
        page.on("pageerror", lambda error: asked.append(str(error)))
        page.goto(file.as_uri())
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
        browser.close()
    return paint, loaded, asked


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure(build_workspace(folder), folder / "report.html")


def measure(workspace: Path, file: Path) -> None:
    """Write the report to a file, open it, and publish what that took."""
    command = [sys.executable, "-c", WRITE, str(workspace), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, processor, size, templates, peak = map(float, done.stdout.split())
    measured = [time_paint(file) for _ in range(PAINTS)]
    requests = {len(asked) for _, _, asked in measured}
    if requests != {1}:
        raise SystemExit("error: the report asked for something, or complained")
    paints = [paint for paint, _, _ in measured]
    loads = [load for _, load, _ in measured]
    rows = [
        ["templates", f"{templates:,.0f}"],
        ["written in", f"{seconds:.1f} s"],
        ["processor time of that", f"{processor:.1f} s"],
        ["memory", f"{peak:,.0f} MiB"],
        ["size", f"{size / 1e6:.1f} MB"],
        ["first contentful paint, median", f"{median(paints):.0f} ms"],
        ["first contentful paint, slowest", f"{max(paints):.0f} ms"],
        ["loaded, median", f"{median(loads):.0f} ms"],
    ]
    Result(
        name="report",
        title="Report.",
        note=f"`unmold report` of {SHOPS} invented shops of {PAGES} pages each, opened {PAINTS} "
        "times by a Chromium just started. It asked for nothing but the file.",
        columns=["what", "measured"],
        rows=rows,
        headline=f"A report of {templates:,.0f} templates is written in {rows[1][1]}, has "
        f"{rows[4][1]}, and is painted after {rows[5][1]}.",
    ).publish()
