"""Why a rating is what it is: as values for `--json`, and as text for the officer."""
