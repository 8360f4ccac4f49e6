"""Slow reference implementation of the old Elo International list (rules, section 3, first column).

One block, 1990-01-01.  The difference is that of an event: the mean of the opponents, each brought within
350 points of the player.  Lists, pools, history and status follow the decisions of section 3 ("for all
blocks"), so their helpers come from ``fide.py``.  Section 5, the conversions of S1, is at the end.
"""

from datetime import date
from fractions import Fraction

from fide import (
    RESULTS,
    Detail,
    Period,
    Result,
    base_of,
    code_of,
    events_of,
    everybody,
    first_day,
    games_of,
    gather,
    highest,
    list_on,
    mark_first_events,
    new_pool_rows,
    note_games,
    other_kind,
    start_result,
    status_at,
    stop_before_first_block,
    value_at,
    window_rows,
)
from fide_tables import expected_hundredths, mean_plus_d
from rounding import round_half_away

SYSTEM = "elo-international"
BLOCK_1990 = {
    "effective": date(1990, 1, 1),
    "within": 350,
    "k_new": 25,
    "k_middle": 15,
    "k_top": 10,
    "step": 5,
    "floor": 2010,
    "entry_games": 9,
    "entry_months": 24,
    "entry_opponents": 4,
    "credited": False,
}
BLOCKS = [BLOCK_1990]


def brought_within(own: int, value: int, within: int) -> int:
    """Rows expectation and cap: an opponent's value, at most ``within`` points from the player's."""
    return max(own - within, min(own + within, value))


def event_difference(own: int, values: list) -> int:
    """Row expectation: own rating minus the mean of the values, rounded to an integer."""
    return round_half_away(own - Fraction(sum(values), len(values)))


def event_change(own: int, values: list, half_points: int, k, within: int = 350) -> Fraction:
    """K x (W - n x PD) of one event."""
    near = [brought_within(own, value, within) for value in values]
    expected = Fraction(expected_hundredths(event_difference(own, near)), 100)
    return k * (Fraction(half_points, 2) - len(values) * expected)


def k_factor(block: dict, career: int, peak) -> tuple[int, str]:
    """Row K: 10 once 2400 was reached, 25 under 30 games, else 15 (decision 2; no juniors here)."""
    if peak is not None and peak >= 2400:
        return block["k_top"], "2400-reached"
    if career < 30:
        return block["k_new"], "under-30-games"
    return block["k_middle"], "middle"


def entry_rating(block: dict, rows: list) -> dict:
    """Rows entry: events with 4 different rated opponents, 9 games, all together; 5s, then the floor."""
    events = events_of(rows)
    refused = {
        code: "opponents" if len(event["opponents"]) < block["entry_opponents"] else ""
        for code, event in events.items()
    }
    good = [events[code] for code in events if not refused[code]]
    answer = {
        "events": events,
        "refused": refused,
        "games": sum(event["games"] for event in good),
        "half_points": sum(event["half_points"] for event in good),
        "sum": sum(event["sum"] for event in good),
        "exact": None,
        "rating": None,
    }
    if answer["games"] < block["entry_games"]:
        return answer
    answer["exact"] = mean_plus_d(answer["sum"], answer["games"], answer["half_points"])
    answer["rounded"] = round_half_away(answer["exact"], block["step"])
    if answer["rounded"] >= block["floor"]:
        answer["rating"] = answer["rounded"]
    return answer


def detail_of(period: Period, game: dict, player: str, base: int | None) -> Detail:
    """One game seen by one player (decision 1); the expectation comes with the event."""
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
    own_at_start, _ = value_at(period, player, day)
    detail.opponent_value, detail.opponent_status = value_at(period, opponent, day)
    if other_kind(period, game):
        detail.reason = "other-kind"
        return detail
    if detail.opponent_value is None:
        detail.reason = "opponent-unrated"
        return detail
    detail.counted = detail.in_n = True
    if base is not None:
        own = base if own_at_start is None else own_at_start
        near = brought_within(own, detail.opponent_value, period.block["within"])
        detail.own_value = own
        detail.difference = own - detail.opponent_value
        detail.capped = own - near
    return detail


def event_groups(details: list) -> dict:
    """The counted games of each event; a game without a code is an event of its own (decision 1)."""
    groups = {}
    for number, detail in enumerate(details):
        if detail.counted:
            key = detail.tournament or f"(game {number + 1})"
            groups.setdefault(key, []).append(detail)
    return groups


def rate_rated(period: Period, result: Result, career_before: int) -> None:
    """Row rounding: the change of a rated player, event by event, and the list to the nearest 5."""
    block = period.block
    result.k, result.k_reason = k_factor(block, career_before, result.peak)
    result.change = Fraction(0)
    for key, details in event_groups(result.games).items():
        values = [detail.opponent_value for detail in details]
        own = details[0].own_value
        half_points = sum(detail.half_points for detail in details)
        near = [brought_within(own, value, block["within"]) for value in values]
        expected = Fraction(expected_hundredths(event_difference(own, near)), 100)
        for detail in details:
            detail.expected = expected
        result.events[key] = event_change(own, values, half_points, result.k, block["within"])
        result.change += result.events[key]
    if result.n == 0:
        result.case = "no-game"
        return
    after = round_half_away(result.base + result.change, block["step"])
    if after < block["floor"]:
        result.after, result.case = None, "below-floor"
        return
    result.after, result.case = after, "change"
    result.peak = highest(result.peak, after)


def rate_newcomer(period: Period, result: Result, career_before: int) -> None:
    """Decision 3: the pool grows, and may give a rating."""
    old = window_rows(period, result.id)
    result.pools = old
    if result.n == 0:
        result.case = "unrated-no-game"
        return
    new = new_pool_rows(result.id, result.games, period.ends, period.days, period.tournaments)
    mark_first_events(new, old, career_before == 0 and not period.pools.get(result.id))
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
    """Rates one period of ``elo-international``: {id: Result}; the arguments are those of ``fide.rate``."""
    if system != SYSTEM:
        raise ValueError(f"not {SYSTEM}: {system}")
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
        blocks=BLOCKS,
    )
    rows = games_of(period)
    results = {}
    for player in everybody(period):
        result = start_result(period, player)
        career_before = result.career_games
        _, base, _ = base_of(period, player)
        result.games = [detail_of(period, game, player, base) for game in rows.get(player, [])]
        note_games(period, result)
        if base is None:
            rate_newcomer(period, result, career_before)
        else:
            rate_rated(period, result, career_before)
        if result.after is not None:
            result.status = status_at(result.last_game, publishes, period.lists)
        played = [g for g in rows.get(player, []) if RESULTS[g["result"]] is not None]
        if any(list_on(period.lists, first_day(g, period.days))[1] for g in played):
            result.warnings = ["older-than-every-list"]
        results[player] = result
    return results


# ------------------------------------------------------------------------------------ 5, conversions (S1)

# Elo = factor x value + constant.
CONVERSIONS = {
    "elo": (1, 0),
    "ingo": (-8, 2840),
    "bridier": (3, 150),
    "bcr": (8, 600),
    "cs": (2, 1000),
}


def convert(value, source: str, target: str) -> Fraction:
    """Section 5: exact conversion by way of Elo."""
    factor, constant = CONVERSIONS[source]
    elo = factor * Fraction(value) + constant
    factor, constant = CONVERSIONS[target]
    return (elo - constant) / factor


def convert_for_display(value, source: str, target: str) -> int:
    """Section 5: rounded to an integer, halves away from zero."""
    return round_half_away(convert(value, source, target))


def conversion_warning(value, source: str) -> bool:
    """Section 5: outside 800 ... 3000 Elo: a warning."""
    return not 800 <= convert(value, source, "elo") <= 3000
