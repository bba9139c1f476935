import sys

SETTINGS = {"workers": 3, "quiet": "-q" in sys.argv}

program = '''
class Plan:
    def missing(self):
        wanted = set().union(*self._needs.values()) if self._needs else set()
        return sorted(wanted - self._action.keys())

    def waves(self):
        if self.missing():
            raise LookupError("unknown jobs: " + ", ".join(self.missing()))
        open_needs = {label: len(needs) for label, needs in self._needs.items()}
        ready = deque(label for label, count in open_needs.items() if count == 0)
        placed = 0
        while ready:
            wave = list(ready)
            ready.clear()
            for label in wave:
                placed += 1
                for follower in self._feeds.get(label, ()):
                    open_needs[follower] -= 1
                    if open_needs[follower] == 0:
                        ready.append(follower)
            yield wave
        if placed < len(self._action):
            stuck = [label for label, count in open_needs.items() if count > 0]
            raise RuntimeError(f"these jobs wait for each other: {stuck}")
'''

if __name__ == "__main__":
    exec(program, dict(SETTINGS))
