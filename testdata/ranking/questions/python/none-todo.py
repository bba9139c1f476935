"""A list of things to do, kept in a JSON file in the home folder."""

import argparse
import json
import sys
from datetime import date
from pathlib import Path

STORE = Path.home() / ".things.json"


def load():
    if not STORE.exists():
        return []
    return json.loads(STORE.read_text(encoding="utf-8"))


def save(things):
    temporary = STORE.with_suffix(".tmp")
    temporary.write_text(json.dumps(things, indent=1, ensure_ascii=False), encoding="utf-8")
    temporary.replace(STORE)


def add(options):
    things = load()
    number = max((t["number"] for t in things), default=0) + 1
    things.append({
        "number": number,
        "what": " ".join(options.what),
        "tags": options.tag,
        "added": date.today().isoformat(),
    })
    save(things)
    print("added", number)


def done(options):
    things = load()
    rest = [t for t in things if t["number"] not in options.number]
    if len(rest) == len(things):
        sys.exit("nothing has such a number")
    save(rest)


def show(options):
    for t in sorted(load(), key=lambda t: t["added"]):
        if options.tag and not set(options.tag) & set(t["tags"]):
            continue
        tags = "".join(f" #{tag}" for tag in t["tags"])
        print(f"{t['number']:4} {t['what']}{tags}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    for function in (add, done, show):
        command = commands.add_parser(function.__name__)
        command.set_defaults(function=function)
        if function is add:
            command.add_argument("what", nargs="+")
        if function is done:
            command.add_argument("number", nargs="+", type=int)
        else:
            command.add_argument("--tag", action="append", default=[])
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    main()
