"""Accepting what changed: new pages replace the known ones, fields keep their ids."""

from pathlib import Path

import pytest
from support.drifting_sites import KNOWN, Site, books, events, write_pages

import unmold
from unmold.drift import find_drift
from unmold.pipeline import accept_drift


def anew(number: int) -> str:
    """A book page in another design."""
    cells = [f"Book {number * 37} of tales", f"Writer {number * 13}", f"${number}.50"]
    cells += [f"{number * 7 + 100} leaves", f"All about the number {number * 11}."]
    rows = "".join(f"<li class=r{at}><em>{cell}</em></li>" for at, cell in enumerate(cells))
    return f"<body><header>Shop</header><section><ol>{rows}</ol></section></body>"


@pytest.fixture
def workspace(tmp_path: Path) -> unmold.Workspace:
    return unmold.run(write_pages(tmp_path / "known", KNOWN), tmp_path / "workspace")


def accept(workspace: unmold.Workspace, folder: Path, site: Site) -> unmold.Workspace:
    source = write_pages(folder, site)
    return accept_drift(workspace.path, source, find_drift(workspace, source))


def ids(workspace: unmold.Workspace, template: str) -> dict[str, str]:
    return {field.id: field.name for field in workspace.templates[template].fields}


def test_redesign_keeps_the_ids_of_fields(workspace: unmold.Workspace, tmp_path: Path) -> None:
    changed = books(range(1, 21), anew) | events(range(1, 9))
    source = write_pages(tmp_path / "new", changed)
    drift = find_drift(workspace, source)
    (finding,) = drift.findings
    accepted = accept_drift(workspace.path, source, drift)
    before, now = ids(workspace, finding.template), ids(accepted, finding.template)
    kept = before.keys() & now.keys()
    assert set(finding.matches) <= {before[one] for one in kept}
    assert all(before[one] == now[one] for one in kept)
    assert accepted.generation.number == workspace.generation.number + 1
    assert find_drift(accepted, source).findings == []


def test_new_pages_replace_known_ones(workspace: unmold.Workspace, tmp_path: Path) -> None:
    changed = books(range(1, 16), anew) | events(range(1, 9))
    accepted = accept(workspace, tmp_path / "new", changed)
    assert accepted.pages.num_rows == 23
    assert set(accepted.templates) == set(workspace.templates)
    assert sum(accepted.records(name).num_rows for name in accepted.templates) == 23


def test_new_template_is_learned(workspace: unmold.Workspace, tmp_path: Path) -> None:
    news = {f"news/{number}.html": anew(number) for number in range(30, 40)}
    accepted = accept(workspace, tmp_path / "new", KNOWN | news)
    assert len(accepted.templates) == 3
    assert set(workspace.templates) < set(accepted.templates)


def test_unchanged_templates_stay_as_they_are(workspace: unmold.Workspace, tmp_path: Path) -> None:
    changed = books(range(1, 21), anew) | events(range(1, 9))
    accepted = accept(workspace, tmp_path / "new", changed)
    before, now = workspace.templates, accepted.templates
    unchanged = [name for name in now if now[name] == before[name]]
    assert len(unchanged) == 1


def test_later_run_goes_on_from_it(workspace: unmold.Workspace, tmp_path: Path) -> None:
    changed = books(range(1, 21), anew) | events(range(1, 9))
    source = write_pages(tmp_path / "new", changed)
    accepted = accept_drift(workspace.path, source, find_drift(workspace, source))
    again = unmold.run(source, workspace.path)
    assert again.generation.number == accepted.generation.number
    more = unmold.run(write_pages(tmp_path / "more", books(range(40, 45), anew)), workspace.path)
    assert set(more.templates) == set(accepted.templates)
    assert more.pages.num_rows == 33


def test_given_clusters_stay_a_setting(tmp_path: Path) -> None:
    known = write_pages(tmp_path / "known", KNOWN)
    clustering = unmold.cluster_pages(known)
    workspace = unmold.run(known, tmp_path / "workspace", clusters=clustering)
    # A design that no template fits, on pages that the clusters do not list.
    new = {f"new-{number}.html": anew(number) for number in range(40, 52)}
    accepted = accept(workspace, tmp_path / "new", KNOWN | new)
    pages = accepted.pages.select(["path", "cluster", "template"]).to_pylist()
    unlisted = [page for page in pages if Path(page["path"]).name.startswith("new-")]
    assert len(unlisted) == 12
    assert {(page["cluster"], page["template"]) for page in unlisted} == {(-1, None)}
    assert set(accepted.templates) == set(workspace.templates)
