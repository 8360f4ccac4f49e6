"""The steps of a newcomer's first rating, as phrases from the engine's working: what `calc` and `explain` both say."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ratings.engine.period import Totals
from ratings.exact import Ints
from ratings.phrases import Numeral, Phrase, plural, say
from ratings.rules.calculation import bare, equal, fraction, number, of_points, score, sign_of, signed
from ratings.rules.conversions import round_half_away
from ratings.rules.entry_events import why_left_out
from ratings.rules.expectation_steps import event_name
from ratings.rules.working import Working


def entry_steps(working: Working, *, enters: bool = True) -> list[Phrase]:
    """Say what a newcomer's events bring, which of them count, the performance, and the first rating.

    `enters` is false where no game counts in this period: then the pool only waits.
    """
    entry, edition = working.entry, working.edition
    places = np.flatnonzero(entry.events.player == working.me)
    lines = [_event(working, int(at)) for at in places]
    games = int(entry.totals.games[working.me])
    if games:
        lines += _performance(working, places[entry.reason[places] == working.rules.module.EVENT_COUNTED])
    counts = {"games": games, "needed": edition.entry_games}
    if games < edition.entry_games:
        return [*lines, say("Games that count: {games} of {needed} needed, no rating yet.", **counts)]
    lines.append(say("Games that count: {games} of {needed} needed.", **counts))
    if not enters:
        return [*lines, say("A first rating needs a game that counts in this period: the games wait.")]
    return lines + _rounding(working)


def _event(working: Working, at: int) -> Phrase:
    events, module = working.entry.events, working.rules.module
    games, made = int(events.games[at]), int(events.half_points[at])
    brought = {
        "event": event_name(working, int(events.tournament[at])), "sum": int(events.opponents_sum[at]),
        "points": of_points(made),
        "games": plural("{n} game against rated opponents", "{n} games against rated opponents", games),
    }  # fmt: skip
    reason = module.EVENT_REASONS[working.entry.reason[at]]
    if reason == "counted":
        return say("{event}{games}, sum {sum}, {points}: counted.", **brought)
    return say("{event}{games}, sum {sum}, {points}: not counted, {why}.", why=why_left_out(working, reason), **brought)


def _performance(working: Working, places: Ints) -> list[Phrase]:
    """Say the performance over all events, or event by event and their mean (S2, `weighted`)."""
    events, totals, me = working.entry.events, working.entry.totals, working.me
    exact = fraction(working.entry.exact, me)
    if getattr(working.edition, "entry_pooling", "") != "weighted" or len(places) == 1:
        all_games = (int(totals.games[me]), int(totals.half_points[me]), int(totals.opponents_sum[me]))
        return [_of_games(working, "", *all_games, exact)]
    lines, products = [], []
    for at in places:
        one = slice(at, at + 1)
        each = Totals(events.games[one], events.half_points[one], events.opponents_sum[one])
        performance = fraction(working.rules.module.performance(each, working.edition), 0)
        amounts = (int(events.games[at]), int(events.half_points[at]), int(events.opponents_sum[at]))
        lines.append(_of_games(working, event_name(working, int(events.tournament[at])), *amounts, performance))
        products.append(f"{number(performance)} × {amounts[0]}")
    weighted = say(
        "Performance, weighted by games: ({products})/{games} {performance}.",
        products=Numeral(" + ".join(products)), games=int(totals.games[me]), performance=equal(number(exact)),
    )  # fmt: skip
    return [*lines, weighted]


def _of_games(
    working: Working, event: Phrase | str, games: int, half_points: int, opponents_sum: int, exact: Fraction
) -> Phrase:
    """Say mean, percentage, difference and performance, with the draws that some editions add."""
    edition = working.edition
    draws, against = getattr(edition, "entry_draws", 0), getattr(edition, "entry_draws_against", 0)
    count, made = games + draws, half_points + draws
    mean = Fraction(opponents_sum + draws * against, count)
    sums = f"({opponents_sum} + {draws} × {against})/({games} + {draws})" if draws else f"{opponents_sum}/{count}"
    added = plural(" with {n} draw against {against} added", " with {n} draws against {against} added", draws)
    return say(
        "{event}Mean {sums} {mean}{added}; {bonus}; performance {performance}.",
        event=event, sums=Numeral(sums), mean=equal(number(mean)), added=added.of(against=against) if draws else "",
        bonus=_bonus(working, count, made, exact - mean), performance=number(exact),
    )  # fmt: skip


def _bonus(working: Working, games: int, half_points: int, difference: Fraction) -> Phrase:
    percent = Fraction(50 * half_points, games)
    share = say(
        "{made}/{games} {sign} {percent} %",
        made=score(half_points), games=games, sign=sign_of(number(percent)), percent=bare(percent),
    )  # fmt: skip
    bonus = getattr(working.edition, "entry_bonus", "table")
    above = half_points - games
    if not isinstance(bonus, str) and above > 0:
        return plural(
            "{share}, {n} half point above 50 %, {each} each: {difference}",
            "{share}, {n} half points above 50 %, {each} each: {difference}",
            above, share=share, each=number(Fraction(bonus, 2)), difference=signed(difference),
        )  # fmt: skip
    whole = round_half_away(percent)
    read = say(", read as {percent} %", percent=whole) if percent.denominator > 1 else ""
    return say("{share}{read}: D {difference}", share=share, read=read, difference=signed(difference))


def _rounding(working: Working) -> list[Phrase]:
    edition, me = working.edition, working.me
    exact, rating = fraction(working.entry.exact, me), working.entry.rating
    rounded = edition.step * round_half_away(Fraction(exact, edition.step))
    multiple = say(" (a multiple of {step})", step=edition.step) if edition.step > 1 else ""
    words = say("Rounded: {rounded}{multiple}{limit}.", rounded=rounded, multiple=multiple)
    if not rating.known[me]:
        return [words.of(limit=""), say("Below the floor of {floor}: no rating yet.", floor=edition.floor)]
    first = int(rating.values[me])
    limit = say(", at most {rating}") if first < rounded else say(", not below {rating}") if first > rounded else None
    words = words.of(limit=limit.of(rating=first) if limit else "")
    return [words, say("First rating: {rating}.", rating=first)]
