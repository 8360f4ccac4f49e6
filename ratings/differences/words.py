"""Causes in words: what, from what to what, brought about by what."""

from __future__ import annotations

from typing import Any

from ratings.wording import number_of

MOST_OPPONENTS = 5
"""Opponents, and games, of one cause that are named."""
DEEPEST = 3
"""Opponents of opponents are told so far down."""
REVISION = ", revision "
"""Stands before a list's revision."""
Told = dict[str, Any]


def in_words(cause: Told, depth: int = 0) -> str:
    """Say a cause in one line: what, from what to what, by what."""
    of = f" of {cause['period']}" if "period" in cause and cause["cause"] != "games-of-the-period" else ""
    parts = [say(cause[name], depth) for name, say in SAYERS.items() if name in cause]
    if cause["cause"] == "games-of-the-period":
        played = f"{number_of(cause['games'], 'game')}, score {cause['points']}"
        parts = [f"{cause['period']}, {played if cause['games'] else 'none played'}"]
    elif "before" in cause:
        parts.append(arrow(cause))
    return f"{cause['cause']}{of}: {'; '.join(parts)}" if parts else f"{cause['cause']}{of}"


def _games(games: Any, depth: int) -> str:
    del depth
    if isinstance(games, int):
        return ""
    return _some([
        f"{' becomes '.join(text for text in (game['before'], game['after']) if text)}{_by(game['by'])}"
        for game in games
    ])  # fmt: skip


def _values(values: list[Told], depth: int) -> str:
    del depth
    return _some([f"{one['value']} {arrow(one)}{_from(one)}" for one in values])


def _tournaments(tournaments: list[Told], depth: int) -> str:
    del depth
    return _some([f"{one['what']} of {one['tournament']} {arrow(one)}" for one in tournaments])


def _numbers(numbers: list[Told], depth: int) -> str:
    del depth
    return _some([f"{one['number']} {arrow(one)}" for one in numbers])


def _opponents(opponents: list[Told], depth: int) -> str:
    told = []
    for one in opponents:
        causes = one.get("causes")
        if causes is None:
            why = _from(one)
        elif depth >= DEEPEST:
            why = f" ({' + '.join(cause['cause'] for cause in causes)})"
        else:
            why = f" ({'; '.join(in_words(cause, depth + 1) for cause in causes)})"
        told.append(f"{one['id']} {arrow(one)}{why}")
    return _some(told)


def _cell(cell: Told, depth: int) -> str:
    del depth
    return f"the file has {cell['file'] or 'nothing'}, {cell['list']} has {cell['published'] or 'nothing'}"


SAYERS = {
    "games": _games, "values": _values, "tournaments": _tournaments, "numbers": _numbers, "opponents": _opponents,
    "cell": _cell,
}  # fmt: skip


def _some(told: list[str]) -> str:
    more = f"; and {len(told) - MOST_OPPONENTS} more" if len(told) > MOST_OPPONENTS else ""
    return "; ".join(told[:MOST_OPPONENTS]) + more


def _by(text: str) -> str:
    return f" ({text})" if text else ""


def _from(one: Told) -> str:
    """Say from which lists two values are."""
    before, after = one.get("before_from", ""), one.get("after_from", "")
    (one_list, *one_revision), (other, *revision) = (text.split(REVISION) for text in (before, after))
    if one_list == other and one_revision != revision:
        return _by(f"{one_list}{REVISION}{' → '.join([*one_revision, *revision])}")
    return _by(before if before == after else f"{before or 'no list'} → {after or 'no list'}")


def arrow(one: Told) -> str:
    """Say from what to what."""
    before, after = ("none" if one[name] is None else str(one[name]) for name in ("before", "after"))
    return f"{before} → {after}"
