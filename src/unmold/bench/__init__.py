"""Benchmarks of quality: corpora with gold labels enter, tables of figures leave."""
