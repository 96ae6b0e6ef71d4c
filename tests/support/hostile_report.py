"""A site whose pages try to break out of a report that shows what they say."""

from html import escape
from pathlib import Path

ATTACKS = (
    "<script>document.title='pwned'</script>",
    "</td></table><script>document.title='pwned'</script>",
    '"><img src=x onerror="document.title=\'pwned\'">',
    "</style><script>document.title='pwned'</script>",
    "</svg></title><script>document.title='pwned'</script>",
    "{{ 7 * 7 }}{% raw %}",
    "\u202egnp.exe \u2066turned\u2069",
    "<!-- --><![CDATA[ ]]>&amp;&lt;",
    "' onmouseover='document.title=1",
    "x" * 200_000,
)

LINKS = (
    "javascript:document.title='pwned'",
    "JAVASCRIPT:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:alert(1)",
    "https://good.example/page?a=1&b=<i>",
)


def write_hostile_site(folder: Path, pages: int = 12) -> Path:
    """Pages of one template; every value of it is an attack."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(pages):
        attack = ATTACKS[number % len(ATTACKS)]
        link = LINKS[number % len(LINKS)]
        rows = "".join(
            f"<li><b>{escape(ATTACKS[(number + row) % len(ATTACKS)][:300])} {row}</b>"
            f"<i>{number * row}</i></li>"
            for row in range(1, 4)
        )
        text = (
            "<!doctype html><html><head><meta charset=utf-8>"
            f"<title>{escape(attack)} {number}</title></head><body><header>Shop</header>"
            f"<main><h1>{escape(attack)} {number}</h1>"
            f'<p class="by">By: <span>{escape(attack)} author {number}</span></p>'
            f'<a class="more" href="{escape(link)}">read {number}</a>'
            f"<ul class=rows>{rows}</ul></main><footer>end</footer></body></html>"
        )
        (folder / f"{number:03}.html").write_text(text, encoding="utf-8")
    return folder
