"""A period by expectation, player by player: what FIDE and Elo International have in common (section 3, decisions)."""

from expectation_inputs import (
    Period,
    base_of,
    everybody,
    first_day,
    games_of,
    other_kind,
    value_at,
)
from expectation_lists import counting_day, list_on, status_at
from expectation_pools import in_order, mark_first_events, new_pool_rows, window_rows
from expectation_records import Detail, Result, highest, seen_by
from fide_accepted import acceptance_of
from results import PLAYED


def valued(period: Period, game: dict, player: str) -> tuple[Detail, int | None]:
    """Decision 1: a game with what the opponent is worth, or why it never counts; and the player's own value there."""
    detail = seen_by(game, player)
    if detail.reason:
        return detail, None
    day = first_day(game, period.days)
    detail.opponent_value, detail.opponent_status = value_at(period, detail.opponent, day)
    good, reason, _ = acceptance_of(period, game)
    if other_kind(period, game):
        detail.reason = "other-kind"
    elif not good:
        detail.reason = reason
    elif detail.opponent_value is None:
        detail.reason = "opponent-unrated"
    return detail, value_at(period, player, day)[0]


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
    peak = highest(peak, before)
    return Result(player, before, base, source, before, career_games=career or 0, peak=peak, last_game=last_game)


def rate_newcomer(period: Period, result: Result, career_before: int, entry_rating) -> None:
    """Decision 3: the pool grows, and may give a rating by the system's ``entry_rating(block, rows)``."""
    old = window_rows(period, result.id)
    result.pools = old
    if result.n == 0:
        result.case = "unrated-no-game"
        return
    new = new_pool_rows(period, result.id, result.games)
    mark_first_events(new, old, career_before == 0 and not period.pools.get(result.id))
    result.entry = entry_rating(period.block, old + new)
    rating = result.entry["rating"]
    if rating is not None:
        result.after, result.pools, result.case = rating, [], "entry"
        result.peak = highest(result.peak, rating)
        return
    result.pools = in_order(old + new)
    result.case = "pool" if result.entry["exact"] is None else "pool-below-floor"


def warnings_of(period: Period, rows: list) -> list:
    """Decision 1 and row accepted: what is said about the events of a player."""
    said = set()
    for game in rows:
        if game["result"] not in PLAYED:
            continue
        if list_on(period.lists, first_day(game, period.days))[1]:
            said.add("older-than-every-list")
        said |= set(acceptance_of(period, game)[2])
    return sorted(said)


def rate_everybody(period: Period, detail_of, rate_rated, entry_rating) -> dict:
    """Rates a period by the system's own three functions: of a game, of a rated player, of a pool: {id: Result}."""
    rows, results = games_of(period), {}
    for player in everybody(period):
        result = start_result(period, player)
        career_before = result.career_games
        result.games = [detail_of(period, game, player, result.base) for game in rows.get(player, [])]
        note_games(period, result)
        if result.base is None:
            rate_newcomer(period, result, career_before, entry_rating)
        else:
            rate_rated(period, result, career_before)
        if result.after is not None:
            result.status = status_at(result.last_game, period.publishes, period.lists)
        result.warnings = warnings_of(period, rows.get(player, []))
        results[player] = result
    return results
