// The summary of two trees, and the table of their relations.

let relationTable;

function drawFlowSummary() {
	const found = (tree, there) =>
		tile(percent(tree.share), `of ${tree.name} is in ${there.name}`, plural(tree.files, "file", "files") + ", " + plural(tree.tokens, "token", "tokens"));
	const [a, b] = flow.trees;
	add(byId("summary"), el("dl", { class: "tiles" }, found(a, b), found(b, a)), notes());
}

function drawRelations() {
	const fileCell = (side) => (relation) =>
		relation.sides[side].map((file, i) =>
			el("div", { class: "unit-name" }, relationLink(relation, side, i), relation.sides[1 - side].length > 0 && el("small", {}, " " + percent(file.found))),
		);
	const nameIn = (side) => (relation) => (relation.sides[side][0] ? units[relation.sides[side][0].unit].name : "");
	relationTable = table({
		id: "relation-table",
		label: "Relations of files",
		columns: [
			{ id: "kind", title: "Kind", value: (relation) => flow.relations.indexOf(relation), cell: kindCell },
			{ id: "copy", title: "Copy", class: "wide", value: copyOf, cell: copyOf },
			{
				id: "score",
				title: "Score",
				help: words.score,
				number: true,
				class: "number wide",
				value: (relation) => relation.score,
				cell: (relation) => (relation.sides[0].length && relation.sides[1].length ? score(relation.score) : ""),
			},
			shareColumn("smaller", "Smaller"),
			shareColumn("larger", "Larger"),
			{ id: "a", title: "Left: share found right", class: "names", value: nameIn(0), cell: fileCell(0) },
			{ id: "b", title: "Right: share found left", class: "names", value: nameIn(1), cell: fileCell(1) },
		],
		rowOf: (relation, columns) => el("tr", {}, cells(relation, columns)),
		sorted: data.sort || "kind",
		down: Boolean(data.sort),
	});
	add(
		byId("pairs"),
		flow.relations.length > 10 &&
			el("div", { class: "filters" }, filterBox({ id: "filter-text", placeholder: "part of a path", oninput: showRelations })),
		relationTable.element,
	);
	showRelations();
}

const shareColumn = (id, title) => ({
	id,
	title,
	help: words[id],
	number: true,
	class: "number wide",
	value: (relation) => relation[id],
	tie: (relation) => relation.score,
	cell: (relation) => (relation.sides[0].length && relation.sides[1].length ? percent(relation[id]) : ""),
});

const copyOf = ({ identical: same, copy }) => (same ? "identical" : copy || "");

const kindCell = ({ kind }) => [
	el("span", { class: `swatch ${flowKinds[kind][0]} ${kind}`, "aria-hidden": "true" }),
	" " + kind,
];

// relationLink names a file, and leads to its pair on the side with more files.
function relationLink(relation, side, i) {
	const name = named(units[relation.sides[side][i].unit].name);
	const more = relation.sides[side].length >= relation.sides[1 - side].length;
	const pair = more && relation.pairs ? relation.pairs[i] : -1;
	return pair >= 0 ? el("a", { href: "#pair=" + (pair + 1) }, name) : name;
}

// showRelations lists the relations of the shown kinds whose paths have the text of the filter.
function showRelations() {
	const input = byId("filter-text");
	const text = input ? input.value.trim().toLowerCase() : "";
	relationTable.show(
		flow.relations.filter(
			({ kind, sides }) =>
				!flowView.hidden.has(kind) &&
				(!text || sides.flat().some(({ unit }) => units[unit].name.toLowerCase().includes(text))),
		),
	);
}
