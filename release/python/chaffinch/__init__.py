"""Runs the program chaffinch, and returns what it answers.

    import chaffinch
    chaffinch.index("src", index="/tmp/i")
    for hit in chaffinch.search("copy.c", index="/tmp/i").hits:
        print(hit.score, hit.kind, hit.occurrences[0].path)

Scores and shares are from 0 to 1, and lines begin at 1. docs/json.md describes all keys: `raw` has them.
"""

import json
import os
import shutil
import subprocess
import sysconfig
import typing
from dataclasses import dataclass, field, fields, is_dataclass

__all__ = ["Answer", "Error", "Hit", "Lines", "Match", "Occurrence", "Pair", "Report", "Side", "index", "pairs", "program",
           "run", "search"]


class Error(Exception):
    """The program failed; the text is what it said."""


@dataclass(frozen=True)
class Lines:
    start: int = field(default=0, metadata={"key": "from"})
    end: int = field(default=0, metadata={"key": "to"})  # this line belongs to them


@dataclass(frozen=True)
class Match:
    """Lines of a question that a document shares."""
    question: Lines = Lines()
    document: Lines = Lines()
    tokens: int = 0
    kind: str = ""  # verbatim, renamed or edited


@dataclass(frozen=True)
class Occurrence:
    """A file with the content of a hit."""
    collection: str = ""
    root: str = ""
    path: str = ""


@dataclass(frozen=True)
class Hit:
    """A document that shares material with the question."""
    score: float = 0.0
    probability: float = 0.0
    coverage: float = 0.0  # share of the question's tokens in matches
    kind: str = ""
    language: str = ""
    content: str = ""  # hash of the document's bytes, as git has it
    license: str = ""
    occurrences: list[Occurrence] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)


@dataclass(frozen=True)
class Answer:
    hits: list[Hit] = field(default_factory=list)
    weaker: int = 0  # further documents below the lowest score
    warnings: list = field(default_factory=list)
    raw: dict = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Side:
    name: str = ""
    coverage: float = 0.0


@dataclass(frozen=True)
class Pair:
    """Two units of a class, and what they share."""
    a: Side = Side()
    b: Side = Side()
    score: float = 0.0
    probability: float = 0.0
    longest: int = 0  # tokens of the longest match


@dataclass(frozen=True)
class Report:
    pairs: list[Pair] = field(default_factory=list)
    raw: dict = field(default_factory=dict, repr=False)


def program():
    """Returns the path of the program: $CHAFFINCH, that of this package, or the one on the path."""
    if own := os.environ.get("CHAFFINCH"):
        return own
    name = "chaffinch.exe" if os.name == "nt" else "chaffinch"
    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")):
        path = os.path.join(sysconfig.get_path("scripts", scheme), name)
        if os.access(path, os.X_OK):
            return path
    if found := shutil.which("chaffinch"):
        return found
    raise Error("the program chaffinch is not installed: pip install --force-reinstall chaffinch")


def run(*args, text=None):
    """Runs the program with these arguments, and returns what it prints. text is its standard input.

    The program exits with 1 if it finds nothing; that is no error.
    """
    done = subprocess.run([program(), *map(os.fspath, args)], input=text, stdin=None if text is not None else subprocess.DEVNULL,
                          capture_output=True, encoding="utf-8")
    if done.returncode not in (0, 1):
        raise Error(done.stderr.strip() or f"chaffinch exits with {done.returncode}")
    return done.stdout


def index(*paths, index=None):
    """Creates or updates an index of folders, archives and files."""
    run(*_index(index), "index", *paths)


def search(question=None, *args, text=None, index=None):
    """Asks an index where a file or a text comes from. Further arguments are flags of `chaffinch search`."""
    if (question is None) == (text is None):
        raise ValueError("give a file or text=, not both")
    return _json(Answer, run(*_index(index), "search", "--json", *args, "--", "-" if question is None else question, text=text))


def pairs(*paths_and_flags):
    """Compares all files of a folder with each other. Arguments are those of `chaffinch pairs`."""
    return _json(Report, run("pairs", "--json", *paths_and_flags))


def _index(path):
    return [] if path is None else ["--index", path]


def _json(kind, text):
    if not text.strip():
        raise Error("chaffinch printed no JSON")
    data = json.loads(text)
    return _read(kind, {**data, "raw": data})


def _read(kind, value):
    """Returns a value as a type has it. Keys that the type lacks are left out, so that newer programs can be read."""
    if is_dataclass(kind):
        types = typing.get_type_hints(kind)
        known = {f.name: f.metadata.get("key", f.name) for f in fields(kind)}
        return kind(**{name: _read(types[name], value[key]) for name, key in known.items() if value.get(key) is not None})
    if typing.get_origin(kind) is list:
        return [_read(typing.get_args(kind)[0], v) for v in value]
    return value
