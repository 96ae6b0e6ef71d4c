"""The templates of a generation are read once, and again when they are others."""

from dataclasses import replace
from pathlib import Path

import pytest

from unmold import induce_template, run
from unmold.demo import build_site
from unmold.pipeline import loaded_templates
from unmold.pipeline.loaded_templates import load_written, write_template
from unmold.store.layout import Generation
from unmold.templates import Template
from unmold.templates.template_file import template_bytes


def make_page(number: int) -> str:
    return f"<html><body><h1>Lamp {number}</h1><p>Price</p><b>{number} kr</b></body></html>"


def test_a_template_written_anew_is_read_anew(tmp_path: Path) -> None:
    generation = Generation(tmp_path, 1)
    path = generation.template("lamps")
    path.parent.mkdir(parents=True)
    template = induce_template([make_page(number) for number in range(5)])
    template.save(path)
    assert load_written(generation, "lamps") is load_written(generation, "lamps")
    path.unlink()
    replace(template, name="lights").save(path)
    assert load_written(generation, "lamps").name == "lights"


def test_a_run_reads_no_template_that_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_site(tmp_path / "site", seed=1, pages=40)
    loaded: list[Path] = []
    load = Template.load

    def count(path: Path) -> Template:
        loaded.append(path)
        return load(path)

    monkeypatch.setattr(Template, "load", count)
    workspace = run(tmp_path / "site", tmp_path / "workspace", jobs=1)
    assert loaded == []
    assert len(workspace.templates) > 1


def test_a_template_is_kept_until_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generation = Generation(tmp_path, 1)
    generation.templates.mkdir(parents=True)
    learned = induce_template([make_page(number) for number in range(5)])
    templates = [replace(learned, name=name) for name in ("lamps", "lights")]
    monkeypatch.setattr(loaded_templates, "KEPT", 1)
    for template in templates:
        write_template(generation, template)
    found = [load_written(generation, template.name) for template in templates]
    assert [template_bytes(one) for one in found] == [template_bytes(one) for one in templates]
    assert [one is template for one, template in zip(found, templates, strict=True)] == [
        False,
        True,
    ]
