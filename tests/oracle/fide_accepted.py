"""Section 3, row accepted: the time controls and playing days of tournaments (``fide-standard`` only)."""

from expectation_inputs import Period
from expectation_lists import list_on
from expectation_records import code_of, highest


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
