// The keys of a report.

const keys = [
	!single && ["j", `next ${pairKey}, or next row of the table`],
	!single && ["k", `previous ${pairKey}, or previous row of the table`],
	["n", "next match"],
	["p", "previous match"],
	["Esc", single ? "closes this help" : `back to all ${listKey}; closes this help`],
	!single && ["/", `filter the ${listKey}`],
	["?", "this help"],
].filter(Boolean);

function startKeys() {
	startHelp(
		keys,
		keysNow,
		el(
			"p",
			{},
			single
				? "Click a match, or press Enter on its number, to go to its counterpart. " +
						"Add #match=3 to the address to open match 3."
				: (scan
						? "Arrow keys move in the map, Enter opens a file or folder, Backspace leaves the folder. "
						: flow
						? "Arrow keys move among files and bands, Enter chooses one. Left and right fold and unfold. "
						: "Enter opens a pair. Arrow keys move in the graph, on the timeline and the threshold. ") +
						`The browser's Back and Forward buttons work. Add #${pairKey}=3 to the address to open ${pairKey} 3. ` +
						"The page prints what it shows, at most 500 rows of a table.",
		),
		el("h3", {}, "Glossary"),
		glossary(),
	);
}

function keysNow() {
	if (!byId("pair").hidden) return pairKeys;
	return data.dossier || byId("overview").hidden ? viewKeys : overviewKeys;
}

const viewKeys = {
	Escape: () => {
		if (!data.dossier) visit(!byId("dossier").hidden ? "#notes" : byId("group").hidden ? "#units" : "#clusters");
	},
	"?": openHelp,
};

const pairKeys = {
	j: () => stepPair(1),
	k: () => stepPair(-1),
	n: () => shown.view.step(1),
	p: () => shown.view.step(-1),
	Escape: () => {
		if (!single) visit("#" + listKey);
	},
	"?": openHelp,
};

const overviewKeys = {
	j: () => stepRow(1),
	k: () => stepRow(-1),
	"/": () => {
		const text = byId("filter-text");
		if (text) text.focus();
	},
	"?": openHelp,
};

function stepRow(by) {
	const links = [...document.querySelectorAll("#pair-table tbody td.score a, #finding-table tbody td.score a, #relation-table tbody a")];
	const at = links.indexOf(document.activeElement);
	const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))];
	if (next) next.focus();
}
