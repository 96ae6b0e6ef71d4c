"""The truth behind the pages: what the invented shop sells.

A seed, a plan and an edition (0, or another for the same shop at a later time) give a `Shop` of
plain facts, from which the page types make both pages and gold records.
"""

from unmold.demo import words
from unmold.demo.chance import Chance
from unmold.demo.facts import Kit, Product, Remark, Shop, Variant
from unmold.demo.people import invent_name, invent_review_title
from unmold.demo.plan import Plan
from unmold.demo.prose import (
    without_emphasis,
    write_paragraph,
    write_paragraphs,
    write_sentence,
)
from unmold.demo.writing import (
    invent_articles,
    invent_authors,
    invent_contact,
    invent_day,
    invent_info,
    invent_questions,
)

FIRST_PRODUCT = 1001
FIRST_KIT = 501
GONE = 9001


def invent_shop(seed: int, plan: Plan, edition: int = 0) -> Shop:
    """A shop with as many things as planned; another edition has other goods and articles."""
    chance = Chance(seed, "shop")
    name = f"{chance.pick(words.SHOP_NAMES)} & {chance.pick(words.SHOP_PARTNERS)}"
    categories = tuple(chance.sample(words.RANGES, plan.categories))
    content = f"{seed}, edition {edition}" if edition else str(seed)
    products = _invent_products(content, plan.products, categories)
    authors = invent_authors(seed, plan.authors)
    return Shop(
        seed=seed,
        name=name,
        categories=categories,
        products=products,
        kits=tuple(_invent_kit(content, number, products) for number in range(plan.kits)),
        authors=authors,
        articles=invent_articles(content, plan.articles, authors, plan.missing),
        infos=tuple(invent_info(seed, number) for number in range(plan.infos)),
        contact=invent_contact(seed, "shop.example"),
        questions=invent_questions(seed),
        missing=tuple(f"products/{GONE + number}-gone.html" for number in range(plan.missing)),
    )


def _invent_products(
    seed: str, count: int, categories: tuple[words.Range, ...]
) -> tuple[Product, ...]:
    used: dict[str, int] = {}
    return tuple(_invent_product(seed, number, categories, used) for number in range(count))


def _invent_product(
    seed: str, number: int, categories: tuple[words.Range, ...], used: dict[str, int]
) -> Product:
    chance = Chance(seed, "product", number)
    category = number % len(categories)
    goods = categories[category]
    brand = chance.pick(words.BRANDS)
    cents = chance.between(6, 1900) * 100 + chance.pick((0, 50, 90, 95, 99))
    old_cents = cents + chance.between(5, 400) * 100 if chance.happens(0.3) else None
    return Product(
        number=FIRST_PRODUCT + number,
        name=_invent_name(chance, brand, goods, used),
        brand=brand,
        category=category,
        cents=cents,
        old_cents=old_cents,
        badge=chance.pick(words.BADGES) if chance.happens(0.35) else None,
        availability=chance.pick(words.AVAILABILITY),
        delivery=chance.pick(words.DELIVERIES),
        summary=without_emphasis(write_sentence(chance)),
        description=write_paragraphs(chance, 1, 4),
        more=write_paragraphs(chance, 1, 3) if chance.happens(0.3) else (),
        specifications=_specify(chance, goods),
        variants=_invent_variants(chance, cents),
        reviews=_invent_reviews(chance),
        video=f"https://video.example/v/{chance.between(10**6, 10**7)}"
        if chance.happens(0.2)
        else None,
    )


def _invent_name(chance: Chance, brand: str, goods: words.Range, used: dict[str, int]) -> str:
    middle = f"{chance.pick(words.COLLECTIONS)} {chance.pick(goods.materials)}"
    name = f"{brand.split()[0]} {middle} {chance.pick(goods.nouns)}"
    used[name] = used.get(name, 0) + 1
    return name if used[name] == 1 else f"{name} No. {used[name]}"


def _specify(chance: Chance, goods: words.Range) -> tuple[tuple[str, str], ...]:
    known = goods.specifications + words.COMMON_SPECIFICATIONS
    return tuple(
        (label, chance.pick(values))
        for position, (label, values) in enumerate(known)
        if position == 0 or chance.happens(0.8)
    )


def _invent_variants(chance: Chance, cents: int) -> tuple[Variant, ...]:
    if chance.happens(0.55):
        return ()
    names = chance.sample(words.COLOURS, chance.between(2, 5))
    return tuple(
        Variant(name, cents + 100 * chance.between(0, 30), chance.pick(words.STOCK))
        for name in names
    )


def _invent_reviews(chance: Chance) -> tuple[Remark, ...]:
    return tuple(_invent_review(chance) for _ in range(max(0, chance.between(-3, 7))))


def _invent_review(chance: Chance) -> Remark:
    replies = max(0, chance.between(-3, 2))
    return Remark(
        author=invent_name(chance),
        day=invent_day(chance),
        text=without_emphasis(write_paragraph(chance, 1, 3)),
        title=invent_review_title(chance),
        stars=chance.between(1, 5),
        replies=tuple(
            Remark(
                invent_name(chance), invent_day(chance), without_emphasis(write_sentence(chance))
            )
            for _ in range(replies)
        ),
    )


def _invent_kit(seed: str, number: int, products: tuple[Product, ...]) -> Kit:
    chance = Chance(seed, "kit", number)
    # Drawn from a window, as copying thousands of products for each set would take long.
    start = chance.below(max(1, len(products) - 40))
    contents = tuple(chance.sample(products[start : start + 40], chance.between(2, 6)))
    worth = sum(product.cents for product in contents)
    name = f"{words.KIT_NAMES[number % len(words.KIT_NAMES)]} Set"
    again = number // len(words.KIT_NAMES)
    return Kit(
        number=FIRST_KIT + number,
        name=f"{name} {again + 1}" if again else name,
        summary=without_emphasis(write_paragraph(chance, 1, 2)),
        cents=worth * 9 // 10,
        contents=contents,
    )
