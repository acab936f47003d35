"""Random moments of close combat on board A: everything that lies or stands somewhere, on a few hexes.

What the rules say about them is worked out a second time in the tests, from names and plain sets. A seed gives the same
moment on every machine.
"""

from __future__ import annotations

from functools import cache
from random import Random

from meuse.games.france_1940.state import FranceState

from .kit import ENDING, GAME, OWN, force, lay, owned

FORCES = "".join([
    force("german", "G.rifle 4, G.mg34, G.mortar"),
    force("german", "G.rifle 2, G.stug, G.pak36, G.engineers 2"),
    force("german", "G.pz3 2, G.pz2", "tank"),
    force("german", "G.rifle 2, G.flak36, G.lefh18"),
    force("german", "G.blitz, G.sdkfz251", ""),
    force("french", "F.rifle 4", quality="veteran"),
    force("french", "F.rifle 2, F.hotchkiss, F.mortar, F.sa34", quality="green"),
    force("french", "F.cavalry 2, F.horses 2"),
    force("french", "F.h39 2, F.charb1", "tank"),
    force("french", "F.adk", ""),
])  # fmt: skip
SUPPORT = """
[[battery]]
nation = "german"
calibre = 155
missions = 3
[[battery]]
nation = "french"
calibre = 75
missions = 3
[[air]]
nation = "german"
attacks = 2
[[air]]
nation = "french"
attacks = 2
turn = 2
"""
HEAD = (
    'boards = [["A"]]\nriver = "minor"\nrubble = true\nanti_air = { german = 6, allied = 7 }\n'
    "smoke = { german = 1, allied = 0 }\npontoons = { german = 1 }\n"
)
SOFT = ("open", "woods", "light woods", "fields")
SIDE_NAMES, KINDS = ("german", "allied"), ("ap", "at", "mixed")
INSIDE = ("infantry", "mg", "mortar", "at gun", "artillery", "aa gun")


@cache
def scenario() -> str:
    return owned(f"{OWN}{HEAD}{FORCES}{SUPPORT}{ENDING}")


def _listed(words: list[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def _table(rows: dict[str, object]) -> str:
    return "{ " + ", ".join(f'"{name}" = {value}' for name, value in rows.items()) + " }"


def moment(seed: int) -> FranceState:
    """A moment in which a side is about to activate somebody; many are beside enemies."""
    random, setting = Random(seed), GAME.setting(scenario())
    board, ground = setting.board, setting.ground
    column, row = (random.randrange(2, 12), random.randrange(2, 12)) if seed % 4 else (6, 7)  # roads by the woods
    hexes = [f"A{c}{r:02}" for c in range(column, column + 4) for r in range(row, row + 4)]
    hexes = [h for h in hexes if ground.terrain[board.place(h)] != "marsh"]
    owner = {h: random.choice("GFGF ") for h in hexes}
    trenches = [h for h in hexes if ground.terrain[board.place(h)] in SOFT and random.random() < 0.15]
    roads = [h for h in hexes if ground.roads.touched >> board.place(h) & 1]
    forts = {
        h: (random.randrange(1, 6), random.choice(["e", "nne", "nnw", "w", "ssw", "sse"]), owner[h])
        for h in hexes
        if random.random() < 0.1 and h not in trenches and owner[h] != " "
    }
    stacks: dict[str, list[str]] = {}
    load: dict[str, int] = {}
    carriers: dict[str, object] = {}
    inside: list[str] = []
    steps: dict[str, int] = {}
    for piece in setting.pieces:
        if piece.officer or piece.type == "horses" or random.random() < 0.25:
            continue
        home = [h for h in hexes if owner[h] == "GF"[piece.side] and load.get(h, 0) <= 6]
        if not home:
            continue
        woods = [h for h in home if setting.wooded_roads >> board.place(h) & 1 and "engineers" in piece.id]
        h = random.choice(woods or home)
        stacks.setdefault(h, []).append(piece.id)
        steps[piece.id] = random.choice([3, 3, 2, 1])
        load[h] = load.get(h, 0) + (3 if piece.type not in ("transport", "halftrack") else 0)
        if piece.type == "cavalry" and random.random() < 0.7:
            horses = piece.id.replace("cavalry", "horses")
            stacks[h].append(horses)
            carriers[piece.id] = f'"{horses}"'
        elif (h in trenches or h in forts) and piece.type in INSIDE and random.random() < 0.6:
            if sum(unit in inside for unit in stacks[h]) < 2:
                inside.append(piece.id)
    for carrier, kind in (("G.blitz-1", "G1.rifle"), ("F.adk-1", "F1.rifle"), ("G.sdkfz251-1", "G2.pak36")):
        near = [u for h in stacks.values() if carrier in h for u in h if u.startswith(kind) and u not in inside]
        if near and steps[near[0]] <= steps[carrier] and random.random() < 0.6:
            carriers[near[0]] = f'"{carrier}"'
    for number, formation in enumerate(setting.formations):
        officer = setting.pieces[setting.usual_leaders[number]].id
        own = [(h, u) for h, there in stacks.items() for u in there if formation.units >> setting.piece(u) & 1]
        if formation.officer == "tank":
            own = [(h, u) for h, u in own if setting.afvs >> setting.piece(u) & 1]
        if not own:
            continue
        h, unit = random.choice(own)
        if formation.officer == "tank":
            carriers[officer] = f'"{unit}"'
        elif random.random() < 0.2:
            bare = [other for other in hexes if owner[other] == owner[h] and other not in stacks]
            h = random.choice(bare) if bare else h
        stacks.setdefault(h, []).append(officer)
    units = [u for there in stacks.values() for u in there if u in steps]
    led = [u for u in units if setting.led >> setting.piece(u) & 1 and u not in carriers.values()]

    def some(share: float, among: list[str]) -> list[str]:
        return [word for word in among if random.random() < share]

    routed = some(0.07, led)
    reaction = [u for u in some(0.25, units) if u not in routed and setting.armed >> setting.piece(u) & 1]
    finished = [u for u in some(0.15, led) if u not in reaction]
    empty = [h for h in hexes if h not in stacks]
    sappers = [h for h, there in stacks.items() if any("engineers" in u for u in there)]
    wire, ditches, teeth = some(0.12, empty), some(0.1, hexes + sappers), some(0.1, hexes + 3 * sappers)
    ditches = [
        h for h in dict.fromkeys(ditches) if not (ground.river | ground.of["built-up area"]) >> board.place(h) & 1
    ]
    teeth = [h for h in dict.fromkeys(teeth) if not ground.river >> board.place(h) & 1]
    houses = [h for h in empty if ground.terrain[board.place(h)] in ("dispersed buildings", "built-up area")]
    side = random.choice(SIDE_NAMES)
    mines = [
        f'{{ hex = "{h}", owner = "{random.choice(SIDE_NAMES)}", kind = "{random.choice(KINDS)}", '
        f"density = {random.randrange(3)}, shown = false }}"
        for h in some(0.12, hexes)
    ]
    engineers = [u for u in units if "engineers" in u and u not in routed and u not in carriers]
    projects = [
        f'{{ unit = "{u}", work = "roadblock", hex = "{h}", turn = {random.choice([1, 2])} }}'
        for h, there in stacks.items()
        for u in there
        if u in engineers and random.random() < 0.6
    ]
    letter = random.choice("GF")
    lines = [
        f'phase = "{side} activation"', "turn = 2", f'initiative = "{side}"', f"reaction = {_listed(reaction)}",
        f"routed = {_listed(routed)}", f"finished = {_listed(finished)}", f"inside = {_listed(inside)}",
        f"moved = {_listed(some(0.2, units))}", f"astray = {_listed(some(0.1, led))}",
        f"blown = {_listed([u for u in units if 'cavalry' in u and random.random() < 0.3])}",
        f"trenches = {_listed(trenches)}", f"wire = {_listed(wire)}", f"ditches = {_listed(ditches)}",
        f"crossings = {_listed(some(0.3, ditches))}", f"teeth = {_listed(teeth)}",
        f"roadblocks = {_listed(some(0.2, [h for h in roads if h in empty]))}",
        f"rubble = {_listed(some(0.5, houses))}",
        f"{SIDE_NAMES[letter != 'G']}_positions = {_listed(some(0.3, [h for h in stacks if owner[h] == letter]))}",
        f"mines = [{', '.join(mines)}]", f"projects = [{', '.join(projects)}]",
        f"smoke = {_table({h: random.randrange(1, 9) for h in some(0.08, hexes)})}",
        "forts = [" + ", ".join(
            f'{{ hex = "{h}", value = {value}, arrow = "{arrow}", owner = "{"german" if whose == "G" else "allied"}" }}'
            for h, (value, arrow, whose) in forts.items()
        ) + "]",
        f"carriers = {_table(carriers)}",
        'missions = { "G.155mm-1" = 2, "F.75mm-1" = 1 }', 'attacks = { "G.air-1" = 2, "F.air-1" = 1 }',
        "[units]", *(
            f'{h} = {_listed([u if steps.get(u, 3) == 3 else f"{u}:{steps[u]}" for u in there])}'
            for h, there in stacks.items()
        ),
    ]  # fmt: skip
    return lay("\n".join(lines), scenario())


MOMENTS = range(30)
