"""Matches over HTTP: storage, seats, live updates and the bots' workers.

Everything a match consists of is in its append-only log, committed before anybody sees it; the states in memory are
a cache. No rule of any game may be known here, and nothing is sent that ``Game.table`` and
``Game.redact`` do not let through.
"""
