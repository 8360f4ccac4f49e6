"""The shape of the repository: sizes, names, docstrings, order of imports, no unused number, every test collected."""

from __future__ import annotations

import ast
import dataclasses
import graphlib
import importlib
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import get_args, get_type_hints

import click
import pytest

from office import REPOSITORY
from ratings.cli import VERBS, ratings

PACKAGE = REPOSITORY / "ratings"
LARGEST_MODULE, LONGEST_FUNCTION = 300, 30
NO_NAMES = {"helpers", "helper", "utils", "util", "common", "manager", "managers", "base", "misc"}
PLAIN_NUMBERS = {0, 1, 2, 50, 100}
"""Numbers a rule may hold: nothing, halves and shares of a hundred; 1 and 2 are structure."""
SHOWN_ONLY = {"publications": "said by `ratings rules`, decides nothing"}
"""Keys of editions that no code reads by name."""
LONG_FUNCTIONS = {"test_worst_day.test_the_worst_day": "one day, told from the first complaint to the last list"}
"""Functions that may be longer, each with its reason."""

LAYERS = (
    ("ratings",),
    ("ratings.errors", "ratings.kinds", "ratings.phrases", "ratings.wording"),
    ("ratings.exact", "ratings.columns", "ratings.memory"),
    ("ratings.tables",),
    ("ratings.engine.period", "ratings.engine.expected", "ratings.engine.pools", "ratings.engine.sides"),
    ("ratings.rules",),
    ("ratings.engine",),
    ("ratings.rules.calculation", "ratings.rules.working", "ratings.rules.expectation_steps",
     "ratings.rules.entry_events", "ratings.rules.entry_steps", "ratings.rules.expectation_calc",
     "ratings.rules.elo_international_calc", "ratings.rules.ffe_calc", "ratings.rules.fide_calc",
     "ratings.rules.ukd_calc"),
    ("ratings.files",),
    ("ratings.store",),
    ("ratings.backup",),
    ("ratings.loading",),
    ("ratings.publish",),
    ("ratings.explain", "ratings.adjustments", "ratings.cluster"),
    ("ratings.jobs",),
    ("ratings.decisions",),
    ("ratings.checks", "ratings.differences", "ratings.status", "ratings.verification", "ratings.whole_job",
     "ratings.replay"),
    ("ratings.cli",),
    ("ratings.start",),
)  # fmt: skip
"""From the bottom up; a module belongs to the longest name that it begins with, and imports its own layer or below.

The engine's vocabulary (arrays of a period) lies below the rules, which are functions on it; the order of work above
them; the calculators, which stand beside their rules, call both.
"""


def module_name(path: Path) -> str:
    return ".".join(part for part in path.relative_to(REPOSITORY).with_suffix("").parts if part != "__init__")


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text("utf-8")) for name, path in MODULES.items()}
TESTS = {path.stem: path for path in sorted((REPOSITORY / "tests").rglob("*.py"))}
ORACLE = {name: path for name, path in TESTS.items() if path.parent.name == "oracle"}
"""The slow computations, and the tests of them."""
RULES = {
    name: tree
    for name, tree in TREES.items()
    if name.startswith("ratings.rules.") and name != "ratings.rules.conversions"
}
"""Modules of rules; conversions of scales rate nobody, and are fractions written in decimals."""


def functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def body(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """Give a function's statements without its docstring."""
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


def imported(tree: ast.Module) -> set[str]:
    """Give the modules of this package that a module imports, at its top or inside its functions."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "ratings":
            full = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {name if name in MODULES else node.module for name in full}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in MODULES}
    return found


def all_imports(tree: ast.Module) -> list[str]:
    """Give the names of all modules that a module imports from, at its top or inside its functions."""
    found = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    return found + [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


def layer(name: str) -> int:
    fitting = [(len(one), place) for place, names in enumerate(LAYERS) for one in names
               if name == one or (name.startswith(one + ".") and one != "ratings")]  # fmt: skip
    assert fitting, f"{name} is in no layer: add it to LAYERS"
    return max(fitting)[1]


def test_modules_are_small():
    sizes = {name: len(path.read_text("utf-8").splitlines()) for name, path in (MODULES | ORACLE).items()}
    assert {name: size for name, size in sizes.items() if size > LARGEST_MODULE} == {}


def test_functions_are_short():
    """Lines of the signature and the statements; the docstring is not counted."""
    long = {}
    for name, path in (MODULES | TESTS).items():
        for one in functions(ast.parse(path.read_text("utf-8"))):
            statements = body(one)
            docstring = 0 if statements is one.body else one.body[0].end_lineno - one.body[0].lineno + 1
            size = one.end_lineno - one.lineno + 1 - docstring
            if size > LONGEST_FUNCTION and f"{name}.{one.name}" not in LONG_FUNCTIONS:
                long[f"{name}.{one.name}"] = size
    assert long == {}


def test_the_slow_computations_share_nothing_with_the_program():
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in ORACLE.items()}
    imports = {name: {one.split(".")[0] for one in all_imports(tree)} for name, tree in trees.items()}
    assert {name for name, found in imports.items() if found & {"ratings", "numpy", "pandas", "pyarrow"}} == set()


def test_every_module_begins_with_a_docstring():
    without = [name for name, tree in TREES.items() if not ast.get_docstring(tree)]
    late = [name for name, path in MODULES.items() if not path.read_text("utf-8").startswith('"""')]
    assert (without, late) == ([], [])


def test_test_modules_begin_with_a_docstring():
    assert [name for name, path in TESTS.items() if not path.read_text("utf-8").startswith('"""')] == []


def test_names_say_what_a_module_is():
    assert [name for name in MODULES if NO_NAMES & set(name.replace("_", ".").split("."))] == []


def test_layers_import_downward_only():
    upward = [
        f"{name} imports {other}"
        for name, tree in TREES.items()
        for other in imported(tree)
        if layer(other) > layer(name)
    ]
    assert upward == []


def test_no_circle_of_imports():
    graph = {name: imported(tree) - {name} for name, tree in TREES.items()}
    graphlib.TopologicalSorter(graph).prepare()


def test_nothing_below_the_command_line_knows_the_clock_chance_or_the_environment():
    forbidden = {"now", "today", "utcnow", "time", "monotonic", "environ", "getenv", "basicConfig", "getuser"}
    found = []
    for name, tree in TREES.items():
        if name.startswith("ratings.cli"):
            continue
        found += [
            f"{name} imports {one}" for one in all_imports(tree) if one in ("random", "time", "logging", "getpass")
        ]
        found += [f"{name}: .{n.attr}" for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr in forbidden]
    assert found == []


BLOCKS = [
    pytest.param(path, place, block, id=f"{path.stem}-{block['system']}-{block['name']}")
    for path in sorted((PACKAGE / "rules").glob("*.toml"))
    for place, block in enumerate(tomllib.loads(path.read_text("utf-8"))["block"], 1)
]


@pytest.mark.parametrize("path, place, block", BLOCKS)
def test_every_key_of_an_edition_is_a_field_and_every_field_a_key(path, place, block):
    parsed = tomllib.loads(path.read_text("utf-8"))
    edition = importlib.import_module(f"ratings.rules.{parsed['rules']}").Edition
    needed = {field.name for field in dataclasses.fields(edition) if field.default is dataclasses.MISSING}
    known = {field.name for field in dataclasses.fields(edition)}
    assert block.keys() <= known
    assert needed <= block.keys()


@pytest.mark.parametrize("path", sorted((PACKAGE / "rules").glob("*.toml")), ids=lambda path: path.stem)
def test_every_key_of_an_edition_has_a_meaning(path):
    parsed = tomllib.loads(path.read_text("utf-8"))
    edition = importlib.import_module(f"ratings.rules.{parsed['rules']}").Edition
    named = {field.name for field in dataclasses.fields(edition)} - {"system", "name", "effective"}
    assert named == parsed["meaning"].keys()


@pytest.mark.parametrize("path", sorted((PACKAGE / "rules").glob("*.toml")), ids=lambda path: path.stem)
def test_every_number_of_an_edition_has_a_range_beside_it(path):
    parsed = tomllib.loads(path.read_text("utf-8"))
    hints = get_type_hints(importlib.import_module(f"ratings.rules.{parsed['rules']}").Edition)
    numbers = {key for key, hint in hints.items() if hint in (int, list) or int in get_args(hint)}
    assert numbers - {"entry_formats"} == parsed["range"].keys()


def test_every_key_of_an_edition_is_read_by_code():
    read = {node.attr for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("getattr", "hasattr") and node.args[1:]:
                read |= {one.value for one in ast.walk(node.args[1]) if isinstance(one, ast.Constant)}
    keys = {(path.name, key) for path, _, block in (param.values for param in BLOCKS) for key in block}
    assert sorted((file, key) for file, key in keys if key not in read and key not in SHOWN_ONLY) == []


def in_functions(kind: type | tuple) -> list[tuple[str, int, ast.AST]]:
    """Give nodes of a kind inside the functions of rule modules, docstrings and defaults apart."""
    return [
        (name, node.lineno, node)
        for name, tree in RULES.items()
        for function in functions(tree)
        for statement in body(function)
        for node in ast.walk(statement)
        if isinstance(node, kind)
    ]


def test_no_bare_number_in_a_rule():
    bare = {
        (name, line, node.value)
        for name, line, node in in_functions(ast.Constant)
        if type(node.value) in (int, float) and node.value not in PLAIN_NUMBERS
    }
    assert sorted(bare) == []


def test_no_float_decides_a_rating():
    divided = {(name, line, "/") for name, line, node in in_functions(ast.BinOp) if isinstance(node.op, ast.Div)}
    floats = {
        (name, line, "float")
        for name, line, node in in_functions((ast.Name, ast.Attribute))
        if getattr(node, "id", getattr(node, "attr", "")) in ("float", "float32", "float64", "true_divide")
    }
    whole = {(name, line, node.value) for name, line, node in in_functions(ast.Constant) if type(node.value) is float}
    assert sorted(divided | floats | whole) == []


def commands(group: click.Group, path: tuple[str, ...] = ("ratings",)) -> list[tuple[str, click.Command]]:
    """Give every command with its words, groups too."""
    context = click.Context(group)
    found: list[tuple[str, click.Command]] = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        found.append((" ".join((*path, name)), command))
        if isinstance(command, click.Group):
            found += commands(command, (*path, name))
    return found


COMMANDS = [(words, command) for words, command in commands(ratings) if not isinstance(command, click.Group)]


@pytest.mark.parametrize("words, command", COMMANDS, ids=[words for words, _ in COMMANDS])
def test_every_command_has_an_example_that_it_would_take(words, command):
    text = command.help or ""
    assert "Example:" in text, "no example"
    example = text[text.index("Example:") :].replace("\\\n", " ")
    lines = [line.strip() for line in example.splitlines()[1:] if line.strip().startswith("ratings ")]
    assert any(words.split()[-1] in line.split() for line in lines)
    options = {option for parameter in command.params for option in parameter.opts}
    for line in (line for line in lines if words.removeprefix("ratings ") in line):
        used = {word for word in shlex.split(line.split(words.removeprefix("ratings "), 1)[1]) if word.startswith("--")}
        assert used <= options, line


def test_every_verb_is_in_the_readme():
    readme = (REPOSITORY / "README.md").read_text("utf-8")
    assert [verb for verb in VERBS if f"ratings {verb}" not in readme] == []


def test_every_word_that_programs_rely_on_is_documented():
    documented = (REPOSITORY / "docs" / "words.md").read_text("utf-8")
    words = set()
    for path in sorted((PACKAGE / "rules").glob("*.toml")):
        module = importlib.import_module(f"ratings.rules.{tomllib.loads(path.read_text('utf-8'))['rules']}")
        for name in ("CASES", "REASONS", "SOURCES", "K_REASONS"):
            words |= {word for word in getattr(module, name, ()) if word}
    assert sorted(word for word in words if f"`{word}`" not in documented) == []


def test_every_test_file_is_collected():
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    collected = {line.split("::")[0].split(":")[0] for line in done.stdout.splitlines() if ".py" in line}
    assert {name for name in TESTS if name.startswith("test_")} - {Path(file).stem for file in collected} == set()
    assert [name for name in TESTS if name.endswith("_test")] == []
