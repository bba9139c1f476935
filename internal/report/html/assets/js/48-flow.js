// The picture of two trees: files of the first on the left, of the second on the right, and between
// them a band for each two files, as thick as the tokens that match. Folders fold: then their bands
// are drawn as one. The height of a file or folder follows its number of tokens; its name is the minimum.

const flow = data.flow;
const mostRows = 40; // of each side at first
const mostChildren = 200; // rows of a folder
const mostBands = 250;
const rowHeight = 22;
const pictureHeight = 460; // of the larger tree, if no row needs more
const flowView = { roots: [], bands: [], rows: [[], []], hidden: new Set(), links: [], changed: new Set(), edited: new Set() };

// The kinds of relations in the order of the legend, with their colours.
const flowKinds = {
	unchanged: ["", "same bytes, same path"],
	edited: ["hue2", "other content, same path"],
	moved: ["hue1", "another path, possibly edited"],
	copied: ["hue3", "the material is also in another file of the right side"],
	split: ["hue4", "the material of one file went to several"],
	merged: ["hue5", "the material of several files went into one"],
	gone: ["hue6", "went nowhere; a dashed band leads to a file with the same material from elsewhere"],
	new: ["hue7", "comes from no file of the left side"],
};

const treeName = (side) => [flow.trees[side].name, flow.trees[side].folder].filter(Boolean).join("/");

function drawFlow() {
	flowView.links = flow.relations.flatMap(linksOf);
	for (const { ends, kind, relation } of flowView.links) {
		for (const unit of ends) {
			if (kind !== "unchanged") flowView.changed.add(unit);
			if (!relation.identical) flowView.edited.add(unit);
		}
	}
	flowView.roots = [0, 1].map(treeOf);
	for (const root of flowView.roots) unfoldLargest(root);
	drawFlowSummary();
	const holder = el("div", { class: "flow-picture" });
	add(
		byId("flow"),
		flowLegend(),
		el(
			"div",
			{ class: "flow-heads" },
			[0, 1].map((side) => el("h3", {}, named(treeName(side)))),
		),
		holder,
		el("p", { class: "caption", id: "flow-text", role: "status" }),
		el(
			"p",
			{ class: "caption on-screen" },
			"Choose a folder to fold or unfold it, or a band to see both files side by side. The table below lists the same.",
		),
	);
	flowView.holder = holder;
	redrawFlow();
	drawRelations();
}

// linksOf returns the bands of a relation: { ends, tokens, kind, pair, relation }, with units as ends.
// One without an end is of a file that is gone or new.
function linksOf(relation) {
	const [a, b] = relation.sides;
	const { kind, pairs: numbers = [] } = relation;
	if (a.length === 0) return b.map((file) => ({ ends: [-1, file.unit], tokens: units[file.unit].tokens, kind, pair: -1, relation }));
	const all = kind === "gone" ? a.map((file) => ({ ends: [file.unit, -1], tokens: units[file.unit].tokens, kind, pair: -1, relation })) : [];
	a.forEach((from, i) =>
		b.forEach((to, j) =>
			all.push({
				ends: [from.unit, to.unit],
				tokens: (a.length > 1 ? from : to).matching,
				kind,
				pair: numbers[i * b.length + j] ?? -1,
				relation,
			}),
		),
	);
	return all;
}

// treeOf returns the root folder of a side. A node has its path, its name, the units below it, and
// the nodes in it if it is a folder.
function treeOf(side) {
	const root = { side, path: "", name: "", units: [], inside: new Map(), open: true };
	for (const unit of new Set(flow.relations.flatMap(({ sides }) => sides[side].map((file) => file.unit)))) {
		let node = root;
		const parts = units[unit].name.split("/");
		node.units.push(unit);
		parts.forEach((name, i) => {
			const isFile = i === parts.length - 1;
			const key = isFile ? "file " + name : name;
			if (!node.inside.has(key)) {
				const path = node.path === "" ? name : node.path + "/" + name;
				node.inside.set(key, { side, path, name, units: [], inside: isFile ? null : new Map(), open: false });
			}
			node = node.inside.get(key);
			node.units.push(unit);
		});
	}
	shorten(root);
	return root;
}

// shorten joins a folder with its only content, if that is a folder, and lists what is inside.
function shorten(node) {
	if (!node.inside) {
		node.tokens = units[node.units[0]].tokens;
		node.edited = flowView.edited.has(node.units[0]) ? node.tokens : 0;
		return;
	}
	node.list = [...node.inside.values()];
	node.list.forEach(shorten);
	node.tokens = tokensIn(node.list);
	node.edited = node.list.reduce((sum, { edited }) => sum + edited, 0);
	const [only, ...others] = node.list;
	if (node.path !== "" && others.length === 0 && only.inside)
		Object.assign(node, { path: only.path, name: node.name + "/" + only.name, inside: only.inside, list: only.list });
	node.list.sort((x, y) => (!x.inside ? 1 : 0) - (!y.inside ? 1 : 0) || collator.compare(x.name, y.name));
	foldUnchanged(node);
	cutList(node);
}

const tokensIn = (nodes) => nodes.reduce((sum, { tokens }) => sum + tokens, 0);

// foldUnchanged puts the unchanged files of a folder into a node of their own, next to the rest.
function foldUnchanged(node) {
	const same = node.list.filter((child) => !child.units.some((unit) => flowView.changed.has(unit)));
	if (same.length < 3 || same.length === node.list.length) return;
	const inFold = same.flatMap((child) => child.units);
	const fold = {
		side: node.side,
		path: node.path,
		name: plural(inFold.length, "unchanged file", "unchanged files"),
		units: inFold,
		inside: new Map(),
		list: same,
		tokens: tokensIn(same),
		edited: 0,
		open: false,
		gathered: true,
	};
	cutList(fold);
	node.list = [...node.list.filter((child) => !same.includes(child)), fold];
}

// cutList keeps the largest nodes of a folder, and makes one node of the rest.
function cutList(node) {
	if (node.list.length <= mostChildren) return;
	const rest = [...node.list].sort((x, y) => y.tokens - x.tokens).slice(mostChildren - 1);
	const left = new Set(rest);
	node.list = node.list.filter((child) => !left.has(child));
	node.list.push({
		side: node.side,
		path: node.path,
		name: `${plural(rest.length, "smaller one", "smaller ones")}`,
		units: rest.flatMap((child) => child.units),
		tokens: tokensIn(rest),
		edited: 0,
		gathered: true,
	});
}

// unfoldLargest opens the folders with most tokens in files that differ, as long as the rows do not
// become too many.
function unfoldLargest(root) {
	let rows = root.list.length;
	for (let closed = [...root.list]; closed.length > 0;) {
		const fit = closed.filter((node) => node.edited > 0 && node.inside && rows + node.list.length <= mostRows);
		if (fit.length === 0) return;
		const node = fit.reduce((x, y) => (y.edited > x.edited ? y : x));
		node.open = true;
		rows += node.list.length;
		closed = [...closed.filter((other) => other !== node), ...node.list];
	}
}

// rowsOf returns the nodes that are shown, with their depth.
function rowsOf(root) {
	const rows = [];
	const walk = (node, depth) => {
		for (const child of node.list) {
			rows.push({ node: child, depth });
			if (child.inside && child.open) walk(child, depth + 1);
		}
	};
	walk(root, 1);
	return rows;
}

function pathText({ path, name, inside, gathered }) {
	if (gathered) return (path === "" ? "" : path + "/ ") + name;
	return inside ? path + "/" : path;
}

const isOpen = ({ node }) => Boolean(node.inside && node.open);

function redrawFlow() {
	const rows = (flowView.rows = flowView.roots.map(rowsOf));
	const at = rows.map(rowOfUnits);
	const bands = (flowView.bands = gatherBands(at));
	const drawn = bands.slice(0, mostBands);
	const height = placeRows(rows, drawn);
	flowView.marks = [];
	const picture = svg("svg", {
		class: "flow-bands",
		height,
		viewBox: `0 0 100 ${height}`,
		preserveAspectRatio: "none",
		role: "group",
		"aria-label": "Bands between the files. Arrow keys move among them. The table of relations lists the same.",
	});
	add(picture, rows.flat().map(barOf), drawn.map(bandOf));
	if (flowView.marks.length > 0) flowView.marks[0].setAttribute("tabindex", 0);
	const sides = rows.map((list, side) => drawnSide(list, side));
	replace(place(flowView.holder, { height: height + "px" }), sides[0], picture, sides[1]);
	showFlowText(bands.slice(mostBands));
}

// rowOfUnits returns the row of every unit, or of the folded folder that it is in.
function rowOfUnits(rows) {
	const at = new Map();
	for (const row of rows) if (!isOpen(row)) for (const unit of row.node.units) at.set(unit, row);
	return at;
}

// gatherBands joins the links between the same rows, the most tokens first.
function gatherBands(at) {
	const all = new Map();
	const number = new Map(flowView.rows.flat().map((row, i) => [row, i]));
	for (const link of flowView.links) {
		if (flowView.hidden.has(link.kind)) continue;
		const ends = link.ends.map((unit, side) => at[side].get(unit));
		const key = ends.map((row) => number.get(row) ?? "").join() + link.kind;
		if (!all.has(key)) all.set(key, { ends, kind: link.kind, tokens: 0, links: [] });
		const band = all.get(key);
		band.tokens += link.tokens;
		band.links.push(link);
	}
	return [...all.values()].sort((x, y) => y.tokens - x.tokens);
}

// placeRows sets the top and height of the rows, and the places of the bands at them.
function placeRows(rows, bands) {
	const scale = pictureHeight / Math.max(1, ...flowView.roots.map((root) => root.tokens));
	for (const row of rows.flat()) row.used = 0;
	for (const band of bands) {
		band.thick = Math.max(1, band.tokens * scale);
		for (const row of band.ends) if (row) row.used += band.thick;
	}
	const heights = rows.map((list) => {
		let y = 0;
		for (const row of list) {
			row.size = isOpen(row) ? 0 : row.node.tokens * scale;
			row.top = y;
			row.height = Math.max(rowHeight, 3 + Math.max(row.size, row.used));
			row.next = y + 1;
			y += row.height;
		}
		return y;
	});
	for (const side of [0, 1]) {
		const other = (band) => (band.ends[1 - side] ? band.ends[1 - side].top : Infinity);
		for (const band of [...bands].sort((x, y) => other(x) - other(y))) {
			const row = band.ends[side];
			if (!row) continue;
			(band.y ??= [])[side] = row.next;
			row.next += band.thick;
		}
	}
	return Math.ceil(Math.max(rowHeight, ...heights));
}

// barOf draws the size of a row at the edge of the picture.
function barOf(row) {
	if (isOpen(row)) return null;
	return svg("rect", {
		class: "flow-bar",
		x: row.node.side === 0 ? 0 : 98.5,
		y: row.top + 1,
		width: 1.5,
		height: Math.max(2, row.size, row.used),
	});
}

function bandOf(band) {
	const lonely = !band.ends[0] || !band.ends[1];
	const dashed = band.kind === "gone" && !lonely;
	const shape = svg("path", {
		class: `band ${flowKinds[band.kind][0]} ${band.kind}${dashed ? " dashed" : ""}`,
		d: lonely ? stub(band) : ribbon(band),
		tabindex: -1,
		role: "button",
		"aria-label": bandLines(band).join(", "),
		onclick: () => chooseBand(band),
		onkeydown: (event) => rove(event, flowView.marks),
		onpointerenter: () => lightBands([band]),
		onpointerleave: () => lightBands(null),
		onfocus: () => lightBands([band]),
		onblur: () => lightBands(null),
	});
	band.mark = shape;
	flowView.marks.push(shape);
	return tip.on(shape, () => bandLines(band));
}

const to1 = (x) => x.toFixed(1);

function ribbon({ y: [left, right], thick }) {
	return (
		`M1.5 ${to1(left)}C50 ${to1(left)} 50 ${to1(right)} 98.5 ${to1(right)}` +
		`V${to1(right + thick)}C50 ${to1(right + thick)} 50 ${to1(left + thick)} 1.5 ${to1(left + thick)}Z`
	);
}

// stub is the band of a gone or new file: it ends after a short way.
function stub({ ends, y, thick }) {
	const side = ends[0] ? 0 : 1;
	const [edge, end] = side === 0 ? [1.5, 9] : [98.5, 91];
	return `M${edge} ${to1(y[side])}H${end}V${to1(y[side] + thick)}H${edge}Z`;
}

// bandLines describes a band in lines of text: both ends, the kind, and the lines of the matches.
function bandLines(band) {
	const nameOf = (row) => row && pathText(row.node);
	const [a, b] = band.ends.map(nameOf);
	const [link] = band.links;
	const one = band.links.length === 1;
	const both = one && a && b ? [units[link.ends[0]].name, units[link.ends[1]].name] : [a, b];
	return [
		both.filter(Boolean).join(" → "),
		`${band.kind}, ${plural(band.tokens, "token", "tokens")}` + (one ? "" : `, ${thousands(band.links.length)} files`),
		...(one ? linkLines(link) : []),
	];
}

function linkLines({ pair, relation, ends }) {
	if (ends.includes(-1)) return [];
	if (relation.identical) return ["identical"];
	if (pair < 0) return [relation.copy, "sources not included"].filter(Boolean);
	const { matches, kind } = pairs[pair];
	const some = matches.slice(0, 4).map(({ places }) => places.map(([, from, to]) => lines(from, to)).join(" → "));
	const more = matches.length > 4 ? ` and ${thousands(matches.length - 4)} more` : "";
	return [kind, "lines " + some.join(", ") + more];
}

// chooseBand opens the pair of a band. One of several files unfolds the folders at its ends.
function chooseBand(band) {
	const [link] = band.links;
	if (band.links.length === 1 && link.pair >= 0) return openPair(pairs[link.pair]);
	const folded = band.ends.filter((row) => row && row.node.inside && !row.node.open);
	for (const row of folded) row.node.open = true;
	if (folded.length === 0) return;
	redrawFlow();
	focusRow(folded[0].node);
}

function drawnSide(rows, side) {
	const marks = [];
	rows.forEach((row) => marks.push(rowMark(row, marks)));
	if (marks.length > 0) marks[0].setAttribute("tabindex", 0);
	return el("div", { class: "flow-side", "data-side": side, role: "tree", "aria-label": treeName(side) }, marks);
}

function rowMark(row, marks) {
	const { node, depth } = row;
	const bands = () => flowView.bands.filter((band) => band.mark && band.ends.includes(row));
	const lines = () => [
		pathText(node),
		node.inside || node.gathered ? plural(node.units.length, "file", "files") : "",
		plural(node.tokens, "token", "tokens"),
		...bands()
			.slice(0, 6)
			.map((band) => `${band.kind}: ${plural(band.tokens, "token", "tokens")}`),
	];
	const mark = el(
		"div",
		{
			class: "flow-row" + (node.inside && !node.gathered ? " folder" : ""),
			role: "treeitem",
			tabindex: -1,
			"aria-level": depth,
			"aria-expanded": node.inside ? String(node.open) : null,
			"aria-selected": "false",
			onclick: () => chooseRow(row, bands()),
			onkeydown: (event) => rowKey(event, row, marks),
			onpointerenter: () => lightBands(bands()),
			onpointerleave: () => lightBands(null),
			onfocus: () => lightBands(bands()),
			onblur: () => lightBands(null),
		},
		node.inside && el("span", { class: "fold", "aria-hidden": "true" }, node.open ? "▾" : "▸"),
		named(node.name + (node.inside && !node.gathered ? "/" : "")),
		node.inside && !node.gathered && el("small", {}, thousands(node.units.length)),
	);
	row.mark = mark;
	return tip.on(place(mark, { top: row.top + "px", height: row.height + "px", "--depth": depth - 1 }), lines);
}

// chooseRow folds or unfolds a folder. A file with one band opens it; with several, they get the focus.
function chooseRow(row, bands) {
	const { node } = row;
	if (node.inside) {
		node.open = !node.open;
		redrawFlow();
		focusRow(node);
	} else if (bands.length === 1) chooseBand(bands[0]);
	else if (bands.length > 1) focusMark(bands[0].mark, flowView.marks);
}

function focusRow(node) {
	const rows = flowView.rows[node.side];
	const row = rows.find((other) => other.node === node);
	if (row) focusMark(row.mark, rows.map((other) => other.mark));
}

function focusMark(mark, marks) {
	for (const other of marks) other.setAttribute("tabindex", -1);
	mark.setAttribute("tabindex", 0);
	mark.focus();
}

// rowKey folds with the left arrow key and unfolds with the right one, as in other trees.
function rowKey(event, row, marks) {
	const { node } = row;
	if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return rove(event, marks);
	event.preventDefault();
	if (node.inside && node.open === (event.key === "ArrowLeft")) chooseRow(row, []);
}

// lightBands highlights bands; null ends it.
function lightBands(bands) {
	const lit = new Set(bands);
	for (const band of flowView.bands) if (band.mark) band.mark.classList.toggle("on", lit.has(band));
	flowView.holder.classList.toggle("lit", lit.size > 0);
}

function showFlowText(left) {
	const tokens = left.reduce((sum, band) => sum + band.tokens, 0);
	byId("flow-text").textContent =
		left.length > 0
			? `The ${thousands(mostBands)} widest bands are drawn. Not drawn: ${plural(left.length, "band", "bands")} ` +
				`of ${plural(tokens, "token", "tokens")} together.`
			: "";
}

// flowLegend names the kinds, with their numbers. Each can be hidden.
function flowLegend() {
	const counts = {};
	for (const { kind } of flow.relations) counts[kind] = (counts[kind] || 0) + 1;
	const toggle = (event, kind) => {
		const hide = !flowView.hidden.delete(kind);
		if (hide) flowView.hidden.add(kind);
		event.currentTarget.setAttribute("aria-pressed", String(!hide));
		redrawFlow();
		showRelations();
	};
	return el(
		"div",
		{ class: "flow-legend", role: "group", "aria-label": "Kinds that are shown" },
		Object.keys(flowKinds)
			.filter((kind) => counts[kind])
			.map((kind) =>
				el(
					"button",
					{
						type: "button",
						class: "small",
						"data-kind": kind,
						"aria-pressed": "true",
						title: capital(flowKinds[kind][1]),
						onclick: (event) => toggle(event, kind),
					},
					el("span", { class: `swatch ${flowKinds[kind][0]} ${kind}`, "aria-hidden": "true" }),
					`${kind} ${thousands(counts[kind])}`,
				),
			),
	);
}
