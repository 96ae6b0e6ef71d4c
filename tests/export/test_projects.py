"""Exported Scrapy and web-poet projects run, and yield what unmold does."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.exported_wrappers import (
    crawl,
    crawl_pages,
    item_columns,
    path_of,
    serving,
    share_of_values,
)

from unmold.export import export_workspace
from unmold.export.wrap import columns_of

KINDS = ("scrapy", "web-poet")
GOOD_SHARE = 0.98


def _run_everywhere(demo, kind, folder):
    """The items of all pages, and unmold's records of the same, both by column."""
    export_workspace(demo.workspace, kind, folder)
    with serving(demo.folder) as base:
        items = crawl_pages(folder, demo.workspace, base)
    shares = json.loads((folder / "shares.json").read_text())
    by_path = {path_of(item["url"]): item for item in items}
    pairs = []
    for record in demo.workspace.extract(tier=2):
        item = by_path.get(path_of(record.url), {"template": record.template})
        fields = shares[item["template"]]["fields"]
        pairs.append((columns_of(record.values), item_columns(item, fields)))
    return pairs


@pytest.mark.parametrize("kind", KINDS)
def test_projects_yield_the_records_of_unmold(demo, kind, tmp_path):
    assert share_of_values(_run_everywhere(demo, kind, tmp_path / "project")) >= GOOD_SHARE


@pytest.mark.parametrize("kind", KINDS)
def test_projects_of_hostile_sites_run_and_execute_nothing_of_them(hostile, kind, tmp_path):
    project = tmp_path / "project"
    pairs = _run_everywhere(hostile, kind, project)
    assert share_of_values(pairs) >= GOOD_SHARE
    assert not [path for path in tmp_path.rglob("*") if "pwned" in path.name]


def test_the_spider_follows_links(demo, tmp_path):
    export_workspace(demo.workspace, "scrapy", tmp_path)
    with serving(demo.folder) as base:
        items = crawl(tmp_path, "-a", f"start={base}/", "-s", "CLOSESPIDER_PAGECOUNT=12")
    assert len({item["url"] for item in items}) >= 5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("site", ["demo", "hostile"])
def test_generated_code_is_formatted_and_knows_nothing_of_unmold(site, kind, tmp_path, request):
    export_workspace(request.getfixturevalue(site).workspace, kind, tmp_path)
    ruff = [sys.executable, "-m", "ruff"]
    for check in (["format", "--check"], ["check", "--select", "E,F,I,B", "--ignore", "E501"]):
        done = subprocess.run([*ruff, *check, "--isolated", tmp_path], capture_output=True)
        assert done.returncode == 0, done.stdout.decode()
    for path in tmp_path.rglob("*.py"):
        assert not [name for name in _imports(path) if name.startswith("unmold")]


def _imports(path: Path) -> list[str]:
    nodes = list(ast.walk(ast.parse(path.read_bytes())))
    plain = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    return plain + [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]


def test_names_in_generated_code_are_plain(hostile, tmp_path):
    export_workspace(hostile.workspace, "web-poet", tmp_path)
    for path in tmp_path.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Name | ast.FunctionDef | ast.ClassDef):
                name = node.id if isinstance(node, ast.Name) else node.name
                assert name.isascii()
                assert name != "__import__"
