"""Trials that repeat something often, or try to break it; figures are kept in `results/trials/`.

Each is a module with a `main`; `make test` runs a small sample of each.
"""
