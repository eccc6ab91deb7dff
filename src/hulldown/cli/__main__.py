"""`python -m hulldown.cli`."""

import sys

from hulldown.cli import main

if __name__ == "__main__":
    sys.exit(main())
