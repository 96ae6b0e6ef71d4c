"""How facts are written for people: prices, days, stars, and names in paths.

The text as shown on pages is also what gold records hold.
"""

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from unicodedata import normalize

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def show_grouped(cents: int, thousands: str, decimal: str) -> str:
    """An amount with two decimals, whatever the machine's locale."""
    return f"{cents // 100:,}".replace(",", thousands) + f"{decimal}{cents % 100:02d}"


MONEY: dict[str, Callable[[int], str]] = {
    "dollars": lambda cents: "$" + show_grouped(cents, ",", "."),
    "pounds": lambda cents: "£" + show_grouped(cents, ",", "."),
    "euros": lambda cents: show_grouped(cents, ".", ",") + " €",
    "francs": lambda cents: "CHF " + show_grouped(cents, "’", "."),
    "crowns": lambda cents: show_grouped(cents, " ", ",") + " kr",
}

DAYS: dict[str, Callable[[date], str]] = {
    "long": lambda day: f"{day.day} {MONTHS[day.month - 1]} {day.year}",
    "american": lambda day: f"{MONTHS[day.month - 1]} {day.day}, {day.year}",
    "short": lambda day: f"{day.day:02d} {MONTHS[day.month - 1][:3]} {day.year}",
    "dotted": lambda day: f"{day.day:02d}.{day.month:02d}.{day.year}",
    "iso": lambda day: day.isoformat(),
}


def show_stars(stars: int) -> str:
    """`★★★☆☆`."""
    return "★" * stars + "☆" * (5 - stars)


def show_count(count: int, thing: str) -> str:
    """`1 review`, `1,204 reviews`."""
    return f"{count:,} {thing}" + ("" if count == 1 else "s")


@lru_cache(maxsize=4096)
def make_slug(name: str) -> str:
    """A name for use in paths: letters without accents and digits, joined by hyphens."""
    plain = normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    kept = "".join(sign if sign.isalnum() else " " for sign in plain)
    return "-".join(kept.split())
