"""Kill -9 at any moment: no URL is lost, no page is stored twice, the archive stays whole."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
from crawl.conftest import LocalSite

from unmold.pages import read_pages

PAGES = 60
KILLS = 4


def serve_random_site(site: LocalSite) -> None:
    choose = random.Random(7)
    names = ["/", *(f"/{number}" for number in range(PAGES))]
    for place, name in enumerate(names):
        links = [*choose.sample(names, 3), names[(place + 1) % len(names)]]
        site.links(name, *links)


def start(site: LocalSite, workspace: Path, delay: float = 0.03) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", "from unmold.cli import main; main()"]
    command = [*program, "crawl", site.address + "/", "-o", str(workspace)]
    return subprocess.Popen(
        [*command, "--json", "--no-throttle", "--delay", str(delay), "--concurrency", "8"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def table(workspace: Path) -> list[dict[str, object]]:
    return pq.read_table(workspace / "crawl" / "inbound.parquet").to_pylist()


def wait_for_pages(workspace: Path) -> None:
    """Let a crawl begin to write before it is killed."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not list(workspace.glob("pages/*")):
        time.sleep(0.02)


def test_a_killed_crawl_goes_on_as_if_nothing_happened(site: LocalSite, tmp_path: Path) -> None:
    serve_random_site(site)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert start(site, whole).wait(60) == 0
    asked_once = len(site.requests)
    moments = random.Random(int.from_bytes(os.urandom(4)))
    for _ in range(KILLS):
        process = start(site, killed)
        wait_for_pages(killed)
        time.sleep(moments.uniform(0, 0.4))
        process.send_signal(signal.SIGKILL)
        process.wait()
    output, errors = start(site, killed).communicate(timeout=60)
    assert json.loads(output)["stored"] == PAGES + 1, errors

    assert table(killed) == table(whole)
    problems: list[object] = []
    archives = sorted(map(str, (killed / "pages").iterdir()))
    urls = [page.url for page in read_pages(archives, problems=problems.append)]
    assert len(urls) == len(set(urls)) == PAGES + 1
    assert problems == []
    repeated = len(site.requests) - 2 * asked_once
    assert repeated <= KILLS * (8 + 2), "only what was under way is asked again, and robots.txt"


def test_a_second_crawl_into_a_workspace_is_refused(site: LocalSite, tmp_path: Path) -> None:
    serve_random_site(site)
    first = start(site, tmp_path, delay=1)
    wait_for_pages(tmp_path)
    second = start(site, tmp_path)
    _, errors = second.communicate(timeout=60)
    first.kill()
    first.wait()
    assert second.returncode == 2
    assert "another crawl writes" in errors


def test_ctrl_c_finishes_what_is_under_way(site: LocalSite, tmp_path: Path) -> None:
    serve_random_site(site)
    process = start(site, tmp_path, delay=0.2)
    wait_for_pages(tmp_path)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    summary = json.loads(output)
    assert summary["ended"] == "stopped", errors
    assert len(table(tmp_path)) == summary["stored"] < PAGES + 1
