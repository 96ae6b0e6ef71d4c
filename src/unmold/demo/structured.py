"""What pages say to machines about what they show: Open Graph and JSON-LD.

Makes elements for the head of a page from facts. Microdata is at the elements themselves.
"""

import json
from typing import Any

from unmold.demo.facts import Article, Product
from unmold.demo.look import Look
from unmold.demo.markup import Element, element

CURRENCIES = {"dollars": "USD", "pounds": "GBP", "euros": "EUR", "francs": "CHF", "crowns": "SEK"}


def open_graph(kind: str, title: str, url: str, summary: str) -> list[Element]:
    """The four properties that most sites have."""
    properties = {"type": kind, "title": title, "url": url, "description": summary}
    return [
        element("meta", property=f"og:{name}", content=value) for name, value in properties.items()
    ]


def describe_product(look: Look, product: Product, url: str) -> list[Element]:
    """A product with its offer, for sites that use JSON-LD."""
    if look.forms["structured"] != "json-ld":
        return []
    offer = {
        "@type": "Offer",
        "price": f"{product.cents // 100}.{product.cents % 100:02d}",
        "priceCurrency": CURRENCIES[look.money],
    }
    return [
        _script(
            {
                "@context": "https://schema.org",
                "@type": "Product",
                "name": product.name,
                "sku": str(product.number),
                "brand": {"@type": "Brand", "name": product.brand},
                "url": url,
                "offers": offer,
            }
        )
    ]


def describe_article(look: Look, article: Article, url: str) -> list[Element]:
    """An article with its author, for sites that use JSON-LD."""
    if look.forms["structured"] != "json-ld":
        return []
    return [
        _script(
            {
                "@context": "https://schema.org",
                "@type": "BlogPosting",
                "headline": article.title,
                "datePublished": article.day.isoformat(),
                "author": {"@type": "Person", "name": article.author.name},
                "url": url,
            }
        )
    ]


def _script(data: dict[str, Any]) -> Element:
    return element("script", json.dumps(data, ensure_ascii=False), type="application/ld+json")


def item_property(look: Look, name: str) -> str | None:
    """The microdata property of an element, for sites that use microdata."""
    return name if look.forms["structured"] == "microdata" else None
