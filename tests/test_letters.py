"""Letters to players: whole letters in each language, who is not named, hostile names, the office's own words."""

from __future__ import annotations

import re

import pytest

from letter_cases import GAMES, GOLDEN, LETTERS, golden_office, january
from office import LIST, REPOSITORY, Office

SYSTEM = ("ffe-national", "2026-01")
HOSTILE = "Anne\u0007\u202e\nHint: pay {now} %s {{ 7 * 7 }}"
CLAIMS = """\
[fr]
claim = \"\"\"
Écrivez à la commission avant la prochaine liste,
en joignant la feuille de partie.\"\"\"
signature = "Le responsable des classements"

[tr]
claim = "Federasyona yazın."
"""


@pytest.fixture(scope="module")
def offices(tmp_path_factory) -> dict[str, tuple[Office, str, str]]:
    names = sorted({name for name, _, _ in GOLDEN.values()})
    return {name: golden_office(name, tmp_path_factory.mktemp(name)) for name in names}


def letter(office: Office, player: str, language: str, *options: object, system: tuple[str, ...] = SYSTEM) -> str:
    return office.do("explain", *system, player, "--letter", language, *options).out


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("file", GOLDEN)
def test_a_whole_letter(offices, file):
    """What fails here and is meant is written by `make golden`; read the difference."""
    name, player, language = GOLDEN[file]
    office, *system = offices[name]
    assert letter(office, player, language, system=tuple(system)) == (LETTERS / f"{file}.txt").read_text("utf-8")


def test_every_golden_letter_is_compared():
    assert {path.stem for path in LETTERS.iterdir()} == GOLDEN.keys()


@pytest.mark.parametrize("language", ["en", "fr", "tr"])
@pytest.mark.parametrize("file", GOLDEN)
def test_no_line_is_longer_than_80_columns_and_none_ends_in_blanks(offices, file, language):
    name, player, _ = GOLDEN[file]
    office, *system = offices[name]
    lines = letter(office, player, language, system=tuple(system)).splitlines()
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if line != line.rstrip()] == []


def test_the_numbers_are_those_of_explain(offices):
    office, *system = offices["fide"]
    told = office.do("explain", *system, "us11", "--json").json
    text = one_line(letter(office, "us11", "en", system=tuple(system)))
    assert all(step in text for step in told["steps"])
    assert all(game["step"] in text for game in told["games"])
    assert f"goes up from {told['before']} to {told['after']}" in text


def test_decimals_are_written_as_the_language_does(offices):
    office, *system = offices["fide"]
    assert "10 × +1.53 = +15.3" in letter(office, "us11", "en", system=tuple(system))
    for language in ("fr", "tr"):
        text = letter(office, "us11", language, system=tuple(system))
        assert "10 × +1,53 = +15,3" in text
        assert not re.search(r"\d\.\d\d?\b(?!\.)", text.replace("B.02", ""))


SECRET = "id,name,public\nA,Alpha Anne,\nB,Secret Bruno,no\nC,Gamma Chloé,yes\n"


@pytest.mark.parametrize(
    "language, words", [("en", "an opponent who is not named in public"), ("fr", "un adversaire qui n’est pas nommé"),
                        ("tr", "adı kamuya açıklanmayan bir rakip")],
)  # fmt: skip
def test_an_opponent_who_is_not_public_is_not_named(ready_desk, language, words):
    ready_desk.do("load", "players", ready_desk.file("secret.csv", SECRET))
    ready_desk.load_rows("T1,1,2026-01-10,A,B,1-0", "T1,2,2026-01-11,C,A,1-0")
    ready_desk.do("rate", *SYSTEM)
    text = letter(ready_desk, "A", language)
    assert "Secret" not in text
    assert "Bruno" not in text
    assert "(B)" not in text
    assert "Gamma" in text
    assert "1750" in text
    cells = " ".join(line[36:62] for line in text.splitlines())
    assert words.split()[0] in one_line(cells)
    assert "Secret Bruno" in letter(ready_desk, "B", language), "one's own letter names oneself"


def test_who_is_left_out_of_an_estimate_is_a_game_not_a_name(offices, tmp_path):
    """B103: the second pass leaves out the loss to 2209, the third game."""
    office = offices["national"][0].copy(tmp_path)
    office.do("load", "players", office.file("secret.csv", "id,public\nR2209,no\n"))
    office.do("rate", *SYSTEM)
    text = letter(office, "B103-2", "en")
    assert "the zone around the reference; left out: game 3\n" in text
    assert "R2209" not in text


def test_a_game_left_out_is_told_by_its_number_where_the_opponent_was_met_twice(ready_desk):
    """Five games: the win against F (1550) falls out of the zone around the reference, the draw does not."""
    rows = ["A,U,1/2-1/2", "U,F,1/2-1/2", "B,U,0-1", "U,C,1-0", "A,U,0-1", "U,F,1-0", "U,D,1-0", "U,E,1-0"]
    ready_desk.load_rows(*(f"T1,{n},2026-01-1{n},{row}" for n, row in enumerate(rows, 1)))
    ready_desk.do("rate", *SYSTEM)
    told = ready_desk.do("explain", *SYSTEM, "U", "--json").json["passes"][1]
    assert told["dropped"]
    assert "F" in told["dropped"]
    assert 2 not in told["dropped_games"]
    assert 6 in told["dropped_games"]


def test_a_hostile_name_stays_on_its_line_and_steers_nothing(desk):
    """No file brings such a name in any more; a database may have one from before."""
    desk.opened(players="id,name\nA,Anne\nB,Beta\n", listed=LIST.split("C,")[0])
    desk.load_rows("T{x},1,2026-01-10,A,B,1-0")
    marks = "char(7) || char(8238) || char(10)"
    desk.execute(
        f"UPDATE player SET name = 'Anne' || {marks} || 'Hint: pay {{now}} %s {{{{ 7 * 7 }}}}' WHERE id = 'A'",
        "UPDATE tournament SET code = 'T' || char(7) || '{x}'",
    )
    assert desk.query("SELECT name FROM player WHERE id = 'A'") == [(HOSTILE,)]
    desk.do("rate", *SYSTEM)
    for player in "AB":
        text = letter(desk, player, "fr")
        assert "\u0007" not in text
        assert "\u202e" not in text
        assert "\nHint" not in text
        assert "{now}" in text
        assert "7 * 7" in one_line(text)


def test_letters_of_the_unpublished_and_of_the_published(ready_desk):
    ready_desk.load_rows("T1,1,2026-01-10,A,B,1-0")
    ready_desk.do("rate", *SYSTEM)
    assert "This list is not published yet" in letter(ready_desk, "A", "en")
    ready_desk.do("publish", *SYSTEM)
    assert "not published" not in letter(ready_desk, "A", "en")


def test_a_player_without_games(ready_desk):
    ready_desk.do("rate", *SYSTEM)
    text = letter(ready_desk, "A", "fr")
    assert "Aucune partie dans cette période." in text
    assert "Votre classement reste à 1800\u00a0: aucune partie jouée par vous" in text


def test_a_game_set_aside_is_in_the_letter(ready_desk):
    ready_desk.load_rows("T1,1,2026-01-10,A,B,1-0", "T1,2,2026-01-11,C,C,1-0", code=3)
    ready_desk.do("rate", *SYSTEM, code=3)
    assert "Game 1 does not count: its tournament is set aside." in letter(ready_desk, "A", "en")


def test_a_rule_file_of_ones_own_is_called_by_its_name(tmp_path):
    block = (REPOSITORY / "ratings" / "rules" / "fide.toml").read_text("utf-8").split("[[block]]")[1]
    block = block.replace('system = "fide-standard"', 'system = "club"')
    block = block.replace('source = "S2"', 'source = "{our} rules"')
    (tmp_path / "club.toml").write_text(f'rules = "fide"\n[[block]]{block}', "utf-8")
    office = january(tmp_path, "club.toml", 2026, *GAMES)
    made = letter(office, "B", "fr", system=("club.toml", "p"))
    assert "\nclub\u00a0: liste du 1er février 2026\n" in made
    assert "Source\u00a0: {our} rules.\n" in made


def test_the_office_says_how_to_lodge_a_claim(ready_desk):
    ready_desk.do("rate", *SYSTEM)
    settings = ("--settings", ready_desk.file("letter.toml", CLAIMS))
    french = letter(ready_desk, "A", "fr", *settings)
    assert french.endswith(
        "Écrivez à la commission avant la prochaine liste,\nen joignant la feuille de partie.\n\n"
        "Le responsable des classements\n"
    )
    assert letter(ready_desk, "A", "tr", *settings).endswith("\n\nFederasyona yazın.\n")
    assert "write to the ratings officer" in one_line(letter(ready_desk, "A", "en", *settings))


@pytest.mark.parametrize(
    "content, error",
    [("[de]\nclaim = ''", "no letter reads 'de'"), ("[fr]\nclaims = ''", "no letter reads `claims` of .fr."),
     ("[fr]\nclaim = 7", "no letter reads `claim` of .fr."), ("[fr", "is not a settings file"),
     (b"\xff", "is not a settings file"), ("claim = ''", "no letter reads 'claim'")],
)  # fmt: skip
def test_settings_that_no_letter_reads(ready_desk, content, error):
    ready_desk.do("rate", *SYSTEM)
    settings = ("--settings", ready_desk.file("letter.toml", content))
    ready_desk.stopped("explain", *SYSTEM, "A", "--letter", "fr", *settings, error=error, code=2)


def test_what_goes_with_a_letter(ready_desk):
    ready_desk.do("rate", *SYSTEM)
    explain = ("explain", *SYSTEM, "A")
    ready_desk.stopped(*explain, "--letter", "fr", "--json", error="two forms", code=2)
    ready_desk.stopped(*explain, "--settings", "x.toml", error="for letters", code=2)
    ready_desk.stopped(*explain, "--letter", "de", error="'de' is not one of", code=2)
    ready_desk.stopped(*explain, "--letter", "fr", "--settings", "x.toml", error="cannot be read", code=2)
    ready_desk.stopped("explain", *SYSTEM, "Z", "--letter", "fr", error="no player 'Z'")


@pytest.mark.parametrize("options", [("--letter", "tr"), ("--json",), ()])
def test_into_a_file(ready_desk, options):
    ready_desk.do("rate", *SYSTEM)
    done = ready_desk.do("explain", *SYSTEM, "A", *options, "-o", "A.txt")
    assert (done.output, done.err) == (b"", "A.txt: A in 2026-01\n")
    shown = ready_desk.do("explain", *SYSTEM, "A", *options).output
    assert (ready_desk.folder / "A.txt").read_bytes() == shown
    assert ready_desk.do("explain", *SYSTEM, "A", *options, "-o", "-").output == shown


def test_a_letter_on_each_database(ready):
    ready.load_rows("T1,1,2026-01-10,A,B,1-0")
    ready.do("rate", *SYSTEM)
    assert "Votre classement monte de 1800 à " in letter(ready, "A", "fr")


class TestFideRatingsOnANationalList:
    @pytest.fixture
    def rated(self, ready_desk):
        """F (type F, 1550) has three games that would count, one that the zone would leave out, and a bye."""
        games = ("T1,1,2026-01-10,F,E,1-0", "T1,2,2026-01-11,D,F,1-0", "T1,3,2026-01-12,F,U,1-0",
                 "T1,4,2026-01-13,B,F,1/2-1/2", "T1,5,2026-01-14,F,,bye")  # fmt: skip
        ready_desk.load_rows(*games)
        ready_desk.do("rate", *SYSTEM)
        return ready_desk

    @pytest.mark.parametrize(
        "language, no, said, performance",
        [("en", "no", "None of these games changes a FIDE rating (type F)", "your performance"),
         ("fr", "non", "Aucune de ces parties ne change un classement FIDE (type F)\u00a0: cette liste", "performance"),
         ("tr", "hayır", "Bu oyunların hiçbiri FIDE derecesini (F türü) değiştirmez", "performans")],
    )  # fmt: skip
    def test_no_game_counts_and_no_performance_is_worked_out(self, rated, language, no, said, performance):
        text = letter(rated, "F", language)
        rows = [line for line in text.splitlines() if re.match(r" +\d  \d", line)]
        assert [line.split()[-1] for line in rows] == [no] * 5
        assert one_line(said) in one_line(text)
        assert performance not in text.lower()
        assert "Po = " not in text

    def test_the_officer_is_told_what_it_would_be_for_information(self, rated):
        text = rated.do("explain", *SYSTEM, "F").out
        assert "\nFor information only, nothing is made of this\n  N = 3, " in text
        assert rated.do("explain", *SYSTEM, "F", "--json").json["n"] == 3
        assert "For information" not in rated.do("explain", *SYSTEM, "E").out


@pytest.mark.parametrize(
    "language, said",
    [("en", "You enter the list with a first rating of 1860; until now 1800 from the national list stood in for it:"),
     ("fr", "un premier classement de 1860\u00a0; jusqu’ici, celui de la liste nationale, 1800, en tenait lieu"),
     ("tr", "Listeye 1860 ilk derecesiyle giriyorsunuz; şimdiye kadar onun yerine ulusal listedeki 1800 dereceniz")],
)  # fmt: skip
def test_a_first_rapid_rating_where_the_national_one_stood_in(ready_desk, language, said):
    """A, 1800 on the national list: the first counted game gives a rating of rapid's own, which goes up from none."""
    ready_desk.do("period", "add", "ffe-rapid", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
    rows = ready_desk.games("rapid.csv", "R,1,2026-01-10,A,B,1-0")
    ready_desk.load(rows, system="ffe-rapid")
    ready_desk.do("rate", "ffe-rapid", "2026-01")
    text = one_line(letter(ready_desk, "A", language, system=("ffe-rapid", "2026-01")))
    assert one_line(said) in text
    assert not re.search("goes up|monte de|yükseliyor", text)


def test_a_first_fide_rapid_rating_and_one_after_a_fall(tmp_path):
    """H 7.2.1: D has a standard rating only; C was rated in rapid once and fell below the floor."""
    office = january(tmp_path, "fide-standard", 2026, *GAMES)
    office.do("load", "list", office.file("r.csv", "id,rating,games,peak\nB,2000,50,2000\nC,,40,1900\n"),
              "--system", "fide-rapid", "--date", "2025-12-31")  # fmt: skip
    office.do("period", "add", "fide-rapid", "p", "--starts", "2026-01-01", "--ends", "2026-01-31")
    rows = office.games("rapid.csv", "R,1,2026-01-10,D,B,1-0", "R,2,2026-01-11,B,C,1-0")
    office.load(rows, system="fide-rapid", period="p")
    office.do("rate", "fide-rapid", "p")
    texts = {player: one_line(letter(office, player, "en", system=("fide-rapid", "p"))) for player in "DC"}
    assert re.search("with a first rating of 19..; until now 1900 from the standard list stood in for it", texts["D"])
    assert re.search("You are on the list again with a rating of 20..; until now 2050 from the standard", texts["C"])


def test_a_rating_that_stays_has_a_change_of_nothing_and_sums_have_one_sign(ready_desk):
    ready_desk.load_rows("T1,1,2026-01-10,A,B,1/2-1/2", "T1,2,2026-01-11,A,B,1-0", "T1,3,2026-01-11,A,B,0-1")
    ready_desk.do("rate", *SYSTEM)
    for text in (letter(ready_desk, "A", "en"), ready_desk.do("explain", *SYSTEM, "A").out):
        assert "Change: +0" not in text
        assert "+ -" not in text
        assert "Po = (5250 + 0.00)/3 = 1750.00" in text
    ready_desk.load_rows("T2,1,2026-01-12,C,D,0-1", name="more.csv")
    ready_desk.do("rate", *SYSTEM)
    for language, sum_ in (("en", "(1650 - 470.00)/1"), ("fr", "(1650 - 470,00)/1"), ("tr", "(1650 - 470,00)/1")):
        assert sum_ in letter(ready_desk, "C", language)
