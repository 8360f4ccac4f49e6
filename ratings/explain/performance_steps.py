"""The arithmetic of a performance as phrases: each pass, the sums, the case, the rounding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ratings.explain.words import LISTED_WORDS, SOURCE_WORDS
from ratings.phrases import Numeral, Phrase, plural, say
from ratings.rules.calculation import bare, equal, number, sign_of, signed

Part = tuple[Phrase | None, list[Phrase]]
"""A part of the arithmetic: its title, if it has one, and its lines."""

BETWEEN = {"interpolated": say(" (interpolated)"), "nearest": say(" (nearest)")}
"""How D is read between two entries of the table."""
CASES = {
    "performance": say("Enough games: the performance itself, {po}"),
    "completed": say("Completed to {fill}: (Po x {n} + {before} x ({fill} - {n}))/{fill} = {exact}"),
    "brake": say("Below: (Po x {n} + {brake} x {before})/({n} + {brake}) = {exact}"),
    "equal": say("The performance equals the rating: unchanged"),
    "no-game": say("No game: nothing changes"),
    "no-counted-game": say("No game counts: nothing changes"),
    "not-recomputed": say("A FIDE rating (type F): not computed here, printed back"),
    "first-rating": say("{n} games are at least {quota}: rated at the performance, {po}; no archive is used"),
    "first-rating-with-archive": say(
        "{n} + {archived} games are at least {quota}: (Po x {n} + {points})/({n} + {archived}) = {exact}"
    ),
    "archived": say("Fewer than {quota} games in all: archived, no rating yet"),
}
"""What each case does, with the numbers of the edition and of the player to be put in."""
NOT_RECOMPUTED = "not-recomputed"
"""The case of a FIDE rating: its games give a performance that nothing is made of."""
FOR_INFORMATION = say("For information only, nothing is made of this")


def parts(told: dict[str, Any], edition: Any) -> list[Part]:
    """Give the arithmetic in its order: the passes of an unrated player or the sums of a rated one, the last steps."""
    passes = [_pass(one, edition) for one in told["passes"]]
    title = FOR_INFORMATION if told["case"] == NOT_RECOMPUTED else None
    sums: list[Part] = [(title, _sums(told, edition))] if told["before"] is not None and told["n"] else []
    return [*passes, *sums, (None, _last_steps(told, edition))]


def archive(held: dict[str, Any]) -> Phrase:
    """Say what an archive holds."""
    return plural(
        "archive of {n} game, {points} points (performance x games)",
        "archive of {n} games, {points} points (performance x games)",
        held["games"], points=Numeral(held["points"]),
    )  # fmt: skip


def archive_lost(lost: dict[str, Any]) -> Phrase:
    """Say of an archive that is gone why it is."""
    games = plural("an archive of {n} game", "an archive of {n} games", lost["games"])
    if lost["why"] == "rated":
        return say("{archive} is emptied: the rated have none", archive=games)
    return say("{archive} of season {season} has expired", archive=games, season=lost["season"])


def _pass(one: dict[str, Any], edition: Any) -> Part:
    if one["pass"] == "reference":
        title = say(
            "Wave {wave}, first pass, without the zone: {n} games against known opponents", wave=one["wave"], n=one["n"]
        )
        return title, [*_sums(one, edition), say("reference = {value}", value=one["value"])]
    if one["pass"] == "estimate":
        title = say("Wave {wave}, second pass, the zone around the reference; nothing left out", wave=one["wave"])
        if one["dropped"]:
            title = say(
                "Wave {wave}, second pass, the zone around the reference; left out: {opponents}",
                wave=one["wave"], opponents=one["dropped"],
            )  # fmt: skip
        return title, [*_sums(one, edition), say("estimate = {value}", value=one["value"])]
    source = SOURCE_WORDS[one["source"]]
    return say("General mode, the zone around {own} ({source})", own=one["own"], source=source), _sums(one, edition)


def _sums(one: dict[str, Any], edition: Any) -> list[Phrase]:
    if not one["n"]:
        return [say("N = 0: no game counts")]
    n, half = one["n"], one["half_points"]
    made, floored = number(Fraction(half, 2)), Numeral(one["performance"])
    unfloored, added = Numeral(one["performance_unfloored"] or floored), Numeral(one["difference_sum"])
    raised = say(", raised to the floor {performance}", performance=floored) if one["performance_unfloored"] else ""
    percent = Fraction(50 * half, n)
    return [
        say("N = {n}, score {made}, sum of the opponents {sum}", n=n, made=made, sum=one["opponents_sum"]),
        say(
            "P = {made}/{n} {sign} {percent} %; {difference}; D x {n} = {added}",
            made=made, n=n, sign=sign_of(number(percent)), percent=bare(percent),
            difference=_difference(one, edition), added=added,
        ),
        say(
            "Po = ({sum} {added})/{n} = {performance}{raised}",
            sum=one["opponents_sum"], added=_as_addend(added), n=n, performance=unfloored, raised=raised,
        ),
    ]  # fmt: skip


def _as_addend(amount: Numeral) -> Numeral:
    """Write an amount as the second part of a sum: `+ 120.00`, `- 120.00`."""
    return Numeral(f"- {amount[1:]}" if amount.startswith("-") else f"+ {amount}")


def _difference(one: dict[str, Any], edition: Any) -> Phrase:
    """Say D, and how it is read where it is not simply an entry of the table."""
    difference = Fraction(one["difference_sum"]) / one["n"]
    is_between = Fraction(50 * one["half_points"], one["n"]).denominator > 1
    read: Phrase | str = ""
    if abs(difference) == edition.clamp:
        read = say(" (at most {clamp} either way)", clamp=edition.clamp)
    elif edition.conversion == "function":
        read = say(" (by the function)")
    elif is_between:
        read = BETWEEN[edition.conversion]
    return say("D {difference}{read}", difference=equal(signed(difference)), read=read)


def _last_steps(told: dict[str, Any], edition: Any) -> list[Phrase]:
    """Say the case, the rounding, the change, and what the player has after it."""
    lines = [_case(told, edition)]
    if told["exact"] is not None and told["after"] is not None:
        rounding = say("Rounded to the nearest {step}, not below {floor}: {after}", after=told["after"])
        lines.append(rounding.of(step=edition.step, floor=edition.floor))
        if told["before"] is not None:
            exact = say("before rounding {change}, exactly {exact}", change=Numeral(told["change"]))
            moved = signed(told["after"] - told["before"])
            lines.append(say("Change: {moved} ({exact})", moved=moved, exact=exact.of(exact=told["change_exact"])))
    if told.get("archive_after"):
        lines.append(say("After: {what}", what=archive(told["archive_after"])))
    return [*lines, say("After: {what}", what=_after(told))]


def _case(told: dict[str, Any], edition: Any) -> Phrase:
    held = told["archive"] or {"games": 0, "points": "0.00"}
    return CASES[told["case"]].of(
        n=told["n"], po=Numeral(told["performance"]), before=told["before"], exact=Numeral(told["exact_decimal"]),
        fill=edition.junior_fill if told["junior"] else edition.senior_fill, brake=edition.brake, quota=edition.quota,
        archived=held["games"], points=Numeral(held["points"]),
    )  # fmt: skip


def _after(told: dict[str, Any]) -> Phrase:
    if told["after"] is not None:
        return say("{rating} (type {type})", rating=told["after"], type=told["type_after"])
    if told["credited"]:
        return say("no rating of its own yet; the national one stands in")
    if told["listed"] is None:
        return say("unrated")
    source = LISTED_WORDS[told["listed_source"]]
    return say("unrated, listed with the estimate {listed} ({source})", listed=told["listed"], source=source)
