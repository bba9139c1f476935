"""Breaks text into lines."""


def wrap(text, width):
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = (line + " " + word).strip()
    if line:
        lines.append(line)
    return lines


def justify(line, width):
    words = line.split()
    gaps = max(1, len(words) - 1)
    spaces = width - sum(len(word) for word in words)
    return "".join(
        word + " " * (spaces // gaps + (i < spaces % gaps)) for i, word in enumerate(words)
    ).rstrip()
