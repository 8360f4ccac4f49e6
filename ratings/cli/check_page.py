"""The page of `ratings check`: the verdict, what blocks, what looks wrong by weight, what is worth knowing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ratings.cli.check_advice import what_to_do
from ratings.cli.gate import figure_lines
from ratings.wording import number_of, one_a_line, some_of

SHOWN = 10
"""Lines of one section, unless all are asked for."""
BELOW = 4
"""Blanks before the lines that go on with a section's line."""
NAMED = 5
"""People named in one line."""
SLIPS = {
    "swapped": "two neighbours swapped", "digit": "one digit differs", "dropped": "a digit dropped",
    "added": "a digit too many",
}  # fmt: skip
"""How the words of `slip` are said."""
REASONS = {
    "club": "club", "federation": "federation", "sex": "sex", "age": "age", "rating": "rating against the field",
    "series": "played here before", "active": "plays these days", "results": "rating against the results",
    "same-day": "the one named plays elsewhere that day", "round-missing": "misses just this round",
}  # fmt: skip
"""How the words of `reasons` are said: what speaks for the one who may be meant."""
ALIKE = {"fide-id": "the same FIDE id", "name-and-year": "the same name and birth year", "name": "the same name"}
"""How the words of `by` are said."""

Rows = list[Any]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: title, what it shows of the check, how one row is written, and what to do about it."""

    title: str
    name: str
    line: Callable[[Any], str]
    advice: str = ""
    rows: Callable[[dict[str, Any]], Rows] | None = None

    def of(self, told: dict[str, Any]) -> Rows:
        """Give the rows of this section."""
        return self.rows(told) if self.rows else told.get(self.name, [])


def page(told: dict[str, Any], *, show_all: bool = False) -> str:
    """Write the check as one page; `show_all` writes every line of it."""
    told = {**told, "need_estimate_players": number_of(told.get("need_estimate_count", 0), "player")}
    lines = [told["verdict"], *_counts(told)]
    if told["blocks"]:
        heading = "Not in this list, or waiting" if told["state"] == "published" else "What blocks"
        lines += ["", heading, *_cut([f"  {block}" for block in told["blocks"]], show_all), *what_to_do(told)]
    for section in BLOCKING:
        lines += _section(section, told, show_all)
    lines += _figures(told)
    for heading, sections in (("Worth a look", LOOK_AT), ("For information", INFORMATION)):
        found = [line for section in sections for line in _section(section, told, show_all)]
        lines += ["", f"== {heading}", *found] if found else []
    if any(line.startswith("  … and ") for line in lines):
        lines += ["", f"All lines: ratings check {told['system']} {told['period']} --all (or --json)"]
    return "\n".join(lines)


def _counts(told: dict[str, Any]) -> list[str]:
    counts = told["counts"]
    lines = [
        f"{told['system']} {told['period']}: {told['state']}",
        f"  {number_of(counts['rows'], 'row')} in {number_of(counts['tournaments'], 'tournament')} from "
        f"{number_of(counts['loads'], 'load')}: {number_of(counts['played'], 'game')} played, "
        f"{counts['not_played']} not; {number_of(counts['players'], 'player')}",
    ]
    if "new" in told:
        lines.append(f"  would give {told['new']} new and {told['changed']} changed ratings")
    if told["stale"]:
        lines.append("  what it was rated from has changed since: rate it again")
    if not told["blocks"] and told["state"] != "published":
        is_rated = told["state"] == "rated" and not told["stale"]
        lines.append(f"  next: ratings {'publish' if is_rated else 'rate'} {told['system']} {told['period']}")
    return lines


def _figures(told: dict[str, Any]) -> list[str]:
    """Write how much the list moves beside what is usual."""
    from ratings.publish.usual import Judged

    if "figures" not in told:
        return []
    judged = Judged.of(told["figures"])
    is_asked = bool(judged.reasons) and told["state"] != "published"
    asks = ["it is unusual: `ratings publish` asks for --accept-unusual REASON"] if is_asked else []
    return ["", *(f"  {line}" for line in (*figure_lines(judged), *asks))]


def _section(section: Section, told: dict[str, Any], show_all: bool) -> list[str]:
    rows = section.of(told)
    if not rows:
        return []
    count = told.get(f"{section.name}_count", len(rows)) if section.rows is None else len(rows)
    advice = [f"  ({section.advice.format(**told)})"] if section.advice else []
    shown = rows if show_all else rows[:SHOWN]
    more = [f"  … and {len(rows) - len(shown)} more"] if len(rows) > len(shown) else []
    return [
        "",
        f"{section.title.format(**told)}: {count}",
        *advice,
        *(f"  {section.line(row)}" for row in shown),
        *more,
    ]


def _cut(lines: list[str], show_all: bool) -> list[str]:
    more = [f"  … and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return lines if show_all else lines[:SHOWN] + more


def _person(one: dict[str, Any]) -> str:
    """Name somebody with what tells people apart: id, name, birth year, club, rating."""
    told = [str(one[name]) for name in ("birth_year", "club") if one[name]]
    told += [str(one["rating"]) if one["rating"] else "unrated"]
    return f"{one['id']} {one['name']} ({', '.join(told)})"


def _unrated(one: dict[str, Any]) -> str:
    """Name somebody of whom all know that he is unrated."""
    told = ", ".join(str(one[name]) for name in ("birth_year", "club") if one[name])
    return f"{one['id']} {one['name']}" + (f" ({told})" if told else "")


def _mistaken(one: dict[str, Any]) -> str:
    why = ", ".join(REASONS[word] for word in one["reasons"]) or "nothing speaks strongly"
    place = one["tournament"] or one["first"]
    return (
        f"{place}, {number_of(one['games'], 'game')}: {_person(one)}\n"
        f"    perhaps {_person(one['perhaps'])}: {SLIPS[one['slip']]}; {why}"
    )


def _in_no_list(one: dict[str, Any]) -> str:
    refused = [f"{number_of(one['refused'], 'row')} refused"] if one["refused"] else []
    counts = " and ".join([number_of(one["games"], "game"), *refused])
    return f"{one['period']} {one['tournament'] or 'no tournament'}: {counts} ({one['why']})"


def _same_event(one: dict[str, Any]) -> str:
    where = f" of {one['system']} {one['period']}" if one["period"] else ""
    return (
        f"{one['tournament']} ({number_of(one['games'], 'game')}) and {one['other']}{where} "
        f"({one['other_games']}): {one['same']} the same"
    )


def _same_game(row: dict[str, Any]) -> str:
    place = f"{row['tournament'] or 'no tournament'}, " + (f"round {row['round']}" if row["round"] else "no round")
    return f"{row['date']} {row['white']} {row['result']} {row['black']} ({place})"


def _look_alike(one: dict[str, Any]) -> str:
    return f"{_person(one)} is new, with {ALIKE[one['by']]} as {_person(one['like'])}"


def _long_day(one: dict[str, Any]) -> str:
    places = ", ".join(code or "no tournament" for code in one["tournaments"])
    return f"{one['date']} {places}: up to {one['hours']:g} hours for {some_of(one['players'], NAMED)}"


def _two_places(one: dict[str, Any]) -> str:
    told = zip(one["tournaments"], one["places"], strict=True)
    places = " and ".join(f"{code} in {place or 'a place not told'}" for code, place in told)
    return f"{one['date']} {places}: {some_of(one['players'], NAMED)}"


def _improbable(row: dict[str, Any]) -> str:
    return (
        f"{row['date']} {row['winner']} {row['winner_name']} ({row['winner_rating']}) "
        f"beat {row['loser']} {row['loser_name']} ({row['loser_rating']})"
    )


def _move(row: dict[str, Any]) -> str:
    return f"{row['id']} {row['name']}: {row['before']} to {row['after']} ({row['change']:+d})"


def _refused(row: dict[str, Any]) -> str:
    return f"{row['file']}, line {row['line']}, {row['column']} {row['value']!r}: {row['reason']}"


def _namesake(one: dict[str, Any]) -> str:
    same = {"birth_year": "same birth year", "club": "same club"}
    told = ", ".join(same[word] for word in one["same"])
    return " / ".join(_person(player) for player in one["players"]) + (f": {told}" if told else "")


def _file(one: dict[str, Any]) -> str:
    told = [f"{one[name]} {word}" for name, word in (("known", "known already"), ("late", "late")) if one[name]]
    waiting = f" ({one['waiting']} not mended)" if one["waiting"] else ""
    told += [f"{one['refused']} refused{waiting}"] if one["refused"] else []
    counts = ", ".join([number_of(one["rows"], "row"), f"{one['stored']} stored", *told])
    return f"load {one['load']}, {one['loaded_at'][:10]}, {one['file']}: {counts}"


def _tournament(one: dict[str, Any]) -> str:
    days = one["first"] if one["first"] == one["last"] else f"{one['first']} to {one['last']}"
    late = f", {number_of(one['late'], 'late report')}" if one["late"] else ""
    name = f" {one['name']}" if one["name"] and not one["tournament"].startswith(one["name"]) else ""
    rows, players = number_of(one["rows"], "row"), number_of(one["players"], "player")
    return f"{one['tournament'] or 'no tournament'}{name}: {rows}, {players}, {days}{late}"


def _late(told: dict[str, Any]) -> Rows:
    return [one for one in told["tournaments"] if one["late"]]


def _late_line(one: dict[str, Any]) -> str:
    return (
        f"{one['tournament'] or 'no tournament'}: {one['late']} of {number_of(one['rows'], 'row')}, from {one['first']}"
    )


def _by_club(told: dict[str, Any]) -> Rows:
    """Give the players who need an estimate by club."""
    return [(club, list(people)) for club, people in groupby(told.get("need_estimate", []), lambda one: one["club"])]


def _club(group: tuple[str, list[dict[str, Any]]]) -> str:
    club, people = group
    named = some_of([f"{one['id']} {one['name']}: {one['source']} {one['stand_in']}" for one in people], NAMED)
    return f"{club or 'no club'}: {named}"


def _group(ids: list[str]) -> str:
    return f"{number_of(len(ids), 'player')}: {some_of(ids, NAMED)}"


BLOCKING: Iterable[Section] = (
    Section("Refused rows", "refused", _refused),
    Section("Unknown players", "unknown_players", str),
)
LOOK_AT: Iterable[Section] = (
    Section("What it is rated from", "doubts", str),
    Section("Ids that may be another player's", "mistaken_ids", _mistaken, "ask the organiser who played"),
    Section(
        "Events that are there twice, whole or in part",
        "same_events",
        _same_event,
        "the games of one that are there under the other too are not listed one by one below",
    ),
    Section("Same day, players and result: one game twice?", "same_games", _same_game),
    Section("New ids that look like somebody registered", "look_alikes", _look_alike),
    Section("More than 12 hours of play in a day: a wrong date or time control?", "long_days", _long_day),
    Section("In two places on one day", "two_places", _two_places),
    Section("Improbable results", "improbable", _improbable),
    Section("Groups of unrated players who met only each other", "isolated", _group),
    Section("Ratings that would move by more than 150", "large_moves", _move),
)
INFORMATION: Iterable[Section] = (
    Section(
        "Clubs to ask for estimates, of {need_estimate_players} valued by a stand-in meanwhile",
        "clubs",
        _club,
        "`ratings check {system} {period} --estimates FILE` writes them by club, to be filled in and loaded",
        rows=_by_club,
    ),
    Section(
        "Games that a published list was made without, and that are in no list yet",
        "left_out",
        _in_no_list,
        "loaded again, the whole tournament, into the next period, they are rated there; what was held is released",
    ),
    Section("What waits for `ratings revise`", "corrections", lambda told: one_a_line(told, BELOW)),
    Section("Accepted by hand", "accepted", lambda one: f"{one['tournament']}: {one['reason']}"),
    Section("Tournaments with late reports, dated before the period", "late", _late_line, rows=_late),
    Section("First seen in this period", "newcomers", _unrated),
    Section("Namesakes in the period", "namesakes", _namesake),
    Section("Archives that end: rated now, or expired", "archives_emptied", str),
    Section("Pools that are not used: their players are rated", "pools_emptied", str),
    Section("One game short of a first rating", "one_game_short", _unrated),
    Section("Would lose archived games at the next list ({next_list})", "archives_ending", _unrated),
    Section("Would become inactive at the next list ({next_list})", "becoming_inactive", _person),
    Section("Would leave the list at the next one ({next_list})", "leaving_the_list", _person),
    Section("Files", "files", _file),
    Section("Tournaments", "tournaments", _tournament),
)
"""The sections in their order: what blocks, what to look at by weight, what is worth knowing."""
