import math
from concurrent.futures import ThreadPoolExecutor, as_completed


def silhouette(points, labels):
    """Mean silhouette: near 1 for tight clusters, below 0 for wrong ones."""
    clusters = {}
    for point, label in zip(points, labels):
        clusters.setdefault(label, []).append(point)
    scores = []
    for point, label in zip(points, labels):
        own = clusters[label]
        if len(own) == 1 or len(clusters) == 1:
            scores.append(0.0)
            continue
        inside = sum(math.sqrt(squared_distance(point, q)) for q in own) / (len(own) - 1)
        outside = min(
            sum(math.sqrt(squared_distance(point, q)) for q in other) / len(other)
            for name, other in clusters.items()
            if name != label
        )
        scores.append((outside - inside) / max(inside, outside))
    return sum(scores) / len(scores)


class Runner:
    limit = 8

    def execute(self, threads=4, report=print):
        results = {}
        with ThreadPoolExecutor(max_workers=threads) as executor:
            for index, stage in enumerate(self.stages(), start=1):
                report(f"wave {index}: {', '.join(stage)}")
                pending = {}
                for task in stage:
                    kwargs = {dep: results[dep] for dep in self._deps[task]}
                    pending[executor.submit(self._functions[task], **kwargs)] = task
                for done in as_completed(pending):
                    results[pending[done]] = done.result()
        return results

    def critical_path(self, price):
        """The most expensive chain of jobs, given what each of them costs."""
        ends, previous = {}, {}
        for stage in self.stages():
            for task in stage:
                slowest = max(self._deps[task], key=ends.__getitem__, default=None)
                previous[task] = slowest
                ends[task] = price[task] + (ends[slowest] if slowest else 0)
        task = max(ends, key=ends.get)
        path = []
        while task is not None:
            path.append(task)
            task = previous[task]
        return path[::-1]
