"""The truth behind the pages: what the invented shop sells and writes.

In: a seed and a plan. Out: a `Shop` of plain facts, from which the page kinds make both
pages and gold records.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from unmold.demo import words
from unmold.demo.chance import Chance
from unmold.demo.plan import Plan
from unmold.demo.prose import write_paragraph, write_paragraphs, write_sentence

FIRST_DAY = date(2023, 1, 9)


@dataclass(frozen=True)
class Remark:
    """A review of a product (with stars and a title) or a comment on an article (without)."""

    author: str
    day: date
    text: str
    title: str = ""
    stars: int = 0


@dataclass(frozen=True)
class Product:
    """Something for sale. `old_price`, `rating`, `video` and `reviews` are there for some only."""

    number: int
    name: str
    brand: str
    category: int
    cents: int
    old_cents: int | None
    availability: str
    summary: str
    description: tuple[str, ...]
    specifications: tuple[tuple[str, str], ...]
    reviews: tuple[Remark, ...]
    video: str | None

    @property
    def rating(self) -> str | None:
        """The mean of the stars to one decimal, None without reviews."""
        if not self.reviews:
            return None
        tenths = (10 * sum(review.stars for review in self.reviews)) // len(self.reviews)
        return f"{tenths // 10}.{tenths % 10}"


@dataclass(frozen=True)
class Kit:
    """Several products sold as one."""

    number: int
    name: str
    summary: str
    cents: int
    contents: tuple[Product, ...]


@dataclass(frozen=True)
class Article:
    """An entry of the journal."""

    number: int
    title: str
    author: str
    day: date
    paragraphs: tuple[str, ...]
    quote: str | None
    tags: tuple[str, ...]
    comments: tuple[Remark, ...]


@dataclass(frozen=True)
class Info:
    """A page of plain information, such as the one about the shop."""

    name: str
    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Shop:
    """All there is to know about the site."""

    seed: int
    name: str
    categories: tuple[words.Range, ...]
    products: tuple[Product, ...]
    kits: tuple[Kit, ...]
    articles: tuple[Article, ...]
    infos: tuple[Info, ...]

    @property
    def site(self) -> str:
        """The host without `www.`, below a domain that is reserved for examples."""
        return "".join(letter for letter in self.name.lower() if letter.isalpha()) + ".example"

    def products_in(self, category: int) -> list[Product]:
        return [product for product in self.products if product.category == category]


def invent_shop(seed: int, plan: Plan) -> Shop:
    """A shop with as many things as planned."""
    chance = Chance(seed, "shop")
    categories = tuple(chance.sample(words.RANGES, plan.categories))
    products = tuple(_invent_product(seed, number, categories) for number in range(plan.products))
    return Shop(
        seed=seed,
        name=chance.pick(words.SHOPS),
        categories=categories,
        products=products,
        kits=tuple(_invent_kit(seed, number, products) for number in range(plan.kits)),
        articles=tuple(_invent_article(seed, number) for number in range(plan.articles)),
        infos=tuple(_invent_info(seed, number) for number in range(plan.infos)),
    )


def _invent_product(seed: int, number: int, categories: tuple[words.Range, ...]) -> Product:
    chance = Chance(seed, "product", number)
    category = number % len(categories)
    goods = categories[category]
    brand = chance.pick(words.BRANDS)
    cents = chance.between(12, 1400) * 100 + chance.pick((0, 50, 90, 95))
    return Product(
        number=1001 + number,
        name=f"{brand.split()[0]} {chance.pick(goods.materials)} {chance.pick(goods.nouns)}",
        brand=brand,
        category=category,
        cents=cents,
        old_cents=cents + chance.between(5, 200) * 100 if chance.happens(0.3) else None,
        availability=chance.pick(words.AVAILABILITY),
        summary=write_sentence(chance),
        description=write_paragraphs(chance, 1, 4),
        specifications=_specify(chance, goods),
        reviews=_invent_reviews(chance),
        video=f"https://video.example/v/{chance.between(10**6, 10**7)}"
        if chance.happens(0.2)
        else None,
    )


def _specify(chance: Chance, goods: words.Range) -> tuple[tuple[str, str], ...]:
    known = goods.specifications + words.COMMON_SPECIFICATIONS
    return tuple(
        (label, chance.pick(values))
        for position, (label, values) in enumerate(known)
        if position == 0 or chance.happens(0.8)
    )


def _invent_reviews(chance: Chance) -> tuple[Remark, ...]:
    count = max(0, chance.between(-2, 5))
    return tuple(
        Remark(
            author=chance.pick(words.PEOPLE),
            day=_invent_day(chance),
            text=write_paragraph(chance, 1, 3),
            title=chance.pick(words.REVIEW_TITLES),
            stars=chance.between(2, 5),
        )
        for _ in range(count)
    )


def _invent_kit(seed: int, number: int, products: tuple[Product, ...]) -> Kit:
    chance = Chance(seed, "kit", number)
    contents = tuple(chance.sample(products, chance.between(2, 5)))
    worth = sum(product.cents for product in contents)
    name = f"{words.KIT_NAMES[number % len(words.KIT_NAMES)]} Set"
    again = number // len(words.KIT_NAMES)
    return Kit(
        number=501 + number,
        name=f"{name} {again + 1}" if again else name,
        summary=write_paragraph(chance, 1, 2),
        cents=worth * 9 // 10,
        contents=contents,
    )


def _invent_article(seed: int, number: int) -> Article:
    chance = Chance(seed, "article", number)
    comments = tuple(
        Remark(chance.pick(words.PEOPLE), _invent_day(chance), write_paragraph(chance, 1, 2))
        for _ in range(max(0, chance.between(-2, 4)))
    )
    return Article(
        number=number + 1,
        title=f"{chance.pick(words.TOPICS)} {chance.pick(words.SUBJECTS)}",
        author=chance.pick(words.PEOPLE),
        day=_invent_day(chance),
        paragraphs=write_paragraphs(chance, 3, 8),
        quote=write_sentence(chance) if chance.happens(0.5) else None,
        tags=tuple(chance.sample(words.TAGS, chance.between(1, 4))),
        comments=comments,
    )


def _invent_info(seed: int, number: int) -> Info:
    chance = Chance(seed, "info", number)
    titles = ("About us", "Delivery", "Returns & repairs", "Our workshop")
    title = titles[number]
    return Info(title.split()[0].lower(), title, write_paragraphs(chance, 2, 4))


def _invent_day(chance: Chance) -> date:
    return FIRST_DAY + timedelta(days=chance.below(900))
