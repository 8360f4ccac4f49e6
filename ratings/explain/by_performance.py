"""Why a player's rating is what it is: the engine's own functions, called on one player's games.

The opponents' values come from the stored run; totals, compatibility, passes, cases and rounding are computed again
by the functions that rated the period, and must give the stored rating.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.engine import unrated_first as order
from ratings.engine.period import TYPES, Maybe, Totals
from ratings.engine.totals import Asked, total
from ratings.engine.unrated_first import Rules
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.explain.case import ME, Case, has_nothing, is_rated_game, people_in, read_case, read_rows, score_of
from ratings.explain.signed_values import signed_values
from ratings.files.cells import RESULTS, as_date
from ratings.publish.frames import two_decimals
from ratings.rules import RuleSet
from ratings.store.bulk import Columns
from ratings.store.games import games_of
from ratings.store.inputs import must_be_current
from ratings.store.periods import Period
from ratings.store.players import find_player
from ratings.store.runs import edition_of_run, rated_run


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
    keys = people_in(player.player_key, games)
    rows = read_rows(connection, run.run_key, keys)
    if not len(rows["player_key"]) or rows["player_key"][ME] != player.player_key:
        raise has_nothing(period, player_id, "archive", games)
    case = read_case(connection, Rules(rules.module, edition, edition.season(period.ends)), keys, rows, games)
    told = _rated(case) if case.rated.known[ME] else _unrated(case)
    shown = _games(case, games, keys, told.pop("reasons"), told.pop("values"))
    head = {
        "player": player_id, "name": player.name, "system": period.system, "period": period.name,
        "edition": edition.name, "source": edition.source,
    }  # fmt: skip
    signed = {"signed": signed_values(connection, period, keys.tolist(), rated=set(keys[case.rated.known].tolist()))}
    return {**head, **_frame(case), **signed, "games": shown, **told}


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
        "archive_lost": None if points else _stored_archive(case),
    }


def _stored_archive(case: Case) -> dict[str, Any] | None:
    """Give the archive that the player came with, and why it is gone: rated, or expired (rules 0.6)."""
    games, points = case.rows["archive_games_before"][ME], case.rows["archive_points_before"][ME]
    if not games:
        return None
    why = "rated" if case.rated.known[ME] else "expired"
    season = _none_or_int(case.rows["archive_season_before"][ME])
    return {"games": int(games), "points": two_decimals(int(points or 0)), "season": season, "why": why}


def _reasons(case: Case, asked: Asked) -> list[str]:
    """Give each side's word: counted, or why not, by the edition's own functions."""
    sides, module = case.sides, case.rules.module
    own, value = asked.own.values[sides.owner], asked.value.values[sides.opponent]
    codes = module.compatible(sides.half_points, own, value, case.rules.edition)
    codes = np.where(asked.value.known[sides.opponent], codes, module.OPPONENT_UNRATED)
    return [module.REASONS[code] for code in codes]


def _rated(case: Case) -> dict[str, Any]:
    asked = Asked(case.rated, order.met_by_rated(case.rated, case.worth, case.rules), case.rules.zone)
    totals = total(case.sides, asked)
    new, code, exact = order.rate_rated(case.start, totals, case.rated, case.rules)
    told = _result(case, totals, int(code[ME]), exact, new)
    return {**told, "reasons": _reasons(case, asked), "values": case.worth, "passes": []}


def _unrated(case: Case) -> dict[str, Any]:
    passes = _wave_passes(case) if case.made.wave.known[ME] else []
    values = case.rated.or_else(case.made.value)
    totals = order.general_mode(case.sides, case.rated, case.made, case.rules).totals
    met = order.met_by_unrated(case.rated, values, case.rules)
    reasons = _reasons(case, Asked(case.made.value, met, case.rules.zone))
    if totals.games[ME] > reasons.count("counted"):  # the zone of an estimate by wave would leave no game
        reasons = ["counted" if reason != "opponent-unrated" else reason for reason in reasons]
    after, code, exact = order.rate_unrated(case.start, totals, case.rules)
    told = _result(case, totals, int(code[ME]), exact, after.rating)
    source = case.rules.module.SOURCES[case.made.source[ME]]
    general = {
        "pass": "general", "own": _value(case.made.value), "source": source, **_sum_words(case, totals),
    }  # fmt: skip
    archive = {"games": int(after.archive_games[ME]), "points": two_decimals(int(after.archive_points[ME]))}
    _, listed_source = case.rules.module.stand_in(after, case.rules.season, case.rules.edition)
    return {
        **told, "listed_source": case.rules.module.SOURCES[listed_source[ME]],
        "estimate": _value(case.made.value), "estimate_source": source,
        "archive_after": archive if archive["games"] else None, "reasons": reasons, "values": values,
        "passes": [*passes, general] if case.made.value.known[ME] else [],
    }  # fmt: skip


def _wave_passes(case: Case) -> list[dict[str, Any]]:
    """Give the two passes of the player's wave: the same games, without and with the zone around the reference."""
    wave, me = int(case.made.wave.values[ME]), np.array([ME])
    earlier = case.made.wave.known & (case.made.wave.values < wave)
    knows = case.rated.known | (earlier & bool(case.rules.edition.unrated_against_unrated))
    met = case.rated.or_else(case.made.value).only(knows)
    used, numbers = case.sides.where(knows[case.sides.opponent]), case.numbers[knows[case.sides.opponent]]
    everything = total(used, Asked(case.made.value, met))
    reference = order.wave_reference(everything.at(me), case.rules)
    around = Asked(Maybe.absent(case.start.size).put(me, reference), met, case.rules.zone)
    second, counts = total(used, around), around.judged(used)
    estimate = order.wave_estimate(second.at(me), reference, case.rules)
    opponents = [case.ids[place] for place in used.opponent]
    dropped = [name for name, counted in zip(opponents, counts, strict=True) if not counted]
    games = [int(number) for number in numbers[~counts]]
    return [
        {"pass": "reference", "wave": wave, "opponents": opponents, "value": int(reference[0]),
         **_sum_words(case, everything)},
        {"pass": "estimate", "wave": wave, "dropped": dropped, "dropped_games": games, "value": int(estimate[0]),
         **_sum_words(case, second)},
    ]  # fmt: skip


def _value(column: Maybe) -> int | None:
    return int(column.values[ME]) if column.known[ME] else None


def _sum_words(case: Case, totals: Totals) -> dict[str, Any]:
    points = int(case.rules.module.performance_points(totals, case.rules.edition)[ME])
    unfloored = int(case.rules.module.unfloored_points(totals, case.rules.edition)[ME])
    count, opponents = int(totals.games[ME]), int(totals.opponents_sum[ME])
    return {
        "n": count, "half_points": int(totals.half_points[ME]), "opponents_sum": opponents,
        "performance": _decimal(Fraction(points, 100 * count)) if count else None,
        "performance_exact": _fraction(Fraction(points, 100 * count)) if count else None,
        "difference_sum": two_decimals(unfloored - 100 * opponents) if count else None,
        "performance_unfloored": _decimal(Fraction(unfloored, 100 * count)) if count and unfloored != points else None,
    }  # fmt: skip


def _result(case: Case, totals: Totals, code: int, exact: Any, new: Maybe) -> dict[str, Any]:
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
    own, values = case.rated.or_else(case.made.value), values.or_else(case.rated)  # who met nobody has no worth
    out = []
    for at, can_count in enumerate(is_rated_game(games)):
        white = games["white"][at] == keys[ME]
        key = games["black" if white else "white"][at]
        opponent = place[int(key)] if key is not None else None
        has_value = opponent is not None and bool(values.known[opponent])
        reason = next(words) if can_count else games["word"][at] or "not-played"
        out.append(
            {
                "date": str(as_date(games["played_on"][at])), "tournament": games["tournament"][at],
                "round": int(games["round"][at]) or None, "colour": "white" if white else "black",
                "opponent": None if opponent is None else case.ids[opponent],
                "opponent_name": None if opponent is None else case.names[opponent],
                "opponent_value": int(values.values[opponent]) if has_value and opponent is not None else None,
                "opponent_status": _status(case, opponent), "opponent_source": _source(case, opponent),
                "result": RESULTS[games["result"][at]],
                "score": score_of(int(games["result"][at]), is_white=white),
                "counted": reason == "counted", "reason": reason,
                "difference": int(own.values[ME] - values.values[opponent]) if has_value and own.known[ME] else None,
                "capped": None, "expected": None,
            }
        )  # fmt: skip
    return out


def _source(case: Case, opponent: int | None) -> str | None:
    """Say where an unrated opponent's value comes from: for the rated, from what this period gave that player."""
    if opponent is None or case.rated.known[opponent] or not case.made.value.known[opponent]:
        return None
    row = int(np.flatnonzero(case.places == opponent)[0])
    if case.rated.known[ME] and case.rows["rating"][row] is not None:
        return "first-rating"
    if case.rated.known[ME] and case.rows["n"][row]:
        return "new-archive"
    return str(case.rules.module.SOURCES[case.made.source[opponent]])


def _status(case: Case, opponent: int | None) -> str | None:
    """Give the opponent's status: rated, credited, estimated by wave, or standing in."""
    if opponent is None:
        return None
    if case.start.rating.known[opponent]:
        return "rated"
    if case.start.credited.known[opponent]:
        return "credited"
    return "unrated"
