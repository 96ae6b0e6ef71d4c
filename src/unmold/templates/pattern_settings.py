"""What a caller may turn about pattern trees; saved beside the patterns that were induced."""

from __future__ import annotations

from dataclasses import dataclass

from unmold.errors import UsageError

NORMALISATIONS = ("max", "avg", "setaware")
VARIANTS = ("strict-seed", "extended")
MININGS = ("containment", "collapse")
BUDGETS = (
    "cells_per_pair",
    "cells",
    "comparisons",
    "alignment_steps",
    "mining_steps",
    "pattern_nodes",
)


@dataclass(frozen=True, slots=True)
class PatternSettings:
    """How a pattern is induced. The budgets count steps, not seconds.

    Twenty pages of a real site mostly need less than a tenth of each. A step over its budget takes
    a cheaper way that still accepts all training pages, and the induction says so.
    """

    structure_delta: float = 0.8
    """The similarity without text from which on two parts have the same structure."""

    text_delta: float = 0.9
    """The similarity with text from which on two parts of the same structure say the same."""

    normalisation: str = "setaware"
    """How matched nodes become a similarity: `max`, `avg` or `setaware`."""

    fold_repeats: bool = True
    """Whether equal children in a row count once when structures are compared.

    The report compares them one by one; set-aware normalisation then forgives lists of different
    length only at the topmost level of what is compared.
    """

    variant: str = "extended"
    """`strict-seed`, the published algorithm, or `extended`, which also merges surplus records."""

    mining: str = "containment"
    """How repeats are found: `containment`, or `collapse`, which may refuse training pages."""

    cells_per_pair: int = 4_000_000
    """Table cells for one comparison of two parts."""

    cells: int = 100_000_000
    """Table cells for all comparisons, with and without text each."""

    comparisons: int = 1_000_000
    """Comparisons of texts."""

    alignment_steps: int = 50_000_000
    """Looks into other columns while rows are aligned."""

    mining_steps: int = 50_000_000
    """Neighbouring parts that are compared while repeats are searched."""

    pattern_nodes: int = 1_000_000
    """Nodes of the pattern; one that grows larger is induced again without repeats."""

    def __post_init__(self) -> None:
        _check_choice("normalisation", self.normalisation, NORMALISATIONS)
        _check_choice("variant", self.variant, VARIANTS)
        _check_choice("mining", self.mining, MININGS)
        for name in ("structure_delta", "text_delta"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"{name} must lie between 0 and 1, not {getattr(self, name)!r}")
        for name in BUDGETS:
            value = getattr(self, name)
            if not isinstance(value, int) or value < 1:
                raise UsageError(f"{name} must be a whole number above 0, not {value!r}")


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise UsageError(f"no {name} is called {value!r}", hint=f"choose from {', '.join(choices)}")
