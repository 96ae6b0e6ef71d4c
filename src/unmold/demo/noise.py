"""What machines write into pages for themselves: tokens, session ids, times, node names.

They differ from page to page and say nothing about it.
"""

from dataclasses import dataclass

from unmold.demo.chance import Chance


@dataclass(frozen=True)
class Noise:
    """The noise of one page."""

    token: str
    session: str
    served: str
    node: str


def make_noise(seed: object, path: str) -> Noise:
    """The same for the same page, as all else."""
    chance = Chance(seed, "noise", path)
    return Noise(
        token="".join(f"{chance.below(16**8):08x}" for _ in range(4)),
        session=f"{chance.below(16**12):012x}",
        served=f"{chance.below(24):02d}:{chance.below(60):02d}:{chance.below(60):02d}",
        node=f"node-{chance.between(1, 9)}",
    )
