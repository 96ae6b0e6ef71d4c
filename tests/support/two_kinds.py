"""Pages of two kinds in one frame: products and persons."""

from collections.abc import Callable

FRAME = "<header><nav><a href=/>home</a></nav></header><main>{}</main><footer><p>x</p></footer>"
WORDS = ["amber", "birch", "cedar", "dune", "ember", "fern", "grove", "heath", "iris", "jade"]


def product(n: int) -> str:
    rows = "".join(
        f"<tr><th>{label}</th><td>{WORDS[(n + k) % 10]} {n * (k + 3)}</td></tr>"
        for k, label in enumerate(["Colour", "Maker", "Size", "Model"])
    )
    return f"<h1>{WORDS[n % 10]} lamp {n}</h1><b class=price>${n}.50</b><table>{rows}</table>"


def person(n: int) -> str:
    facts = "".join(
        f"<dt>{label}</dt><dd>{WORDS[(n + 2 * k) % 10]} {n * (k + 2)}</dd>"
        for k, label in enumerate(["Born", "Lives in", "Works for", "Speaks"])
    )
    role = f"<i class=role>{WORDS[n % 7]}</i>"
    return f"<h2>{WORDS[n % 10].title()} Smith {n}</h2>{role}<dl>{facts}</dl>"


def pages_of(
    *kinds: tuple[Callable[[int], str], int], site: str = "x.example"
) -> list[tuple[str, str]]:
    """Addresses and pages: so many of each kind."""
    return [
        (f"https://{site}/{kind.__name__}/{n}", FRAME.format(kind(n)))
        for kind, count in kinds
        for n in range(2, count + 2)
    ]
