"""Matches over HTTP: storage, seats, live updates and the bots' workers.

Everything a match consists of is in its append-only log, committed before anyone is told; the states in memory are a
cache. No rule of any game may be known here, and nothing leaves but what ``Game.view`` and ``Game.redact`` let through.
"""
