// The page of a scan: its summary, and its origins.

function drawScan() {
	byId("overview").hidden = false;
	drawScanSummary();
	drawMap();
	drawOrigins();
	drawFindings();
	drawDecisions();
	drawScanAbout();
	drawNavigation();
}

// partOf returns a share of lines. Less than one in ten thousand is not nothing.
const partOf = (n, all) => (n > 0 && n * 1e4 < all ? "<1%" : percent(n / Math.max(1, all)));
const ofLines = (n) => partOf(n, scan.totals.lines);

function drawScanSummary() {
	const t = scan.totals;
	const copies = scan.classes.reduce((sum, c) => sum + c.findings, 0);
	add(
		byId("summary"),
		el(
			"dl",
			{ class: "tiles" },
			tile(ofLines(t.lines - t.unexplained - (t.unchanged || 0)), "explained", `of ${plural(t.lines, "line", "lines")} in ${plural(t.files, "file", "files")}`),
			tile(thousands(t.open), t.open === 1 ? "open finding" : "open findings", `of ${plural(copies, "copy", "copies")}`),
			tile(ofLines(t.copied), "copied", `${plural(t.copied, "line", "lines")}, ${thousands(t.own)} own, ${thousands(t.common)} common`),
			scan.classes
				.filter((c) => c.findings > 0)
				.map((c) => tile(thousands(c.lines), `${c.lines === 1 ? "line" : "lines"}, ${classText(c.class)}`, `${plural(c.findings, "finding", "findings")}, ${thousands(c.open)} open`)),
		),
		drawTrend(),
		scanNotes(),
	);
}

// drawTrend shows how the share of copied lines, and the number of open findings, went on.
function drawTrend() {
	const all = scan.trend || [];
	if (all.length < 2) return null;
	const day = (at) => at.slice(0, 10);
	const line = (title, values, text) => {
		const most = Math.max(...values, Number.MIN_VALUE);
		const points = values.map((value, i) => `${((198 * i) / (values.length - 1) + 1).toFixed(1)},${(38 - (36 * value) / most).toFixed(1)}`).join(" ");
		const [first, last] = [values[0], values[values.length - 1]].map(text);
		return el(
			"figure",
			{},
			el("figcaption", {}, `${title}: ${first} → ${last}`),
			svg("svg", { class: "trend", viewBox: "0 0 200 40", preserveAspectRatio: "none", role: "img", "aria-label": `${title}, from 0 to ${text(most)}` }, svg("polyline", { points })),
		);
	};
	return el(
		"section",
		{ class: "card trends", "aria-label": "Trend" },
		el("p", { class: "caption" }, `${plural(all.length, "scan", "scans")}, from ${day(all[0].date)} to ${day(all[all.length - 1].date)}`),
		line("Copied lines", all.map((p) => p.copied / Math.max(1, p.lines)), (share) => percent(share)),
		line("Open findings", all.map((p) => p.open), thousands),
	);
}

function scanNotes() {
	const text = [
		scan.since && `Only lines that changed since ${scan.since} were searched for.`,
		scan.moreFindings > 0 && `The page has no room for ${plural(scan.moreFindings, "further finding", "further findings")}, the lightest: --json has all.`,
		scan.moreOrigins > 0 && `Not listed: ${plural(scan.moreOrigins, "origin", "origins")} with the fewest lines.`,
		scan.sourceless > 0 &&
			`${plural(scan.sourceless, "finding lacks a source", "findings lack a source")} of one side or both. Each gives the reason: ` +
				"the index keeps none, its file is gone, or the page has no room for it.",
		scan.stale > 0 && `Decided, but no longer there: ${plural(scan.stale, "copy", "copies")}.`,
		scan.unseen > 0 && `Decided, but not checked: ${plural(scan.unseen, "copy", "copies")}. The origins are not in this index, or the files were not read.`,
	];
	return [...text.filter(Boolean).map((line) => el("p", { class: "note" }, line)), notes()];
}

function drawOrigins() {
	const card = byId("origins");
	if (scan.origins.length === 0) {
		add(card, el("p", {}, "No copy was found."));
		return;
	}
	const count = (id, title, more) => ({ id, title, number: true, class: "number" + more, value: (o) => o[id], cell: (o) => thousands(o[id]) });
	const text = (id, title, more, cell) => ({ id, title, class: more, value: (o) => o[id] || "", cell });
	const list = table({
		id: "origin-table",
		label: "Origins",
		columns: [
			count("lines", "Lines", ""),
			count("files", "Files", " wide"),
			count("open", "Open", ""),
			text("license", "Licence", "", (o) => licenseCell(o.license, o.class)),
			{ ...text("name", "Origin", "names", (o) => el("a", { href: "#origin=" + (scan.origins.indexOf(o) + 1) }, named(o.name))), rowHead: true },
			text("author", "Author", "wide names", authorCell),
			text("url", "Page", "wide", (o) => o.url && external(o.url, siteOf(o.url))),
		],
		rowOf: (origin, columns) => el("tr", {}, cells(origin, columns)),
		sorted: "lines",
		down: true,
	});
	add(card, list.element);
	list.show(scan.origins);
}

const authorCell = ({ author, authors }) =>
	author && [named(author), authors > 1 && el("small", {}, ` and ${plural(authors - 1, "other", "others")}`)];

// siteOf returns the host of an address, which was checked.
const siteOf = (url) => url.split("/")[2] || url;

const licenseCell = (license, of) => [
	license ? named(license) : "unknown",
	" ",
	license && of && el("span", { class: `badge ${of}-licence` }, of),
];

function drawScanAbout() {
	add(
		byId("about"),
		el("p", {}, `chaffinch compared ${plural(scan.totals.files, "file", "files")} with an index of ${plural(scan.contents, "document", "documents")}, ${moment(scan.date)}.`),
		el("p", {}, "A finding is material of a file that is also in a document. Read both sides before you judge. The licence is the one that the origin's project states."),
		glossary(),
	);
}
