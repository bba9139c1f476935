// The graph of listed pairs. A node is a unit, with those identical to it; an edge is a pair, the
// thicker the higher its score. Identical units are a pair without an edge: their node is always
// there. Nodes stay where they are while the threshold moves, and are laid out again when it rests.
// The picture is drawn in pixels, so that letters have one size at every zoom.

const mostNodes = 800;
const graph = { nodes: [], edges: [], at: [], zoom: 1, x: 0, y: 0, width: 0, height: 0, aspect: 2 };

function drawGraph() {
	const card = byId("graph");
	if (pairs.length === 0 && identical.length === 0) {
		add(card, el("p", {}, "No pair reaches the minimum score."));
		return;
	}
	collect();
	graph.picture = svg("svg", {
		class: "graph",
		role: "group",
		"aria-label": `Graph of listed pairs. Arrow keys move among the ${many}. The table of pairs lists its edges.`,
	});
	graph.lines = graph.edges.map(edgeLine);
	graph.marks = graph.nodes.map(nodeMark);
	graph.names = graph.nodes.map((unit) =>
		svg("text", { class: "name", "text-anchor": "middle", "aria-hidden": "true" }, shortName(unit)),
	);
	add(graph.picture, svg("g", {}, graph.lines), svg("g", {}, graph.marks), svg("g", {}, graph.names));
	add(card, graphTools(), graph.picture, graphLegend());
	panAndZoom();
	new ResizeObserver(resized).observe(graph.picture);
	onChange(paintAll);
	onChange(layOutLater);
	paintAll();
}

// collect takes the best pairs, and then the groups of identical units that are in no pair, until
// there are mostNodes units.
function collect() {
	const index = new Map();
	for (const pair of pairs) {
		const added = pair.units.filter((unit) => !index.has(unit));
		if (index.size + added.length > mostNodes) break;
		for (const unit of added) index.set(unit, index.size);
		graph.edges.push({ pair, ends: pair.units.map((unit) => index.get(unit)) });
	}
	for (const [unit] of identical) if (index.size < mostNodes && !index.has(unit)) index.set(unit, index.size);
	graph.nodes = [...index.keys()];
	graph.edges = strongest(graph.nodes.length, graph.edges);
	layOut();
}

// layOut gives the nodes at the threshold their places. The others are at the origin.
function layOut() {
	graph.laidOutFor = state.threshold;
	const edges = graph.edges.filter(({ pair }) => above(pair));
	const tied = new Set(edges.flatMap(({ ends }) => ends));
	const shown = graph.nodes.map((_, i) => i).filter((i) => tied.has(i) || groupLeads.has(graph.nodes[i]));
	const index = new Map(shown.map((node, i) => [node, i]));
	const at = layout(
		shown.length,
		edges.map(({ pair, ends }) => [...ends.map((end) => index.get(end)), pair.score]),
		graph.aspect,
	);
	graph.at = graph.nodes.map((_, i) => at[index.get(i)] || [0, 0]);
	graph.wide = Math.max(1, ...at.map((p) => p[0])) + 0.6;
	graph.high = Math.max(1, ...at.map((p) => p[1])) + 0.6;
}

// layOutLater waits until the threshold rests.
let waiting = 0;

function layOutLater() {
	clearTimeout(waiting);
	if (graph.laidOutFor === state.threshold) return;
	waiting = setTimeout(() => {
		layOut();
		fit();
	}, 150);
}

// strongest returns the edges to draw, best first. Of a component with more than three edges a node
// these are the three best of each node, and those that keep it connected.
function strongest(n, edges) {
	const ends = edges.map((edge) => edge.ends);
	const dense = new Set();
	for (const nodes of components(n, ends)) {
		const own = new Set(nodes);
		if (ends.filter(([a]) => own.has(a)).length > 3 * nodes.length) for (const node of nodes) dense.add(node);
	}
	const drawn = new Int32Array(n);
	const reached = newForest(n);
	return edges.filter(({ ends: [a, b] }) => {
		const bridge = reached.join(a, b);
		if (dense.has(a) && !bridge && drawn[a] >= 3 && drawn[b] >= 3) return false;
		drawn[a]++;
		drawn[b]++;
		return true;
	});
}

function edgeLine({ pair }) {
	const line = svg("line", {
		class: "edge",
		"stroke-width": (0.6 + 4 * pair.score * pair.score).toFixed(2),
		onclick: () => openPair(pair),
	});
	return tip.on(line, () => [pairName(pair), "score " + score(pair.score) + ", " + pair.kind]);
}

// sizeOf returns the radius of a node: larger for several that are identical, smaller among many.
function sizeOf(unit) {
	if (twins[unit].length > 0) return 7 + Math.min(5, twins[unit].length);
	return graph.nodes.length > 150 ? 4 : 6;
}

function nodeMark(unit, i) {
	const size = sizeOf(unit);
	const group = svg(
		"g",
		{
			class: "node",
			tabindex: -1,
			role: "button",
			onclick: () => showUnit(unit),
			onkeydown: (event) => rove(event, graph.marks),
			onpointerenter: () => lightUp(i),
			onpointerleave: () => lightUp(-1),
			onfocus: () => lightUp(i),
			onblur: () => lightUp(-1),
		},
		shape(unit, size),
		twins[unit].length > 0 && svg("text", { class: "count", y: 3.5, "text-anchor": "middle" }, twins[unit].length + 1),
	);
	return tip.on(group, () => [nameOf(unit), ...facts(unit), "highest score " + score(highest[unit])]);
}

// paint gives a mark the colour of its cluster, and a ring if it is the earliest.
function paint(mark, unit, size) {
	mark.setAttribute("class", `node ${hueOf(unit)}`);
	const count = twins[unit].length > 0 ? ["a group of " + (twins[unit].length + 1)] : []; // as the mark says
	mark.setAttribute("aria-label", [nameOf(unit), ...facts(unit), ...count].join(", "));
	const ring = mark.querySelector(".halo");
	if (ring) ring.remove();
	if (isOriginal(unit)) mark.prepend(svg("circle", { class: "halo", r: size + 4 }));
}

function shape(unit, size) {
	if (!units[unit].old) return svg("circle", { class: "dot", r: size });
	return svg("rect", { class: "dot", x: -size, y: -size, width: 2 * size, height: 2 * size });
}

// shortName shortens a name in the middle.
const shortName = (unit) => middle(nameOf(unit), 22);

// showUnit filters the pairs by a unit. Identical units without other pairs have only their group.
function showUnit(unit) {
	if (pairsOf[unit].length === 0 && twins[unit].length > 0) return visit("#identical");
	choose({ unit: state.unit === unit ? -1 : unit });
}

// keepTabStop moves the tab stop of a picture to a mark that is shown.
function keepTabStop(marks) {
	const shown = marks.filter((mark) => !mark.classList.contains("away"));
	if (shown.length === 0 || shown.some((mark) => mark.getAttribute("tabindex") === "0")) return;
	for (const mark of marks) mark.setAttribute("tabindex", -1);
	shown[0].setAttribute("tabindex", 0);
}

// rove makes the marks of a picture one stop of the tab key: arrow keys move among those that are
// shown, and Enter clicks.
function rove(event, marks) {
	const mark = event.currentTarget;
	const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
	if (event.key === "Enter" || event.key === " ") {
		event.preventDefault();
		mark.dispatchEvent(new MouseEvent("click"));
	} else if (step) {
		event.preventDefault();
		const shown = marks.filter((other) => !other.classList.contains("away"));
		const next = shown[(shown.indexOf(mark) + step + shown.length) % shown.length];
		if (!next) return;
		mark.setAttribute("tabindex", -1);
		next.setAttribute("tabindex", 0);
		next.focus();
	}
}

// lightUp highlights a node and its neighbours; -1 ends it.
function lightUp(i) {
	const near = new Set([i]);
	graph.edges.forEach(({ ends }, e) => {
		const on = ends.includes(i);
		graph.lines[e].classList.toggle("on", on);
		if (on) ends.forEach((end) => near.add(end));
	});
	graph.marks.forEach((mark, n) => {
		mark.classList.toggle("near", i >= 0 && near.has(n));
		graph.names[n].classList.toggle("near", i >= 0 && near.has(n));
	});
	graph.picture.classList.toggle("lit", i >= 0);
}

function paintAll() {
	graph.marks.forEach((mark, n) => paint(mark, graph.nodes[n], sizeOf(graph.nodes[n])));
	showGraph();
}

function showGraph() {
	const tied = new Set();
	graph.edges.forEach(({ pair, ends }, e) => {
		const on = above(pair) && pair.units.some(inCluster);
		graph.lines[e].classList.toggle("away", !on);
		if (on) ends.forEach((end) => tied.add(end));
	});
	graph.marks.forEach((mark, n) => {
		const unit = graph.nodes[n];
		const copied = groupLeads.has(unit) && inCluster(unit);
		mark.classList.toggle("away", !tied.has(n) && !copied);
		mark.classList.toggle("picked", unit === state.unit);
	});
	keepTabStop(graph.marks);
	showNames();
}

function resized() {
	const box = graph.picture.getBoundingClientRect();
	if (box.width === 0 || (box.width === graph.width && box.height === graph.height)) return;
	Object.assign(graph, { width: box.width, height: box.height });
	const aspect = box.width / box.height;
	if (Math.abs(Math.log(aspect / graph.aspect)) > 0.2) {
		graph.aspect = aspect;
		layOut();
	}
	graph.picture.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
	fit();
}

function fit() {
	const scale = Math.min(graph.width / graph.wide, (graph.height - 16) / graph.high, 90);
	Object.assign(graph, {
		zoom: scale,
		x: (graph.width - scale * graph.wide) / 2,
		y: (graph.height - 12 - scale * graph.high) / 2,
	});
	moveGraph();
}

function zoomBy(factor, x = graph.width / 2, y = graph.height / 2) {
	const zoom = Math.min(400, Math.max(4, graph.zoom * factor));
	graph.x = x - ((x - graph.x) * zoom) / graph.zoom;
	graph.y = y - ((y - graph.y) * zoom) / graph.zoom;
	graph.zoom = zoom;
	moveGraph();
}

const onScreen = (i) => [graph.x + graph.zoom * graph.at[i][0], graph.y + graph.zoom * graph.at[i][1]];

function moveGraph() {
	graph.picture.dataset.from = threshold(graph.laidOutFor);
	graph.marks.forEach((mark, i) => {
		const [x, y] = onScreen(i);
		mark.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
	});
	graph.edges.forEach(({ ends: [a, b] }, e) => {
		const [from, to] = [onScreen(a), onScreen(b)];
		const line = graph.lines[e];
		line.setAttribute("x1", from[0].toFixed(1));
		line.setAttribute("y1", from[1].toFixed(1));
		line.setAttribute("x2", to[0].toFixed(1));
		line.setAttribute("y2", to[1].toFixed(1));
	});
	showGraph();
}

// showNames puts the name of each node where it covers no node and no other name: below, above or
// beside it. Names stay inside the picture. One without a place is hidden: nodes with more pairs
// choose first.
function showNames() {
	const shown = graph.marks.map((_, i) => i).filter((i) => !graph.marks[i].classList.contains("away"));
	const order = [...shown].sort((i, j) => pairsOf[graph.nodes[j]].length - pairsOf[graph.nodes[i]].length || i - j);
	const taken = shown.map((i) => {
		const [x, y] = onScreen(i);
		return boxAround(x, y, sizeOf(graph.nodes[i]), sizeOf(graph.nodes[i]));
	});
	for (const name of graph.names) name.classList.add("hidden");
	for (const i of order) {
		const name = graph.names[i];
		const half = 3.3 * name.textContent.length + 3;
		const places = placesOf(i, half);
		const free = places.find(([x, y]) => !taken.some((box) => overlap(box, boxAround(x, y, half, 7))));
		const [x, y] = free || places[0] || onScreen(i); // a hidden name is shown with its node's neighbours
		name.setAttribute("x", x.toFixed(1));
		name.setAttribute("y", (y + 4).toFixed(1));
		if (!free) continue;
		taken.push(boxAround(x, y, half, 7));
		name.classList.remove("hidden");
	}
}

// placesOf returns the centres that the name of a node may have, best first. half is half the width
// of the name.
function placesOf(i, half) {
	const [x, y] = onScreen(i);
	const away = sizeOf(graph.nodes[i]) + 9;
	const inside = Math.min(Math.max(x, half), graph.width - half);
	const places = [
		[inside, y + away],
		[inside, y - away],
		[x + half + away - 5, y],
		[x - half - away + 5, y],
	];
	const fits = ([a, b]) => a >= half && a <= graph.width - half && b >= 7 && b <= graph.height - 7;
	return places.filter(fits);
}

const boxAround = (x, y, wide, high) => [x - wide, y - high, x + wide, y + high];
const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

function panAndZoom() {
	const picture = graph.picture;
	let last = null;
	picture.addEventListener("pointerdown", (event) => {
		if (event.target === picture) last = [event.clientX, event.clientY];
	});
	addEventListener("pointerup", () => {
		last = null;
	});
	picture.addEventListener("pointermove", (event) => {
		if (!last) return;
		graph.x += event.clientX - last[0];
		graph.y += event.clientY - last[1];
		last = [event.clientX, event.clientY];
		moveGraph();
	});
	picture.addEventListener(
		"wheel",
		(event) => {
			if (!event.ctrlKey && !event.metaKey) return;
			event.preventDefault();
			const box = picture.getBoundingClientRect();
			zoomBy(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
		},
		{ passive: false },
	);
}

function graphTools() {
	const button = (text, label, onclick) =>
		el("button", { type: "button", class: "small", "aria-label": label, title: label, onclick }, text);
	return el(
		"div",
		{ class: "graph-tools" },
		button("+", "Zoom in", () => zoomBy(1.4)),
		button("−", "Zoom out", () => zoomBy(1 / 1.4)),
		button("Fit", "Fit the whole graph", fit),
	);
}

function graphLegend() {
	const sample = (...marks) => svg("svg", { class: "sample", viewBox: "-11 -11 22 22", "aria-hidden": "true" }, marks);
	const dot = svg("circle", { class: "dot", r: 6 });
	const left = pairs.length - graph.edges.length;
	const drawn = new Set(graph.nodes);
	const absent = identical.filter(([unit]) => !drawn.has(unit)).length;
	return el(
		"p",
		{ class: "caption legend" },
		el("span", {}, sample(dot), one),
		units.some((unit) => unit.old) &&
			el("span", {}, sample(svg("rect", { class: "dot", x: -6, y: -6, width: 12, height: 12 })), "earlier " + one),
		groups.some((group) => group.dated) &&
			el(
				"span",
				{},
				sample(svg("circle", { class: "halo", r: 9 }), dot.cloneNode()),
				"earliest of its cluster",
			),
		identical.length > 0 &&
			el(
				"span",
				{},
				sample(
					svg("circle", { class: "dot", r: 9 }),
					svg("text", { class: "count", y: 3.5, "text-anchor": "middle" }, 2),
				),
				"identical ones",
			),
		el("span", {}, "Colours show clusters."),
		el("span", { class: "on-screen" }, `Choose a node to see only the pairs of this ${one}.`),
		left > 0 &&
			el(
				"span",
				{},
				`${thousands(graph.edges.length)} of ${thousands(pairs.length)} pairs are drawn: the strongest of each ${one}.`,
			),
		absent > 0 &&
			el("span", {}, `Not drawn: ${plural(absent, "group", "groups")} of identical ${many}.`),
	);
}
