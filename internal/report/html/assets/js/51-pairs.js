// The table of pairs and its filters.

let pairTable;

const pairName = (pair) => pair.units.map((i) => nameOf(i)).join(" and ");

function drawPairs() {
	const card = byId("pairs");
	if (pairs.length === 0) {
		const none = identical.length > 0 ? "No other pair" : "No pair";
		add(card, el("p", {}, `${none} reaches the minimum score, ${data.minScore}.`), data.minScore > 0 && fromZero());
		return;
	}
	pairTable = table({
		id: "pair-table",
		label: "Pairs",
		columns: pairColumns(),
		orders: [unusualFirst],
		rowOf: pairRow,
		...sortedAt(),
		onSort: keepSort,
	});
	if (pairTable.by.rare) showRare(true);
	add(card, filters(), el("div", { class: "count-bar" }, el("p", { id: "pair-count", role: "status" }), orderButton(), rareColumns()), pairTable.element, el("p", { class: "caption", id: "list-end" }, "The list ends here." + unlistedText()));
	onChange(showPairs);
	showPairs();
}

// fromZero offers to compare again with a minimum score of 0: by a button in the page that has the
// engine, else by the command.
function fromZero() {
	const button = el("button", { type: "button", id: "from-zero", hidden: true, onclick: () => parent.postMessage({ fromZero: true }, "*") }, "Compare again from 0");
	const line = el("p", {}, "This lists the highest pairs, however low their scores are: add ", el("code", {}, "--min-score 0"), " to the command ", el("code", {}, "chaffinch pairs"), ", or set the minimum score to 0 in the form.");
	if (inBlob)
		addEventListener("message", ({ source, data: told }) => {
			if (source !== parent || !told.again) return;
			button.hidden = false;
			line.hidden = true;
		});
	return [button, line];
}

// rareColumns returns the button that shows the columns with figures for experts, or hides them.
const rareColumns = () =>
	el("button", { type: "button", class: "link wide on-screen", id: "rare-columns", "aria-pressed": String(shownRare()), onclick: () => showRare(!shownRare()) }, "More columns");

const shownRare = () => pairTable.element.classList.contains("all-columns");

function showRare(on) {
	pairTable.element.classList.toggle("all-columns", on);
	if (byId("rare-columns")) byId("rare-columns").setAttribute("aria-pressed", on);
}

// sortedAt returns the key that sorts the pairs: from the address, or from --sort.
function sortedAt() {
	const wanted = new URLSearchParams(fragment());
	const sorted = wanted.get("sort");
	const known = [unusualFirst, ...pairColumns()].find((column) => column.id === sorted);
	return known ? { sorted, down: known === unusualFirst || wanted.get("order") !== "up" } : { sorted: data.sort || (isScoreOrder() ? "score" : unusualFirst.id), down: true };
}

// keepSort keeps the choice in the state, and in the address, so that a link and a reload have it.
function keepSort(sorted, down) {
	Object.assign(state, { sorted, down });
	remember(`#sort=${sorted}&order=${down ? "down" : "up"}`);
	showOrder();
}

// isGenerated reports whether both units of a pair look generated or minified. Such pairs come last.
const isGenerated = (pair) => pair.units.every((i) => units[i].looks);

// placeOf is the value that pairs are first sorted by. Scores alone have another order where they are not unusual for the units,
// or have little evidence.
const placeOf = (p) => Math.floor(rankOf(p) * 1000 + 1e-6) - (isGenerated(p) ? 1e6 : 0);
const unusualFirst = { id: "unusual", value: placeOf, tie: (p) => p.evidence };
const isScoreOrder = () => pairs.every((p) => !p.unusual && !isLittle(p) && !isGenerated(p));

// orderButton returns the button that sorts by placeOf again, if no column does so.
const orderButton = () =>
	!isScoreOrder() &&
	el("button", { type: "button", class: "link on-screen", id: "order-unusual", title: words.unusual, "aria-pressed": String(pairTable.by === unusualFirst), onclick: () => pairTable.orderBy(unusualFirst) }, "Most unusual first");

function showOrder() {
	if (byId("order-unusual")) byId("order-unusual").setAttribute("aria-pressed", pairTable.by === unusualFirst);
}

// looksBadge marks a unit that looks generated or minified.
const looksBadge = (i) => units[i].looks && el("span", { class: "badge" }, units[i].looks);

function pairColumns() {
	// The shares of both sides make one bar, from the border between their columns.
	const ofSide = (id, title, sideIn) => ({
		id,
		title,
		help: words[id],
		number: true,
		class: "shares " + id,
		value: (p) => p.coverage[sideIn(p)] - (isGenerated(p) ? 10 : 0),
		tie: (p) => p.score,
		cell: (p) => el("div", { class: "share" }, el("span", {}, percent(p.coverage[sideIn(p)])), meter(p.coverage[sideIn(p)])),
	});
	const columns = [
		{
			id: "score",
			title: "Score",
			help: words.score,
			number: true,
			class: "score",
			value: (p) => p.score,
			tie: (p) => p.evidence,
			cell: scoreCell,
		},
		{
			id: "sure",
			title: "Sure",
			help: words.sure,
			number: true,
			class: "number wide rare",
			rare: true,
			value: (p) => p.probability,
			tie: (p) => p.score,
			cell: (p) => percent(p.probability),
		},
		{ id: "name", title: capital(many), rowHead: true, class: "names", value: pairName, cell: namesCell },
		ofSide("smaller", "Smaller", (p) => smallerOf(p)),
		ofSide("larger", "Larger", (p) => 1 - smallerOf(p)),
		kindColumn(),
		{
			id: "lines",
			title: "Lines",
			help: words.lines,
			number: true,
			class: "number wide",
			value: longestLines,
			cell: (p) => thousands(longestLines(p)),
		},
		{
			id: "matches",
			title: "Matches",
			number: true,
			class: "number wide rare",
			rare: true,
			value: (p) => p.matches.length,
			cell: (p) => thousands(p.matches.length),
		},
		{
			id: "longest",
			title: "Longest",
			help: words.longest,
			number: true,
			class: "number wide rare",
			rare: true,
			value: (p) => p.longest,
			cell: (p) => thousands(p.longest),
		},
		{ ...tokensColumn(), class: "number wide rare", rare: true },
	];
	columns.push(
		{ id: "cluster", title: "Cluster", help: words.cluster, class: "wide", value: clusterNumber, cell: clusterCell },
		{ id: "mark", title: "Mark", help: words.mark, class: "wide", value: (p) => markOfPair(p), cell: (p) => markBadge(noteOfPair(p)) || "" },
	);
	return columns;
}

const kindColumn = () => ({ id: "kind", title: "Kind", help: words.kind, class: "wide", value: (p) => p.kind, cell: (p) => p.kind });

const tokensColumn = () => ({
	id: "tokens",
	title: "Tokens",
	help: words.tokens,
	number: true,
	class: "number wide",
	value: (p) => p.tokens,
	cell: (p) => thousands(p.tokens),
});

function scoreCell(pair) {
	return el(
		"a",
		{ href: pairLink(pair), "aria-label": `Score ${score(pair.score)}: ${pairName(pair)}` },
		score(pair.score),
		meter(pair.score),
	);
}

function namesCell(pair) {
	const names = pair.units.map((i, side) =>
		el(
			"div",
			{ class: "unit-name", title: [nameOf(i), ...besideName(i)].filter(Boolean).join("\n") },
			named(nameOf(i)),
			" ",
			twins[i].length > 0 &&
				el(
					"span",
					{ class: "badge", title: "identical to " + twins[i].map((other) => nameOf(other)).join(", ") },
					"+" + twins[i].length,
				),
			units[i].old && el("span", { class: "badge" }, "earlier"),
			looksBadge(i),
			side === 0 && pair.new && el("span", { class: "badge fresh", title: words.fresh }, "new"),
			side === 0 && isLittle(pair) && el("span", { class: "badge", title: words.little }, "little evidence"),
			" ",
			besideName(i)
				.map((text, n) => text && el("small", { class: n === 0 && "print-only" }, named(text))),
		),
	);
	return el("div", { class: "both" }, names);
}

function clusterNumber(pair) {
	return Math.min(...pair.units.map((i) => groupOf[i] ?? Infinity), groups.length);
}

function clusterCell(pair) {
	const i = clusterNumber(pair);
	return i < groups.length ? el("span", { class: "chip " + hue(i) }, String(i + 1)) : "";
}

function pairRow(pair, columns) {
	const row = el("tr", { "data-pair": pair.id + 1 }, cells(pair, columns));
	row.addEventListener("click", (event) => {
		if (!event.target.closest("a, button") && getSelection().isCollapsed) openPair(pair);
	});
	return row;
}

function showPairs() {
	const shown = chosen();
	pairTable.show(shown);
	byId("pair-count").textContent = shownText(shown.length);
	byId("list-end").hidden = data.more === 0 || state.threshold > floorOf(leastListed);
	showFilters();
}

function shownText(shown) {
	const listed = plural(pairs.length, "listed pair", "listed pairs") + ".";
	if (shown < pairs.length) return `${thousands(shown)} of ${listed}`;
	return pairs.length === 1 ? listed : "All " + listed;
}

function filters() {
	const labels = [...new Set(units.map((unit) => unit.label).filter(Boolean))].sort(collator.compare);
	const kinds = [...new Set(pairs.map((pair) => pair.kind))].filter(Boolean).sort();
	return el(
		"div",
		{ class: "filters", role: "search", "aria-label": "Filter the pairs" },
		filterBox({
			id: "filter-text",
			placeholder: "name, author or label",
			"aria-keyshortcuts": "/",
			oninput: (event) => choose({ text: event.target.value }),
		}),
		labels.length > 0 &&
			select(
				"label",
				"Label",
				labels.map((label) => [label, label]),
			),
		select("cluster", "Cluster", []),
		kinds.length > 1 &&
			select(
				"kind",
				"Kind",
				kinds.map((kind) => [kind, kind]),
			),
		select("mark", "Mark", [...marks, ["none", "no mark"]]),
		pairs.some((pair) => pair.new) &&
			el(
				"label",
				{ class: "check" },
				el("input", {
					type: "checkbox",
					id: "filter-fresh",
					onchange: (event) => choose({ fresh: event.target.checked }),
				}),
				"only new",
			),
		el("button", { type: "button", id: "filter-unit", class: "chip-button", onclick: () => choose({ unit: -1 }) }),
		el("button", { type: "button", id: "filter-reset", onclick: showAll }, "Show all"),
	);
}

function select(key, title, options) {
	return el(
		"label",
		{},
		el("span", {}, title),
		el(
			"select",
			{
				id: "filter-" + key,
				onchange: ({ target: { value } }) => choose({ [key]: key === "cluster" ? Number(value || -1) : value }),
			},
			choices(options),
		),
	);
}

const choices = (options) => [
	el("option", { value: "" }, "all"),
	options.map(([value, text]) => el("option", { value }, text)),
];

// showClusterFilter offers the clusters at the threshold, each by its first unit.
let offeredFor = -1;

function showClusterFilter() {
	const control = byId("filter-cluster");
	if (offeredFor !== state.threshold) {
		offeredFor = state.threshold;
		replace(control, choices(groups.map(({ units: all }, i) => [all[0], `${i + 1} (${all.length})`])));
	}
	const group = groups[groupOf[state.cluster]];
	control.value = group ? group.units[0] : "";
	control.parentElement.hidden = groups.length === 0;
}

// showFilters shows the state of the filters, which the graph and the clusters change, too.
function showFilters() {
	showClusterFilter();
	for (const key of ["text", "label", "kind", "mark"]) {
		const control = byId("filter-" + key);
		if (control && control.value !== state[key]) control.value = state[key];
	}
	const fresh = byId("filter-fresh");
	if (fresh) fresh.checked = state.fresh;
	const unit = byId("filter-unit");
	unit.hidden = state.unit < 0;
	replace(unit, ...(state.unit < 0 ? [] : ["only ", named(nameOf(state.unit)), " ✕"]));
	byId("filter-reset").hidden = chosen().length === pairs.length;
}
