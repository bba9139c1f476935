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
