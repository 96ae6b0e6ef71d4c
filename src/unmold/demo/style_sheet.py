"""The style sheet of the site, so that its pages look like a shop's in a browser.

It lies in the site's own folder and is imported by the style element that every page has, so that
it changes neither the elements of pages nor what they say.
"""

from unmold.demo.look import Look

PATH = "style.css"

COLOURS = ("#7a3b2e", "#2f5d50", "#3d4f7c", "#6b4a7a", "#80611f", "#1f6675")
"""A seed takes one for links, buttons and prices; each is readable on white."""

PLAIN = """\
*{box-sizing:border-box}
body{background:#fbfaf7;color:#26221e;font:16px/1.55 Georgia,"Times New Roman",serif}
a{color:%(colour)s}
h1{font-size:32px;line-height:1.2;margin:8px 0 20px}
h2{font-size:21px;margin:32px 0 10px}
button{background:%(colour)s;color:#fff;border:0;border-radius:4px;padding:8px 16px;font:inherit}
button[disabled]{background:#a8a29a}
input{border:1px solid #cfc8bd;border-radius:4px;padding:7px 9px;font:inherit;background:#fff}
img{max-width:100%%;height:auto;background:linear-gradient(135deg,#e9e3d8,#d5ccbc)}
table{border-collapse:collapse;min-width:50%%;background:#fff}
li>strong{margin-right:12px}
td,th{border-bottom:1px solid #e6e0d6;padding:7px 12px;text-align:left}
dl{display:grid;grid-template-columns:180px 1fr;margin:0;background:#fff;border:1px solid #e6e0d6}
dt,dd{margin:0;padding:6px 12px;border-bottom:1px solid #f0ebe2}
dt{color:#6d665d}
"""

RULES: dict[str, str] = {
    "cookie banner": "display:flex;gap:16px;align-items:center;padding:4px 24px;background:#2d2a26;"
    "color:#fff;font-size:14px",
    "site header": "display:flex;flex-wrap:wrap;gap:12px 28px;align-items:center;padding:16px 24px;"
    "background:#fff;border-bottom:1px solid #e6e0d6",
    "logo": "font-size:25px;font-weight:700;text-decoration:none",
    "basket": "margin-left:auto",
    "wrap": "display:flex;gap:32px;max-width:1200px;margin:0 auto;padding:24px",
    "side": "flex:0 0 210px;background:#f2ede4;padding:16px;border-radius:6px;"
    "align-self:flex-start",
    "plain": "display:block;max-width:820px;margin:0 auto;padding:24px",
    "breadcrumb": "font-size:14px;color:#6d665d",
    "product offer": "display:flow-root;background:#fff;border:1px solid #e6e0d6;border-radius:8px;"
    "padding:24px",
    "product price": "display:block;font-size:28px;font-weight:700;color:%(colour)s",
    "product old price": "color:#8a8278",
    "product badge": "background:#efe2c4;border-radius:4px;padding:2px 8px;font-size:14px",
    "product number": "color:#6d665d;font-size:14px",
    "card list": "display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:16px;"
    "padding:0;list-style:none",
    "card": "display:flex;flex-direction:column;gap:6px;background:#fff;border:1px solid #e6e0d6;"
    "border-radius:8px;padding:16px",
    "card name": "font-weight:700;text-decoration:none",
    "card price": "color:%(colour)s;font-size:18px",
    "card badge": "font-size:13px;color:#6d665d",
    "review": "background:#fff;border:1px solid #e6e0d6;border-radius:6px;padding:12px 16px;"
    "margin:0 0 12px",
    "review rating": "color:#a8751a;letter-spacing:2px",
    "reply": "border-left:3px solid #d5ccbc;padding-left:12px;margin-top:8px",
    "ad": "padding:12px 24px;background:#f2ede4;font-size:14px",
    "entry": "background:#fff;border:1px solid #e6e0d6;border-radius:8px;padding:16px 20px;"
    "margin:0 0 14px",
    "article byline": "color:#6d665d",
    "article summary": "font-size:20px;font-style:italic",
    "article tags": "display:flex;flex-wrap:wrap;gap:8px 24px",
    "pagination": "display:flex;gap:12px;margin:24px 0",
    "site footer": "margin-top:40px;padding:24px;background:#2d2a26;color:#e9e3d8;font-size:14px",
    "footer list": "display:flex;flex-wrap:wrap;gap:6px 24px;padding:0;list-style:none",
    "served": "font-size:12px;color:#8a8278;padding:0 24px",
}
"""By what a class names, as `Look.css` takes it, how it looks."""

MENUS = ("menu nav", "categories nav")


def write_style_sheet(look: Look) -> str:
    """The rules for the classes of a site."""
    colour = {"colour": COLOURS[sum(look.seed.encode()) % len(COLOURS)]}
    lines = [PLAIN % colour]
    lines += [f"{select(look.css(words))}{{{rule % colour}}}\n" for words, rule in RULES.items()]
    menu, categories = (select(look.css(words)) for words in MENUS)
    offer, footer = select(look.css("product offer")), select(look.css("site footer"))
    banner, variant = select(look.css("cookie banner")), select(look.css("variant"))
    side = select(look.css("side"))
    lines += [
        f"{menu} ul{{display:flex;gap:20px;margin:0;padding:0;list-style:none}}\n",
        f"{categories} ul{{margin:0;padding:0;list-style:none;line-height:2}}\n",
        f"{offer} figure{{float:left;width:46%;margin:0 28px 0 0}}\n",
        # Nobody serves the pictures; where one would be can be seen all the same.
        f"{offer} img{{display:inline-block;width:100%;height:260px}}\n",
        f"{footer} a,{banner} a{{color:#e9e3d8}}\n",
        f"{variant}>*{{padding:6px 18px 6px 0}}\n",
        f"{side} div{{padding:12px 0}}\n",
        f"#{escape_name(look.id('masthead'))}{{display:flex;flex-direction:column;gap:4px;"
        "align-items:center;padding:28px;background:#fff;border-bottom:1px solid #e6e0d6}\n",
        f"#{escape_name(look.id('column'))}{{max-width:760px;margin:0 auto;padding:24px}}\n",
        f"#{escape_name(look.id('top'))}{{padding:12px 16px}}\n",
    ]
    return "".join(lines)


def select(classes: str) -> str:
    r"""The selector of an element with all of these classes.

    >>> select("item-price sale")
    '.item-price.sale'
    >>> select("50%").split()
    ['.\\35', '0\\25']
    """
    return "".join(f".{escape_name(name)}" for name in classes.split())


def escape_name(name: str) -> str:
    """A name as CSS writes it: what is no letter, and a digit in front, by its number."""
    return "".join(
        sign if (sign.isascii() and sign.isalpha()) or (place and _goes_on(sign)) else _spell(sign)
        for place, sign in enumerate(name)
    )


def _goes_on(sign: str) -> bool:
    return sign in "-_0123456789"


def _spell(sign: str) -> str:
    return f"\\{ord(sign):x} "
