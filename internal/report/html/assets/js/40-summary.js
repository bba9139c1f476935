// The summary at the top of the page.

function drawSummary() {
	const old = units.filter((unit) => unit.old).length;
	const whole = data.whole || units.length; // a report of an older version does not count them
	const tiles = [
		tile(thousands(whole), whole === 1 ? one : many, old > 0 && thousands(old) + " of them earlier ones"),
		tile(
			thousands(pairs.length),
			pairs.length === 1 ? "listed pair" : "listed pairs",
			"of " + thousands(data.stats.comparable) + " possible",
		),
		tile(
			topScore(),
			"highest score",
			identical.length > 0
				? plural(identical.length, "group", "groups") + " byte for byte the same"
				: "none byte for byte the same",
		),
		el("div", { class: "tile", id: "cluster-tile" }),
		tile(percent(boilerplateShare()), "boilerplate", "does not count"),
	];
	add(byId("summary"), el("dl", { class: "tiles" }, tiles), el("p", { class: "caption" }, reading), pairs.length === 0 && notes());
	drawAnswer();
	onChange(showClusterTile);
	showClusterTile();
}

// reading explains scores, before the reader looks at one.
const reading = "A score from 0 to 1 says how similar two are, not why. It proves nothing: open a pair, and read what both have in common.";

const mostInAnswer = 5;

// drawAnswer names the pairs to read first, in the order of the table.
function drawAnswer() {
	if (pairs.length === 0) return byId("answer").remove();
	const best = [...pairs].sort((x, y) => placeOf(y) - placeOf(x) || y.evidence - x.evidence).slice(0, mostInAnswer);
	const out = data.standOut ? pairs.filter(({ score: at }) => at >= data.standOut.from - 1e-9).length : 0;
	byId("answer-title").textContent =
		out > 0 ? plural(out, "pair stands out", "pairs stand out") : best[0].unusual ? "The most unusual pairs" : "The highest pairs";
	add(
		byId("answer"),
		el(
			"ol",
			{ class: "best" },
			best.map((pair) =>
				el("li", { onclick: (event) => event.target.closest("a") || openPair(pair) }, el("div", { class: "score" }, scoreCell(pair)), namesCell(pair), el("span", { class: "kind" }, pair.kind)),
			),
		),
		el(
			"p",
			{ class: "caption" },
			out === 0 && "No gap in the scores sets some apart. ",
			el("a", { href: "#pairs" }, "All pairs"),
			identical.length > 0 && [" · ", el("a", { href: "#identical" }, plural(identical.length, "identical group", "identical groups"))],
		),
		notes(),
	);
}

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
			: [badge(heading, "unread", files.map(({ path, reason, detail, author }) => [path, author && ` (${author})`, ": ", reason, detail && `, ${detail}`].filter(Boolean).join("")))];
	const whole = unread.filter((file) => file.whole);
	const parts = unread.filter((file) => !file.whole);
	return [
		...list(`${plural(whole.length, one, many)} not read`, whole),
		...list(plural(parts.length, "file", "files") + (scan ? " not read" : ` not read, in other ${many}`), parts),
	];
}

// badge is a line that opens a list.
const badge = (heading, name, items) =>
	el("details", { class: "badge-box " + name }, el("summary", {}, heading), el("ul", {}, items.map((item) => el("li", {}, item))));

// notes returns badges with the warnings, and with what was not read.
function notes() {
	const all = [];
	const skipped = data.skipped.reduce((total, { files }) => total + files, 0);
	const badges = unreadNotes();
	if (data.warnings.length > 0) badges.unshift(badge(plural(data.warnings.length, "warning", "warnings"), "warnings", data.warnings));
	if (skipped > (data.unread || []).length) {
		badges.push(badge(plural(skipped, "file", "files") + " skipped", "", data.skipped.map(({ reason, files }) => reason + ": " + thousands(files))));
	}
	if (badges.length > 0) all.push(el("div", { class: "badges" }, badges));
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
