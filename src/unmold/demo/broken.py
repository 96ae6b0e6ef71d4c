"""Pages that come out broken: cut off, empty, or what a server says when it fails.

A broken page has the template `broken` and no values.
"""

from unmold.demo.chance import Chance
from unmold.demo.page import DemoPage

TEMPLATE = "broken"
BAD_GATEWAY = (
    "<html>\n<head><title>502 Bad Gateway</title></head>\n<body>\n"
    "<center><h1>502 Bad Gateway</h1></center>\n<hr><center>nginx</center>\n</body>\n</html>\n"
)


def break_some(page: DemoPage, seed: int, share: float) -> DemoPage:
    """The page, broken in one of three ways if it is its turn."""
    chance = Chance(seed, "broken", page.path)
    if not share or not chance.happens(share):
        return page
    cut = page.html[: chance.between(200, 900)]
    return DemoPage(page.path, TEMPLATE, chance.pick((BAD_GATEWAY, cut, "\n")), {})
