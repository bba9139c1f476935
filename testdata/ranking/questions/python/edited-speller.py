class WordTree:

    def __init__(self, words=()):
        self.root = None
        self.size = self.depth = 0
        for word in sorted(words, key=len):
            self.add(word)

    def add(self, word):
        if self.root is None:
            self.root = Node(word)
            self.size = 1
            return
        node = self.root
        depth = 0
        while True:
            distance = edit_distance(word, node.word)
            if distance == 0:
                return
            child = node.children.get(distance)
            depth += 1
            self.depth = max(self.depth, depth)
            if child is None:
                node.children[distance] = Node(word)
                return
            node = child

    def within(self, word, limit):
        found = []
        pending = [self.root] if self.root else []
        while pending:
            node = pending.pop()
            distance = edit_distance(word, node.word)
            if distance <= limit:
                self.hits += 1
                found.append((node.word, distance))
            for key, child in node.children.items():
                if abs(key - distance) <= limit:
                    pending.append(child)
        return found
