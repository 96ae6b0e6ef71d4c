"""Floors: what a method must reach on a corpus, kept in a JSON file.

Floors may rise with the results, minus a margin; lowering one takes an explicit flag. So quality is
a gate like any test.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from unmold.bench.quality import GUARDED, QualitySettings
from unmold.disk import write_bytes
from unmold.errors import MachineError, UsageError

DEFAULT_MARGIN = 0.02
"""Differences below this are noise; libraries and processors round differently."""

Rates = dict[str, float]
Settings = TypeVar("Settings", bound="Comparable")
Used = TypeVar("Used", bound="Comparable", covariant=True)


class Comparable(Protocol):
    """Settings of a benchmark: a dataclass of plain values."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


class Judged(Protocol):
    """The rates of one method, or of one kind of score, on one corpus."""

    @property
    def corpus(self) -> str: ...
    @property
    def method(self) -> str: ...
    @property
    def rates(self) -> Mapping[str, float]: ...


class Report(Protocol[Used]):
    """What a benchmark measured."""

    @property
    def settings(self) -> Used: ...
    @property
    def results(self) -> Sequence[Judged]: ...


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A rate below its floor."""

    corpus: str
    method: str
    rate: str
    value: float
    floor: float

    def __str__(self) -> str:
        return (
            f"{self.corpus}: {self.method} has {self.rate} {self.value:.4f}, "
            f"below the floor of {self.floor:.4f}"
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a report is worth before the floors."""

    checked: int
    """Floors that the report has a value for."""
    unchecked: int
    """Floors of corpora or methods that were not measured this time."""
    shortfalls: list[Shortfall]

    def to_dict(self) -> dict[str, Any]:
        return {
            "checked": self.checked,
            "unchecked": self.unchecked,
            "shortfalls": [str(shortfall) for shortfall in self.shortfalls],
        }


@dataclass(slots=True)
class Floors(Generic[Settings]):
    """Floors by corpus, method and rate, and the settings under which they hold."""

    settings: Settings
    margin: float = DEFAULT_MARGIN
    rates: dict[str, dict[str, Rates]] = field(default_factory=dict)
    guarded: tuple[str, ...] = GUARDED
    """The rates that may have floors."""

    def judge(self, report: Report[Settings]) -> Verdict:
        """Compare a report with the floors."""
        self.check_settings(report.settings)
        shortfalls: list[Shortfall] = []
        checked = 0
        for result in report.results:
            floors = self.of(result)
            checked += len(floors)
            shortfalls += [
                Shortfall(result.corpus, result.method, rate, result.rates.get(rate, 0.0), floor)
                for rate, floor in floors.items()
                if result.rates.get(rate, 0.0) < floor
            ]
        return Verdict(checked, self._count() - checked, shortfalls)

    def update(self, report: Report[Settings], *, lower: bool = False) -> int:
        """Bring floors to the results minus the margin; gives how many changed.

        A floor above that stays, unless `lower` lets it fall.
        """
        self.check_settings(report.settings)
        changed = 0
        for result in report.results:
            floors = self.rates.setdefault(result.corpus, {}).setdefault(result.method, {})
            for rate in (rate for rate in self.guarded if rate in result.rates):
                wanted = round(max(0.0, result.rates[rate] - self.margin), 4)
                old = floors.get(rate)
                if old is None or wanted > old or (lower and wanted < old):
                    floors[rate] = wanted
                    changed += 1
        return changed

    def of(self, result: Judged) -> Rates:
        """The floors of one method on one corpus."""
        return self.rates.get(result.corpus, {}).get(result.method, {})

    def save(self, path: Path) -> None:
        content = {
            "settings": asdict(self.settings),
            "margin": self.margin,
            "floors": self.rates,
        }
        try:
            write_bytes(path, (json.dumps(content, indent=2) + "\n").encode())
        except OSError as error:
            raise MachineError(f"cannot write {path}: {error.strerror}") from error

    def _count(self) -> int:
        return sum(len(rates) for methods in self.rates.values() for rates in methods.values())

    def check_settings(self, settings: Settings) -> None:
        """Refuse results that were measured on another sample than the floors."""
        if self.settings != settings:
            options = [
                f"--{name} {value}"
                for name, value in asdict(self.settings).items()
                if value is not None
            ]
            raise UsageError(
                f"the floors were set with another {' or '.join(asdict(self.settings))}",
                hint=f"use {' '.join(options)}",
            )


def load_floors(path: Path) -> Floors[QualitySettings]:
    """Read the floors of clustering methods."""
    return read_floors(path, QualitySettings, GUARDED)


def read_floors(path: Path, settings: type[Settings], guarded: tuple[str, ...]) -> Floors[Settings]:
    """Read a file of floors of any benchmark."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return Floors(
            settings=settings(**content["settings"]),
            guarded=guarded,
            margin=float(content["margin"]),
            rates=_check_rates(content["floors"], guarded),
        )
    except FileNotFoundError as error:
        hint = "--write-floors makes one"
        raise UsageError(f"there is no file {str(path)!r}", hint=hint) from error
    except OSError as error:
        raise MachineError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} is not a file of floors: {error!r}") from error


def _check_rates(floors: Any, guarded: tuple[str, ...]) -> dict[str, dict[str, Rates]]:
    checked: dict[str, dict[str, Rates]] = {
        str(corpus): {
            str(method): {str(rate): float(floor) for rate, floor in rates.items()}
            for method, rates in methods.items()
        }
        for corpus, methods in floors.items()
    }
    for methods in checked.values():
        for rates in methods.values():
            unknown = [rate for rate in rates if rate not in guarded]
            if unknown:
                raise ValueError(f"no floor can be set for {unknown[0]!r}")
    return checked
