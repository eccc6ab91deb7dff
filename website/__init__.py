"""The site: plain Markdown, written by hand in `docs/` or generated here, and checked before anything is built.

`python -m website --check` makes all pages in memory and follows every link and anchor. `make docs` adds pictures and
builds the pages into `.site/html` by Zensical, which knows nothing of ours: another builder of Markdown would do.
"""
