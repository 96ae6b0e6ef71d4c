"""The vocabulary of the invented shop: names, materials, places, and what is said about goods.

In: nothing. Out: lists that the catalogue draws from. Some hold signs that HTML must escape and
letters beyond ASCII, because real shops do.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Range:
    """A kind of goods: what a category sells and how its goods are specified."""

    name: str
    materials: tuple[str, ...]
    nouns: tuple[str, ...]
    specifications: tuple[tuple[str, tuple[str, ...]], ...]


SHOPS = ("Halden & Wick", "Orrin & Vale", "Tarn & Hollis", "Mossby & Crane", "Brisk & Ferro")
BRANDS = (
    "Aldervik",
    "Bréval",
    "Corundel",
    "Dunmarrow",
    "Eskild",
    "Fenwright",
    "Grünwald & Co",
    "Hestia Works",
)
WOODS = ("Oak", "Walnut", "Birch", "Ash")
METALS = ("Brass", "Enamel", "Copper", "Steel")
CLOTHS = ("Linen", "Wool", "Cotton", "Hemp")
PAPERS = ("Kraft", "Vellum", "Marbled", "Ruled")
MATERIALS = WOODS + METALS + CLOTHS
PEOPLE = (
    "Ada Lindqvist", "Bruno Okafor", "Célia Marchetti", "Dara O'Neill", "Emil Novák",
    "Farah Haddad", "Greta Sørensen", "Hugo Tanaka", "Ines Carvalho", "Jonas Weiß",
    "Kamala Rao", "Liam Byrne",
)  # fmt: skip
COLOURS = ("moss green", "chalk white", "ink blue", "rust", "graphite", "sand")
COUNTRIES = ("Portugal", "Sweden", "Czechia", "Ireland", "Japan", "Slovenia")
CARE = ("wipe clean", "hand wash", "brush when dry", "oil twice a year")
CENTIMETRES = tuple(f"{size} cm" for size in range(12, 96, 7))
GRAMS = tuple(f"{weight} g" for weight in range(180, 4200, 310))

RANGES = (
    Range(
        "Lighting",
        METALS + WOODS,
        ("Reading Lamp", "Lantern", "Pendant", "Wall Light", "Desk Lamp"),
        (
            ("Height", CENTIMETRES),
            ("Bulb", ("E27", "E14", "GU10")),
            ("Cable", ("1.5 m", "2 m", "3 m")),
        ),
    ),
    Range(
        "Kitchen",
        WOODS + METALS,
        ("Salt & Pepper Mill", "Kettle", "Chopping Board", "Whisk", "Bread Bin"),
        (("Volume", ("0.4 l", "0.8 l", "1.2 l")), ("Dishwasher", ("yes", "no")), ("Weight", GRAMS)),
    ),
    Range(
        "Garden",
        METALS,
        ("Trowel", "Watering Can", "Planter", '12" Shears', "Bird Table"),
        (("Length", CENTIMETRES), ("Weight", GRAMS), ("Frost-proof", ("yes", "to -10 °C", "no"))),
    ),
    Range(
        "Workshop",
        WOODS + METALS,
        ("Hand Plane", "Mallet", "Folding Rule", "Tool Roll", "Try Square"),
        (("Length", CENTIMETRES), ("Weight", GRAMS), ("Hardness", ("58 HRC", "60 HRC", "62 HRC"))),
    ),
    Range(
        "Stationery",
        PAPERS,
        ("Notebook", "Pen Tray", "Letter Opener", "Ink Stand", "Page Holder"),
        (
            ("Format", ("A4", "A5", "A6")),
            ("Pages", ("96", "128", "192")),
            ("Paper", ("80 g/m²", "120 g/m²")),
        ),
    ),
    Range(
        "Textiles",
        CLOTHS,
        ("Throw", "Tea Towel", "Cushion", "Table Runner", "Apron"),
        (("Width", CENTIMETRES), ("Length", CENTIMETRES), ("Weave", ("plain", "twill", "waffle"))),
    ),
)

COMMON_SPECIFICATIONS = (
    ("Colour", COLOURS),
    ("Made in", COUNTRIES),
    ("Care", CARE),
    ("Guarantee", ("2 years", "5 years", "10 years")),
)

AVAILABILITY = ("In stock", "Only 3 left", "Ships in 2 weeks", "Sold out")
KIT_NAMES = (
    "New Home",
    "Long Winter",
    "First Garden",
    "Sunday Baker",
    "Quiet Desk",
    "Weekend Workshop",
    "Picnic",
)
TOPICS = (
    "Choosing",
    "Repairing",
    "A short history of",
    "Living with",
    "How we test",
    "In praise of",
    "Storing",
)
SUBJECTS = (
    "cast iron",
    "good light",
    "old tools",
    "linen",
    "small gardens",
    "paper",
    "slow mornings",
    "oak & ash",
)
TAGS = ("care", "history", "makers", "repair", "seasons", "tests", "travel")
REVIEW_TITLES = (
    "Does what it should",
    "Lovely",
    "Not for me",
    "Better than the last one",
    "A gift that stayed",
    "Fine, but...",
)
