// Everything is drawn once; parts that depend on the filters are drawn again when these change.

function drawNavigation() {
	const sections = [
		[scan ? "map" : "scores", "Overview"],
		["origins", "Origins"],
		["findings", "Findings"],
		["decisions", "Decisions"],
		["pairs", "Pairs"],
		["clusters", "Clusters"],
		["identical", "Identical"],
		["languages", "Languages"],
		["comments", "Comments"],
		["timeline", "Timeline"],
		["units", capital(many)],
		["notes", "Notes"],
		["about", "About"],
	];
	add(
		byId("sections"),
		...sections
			.filter(([id]) => byId(id))
			.map(([id, title]) => el("a", { href: "#" + (title === "Overview" ? "overview" : id) }, title)),
	);
}

// startFrame handles messages from the page that compares in the browser to a report in its frame.
function startFrame() {
	addEventListener("message", ({ source, data: told }) => {
		if (source !== parent) return;
		if (themes.includes(told.theme)) showTheme(told.theme);
		if (told.print) print();
	});
	tellNotes(false);
}

function start() {
	startTheme();
	if (inBlob) startFrame();
	byId("skip").addEventListener("click", (event) => {
		event.preventDefault();
		byId("main").focus();
	});
	if (flow) drawTrees();
	else if (scan) drawScan();
	else if (compared && !data.dossier) drawOverview();
	startKeys();
	startPrinting();
	startRouter();
	route();
	if (compared && !data.dossier) setTimeout(drawGraph); // last: the layout of a large graph takes a moment
}

function drawTrees() {
	byId("overview").hidden = false;
	drawFlow();
}

function drawOverview() {
	byId("overview").hidden = false;
	drawSummary();
	drawHistogram();
	drawPairs();
	drawClusters();
	drawIdentical();
	drawLanguages();
	drawComments();
	drawTimeline();
	drawUnits();
	drawNotes();
	drawAbout();
	drawNavigation();
}

start();
