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
