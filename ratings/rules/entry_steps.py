"""The steps of a newcomer's first rating in words, from the engine's working: what `calc` and `explain` both say."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ratings.engine.period import Totals
from ratings.exact import Ints
from ratings.rules.calculation import equal, fraction, number, of_points, score, signed
from ratings.rules.conversions import round_half_away
from ratings.rules.expectation_steps import Working, event_name
from ratings.wording import number_of


def entry_steps(working: Working, *, enters: bool = True) -> list[str]:
    """Say what a newcomer's events bring, which of them count, the performance, and the first rating.

    `enters` is false where no game counts in this period: then the pool only waits.
    """
    entry, edition = working.entry, working.edition
    places = np.flatnonzero(entry.events.player == working.me)
    lines = [_event(working, int(at)) for at in places]
    games = int(entry.totals.games[working.me])
    if games:
        lines += _performance(working, places[entry.reason[places] == working.rules.module.EVENT_COUNTED])
    if games < edition.entry_games:
        return [*lines, f"Games that count: {games} of {edition.entry_games} needed, no rating yet."]
    lines.append(f"Games that count: {games} of {edition.entry_games} needed.")
    if not enters:
        return [*lines, "A first rating needs a game that counts in this period: the games wait."]
    return lines + _rounding(working)


def _event(working: Working, at: int) -> str:
    events, module = working.entry.events, working.rules.module
    games, made = int(events.games[at]), int(events.half_points[at])
    brought = f"{number_of(games, 'game')} against rated opponents, sum {int(events.opponents_sum[at])}"
    why = _why_not(working, module.EVENT_REASONS[working.entry.reason[at]])
    name = event_name(working, int(events.tournament[at]))
    return f"{name}{brought}, {of_points(made)}: {f'not counted, {why}' if why else 'counted'}."


def _why_not(working: Working, reason: str) -> str:
    """Say why an event is left out of the entry; empty: it counts."""
    edition = working.edition
    if reason == "counted":
        return ""
    if reason == "format":
        return f"its format is not one of {', '.join(edition.entry_formats)}"
    if reason == "too-few-opponents":
        return f"fewer than {edition.entry_opponents} different rated opponents"
    if reason == "too-few-points":
        return f"less than {of_points(edition.entry_half_points)}"
    return f"the player's first event, with less than {of_points(edition.first_event_half_points)}"


def _performance(working: Working, places: Ints) -> list[str]:
    """Say the performance over all events, or event by event and their mean (S2, `weighted`)."""
    events, totals, me = working.entry.events, working.entry.totals, working.me
    exact = fraction(working.entry.exact, me)
    if getattr(working.edition, "entry_pooling", "") != "weighted" or len(places) == 1:
        all_games = (int(totals.games[me]), int(totals.half_points[me]), int(totals.opponents_sum[me]))
        return [f"{_of_games(working, *all_games, exact)}."]
    lines, products = [], []
    for at in places:
        one = slice(at, at + 1)
        each = Totals(events.games[one], events.half_points[one], events.opponents_sum[one])
        performance = fraction(working.rules.module.performance(each, working.edition), 0)
        amounts = (int(events.games[at]), int(events.half_points[at]), int(events.opponents_sum[at]))
        lines.append(f"{event_name(working, int(events.tournament[at]))}{_of_games(working, *amounts, performance)}.")
        products.append(f"{number(performance)} × {amounts[0]}")
    games = int(totals.games[me])
    return [*lines, f"Performance, weighted by games: ({' + '.join(products)})/{games} {equal(number(exact))}."]


def _of_games(working: Working, games: int, half_points: int, opponents_sum: int, exact: Fraction) -> str:
    """Say mean, percentage, difference and performance, with the draws that some editions add."""
    edition = working.edition
    draws, against = getattr(edition, "entry_draws", 0), getattr(edition, "entry_draws_against", 0)
    count, made = games + draws, half_points + draws
    mean = Fraction(opponents_sum + draws * against, count)
    added = f"({opponents_sum} + {draws} × {against})/({games} + {draws})" if draws else f"{opponents_sum}/{count}"
    worked = f"Mean {added} {equal(number(mean))}"
    worked += f" with {number_of(draws, 'draw')} against {against} added" if draws else ""
    return f"{worked}; {_bonus(working, count, made, exact - mean)}; performance {number(exact)}"


def _bonus(working: Working, games: int, half_points: int, difference: Fraction) -> str:
    percent = Fraction(50 * half_points, games)
    share = f"{score(half_points)}/{games} {equal(number(percent))} %"
    bonus = getattr(working.edition, "entry_bonus", "table")
    above = half_points - games
    if not isinstance(bonus, str) and above > 0:
        halves = "1 half point" if above == 1 else f"{above} half points"
        return f"{share}, {halves} above 50 %, {number(Fraction(bonus, 2))} each: {signed(difference)}"
    read = f", read as {round_half_away(percent)} %" if percent.denominator > 1 else ""
    return f"{share}{read}: D {signed(difference)}"


def _rounding(working: Working) -> list[str]:
    edition, me = working.edition, working.me
    exact, rating = fraction(working.entry.exact, me), working.entry.rating
    rounded = edition.step * round_half_away(Fraction(exact, edition.step))
    words = f"Rounded: {rounded}" + (f" (a multiple of {edition.step})" if edition.step > 1 else "")
    if not rating.known[me]:
        return [f"{words}.", f"Below the floor of {edition.floor}: no rating yet."]
    first = int(rating.values[me])
    words += f", at most {first}" if first < rounded else f", not below {first}" if first > rounded else ""
    return [f"{words}.", f"First rating: {first}."]
