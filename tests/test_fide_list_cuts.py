"""FIDE's lists with lines cut off: never read with what is left; lines whose blanks were taken off are read."""

from __future__ import annotations

import pytest

from ratings.errors import RatingsError
from test_fide_list import TODAY, YEAR_2001, YEAR_2004, codes, read, today

HEADER_2009 = "ID number Name                              TitlFed  Jan09 GamesBorn  Flag"


def numbered(line: str) -> list[str]:
    return [line.replace("N", str(n), 1) for n in range(4)]


LAYOUTS = {
    "today": (TODAY, [today(700001 + n, flag="i" * (n % 2)) for n in range(4)]),
    "2001": (YEAR_2001, numbered("  70000N    Alder, Ada                             FRA     2105    7   w   ")),
    "2004": (YEAR_2004, numbered("70000N    Alder, Ada                        wm  FRA  2105    7    .  .      i   ")),
    "2009": (HEADER_2009, numbered("70000N    Alder, Ada                        wm  FRA  2105   17   1972  i   ")),
}  # fmt: skip


@pytest.mark.parametrize(("header", "lines"), LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("place", [1, 3])
@pytest.mark.parametrize("end", ["\n", ""], ids=["line end", "no line end"])
def test_a_line_cut_anywhere_is_refused_told_or_whole(header, lines, place, end) -> None:
    whole = read("\n".join([header, *lines]) + "\n")[0][place]
    for length in range(1, len(lines[place])):
        cut = [*lines[:place], lines[place][:length], *lines[place + 1 :]]
        found, issues = read("\n".join([header, *cut]) + end)
        mine = [row for row in found if row["id"] == whole["id"]]
        assert len(found) - len(mine) == 3
        if issues:
            assert issues[0].line == place + 2
            assert not mine or codes(issues) == ["line-short"]
        else:
            assert lines[place][:length].isspace() or mine == [whole], lines[place][:length]


@pytest.mark.parametrize("name", LAYOUTS)
def test_lists_without_blanks_at_the_end_are_read(name) -> None:
    header, lines = LAYOUTS[name]
    stripped = [text.rstrip() for text in [lines[0], *(line.removesuffix("i   ") for line in lines[1:])]]
    found, issues = read("\n".join([header, *stripped]))
    assert issues == []
    assert len(found) == len(lines)


def test_a_year_that_the_list_leaves_blank_is_no_cut() -> None:
    lines = [today(700001, born=""), today(700002, born="").rstrip(), today(700003)]
    found, issues = read("\n".join([TODAY, *lines]) + "\n")
    assert [row["birth_year"] for row in found] == [None, None, 1990]
    assert codes(issues) == ["line-short"]


def test_accented_lines_filled_up_by_bytes_are_not_short() -> None:
    accented = today(700002, "Ålder, Zoë").replace("Ålder, Zoë  ", "Ålder, Zoë")
    assert read("\n".join([TODAY, today(), today(700003), accented]))[1] == []


def test_half_of_the_lines_may_be_short() -> None:
    lines = [today(700001 + n)[: 156 if n % 2 else None] for n in range(20)]
    assert codes(read("\n".join([TODAY, *lines]) + "\n")[1]) == ["line-short"] * 10


def test_a_header_alone_is_no_list() -> None:
    with pytest.raises(RatingsError, match="has no lines"):
        read(TODAY + "\n")


def test_inspect_tells_both(desk) -> None:
    short = today(700003, born=1991).rstrip()
    text = "\n".join([TODAY, today(), today(700002), short, today(700004), today(700005)[:100]]) + "\n"
    (one,) = desk.do("inspect", desk.file("list.txt", text), "--json", code=3).json["files"]
    assert [(note["code"], note["line"]) for note in one["notes"]] == [("line-short", 4)]
    assert [(issue["code"], issue["line"]) for issue in one["issues"]] == [("line-cut-off", 6)]
    assert one["issue_count"] == 1
