class Quantizer:
    def train(self, rows):
        rows = [tuple(map(float, row)) for row in rows]
        means = initial_means(rows, self.count, self.dice)
        for turn in range(self.max_turns):
            members = [[] for turn in means]
            cost = 0.0
            for sample in rows:
                which, d = closest(sample, means)
                members[which].append(sample)
                cost += d
            shift = 0.0
            for which, block in enumerate(members):
                if not block:
                    block = [max(rows, key=lambda row: closest(row, means)[1])]
                fresh = average(block)
                shift = max(shift, gap(fresh, means[which]))
                means[which] = fresh
            self.cost = cost
            if shift <= self.epsilon:
                break
        self.means = means
        return self

    def classify(self, rows):
        return [closest(row, self.means)[0] for row in rows]
