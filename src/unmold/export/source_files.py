"""Modules of this package that are exported as they are: a name enters, its source leaves."""

from __future__ import annotations

from importlib.resources import files


def own_source(name: str) -> str:
    """The text of a module of this package."""
    return (files("unmold.export") / name).read_text(encoding="utf-8")
