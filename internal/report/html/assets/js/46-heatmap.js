// The view of one cluster: a heat map of the scores of its pairs, #group=7&from=0.55. It is a table,
// so that it can be read without seeing it. Similar units are next to each other. Arrow keys move
// among the cells, and Enter opens a pair.

const mostInMap = 60;
const mostWithText = 16;

const groupLink = (group) => `#group=${group.units[0] + 1}&from=${threshold(state.threshold)}`;

function drawGroup(group) {
	const number = groups.indexOf(group) + 1;
	const shown = inMap(group);
	replace(
		byId("group"),
		el(
			"div",
			{ class: "pair-bar" },
			el("a", { class: "button", href: "#clusters", "aria-keyshortcuts": "Escape" }, "All clusters ", el("kbd", {}, "Esc")),
			el("h2", { tabindex: -1, id: "group-title" }, "Cluster " + number),
		),
		el(
			"p",
			{},
			`${plural(group.units.length, one, many)}, mean score ${score(group.score)}. ` +
				"The stronger the colour of a cell, the higher the score of its row and column. Choose a cell to read the pair." +
				(shown.length < group.units.length
					? ` Shown are the ${shown.length} with the highest mean scores of ${thousands(group.units.length)}.`
					: ""),
		),
		el("div", { class: "scroll card " + hue(number - 1) }, heatMap(shown)),
		el(
			"div",
			{ class: "legend caption heat-scale " + hue(number - 1) + (shown.length <= mostWithText ? " with-text" : ""), "aria-hidden": "true" },
			"Score",
			[0.2, 0.4, 0.6, 0.8, 1].map((x) => [place(el("span", { class: "heat" }), { "--share": x }), x.toFixed(1)]),
		),
		el("p", { class: "caption" }, emptyCells(), " ", caution),
	);
}

const emptyCells = () =>
	`An empty cell is a pair whose score is not known: it is below ${data.more > unlistedPairs.length ? score(leastListed) : data.minScore}.`;

// inMap returns the units of a group that are shown: those with the highest mean scores.
function inMap({ order }) {
	if (order.length <= mostInMap) return order;
	const { scoreAt } = scoresWithin(order);
	const sum = new Map(order.map((a) => [a, order.reduce((total, b) => total + (scoreAt(a, b) || 0), 0)]));
	const kept = new Set([...order].sort((a, b) => sum.get(b) - sum.get(a) || a - b).slice(0, mostInMap));
	return order.filter((unit) => kept.has(unit));
}

function heatMap(members) {
	const { pairAt, scoreAt } = scoresWithin(members);
	const label = (unit, number) => [el("span", { class: "number" }, number), " ", unitLink(unit)];
	const links = [];
	const cell = (a, b, row, column) => {
		const value = scoreAt(a, b);
		if (value === undefined) return el("td", {}, a === b ? "" : el("span", { class: "sr" }, "not known"));
		const pair = pairAt(a, b);
		const alike = leadOf[a] === leadOf[b];
		const what = alike ? "identical" : "score " + score(value) + (pair ? "" : ", not listed");
		const content = {
			class: "heat",
			"aria-label": `${nameOf(a)} and ${nameOf(b)}: ${what}`,
		};
		const text = members.length <= mostWithText ? score(value).replace(/^0/, "") : "";
		const link = pair
			? el("a", { ...content, href: "#pair=" + (pair.id + 1), tabindex: -1 }, text)
			: el("span", { ...content, role: "img", tabindex: -1 }, text);
		place(link, { "--share": value.toFixed(2) });
		tip.on(link, () => [nameOf(a), nameOf(b), pair ? `${what}, ${pair.kind}: ${sharesText(pair)}` : what]);
		links.push({ link, row, column });
		return el("td", {}, link);
	};
	const rows = members.map((a, row) =>
		el(
			"tr",
			{},
			el("th", { scope: "row" }, label(a, row + 1)),
			members.map((b, column) => cell(a, b, row, column)),
		),
	);
	const head = members.map((unit, i) => el("th", { scope: "col", title: nameOf(unit) }, i + 1, el("span", { class: "sr" }, nameOf(unit))));
	const map = el(
		"table",
		{ class: "heat-map" + (members.length <= mostWithText ? " with-text" : ""), "aria-label": "Scores within the cluster" },
		el("thead", {}, el("tr", {}, el("td"), head)),
		el("tbody", {}, rows),
	);
	if (links.length > 0) links[0].link.setAttribute("tabindex", 0);
	map.addEventListener("keydown", (event) => moveInMap(event, links));
	return map;
}

// moveInMap moves the focus to the next cell in the direction of the arrow key.
function moveInMap(event, links) {
	const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
	const here = links.find(({ link }) => link === event.target);
	if (!step || !here) return;
	event.preventDefault();
	const ahead = ({ row, column }) => {
		const [down, right] = [row - here.row, column - here.column];
		return step[0] === 0 ? down === 0 && right * step[1] > 0 : right === 0 && down * step[0] > 0;
	};
	const distance = ({ row, column }) => Math.abs(row - here.row) + Math.abs(column - here.column);
	const next = links.filter(ahead).sort((x, y) => distance(x) - distance(y))[0];
	if (!next) return;
	here.link.setAttribute("tabindex", -1);
	next.link.setAttribute("tabindex", 0);
	next.link.focus();
}
