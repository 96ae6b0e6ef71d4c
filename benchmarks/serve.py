"""How quickly `unmold serve` starts and answers: a million records, large pages, many clients.

The server is a process of its own on 127.0.0.1, asked over HTTP. Records are those of an invented
shop, grown to a million; pages are invented tables of 200 KB and 65 KB.
"""

import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import httpx

import unmold
from benchmarks.grown_workspace import grow
from benchmarks.results import Result
from unmold.demo import build_site
from unmold.model import page_id

RECORDS = 1_000_000
RUNS = 11
CLIENTS = 50
LOADS = ("classify", "extract")
SECONDS = float(os.environ.get("UNMOLD_LOAD_SECONDS", "60"))
WORDS = ["oak", "linen", "iron", "glass", "wool", "slate", "copper", "birch", "canvas", "salt"]

TWO_WORDS = "oak+bread"
"""Words of the shop's titles."""

SINCE_FRAME = """performance.now() - Math.max(...performance.getEntriesByType('resource')
    .filter(one => one.name.includes('/frame/')).map(one => one.responseEnd))"""
"""Milliseconds since the page in the frame has arrived."""

QUERIES = {
    "first page": ("/records", 100),
    "sorted by a price": ("/records?sort=-price", 300),
    "offset of 500,000": ("/records?offset=500000", 800),
    "facet of a column": ("/facets/badge_offer", 100),
}
"""By what is asked: the query of the template, and what it may take, in milliseconds."""


@dataclass
class Server:
    """A server that is asked."""

    process: subprocess.Popen[str]
    client: httpx.Client
    address: str
    token: str
    seconds: float
    """From the start of the process to its address."""

    def processor(self) -> float:
        """Milliseconds of processor time that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").split()
        return 1000 * (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """What is resident, in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
        return int(line.split()[1]) / 1000


@contextmanager
def serving(workspace: Path) -> Iterator[Server]:
    """`unmold serve` over a workspace, until the block ends."""
    begun = time.perf_counter()
    program = "from unmold.cli import main; main()"
    command = [sys.executable, "-c", program, "serve", str(workspace), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address, _, token = process.stdout.readline().strip().partition("?token=")
    seconds = time.perf_counter() - begun
    headers = {"Authorization": f"Bearer {token}"}
    try:
        with httpx.Client(base_url=address, headers=headers, timeout=120) as client:
            yield Server(process, client, address, token, seconds)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


@dataclass
class Timed:
    """Some requests."""

    times: list[float]
    """Milliseconds of each."""
    processor: float
    """Milliseconds of processor time of each, on average: what a busy machine changes little."""


def time_get(server: Server, path: str) -> Timed:
    """How long some requests took; the first one is not counted."""
    _get(server, path)
    before = server.processor()
    times = [_get(server, path) for _ in range(RUNS)]
    return Timed(times, (server.processor() - before) / RUNS)


def _get(server: Server, path: str) -> float:
    begun = time.perf_counter()
    answer = server.client.get(path)
    if answer.status_code != 200:
        raise SystemExit(f"error: {path} gave {answer.text[:200]}")
    return 1000 * (time.perf_counter() - begun)


def wait_until_ready(server: Server) -> None:
    """Until what is made ready in the background is there."""
    server.client.get("/api/v1/search", params={"q": "oak"})
    page = server.client.get("/api/v1/pages", params={"limit": "1"}).json()["pages"][0]["id"]
    server.client.get(f"/api/v1/pages/{page}")


def measure_records(workspace: Path) -> list[list[str]]:
    """The rows about a million records."""
    with serving(workspace) as server:
        used = f"{server.processor() / 1000:.2f} s"
        rows = [["from start to address", f"{server.seconds:.2f} s", "", used, "2 s"]]
        wait_until_ready(server)
        found = server.client.get("/api/v1/templates").json()["templates"]
        largest = max(found, key=lambda one: one["records"])
        for name, (query, target) in QUERIES.items():
            times = time_get(server, f"/api/v1/templates/{largest['id']}{query}")
            rows.append(show(f"{name} of {largest['records']:,} records", times, target))
        hits = server.client.get(f"/api/v1/search?q={TWO_WORDS}").json()["total"]
        timed = time_get(server, f"/api/v1/search?q={TWO_WORDS}")
        rows.append(show(f"search, two words, {hits:,} hits", timed, 50))
    return rows


def show(name: str, timed: Timed, target: int) -> list[str]:
    """One row of the table."""
    wall = [f"{median(timed.times):.0f} ms", f"{max(timed.times):.0f} ms"]
    return [name, *wall, f"{timed.processor:.0f} ms", f"{target} ms"]


def write_pages(folder: Path, count: int, rows: int) -> None:
    """Pages with a head and a table of some rows; 850 letters of markup and text each."""
    chance = random.Random(rows)
    marks = " ".join(f'data-{word}-measure="{word}-{word}-{word}"' for word in WORDS)
    folder.mkdir(parents=True)
    for number in range(count):
        cells = "".join(
            f'<tr class="offer offer-row" {marks}><td class="offer-name">'
            f'<a href="/offer/{number}-{row}">'
            f"{' '.join(chance.sample(WORDS, 3))} {chance.randrange(10_000)}</a></td>"
            f'<td class="offer-price"><b>€ {chance.randrange(9999) / 100:.2f}</b></td>'
            f'<td class="offer-seller"><span>{chance.choice(WORDS).title()} & Sons</span></td></tr>'
            for row in range(rows)
        )
        (folder / f"{number}.html").write_text(
            f"<!doctype html><title>List {number}</title><h1>Offers of day {number}</h1>"
            f'<p class="seen">Seen {chance.randrange(999)} times</p>'
            f"<table><tr><th>Offer<th>Price<th>Seller</tr>{cells}</table><footer>About us</footer>",
            encoding="utf-8",
        )


def measure_overlay(folder: Path) -> list[list[str]]:
    """The overlay of a page of 200 KB with 900 places or so: answered, and drawn."""
    write_pages(folder / "large", 12, 340)
    size = (folder / "large" / "0.html").stat().st_size
    workspace = unmold.run(folder / "large", folder / "large-workspace")
    page = page_id(workspace.pages.column("key")[0].as_py())
    with serving(workspace.path) as server:
        wait_until_ready(server)
        path = f"/api/v1/pages/{page}/overlay"
        places = len(server.client.get(path).json()["places"])
        name = f"overlay of a page of {size / 1000:.0f} KB, {places:,} places"
        answered = show(name, time_get(server, path), 100)
        drawn = [f"the same in Chromium, until it is drawn, {places:,} places"]
        drawn += [*time_drawing(server, page, places), "", "700 ms"]
        return [answered, drawn]


def time_drawing(server: Server, page: str, places: int) -> list[str]:
    """From the frame's own page to the last outline: median and worst of some times."""
    from playwright.sync_api import sync_playwright

    times: list[float] = []
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        tab = browser.new_page()
        tab.goto(f"{server.address}?token={server.token}")
        for _ in range(RUNS):
            tab.goto(f"{server.address.rstrip('/')}/pages/{page}")
            drawn = 0
            while drawn < places // 2:
                drawn = tab.evaluate("document.querySelectorAll('.overlay-place').length")
            times.append(tab.evaluate(SINCE_FRAME))
        browser.close()
    return [f"{median(times):.0f} ms", f"{max(times):.0f} ms"]


@dataclass
class Load:
    """What many clients met."""

    times: list[float]
    errors: int
    seconds: float


async def send_all(server: Server, path: str, pages: list[bytes]) -> Load:
    """Clients that send one page after another."""
    load = Load([], 0, 0.0)
    begun = time.perf_counter()
    end = begun + SECONDS
    await asyncio.gather(*(send(server, path, pages, end, n, load) for n in range(CLIENTS)))
    load.seconds = time.perf_counter() - begun
    return load


async def send(
    server: Server, path: str, pages: list[bytes], end: float, number: int, load: Load
) -> None:
    address = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    while time.perf_counter() < end:
        page = pages[number % len(pages)]
        number += 1
        begun = time.perf_counter()
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\n"
            f"Authorization: Bearer {server.token}\r\nContent-Type: text/html\r\n"
            f"Content-Length: {len(page)}\r\n\r\n".encode()
            + page
        )
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split()[0])
        await reader.readexactly(length)
        load.times.append(1000 * (time.perf_counter() - begun))
        load.errors += not head.startswith(b"HTTP/1.1 200")
    writer.close()


def measure_load(folder: Path) -> list[list[str]]:
    """Pages of 65 KB, sent by many clients at once."""
    write_pages(folder / "sent", 24, 110)
    workspace = unmold.run(folder / "sent", folder / "sent-workspace")
    pages = [path.read_bytes() for path in sorted((folder / "sent").glob("*.html"))]
    size = sum(map(len, pages)) / len(pages) / 1000
    rows = []
    with serving(workspace.path) as server:
        wait_until_ready(server)
        for what in LOADS:
            # What memory grows to before it holds still is not what it grows by.
            asyncio.run(send_all(server, f"/api/v1/{what}", pages[:2]))
            before, used = server.memory(), server.processor()
            load = asyncio.run(send_all(server, f"/api/v1/{what}", pages))
            growth = 100 * (server.memory() / before - 1)
            used = (server.processor() - used) / len(load.times)
            times = sorted(load.times)
            rate = len(times) / load.seconds
            rows.append(
                [
                    f"{what}, pages of {size:.0f} KB, {CLIENTS} clients, {SECONDS:.0f} s",
                    f"{rate:.0f} a second, {load.errors} errors",
                    f"p99 {times[int(len(times) * 0.99)]:.0f} ms, memory {growth:+.1f} %",
                    f"{used:.1f} ms a page",
                    "200 a second, p99 750 ms, 5 %",
                ]
            )
    return rows


def summarize(rows: list[list[str]]) -> str:
    """What the README says."""

    def find(start: str) -> list[str]:
        return next(row for row in rows if row[0].startswith(start))

    first, found = find("first page"), find("search")
    rates = " and ".join(f"{find(what)[1].partition(',')[0]} to {what}" for what in LOADS)
    return (
        f"`unmold serve`: the {first[0]} in {first[1]}, two words found in {found[1]}; "
        f"pages of 65 KB that {CLIENTS} clients send at once: {rates}."
    )


def publish(rows: list[list[str]]) -> None:
    Result(
        "serve",
        "unmold serve",
        f"Over HTTP on 127.0.0.1, with client and server on the same two cores. {RUNS} requests "
        "each; records are an invented shop's, repeated. Processor time is the server's own for "
        "each request, and says more than the clock where the machine has other work.",
        ["what", "median", "worst", "processor", "wanted"],
        rows,
        headline=summarize(rows),
    ).publish()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = build_site(folder / "shop", pages=200)
        workspace = unmold.run(made.manifest, folder / "workspace")
        grow(workspace.path, "products", RECORDS)
        rows = measure_records(workspace.path)
        publish([*rows, *measure_overlay(folder), *measure_load(folder)])


if __name__ == "__main__":
    main()
