"""The sentence that begins a letter: what became of the player's rating, and why, for every case."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ratings.phrases import Numeral, Phrase, plural, say
from ratings.rules.calculation import number, signed

NOTHING = {
    "no-game": say("no game of yours was played over the board and rated in this period"),
    "no-counted-game": say("none of your games in this period counts"),
}
BY_PERFORMANCE = {
    **NOTHING,
    "performance": say("{count}, which is enough for your performance, {po}, to become your rating"),
    "completed": say(
        "{count}; your performance of {po} weighs as much as these, and your old rating completes the number to {fill}"
    ),
    "brake": say(
        "{count}; your performance of {po} weighs as much as these, and since it is below your old rating, that weighs "
        "as much as {brake}"
    ),
    "equal": say("your performance, {po}, equals your rating, and the list is rounded to the nearest {step}"),
    "not-recomputed": say("it is a FIDE rating (type F), which this list takes over and does not compute"),
    "first-rating": say("{count}, and a first rating needs {quota}; your performance is {po}"),
    "first-rating-with-archive": say(
        "{count}, with {archived} more from earlier periods, and a first rating needs {quota}"
    ),
    "archived": say("you have {kept} of the {quota} games that a first rating needs; what you have is kept for you"),
}
"""Why, by the word of the case."""
BY_EXPECTATION = {
    **NOTHING,
    "change": say("{count}, and with K = {k} that comes to {change} points"),
    "below-floor": say("the new rating is below {floor}, and who is below that is not rated"),
    "first-rating": say("{count}, and a first rating needs {needed}; your performance is {po}"),
    "too-few-games": say("you have {games} of the {needed} games that a first rating needs"),
    "first-rating-below-floor": say(
        "{count}, enough for a first rating, but your performance, {po}, is below {floor}, where ratings begin"
    ),
}


def outcome(told: dict[str, Any], edition: Any) -> Phrase:
    """Say what happened to the rating, and why."""
    why = _by_expectation(told, edition) if "entry" in told else _by_performance(told, edition)
    if told["after"] == edition.floor and told["exact"] and Fraction(told["exact"]) < edition.floor:
        why = say("{why}; no rating on this list is below {floor}", why=why, floor=edition.floor)
    return say("{what}: {why}.", what=_what(told), why=why)


def rating_before(told: dict[str, Any]) -> Phrase | int:
    """Say with what rating the player began."""
    if told["before"] is None:
        return say("unrated")
    before: int = told["before"]
    return say("{rating}, taken over from another list", rating=before) if told["credited"] else before


def rating_after(told: dict[str, Any]) -> Phrase | int:
    """Say with what rating the player ends; provisional ones are said to be so."""
    if told["after"] is None:
        return say("unrated")
    after: int = told["after"]
    return say("{rating}, provisional", rating=after) if told.get("provisional") else after


def _what(told: dict[str, Any]) -> Phrase:
    before, after, listed = told["before"], told["after"], told.get("listed")
    if after is None:
        if told["credited"]:
            own = say("You have no rating of your own on this list yet, and {before} from another list stands in")
            return own.of(before=before)
        if before is not None:
            return say("You are no longer rated on this list")
        if listed is not None:
            return say("You have no rating yet, and the list shows the estimate {listed} for you", listed=listed)
        return say("You have no rating yet")
    if before is None:
        return say("You enter the list with a first rating of {after}", after=after)
    if told["credited"]:
        return _first_after_another_list(told)
    if after == before:
        return say("Your rating stays at {after}", after=after)
    moved = say("Your rating goes up from {before} to {after}") if after > before else None
    return (moved or say("Your rating goes down from {before} to {after}")).of(before=before, after=after)


def _first_after_another_list(told: dict[str, Any]) -> Phrase:
    """Say that a rating is the list's own now, where one of another list stood in; first if there never was one."""
    if "entry" not in told:
        first = say(
            "You enter the list with a first rating of {after}; until now {before} from the national list stood in for "
            "it"
        )
    elif told["peak_before"] is None:
        first = say(
            "You enter the list with a first rating of {after}; until now {before} from the standard list stood in for "
            "it"
        )
    else:
        first = say(
            "You are on the list again with a rating of {after}; until now {before} from the standard list stood in "
            "for it"
        )
    return first.of(after=told["after"], before=told["before"])


def _by_performance(told: dict[str, Any], edition: Any) -> Phrase:
    archive, kept = told["archive"] or {"games": 0}, told.get("archive_after") or {"games": told["n"]}
    return BY_PERFORMANCE[told["case"]].of(
        count=_count(told["n"]), po=Numeral(told["performance"]), brake=edition.brake, step=edition.step,
        fill=edition.junior_fill if told["junior"] else edition.senior_fill, quota=edition.quota,
        archived=archive["games"], kept=kept["games"],
    )  # fmt: skip


def _by_expectation(told: dict[str, Any], edition: Any) -> Phrase:
    entry = told["entry"] or {}
    return BY_EXPECTATION[told["case"]].of(
        count=_count(entry["games"] if entry else told["counted"]), games=entry.get("games"),
        needed=entry.get("games_needed"), po=Numeral(entry.get("performance")), floor=edition.floor,
        k=number(Fraction(told["k"] or 0)), change=signed(Fraction(told["change_shown"])),
    )  # fmt: skip


def _count(games: int) -> Phrase:
    return plural("{n} game counts", "{n} games count", games)
