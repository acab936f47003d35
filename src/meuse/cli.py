"""The ``meuse`` command."""


def main() -> None:
    """Run the command."""
