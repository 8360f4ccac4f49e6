"""Slow reference implementation of the FIDE ratings (rules, sections 0, 1, 3 and 5b).

Plain Python on purpose: dictionaries, loops and exact fractions, one small function per article or
decision.  Nothing here is shared with the engine under test.

The one entry point is :func:`rate`.  "Decision n" means the numbered list under the table of section 3;
"row x" a row of that table; "0.n" an article of section 0.
"""

from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from fide_tables import expected_hundredths, mean_plus_d
from rounding import round_half_away

SYSTEMS = ("fide-standard", "fide-rapid", "fide-blitz")

BLOCK_2009 = {
    "effective": date(2009, 7, 1),
    "expectation": "table",
    "cap": 400,
    "uncapped_from": None,
    "k_new": 25,
    "k_junior": None,
    "k_middle": 15,
    "k_top": 10,
    "kn_limit": None,
    "floor": 1401,
    "entry_games": 9,
    "entry_months": 14,
    "entry_conditions": "2009",
    "performance": "steps",
    "performance_step": Fraction(25, 2),
    "pooling": "weighted",
    "entry_maximum": None,
    "credited": False,
}
BLOCK_2014 = {
    **BLOCK_2009,
    "effective": date(2014, 7, 1),
    "k_new": 40,
    "k_junior": 40,
    "k_middle": 20,
    "kn_limit": 700,
    "floor": 1000,
    "entry_games": 5,
    "entry_months": 26,
    "entry_conditions": "2014",
    "performance_step": Fraction(20),
    "pooling": "single_event",
    "credited": True,
}
BLOCK_2024 = {
    **BLOCK_2014,
    "effective": date(2024, 3, 1),
    "floor": 1400,
    "entry_conditions": "2024",
    "performance": "two draws at 1800",
    "entry_maximum": 2200,
}
BLOCK_2025 = {**BLOCK_2024, "effective": date(2025, 10, 1), "uncapped_from": 2650}
BLOCKS = [BLOCK_2009, BLOCK_2014, BLOCK_2024, BLOCK_2025]

K20_FOR_ALL_UNTIL = date(2022, 9, 30)
GAP_RULE_FROM = date(2024, 12, 1)

# Half points of white and black; None: not played over the board (0.4).
RESULTS = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2-1/2": (1, 1),
    "1-0F": None,
    "0-1F": None,
    "0-0F": None,
    "bye": None,
}


@dataclass
class Detail:
    """One game as one of its two players sees it."""

    opponent: str | None
    tournament: str
    date: date
    round: object
    result: str
    half_points: int | None
    opponent_value: int | None = None
    opponent_status: str = "unrated"
    own_value: int | None = None
    difference: int | None = None  # own value minus opponent's
    capped: int | None = None  # the difference that is used
    expected: Fraction | None = None
    counted: bool = False
    in_n: bool = False  # counted, and part of n and of the mean (differs in the UKD only)
    reason: str = ""  # why not counted


@dataclass
class Result:
    """What happens to one player in one period."""

    id: str
    before: int | None = None  # rating on this system's own list before the period
    base: int | None = None  # the number the change is added to (decision 1; credited: decision 6)
    base_source: str = "none"  # list, credited, none
    after: int | None = None
    change: Fraction | None = None  # exact, before the one rounding; None for an unrated player
    n: int = 0
    half_points: int = 0
    opponents_sum: int = 0
    k: object = None
    k_reason: str = ""
    games: list = field(default_factory=list)
    career_games: int = 0
    peak: int | None = None
    last_game: date | None = None
    status: str | None = None  # active, inactive, off; None for an unrated player
    pools: list = field(default_factory=list)
    case: str = ""
    entry: dict | None = None
    events: dict = field(default_factory=dict)  # change per event, where the rules compute per event
    warnings: list = field(default_factory=list)


# ------------------------------------------------------------------------------------------ small helpers


def months_before(day: date, months: int) -> date:
    """The same day ``months`` earlier (29 February: the last day of the month)."""
    index = day.year * 12 + day.month - 1 - months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def month_number(day: date) -> int:
    """Months counted from year 0, to compare calendar months."""
    return day.year * 12 + day.month


def code_of(row: dict) -> str:
    """The tournament code of a row; empty when there is none."""
    return (row.get("tournament") or row.get("code") or "").strip()


def opponents_of(row: dict) -> set:
    """The persons of a pool row (text with blanks, or a list)."""
    value = row.get("opponents") or ()
    return set(value.split()) if isinstance(value, str) else set(value)


def truth(value) -> bool:
    """A flag as the files write it."""
    return value in (True, 1, "1", "yes", "true", "True")


def block_on(day: date, blocks: list, parameters: dict | None = None) -> dict:
    """0.8 and decision 1: the block in force on a day; before the first block: the first."""
    found = blocks[0]
    for block in blocks:
        if block["effective"] <= day:
            found = block
    return {**found, **(parameters or {})}


def stop_before_first_block(day: date, blocks: list) -> None:
    """0.8: before a system's first edition: stop, naming the first date."""
    if day < blocks[0]["effective"]:
        raise ValueError(f"no edition in force on {day}; the first is of {blocks[0]['effective']}")


def list_on(lists: dict, day: date) -> tuple[dict, bool]:
    """0.9, decision 1: the list in force on a day; older than every list: the oldest, and True."""
    if not lists:
        return {}, False
    dates = [d for d in lists if d <= day]
    if dates:
        return lists[max(dates)], False
    return lists[min(lists)], True


def list_before_period(lists: dict, publishes: date) -> dict:
    """Decision 1: the newest list before this period, even if published after its first day."""
    dates = [d for d in lists if d < publishes]
    if dates:
        return lists[max(dates)]
    return lists[min(lists)] if lists else {}


def first_days(tournaments: dict, games: list) -> dict:
    """Decision 1: ``starts`` of a tournament, else the earliest date of that code in the period."""
    days = {}
    for game in games:
        code = code_of(game)
        if code and (code not in days or game["date"] < days[code]):
            days[code] = game["date"]
    for code in days:
        starts = tournaments.get(code, {}).get("starts")
        if starts:
            days[code] = starts
    return days


def first_day(game: dict, days: dict) -> date:
    """Decision 1: the day that decides about a game; without a code it is a tournament of its own."""
    code = code_of(game)
    return days[code] if code else game["date"]


def counting_day(game_date: date, starts: date) -> date:
    """Decision 5: a late report stands at the first day of the period that counts it."""
    return max(game_date, starts)


def status_at(last_game: date | None, publishes: date, lists: dict) -> str:
    """Decision 5: active for 12 months, inactive for 36, then off the list (same days inside)."""
    if last_game is None:
        last_game = min(lists) if lists else publishes
    if last_game >= months_before(publishes, 12):
        return "active"
    if last_game >= months_before(publishes, 36):
        return "inactive"
    return "off"


def highest(*values) -> int | None:
    """Decision 2, peak: the highest of the ratings there are."""
    known = [v for v in values if v is not None]
    return max(known) if known else None


# ------------------------------------------------------------------------------------ K, difference, change


def junior_in(starts: date, birth_year: int | None) -> bool:
    """Decision 2: year of the period's first day - birth year <= 18; unknown: no junior."""
    return birth_year is not None and starts.year - int(birth_year) <= 18


def k_factor(block: dict, system: str, starts: date, ends: date, career: int, peak, birth_year) -> tuple:
    """Row K and decision 2, before the limit on K x n: (K, reason)."""
    if system != "fide-standard" and ends <= K20_FOR_ALL_UNTIL:
        return 20, "rapid-blitz-until-2022-09"
    if peak is not None and peak >= 2400:
        return block["k_top"], "2400-reached"
    if block["k_junior"] is not None and junior_in(starts, birth_year) and (peak is None or peak < 2300):
        return block["k_junior"], "junior"
    if career < 30:
        return block["k_new"], "under-30-games"
    return block["k_middle"], "middle"


def limit_kn(block: dict, k: int, n: int) -> tuple[int, bool]:
    """Row K x n: above 700, K is the largest integer that stays within."""
    limit = block["kn_limit"]
    if limit is not None and k * n > limit:
        return limit // n, True
    return k, False


def capped_difference(block: dict, system: str, own: int, opponent: int) -> int:
    """Row cap: at most 400; standard from 2025-10-01: no cap for a player of 2650 or more."""
    difference = own - opponent
    free = block["uncapped_from"]
    if system == "fide-standard" and free is not None and own >= free:
        return difference
    return max(-block["cap"], min(block["cap"], difference))


def expected_score(block: dict, difference: int) -> Fraction:
    """Row expectation; decision 7 for ``linear`` (12.5 % per 100 points)."""
    if block["expectation"] == "linear":
        return min(Fraction(1), max(Fraction(0), Fraction(1, 2) + Fraction(difference, 800)))
    return Fraction(expected_hundredths(difference), 100)


def gap_excluded(system: str, tournament_day: date, own: int, opponent: int) -> bool:
    """Row cap, rapid and blitz from 2024-12-01: a gap of 600 or more with a player above 2600."""
    if system == "fide-standard" or tournament_day < GAP_RULE_FROM:
        return False
    return abs(own - opponent) >= 600 and max(own, opponent) > 2600


def game_change(block: dict, system: str, own: int, opponent: int, half_points: int, k) -> Fraction:
    """The one-game function: K x (score - expected)."""
    expected = expected_score(block, capped_difference(block, system, own, opponent))
    return k * (Fraction(half_points, 2) - expected)


# ---------------------------------------------------------------------------------------- accepted events


def minutes_for_60_moves(text) -> int | None:
    """Row accepted: ``120``, or ``90+30`` = 90 minutes and 30 seconds a move, is 120; None: unknown."""
    parts = str("" if text is None else text).replace(" ", "").split("+")
    if not all(part.isdigit() for part in parts) or len(parts) > 2:
        return None
    return sum(int(part) for part in parts)


def minutes_needed(strongest: int | None) -> int:
    """Row accepted: 120 minutes from 2200, 90 from 1600, else 60."""
    if strongest is not None and strongest >= 2200:
        return 120
    if strongest is not None and strongest >= 1600:
        return 90
    return 60


def accepted(tournament: dict | None, rows: list, ratings: dict) -> tuple[bool, str, list]:
    """Row accepted (``fide-standard``): (accepted, reason, warnings).

    ``rows``: all rows of the tournament in the period, played or not; ``ratings``: the list in force on
    its first day.
    """
    minutes = minutes_for_60_moves((tournament or {}).get("minutes"))
    if minutes is None:
        return True, "", ["unknown-minutes"]
    players = {row[side] for row in rows for side in ("white", "black") if row.get(side)}
    strongest = highest(*[ratings.get(player) for player in players])
    if minutes < minutes_needed(strongest):
        return False, "time-control", []
    rounds_of_day = {}
    for row in rows:
        rounds_of_day.setdefault(row["date"], set())
        if row.get("round") not in (None, ""):
            rounds_of_day[row["date"]].add(row["round"])
    if len(rounds_of_day) > 1:
        for rounds in rounds_of_day.values():
            if len(rounds) > 3:
                return False, "rounds-a-day", []
            if len(rounds) * 2 * minutes > 12 * 60:
                return False, "hours-a-day", []
    return True, "", []


# -------------------------------------------------------------------------------------------------- entry


def performance_steps(opponents_sum: int, games: int, half_points: int, step: Fraction) -> Fraction:
    """Row entry performance, 2009 and 2014: the mean, plus ``step`` per half point above 50 %, or minus D."""
    if half_points >= games:
        return Fraction(opponents_sum, games) + step * (half_points - games)
    return mean_plus_d(opponents_sum, games, half_points)


def performance_two_draws(opponents_sum: int, games: int, half_points: int) -> Fraction:
    """Row entry performance, 2024: two draws against 1800 are added."""
    return mean_plus_d(opponents_sum + 3600, games + 2, half_points + 2)


def performance(block: dict, opponents_sum: int, games: int, half_points: int) -> Fraction:
    """Row entry performance, exact."""
    if block["performance"] == "two draws at 1800":
        return performance_two_draws(opponents_sum, games, half_points)
    return performance_steps(opponents_sum, games, half_points, block["performance_step"])


def weighted_mean(parts: list) -> Fraction:
    """S2: performances weighted by games; ``parts`` is a list of (performance, games)."""
    return sum((Fraction(p) * n for p, n in parts), Fraction(0)) / sum(n for _, n in parts)


def in_window(row: dict, ends: date, months: int) -> bool:
    """Decision 3: ``months`` calendar months ending with the period's last, by the period counted in."""
    return month_number(row["period_ends"]) > month_number(ends) - months


def events_of(rows: list) -> dict:
    """Decision 3: pool rows of one code together, whatever the period; without a code: one event."""
    events = {}
    for row in rows:
        event = events.setdefault(
            code_of(row),
            {"games": 0, "half_points": 0, "sum": 0, "opponents": set(), "format": "", "first": False},
        )
        event["games"] += int(row["games"])
        event["half_points"] += int(row["half_points"])
        event["sum"] += int(row["opponents_sum"])
        event["opponents"] |= opponents_of(row)
        event["format"] = (row.get("format") or "") or event["format"]
        event["first"] = event["first"] or truth(row.get("first_event"))
        event["starts"] = min(event.get("starts", row["starts"]), row["starts"])
    return events


def valid_2009(event: dict) -> str:
    """Row entry per tournament, 2009, without the exception: '' or the condition that fails."""
    if event["format"] and event["format"] not in ("swiss", "team"):
        return "format"
    if len(event["opponents"]) < 3:
        return "opponents"
    if event["half_points"] < 2:
        return "points"
    return ""


def excused_2009(block: dict, event: dict, events: dict) -> bool:
    """S2's "unless": under 1 point, not the first event, after a valid event at or above the floor."""
    if event["first"]:
        return False
    for other in events.values():
        if valid_2009(other) != "" or other["starts"] >= event["starts"]:
            continue
        if performance(block, other["sum"], other["games"], other["half_points"]) >= block["floor"]:
            return True
    return False


def event_refused(block: dict, event: dict, events: dict) -> str:
    """Rows entry per tournament and first event: '' when the event counts, else why not."""
    if block["entry_conditions"] == "2009":
        reason = valid_2009(event)
        if reason == "points" and excused_2009(block, event, events):
            return ""
        return reason
    if block["entry_conditions"] == "2014":
        return "points" if event["half_points"] < 1 else ""
    if event["first"] and event["half_points"] == 0:
        return "first-event"
    return ""


def entry_rating(block: dict, rows: list) -> dict:
    """Decision 3: does the pool give a rating?  The steps, as a dictionary."""
    events = events_of(rows)
    refused = {code: event_refused(block, event, events) for code, event in events.items()}
    good = [events[code] for code in events if not refused[code]]
    games = sum(event["games"] for event in good)
    answer = {"events": events, "refused": refused, "games": games, "exact": None, "rating": None}
    answer["half_points"] = sum(event["half_points"] for event in good)
    answer["sum"] = sum(event["sum"] for event in good)
    if games < block["entry_games"]:
        return answer
    if block["pooling"] == "weighted":
        answer["exact"] = weighted_mean(
            [(performance(block, e["sum"], e["games"], e["half_points"]), e["games"]) for e in good]
        )
    else:
        answer["exact"] = performance(block, answer["sum"], games, answer["half_points"])
    rating = round_half_away(answer["exact"])
    if block["entry_maximum"] is not None:
        rating = min(rating, block["entry_maximum"])
    answer["rounded"] = rating
    if rating >= block["floor"]:
        answer["rating"] = rating
    return answer


def new_pool_rows(player: str, details: list, ends: date, days: dict, tournaments: dict) -> list:
    """The counted games of a newcomer in this period, one pool row per tournament code."""
    rows = {}
    for detail in details:
        if not detail.counted:
            continue
        code = detail.tournament
        starts = days[code] if code else detail.date
        row = rows.setdefault(
            code,
            {
                "id": player,
                "tournament": code,
                "period_ends": ends,
                "starts": starts,
                "games": 0,
                "half_points": 0,
                "opponents_sum": 0,
                "opponents": set(),
                "format": tournaments.get(code, {}).get("format") or "",
                "first_event": False,
            },
        )
        row["starts"] = min(row["starts"], starts)
        row["games"] += 1
        row["half_points"] += detail.half_points
        row["opponents_sum"] += detail.opponent_value
        row["opponents"].add(detail.opponent)
    for row in rows.values():
        row["opponents"] = sorted(row["opponents"])
    return [rows[code] for code in sorted(rows)]


def mark_first_events(new_rows: list, old_rows: list, virgin: bool) -> None:
    """Decision 3: first event = earliest start in the first period with a counted game; ties all count."""
    if virgin and new_rows:
        earliest = min(row["starts"] for row in new_rows)
        for row in new_rows:
            row["first_event"] = row["starts"] == earliest
        return
    first_codes = {code_of(row) for row in old_rows if truth(row.get("first_event"))}
    for row in new_rows:
        row["first_event"] = row["tournament"] in first_codes


def normal_pool_row(row: dict) -> dict:
    """A pool row as it leaves: opponents as a sorted list, the flag as a bool."""
    return {
        "id": row["id"],
        "tournament": code_of(row),
        "period_ends": row["period_ends"],
        "starts": row["starts"],
        "games": int(row["games"]),
        "half_points": int(row["half_points"]),
        "opponents_sum": int(row["opponents_sum"]),
        "opponents": sorted(opponents_of(row)),
        "format": row.get("format") or "",
        "first_event": truth(row.get("first_event")),
    }


# ------------------------------------------------------------------------------------------------- period


@dataclass
class Period:
    """All inputs of one period, indexed; what the steps below look things up in."""

    system: str
    starts: date
    ends: date
    publishes: date
    lists: dict
    standard_lists: dict
    history: dict
    players: dict
    tournaments: dict
    games: list
    pools: dict
    blocks: list
    parameters: dict
    days: dict = field(default_factory=dict)
    acceptance: dict = field(default_factory=dict)

    @property
    def block(self) -> dict:
        """0.8: the block that decides about everything but differences: that of the last day."""
        return block_on(self.ends, self.blocks, self.parameters)

    def tournament_block(self, game: dict) -> dict:
        """0.8: the block of a tournament's first day, for differences, caps and expectation."""
        return block_on(first_day(game, self.days), self.blocks, self.parameters)


def gather(
    system,
    starts,
    ends,
    publishes,
    players,
    lists,
    history,
    pools,
    tournaments,
    games,
    standard_lists=None,
    parameters=None,
    blocks=None,
) -> Period:
    """Indexes the inputs (lists of rows, or dictionaries by id or code)."""
    rows = players.values() if isinstance(players, dict) else players
    events = tournaments.values() if isinstance(tournaments, dict) else tournaments
    by_player = {}
    for row in pools or []:
        by_player.setdefault(row["id"], []).append(row)
    period = Period(
        system,
        starts,
        ends,
        publishes,
        dict(lists),
        dict(standard_lists or {}),
        dict(history or {}),
        {row["id"]: row for row in rows},
        {code_of(row): row for row in events or []},
        list(games),
        by_player,
        blocks or BLOCKS,
        dict(parameters or {}),
    )
    period.days = first_days(period.tournaments, period.games)
    return period


def everybody(period: Period) -> list:
    """Every id that any input names, in order."""
    ids = set(period.players) | set(period.history) | set(period.pools)
    for entries in period.lists.values():
        ids |= set(entries)
    for game in period.games:
        ids |= {game[side] for side in ("white", "black") if game.get(side)}
    return sorted(ids)


def credit_allowed(period: Period) -> bool:
    """Decision 6: rapid and blitz, from the 2014 block on (by the period's last day, 0.8)."""
    return period.system in ("fide-rapid", "fide-blitz") and bool(period.block.get("credited"))


def value_at(period: Period, player: str, day: date) -> tuple[int | None, str]:
    """Decisions 1 and 6: (value, status) of a player on the first day of a tournament."""
    entries, _ = list_on(period.lists, day)
    if entries.get(player) is not None:
        return entries[player], "rated"
    if credit_allowed(period):
        entries, _ = list_on(period.standard_lists, day)
        if entries.get(player) is not None:
            return entries[player], "credited"
    return None, "unrated"


def base_of(period: Period, player: str) -> tuple[int | None, int | None, str]:
    """Decisions 1 and 6: (rating on the list before, base of the new rating, where it comes from)."""
    own = list_before_period(period.lists, period.publishes).get(player)
    if own is not None:
        return own, own, "list"
    if credit_allowed(period):
        entries, _ = list_on(period.standard_lists, period.starts)
        if entries.get(player) is not None:
            return None, entries[player], "credited"
    return None, None, "none"


def acceptance_of(period: Period, game: dict) -> tuple[bool, str, list]:
    """Row accepted for the tournament of a game, computed once per tournament."""
    if period.system != "fide-standard":
        return True, "", []
    code = code_of(game)
    if not code:
        return accepted(None, [game], {})
    if code not in period.acceptance:
        rows = [g for g in period.games if code_of(g) == code]
        ratings, _ = list_on(period.lists, period.days[code])
        period.acceptance[code] = accepted(period.tournaments.get(code), rows, ratings)
    return period.acceptance[code]


def other_kind(period: Period, game: dict) -> bool:
    """0.7: the kinds never mix; a tournament that says it is of another kind gives nothing here."""
    kind = period.tournaments.get(code_of(game), {}).get("kind")
    return bool(kind) and "-" in period.system and not period.system.endswith(kind)


def detail_of(period: Period, game: dict, player: str, base: int | None) -> Detail:
    """One game seen by one player: values, difference, expectation, and whether it counts."""
    white = game["white"] == player
    opponent = (game.get("black") if white else game["white"]) or None
    points = RESULTS[game["result"]]
    detail = Detail(
        opponent,
        code_of(game),
        game["date"],
        game.get("round"),
        game["result"],
        None if points is None else points[0 if white else 1],
    )
    if points is None:
        detail.reason = "bye" if game["result"] == "bye" else "forfeit"
        return detail
    day = first_day(game, period.days)
    own_at_start, own_status = value_at(period, player, day)
    value, status = value_at(period, opponent, day)
    detail.opponent_value, detail.opponent_status = value, status
    if other_kind(period, game):
        detail.reason = "other-kind"
        return detail
    good, reason, _ = acceptance_of(period, game)
    if not good:
        detail.reason = reason
        return detail
    if value is None:
        detail.reason = "opponent-unrated"
        return detail
    if base is None:
        # A newcomer, or fallen since the event's start (decision 1): the game goes to the pool.
        if own_at_start is not None and gap_excluded(period.system, day, own_at_start, value):
            detail.reason = "gap"
            return detail
        detail.counted = detail.in_n = True
        return detail
    own = own_at_start if own_status != "unrated" else base
    detail.own_value = own
    detail.difference = own - value
    if gap_excluded(period.system, day, own, value):
        detail.reason = "gap"
        return detail
    block = period.tournament_block(game)
    detail.capped = capped_difference(block, period.system, own, value)
    detail.expected = expected_score(block, detail.capped)
    detail.counted = detail.in_n = True
    return detail


def games_of(period: Period) -> dict:
    """The rows of each player."""
    rows = {}
    for game in period.games:
        for side in ("white", "black"):
            if game.get(side):
                rows.setdefault(game[side], []).append(game)
    return rows


def note_games(period: Period, result: Result) -> None:
    """n, points, sum, career games and last game, from the counted games (decisions 2 and 5)."""
    for detail in result.games:
        if not detail.counted:
            continue
        result.career_games += 1
        day = counting_day(detail.date, period.starts)
        if result.last_game is None or day > result.last_game:
            result.last_game = day
        if detail.in_n:
            result.n += 1
            result.half_points += detail.half_points
            result.opponents_sum += detail.opponent_value


def start_result(period: Period, player: str) -> Result:
    """The player as the newest list before the period shows him (decision 1)."""
    career, peak, last_game = (tuple(period.history.get(player, (0, None, None))) + (None,) * 3)[:3]
    before, base, source = base_of(period, player)
    return Result(
        player,
        before,
        base,
        source,
        before,
        career_games=career or 0,
        peak=highest(peak, before),
        last_game=last_game,
    )


def window_rows(period: Period, player: str) -> list:
    """Decision 3: the pool rows of a player that are still inside the window."""
    rows = [
        r for r in period.pools.get(player, []) if in_window(r, period.ends, period.block["entry_months"])
    ]
    return sorted((normal_pool_row(r) for r in rows), key=lambda r: (r["period_ends"], r["tournament"]))


def rate_rated(period: Period, result: Result, career_before: int) -> None:
    """Row rounding and decisions 1, 2, 4, 6: the change of a rated or credited player."""
    block = period.block
    peak = highest(result.peak, result.base)
    birth_year = period.players.get(result.id, {}).get("birth_year") or None
    k, why = k_factor(block, period.system, period.starts, period.ends, career_before, peak, birth_year)
    result.k, limited = limit_kn(block, k, result.n)
    result.k_reason = f"{why}, 700" if limited else why
    result.change = Fraction(0)
    for detail in result.games:
        if detail.counted:
            result.change += result.k * (Fraction(detail.half_points, 2) - detail.expected)
    credited = result.base_source == "credited"
    if result.n == 0:
        result.case = "credited-no-game" if credited else "no-game"
        result.pools = window_rows(period, result.id) if credited else []
        return
    after = result.base + round_half_away(result.change)
    result.peak = peak
    if after < block["floor"]:
        result.after, result.case = None, "below-floor"
        return
    result.after = after
    result.peak = highest(peak, after)
    result.case = "credited" if credited else "change"


def rate_newcomer(period: Period, result: Result, career_before: int) -> None:
    """Decision 3: the pool grows, and may give a rating."""
    old = window_rows(period, result.id)
    result.pools = old
    if result.n == 0:
        result.case = "unrated-no-game"
        return
    new = new_pool_rows(result.id, result.games, period.ends, period.days, period.tournaments)
    virgin = career_before == 0 and not period.pools.get(result.id)
    mark_first_events(new, old, virgin)
    result.entry = entry_rating(period.block, old + new)
    rating = result.entry["rating"]
    if rating is not None:
        result.after, result.pools, result.case = rating, [], "entry"
        result.peak = highest(result.peak, rating)
        return
    result.pools = sorted(old + new, key=lambda r: (r["period_ends"], r["tournament"]))
    result.case = "pool" if result.entry["exact"] is None else "pool-below-floor"


def rate(
    system,
    starts,
    ends,
    publishes,
    players,
    lists,
    history,
    pools,
    tournaments,
    games,
    standard_lists=None,
    parameters=None,
) -> dict:
    """Rates one period of a FIDE system: {id: Result}.

    lists: {date in force: {id: rating or None}}, whole lists, all published before this one;
    history: {id: (career games, peak, last game or None)} as of the newest of them;
    pools: rows as in the contract; standard_lists: the same as lists, of ``fide-standard`` (decision 6);
    parameters: overrides of the blocks' named values, such as {"expectation": "linear"}.
    """
    if system not in SYSTEMS:
        raise ValueError(f"not a FIDE system: {system}")
    stop_before_first_block(ends, BLOCKS)
    period = gather(
        system,
        starts,
        ends,
        publishes,
        players,
        lists,
        history,
        pools,
        tournaments,
        games,
        standard_lists,
        parameters,
    )
    rows = games_of(period)
    results = {}
    for player in everybody(period):
        result = start_result(period, player)
        career_before = result.career_games
        result.games = [detail_of(period, game, player, result.base) for game in rows.get(player, [])]
        note_games(period, result)
        if result.base is None:
            rate_newcomer(period, result, career_before)
        else:
            rate_rated(period, result, career_before)
        if result.after is not None:
            result.status = status_at(result.last_game, publishes, period.lists)
        result.warnings = warnings_of(period, rows.get(player, []))
        results[player] = result
    return results


def warnings_of(period: Period, rows: list) -> list:
    """Decision 1 and row accepted: what is said about the events of a player."""
    said = set()
    for game in rows:
        if RESULTS[game["result"]] is None:
            continue
        if list_on(period.lists, first_day(game, period.days))[1]:
            said.add("older-than-every-list")
        said |= set(acceptance_of(period, game)[2])
    return sorted(said)


# ------------------------------------------------------------------------------- 5b, list-wide adjustment


def adjust(
    ratings: dict, peaks: dict, bound=None, side="below", factor=None, constant=None, step=1, floor=None
) -> tuple[dict, dict]:
    """5b: R + factor x (bound - R), or R + constant, for R below (above) the bound; (ratings, peaks)."""
    new_ratings, new_peaks = {}, dict(peaks)
    for player, rating in ratings.items():
        new_ratings[player] = rating
        if rating is None:
            continue
        if bound is not None and not (rating < bound if side == "below" else rating > bound):
            continue
        moved = rating + (Fraction(factor) * (bound - rating) if factor is not None else Fraction(constant))
        value = round_half_away(moved, step)
        if floor is not None:
            value = max(floor, value)
        new_ratings[player] = value
        new_peaks[player] = highest(peaks.get(player), value)
    return new_ratings, new_peaks
