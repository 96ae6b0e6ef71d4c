"""The native core: what touches every byte or every node of a page."""

def version() -> str:
    """The version of the core, which equals the version of the package."""

def decode(data: bytes, http_charset: str | None = None) -> tuple[str, str, str]:
    """The text of a page's bytes, the name of its encoding, and who named it."""
