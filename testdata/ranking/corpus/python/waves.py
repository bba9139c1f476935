"""Plans jobs that depend on each other in waves: all jobs of a wave can run at
the same time, and none waits for a job of its own wave."""

from collections import deque
from concurrent.futures import ThreadPoolExecutor, as_completed


class Plan:
    def __init__(self):
        self._action = {}
        self._needs = {}
        self._feeds = {}

    def job(self, label, *needs):
        """Decorator that adds a function as a job after others."""

        def register(function):
            if label in self._action:
                raise KeyError(f"job {label} was added before")
            self._action[label] = function
            self._needs[label] = set(needs)
            for need in needs:
                self._feeds.setdefault(need, []).append(label)
            return function

        return register

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

    def run(self, workers=4, tell=print):
        outcome = {}
        with ThreadPoolExecutor(max_workers=workers) as pool:
            for position, wave in enumerate(self.waves(), start=1):
                tell(f"wave {position}: {', '.join(wave)}")
                futures = {}
                for label in wave:
                    inputs = {need: outcome[need] for need in self._needs[label]}
                    futures[pool.submit(self._action[label], **inputs)] = label
                for future in as_completed(futures):
                    outcome[futures[future]] = future.result()
        return outcome

    def critical_path(self, cost):
        """The most expensive chain of jobs, given what each of them costs."""
        finish, before = {}, {}
        for wave in self.waves():
            for label in wave:
                latest = max(self._needs[label], key=finish.__getitem__, default=None)
                before[label] = latest
                finish[label] = cost[label] + (finish[latest] if latest else 0)
        label = max(finish, key=finish.get)
        chain = []
        while label is not None:
            chain.append(label)
            label = before[label]
        return chain[::-1]
