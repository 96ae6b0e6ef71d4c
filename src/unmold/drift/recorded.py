"""Recorded profiles: the records of a template enter, a profile leaves that knows no places.

Who crawls into the same folder again has lost the pages of before, but not what they said: the
workspace keeps that. Values, fill, types and formats can still be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from unmold.drift.addresses import Addresses, draw_number
from unmold.drift.places import Place, Steps
from unmold.drift.profiles import Cell, ObservedPage, Profile
from unmold.store import Workspace
from unmold.templates.model import Field

NOWHERE = Place((), -1)


class RecordedPage(ObservedPage):
    """A page of which only its record is left."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.values = dict[str, list[int]]()

    def __len__(self) -> int:
        return len(self.values)

    @property
    def said(self) -> dict[str, list[int]]:
        return self.values

    def steps_of(self, cell: Cell) -> set[Steps]:
        return set()

    def place_of(self, leaf: int) -> Place:
        return NOWHERE

    def spelling(self, steps: Steps) -> None:
        return None


def read_profile(workspace: Workspace, template: str, addresses: Addresses, size: int) -> Profile:
    """What the records of a template say, of so many pages at most."""
    known = workspace.templates[template]
    profile = Profile(known, is_recorded=True)
    rows = workspace.records(template).to_pylist()
    found = [(addresses.find(row["_url"], row["_site"]), row) for row in rows]
    drawn = sorted(found, key=lambda pair: draw_number(pair[0]))[:size]
    numbers = {row["_record"]: number for number, (_, row) in enumerate(drawn)}
    profile.pages = [RecordedPage(address) for address, _ in drawn]
    _add(profile, "", known.fields, rows, numbers)
    for part, table in known.all_tables():
        part_rows = workspace.records(template, part).to_pylist()
        _add(profile, f"{part}.", table.fields, part_rows, numbers)
    return profile


def _add(
    profile: Profile,
    path: str,
    fields: tuple[Field, ...],
    rows: list[dict[str, Any]],
    numbers: dict[int, int],
) -> None:
    for row in rows:
        number = numbers.get(row["_record"])
        if number is None:
            continue
        for field in fields:
            for text in _texts(row, field.name):
                cells = profile.columns.setdefault(path + field.name, {}).setdefault(number, [])
                cells.append(Cell(text, text, NOWHERE))
                profile.pages[number].said.setdefault(text, []).append(-1)


def _texts(row: dict[str, Any], name: str) -> Iterator[str]:
    """The values of a field as shown."""
    value = row.get(f"{name}_text", row.get(name))
    values = value if isinstance(value, list) else [value]
    yield from (str(one) for one in values if one is not None)
