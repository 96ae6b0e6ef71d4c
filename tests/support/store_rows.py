"""Rows of workspaces, made without one."""

from unmold.store.rows import PageRow


def stored_page(key: str, features_file: str, features_row: int) -> PageRow:
    """A page of which nothing is known but where its features are kept."""
    return PageRow(
        key=key,
        path=key,
        url=key,
        site="a.example",
        file=b"",
        offset=None,
        bytes=0,
        sha256="",
        charset=None,
        status=None,
        declared_url=None,
        inbound_source=None,
        inbound_xpath=None,
        soft_404=False,
        problems=[],
        state="new",
        features_file=features_file,
        features_row=features_row,
    )
