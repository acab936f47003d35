"""The outlines of an area map, made from real geography and the seeds of each area."""
