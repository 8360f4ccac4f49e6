"""Why a player's rating is what it is: the engine's own functions, called on one player's games.

The opponents' values come from the stored run; totals, compatibility, passes, cases and rounding are computed again
by the functions that rated the period, and must give the stored rating.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.engine import unrated_first as order
from ratings.engine.period import TYPES, Maybe, Sides, Start
from ratings.engine.unrated_first import Estimates, Rules
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.files.cells import PLAYED, RESULTS, as_date
from ratings.publish.frames import two_decimals
from ratings.rules import RuleSet
from ratings.store import schema
from ratings.store.bulk import Columns, read_columns
from ratings.store.games import games_of
from ratings.store.periods import Period
from ratings.store.players import find_player, people_by_key
from ratings.store.runs import edition_of_run, must_be_current, rated_run
from ratings.store.standings import known, numbers

ME = 0
"""The player explained is number 0 in every array here; the opponents follow."""


@dataclass(frozen=True, slots=True)
class Case:
    """One player's stored row and games, in small arrays: what every step of the explanation needs."""

    rules: Rules
    start: Start
    rated: Maybe
    made: Estimates
    worth: Maybe
    rows: Columns
    sides: Sides
    ids: list[str]
    names: list[str]


def explain(connection: sa.Connection, period: Period, rules: RuleSet, player_id: str) -> dict[str, Any]:
    """Explain one player's rating in a rated period, as the values that `--json` prints.

    Raises:
        RatingsError: the player or the run is unknown, or the player has nothing in this period.
    """
    player = find_player(connection, player_id)
    run = rated_run(connection, period)
    must_be_current(connection, period)
    games = games_of(connection, period, player.player_key)
    edition = edition_of_run(rules, run)
    keys = _people(player.player_key, games)
    rows = _run_rows(connection, run.run_key, keys)
    if not len(rows["player_key"]) or rows["player_key"][ME] != player.player_key:
        raise RatingsError(
            f"{player_id} has no rating, archive or game in {period.system} {period.name}.",
            "Check the id and the period; games set aside are shown by `ratings check`.",
        )
    case = _case(connection, Rules(rules.module, edition, edition.season(period.ends)), keys, rows, games)
    told = _rated(case) if case.rated.known[ME] else _unrated(case)
    shown = _games(case, games, keys, told.pop("reasons"), told.pop("values"))
    head = {
        "player": player_id, "name": player.name, "system": period.system, "period": period.name,
        "edition": edition.name, "source": edition.source,
    }  # fmt: skip
    return {**head, **_frame(case), "games": shown, **told}


def _people(me: int, games: Columns) -> Ints:
    """Give the player's key, then the opponents' in ascending order."""
    others = {int(key) for name in ("white", "black") for key in games[name] if key is not None}
    return np.array([me, *sorted(others - {me})], dtype=np.int64)


def _run_rows(connection: sa.Connection, run_key: int, keys: Ints) -> Columns:
    row = schema.run_row
    query = sa.select(row).where(row.c.run_key == run_key, row.c.player_key.in_([int(key) for key in keys]))
    return read_columns(
        connection, query.order_by(sa.case((row.c.player_key == int(keys[0]), 0), else_=1), row.c.player_key)
    )


def _maybe(rows: Columns, name: str, places: Ints, size: int) -> Maybe:
    out = Maybe.absent(size)
    out.values[places], out.known[places] = numbers(rows[name]), known(rows[name])
    return out


def _case(connection: sa.Connection, rules: Rules, keys: Ints, rows: Columns, games: Columns) -> Case:
    size = len(keys)
    place = {int(key): at for at, key in enumerate(keys)}
    places = np.array([place[int(key)] for key in rows["player_key"]], dtype=np.int64)

    def column(name: str) -> Maybe:
        return _maybe(rows, name, places, size)

    types = np.zeros(size, dtype=np.int64)
    types[places] = [TYPES.index(letter or "") for letter in rows["type_before"]]
    start = replace(
        Start.unrated(size),
        birth_year=column("birth_year"),
        rating=column("rating_before"),
        type=types,
        credited=column("credited"),
        given=column("given"),
        archive_points=column("archive_points_before").values,
        archive_games=column("archive_games_before").values,
        archive_season=column("archive_season_before"),
    )
    start = order.opening(start, rules)
    sources = np.zeros(size, dtype=np.int64)
    sources[places] = [rules.module.SOURCES.index(word or "") for word in rows["estimate_source"]]
    made = Estimates(column("estimate"), sources, column("wave"))
    people = people_by_key(connection, list(place))
    return Case(
        rules, start, order.own_rating(start), made, column("worth"), rows, _sides(games, keys, place),
        [people[int(key)].id for key in keys], [people[int(key)].name for key in keys],
    )  # fmt: skip


def _is_rated_game(games: Columns) -> np.ndarray[Any, Any]:
    return np.array(
        [code < PLAYED and not aside for code, aside in zip(games["result"], games["set_aside"], strict=True)],
        dtype=bool,
    )


def _sides(games: Columns, keys: Ints, place: dict[int, int]) -> Sides:
    """Give the player's halves of the games that can be rated, in the order in which games are shown."""
    chosen = np.flatnonzero(_is_rated_game(games))
    white = np.array([games["white"][at] == keys[ME] for at in chosen], dtype=bool)
    opponents = [games["black" if is_white else "white"][at] for at, is_white in zip(chosen, white, strict=True)]
    result = np.array([games["result"][at] for at in chosen], dtype=np.int64)
    return Sides(
        np.zeros(len(chosen), dtype=np.int64),
        np.array([place[int(key)] for key in opponents], dtype=np.int64),
        np.where(white, result, 2 - result),
        np.array([games["played_on"][at] for at in chosen], dtype=np.int64),
    )


def _frame(case: Case) -> dict[str, Any]:
    """Give what the player came with: rating, type, age group, archive."""
    start, season = case.start, case.rules.season
    points = int(start.archive_points[ME])
    return {
        "before": int(case.rated.values[ME]) if case.rated.known[ME] else None,
        "type_before": TYPES[start.type[ME]],
        "credited": bool(start.credited.known[ME]),
        "junior": bool(case.rules.module.is_junior(start.birth_year, season, case.rules.edition)[ME]),
        "birth_year": int(start.birth_year.values[ME]) if start.birth_year.known[ME] else None,
        "archive": {"games": int(start.archive_games[ME]), "points": two_decimals(points)} if points else None,
    }


def _reasons(case: Case, sides: Sides, own: Ints, value: Ints) -> list[str]:
    """Give each side's word: counted, or why not, by the edition's own functions."""
    codes = case.rules.module.compatible(sides.half_points, own[sides.owner], value[sides.opponent], case.rules.edition)
    allowed = order.may_count(case.rated.known[sides.owner], case.rated.known[sides.opponent], case.rules)
    codes = np.where(allowed, codes, case.rules.module.OPPONENT_UNRATED)
    return [case.rules.module.REASONS[code] for code in codes]


def _totals(case: Case, reasons: list[str], value: Ints) -> order.Totals:
    counted = case.sides.where(np.array([reason == "counted" for reason in reasons], dtype=bool))
    return order.total(counted, value, case.start.size)


def _rated(case: Case) -> dict[str, Any]:
    value = case.worth.values
    reasons = _reasons(case, case.sides, case.rated.values, value)
    totals = _totals(case, reasons, value)
    new, code, exact = order.rate_rated(case.start, totals, case.rated, case.rules)
    told = _result(case, totals, int(code[ME]), exact, new)
    return {**told, "reasons": reasons, "values": case.worth, "passes": []}


def _unrated(case: Case) -> dict[str, Any]:
    value = np.where(case.rated.known, case.rated.values, case.made.value.values)
    passes = _wave_passes(case) if case.made.wave.known[ME] else []
    allowed = order.in_force_among(case.sides, case.rated.known, case.rules)
    totals, counts = order.general_mode(allowed, case.rated, case.made, case.rules)
    reasons = _reasons(case, case.sides, case.made.value.values, value)
    if counts.all() and len(counts):  # the zone of an estimate by wave is not applied where it would leave no game
        reasons = ["counted" if reason != "opponent-unrated" else reason for reason in reasons]
    after, code, exact = order.rate_unrated(case.start, totals, case.rules)
    values = case.rated.or_else(case.made.value)
    told = _result(case, totals, int(code[ME]), exact, after.rating)
    source = case.rules.module.SOURCES[case.made.source[ME]]
    general = {
        "pass": "general", "own": _value(case.made.value), "source": source, **_sum_words(case, totals),
    }  # fmt: skip
    archive = {"games": int(after.archive_games[ME]), "points": two_decimals(int(after.archive_points[ME]))}
    return {
        **told, "estimate": _value(case.made.value), "estimate_source": source,
        "archive_after": archive if archive["games"] else None, "reasons": reasons, "values": values,
        "passes": [*passes, general] if case.made.value.known[ME] else [],
    }  # fmt: skip


def _wave_passes(case: Case) -> list[dict[str, Any]]:
    """Give the two passes of the player's wave: the same games, without and with the zone around the reference."""
    wave = int(case.made.wave.values[ME])
    earlier = case.made.wave.known & (case.made.wave.values < wave)
    knows = case.rated.known | (earlier & bool(case.rules.edition.unrated_against_unrated))
    value = np.where(case.rated.known, case.rated.values, case.made.value.values)
    used = case.sides.where(knows[case.sides.opponent])
    size = case.start.size
    reference = order.wave_reference(used, value, size, case.rules)
    estimate = order.wave_estimate(used, reference, value, size, case.rules)
    everything = order.total(used, value, size)
    second, counts = order.counted_totals(used, reference, value, size, case.rules)
    opponents = [case.ids[place] for place in used.opponent]
    dropped = [name for name, counted in zip(opponents, counts, strict=True) if not counted]
    return [
        {"pass": "reference", "wave": wave, "opponents": opponents, "value": int(reference[ME]),
         **_sum_words(case, everything)},
        {"pass": "estimate", "wave": wave, "dropped": dropped, "value": int(estimate[ME]), **_sum_words(case, second)},
    ]  # fmt: skip


def _value(column: Maybe) -> int | None:
    return int(column.values[ME]) if column.known[ME] else None


def _sum_words(case: Case, totals: order.Totals) -> dict[str, Any]:
    points = int(case.rules.module.performance_points(totals, case.rules.edition)[ME])
    count, opponents = int(totals.games[ME]), int(totals.opponents_sum[ME])
    return {
        "n": count, "half_points": int(totals.half_points[ME]), "opponents_sum": opponents,
        "performance": _decimal(Fraction(points, 100 * count)) if count else None,
        "performance_exact": _fraction(Fraction(points, 100 * count)) if count else None,
        "difference_sum": two_decimals(points - 100 * opponents) if count else None,
    }  # fmt: skip


def _result(case: Case, totals: order.Totals, code: int, exact: Any, new: Maybe) -> dict[str, Any]:
    """Give the last steps, and check that they end at the stored rating."""
    case_word = case.rules.module.CASES[code]
    played = bool(len(case.sides))
    value = Fraction(int(exact.numerator[ME]), int(exact.denominator[ME]))
    after = _value(new)
    stored = case.rows["rating"][ME]
    if after != (None if stored is None else int(stored)):
        raise RatingsError(
            f"The stored rating {stored} of {case.ids[ME]} is not what its games give: {after}.",
            "The data has changed behind the program; rate the period again, and report this.",
        )
    moved = case.rated.known[ME] and case_word not in ("no-counted-game", "not-recomputed")
    change = value - int(case.rated.values[ME]) if moved and played else Fraction(0)
    return {
        **_sum_words(case, totals), "k": None, "k_reason": None, "case": case_word if played else "no-game",
        "exact": _fraction(value) if case_word not in ("no-counted-game", "not-recomputed") and played else None,
        "exact_decimal": _decimal(value), "change": _decimal(change), "change_exact": _fraction(change), "after": after,
        "type_after": case.rows["type"][ME] or "", "listed": _none_or_int(case.rows["listed"][ME]),
    }  # fmt: skip


def _none_or_int(value: Any) -> int | None:
    return None if value is None else int(value)


def _decimal(value: Fraction) -> str:
    """Write a fraction with two decimals, halves away from zero: for reading, the exact value stands beside it."""
    sign = -1 if value < 0 else 1
    return two_decimals(sign * int(abs(value) * 100 + Fraction(1, 2)))


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _games(case: Case, games: Columns, keys: Ints, reasons: list[str], values: Maybe) -> list[dict[str, Any]]:
    """Give every game of the player, rated or not, with the opponent's value and the word for why."""
    place = {int(key): at for at, key in enumerate(keys)}
    words = iter(reasons)
    own = case.rated.or_else(case.made.value)
    out = []
    for at, can_count in enumerate(_is_rated_game(games)):
        white = games["white"][at] == keys[ME]
        key = games["black" if white else "white"][at]
        opponent = place[int(key)] if key is not None else None
        has_value = opponent is not None and bool(values.known[opponent])
        reason = next(words) if can_count else "set-aside" if games["set_aside"][at] else "not-played"
        out.append(
            {
                "date": str(as_date(games["played_on"][at])),
                "tournament": games["tournament"][at],
                "round": int(games["round"][at]) or None,
                "colour": "white" if white else "black",
                "opponent": None if opponent is None else case.ids[opponent],
                "opponent_name": None if opponent is None else case.names[opponent],
                "opponent_value": int(values.values[opponent]) if has_value and opponent is not None else None,
                "opponent_status": _status(case, opponent),
                "result": RESULTS[games["result"][at]],
                "counted": reason == "counted",
                "reason": reason,
                "difference": int(own.values[ME] - values.values[opponent]) if has_value and own.known[ME] else None,
                "capped": None,
                "expected": None,
            }
        )
    return out


def _status(case: Case, opponent: int | None) -> str | None:
    """Give the opponent's status: rated, credited, estimated by wave, or standing in."""
    if opponent is None:
        return None
    if case.start.rating.known[opponent]:
        return "rated"
    if case.start.credited.known[opponent]:
        return "credited"
    return "unrated"
