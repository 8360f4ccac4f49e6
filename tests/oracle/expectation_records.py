"""What the systems by expectation (FIDE, Elo International, UKD) say of one game and of one player."""

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from results import HALF_POINTS


def code_of(row: dict) -> str:
    """The tournament code of a row; empty when there is none."""
    return (row.get("tournament") or row.get("code") or "").strip()


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


def highest(*values) -> int | None:
    """Decision 2, peak: the highest of the ratings there are."""
    known = [v for v in values if v is not None]
    return max(known) if known else None


def seen_by(game: dict, player: str) -> Detail:
    """0.4: one game seen by one of its two players; forfeits and byes have a reason why they do not count."""
    white = game["white"] == player
    opponent = (game.get("black") if white else game["white"]) or None
    points = HALF_POINTS[game["result"]]
    half_points = None if points is None else points[0 if white else 1]
    detail = Detail(opponent, code_of(game), game["date"], game.get("round"), game["result"], half_points)
    if points is None:
        detail.reason = "bye" if game["result"] == "bye" else "forfeit"
    return detail
