"""``python -m meuse``: the same as ``meuse``."""

from meuse.cli import main

if __name__ == "__main__":
    main()
