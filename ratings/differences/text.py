"""A report as text, to be read on a terminal: counts, bars, players."""

from __future__ import annotations

from ratings.differences.histogram import Bar
from ratings.differences.report import Difference, Report
from ratings.differences.words import arrow, in_words
from ratings.wording import number_of

LONGEST_BAR = 40


def as_text(report: Report, most: int) -> str:
    """Write a report: counts of the causes, the changes as bars, then at most so many players with their causes."""
    found = report.differences
    differ = "differs" if len(found) == 1 else "differ"
    lines = [f"{report.after} against {report.before}: {number_of(len(found), 'value')} {differ}"]
    if not found:
        return lines[0]
    width = max(len(str(count)) for count in report.counts().values())
    lines += ["", "Causes, and players:"]
    lines += [f"  {count:>{width}}  {words}" for words, count in report.counts().items()]
    lines += _bars(report)
    lines += ["", "Players:", *(line for one in found[:most] for line in _player(one))]
    if len(found) > most:
        lines.append(f"  … and {len(found) - most} more: --json, --csv and -o FILE give all of them")
    return "\n".join(lines)


def _bars(report: Report) -> list[str]:
    bars, found = report.bars(), report.differences
    came, went = (sum(getattr(one, name) is None for one in found) for name in ("before", "after"))
    rows = [(_range(bar), bar.count) for bar in bars]
    rows += [(word, count) for word, count in (("new", came), ("gone", went)) if count]
    widest, most = max(len(label) for label, _ in rows), max(count for _, count in rows)
    size = len(str(most))
    told = [f"  {label:>{widest}}  {count:>{size}}  {'█' * _length(count, most)}".rstrip() for label, count in rows]
    return ["", "Changes in points, and players:", *told]


def _length(count: int, most: int) -> int:
    """Give a bar's length: a mark a player, where that fits, else in proportion; somebody is always seen."""
    return count if most <= LONGEST_BAR else max(int(count > 0), LONGEST_BAR * count // most)


def _range(bar: Bar) -> str:
    least, most = (f"{edge:+d}" if edge else "0" for edge in (bar.least or 0, bar.most or 0))
    if bar.least is None:
        return f"up to {most}"
    if bar.most is None:
        return f"from {least}"
    return least if bar.least == bar.most else f"{least} … {most}"


def _player(one: Difference) -> list[str]:
    values = arrow({"before": one.before, "after": one.after})
    change = "" if one.change is None else f" ({one.change:+d})"
    return [f"  {one.id}  {one.name}: {values}{change}, {one.words}", *(f"      {in_words(c)}" for c in one.causes)]
