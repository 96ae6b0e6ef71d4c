"""The papers behind unmold's methods, measured again on other pages: `make papers`.

Each folder reproduces the tables and figures of one paper and compares them with the published
numbers. `report` reads and writes what all of them yield, `charts` draws with Matplotlib, and
`registry` lists the papers. None of this is part of the package that users install.
"""
