"""Scales: values become positions between 0 and 1, and round values become ticks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

_STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis shows; its ends are found from the values unless they are given."""

    label: str
    logarithmic: bool = False
    low: float | None = None
    high: float | None = None

    def fit(self, values: Iterable[float]) -> Scale:
        """The scale that shows all of these values."""
        known = [value for value in values if not self.logarithmic or value > 0]
        low = self.low if self.low is not None else min(known, default=1.0)
        high = self.high if self.high is not None else max(known, default=1.0)
        return _fit_logarithmic(low, high) if self.logarithmic else _fit_linear(low, high)


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high`, with the ticks between."""

    low: float
    high: float
    ticks: tuple[float, ...]
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Where a value lies: 0 at the low end, 1 at the high end."""
        if self.logarithmic:
            low, high, value = math.log(self.low), math.log(self.high), math.log(value)
        else:
            low, high = self.low, self.high
        return (value - low) / (high - low)


def show_tick(value: float) -> str:
    """A tick's value, short: thousands as k, millions as M.

    >>> [show_tick(value) for value in (0.25, 20, 1500, 2_000_000)]
    ['0.25', '20', '1.5k', '2M']
    """
    for factor, unit in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{value / factor:g}{unit}"
    return f"{value:g}"


def _fit_linear(low: float, high: float, wanted: int = 6) -> Scale:
    """Ends at round values, about six ticks."""
    size = max(abs(low), abs(high))
    if high - low <= 1e-9 * size or size == 0:  # too close for ticks between them
        high = low + max(1.0, 1e-6 * size)
    rough = (high - low) / wanted
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in _STEPS if power * factor >= rough * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    digits = 2 - math.floor(math.log10(step))  # so that 3 * 0.1 is shown as 0.3
    ticks = tuple(round(number * step, digits) for number in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], ticks)


def _fit_logarithmic(low: float, high: float) -> Scale:
    """Ends at powers of ten, with a tick at each."""
    first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    last = max(last, first + 1)
    ticks = tuple(float(10**number) for number in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], ticks, logarithmic=True)
