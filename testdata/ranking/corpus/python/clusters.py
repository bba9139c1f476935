"""k-means for small data: seeding, assignment, and a score for choosing k."""

import math
import random


def squared_distance(p, q):
    return sum((a - b) ** 2 for a, b in zip(p, q))


def centroid(points):
    size = len(points)
    return tuple(sum(axis) / size for axis in zip(*points))


def seed_centers(points, k, rng):
    """Spreads the first centers: far points are likelier to be drawn."""
    centers = [rng.choice(points)]
    while len(centers) < k:
        weights = [min(squared_distance(p, c) for c in centers) for p in points]
        total = sum(weights)
        if total == 0:
            raise ValueError(f"fewer than {k} distinct points")
        mark = rng.random() * total
        for point, weight in zip(points, weights):
            mark -= weight
            if mark <= 0:
                centers.append(point)
                break
    return centers


def nearest(point, centers):
    best, best_distance = 0, math.inf
    for index, center in enumerate(centers):
        distance = squared_distance(point, center)
        if distance < best_distance:
            best, best_distance = index, distance
    return best, best_distance


class KMeans:
    def __init__(self, k, rounds=100, tolerance=1e-6, seed=None):
        if k < 1:
            raise ValueError("k must be at least 1")
        self.k = k
        self.rounds = rounds
        self.tolerance = tolerance
        self.rng = random.Random(seed)
        self.centers = []
        self.inertia = math.inf

    def fit(self, points):
        points = [tuple(map(float, p)) for p in points]
        centers = seed_centers(points, self.k, self.rng)
        for _ in range(self.rounds):
            groups = [[] for _ in centers]
            inertia = 0.0
            for point in points:
                index, distance = nearest(point, centers)
                groups[index].append(point)
                inertia += distance
            moved = 0.0
            for index, group in enumerate(groups):
                if not group:
                    group = [max(points, key=lambda p: nearest(p, centers)[1])]
                new = centroid(group)
                moved = max(moved, squared_distance(new, centers[index]))
                centers[index] = new
            self.inertia = inertia
            if moved <= self.tolerance:
                break
        self.centers = centers
        return self

    def predict(self, points):
        return [nearest(p, self.centers)[0] for p in points]


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


def choose_k(points, candidates, seed=0):
    scored = []
    for k in candidates:
        model = KMeans(k, seed=seed).fit(points)
        scored.append((silhouette(points, model.predict(points)), k))
    return max(scored)[1]
