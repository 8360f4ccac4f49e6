"""An explanation as text: every game, each pass, and the arithmetic in the regulation's steps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ratings.rules.calculation import equal, number, signed
from ratings.wording import number_of

REASON_WORDS = {
    "counted": "counts",
    "win-against-much-lower": "does not count: win against a much lower rating",
    "loss-against-much-higher": "does not count: loss against a much higher rating",
    "opponent-unrated": "does not count: the opponent is unrated",
    "not-played": "not played over the board: never rated",
    "set-aside": "its tournament is set aside",
    "held": "held back by decision",
    "withdrawn": "withdrawn by decision",
    "corrected": "corrected by decision: another row stands in its place",
    "reassigned": "given to another player by decision",
}
SCORES = {None: "", "1": "won", "0.5": "drew", "0": "lost"}
SOURCE_WORDS = {
    "first-rating": "first rating of this period",
    "new-archive": "archive after this period",
    "wave": "from games against known opponents",
    "archive": "stand-in: the archive",
    "given": "stand-in: the given estimate",
    "small-archive": "stand-in: the small archive",
    "default": "stand-in: the default of the age category",
}


LISTED_WORDS = {
    "archive": "the archive's performance, to the nearest ten, minus 1",
    "small-archive": "the archive's performance, to the nearest ten, minus 1",
    "given": "the given estimate",
    "default": "the default of the age category",
}


def as_text(told: dict[str, Any], edition: Any) -> str:
    """Write an explanation for the officer, in the order of the calculation."""
    lines = [f"{told['player']} {told['name']}: {told['system']} {told['period']}, edition {told['edition']}"]
    lines += [_before(told), ""]
    lines += [_game(number, game) for number, game in enumerate(told["games"], 1)] or ["No game in this period."]
    for one in told["passes"]:
        lines += ["", *_pass(one, edition)]
    if told["before"] is not None and told["n"]:
        lines += ["", *_sums(told, edition)]
    return "\n".join([*lines, "", *_last_steps(told, edition)])


def _before(told: dict[str, Any]) -> str:
    group = "junior" if told["junior"] else "senior"
    born = f"born {told['birth_year']}" if told["birth_year"] else "birth year unknown"
    if told["before"] is None:
        archive = told["archive"]
        held = _archive(archive) if archive else _lost(told) or "no archive"
        return f"Before: unrated; {group} ({born}); {held}"
    held = "taken over from the national list" if told["credited"] else f"type {told['type_before'] or 'none'}"
    lost = f"; {_lost(told)}" if told["archive_lost"] else ""
    return f"Before: {told['before']} ({held}); {group} ({born}){lost}"


def _lost(told: dict[str, Any]) -> str:
    """Say of an archive that is gone why it is."""
    lost = told["archive_lost"]
    if not lost:
        return ""
    why = "is emptied: the rated have none" if lost["why"] == "rated" else f"of season {lost['season']} has expired"
    return f"an archive of {number_of(lost['games'], 'game')} {why}"


def _archive(archive: dict[str, Any]) -> str:
    return f"archive of {number_of(archive['games'], 'game')}, {archive['points']} points (performance x games)"


def _game(number: int, game: dict[str, Any]) -> str:
    place = " ".join(filter(None, [game["tournament"], f"round {game['round']}" if game["round"] else ""]))
    opponent = f"{game['opponent']} {game['opponent_name']}" if game["opponent"] else "no opponent"
    value = "" if game["opponent_value"] is None else f" {game['opponent_value']}"
    standing = f"{game['opponent_status']}{value}" if game["opponent"] else "-"
    source = f", {SOURCE_WORDS[game['opponent_source']]}" if game["opponent_source"] else ""
    gap = f", difference {game['difference']:+d}" if game["difference"] is not None else ""
    return (
        f"{number:>3}  {game['date']} {place:<16} {game['colour']:<5} {game['result']:<7} {SCORES[game['score']]:<4} "
        f"{opponent} ({standing}{source}{gap}): {REASON_WORDS.get(game['reason'], game['reason'])}"
    )


def _pass(one: dict[str, Any], edition: Any) -> list[str]:
    if one["pass"] == "reference":
        title = f"Wave {one['wave']}, first pass, without the zone: {one['n']} games against known opponents"
        return [title, *_sums(one, edition), f"  reference = {one['value']}"]
    if one["pass"] == "estimate":
        left_out = f"; left out: {', '.join(one['dropped'])}" if one["dropped"] else "; nothing left out"
        title = f"Wave {one['wave']}, second pass, the zone around the reference{left_out}"
        return [title, *_sums(one, edition), f"  estimate = {one['value']}"]
    title = f"General mode, the zone around {one['own']} ({SOURCE_WORDS[one['source']]})"
    return [title, *_sums(one, edition)]


def _sums(one: dict[str, Any], edition: Any) -> list[str]:
    if not one["n"]:
        return ["  N = 0: no game counts"]
    n, half = one["n"], one["half_points"]
    score = f"{half / 2:g}"
    raised = f", raised to the floor {one['performance']}" if one["performance_unfloored"] else ""
    return [
        f"  N = {n}, score {score}, sum of the opponents {one['opponents_sum']}",
        f"  P = {score}/{n} {_percent(n, half)}; {_difference(one, edition)}; D x {n} = {one['difference_sum']}",
        f"  Po = ({one['opponents_sum']} + {one['difference_sum']})/{n} = "
        f"{one['performance_unfloored'] or one['performance']}{raised}",
    ]


def _percent(n: int, half_points: int) -> str:
    return f"{equal(number(Fraction(50 * half_points, n)))} %"


def _difference(one: dict[str, Any], edition: Any) -> str:
    """Say D, and how it is read where it is not simply an entry of the table."""
    difference = Fraction(one["difference_sum"]) / one["n"]
    is_between = Fraction(50 * one["half_points"], one["n"]).denominator > 1
    if abs(difference) == edition.clamp:
        read = f" (at most {edition.clamp} either way)"
    elif edition.conversion == "function":
        read = " (by the function)"
    else:
        read = f" ({edition.conversion})" if is_between else ""
    return f"D {equal(signed(difference))}{read}"


def _last_steps(told: dict[str, Any], edition: Any) -> list[str]:
    fill = edition.junior_fill if told["junior"] else edition.senior_fill
    n, po, before = told["n"], told["performance"], told["before"]
    archive = told["archive"] or {"games": 0, "points": "0.00"}
    formulas = {
        "performance": f"Enough games: the performance itself, {po}",
        "completed": f"Completed to {fill}: (Po x {n} + {before} x ({fill} - {n}))/{fill} = {told['exact_decimal']}",
        "brake": f"Below: (Po x {n} + {edition.brake} x {before})/({n} + {edition.brake}) = {told['exact_decimal']}",
        "equal": "The performance equals the rating: unchanged",
        "no-game": "No game: nothing changes",
        "no-counted-game": "No game counts: nothing changes",
        "not-recomputed": "A FIDE rating (type F): not computed here, printed back",
        "first-rating": f"{n} games are at least {edition.quota}: rated at the performance, {po}; no archive is used",
        "first-rating-with-archive": (
            f"{n} + {archive['games']} games are at least {edition.quota}: "
            f"(Po x {n} + {archive['points']})/({n} + {archive['games']}) = {told['exact_decimal']}"
        ),
        "archived": f"Fewer than {edition.quota} games in all: archived, no rating yet",
    }
    lines = [formulas.get(told["case"], told["case"])]
    if told["exact"] is not None and told["after"] is not None:
        lines.append(f"Rounded to the nearest {edition.step}, not below {edition.floor}: {told['after']}")
        if before is not None:
            exact = f"before rounding {told['change']}, exactly {told['change_exact']}"
            lines.append(f"Change: {told['after'] - before:+d} ({exact})")
    if told.get("archive_after"):
        lines.append(f"After: {_archive(told['archive_after'])}")
    return [*lines, f"After: {_after(told)}"]


def _after(told: dict[str, Any]) -> str:
    if told["after"] is not None:
        return f"{told['after']} (type {told['type_after']})"
    if told["credited"]:
        return "no rating of its own yet; the national one stands in"
    if told["listed"] is None:
        return "unrated"
    return f"unrated, listed with the estimate {told['listed']} ({LISTED_WORDS[told['listed_source']]})"
