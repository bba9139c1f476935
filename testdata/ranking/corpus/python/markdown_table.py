"""Reads tables of Markdown, aligns their columns and writes them again."""

import re
import sys
import unicodedata

RULE = re.compile(r"^:?-+:?$")


class TableError(ValueError):
    def __init__(self, line, message):
        super().__init__(f"line {line}: {message}")
        self.line = line


def display_width(text):
    """Columns that text takes on a terminal; wide letters count twice."""
    width = 0
    for letter in text:
        if unicodedata.combining(letter):
            continue
        width += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
    return width


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


def alignment(rule):
    left, right = rule.startswith(":"), rule.endswith(":")
    if left and right:
        return "center"
    return "right" if right else "left"


class Table:
    def __init__(self, header, aligns):
        self.header = header
        self.aligns = aligns
        self.rows = []

    @classmethod
    def parse(cls, lines, first=1):
        if len(lines) < 2:
            raise TableError(first, "a table needs a header and a rule")
        header = split_row(lines[0])
        rules = split_row(lines[1])
        if len(rules) != len(header) or not all(RULE.match(r) for r in rules):
            raise TableError(first + 1, "this is no rule for the header above")
        table = cls(header, [alignment(r) for r in rules])
        for number, line in enumerate(lines[2:], start=first + 2):
            row = split_row(line)
            if len(row) > len(header):
                raise TableError(number, f"{len(row)} cells, header has {len(header)}")
            table.rows.append(row + [""] * (len(header) - len(row)))
        return table

    def widths(self):
        columns = zip(self.header, *self.rows)
        return [max(3, *(display_width(cell) for cell in column)) for column in columns]

    def render(self):
        widths = self.widths()
        yield self._line(self.header, widths)
        marks = []
        for align, width in zip(self.aligns, widths):
            dashes = "-" * width
            if align == "center":
                dashes = ":" + dashes[2:] + ":"
            elif align == "right":
                dashes = dashes[1:] + ":"
            marks.append(dashes)
        yield "| " + " | ".join(marks) + " |"
        for row in self.rows:
            yield self._line(row, widths)

    def _line(self, cells, widths):
        padded = []
        for cell, width, align in zip(cells, widths, self.aligns):
            gap = width - display_width(cell)
            if align == "right":
                padded.append(" " * gap + cell)
            elif align == "center":
                padded.append(" " * (gap // 2) + cell + " " * (gap - gap // 2))
            else:
                padded.append(cell + " " * gap)
        return "| " + " | ".join(padded) + " |"


def main():
    lines = [line.rstrip("\n") for line in sys.stdin if line.strip()]
    try:
        table = Table.parse(lines)
    except TableError as err:
        print(f"markdown_table: {err}", file=sys.stderr)
        return 1
    for line in table.render():
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
