"""How facts are shown: one spelling for the pages and for the gold records.

In: facts. Out: text as a visitor reads it.
"""

from datetime import date
from unicodedata import normalize

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def show_price(cents: int) -> str:
    """Dollars and cents: `$1,249.00`."""
    return f"${cents // 100:,}.{cents % 100:02d}"


def show_day(day: date) -> str:
    """`9 January 2023`, whatever the machine's locale."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def show_stars(stars: int) -> str:
    """`★★★☆☆`."""
    return "★" * stars + "☆" * (5 - stars)


def make_slug(name: str) -> str:
    """A name for use in paths: letters without accents and digits, joined by hyphens."""
    plain = normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    kept = "".join(sign if sign.isalnum() else " " for sign in plain)
    return "-".join(kept.split())
