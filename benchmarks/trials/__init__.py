"""Trials that repeat something often, or try to break it; their figures are kept in `results/`.

Each is a module with a `main`; the tests run a small sample of each.
"""
