// The view of one unit, #unit=3: its scores against the scores of all pairs, what it shares with whom by
// the lines of its files, and its pairs.

const lanesAtOnce = 25;

function drawUnit(i) {
	const lead = leadOf[i];
	const own = pairsOf[i];
	const text = [nameOf(i), ...facts(i)];
	replace(
		byId("unit"),
		el(
			"div",
			{ class: "pair-bar" },
			el("a", { class: "button", href: "#units", "aria-keyshortcuts": "Escape" }, `All ${many} `, el("kbd", {}, "Esc")),
			el("h2", { tabindex: -1, id: "unit-title" }, named(text[0])),
			groupOf[i] !== undefined && el("a", { class: "button", href: groupLink(groups[groupOf[i]]) }, "Its cluster"),
		),
		el("p", { class: "facts" }, text.slice(1).map((fact) => el("span", {}, named(fact)))),
		el("p", {}, standing(i)),
		noteForm(String(i), nameOf(i)),
		own.length > 0 && el(
			"div",
			{ class: "charts" },
			el("section", { class: "card", "aria-labelledby": "own-scores" }, el("h3", { id: "own-scores" }, "Its scores"), ownScores(i)),
			el("section", { class: "card", "aria-labelledby": "own-pairs" }, el("h3", { id: "own-pairs" }, "Its pairs"), ownPairs(i)),
		),
		own.length > 0 && el(
			"section",
			{ class: "card", "aria-labelledby": "own-lines" },
			el("h3", { id: "own-lines" }, "What it shares, and with whom"),
			el("p", { class: "caption" }, lanesText(i)),
			units[lead].files.map((file, n) => lanes(lead, n, own)),
		),
		el("p", { class: "caption" }, caution),
	);
}

// standing describes the rank of a unit's highest score among the highest scores of all units.
function standing(i) {
	if (twins[i].length > 0) return `It has the same contents as ${names(twins[i].map(nameOf))}.`;
	if (pairsOf[i].length === 0) return `It is in no listed pair: no other ${one} has a listed score with it.`;
	const others = units.map((_, n) => n).filter((n) => n !== i && !units[n].old);
	const below = others.filter((n) => highest[n] < highest[i]).length;
	return (
		`Its highest score is ${score(highest[i])}, with ${closestName(i)}. ` +
		`That is higher than the highest score of ${thousands(below)} of the ${thousands(others.length)} others.`
	);
}

const names = (list) => (list.length < 6 ? list.join(", ") : `${list.slice(0, 5).join(", ")} and ${thousands(list.length - 5)} more`);

const inBins = (list) => {
	const bins = new Array(50).fill(0);
	for (const pair of list) bins[Math.min(49, Math.floor(pair.score * 50 + 1e-6))]++;
	return bins;
};

// ownScores draws the scores of a unit in front of the scores of all listed pairs.
function ownScores(i) {
	const [all, own] = [inBins(pairs), inBins(pairsOf[i])];
	const most = Math.max(1, ...all);
	const bar = (count, bin, name) => {
		const height = heightOf(count, most);
		return count > 0 && svg("rect", {
			class: name,
			x: acrossPlot(bin / 50) + 0.5,
			width: (plot.width - plot.left - plot.right) / 50 - 1,
			y: plot.height - plot.bottom - height,
			height,
		});
	};
	const spoken = own.flatMap((count, bin) => (count > 0 ? [`${plural(count, "pair", "pairs")} from ${threshold(bin / 50)}`] : []));
	return [
		svg(
			"svg",
			{
				viewBox: `0 0 ${plot.width} ${plot.height}`,
				class: "plot still",
				role: "img",
				"aria-label": `Scores of ${nameOf(i)}: ${spoken.join(", ")}`,
			},
			countAxis(most),
			scoreAxis(),
			all.map((count, bin) => bar(count, bin, "score-bar")),
			own.map((count, bin) => bar(count, bin, "score-bar above")),
		),
		el("p", { class: "caption" }, `Number of pairs by score. In colour: those of ${nameOf(i)}. Grey: all listed pairs.`),
	];
}

// other returns the unit on the other side of a pair of a unit or of those identical to it.
const other = (pair, i) => pair.units[pair.units[0] === leadOf[i] ? 1 : 0];
const sideOf = (pair, i) => (pair.units[0] === leadOf[i] ? 0 : 1);

function ownPairs(i) {
	const list = table({
		id: "own-table",
		label: "Pairs of " + nameOf(i),
		columns: [
			{ id: "score", title: "Score", help: words.score, number: true, class: "score", value: (p) => p.score, cell: scoreCell },
			{ id: "name", title: "With", rowHead: true, class: "names", value: (p) => nameOf(other(p, i)), cell: (p) => [unitLink(other(p, i)), " ", markBadge(noteOfPair(p))] },
			{ id: "lines", title: "Shared lines", number: true, class: "number", value: (p) => sharedLines(p, i), cell: (p) => thousands(sharedLines(p, i)) },
			{ id: "share", title: "In matches", help: words.coverage, number: true, class: "number", value: (p) => p.coverage[sideOf(p, i)], cell: (p) => percent(p.coverage[sideOf(p, i)]) },
			{ id: "other", title: "Of the other", help: words.coverage, number: true, class: "number", value: (p) => p.coverage[1 - sideOf(p, i)], cell: (p) => percent(p.coverage[1 - sideOf(p, i)]) },
		],
		rowOf: pairRow,
		sorted: "score",
		down: true,
	});
	list.show(pairsOf[i]);
	return list.element;
}

// sharedLines counts the lines of a unit that are in a match of a pair.
function sharedLines(pair, i) {
	const found = new Set();
	for (const { places } of pair.matches) {
		const [file, from, to] = places[sideOf(pair, i)];
		for (let line = from; line <= to; line++) found.add(file + ":" + line);
	}
	return found.size;
}

const lanesText = (i) => {
	const own = pairsOf[i].length;
	const which = own > lanesAtOnce ? `the ${lanesAtOnce} most similar of ${thousands(own)} ${many}` : `each other ${one}`;
	return (
		`From left to right: the lines of its files. One row for ${which}: the parts that both have. ` +
		"In the top row, a stronger colour means that more of them have the line."
	);
};

// lanes draws the matches in a file of a unit, a row for each other unit. Each match is a link.
function lanes(i, index, own) {
	const file = units[i].files[index];
	const rows = own
		.slice(0, lanesAtOnce)
		.map((pair) => ({
			pair,
			with: other(pair, i),
			parts: pair.matches.flatMap((match, n) => {
				const [at, from, to] = match.places[sideOf(pair, i)];
				return at === index ? [{ from, to, number: n + 1, match }] : [];
			}),
		}))
		.filter(({ parts }) => parts.length > 0);
	if (rows.length === 0) return null;
	const count = Math.max(file.lines, ...rows.flatMap(({ parts }) => parts.map(({ to }) => to)));
	const links = rows.flatMap((row) => row.parts.map((part) => laneLink(row, part, count)));
	for (const { link } of links) link.addEventListener("keydown", (event) => rove(event, links.map((other) => other.link)));
	if (links.length > 0) links[0].link.setAttribute("tabindex", 0);
	return el(
		"div",
		{ class: "lanes" },
		el("h4", {}, named(file.path), " ", el("small", {}, plural(file.lines, "line", "lines"))),
		el("div", { class: "lane-row sum", role: "img", "aria-label": sharedText(rows) }, el("span", {}, "all of them"), depthBar(rows, count)),
		rows.map((row) =>
			el(
				"div",
				{ class: "lane-row" },
				el("span", {}, unitLink(row.with)),
				laneBar(count, links.filter(({ row: of }) => of === row).map(({ link }) => link)),
			),
		),
		el("div", { class: "lane-row axis", "aria-hidden": "true" }, el("span"), el("span", { class: "ends" }, el("span", {}, "1"), el("span", {}, thousands(count)))),
	);
}

const laneBar = (count, parts) =>
	svg("svg", { class: "lane", viewBox: `0 0 ${count} 1`, preserveAspectRatio: "none", role: "group" }, svg("rect", { class: "ground", width: count, height: 1 }), parts);

function laneLink(row, { from, to, number, match }) {
	const text = `${nameOf(row.with)}: lines ${lines(from, to)}, ${kindOf(match)}, ${plural(match.tokens, "token", "tokens")}`;
	const link = svg(
		"a",
		{ href: `#pair=${row.pair.id + 1}&match=${number}`, tabindex: -1, "aria-label": text },
		svg("rect", { class: "lane-part", x: from - 1, width: to - from + 1, height: 1 }),
	);
	link.addEventListener("click", () => {
		visit(`#pair=${row.pair.id + 1}&match=${number}`);
	});
	return { row, link: tip.on(link, () => [nameOf(row.with), `lines ${lines(from, to)}`, `${kindOf(match)}, ${plural(match.tokens, "token", "tokens")}`]) };
}

// depths returns the runs of lines that the same number of units share: { from, to, depth }.
function depths(rows) {
	const ends = new Map();
	const step = (line, by) => ends.set(line, (ends.get(line) || 0) + by);
	for (const { parts } of rows) for (const { from, to } of united(parts)) {
		step(from, 1);
		step(to + 1, -1);
	}
	const at = [...ends.keys()].sort((a, b) => a - b);
	let depth = 0;
	return at.flatMap((line, n) => {
		depth += ends.get(line);
		return depth > 0 ? [{ from: line, to: at[n + 1] - 1, depth }] : [];
	});
}

// united merges overlapping parts.
function united(parts) {
	const all = [];
	for (const { from, to } of [...parts].sort((a, b) => a.from - b.from)) {
		const last = all[all.length - 1];
		if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
		else all.push({ from, to });
	}
	return all;
}

const depthBar = (rows, count) =>
	laneBar(
		count,
		depths(rows).map(({ from, to, depth }) =>
			svg("rect", { class: "depth", x: from - 1, width: to - from + 1, height: 1, "fill-opacity": (0.2 + (0.8 * depth) / rows.length).toFixed(2) }),
		),
	);

const sharedText = (rows) =>
	"Lines that others have: " +
	depths(rows)
		.slice(0, 40)
		.map(({ from, to, depth }) => `${lines(from, to)} in ${depth}`)
		.join(", ");
