"""Exact geometry of the tables: who can go where, see what and from how far. Integers only; it knows no tanks."""
