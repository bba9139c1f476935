// The summary at the top of the page.

function drawSummary() {
	const old = units.filter((unit) => unit.old).length;
	const tiles = [
		tile(thousands(units.length), units.length === 1 ? one : many, old > 0 && thousands(old) + " of them earlier ones"),
		tile(
			thousands(pairs.length),
			pairs.length === 1 ? "listed pair" : "listed pairs",
			"of " + thousands(data.stats.comparable) + " possible",
		),
		tile(
			topScore(),
			"highest score",
			identical.length > 0 ? plural(identical.length, "group is", "groups are") + " identical" : "none are identical",
		),
		el("div", { class: "tile", id: "cluster-tile" }),
		tile(percent(boilerplateShare()), "boilerplate", "does not count"),
	];
	add(byId("summary"), el("dl", { class: "tiles" }, tiles), el("p", { class: "note" }, reading), notes());
	onChange(showClusterTile);
	showClusterTile();
}

// reading explains scores, before the reader looks at one.
const reading =
	`A score measures how similar two ${many} are, from 0 (nothing in common) to 1 (the same, apart from names and layout). ` +
	"It does not show who copied from whom, or that anybody did: open a pair and read what both have in common.";

function showClusterTile() {
	const old = byId("cluster-tile");
	const text = tile(thousands(groups.length), groups.length === 1 ? "cluster" : "clusters", largestCluster());
	text.id = old.id;
	if (old.textContent !== text.textContent) old.replaceWith(text);
}

function tile(value, name, more) {
	return el(
		"div",
		{ class: "tile" },
		el("dt", {}, name),
		el("dd", {}, value),
		more && el("dd", { class: "more" }, more),
	);
}

function topScore() {
	if (identical.length > 0) return score(1);
	return pairs.length > 0 ? score(pairs[0].score) : "–";
}

function largestCluster() {
	const from = threshold(state.threshold);
	if (groups.length === 0) return "at a score of " + from;
	return `the largest of ${thousands(groups[0].units.length)}, at ${from}`;
}

function boilerplateShare() {
	const sum = (key) => units.reduce((total, unit) => total + unit[key], 0);
	return sum("boilerplate") / Math.max(1, sum("tokens"));
}

// unreadNotes names files that were not compared: units first, which the reader has to look at.
function unreadNotes() {
	const unread = data.unread || [];
	const list = (heading, files) =>
		files.length === 0
			? []
			: [
					el(
						"details",
						{ class: "note unread" },
						el("summary", {}, heading),
						el(
							"ul",
							{},
							files.map(({ path, reason, detail, author }) =>
								el("li", {}, [path, author && ` (${author})`, ": ", reason, detail && `, ${detail}`].filter(Boolean).join("")),
							),
						),
					),
				];
	const whole = unread.filter((file) => file.whole);
	const parts = unread.filter((file) => !file.whole);
	return [
		...list("Not compared at all: " + plural(whole.length, one, many), whole),
		...list((scan ? "Not read: " : `Not compared, in other ${many}: `) + plural(parts.length, "file", "files"), parts),
	];
}

function notes() {
	const all = data.warnings.map((text) => el("p", { class: "note warning" }, text));
	const skipped = data.skipped.reduce((total, { files }) => total + files, 0);
	all.push(...unreadNotes());
	if (skipped > 0) {
		all.push(
			el(
				"details",
				{ class: "note" },
				el("summary", {}, "Skipped, by reason: " + plural(skipped, "file", "files")),
				el(
					"ul",
					{},
					data.skipped.map(({ reason, files }) => el("li", {}, reason + ": " + thousands(files))),
				),
			),
		);
	}
	if (data.more > 0) {
		all.push(
			el(
				"p",
				{ class: "note" },
				plural(data.more, "lower-scoring pair", "lower-scoring pairs") +
					` above the minimum score ${data.more === 1 ? "is" : "are"} not listed.`,
			),
		);
	}
	if (data.anonymous) {
		all.push(
			el(
				"p",
				{ class: "note" },
				"Names, authors, labels and paths are replaced by pseudonyms. " +
					"Sources are unchanged and may name their authors. Dates are kept.",
			),
		);
	}
	return all;
}
