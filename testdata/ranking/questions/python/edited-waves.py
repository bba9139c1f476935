class Agenda:
    def unknown(self):
        named = {need for before in self._after.values() for need in before}
        return sorted(named - self._tasks.keys())

    def rounds(self):
        if self.unknown():
            raise LookupError(self.unknown())
        left = {task: len(before) + self._held(task) for task, before in self._after.items()}
        free = Fifo(task for task, n in left.items() if not n)
        done = 0
        while free:
            self._tick()
            batch = sorted(free)
            free.clear()
            for task in batch:
                done += 1
                self._placed[task] = done
                for later in self._followers(task):
                    left[later] -= 1
                    if not left[later]:
                        free.append(later)
            yield tuple(batch)
        if done < len(self._tasks):
            rest = [task for task, n in left.items() if n > 0]
            raise RuntimeError(rest)
