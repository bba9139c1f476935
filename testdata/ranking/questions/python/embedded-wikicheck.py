"""Checks the pages of a wiki: dead links, orphans, ragged tables, long lines."""

import os
import re
import sys
import urllib.parse
from collections import namedtuple

Finding = namedtuple("Finding", "page line severity text")

LINK = re.compile(r"\[\[([^\]|#]+)(?:#([^\]|]*))?(?:\|[^\]]*)?\]\]")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
FENCE = ("```", "~~~")
LONGEST_LINE = 400


class Page:
    def __init__(self, name, text):
        self.name = name
        self.lines = text.split("\n")
        self.links = []
        self.anchors = set()
        self.tables = []
        self._scan()

    def _scan(self):
        fenced = False
        table = []
        for at, line in enumerate(self.lines, 1):
            if line.lstrip().startswith(FENCE):
                fenced = not fenced
            if fenced:
                continue
            heading = HEADING.match(line)
            if heading:
                self.anchors.add(anchor_of(heading.group(2)))
            for link in LINK.finditer(line):
                self.links.append((at, link.group(1).strip(), link.group(2)))
            if line.startswith("|"):
                table.append((at, split_row(line)))
            elif table:
                self.tables.append(table)
                table = []
        if table:
            self.tables.append(table)


def anchor_of(heading):
    kept = [c for c in heading.lower() if c.isalnum() or c in " -_"]
    return "".join(kept).replace(" ", "-")


def split_row(line):
    cells, current, escaped = [], [], False
    for letter in line.strip().strip("|"):
        if escaped:
            current.append("\\" + letter if letter != "|" else "\\|")
            escaped = False
        elif letter == "\\":
            escaped = True
        elif letter == "|":
            cells.append("".join(current).strip())
            current = []
        else:
            current.append(letter)
    cells.append("".join(current).strip())
    return cells


def load_wiki(folder):
    wiki = {}
    for where, folders, files in os.walk(folder):
        folders[:] = [f for f in folders if not f.startswith(".")]
        for file in files:
            stem, ext = os.path.splitext(file)
            if ext != ".md":
                continue
            path = os.path.join(where, file)
            name = os.path.relpath(os.path.join(where, stem), folder).replace(os.sep, "/")
            with open(path, encoding="utf-8") as handle:
                wiki[name] = Page(name, handle.read())
    return wiki


def check_links(wiki):
    for page in wiki.values():
        for at, target, anchor in page.links:
            other = wiki.get(urllib.parse.unquote(target))
            if other is None:
                yield Finding(page.name, at, "error", f"no page {target}")
            elif anchor and anchor not in other.anchors:
                yield Finding(page.name, at, "warning", f"{target} has no heading {anchor}")


def check_orphans(wiki, start="Home"):
    reached, todo = set(), [start]
    while todo:
        name = todo.pop()
        if name in reached or name not in wiki:
            continue
        reached.add(name)
        todo.extend(target for _, target, _ in wiki[name].links)
    for name in wiki.keys() - reached:
        yield Finding(name, 1, "warning", "cannot be reached")


def check_form(wiki):
    for page in wiki.values():
        for table in page.tables:
            wide = len(table[0][1])
            for at, cells in table[1:]:
                if len(cells) != wide:
                    yield Finding(page.name, at, "warning", f"{len(cells)} cells in a table of {wide}")
        for at, line in enumerate(page.lines, 1):
            if len(line) > LONGEST_LINE:
                yield Finding(page.name, at, "hint", "very long line")


def run(folder):
    wiki = load_wiki(folder)
    if not wiki:
        sys.exit(f"{folder} has no pages")
    findings = [*check_links(wiki), *check_orphans(wiki), *check_form(wiki)]
    for finding in sorted(findings):
        print("{0.page}:{0.line}: {0.severity}: {0.text}".format(finding))
    return any(finding.severity == "error" for finding in findings)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1] if len(sys.argv) > 1 else "."))
