// The project as a tree map: the area of a file or folder is its number of lines, and its colours are the shares of
// these in each part: copies by the class of their licence, hatched if they are decided, own and common material. A
// folder can be entered. A table has the numbers of each group.

const mostTiles = 150; // of a folder; the rest is one tile
const mapView = { root: null, folder: null, folders: new Map(), marks: [] };

function drawMap() {
	mapView.root = mapTree();
	mapView.holder = el("div", {
		class: "map",
		role: "group",
		"aria-label": "Tree map. Arrow keys move among files and folders, Enter opens one, Backspace leaves the folder. The table below has the numbers.",
	});
	mapView.crumbs = el("nav", { class: "map-crumbs", "aria-label": "Folder" });
	mapView.text = el("p", { class: "caption", id: "map-text", role: "status" });
	mapView.table = table({
		id: "map-table",
		label: "Files and folders",
		columns: mapColumns(),
		rowOf: (node, columns) => el("tr", {}, cells(node, columns)),
		sorted: "lines",
		down: true,
	});
	add(
		byId("map"),
		el(
			"p",
			{ class: "caption legend" },
			lineParts.map((part) => {
				const swatch = el("span", { class: `swatch fill${part.group === "decided" ? " hatched" : ""}`, "aria-hidden": "true" });
				return el("span", {}, place(swatch, { "--fill": `linear-gradient(${partColour(part)} 0 0)` }), partText(part));
			}),
		),
		mapView.crumbs,
		mapView.holder,
		mapView.text,
		el("details", { id: "map-details" }, el("summary", {}, "As a table"), mapView.table.element),
	);
	showFolder(mapView.root);
	addEventListener("resize", redrawMap);
}

// mapTree returns the root folder. A node has its path, its name, its parent, the numbers of files and lines, the
// lines in each part, and its nodes if it is a folder.
function mapTree() {
	const root = newFolder("", scan.project, null);
	for (const file of scan.files) {
		const parts = file.path.split("/");
		const name = parts.pop();
		let node = root;
		for (const part of parts) {
			const key = part + "/";
			if (!node.inside.has(key)) node.inside.set(key, newFolder(node === root ? part : node.path + "/" + part, part, node));
			node = node.inside.get(key);
		}
		const shares = file.shares || scan.parts.map(() => 0);
		const rest = file.lines - shares.reduce((x, y) => x + y, 0);
		node.inside.set(file.files ? "/" : name, {
			path: file.path,
			name: file.files ? plural(file.files, "smaller file", "smaller files") : name,
			parent: node,
			files: file.files || 1,
			lines: file.lines,
			shares: [...shares, rest],
			findings: findingCounts.get(file.path) || 0,
			origin: originOfFile.get(file.path),
		});
	}
	addUp(root);
	return root;
}

const newFolder = (path, name, parent) => ({ path, name, parent, inside: new Map() });

// addUp adds up the contents of a folder, and joins it with its only content if that is a folder.
function addUp(node) {
	if (!node.inside) return;
	node.list = [...node.inside.values()];
	node.list.forEach(addUp);
	const [only] = node.list;
	if (node.parent && node.list.length === 1 && only.inside) {
		Object.assign(node, { path: only.path, name: node.name + "/" + only.name, list: only.list });
		for (const child of node.list) child.parent = node;
	}
	const sum = (key) => node.list.reduce((total, child) => total + child[key], 0);
	Object.assign(node, { files: sum("files"), lines: sum("lines"), findings: sum("findings") });
	node.shares = lineParts.map((_, i) => node.list.reduce((total, child) => total + child.shares[i], 0));
	node.list.sort((x, y) => y.lines - x.lines || collator.compare(x.name, y.name));
	mapView.folders.set(node.path, node);
}

// enterFolder shows the folder at a path, or the root if there is none.
function enterFolder(path) {
	const folder = mapView.folders.get(path) || mapView.root;
	if (folder === mapView.folder) return;
	const inMap = mapView.holder.contains(document.activeElement) || document.activeElement === document.body;
	showFolder(folder);
	if (inMap && mapView.marks.length > 0) mapView.marks[0].focus({ preventScroll: true });
}

function showFolder(folder) {
	mapView.folder = folder;
	const up = [];
	for (let node = folder; node; node = node.parent) up.unshift(node);
	replace(
		mapView.crumbs,
		up.map((node, i) => [
			i > 0 && " / ",
			node === folder ? el("strong", {}, named(node.name)) : el("a", { href: addressOf("folder", node.path) }, named(node.name)),
		]),
	);
	replace(
		mapView.text,
		nodeLines(folder).slice(1).join(", ") + ". ",
		folder.findings > 0 && el("a", { href: addressOf("file", folder.path) }, `List ${plural(folder.findings, "finding", "findings")}`),
	);
	mapView.table.show(folder.list);
	redrawMap();
}

// redrawMap keeps the focus on the tile that has it.
function redrawMap() {
	const { holder, folder } = mapView;
	const focused = mapView.marks.indexOf(document.activeElement);
	const width = holder.clientWidth || 900;
	const height = holder.clientHeight || 400;
	const marks = (mapView.marks = []);
	replace(
		holder,
		squarified(shownNodes(folder), width, height).map(({ node, box }) => {
			const tile = mapTile(node, box, width, height);
			marks.push(tile);
			return tile;
		}),
	);
	const first = marks[Math.max(0, focused)] || marks[0];
	if (first) first.setAttribute("tabindex", 0);
	if (first && focused >= 0) first.focus({ preventScroll: true });
	if (!first) add(holder, el("p", { class: "caption" }, "There is no line to show."));
}

// shownNodes returns the nodes of a folder that have a tile. Small ones have one together.
function shownNodes({ list, path }) {
	const all = list.filter((node) => node.lines > 0);
	if (all.length <= mostTiles) return all;
	const rest = all.slice(mostTiles - 1);
	const sum = (key) => rest.reduce((total, node) => total + node[key], 0);
	return [
		...all.slice(0, mostTiles - 1),
		{
			path,
			name: plural(rest.length, "smaller one", "smaller ones"),
			files: sum("files"),
			lines: sum("lines"),
			findings: sum("findings"),
			shares: lineParts.map((_, i) => rest.reduce((total, node) => total + node.shares[i], 0)),
			gathered: true,
		},
	].sort((x, y) => y.lines - x.lines);
}

// squarified places nodes, the largest first, in a rectangle: in rows along its shorter side, of which each takes
// nodes as long as they become more square (Bruls, Huizing and van Wijk, "Squarified treemaps", 2000).
function squarified(nodes, width, height) {
	const placed = [];
	let [x, y, w, h] = [0, 0, width, height];
	let left = nodes.reduce((sum, { lines }) => sum + lines, 0);
	for (let from = 0; from < nodes.length;) {
		const side = Math.min(w, h);
		const scale = (w * h) / left;
		let sum = 0;
		let worst = Infinity;
		let to = from;
		for (; to < nodes.length; to++) {
			const thick = ((sum + nodes[to].lines) * scale) / side;
			const long = (nodes[from].lines * scale) / thick;
			const short = (nodes[to].lines * scale) / thick;
			const next = Math.max(long / thick, thick / short);
			if (next > worst) break;
			worst = next;
			sum += nodes[to].lines;
		}
		const thick = (sum * scale) / side;
		let at = 0;
		for (const node of nodes.slice(from, to)) {
			const length = (node.lines * scale) / thick;
			placed.push({ node, box: w >= h ? [x, y + at, thick, length] : [x + at, y, length, thick] });
			at += length;
		}
		if (w >= h) [x, w] = [x + thick, w - thick];
		else [y, h] = [y + thick, h - thick];
		left -= sum;
		from = to;
	}
	return placed;
}

function mapTile(node, [x, y, w, h], width, height) {
	const opens = Boolean(node.inside || node.findings > 0);
	const tile = el(
		"div",
		{
			class: "map-tile fill" + (node.inside ? " folder" : "") + (opens ? " opens" : ""),
			role: opens ? "button" : "img",
			tabindex: -1,
			"aria-label": nodeLines(node).join(", "),
			"data-origin": w > 90 && h > 44 && node.origin,
			onclick: () => openNode(node),
			onkeydown: (event) => mapKey(event),
		},
		w > 44 && h > 20 && el("span", { class: "map-name" }, named(node.name + (node.inside ? "/" : ""))),
	);
	if (node.inside && w > 130 && h > 80) add(tile, mapInside(node, w - 8, h - 28));
	const part = (value, of) => (100 * value) / of + "%";
	place(tile, { left: part(x, width), top: part(y, height), width: part(w, width), height: part(h, height), ...fillOf(node) });
	return tip.on(tile, () => nodeLines(node));
}

// mapInside draws the contents of a folder. The style writes their names: the folder's name for
// assistive technology has what a tile contains as text.
function mapInside(node, width, height) {
	return el(
		"div",
		{ class: "map-inside", "aria-hidden": "true" },
		squarified(shownNodes(node), width, height).map(({ node: child, box: [x, y, w, h] }) =>
			place(el("div", { class: "map-part fill", "data-name": w > 60 && h > 22 && child.name }), {
				left: (100 * x) / width + "%",
				top: (100 * y) / height + "%",
				width: (100 * w) / width + "%",
				height: (100 * h) / height + "%",
				...fillOf(child),
			}),
		),
	);
}

// fillOf returns the colours of a node, and where those of decided copies are. Open copies of any number can be seen.
function fillOf({ shares, lines }) {
	const ends = [];
	let sum = 0;
	for (const n of shares) ends.push((sum += n) / Math.max(1, lines));
	const at = (share) => (100 * share).toFixed(2) + "%";
	const stops = lineParts.map((part, i) => {
		const end = part.group === "open" && shares[i] > 0 ? `max(4px, ${at(ends[i])})` : at(ends[i]);
		return `${partColour(part)} 0 ${end}`;
	});
	const endOf = (group) => Math.max(0, ...lineParts.map((part, i) => (group.includes(part.group) ? ends[i] : 0)));
	const from = endOf(["open"]);
	const wide = Math.max(from, endOf(["open", "decided"])) - from;
	return { "--fill": `linear-gradient(to right, ${stops.join(", ")})`, "--hatch-width": at(wide), "--hatch-at": at(wide < 1 ? from / (1 - wide) : 0) };
}

// linesIn returns the lines of a node in all parts of a group.
const linesIn = (node, group) => lineParts.reduce((sum, part, i) => sum + (part.group === group ? node.shares[i] : 0), 0);

// nodeLines describes a node in lines of text.
function nodeLines(node) {
	const { name, path, inside, gathered, files, lines: n, shares, origin } = node;
	return [
		inside || gathered ? (path === "" ? name : path + "/") + (gathered ? " " + name : "") : path || name,
		(inside || files > 1) && plural(files, "file", "files"),
		plural(n, "line", "lines"),
		...lineParts.map((part, i) => shares[i] > 0 && `${partText(part)} ${partOf(shares[i], n)}`),
		origin && "from " + origin,
	].filter(Boolean);
}

function openNode(node) {
	if (node.inside) visit(addressOf("folder", node.path));
	else if (node.findings > 0) visit(addressOf("file", node.path));
}

function mapKey(event) {
	if (event.key !== "Backspace") return rove(event, mapView.marks);
	event.preventDefault();
	const { parent } = mapView.folder;
	if (parent) visit(addressOf("folder", parent.path));
}

function mapColumns() {
	const count = (id, title, value) => ({ id, title, number: true, class: "number" + (id === "files" ? " wide" : ""), value, cell: (node) => thousands(value(node)) });
	return [
		{ id: "name", title: "Name", rowHead: true, class: "names", value: (node) => node.name, cell: nodeLink },
		count("files", "Files", (node) => node.files),
		count("lines", "Lines", (node) => node.lines),
		...lineGroups.map(([group, text]) => ({
			...count(group, capital(text.split(" ")[0]), (node) => linesIn(node, group)),
			...(group === "rest" && { title: capital(text) }),
		})),
	];
}

function nodeLink(node) {
	if (node.inside) return el("a", { href: addressOf("folder", node.path) }, named(node.name + "/"));
	return node.findings > 0 ? el("a", { href: addressOf("file", node.path) }, named(node.name)) : named(node.name);
}
