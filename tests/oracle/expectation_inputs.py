"""The inputs of a period by expectation, and what decisions 1 and 6 of section 3 look up in them."""

from dataclasses import dataclass, field
from datetime import date

from expectation_lists import block_on, list_before_period, list_on
from expectation_records import code_of


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


@dataclass
class Period:
    """All inputs of one period; what the systems look things up in."""

    system: str
    starts: date
    ends: date
    publishes: date
    players: dict  # by id
    lists: dict
    history: dict
    pools: dict  # rows by player
    tournaments: dict  # by code
    games: list
    standard_lists: dict
    parameters: dict
    blocks: list
    days: dict  # first day by code
    acceptance: dict = field(default_factory=dict)

    @property
    def block(self) -> dict:
        """0.8: the block that decides about everything but differences: that of the last day."""
        return block_on(self.ends, self.blocks, self.parameters)

    def tournament_block(self, game: dict) -> dict:
        """0.8: the block of a tournament's first day, for differences, caps and expectation."""
        return block_on(first_day(game, self.days), self.blocks, self.parameters)


def gather(
    system, starts, ends, publishes, players, lists, history, pools, tournaments, games,
    standard_lists=None, parameters=None, *, blocks,
) -> Period:  # fmt: skip
    """The inputs of a period, to look things up in.

    lists: {date in force: {id: rating or None}}, whole lists, all published before this one;
    history: {id: (career games, peak, last game or None)} as of the newest of them;
    pools: rows as in the contract; standard_lists: the same as lists, of ``fide-standard`` (decision 6);
    parameters: overrides of the blocks' named values, such as {"expectation": "linear"}.
    """
    by_id, by_code = {row["id"]: row for row in players}, {code_of(row): row for row in tournaments}
    by_player = {}
    for row in pools:
        by_player.setdefault(row["id"], []).append(row)
    return Period(
        system, starts, ends, publishes, by_id, lists, history, by_player, by_code, games,
        standard_lists or {}, parameters or {}, blocks, first_days(by_code, games),
    )  # fmt: skip


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


def other_kind(period: Period, game: dict) -> bool:
    """0.7: the kinds never mix; a tournament that says it is of another kind gives nothing here."""
    kind = period.tournaments.get(code_of(game), {}).get("kind")
    return bool(kind) and "-" in period.system and not period.system.endswith(kind)


def games_of(period: Period) -> dict:
    """The rows of each player."""
    rows = {}
    for game in period.games:
        for side in ("white", "black"):
            if game.get(side):
                rows.setdefault(game[side], []).append(game)
    return rows
