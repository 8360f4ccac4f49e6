"""The oracle's random periods as the engine's arrays, and the engine's outcomes as the oracle's values."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from arrays import days, fraction, ints, maybe, value
from ratings.engine import by_expectation
from ratings.engine.activity import STATUSES
from ratings.engine.by_expectation import Inputs
from ratings.engine.editions import Rules, blocks_on, rules_of
from ratings.engine.expected import CASES, FORMATS, PARTS, Days, ValuedSides
from ratings.engine.period import Start
from ratings.engine.pools import Pools, Tournaments
from ratings.files.cells import PLAYED, RESULTS
from ratings.rules import rule_set, time_control

CASE_WORDS = {
    "unrated-no-game": ("no-game", "no-counted-game"),
    "credited-no-game": ("no-game", "no-counted-game"),
    "no-game": ("no-game", "no-counted-game"),
    "change": ("change",),
    "credited": ("change",),
    "below-floor": ("below-floor",),
    "entry": ("first-rating",),
    "pool": ("too-few-games",),
    "pool-below-floor": ("first-rating-below-floor",),
}
K_WORDS = {
    "2400-reached": "top-reached", "under-30-games": "new", "middle": "settled", "junior": "junior",
    "rapid-blitz-until-2022-09": "", "band": "rating-band", "polynomial": "formula", "": "",
}  # fmt: skip
REASON_WORDS = {"": "counted", "gap": "gap-too-wide", "opponent-unrated": "opponent-unrated"}


def in_force(lists: dict, day) -> dict:
    """The list in force on a day, or the oldest; no list at all: nobody is rated."""
    return lists[max((d for d in lists if d <= day), default=min(lists))] if lists else {}


class Arrays:
    """A random period as arrays; `sides_of[n]` are the places of player number n's sides."""

    def __init__(self, period, changed=None):
        self.period = period
        known = rule_set(period.system)
        self.rules: Rules = rules_of(known, period.starts, period.ends)
        self.rules = changed(self.rules) if changed else self.rules
        self.ids = sorted({p["id"] for p in period.players})
        self.number = {player: n for n, player in enumerate(self.ids, 1)}
        rows = [*period.tournaments, *period.games, *period.pools]
        self.codes = ["", *sorted({r["tournament"] for r in rows if r["tournament"]})]
        self.code = {code: n for n, code in enumerate(self.codes)}
        self.credits = self.rules.edition.credited_from != "none"
        self.values_on_period = self.rules.edition.values_on == "period"
        self.newest = max(period.lists) if period.lists else None

    def start(self) -> Start:
        """Give the standings before the period."""
        period, newest = self.period, self.newest
        listed = period.lists.get(newest, {})
        standard = in_force(period.standard_lists, period.publishes) if self.credits else {}
        rated = [None, *(listed.get(i) for i in self.ids)]
        credited = [None, *(standard.get(i) if listed.get(i) is None else None for i in self.ids)]
        births = {p["id"]: p["birth_year"] for p in period.players}
        history = [(0, None, None), *(period.history.get(i, (0, None, None)) for i in self.ids)]
        empty = Start.unrated(len(rated))
        return Start(
            birth_year=maybe([None, *(births[i] for i in self.ids)]),
            rating=maybe(rated), type=empty.type, credited=maybe(credited), given=empty.given,
            games=ints(h[0] or 0 for h in history), peak=maybe([h[1] for h in history]),
            last_game=maybe([None if h[2] is None else days(h[2]) for h in history]),
            archive_points=empty.archive_points, archive_games=empty.archive_games, archive_season=empty.archive_season,
        )  # fmt: skip

    def value(self, player: str, day) -> int | None:
        """Give a rating on the list that decision 1 asks for, credited ones too."""
        if self.values_on_period:
            return self.period.lists.get(self.newest, {}).get(player)
        value = in_force(self.period.lists, day).get(player)
        if value is None and self.credits:
            value = in_force(self.period.standard_lists, day).get(player)
        return value

    def first_days(self) -> dict:
        """Give each code's first day: `starts`, else the earliest date in the period."""
        first = {}
        for game in self.period.games:
            first[game["tournament"]] = min(game["date"], first.get(game["tournament"], game["date"]))
        return first | {t["tournament"]: t["starts"] for t in self.period.tournaments if t["starts"]}

    def first_day(self, game):
        """Give the day that decides about a game."""
        return self.first[game["tournament"]] if game["tournament"] else game["date"]

    def acceptance(self):
        """Say which tournaments are accepted."""
        games = self.period.games
        minutes = {
            t["tournament"]: time_control.minutes_for_60_moves(t["minutes"] or "") for t in self.period.tournaments
        }
        rows = time_control.Rows(
            tournament=ints(self.code[g["tournament"]] for g in games),
            round=ints(g["round"] or 0 for g in games),
            day=ints(days(g["date"]) for g in games),
            white=maybe([self.value(g["white"], self.first_day(g)) for g in games]),
            black=maybe([self.value(g["black"], self.first_day(g)) if g["black"] else None for g in games]),
        )
        return time_control.accepted(rows, maybe([minutes.get(code) for code in self.codes]), self.rules.edition)

    def sides(self) -> tuple[ValuedSides, list]:
        """Give the sides of played games in accepted tournaments, and the row of each."""
        period = self.period
        kinds = {t["tournament"]: t["kind"] for t in period.tournaments}
        refusal = self.acceptance().refusal if hasattr(self.rules.edition, "minutes_needed") else None
        rows = []
        for game in period.games:
            code = game["tournament"]
            other_kind = kinds.get(code) and kinds[code] not in period.system
            if (
                RESULTS.index(game["result"]) >= PLAYED
                or other_kind
                or (refusal is not None and refusal[self.code[code]])
            ):
                continue
            points = RESULTS.index(game["result"])
            rows += [(game, game["white"], game["black"], points), (game, game["black"], game["white"], 2 - points)]
        first = [self.first_day(game) for game, *_ in rows]
        sides = ValuedSides(
            owner=ints(self.number[r[1]] for r in rows), opponent=ints(self.number[r[2]] for r in rows),
            half_points=ints(r[3] for r in rows), day=ints(days(r[0]["date"]) for r in rows),
            tournament=ints(self.code[r[0]["tournament"]] for r in rows),
            own=maybe([self.value(r[1], d) for r, d in zip(rows, first, strict=True)]),
            value=maybe([self.value(r[2], d) for r, d in zip(rows, first, strict=True)]),
            block=blocks_on(ints(days(d) for d in first), self.rules),
        )  # fmt: skip
        return sides, rows

    def pools(self) -> Pools:
        """Give the pool rows."""
        rows = self.period.pools
        opponents = [(n, self.number[o]) for n, row in enumerate(rows) for o in sorted(set(row["opponents"]))]
        return Pools(
            player=ints(self.number[r["id"]] for r in rows), tournament=ints(self.code[r["tournament"]] for r in rows),
            ends=ints(days(r["period_ends"]) for r in rows), starts=ints(days(r["starts"]) for r in rows),
            games=ints(r["games"] for r in rows), half_points=ints(r["half_points"] for r in rows),
            opponents_sum=ints(r["opponents_sum"] for r in rows),
            format=ints(FORMATS.index(r["format"]) for r in rows),
            is_first=np.array([bool(r["first_event"]) for r in rows], dtype=bool),
            opponent_row=ints(o[0] for o in opponents), opponent=ints(o[1] for o in opponents),
        )  # fmt: skip

    def inputs(self) -> tuple[Inputs, list]:
        """Give all inputs, and the row of each side."""
        self.first = self.first_days()
        sides, rows = self.sides()
        formats = {t["tournament"]: FORMATS.index(t["format"] or "") for t in self.period.tournaments}
        tournaments = Tournaments(
            first_day=ints(days(self.first[c]) if c in self.first else 0 for c in self.codes),
            format=ints(formats.get(c, 0) for c in self.codes),
        )
        start = self.start()
        when = self.period
        oldest = days(min(when.lists)) if when.lists else days(when.starts)
        period_days = Days(days(when.starts), days(when.ends), days(when.publishes), oldest)
        provisional = np.array([False, *(i in when.provisional for i in self.ids)])
        return Inputs(start, sides, self.pools(), tournaments, period_days, provisional), rows


def pool_rows(arrays: Arrays, pools: Pools) -> dict:
    rows: dict = {}
    marks_first = not arrays.values_on_period  # the UKD knows no first event
    for n in range(len(pools)):
        opponents = sorted(arrays.ids[o - 1] for o in pools.opponent[pools.opponent_row == n])
        rows.setdefault(arrays.ids[pools.player[n] - 1], []).append(
            (arrays.codes[pools.tournament[n]], int(pools.ends[n]), int(pools.starts[n]), int(pools.games[n]),
             int(pools.half_points[n]), int(pools.opponents_sum[n]), tuple(opponents), FORMATS[pools.format[n]],
             marks_first and bool(pools.is_first[n]))
        )  # fmt: skip
    return {player: sorted(found) for player, found in rows.items()}


def wanted_pools(arrays: Arrays, result) -> list:
    return sorted(
        (r["tournament"], days(r["period_ends"]), days(r["starts"]), r["games"], r["half_points"], r["opponents_sum"],
         tuple(sorted(r["opponents"])), r["format"], not arrays.values_on_period and r["first_event"])
        for r in result.pools
    )  # fmt: skip


def compared(outcome, n: int, want, module) -> dict[str, tuple]:
    """Give every value of one player but the pool, as the engine and as the oracle has it."""
    after, change = outcome.after, outcome.change
    pairs = {
        "case": (CASES[outcome.case[n]] in CASE_WORDS[want.case], True),
        "rating": (value(after.rating, n), want.after),
        "base": (value(outcome.base, n), want.base),
        "n": (int(change.totals.games[n]), want.n),
        "half_points": (int(change.totals.half_points[n]), want.half_points),
        "opponents_sum": (int(change.totals.opponents_sum[n]), want.opponents_sum),
        "games": (int(after.games[n]), want.career_games),
        "peak": (value(after.peak, n), want.peak),
        "last": (value(after.last_game, n), None if want.last_game is None else days(want.last_game)),
        "status": (STATUSES[outcome.status[n]].replace("-list", "") or None, want.status),
    }
    if want.status == "provisional" or outcome.provisional[n]:
        pairs["status"] = (bool(outcome.provisional[n]), want.status == "provisional")
    if want.change is not None:
        pairs["change"] = (fraction(change.points, n), want.change)
    if want.k is not None and want.n:
        words = want.k_reason.split(", ")
        pairs["k"] = (fraction(change.k, n), want.k)
        pairs["limit"] = (bool(change.is_limited[n]), words[1:] == ["700"])
        pairs["k_reason"] = (module.K_REASONS[change.k_reason[n]] if K_WORDS[words[0]] else "", K_WORDS[words[0]])
    if want.entry:
        pairs["entry_games"] = (int(outcome.entry.totals.games[n]), want.entry["games"])
    if want.entry and want.entry.get("exact") is not None:
        pairs["exact"] = (fraction(outcome.entry.exact, n), want.entry["exact"])
    return pairs


def player_differences(arrays, outcome, wanted) -> list[str]:
    found, ours_in_pool = [], pool_rows(arrays, outcome.pools)
    for player in arrays.ids:
        want = wanted[player]
        pairs = compared(outcome, arrays.number[player], want, arrays.rules.module)
        pairs["pools"] = (ours_in_pool.get(player, []), wanted_pools(arrays, want))
        found += [f"{player} {name}: {ours} for {theirs}" for name, (ours, theirs) in pairs.items() if ours != theirs]
    return found


def side_differences(arrays, outcome, rows, wanted) -> list[str]:
    found, place = [], {}
    for n, (game, owner, _, _) in enumerate(rows):
        place[owner, game["tournament"], game["round"], game["date"], game["white"], game["black"], game["result"]] = n
    judged, reasons = outcome.judged, arrays.rules.module.REASONS
    for player, want in wanted.items():
        for d in want.games:
            for white, black in ((player, d.opponent), (d.opponent, player)):
                n = place.get((player, d.tournament, d.round, d.date, white, black, d.result))
                if n is None:
                    continue
                compared = judged.compared[n] and d.expected is not None
                pairs = {
                    "counted": (bool(judged.counted[n]), d.counted),
                    "in_n": (bool(judged.in_n[n]), d.in_n),
                    "reason": (reasons[judged.reason[n]], REASON_WORDS[d.reason]),
                }
                if judged.counted[n]:
                    pairs["compared"] = (bool(judged.compared[n]), d.expected is not None)
                if compared:
                    pairs |= {
                        "difference": (int(judged.difference[n]), d.difference),
                        "capped": (int(judged.capped[n]), d.capped),
                        "expected": (Fraction(int(judged.expected[n]), PARTS), d.expected),
                    }
                found += [f"{player}-{d.opponent} {k}: {a} for {b}" for k, (a, b) in pairs.items() if a != b]
    return found


def differences(period, changed=None) -> list[str]:
    """Rate a random period twice and name every value that differs; `changed` alters the rules first."""
    arrays = Arrays(period, changed)
    inputs, rows = arrays.inputs()
    outcome = by_expectation.rate(inputs, arrays.rules)
    wanted = period.rate()
    return [
        *player_differences(arrays, outcome, wanted),
        *side_differences(arrays, outcome, rows, wanted),
    ]
