"""Writes what a site tells crawlers: `robots.txt` and `sitemap.xml`.

The light family and what is missing are not listed, as on most sites.
"""

from collections.abc import Iterable
from xml.sax.saxutils import escape

ROBOTS = "User-agent: *\nDisallow: /basket/\n"


def write_robots(home: str) -> str:
    """Everything may be read, and where the list of pages is."""
    return f"{ROBOTS}\nSitemap: {home}sitemap.xml\n"


def write_sitemap(urls: Iterable[str]) -> str:
    """The list of pages."""
    entries = "".join(f"  <url><loc>{escape(url)}</loc></url>\n" for url in urls)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</urlset>\n'
    )
