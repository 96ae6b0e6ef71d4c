"""The templates of a generation as steps read them: several ask for the same one."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from unmold.disk import write_bytes
from unmold.pipeline.extraction import TemplateTiers
from unmold.store import Generation
from unmold.templates import Template
from unmold.templates.template_file import template_bytes

KEPT = 256
"""Templates in memory, of up to 1 MB each: extracting and the tables ask for all of a run, and to
read 144 of them a second time took a fifth of the step of tables."""

READY = 32
"""Templates ready to be applied: pages of some are read while the records of others are written."""


_Version = tuple[Path, int, int]

_written: dict[_Version, Template] = {}
"""Templates that this process wrote and nobody has asked for: they are not read again."""


def write_template(generation: Generation, template: Template) -> None:
    """Write a template, and keep it for who asks for it first."""
    path = generation.template(template.name)
    write_bytes(path, template_bytes(template))
    _written[_version(path)] = template
    while len(_written) > KEPT:
        _written.pop(next(iter(_written)))


def load_written(generation: Generation, name: str) -> Template:
    """A template that a run has written; another one at its place is read again."""
    return _load_version(*_version(generation.template(name)))


def load_tiers(generation: Generation, name: str) -> TemplateTiers:
    """A template that a run has written, made ready to be applied."""
    return _prepare_version(*_version(generation.template(name)))


def _version(path: Path) -> _Version:
    about = path.stat()
    return path, about.st_mtime_ns, about.st_ino


@lru_cache(maxsize=KEPT)
def _load_version(path: Path, time: int, file: int) -> Template:
    return _written.pop((path, time, file), None) or Template.load(path)


@lru_cache(maxsize=READY)
def _prepare_version(path: Path, time: int, file: int) -> TemplateTiers:
    # The signature serves to classify pages; it is not needed to apply a template.
    return TemplateTiers(replace(_load_version(path, time, file), signature=None))
