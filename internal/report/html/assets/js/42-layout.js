// The layout of the graph, after Fruchterman and Reingold, "Graph drawing by force-directed
// placement", 1991. Each connected component is laid out by itself; then the components are packed
// into rows, the largest first. Nodes start on a spiral, so the same graph always looks the same.

// layout returns a position [x, y] for each of n nodes; an edge is [i, j, strength from 0 to 1].
// An edge of full strength is about one unit long. The picture is aspect times as wide as high.
function layout(n, edges, aspect) {
	if (n === 0) return [];
	const parts = components(n, edges).map((nodes) => component(nodes, edges));
	pack(parts, aspect);
	const at = new Array(n);
	for (const part of parts)
		part.nodes.forEach((node, i) => {
			at[node] = [part.at[i][0] + part.x, part.at[i][1] + part.y];
		});
	return at;
}

// newForest returns disjoint sets of n nodes. Method join reports whether it joined two of them.
function newForest(n) {
	const parent = Array.from({ length: n }, (_, i) => i);
	const root = (i) => {
		while (parent[i] !== i) i = parent[i] = parent[parent[i]];
		return i;
	};
	const join = (a, b) => {
		const [x, y] = [root(a), root(b)];
		parent[x] = y;
		return x !== y;
	};
	return { root, join };
}

function components(n, edges) {
	const forest = newForest(n);
	for (const [a, b] of edges) forest.join(a, b);
	const parts = new Map();
	for (let i = 0; i < n; i++) {
		if (!parts.has(forest.root(i))) parts.set(forest.root(i), []);
		parts.get(forest.root(i)).push(i);
	}
	return [...parts.values()];
}

// component lays out one component around the origin.
function component(nodes, edges) {
	const index = new Map(nodes.map((node, i) => [node, i]));
	const own = edges.filter(([a]) => index.has(a)).map(([a, b, strength]) => [index.get(a), index.get(b), strength]);
	loosen(own, nodes.length);
	const x = Float64Array.from(nodes, (_, i) => Math.sqrt(i) * Math.cos(2.39996 * i));
	const y = Float64Array.from(nodes, (_, i) => Math.sqrt(i) * Math.sin(2.39996 * i));
	const rounds = Math.min(300, Math.max(30, Math.round(3e7 / (nodes.length * nodes.length))));
	for (let round = 0; round < rounds; round++) step(x, y, own, 0.5 * Math.sqrt(nodes.length) * (1 - round / rounds));
	return boxed({ nodes, at: nodes.map((_, i) => [x[i], y[i]]) });
}

// loosen turns the strength of edges into their pull. It is weaker in dense groups, whose nodes
// would cover each other.
function loosen(edges, n) {
	const degree = new Int32Array(n);
	for (const [a, b] of edges) {
		degree[a]++;
		degree[b]++;
	}
	for (const edge of edges)
		edge[2] = (0.2 + 0.8 * edge[2] * edge[2]) / Math.pow(Math.min(degree[edge[0]], degree[edge[1]]), 1.25);
}

// step moves every node by the forces on it, by at most the distance most.
function step(x, y, edges, most) {
	const forceX = new Float64Array(x.length),
		forceY = new Float64Array(x.length);
	repel(x, y, forceX, forceY);
	for (const [i, j, weight] of edges) {
		const dx = x[i] - x[j],
			dy = y[i] - y[j];
		const pull = Math.sqrt(dx * dx + dy * dy) * weight;
		forceX[i] -= dx * pull;
		forceY[i] -= dy * pull;
		forceX[j] += dx * pull;
		forceY[j] += dy * pull;
	}
	for (let i = 0; i < x.length; i++) {
		const size = Math.sqrt(forceX[i] * forceX[i] + forceY[i] * forceY[i]) || 1;
		const share = Math.min(size, most) / size;
		x[i] += forceX[i] * share;
		y[i] += forceY[i] * share;
	}
}

function repel(x, y, forceX, forceY) {
	for (let i = 0; i < x.length; i++) {
		for (let j = 0; j < i; j++) {
			const dx = x[i] - x[j],
				dy = y[i] - y[j];
			const push = 1 / Math.max(0.01, dx * dx + dy * dy);
			forceX[i] += dx * push;
			forceY[i] += dy * push;
			forceX[j] -= dx * push;
			forceY[j] -= dy * push;
		}
	}
}

// boxed moves a component so that its box, with a margin, begins at the origin.
function boxed(part) {
	const margin = 0.6;
	for (const axis of [0, 1]) {
		const values = part.at.map((p) => p[axis]);
		const least = Math.min(...values) - margin;
		part.at.forEach((p) => {
			p[axis] -= least;
		});
		part[axis === 0 ? "width" : "height"] = Math.max(...values) - least + margin;
	}
	return part;
}

// pack places the boxes of the components in rows. It tries row widths and takes the one that fills
// a picture of this aspect best.
function pack(parts, aspect) {
	const order = [...parts].sort((a, b) => b.height - a.height || a.nodes[0] - b.nodes[0]);
	const area = parts.reduce((sum, part) => sum + part.width * part.height, 0);
	const least = Math.max(...parts.map((part) => part.width));
	let best = { size: Infinity };
	for (let i = 0; i <= 20; i++) {
		const row = Math.max(least, Math.sqrt(area * aspect) * (0.7 + i / 12));
		const size = inRows(order, row, aspect);
		if (size < best.size) best = { size, row };
	}
	inRows(order, best.row, aspect);
}

// inRows puts the components in rows of a width, and returns the size of the picture.
function inRows(parts, row, aspect) {
	let x = 0,
		y = 0,
		high = 0,
		wide = 0;
	for (const part of parts) {
		if (x > 0 && x + part.width > row + 1e-9) {
			x = 0;
			y += high;
			high = 0;
		}
		part.x = x;
		part.y = y;
		x += part.width;
		wide = Math.max(wide, x);
		high = Math.max(high, part.height);
	}
	return Math.max(wide, aspect * (y + high));
}
