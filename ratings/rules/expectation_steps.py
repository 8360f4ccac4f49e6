"""The steps of a change by expectation, as phrases from the engine's working: what `calc` and `explain` both say."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

from ratings.engine.by_expectation import highest
from ratings.engine.expected import EPOCH, PARTS, grouped
from ratings.exact import Ints
from ratings.phrases import Phrase, plural, say
from ratings.rules.calculation import POINTS, bare, equal, exactly, fixed, fraction, number, score, signed, summed
from ratings.rules.conversions import round_half_away
from ratings.rules.entry_events import left_out, why_left_out
from ratings.rules.working import Working

WHY_NOT = {
    "opponent-unrated": say("only games against rated opponents count"),
    "gap-too-wide": say("{own} and {other}: {gap} points or more apart, one player above {above}"),
}
"""Why a game does not count, with the edition's numbers and the two values to be put in."""


def side_step(working: Working, side: int) -> Phrase:
    """Say what one game gives: difference, cap, expected score, gain; or why it does not count."""
    judged, sides = working.judged, working.inputs.sides
    if not judged.counted[side]:
        return say("does not count, {why}", why=why_not(working, side))
    if working.is_compared(side):
        if sides.value.known[side]:
            return _compared(working, side)
        worth = int(judged.value[side])
        return say("the opponent counts as {value}, {compared}", value=worth, compared=_compared(working, side))
    if reason := left_out(working, side):
        out = say("its event is no part of the first rating ({why})", why=why_left_out(working, reason))
        return say("does not count, {why}", why=out)
    if sides.value.known[side]:
        return say("a game for the first rating")
    if working.own is None:
        return say("an unrated opponent, no part of a first rating")
    return say("an unrated opponent gives {gain}", gain=signed(parts(judged.gain[side])))


def why_not(working: Working, side: int) -> Phrase:
    """Say why a game does not count."""
    judged, reason = working.judged, working.rules.module.REASONS[working.judged.reason[side]]
    if reason != "gap-too-wide":
        return WHY_NOT[reason]
    edition = working.rules.editions[working.inputs.sides.block[side]]
    own, other = own_value(working, side), int(judged.value[side])
    return WHY_NOT[reason].of(own=own, other=other, gap=edition.gap, above=edition.gap_with_player_above)


def _compared(working: Working, side: int) -> Phrase:
    """Say the difference and, game by game, what it expects and gives."""
    judged = working.judged
    difference, at_most = int(judged.difference[side]), int(judged.capped[side])
    cut = say(", counts as {capped}", capped=signed(at_most)) if at_most != difference else ""
    if by_event(working):
        return say("difference {difference}{cut}", difference=signed(difference), cut=cut)
    return say(
        "difference {difference}{cut}, expected {expected}, {made} - {expected} = {gain}",
        difference=signed(difference), cut=cut, expected=number(parts(judged.expected[side])),
        made=POINTS[working.inputs.sides.half_points[side]], gain=signed(parts(judged.gain[side])),
    )  # fmt: skip


def by_event(working: Working) -> bool:
    """Say whether scores are expected from the mean of an event, not game by game."""
    return bool(working.words.is_by_event(working.edition))


def parts(amount: Any) -> Fraction:
    """Give an amount in PARTS as points."""
    return Fraction(int(amount), PARTS)


def own_value(working: Working, side: int) -> int:
    """Give what a compared player counted as in a game."""
    return int(working.judged.value[side] + working.judged.difference[side])


def events_of(working: Working) -> list[Ints]:
    """Give the player's counted sides event by event, in the order of their numbers."""
    places = working.places[working.judged.counted[working.places]]
    groups = grouped(working.words.event_numbers(working.inputs.sides.at(places), working.edition))
    return [places[groups.of == event] for event in range(len(groups))]


def event_name(working: Working, tournament: int) -> Phrase | str:
    """Give the words that begin the lines of an event."""
    if working.codes is None:
        return ""
    code = working.codes[tournament]
    return say("Event {tournament}: ", tournament=code) if code else say("Without a tournament code: ")


def tournament_of(working: Working, places: Ints) -> int:
    """Give the number of an event's tournament."""
    return int(working.inputs.sides.tournament[places[0]])


def event_steps(working: Working, places: Ints) -> list[Phrase]:
    """S3 "score attendu", S1, 2: the mean of an event's opponents, the difference, what the event expects and gains."""
    judged, name = working.judged, event_name(working, tournament_of(working, places))
    compared = places[judged.compared[places] & judged.in_n[places]]
    others = places[~judged.in_n[places]]
    beside = signed(parts(judged.gain[others].sum()))
    after = [say("{event}Games against unrated opponents: {gain}.", event=name, gain=beside)] if len(others) else []
    if not len(compared):
        return after
    count, made = len(compared), score(int(working.inputs.sides.half_points[compared].sum()))
    each = parts(judged.expected[compared[0]])
    gained = say(
        "{event}Score {made} - {count} × {each} = {made} - {expected} = {gain}.",
        event=name, made=made, count=count, each=number(each), expected=number(count * each),
        gain=signed(parts(judged.gain[compared].sum())),
    )  # fmt: skip
    return [_mean(working, compared, name, number(each)), gained, *after]


def _mean(working: Working, places: Ints, event: Phrase | str, each: str) -> Phrase:
    own, capped = own_value(working, int(places[0])), working.judged.capped[places]
    total, count = own * len(places) - int(capped.sum()), len(places)
    mean, difference = Fraction(total, count), own - Fraction(total, count)
    if len({own_value(working, int(place)) for place in places}) > 1:
        return _mean_difference(int(capped.sum()), count, event, each)
    is_cut = bool((capped != working.judged.difference[places]).any())
    within = say(", each within {cap} points", cap=working.edition.cap) if is_cut else ""
    whole = signed(round_half_away(difference))
    rounded = say(", rounded {difference}", difference=whole) if difference.denominator > 1 else ""
    return say(
        "{event}Mean of the opponents{within}: {total}/{count} {mean}; "
        "difference {own} - {bare} {difference}{rounded}; expected {each} a game.",
        event=event, within=within, total=total, count=count, mean=equal(number(mean)), own=own, bare=bare(mean),
        difference=equal(signed(difference)), rounded=rounded, each=each,
    )  # fmt: skip


def _mean_difference(total: int, count: int, event: Phrase | str, each: str) -> Phrase:
    """Say the mean of the differences, where the player was worth more than one value in the games of an event."""
    mean = Fraction(total, count)
    return say(
        "{event}Mean of the differences, each by the list of its day: {total}/{count} {mean}, rounded {difference}; "
        "expected {each} a game.",
        event=event, total=total, count=count, mean=equal(signed(mean)), difference=signed(round_half_away(mean)),
        each=each,
    )  # fmt: skip


def floor_steps(working: Working) -> list[Phrase]:
    """Rules 3, decision 4: below the floor one stays rated until a game counts; then the floor decides."""
    own, floor = working.own, working.edition.floor
    if own is None or own >= floor:
        return []
    return [
        say(
            "{own} is below the floor of {floor}: it stands until a game counts; after that the player is unrated "
            "unless the new rating reaches {floor}.",
            own=own, floor=floor,
        )
    ]  # fmt: skip


def change_steps(working: Working) -> list[Phrase]:
    """Say n, score and expected score, the sum of the gains, K and why, K × the sum, and how that is rounded."""
    change, me = working.change, working.me
    n, made = int(change.totals.games[me]), score(int(change.totals.half_points[me]))
    gain, counted = signed(parts(change.gain[me])), int(change.counted[me])
    return [
        say("n = {n}, score {made}, expected {expected}.", n=n, made=made, expected=number(parts(change.expected[me]))),
        _sum(gain, n, counted),
        k_step(working),
        say(
            "Change: {k} × {gain} {change}.",
            k=exactly(working.k), gain=gain, change=equal(signed(working.points)),
        ),
        *working.words.rounding(working),
    ]  # fmt: skip


def _sum(gain: str, n: int, counted: int) -> Phrase:
    """Say over how many games the gains are summed; games against unrated opponents may stay outside n."""
    if counted == n:
        return plural("Sum: {gain} over {n} counted game.", "Sum: {gain} over {n} counted games.", counted, gain=gain)
    return plural(
        "Sum: {gain}, with {n} game against an unrated opponent, outside n.",
        "Sum: {gain}, with {n} games against unrated opponents, outside n.",
        counted - n, gain=gain,
    )  # fmt: skip


def k_step(working: Working) -> Phrase:
    """Say K and why, and how K × n limits it."""
    why = say("given") if working.given_k is not None else working.words.why_k(working)
    if not working.change.is_limited[working.me]:
        return say("K {k} ({why}).", k=exactly(working.k), why=why)
    full, n, most = full_k(working), int(working.change.totals.games[working.me]), working.edition.most_k_times_games
    return say(
        "K {k} ({why}: {full}, but {full} × {n} games = {product} is more than {most}; {most}/{n} {limit}, "
        "cut to {k}).",
        k=number(working.k), why=why, full=number(full), n=n, product=number(full * n), most=most,
        limit=equal(number(Fraction(most, n))),
    )  # fmt: skip


def full_k(working: Working) -> Fraction:
    """Give K before the limit by games, by the rules' own function."""
    if working.given_k is not None:
        return Fraction(working.given_k)
    start, base = working.inputs.start, working.base
    year = (EPOCH + dt.timedelta(days=int(working.inputs.days.starts))).year
    peak = highest(start.peak, base)
    full, _ = working.rules.module.k_factor(start.games, peak, base, start.birth_year, year, working.edition)
    return fraction(full, working.me)


def event_changes(working: Working) -> list[tuple[Ints, Fraction]]:
    """Give each event's sides and its change: K × the event's gains."""
    gains = ((places, parts(working.judged.gain[places].sum())) for places in events_of(working))
    return [(places, working.k * gain) for places, gain in gains]


def result_step(working: Working) -> Phrase:
    """Say the new rating, or that it fell below the floor."""
    new = working.rules.module.new_rating(working.base.values, working.change.points, working.edition)
    rating = int(new.values[working.me])
    if new.known[working.me]:
        return say("New rating: {rating}.", rating=rating)
    floor = working.edition.floor
    return say("New rating: {rating} is below the floor of {floor}: unrated.", rating=rating, floor=floor)


def new_exact(working: Working) -> Phrase:
    """Say old + change."""
    own, points = working.own or 0, working.points
    return say("{own} {change} {exact}", own=own, change=summed(points), exact=equal(number(own + points)))


def shown_changes(working: Working) -> list[Phrase]:
    """Rules 4: an event's change as it is shown, to the edition's part of a point; several, one by one."""
    shown_in, events = working.edition.change_shown_in, event_changes(working)
    if len(events) == 1:
        return [say("Shown as {change}.", change=fixed(working.points, shown_in))]
    names = [event_name(working, tournament_of(working, places)) for places, _ in events]
    lines = [
        say("{event}change shown as {change}.", event=name, change=fixed(points, shown_in))
        for name, (_, points) in zip(names, events, strict=True)
    ]
    return [*lines, say("The rating takes the exact sum.")]
