"""The report of a simulation: one HTML file that needs nothing else, with plots drawn as SVG."""

from meuse.lab.report.page import page

__all__ = ["page"]
