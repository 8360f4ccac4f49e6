"""What an office adds to its letters: how to lodge a claim, and who signs, for each language, from a TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from ratings.errors import RatingsError
from ratings.explain.languages import LOCALES

KEYS = ("claim", "signature")


@dataclass(frozen=True, slots=True)
class LetterSettings:
    """The office's own words in one language; what is empty, the letter says in neutral words or leaves out."""

    claim: str = ""
    signature: str = ""


def read_settings(path: str | Path, language: str) -> LetterSettings:
    """Read the office's words for one language; a language that the file does not have gets none.

    Raises:
        RatingsError: the file cannot be read, is not TOML, or holds what a letter does not know.
    """
    try:
        parsed = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise RatingsError(
            f"{path} cannot be read: {error.strerror}.", "Check the path after --settings.", 2
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RatingsError(f"{path} is not a settings file: {error}.", "It must be TOML, in UTF-8.", 2) from error
    for name, texts in parsed.items():
        if name not in LOCALES or not isinstance(texts, dict):
            raise RatingsError(f"{path}: no letter reads {name!r}.", f"Tables are {', '.join(LOCALES)}.", 2)
        for key, text in texts.items():
            if key not in KEYS or not isinstance(text, str):
                raise RatingsError(f"{path}: no letter reads `{key}` of [{name}].", f"Texts are {', '.join(KEYS)}.", 2)
    return LetterSettings(**parsed.get(language, {}))
