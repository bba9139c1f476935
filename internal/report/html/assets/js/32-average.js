// Average linkage of sparse scores, as cluster.Average of the program computes it: join the two
// groups whose pairs have the best mean score, until no mean reaches the threshold. A pair without
// an edge counts 0. Only groups with an edge between them have a link, which holds the sum of their
// scores. A queued mean may be too high, because groups grow; it is computed again when it comes to
// the top.

// averageLinkage groups items 0 to n-1. An edge is [a, b, score]. joined are groups whose items are
// joined to the first one at the start. It returns the groups of two or more items, each in the
// order of joining, so that similar items are near each other.
function averageLinkage(n, edges, least, joined = []) {
	const whole = Array.from({ length: n }, (_, i) => ({ items: [i], first: i, near: new Map() }));
	const of = whole.slice(); // by item: its group
	const queue = newQueue();
	const push = (link) => {
		link.queued++;
		const mean = link.sum / (link.a.items.length * link.b.items.length);
		const ends = [link.a.first, link.b.first];
		if (mean >= least - 1e-9) queue.push({ mean, low: Math.min(...ends), high: Math.max(...ends), link, queued: link.queued });
	};
	const join = (to, from) => {
		if (to.near.size < from.near.size) [to, from] = [from, to];
		drop(to.near.get(from));
		for (const item of from.items) of[item] = to;
		const [first, second] = to.items.length < from.items.length ? [from.items, to.items] : [to.items, from.items];
		to.items = first.concat(second);
		to.first = Math.min(to.first, from.first);
		for (const [other, link] of from.near) {
			other.near.delete(from);
			const there = to.near.get(other);
			if (there) {
				there.sum += link.sum;
				link.queued++;
				push(there);
				continue;
			}
			Object.assign(link, { a: to, b: other });
			to.near.set(other, link);
			other.near.set(to, link);
			push(link);
		}
	};
	const drop = (link) => {
		link.a.near.delete(link.b);
		link.b.near.delete(link.a);
		link.queued++;
	};
	for (const [a, b, sum] of edges) {
		if (a === b || whole[a].near.has(whole[b])) continue; // the best of several comes first
		const link = { a: whole[a], b: whole[b], sum, queued: 0 };
		link.a.near.set(link.b, link);
		link.b.near.set(link.a, link);
		push(link);
	}
	for (const [head, ...rest] of joined) {
		for (const item of rest) {
			const link = of[head].near.get(of[item]);
			if (link && link.sum >= least - 1e-9) join(of[head], of[item]);
		}
	}
	for (let top = queue.pop(); top; top = queue.pop()) {
		const { link } = top;
		if (top.queued !== link.queued) continue;
		if (top.mean !== link.sum / (link.a.items.length * link.b.items.length)) push(link);
		else join(link.a, link.b);
	}
	return [...new Set(of)].map((group) => group.items).filter((items) => items.length > 1);
}

// newQueue returns a binary heap of links, the best mean on top; of equal means the one whose groups
// have the lower first items.
function newQueue() {
	const heap = [];
	const before = (x, y) => y.mean - x.mean || x.low - y.low || x.high - y.high;
	const swap = (i, j) => {
		[heap[i], heap[j]] = [heap[j], heap[i]];
	};
	return {
		push(entry) {
			heap.push(entry);
			for (let i = heap.length - 1, up = (i - 1) >> 1; i > 0 && before(heap[i], heap[up]) < 0; i = up, up = (i - 1) >> 1)
				swap(i, up);
		},
		pop() {
			const top = heap[0];
			const last = heap.pop();
			if (heap.length === 0) return top;
			heap[0] = last;
			for (let i = 0; ; ) {
				let next = i;
				for (const child of [2 * i + 1, 2 * i + 2])
					if (child < heap.length && before(heap[child], heap[next]) < 0) next = child;
				if (next === i) return top;
				swap(i, next);
				i = next;
			}
		},
	};
}
