"""The vocabulary of the invented shop: goods, brands, materials, places.

The catalogue draws from these lists. Some hold signs that HTML must escape and letters beyond
ASCII, because real shops do.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Range:
    """A type of goods: what a category sells and how its goods are specified."""

    name: str
    materials: tuple[str, ...]
    nouns: tuple[str, ...]
    specifications: tuple[tuple[str, tuple[str, ...]], ...]


def _split(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(","))


SHOP_NAMES = _split(
    "Halden,Orrin,Tarn,Mossby,Brisk,Fjellheim,Larkin,Quince,Ravel,Sturgess,Thistle,Umber,Vesper"
)
SHOP_PARTNERS = _split("Wick,Vale,Hollis,Crane,Ferro,Moor,Pike,Rowe,Sable,Tolland,Yarrow,Zeller")
BRANDS = _split(
    "Aldervik,Bréval,Corundel,Dunmarrow,Eskild,Fenwright,Grünwald & Co,Hestia Works,Ibarra,"
    "Jutland Mill,Kestrel,Lumière,Marchetti & Figli,Nordlys,Ostrava,Pellworm,Quarry Lane,Rosén,"
    "Sólheim,Tavistock,Ulverston,Værk,Weiß,Ystad"
)
COLLECTIONS = _split(
    "Alba,Bruma,Cinder,Delft,Ember,Fathom,Gale,Harbour,Isola,Juniper,Kelp,Loam,Mistral,Nocturne,"
    "Oriel,Pebble,Quill,Ripple,Sierra,Tundra,Ursa,Vireo,Willow,Yonder,Zephyr,Année,Brezza,Corvo,"
    "Dünen,Étoile"
)
WOODS = _split("Oak,Walnut,Birch,Ash,Cherry,Beech")
METALS = _split("Brass,Enamel,Copper,Steel,Iron,Pewter")
CLOTHS = _split("Linen,Wool,Cotton,Hemp,Felt,Canvas")
PAPERS = _split("Kraft,Vellum,Marbled,Ruled,Dotted,Laid")
CLAYS = _split("Stoneware,Porcelain,Terracotta,Glass,Slip-glazed,Salt-fired")
LEATHERS = _split("Leather,Suede,Waxed Canvas,Cork,Nubuck,Oilskin")
MATERIALS = WOODS + METALS + CLOTHS
COLOURS = _split(
    "moss green,chalk white,ink blue,rust,graphite,sand,crème,plum,ochre,slate,sea foam,charcoal"
)
COUNTRIES = _split(
    "Portugal,Sweden,Czechia,Ireland,Japan,Slovenia,Türkiye,Denmark,Peru,India,Scotland,Austria"
)
TOWNS = _split(
    "Bergen,Cork,Évora,Graz,Kyoto,Ljubljana,Malmö,Nîmes,Olomouc,Porto,Sligo,Tartu,Utrecht,Århus"
)
STREETS = _split(
    "Mill Lane,Quay Street,Tanner’s Row,Old Market,Harbour Steps,Long Acre,Dyers’ Hill"
)
CARE = _split("wipe clean,hand wash,brush when dry,oil twice a year,machine wash at 40 °C,air only")
CENTIMETRES = tuple(f"{size} cm" for size in range(7, 196))
GRAMS = tuple(f"{weight:,} g" for weight in range(90, 6200, 35))
WATTS = tuple(f"{power} W" for power in (4, 6, 7, 9, 11, 15, 24, 40))
SIZES = _split("S,M,L,XL,one size")

RANGES = (
    Range(
        "Lighting",
        METALS + WOODS + CLAYS,
        _split("Reading Lamp,Lantern,Pendant,Wall Light,Desk Lamp,Sconce,Floor Lamp"),
        (
            ("Height", CENTIMETRES),
            ("Bulb", ("E27", "E14", "GU10", "G9")),
            ("Power", WATTS),
            ("Cable", ("1.5 m", "2 m", "2.5 m", "3 m")),
        ),
    ),
    Range(
        "Kitchen",
        WOODS + METALS + CLAYS,
        ("Salt & Pepper Mill", "Kettle", "Chopping Board", "Whisk", "Bread Bin", "Colander"),
        (
            ("Volume", tuple(f"0.{tenth} l" for tenth in range(2, 10))),
            ("Dishwasher", ("yes", "no", "top rack")),
            ("Weight", GRAMS),
        ),
    ),
    Range(
        "Garden",
        METALS + WOODS,
        ("Trowel", "Watering Can", "Planter", '12" Shears', "Bird Table", "Dibber", "Bow Saw"),
        (("Length", CENTIMETRES), ("Weight", GRAMS), ("Frost-proof", ("yes", "to -10 °C", "no"))),
    ),
    Range(
        "Workshop",
        WOODS + METALS,
        _split("Hand Plane,Mallet,Folding Rule,Tool Roll,Try Square,Spokeshave,Bench Hook"),
        (
            ("Length", CENTIMETRES),
            ("Weight", GRAMS),
            ("Hardness", tuple(f"{degree} HRC" for degree in range(54, 65))),
        ),
    ),
    Range(
        "Stationery",
        PAPERS,
        _split("Notebook,Pen Tray,Letter Opener,Ink Stand,Page Holder,Folio,Pocket Diary"),
        (
            ("Format", ("A4", "A5", "A6", "B5")),
            ("Pages", tuple(str(pages) for pages in range(64, 321, 16))),
            ("Paper", ("80 g/m²", "90 g/m²", "100 g/m²", "120 g/m²")),
        ),
    ),
    Range(
        "Textiles",
        CLOTHS,
        _split("Throw,Tea Towel,Cushion,Table Runner,Apron,Blanket,Bath Sheet"),
        (
            ("Width", CENTIMETRES),
            ("Length", CENTIMETRES),
            ("Weave", ("plain", "twill", "waffle", "herringbone")),
        ),
    ),
    Range(
        "Tableware",
        CLAYS,
        _split("Bowl,Dinner Plate,Espresso Cup,Pitcher,Serving Dish,Beaker,Teapot"),
        (("Diameter", CENTIMETRES), ("Pieces", ("1", "2", "4", "6", "12")), ("Oven", CARE)),
    ),
    Range(
        "Bags & Cases",
        LEATHERS,
        _split("Satchel,Weekender,Key Fob,Card Holder,Rucksack,Pencil Case,Belt"),
        (
            ("Capacity", tuple(f"{litres} l" for litres in range(2, 48))),
            ("Size", SIZES),
            ("Lining", tuple(cloth.lower() for cloth in CLOTHS)),
        ),
    ),
)

COMMON_SPECIFICATIONS = (
    ("Colour", COLOURS),
    ("Made in", COUNTRIES),
    ("Care", CARE),
    ("Guarantee", tuple(f"{years} years" for years in range(2, 16))),
)

AVAILABILITY = (
    "In stock", "Only 3 left", "Only 7 left", "Ships in 2 weeks", "Ships in 5 days", "Sold out",
    "On order until spring",
)  # fmt: skip
STOCK = ("in stock", "few left", "sold out", "on order")
DELIVERIES = ("1–2 days", "2–4 days", "a week", "10 working days", "by appointment", "next morning")
BADGES = ("New", "Sale", "Bestseller", "🌿 Organic", "Last pieces", "Staff pick")
KIT_NAMES = _split(
    "New Home,Long Winter,First Garden,Sunday Baker,Quiet Desk,Weekend Workshop,Picnic,Moving Day,"
    "Rainy Afternoon,Small Balcony,Letter Writer’s,Café au Lait"
)
