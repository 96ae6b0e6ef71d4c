"""Names that try to break out of whatever they are put into: quotes, braces, line breaks, code.

Each name of the site gets something hostile, always the same. Such names are in labels, classes,
ids and URLs; nothing made of a page may run or fail because of them.
"""

from zlib import crc32

LABEL_ENDS = (
    """ '"`""",
    " {{ 7 * 7 }} {% raw %}",
    " \\n\\' \\\\",
    ' """ + __import__("os").system("touch pwned") + """',
    " ${HOME} $(touch pwned) %s %(x)s {0}",
    " </script><b>&amp;",
    " 'first line'\n\"second line\"",
)
CLASS_ENDS = ('"x"', "it's", "{{a}}", "b\\c", "]//*[1", "#{d}", "x:y.z", "50%", "(e)", "'+'")
URL_ENDS = ("it's", "{0}", "{{7*7}}", "$(touch pwned)", "a b", "x;y", "[1]", "`id`")


def hostile_label(label: str) -> str:
    """A label as a hostile author would write it."""
    return label + _pick(LABEL_ENDS, label)


def hostile_class(name: str) -> str:
    """The class, and a second one that no selector may take as it is."""
    return f"{name} {_pick(CLASS_ENDS, name)}"


def hostile_id(name: str) -> str:
    return name + _pick(CLASS_ENDS, name)


def hostile_slug(slug: str) -> str:
    """A name for use in paths that most programs would have to quote."""
    return f"{slug}-{_pick(URL_ENDS, slug)}"


def _pick(endings: tuple[str, ...], name: str) -> str:
    return endings[crc32(name.encode()) % len(endings)]
