"""Suggests corrections for misspelled words with a tree of edit distances."""

import sys
from collections import Counter


def edit_distance(a, b):
    """Insertions, deletions, substitutions and swaps of neighbours."""
    before, previous = None, list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (x != y))
            if before and i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, previous = previous, row
    return previous[-1]


class Node:
    __slots__ = ("word", "children")

    def __init__(self, word):
        self.word = word
        self.children = {}


class WordTree:
    """A metric tree: a child under key d has distance d from its parent."""

    def __init__(self, words=()):
        self.root = None
        self.size = 0
        for word in words:
            self.add(word)

    def add(self, word):
        if self.root is None:
            self.root = Node(word)
            self.size = 1
            return
        node = self.root
        while True:
            distance = edit_distance(word, node.word)
            if distance == 0:
                return
            child = node.children.get(distance)
            if child is None:
                node.children[distance] = Node(word)
                self.size += 1
                return
            node = child

    def within(self, word, limit):
        found = []
        pending = [self.root] if self.root else []
        while pending:
            node = pending.pop()
            distance = edit_distance(word, node.word)
            if distance <= limit:
                found.append((distance, node.word))
            for key, child in node.children.items():
                if distance - limit <= key <= distance + limit:
                    pending.append(child)
        return found


class Speller:
    def __init__(self, text):
        self.frequency = Counter(tokens(text))
        self.tree = WordTree(self.frequency)

    def known(self, word):
        return word.lower() in self.frequency

    def suggest(self, word, most=5):
        word = word.lower()
        limit = 1 if len(word) < 5 else 2
        hits = self.tree.within(word, limit)
        hits.sort(key=lambda hit: (hit[0], -self.frequency[hit[1]], hit[1]))
        return [candidate for _, candidate in hits[:most]]


def tokens(text):
    word = ""
    for letter in text.lower() + " ":
        if letter.isalpha() or letter == "'":
            word += letter
        elif word:
            yield word.strip("'")
            word = ""


def check(speller, lines, out):
    errors = 0
    for number, line in enumerate(lines, 1):
        for word in tokens(line):
            if speller.known(word):
                continue
            errors += 1
            hints = ", ".join(speller.suggest(word)) or "no idea"
            out.write(f"{number}: {word}: {hints}\n")
    return errors


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: spelling.py WORDLIST TEXT")
    with open(sys.argv[1], encoding="utf-8") as words:
        speller = Speller(words.read())
    with open(sys.argv[2], encoding="utf-8") as text:
        return 1 if check(speller, text, sys.stdout) else 0


if __name__ == "__main__":
    sys.exit(main())
