"""A newcomer's events: why one is left out of the first rating, and with it each of its games."""

from __future__ import annotations

from ratings.phrases import Phrase, say
from ratings.rules.calculation import of_points
from ratings.rules.working import Working

FORMATS = {"swiss": say("swiss"), "team": say("team"), "round-robin": say("round-robin"), "match": say("match")}
"""Formats of tournaments in words."""
WHY_NOT = {
    "format": say("its format is not one of {formats}"),
    "too-few-opponents": say("fewer than {opponents} different rated opponents"),
    "too-few-points": say("less than {points}"),
    "first-event-too-few-points": say("the player's first event, with less than {first}"),
}
"""Why an event is left out of the entry, with the edition's numbers to be put in."""


def left_out(working: Working, side: int) -> str:
    """Give the word for why a newcomer's game is no part of the first rating, its event's; empty if it may be."""
    events, sides, module = working.entry.events, working.inputs.sides, working.rules.module
    if working.own is not None or not (sides.value.known[side] and working.judged.counted[side]):
        return ""
    of_event = (events.player == working.me) & (events.tournament == sides.tournament[side])
    reasons = working.entry.reason[of_event & (working.entry.reason != module.EVENT_COUNTED)]
    return str(module.EVENT_REASONS[reasons[0]]) if len(reasons) else ""


def why_left_out(working: Working, reason: str) -> Phrase:
    """Say why an event is left out of the entry."""
    edition, why = working.edition, WHY_NOT[reason]
    if reason == "format":
        return why.of(formats=[FORMATS[name] for name in edition.entry_formats])
    if reason == "too-few-opponents":
        return why.of(opponents=edition.entry_opponents)
    if reason == "too-few-points":
        return why.of(points=of_points(edition.entry_half_points))
    return why.of(first=of_points(edition.first_event_half_points))
