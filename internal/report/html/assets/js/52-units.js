// The table of units, one row each.

let unitTable;

function drawUnits() {
	const card = byId("units");
	byId("units-title").textContent = capital(many);
	unitTable = table({
		id: "unit-table",
		label: capital(many),
		columns: unitColumns(),
		rowOf: (i, columns) => el("tr", {}, cells(i, columns)),
		sorted: "highest",
		down: true,
	});
	const all = units.map((_, i) => i);
	const search = (event) => unitTable.show(all.filter((i) => unitHasText(i, event.target.value.trim().toLowerCase())));
	add(
		card,
		(units.length > 10 &&
			el("div", { class: "filters" }, filterBox({ id: "unit-text", placeholder: "name, author or label", oninput: search }))) ||
			"",
		unitTable.element,
	);
	unitTable.show(all);
	onChange(unitTable.redraw);
}

function unitColumns() {
	const has = (key) => units.some((unit) => unit[key]);
	return [
		{
			id: "highest",
			title: "Highest",
			help: words.score,
			number: true,
			class: "score",
			value: (i) => highest[i],
			cell: highestCell,
		},
		{ id: "unit", title: capital(one), rowHead: true, class: "names", value: nameOf, cell: unitCell },
		{ id: "closest", title: "With", class: "names wide", value: closestName, cell: (i) => named(closestName(i)) },
		{
			id: "pairs",
			title: "Pairs",
			number: true,
			class: "number",
			value: (i) => pairsOf[i].length,
			cell: (i) => thousands(pairsOf[i].length),
		},
		has("label") && {
			id: "label",
			title: "Label",
			class: "wide",
			value: (i) => units[i].label || "",
			cell: (i) => named(units[i].label || ""),
		},
		has("date") && {
			id: "date",
			title: "Date",
			class: "wide date",
			value: (i) => units[i].date || "",
			cell: (i) => (units[i].date ? el("time", { datetime: units[i].date }, moment(units[i].date)) : ""),
		},
		{
			id: "files",
			title: "Files",
			number: true,
			class: "number wide",
			value: (i) => units[i].files.length,
			cell: (i) => thousands(units[i].files.length),
		},
		{
			id: "size",
			title: "Tokens",
			number: true,
			class: "number wide",
			value: (i) => units[i].tokens,
			cell: (i) => thousands(units[i].tokens),
		},
		{
			id: "boilerplate",
			title: "Boilerplate",
			help: words.boilerplate,
			number: true,
			class: "number wide",
			value: boilerplateOf,
			cell: (i) => percent(boilerplateOf(i)),
		},
	].filter(Boolean);
}

const boilerplateOf = (i) => units[i].boilerplate / Math.max(1, units[i].tokens);

function highestCell(i) {
	if (highest[i] === 0) return el("span", { class: "none" }, "–");
	const text = [score(highest[i]), meter(highest[i])];
	return pairsOf[i].length > 0 && twins[i].length === 0
		? el("a", { href: "#pair=" + (pairsOf[i][0].id + 1) }, text)
		: el("span", {}, text);
}

function unitCell(i) {
	return el(
		"div",
		{ class: "unit-name" },
		unitLink(i),
		" ",
		isOriginal(i) && el("span", { class: "badge", title: "the earliest of its cluster" }, "earliest"),
		markBadge(noteOfUnit(i)),
		units[i].old && el("span", { class: "badge" }, "earlier"),
		looksBadge(i),
		" ",
		besideName(i)[0] && el("small", {}, named(besideName(i)[0])),
	);
}

// closestName returns the name of the unit with the highest score.
function closestName(i) {
	if (twins[i].length > 0) return nameOf(twins[i][0]);
	if (pairsOf[i].length === 0) return "";
	const [a, b] = pairsOf[i][0].units;
	return nameOf(a === i ? b : a);
}
