"""What several games share and no engine needs: pieces in places, maps in words, aims of bots.

Everything here has at least two users among the games. No rule of a single game may live here, and nothing that
every game must have: that is the engine's.
"""
