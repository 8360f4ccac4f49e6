"""What the page of `ratings check` advises: how what blocks is got out of the way, before publication and after."""

from __future__ import annotations

from typing import Any


def what_to_do(told: dict[str, Any]) -> list[str]:
    """Say how what blocks is got out of the way."""
    place = f"{told['system']} {told['period']}"
    by_rules = any("refused row" not in why for why in told["set_aside_why"].values())
    if told["state"] == "published":
        return _after_publication(told, place, by_rules=by_rules)
    lines = []
    if by_rules:
        lines.append("  `ratings rate … --accept CODE --reason WHY` rates what the rules do not accept.")
    if told["held"]:
        lines.append("  `ratings release … --reason WHY` ends a hold.")
    if told["refused_count"]:
        lines.append(f"  Mend what `ratings export {place} --what refused` gives (--of list|players for others),")
        lines.append("  and load it; or load the mended file with --accept-partial, to do without the rest.")
    return lines


def _after_publication(told: dict[str, Any], place: str, *, by_rules: bool) -> list[str]:
    """Say how games come into a list that this one was made without: mended rows alone bring only themselves."""
    lines = []
    if any("refused row" in one["why"] for one in told["left_out"]):
        lines += [
            "  Load the WHOLE tournament again, mended, not its mended rows alone, or its other games stay unrated:",
            f"  into the next period; or here, ratings load games FILE --system {told['system']} "
            f"--period {told['period']} --correction WHY,",
            f"  and ratings revise {place}.",
        ]
    elif told["refused_count"]:
        lines += [
            f"  Mend what `ratings export {place} --what refused` gives (--of list|players for others),",
            "  and load it into the next period; or here with --correction WHY, and `ratings revise`.",
        ]
    if by_rules or told["held"]:
        lines.append(f"  `ratings release … --reason WHY`, then `ratings revise {place}`: in this list after all.")
    return lines
