"""No word of a letter is left in English: every message has its translation, and every case of every system is said."""

from __future__ import annotations

import importlib
import io
import re
import tomllib
from gettext import NullTranslations

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po

from letter_cases import GAMES, YEARS, championship, january
from make_golden import EDITIONS, loaded
from office import REPOSITORY, Office
from ratings.cli.explain import LANGUAGES
from ratings.engine.expected import CASES, FORMATS
from ratings.engine.period import TYPES
from ratings.explain import (
    by_expectation,
    by_performance,
    letter_games,
    letter_outcome,
    letter_rules,
    words,
)
from ratings.explain.languages import CATALOGS, LOCALES, Spoken, language
from ratings.explain.letter import letter, read_around
from ratings.explain.letter_settings import LetterSettings
from ratings.rules import RuleSet, entry_events, expectation_steps, rule_set, systems
from ratings.store import connect
from ratings.store.periods import find_period
from ratings.store.runs import edition_of_run, rated_run

TRANSLATED = sorted(set(LOCALES) - {"en"})
PLACES = re.compile(r"\{\w+\}")
SOURCES = sorted({edition.source for system in systems() for edition in rule_set(system).editions})
MODULES = {system: rule_set(system).module for system in systems()}


def messages() -> set[str | tuple[str, str]]:
    """Give every message of the program, found as `make messages` finds them."""
    setup = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["babel"]["mappings"]
    found = extract_from_dir(
        REPOSITORY / "ratings",
        method_map=[(one["pattern"], one["method"]) for one in setup],
        options_map={one["pattern"]: {k: v for k, v in one.items() if k not in ("pattern", "method")} for one in setup},
        keywords=parse_keywords(["say", "plural:1,2"]),
    )
    return {message for _, _, message, _, _ in found}


MESSAGES = messages()


def catalog(name: str) -> dict:
    path = CATALOGS / name / "LC_MESSAGES" / "letters.po"
    return {message.id: message for message in read_po(io.BytesIO(path.read_bytes())) if message.id}


@pytest.mark.parametrize("name", TRANSLATED)
def test_every_message_is_translated_and_no_other(name):
    """What fails here is mended by `make messages` and the translator."""
    assert len(MESSAGES) > 200
    assert catalog(name).keys() == MESSAGES


@pytest.mark.parametrize("name", TRANSLATED)
def test_no_translation_is_empty_doubtful_or_lacks_a_number(name):
    for message in catalog(name).values():
        given = message.id if isinstance(message.id, tuple) else (message.id,)
        made = message.string if isinstance(message.id, tuple) else (message.string,)
        assert all(made), message.id
        assert not message.fuzzy, message.id
        for text in made:
            assert set(PLACES.findall(text)) == set(PLACES.findall(given[-1])), message.id
            assert (text[0] == " ", text[-1] == " ") == (given[0][0] == " ", given[0][-1] == " "), message.id


@pytest.mark.parametrize("name", TRANSLATED)
def test_sentences_end_as_the_english_ones_do(name):
    for message in catalog(name).values():
        if not isinstance(message.id, tuple) and " " in message.id:
            assert (message.string[-1] == ".") == (message.id[-1] == "."), message.id


def test_every_source_of_an_edition_is_a_message():
    assert set(SOURCES) <= MESSAGES


def test_every_system_has_a_name():
    assert letter_rules.SYSTEMS.keys() == set(systems())


def test_every_short_name_of_a_source_is_spelled_out():
    shown = {name for source in SOURCES for name, _ in letter_rules.texts_of(source)}
    assert shown == {name for source in SOURCES for name in re.findall(r"[A-Z]\d+", source)}


@pytest.mark.parametrize("system", systems())
def test_every_word_of_a_system_is_said(system):
    module = MODULES[system]
    if module.ORDER == "by_expectation":
        calculator = importlib.import_module(f"{module.__name__}_calc")
        assert letter_outcome.BY_EXPECTATION.keys() == set(CASES)
        assert set(module.REASONS) - {"counted"} <= expectation_steps.WHY_NOT.keys()
        assert set(module.EVENT_REASONS) - {"counted"} <= entry_events.WHY_NOT.keys()
        assert hasattr(calculator, "WHY_K") is (module.K_REASONS[1:] != ("rating-band", "formula"))
        assert len(getattr(calculator, "WHY_K", "12")) == len(module.K_REASONS) - 1
        assert entry_events.FORMATS.keys() == set(FORMATS) - {""}
    else:
        assert letter_outcome.BY_PERFORMANCE.keys() == set(module.CASES)
        assert set(module.REASONS) - {"counted"} <= letter_games.WHY_NOT.keys()
        assert set(module.SOURCES) - {""} <= words.SOURCE_WORDS.keys()
        assert set(module.SOURCES) - {"", "wave"} == words.LISTED_WORDS.keys()


class Wordless(Spoken):
    """A language in which every message is only its places and every text from outside is kept apart, unsaid."""

    def __init__(self) -> None:
        super().__init__("en", NullTranslations())
        self.said: set[str] = set()
        self.outside: set[str] = set()

    def message(self, message: str) -> str:
        self.said |= {message} - {""}
        return " ".join(PLACES.findall(message))

    def plural(self, message: str, many: str, count: int) -> str:
        self.said.add((message, many))
        return " ".join(PLACES.findall(many))

    def numeral(self, numeral) -> str:
        return ""

    def date(self, date) -> str:
        return ""

    def listed(self, texts: list[str]) -> str:
        return " ".join(texts)

    def verbatim(self, text: str) -> str:
        self.outside.add(text)
        return ""


def letters(office: Office, rules: RuleSet, name: str, spoken: Spoken) -> list[str]:
    """Give the letters of everybody whom a period knows."""
    explain = by_expectation if rules.module.ORDER == "by_expectation" else by_performance
    made, engine = [], connect.open_engine(office.db)
    try:
        with connect.reading(engine) as connection:
            period = find_period(connection, rules.system, name)
            edition, run = edition_of_run(rules, rated_run(connection, period)), rated_run(connection, period)
            for player in connection.exec_driver_sql(
                f"SELECT id FROM player JOIN run_row USING (player_key) WHERE run_key = {run.run_key}"
            ).scalars().all():  # fmt: skip
                told = explain.explain(connection, period, rules, player)
                made.append(letter(told, edition, period, read_around(connection, told), spoken, LetterSettings()))
    finally:
        engine.dispose()
    return made


def outside_texts(office: Office) -> set[str]:
    """Give all that players, tournaments and periods are called."""
    queries = ("SELECT id FROM player", "SELECT name FROM player", "SELECT code FROM tournament",
               "SELECT name FROM tournament", "SELECT name FROM period")  # fmt: skip
    return {text for query in queries for (text,) in office.query(query) if text}


def check_wordless(office: Office, system: str, name: str, players: int) -> set:
    spoken = Wordless()
    made = letters(office, rule_set(system), name, spoken)
    assert len(made) >= players
    for text in made:
        assert re.findall(r"[^\W\d_]+", text.replace("½", "")) == []
    editions = {edition.name for edition in rule_set(system).editions}
    short = {short for source in SOURCES for short, _ in letter_rules.texts_of(source)}
    known = outside_texts(office) | editions | short | set(TYPES)
    assert {text for text in spoken.outside if re.search(r"[^\W\d_]", text.replace("½", ""))} <= known
    assert spoken.said <= MESSAGES
    return spoken.said


@pytest.mark.parametrize("golden", EDITIONS.values(), ids=EDITIONS)
def test_no_letter_of_the_sample_period_says_what_no_catalog_has(golden, tmp_path):
    office = loaded(tmp_path, golden)
    office.do("rate", golden.system, "2026-01", "--edition", golden.edition)
    said = check_wordless(office, golden.system, "2026-01", 75)
    cases = {phrase.message for phrase in letter_outcome.BY_PERFORMANCE.values()}
    assert len(cases & said) >= len(cases) - 1


def test_no_letter_of_the_fide_sample_says_what_no_catalog_has(tmp_path):
    check_wordless(championship(tmp_path), "fide-standard", "2025-11", 12)


@pytest.mark.parametrize("system, year", [(system, year) for system, years in YEARS.items() for year in years])
def test_no_letter_by_expectation_says_what_no_catalog_has(system, year, tmp_path):
    office = january(tmp_path, system, year, *GAMES)
    check_wordless(office, system, "p", 7)


ENGLISH = re.compile(
    r"\b(the|of|and|games?|your|you|ratings?|rated|unrated|is|was|counts?|opponents?|mean|rounded)\b", re.I
)


@pytest.mark.parametrize("name", TRANSLATED)
def test_no_english_word_in_a_translation(name):
    for message in catalog(name).values():
        made = message.string if isinstance(message.id, tuple) else (message.string,)
        for text in made:
            assert not ENGLISH.search(PLACES.sub("", text)), text


def test_the_command_offers_every_language():
    assert set(LANGUAGES) == LOCALES.keys() == {"en", *(path.name for path in CATALOGS.iterdir())}


def test_english_says_the_messages_as_they_are():
    assert language("en").message("Your games") == "Your games"
    assert [language("en").plural("one", "many", n) for n in (0, 1, 2)] == ["many", "one", "many"]
