"""The pages of the report, in the order in which a reader asks."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from meuse import __version__
from meuse.engine import Game
from meuse.engine.gamedoc import by_chapter
from meuse.lab.accumulators import BUILT_IN, TAKEN
from meuse.lab.match import seats
from meuse.lab.report import plots
from meuse.lab.summary import Summary

INK = "#5f5748"
DRAWN = "#b7a98a"


def page(game: Game, summary: Summary, more: Sequence[str] = ()) -> str:
    """The whole report as one HTML file.

    ``more`` are words of the command that the summary does not know, such as the file of a player's own scenario.
    """
    book = Book(game, summary)
    style = files("meuse.lab.report").joinpath("style.css").read_text(encoding="utf-8")
    title = escape(f"{game.TITLE}: {book.scenario.title}")
    parts = [book.head()]
    if summary["games"]:
        parts += [
            book.results(), book.history(), book.points(), book.losses(), book.objectives(), book.length(),
            book.fighting(), book.clauses(), book.others(),
        ]  # fmt: skip
    parts.append(book.foot(more))
    body = "\n".join(filter(None, parts))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>\n'
        f"<body>{body}</body></html>\n"
    )


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def figure(drawing: str, caption: str = "") -> str:
    said = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f"<figure>{drawing}{said}</figure>"


def table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: int = 1) -> str:
    """A table whose columns from ``numbers`` on are set to the right."""

    def cells(tag: str, values: Sequence[object]) -> str:
        kinds = ('class="n"' if number >= numbers else "" for number in range(len(values)))
        return "".join(f"<{tag} {kind}>{escape(str(v))}</{tag}>" for v, kind in zip(values, kinds, strict=True))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def percent(value: float) -> str:
    """A share for people: no figure that the number of games cannot carry.

    >>> percent(0.125), percent(0.004)
    ('13 %', '0.4 %')
    """
    shown = 100 * value
    return f"{shown:.1f} %" if 0 < shown < 1 or 99 < shown < 100 else f"{shown:.0f} %"


def interval(share: dict[str, Any]) -> str:
    return f"{percent(share['share'])} ({percent(share['low']).removesuffix(' %')}–{percent(share['high'])})"  # noqa: RUF001


def number(value: dict[str, Any]) -> str:
    """A mean with half its interval."""
    if value["mean"] is None:
        return "–"  # noqa: RUF001
    if value["high"] is None:
        return f"{value['mean']:.1f}"
    return f"{value['mean']:.1f}\u00a0±\u00a0{value['high'] - value['mean']:.1f}"


class Book:
    """Writes the chapters of one report."""

    def __init__(self, game: Game, summary: Summary) -> None:
        self.game = game
        self.summary = summary
        self.chronicle = game.chronicle(summary["scenario"])
        about = game.about()
        self.setting = game.setting(summary["scenario"])
        self.scenario = self.setting.info
        self.sides = {info.id: info for info in about.sides}

    # names and colours

    def colour(self, camp: str) -> str:
        """The colour of a camp is that of its first side."""
        side = self.game.camps.get(camp, (camp,))[0]
        return self.sides[side].colour if side in self.sides else DRAWN

    def name(self, camp: str) -> str:
        sides = self.game.camps.get(camp, (camp,))
        return " and ".join(self.sides[side].title if side in self.sides else side for side in sides)

    def cast(self) -> str:
        """Who plays whom."""
        names = self.summary["players"]
        taken = zip(names, seats(self.game, self.scenario.id, len(names)), strict=True)
        return "; ".join(
            f"{name} plays {' and '.join(self.sides[side].title for side in held)}" for name, held in taken
        )

    # chapters

    def head(self) -> str:
        summary = self.summary
        facts = [
            ("Games", f"{summary['games']:,}".replace(",", " ")),
            ("Players", self.cast()),
            ("Seeds", "–".join(map(str, summary["seeds"]))),  # noqa: RUF001
            ("Options", self.choices()),
            ("Rules and data", f"version {summary['rules']}, {summary['data']}"),
            ("Advice of the bots", ", ".join(one or "none" for one in summary["advice"])),
        ]
        listed = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)
        lead = f'<p class="lead">{escape(self.lead())}</p>' if summary["games"] else ""
        return (
            f'<header><div class="over">Laboratory report</div><h1>{escape(self.game.TITLE)}</h1>'
            f"<div>{escape(self.scenario.title)}</div>{lead}<dl class='facts'>{listed}</dl></header>"
        )

    def lead(self) -> str:
        """The result in a sentence or two."""
        result, length = self.summary["result"], self.summary["length"]
        won = [f"{self.name(camp)} {interval(share)}" for camp, share in result["camps"].items()]
        drawn = f"; {interval(result['draw'])} were drawn" if result["draw"]["count"] else ""
        games = f"Games won: {', '.join(won)}{drawn}."
        return f"{games} A game lasts {number(length['turns'])} turns and {length['decisions']['mean']:.0f} decisions."

    def results(self) -> str:
        result = self.summary["result"]
        bars = [
            plots.Bar(self.name(camp), s["share"], s["low"], s["high"], self.colour(camp), interval(s))
            for camp, s in result["camps"].items()
        ]
        draw = result["draw"]
        bars.append(plots.Bar("Draw", draw["share"], draw["low"], draw["high"], DRAWN, interval(draw)))
        clauses = self.game.ledger.clauses
        endings = [
            (
                self.name(end["winner"]) if end["winner"] else "Draw",
                end["level"],
                f"{end['clause']} {clauses[end['clause']].title}" if end["clause"] in clauses else end["clause"],
                end["count"],
                interval(end),
            )
            for end in result["endings"]
        ]
        return section(
            "Who wins",
            figure(plots.shares(bars, "Results"), "Share of games won, with 95 % Wilson intervals."),
            "<h3>How the games ended</h3>",
            table(("Winner", "Level", "By clause", "Games", "Share (95 %)"), endings, 3),
        )

    def history(self) -> str:
        found = self.summary.get("history")
        if not found:
            return ""
        parts = [f"<p>{escape(found['says'])} <span class='note'>({escape(found['source'])})</span></p>"]
        rows: list[Sequence[object]] = []
        if "winner" in found:
            winner = found["winner"]
            name = "a draw" if winner["history"] == "draw" else f"{self.name(winner['history'])} wins"
            rows.append(("Outcome", name, f"the same in {interval(winner)} of the games"))
        if "points" in found:
            points = found["points"]
            mean = self.summary["result"]["points"]
            same = f"exactly that in {interval(points['same'])}"
            rows.append((self.chronicle.measure, points["history"], f"{number(mean)} on average; {same}"))
            apart = number(points["difference"]).replace("-", "\u2212")
            either = f"{number(points['distance'])} in either direction"
            rows.append(("Distance from history", "", f"{apart} on average; {either}. {points['tells']}"))
        held = found["objectives"].values()
        if held:
            agree = sum(one["share"] if one["fell"] else 1 - one["share"] for one in held) / len(held)
            rows.append(
                ("Objectives as in history", f"{len(held)} of {len(held)}", f"{agree * len(held):.1f} on average")
            )
        return section("Beside history", *parts, table(("", "History", "Play"), rows, 9))

    def points(self) -> str:
        result, by_turn = self.summary["result"], self.summary["points"]["by_turn"]
        if not result["measure"] or not by_turn:
            return ""
        past = self.summary.get("history", {}).get("points", {}).get("history")
        colour = self.colour(self.chronicle.striver)
        counts = {int(total): count for total, count in result["totals"].items()}
        fan = plots.Curve(
            "",
            [turn["mean"] for turn in by_turn],
            [turn["tenth"] for turn in by_turn],
            [turn["nine_tenths"] for turn in by_turn],
            colour,
        )
        return section(
            result["measure"],
            '<div class="pair">',
            figure(plots.columns(counts, result["measure"], colour, past), "At the end of the game."),
            figure(
                plots.curves([fan], f"{result['measure']} by turn", plots.HALF, past),
                "Turn by turn: the mean, and the range of the middle eight games in ten still going on.",
            ),
            "</div>",
        )

    def losses(self) -> str:
        losses = self.summary["losses"]
        sides = losses["sides"]
        if not any(side["total"]["mean"] for side in sides.values()):
            return ""
        lines = [
            plots.Curve(
                self.sides[side].title,
                [turn["mean"] for turn in lost["by_turn"]],
                [max(0.0, turn["mean"] if turn["low"] is None else turn["low"]) for turn in lost["by_turn"]],
                [turn["mean"] if turn["high"] is None else turn["high"] for turn in lost["by_turn"]],
                self.sides[side].colour,
            )
            for side, lost in sides.items()
        ]
        unit = losses["unit"]
        totals = " ".join(f"{self.sides[side].title} loses {number(lost['total'])}." for side, lost in sides.items())
        caption = f"{unit.capitalize()} lost in each turn; a game that is over counts as none. Bands: 95 % of the mean."
        return section(
            "Losses",
            f"<p>{escape(unit.capitalize())} a game: {escape(totals)}</p>",
            figure(plots.curves(lines, "Losses by turn"), caption),
        )

    def objectives(self) -> str:
        found = self.summary["objectives"]
        if not found:
            return ""
        past = self.summary.get("history", {}).get("objectives", {})
        turns = max((int(turn) for one in found.values() for turn in one["turns"]), default=1)
        turns = max([turns, *(one["turn"] for one in past.values())])
        lines = [self._fall(name, one, past.get(name)) for name, one in found.items()]
        caption = (
            "Left: in how many games it fell, with the 95 % interval. Right: in which turn it fell first; the darker, "
            "the oftener." + (" Outlined: the turn of history." if any(one["turn"] for one in past.values()) else "")
        )
        return section("What fell, and when", figure(plots.falls(lines, turns, "Objectives"), caption))

    def _fall(self, name: str, one: dict[str, Any], past: dict[str, Any] | None) -> plots.Fall:
        share = plots.Bar(name, one["share"], one["low"], one["high"], self.colour(one["camp"]), interval(one))
        said = "" if past is None else "fell" if past["fell"] else "did not"
        counts = {int(turn): count for turn, count in one["turns"].items()}
        return plots.Fall(one["title"], share, counts, self.summary["games"], said, past["turn"] if past else 0)

    def length(self) -> str:
        length = self.summary["length"]
        counts = {int(turn): count for turn, count in length["ended"].items()}
        rows = [(word.capitalize(), number(length[word])) for word in ("turns", "decisions", "seconds")]
        return section(
            "How long it lasts",
            '<div class="pair">',
            figure(plots.columns(counts, "Length", INK), "The turn in which games ended."),
            "<div>" + table(("A game takes", "mean ± 95 %"), rows) + "</div></div>",
        )

    def fighting(self) -> str:
        fighting = self.summary["fighting"]
        places = fighting["places"]
        if not places:
            return ""
        plan = self.setting.plan()
        spaces = {space.id: space for space in plan.spaces}
        most = next(iter(places.values()))
        hot = [(place, spaces[place].name, spaces[place].kind, f"{count:.2f}") for place, count in places.items()]
        return section(
            "Where it is fought",
            f"<p>{number(fighting['fights'])} fights a game, in {len(places)} of {len(plan.spaces)} places.</p>",
            figure(
                f'<div class="map">{plots.heat_map(plan, self.setting.picture(), places, "Fighting on the map")}</div>'
                + plots.heat_key(most),
                "Fights by place; the names appear when the pointer rests on a place.",
            ),
            "<h3>Fought over most</h3>",
            table(("Place", "Name", "Terrain", "Fights a game"), hot[:10], 3),
        )

    def clauses(self) -> str:
        found = self.summary["clauses"]
        games = self.summary["games"]
        grid = []
        for chapter, clauses in by_chapter(self.game.ledger):
            cells = "".join(self._cell(clause.id, found[clause.id], games) for clause in clauses if clause.id in found)
            if cells:
                title = f"{chapter.number} {chapter.title}" if chapter.title else chapter.number
                grid.append(f'<div class="chapter">{escape(title)}</div><div class="cells">{cells}</div>')
        never = [(name, one["title"]) for name, one in found.items() if not one["uses"]]
        listed = "".join(f"<li><b>{escape(name)}</b>{escape(title)}</li>" for name, title in never)
        used = sorted(((one["uses"], name) for name, one in found.items() if one["uses"]), reverse=True)[:10]
        most = [(name, found[name]["title"], f"{uses / games:.1f}") for uses, name in used]
        return section(
            "Which rules were used",
            f"<p>{len(found) - len(never)} of {len(found)} clauses were cited by what happened or by the odds of "
            "a roll. The darker, the more games cited it; dashed ones never were. A rule that only forbids is not "
            "cited, and neither is one that these players never came to.</p>",
            f'<div class="clauses">{"".join(grid)}</div>',
            "<h3>Used most</h3>",
            table(("Clause", "", "Times a game"), most, 2),
            f"<details><summary>The {len(never)} clauses never cited</summary>",
            f'<ul class="columns">{listed}</ul></details>',
        )

    def _cell(self, name: str, one: dict[str, Any], games: int) -> str:
        hint = escape(f"{one['title']}: {one['uses']} times, in {one['games']} of {games} games", quote=True)
        if not one["uses"]:
            return f'<span class="never" title="{hint}">{escape(name)}</span>'
        shade = 0.12 + 0.7 * one["games"] / games
        ink = "#fff" if shade > 0.55 else "inherit"
        return f'<span title="{hint}" style="background:rgba(63,88,70,{shade:.2f});color:{ink}">{escape(name)}</span>'

    def others(self) -> str:
        """The sums of the user's own accumulators."""
        known = {*TAKEN, *(kind.name for kind in BUILT_IN)}
        parts = []
        for name, found in self.summary.items():
            if name not in known:
                parts.append(f"<h3>{escape(name)}</h3>" + table(("", ""), ((key, found[key]) for key in found)))
        return section("Own statistics", *parts) if parts else ""

    def choices(self) -> str:
        """The options of the games, or of all of them where others were drawn at random."""
        options = str(self.summary["options"])
        if self.summary["varied"]:
            return f"{options} in all games, others drawn at random" if options else "drawn at random"
        return options or "as ruled by default"

    def foot(self, more: Sequence[str]) -> str:
        summary = self.summary
        words = ["meuse", "simulate", summary["game"]]
        words += [] if self.setting.text else ["--scenario", summary["scenario"]]
        words += ["--players", ",".join(summary["players"])]
        first, last = summary["seeds"] or (0, 0)
        words += ["--games", str(last - first + 1), "--seed", str(first)]
        for pair in summary["options"].split():
            words += ["--option", pair]
        words += ["--vary"] if summary["varied"] else []
        command = escape(shlex.join([*words, *more]))
        return (
            f"<footer>{self.failed()}<p>Played by Meuse {__version__}: <code>{command}</code>. Bots decide from what "
            "their side can see. Intervals are of 95 %: Wilson's for shares, Student's for means. Weak players say "
            "little about a game: read the numbers with their strength in mind.</p></footer>"
        )

    def failed(self) -> str:
        """The games that broke, with what was wrong."""
        errors = self.summary["errors"]
        if not errors:
            return ""
        listed = "".join(f"<li>Seed {error['seed']}: {escape(error['error'])}</li>" for error in errors)
        count = "1 game" if len(errors) == 1 else f"{len(errors)} games"
        return f"<p>{count} broke off, left out of all numbers:</p><ul>{listed}</ul>"
