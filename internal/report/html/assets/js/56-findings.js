// The table of findings and its filters.

const allFindings = { text: "", group: "", license: "", kind: "", origin: -1, path: "" };
const findingState = { ...allFindings };

function drawFindings() {
	const card = byId("findings");
	byId("findings-title").setAttribute("tabindex", -1);
	if (pairs.length === 0) {
		add(card, el("p", {}, "Nothing was found."));
		return;
	}
	pairTable = table({
		id: "finding-table",
		label: "Findings",
		columns: findingColumns(),
		rowOf: pairRow,
		sorted: "status",
		down: false,
	});
	add(card, findingFilters(), el("p", { id: "pair-count", role: "status" }), pairTable.element);
	showFindings();
}

function findingColumns() {
	return [
		{
			id: "score",
			title: "Score",
			help: words.score,
			number: true,
			class: "score",
			value: (p) => p.score,
			cell: scoreCell,
		},
		{ id: "status", title: "Status", class: "status", value: (p) => p.id, cell: statusBadge },
		{ id: "file", title: "File", rowHead: true, class: "names", value: projectFile, cell: findingFileCell },
		{ id: "origin", title: "Origin", class: "names", value: (p) => nameOf(p.units[1]), cell: findingOriginCell },
		{ id: "license", title: "Licence", value: (p) => documentOf(p).license || "", cell: (p) => licenseCell(documentOf(p).license, findingOf(p).class) },
		kindColumn(),
		{
			id: "sure",
			title: "Sure",
			help: words.sure,
			number: true,
			class: "number wide",
			value: (p) => p.probability,
			cell: (p) => percent(p.probability),
		},
		tokensColumn(),
	];
}

// statusText returns the decision about a copy, or the class of a finding that is own or common.
function statusText(pair) {
	const { group, status } = findingOf(pair);
	return status || group;
}

const statusBadge = (pair) => [el("span", { class: `badge ${findingOf(pair).group}-badge` }, statusText(pair)), markBadge(noteOfPair(pair))];

function findingFileCell(pair) {
	const [first, ...others] = pair.matches;
	const more = others.length + (findingOf(pair).more || 0);
	const [, from, to] = first.places[0];
	return el(
		"div",
		{ class: "unit-name" },
		named(projectFile(pair)),
		" ",
		el("small", {}, (from === to ? "line " : "lines ") + lines(from, to) + (more > 0 ? ` and ${plural(more, "other place", "other places")}` : "")),
	);
}

function findingOriginCell(pair) {
	const { others } = documentOf(pair);
	return el("div", { class: "unit-name" }, named(nameOf(pair.units[1])), others > 0 && el("small", {}, ` and ${plural(others, "other", "others")}`));
}

function findingFilters() {
	const offered = (values) => [...new Set(values)].filter(Boolean);
	const present = lineGroups.filter(([group]) => scan.findings.some((f) => f.group === group));
	const classes = scan.classes.filter((c) => scan.findings.some((f) => f.class === c.class));
	const kinds = offered(pairs.map((pair) => pair.kind)).sort();
	const choice = (key, title, options) =>
		options.length > 1 &&
		el(
			"label",
			{},
			el("span", {}, title),
			el("select", { id: "filter-" + key, onchange: ({ target: { value } }) => chooseFindings({ [key]: value }) }, choices(options)),
		);
	return el(
		"div",
		{ class: "filters", role: "search", "aria-label": "Filter the findings" },
		filterBox({
			id: "filter-text",
			placeholder: "file, origin, licence or author",
			"aria-keyshortcuts": "/",
			oninput: ({ target: { value } }) => chooseFindings({ text: value }),
		}),
		choice("group", "Status", present),
		choice(
			"license",
			"Licence",
			classes.map((c) => [c.class, classText(c.class)]),
		),
		choice(
			"kind",
			"Kind",
			kinds.map((kind) => [kind, kind]),
		),
		el("button", { type: "button", id: "filter-origin", class: "chip-button", onclick: () => unlimited({ origin: -1 }) }),
		el("button", { type: "button", id: "filter-path", class: "chip-button", onclick: () => unlimited({ path: "" }) }),
		el("button", { type: "button", id: "filter-reset", onclick: () => unlimited(allFindings) }, "Show all"),
	);
}

// unlimited removes a limit that the address names.
function unlimited(changes) {
	remember("#findings");
	chooseFindings(changes);
}

function chooseFindings(changes) {
	Object.assign(findingState, changes);
	showFindings();
}

function showFindings() {
	if (!pairTable) return;
	const text = findingState.text.trim().toLowerCase();
	const wanted = pairs.filter((pair) => {
		const f = findingOf(pair);
		return (
			(!text || findingHasText(pair, text)) &&
			(!findingState.group || f.group === findingState.group) &&
			(!findingState.license || f.class === findingState.license) &&
			(!findingState.kind || pair.kind === findingState.kind) &&
			(findingState.origin < 0 || f.origin === findingState.origin) &&
			isWithin(projectFile(pair), findingState.path)
		);
	});
	pairTable.show(wanted);
	const listed = plural(pairs.length, "finding", "findings") + ".";
	byId("pair-count").textContent = wanted.length < pairs.length ? `${thousands(wanted.length)} of ${listed}` : capital(listed);
	showFindingFilters(wanted.length);
}

function findingHasText(pair, text) {
	const d = documentOf(pair);
	const facts = scan.facts.flatMap((fact, i) => (fact.markup ? d.facts[i] || [] : []));
	return [projectFile(pair), nameOf(pair.units[1]), d.license, ...facts].some((field) => field && field.toLowerCase().includes(text));
}

function showFindingFilters(wanted) {
	for (const key of ["text", "group", "license", "kind"]) {
		const control = byId("filter-" + key);
		if (control && control.value !== findingState[key]) control.value = findingState[key];
	}
	const chip = (id, text) => {
		byId(id).hidden = !text;
		replace(byId(id), text ? ["only ", named(text), " ✕"] : []);
	};
	chip("filter-origin", findingState.origin >= 0 && scan.origins[findingState.origin].name);
	chip("filter-path", findingState.path);
	byId("filter-reset").hidden = wanted === pairs.length;
}

// routeScan takes the limits from the address, and returns the section to show.
function routeScan(wanted, section) {
	const origin = Number(wanted.get("origin")) - 1;
	if (wanted.has("folder")) {
		enterFolder(wanted.get("folder"));
		return "map";
	}
	if (scan.origins[origin]) chooseFindings({ origin, path: "" });
	else if (wanted.has("file")) chooseFindings({ path: wanted.get("file"), origin: -1 });
	else return section;
	byId("findings-title").focus({ preventScroll: true });
	return "findings";
}

// factMarkup makes the text of a fact.
const factMarkup = {
	"": (text) => text,
	foreign: (text) => named(text),
	linked: (text) => external(text, named(text)),
	code: (text) => el("code", {}, named(text)),
};

// findingFacts returns the origin of a finding's document, and the decision.
function findingFacts(pair) {
	const f = findingOf(pair);
	const d = documentOf(pair);
	const fact = (title, ...value) => value.some(Boolean) && el("div", {}, el("dt", {}, title), el("dd", {}, value));
	const decided = f.decision && [f.decision.reason, [f.decision.by, f.decision.date].filter(Boolean).join(", ")].filter(Boolean);
	return el(
		"dl",
		{ class: "finding-facts card" },
		fact("Status", statusBadge(pair), " ", f.why && named(f.why), decided && named(decided.join(" – "))),
		fact("Licence", licenseCell(d.license, f.class)),
		scan.facts.map(({ label, markup }, i) => fact(label, d.facts[i] && d.facts[i].map((text) => el("div", {}, factMarkup[markup || ""](text))))),
		fact("Documents that have it", f.df > 1 && "up to " + thousands(f.df)),
		fact("Not listed", f.more > 0 && plural(f.more, "lighter match", "lighter matches")),
	);
}
