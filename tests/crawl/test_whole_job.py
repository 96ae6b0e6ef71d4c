"""From a URL to tables: `unmold run URL`, and a crawled workspace as a source."""

import random
import subprocess
import sys
from pathlib import Path

from crawl.conftest import LocalSite
from crawl.test_state import START, run

from unmold import Workspace
from unmold.crawl.crawl import CrawlSettings
from unmold.crawl.link_tables import write_link_tables
from unmold.crawl.state import CrawlState
from unmold.model import Problem
from unmold.pages import read_pages


def crawl_two_pages(workspace: Path) -> None:
    state = CrawlState(workspace, START, CrawlSettings())
    run(state, {START: "<p><a href=/a>a</a>", f"{START}a": "<p>a"}, random.Random(0))
    write_link_tables(workspace, state.frontier())
    state.close()


def test_pages_of_a_crawl_know_their_inbound_link(tmp_path: Path) -> None:
    crawl_two_pages(tmp_path)
    home, page = read_pages(tmp_path)
    assert home.inbound is None
    assert page.inbound is not None
    assert (page.inbound.source, page.inbound.xpath) == (home.key, "/html[1]/body[1]/p[1]/a[1]")


def test_a_crawl_without_its_table_is_still_a_source(tmp_path: Path) -> None:
    crawl_two_pages(tmp_path)
    for content, code in ((b"no Parquet", "corrupt"), (None, "missing")):
        table = tmp_path / "crawl" / "inbound.parquet"
        table.unlink() if content is None else table.write_bytes(content)
        problems: list[Problem] = []
        pages = list(read_pages(tmp_path, problems=problems.append))
        assert (len(pages), [problem.code for problem in problems]) == (2, [code])


def test_one_command_from_a_url_to_tables(site: LocalSite, tmp_path: Path) -> None:
    names = [f"/{number}" for number in range(6)]
    site.links("/", *names)
    for number, name in enumerate(names):
        site.pages[name] = f"<h1>Thing {number}</h1><dl><dt>Price</dt><dd>{number}.50</dd></dl>"
    program = [sys.executable, "-c", "from unmold.cli import main; main()"]
    command = [*program, "run", site.address + "/", "-o", str(tmp_path / "shop"), "--limit", "6"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=90)
    assert result.returncode == 0, result.stderr
    workspace = Workspace(tmp_path / "shop")
    assert len(workspace.pages) == 6
    assert len(workspace.links) == 6, "the start page's links, stored or not"
    assert any(len(workspace.records(name)) == 5 for name in workspace.templates)
