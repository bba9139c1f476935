// A job runs in the engine's workers. The page shows its progress, and can cancel it.

const tell = (text) => {
	byId("status").textContent = text;
};

const problem = (error) => el("p", { class: "note wrong", role: "alert" }, shownName(inForm(error.message)));

function complain(error) {
	replace(byId("said"), problem(error));
}

let running = null; // the AbortController of the job
const outcomes = {}; // the last one of each job, with its name and its report
let outcome = null; // of the job in the form
let skipped = []; // the files that were not compared

// busy reports whether something runs. While a report is saved, the form can be used.
function busy() {
	if (running) complain(new Error("A report is being saved: wait, or show the report and cancel it."));
	return Boolean(running);
}

async function run() {
	if (busy()) return;
	const files = Object.fromEntries(Object.entries(zones).map(([name, zone]) => [name, zone.files()]));
	const ready = jobs[job].ready(files);
	if (ready !== true) return complain(new Error(ready));
	if (![isKept(report) ? null : report, outcome && outcome.report].every(mayLose)) return;
	keepSettings();
	const name = job;
	forget(name);
	const done = await working(async (watch) => {
		outcome = outcomes[name] = { job: name, ...(await jobs[name].ask(files, settingsNow(), watch)) };
		await showOutcome(watch);
	});
	if (!done) forget(name);
	else if (outcomes[name].report) openReport(outcomes[name].report);
}

// working shows the progress of f in place of the form, and then what went wrong. It returns whether nothing did.
async function working(f) {
	const mine = (running = new AbortController());
	let failed = null;
	replace(byId("said"));
	showProgress({ doing: "starting", done: 0, whole: 0, memory: 0 });
	byId("job").hidden = true;
	byId("run").hidden = false;
	byId("run-title").focus();
	try {
		await f({ signal: mine.signal, onProgress: showProgress, onSkipped: (skip) => isListed(skip) && skipped.push(skip) });
	} catch (error) {
		failed = mine.signal.aborted ? new Error("Cancelled. The files are still chosen.") : error;
	}
	running = null;
	byId("run").hidden = true;
	byId("job").hidden = false;
	follow(); // a link that was clicked meanwhile
	if (failed) complain(failed);
	byId("outcome").focus();
	byId("outcome").scrollIntoView();
	return !failed;
}

// isListed reports whether a user may miss a file. Files that systems add, even in archives, are not compared anyway.
const isListed = ({ path, reason }) => reason !== "metadata" && !unread.test(path);

// reasons has the words for the engine's reasons.
const reasons = {
	binary: "it is not text",
	empty: "it is empty",
	encrypted: "it has a password",
	"too-large": "it is larger than 4 MB",
	"too-short": "it is too short to compare",
};

// isGone reports whether a file cannot be read as it was chosen. An archive of which a part was read is damaged, as the engine sees it.
const isGone = ({ reason, error = "" }) => ["unreadable", "vanished", "changed"].includes(reason) || /: (I\/O error|input\/output error)$/.test(error);

const reasonOf = (skip) => (isGone(skip) ? "it was changed, moved or deleted after you chose it" : inChosen(skip.error) || reasons[skip.reason] || skip.reason);

const chooseAgain = "Files that you chose were changed, moved or deleted since: remove them from the form, and choose them again.";

// placeOf returns the path of a file as it was chosen: without the folder in which the engine has starter code and earlier years.
function placeOf(path) {
	const [, folder, below] = /^(base|archive)_*\/(.*)$/s.exec(path) || [];
	const isIn = (name) => zones[name].files().some((file) => below === file.path || below.startsWith(file.path + "/"));
	return folder && isIn(folder === "base" ? "base" : "old") ? below : path;
}

// inChosen returns an error of the engine without the folder in which it has the files.
const inChosen = (text) => text && text.replace(/(^| )\/[^/]+\//g, "$1");

// showProgress shows the current step, how much of it is done, and the memory in use.
function showProgress({ doing, done, whole, memory }) {
	byId("step").textContent = stepText({ doing, done, whole });
	const bar = byId("progress");
	if (whole > 0) bar.value = done / whole;
	else bar.removeAttribute("value");
	byId("usage").textContent = memory > 0 ? bytes(memory) + " of memory" : "";
}

function stepText({ doing, done, whole }) {
	const amount = doing === "writing" ? bytes : thousands;
	return capital(doing) + (whole > 0 ? ` ${amount(done)} of ${amount(whole)}` : done > 0 ? " " + amount(done) : "") + "…";
}

// forget frees the last outcome of a job.
function forget(name) {
	closeReport();
	const old = outcomes[name];
	if (old && old.report && old.report.frame) dropFrame(old.report);
	if (old) old.close();
	delete outcomes[name];
	skipped = [];
	if (name !== job) return; // another link was clicked meanwhile
	outcome = null;
	replace(byId("results"));
}

async function showOutcome(watch) {
	const { warnings, answer } = outcome;
	replace(
		byId("results"),
		warnings.map(({ text, code }) => el("p", { class: code === "read-as" ? "note" : "note warning" }, shownName(inForm(text)))),
		outcome.nothing && el("p", { class: "note wrong", role: "alert" }, "There is nothing to compare: " + outcome.nothing),
		skipped.some(isGone) && el("p", { class: "note warning" }, chooseAgain),
		skipped.length > 0 &&
			el("details", { class: "note", id: "skipped", open: Boolean(outcome.nothing) }, el("summary", {}, plural(skipped.length, "file was", "files were") + " not compared"),
				el("ul", {}, skipped.slice(0, 500).map((skip) => el("li", {}, named(shownName(placeOf(skip.path))), ": " + shownName(reasonOf(skip)))),
					skipped.length > 500 && el("li", {}, `and ${thousands(skipped.length - 500)} more`))),
	);
	if (answer) return showHits();
	if (outcome.nothing) return;
	watch.onProgress({ doing: "writing the report", done: 0, whole: 0, memory: 0 });
	outcome.report = await newReport(jobs[outcome.job].title, ["html", watch]);
	add(byId("results"), el("p", {}, el("button", { type: "button", id: "show-report", onclick: () => openReport(outcome.report) }, "Show the report"), " ", el("span", { class: "caption", id: "outdated" })));
	outcome.of = formNow();
}

// formNow is different after each change of the form.
const formNow = () => JSON.stringify([settingsNow(), [...jobs[job].zones, ...jobs[job].more].map((name) => zones[name].changes())]);

// formChanged shows what follows from a change of the form.
function formChanged() {
	tell("");
	showMore();
	if (byId("outdated")) byId("outdated").textContent = outcome.of === formNow() ? "" : "Files or settings were changed since it was made.";
}

// showHits lists the origins of a snippet. Each can be opened side by side with it.
function showHits() {
	const { answer } = outcome;
	const hits = answer.hits || [];
	const none = skipped.length + outcome.warnings.filter(({ code }) => code !== "read-as").length > 0 ? "Nothing was found in the files that were compared." : "No file has it.";
	add(
		byId("results"),
		el("p", { class: "note", id: "summary" }, hits.length > 0 ? plural(hits.reduce((sum, { occurrences }) => sum + occurrences.length, 0), "file has", "files have") + " it, or part of it. The best match is first." : none),
		el("ol", { class: "hits" }, hits.map((hit, i) => hitCard(hit, i, answer.words[i]))),
	);
	tell(byId("summary").textContent);
}

const mostOpen = 20; // copies of a hit that are shown without a click

// hitCard shows a content that was found, with all files that have it, in the engine's words.
function hitCard(hit, i, { figures, sentences }) {
	const [at, ...copies] = hit.occurrences;
	return el(
		"li",
		{ class: "card hit " + hue(i) },
		el("h2", {}, named(shownName(at.path))),
		copies.length > 0 &&
			el("details", { class: "copies", open: copies.length <= mostOpen }, el("summary", {}, plural(copies.length, "file is", "files are") + " the same"),
				el("ul", {}, copies.map(({ path }) => el("li", {}, named(shownName(path)))))),
		el("dl", { class: "figures-row" }, figures.map(({ label, text }) => el("div", {}, el("dt", {}, label), el("dd", {}, shownName(text))))),
		sentences.map((text) => el("p", { class: "note" }, shownName(text))),
		hit.matches.length > 0 &&
			el("p", {}, el("button", {
				type: "button",
				onclick: () => openHit(hit, at.path),
			}, "Side by side", el("span", { class: "sr" }, " with " + shownName(at.path)))),
	);
}

// openHit shows a hit next to the snippet.
async function openHit(hit, title) {
	if (busy()) return;
	let next = null;
	await working(async (watch) => {
		watch.onProgress({ doing: "reading both sources", done: 0, whole: 0, memory: 0 });
		next = await newReport(title, [hit, watch]);
	});
	if (next) openReport(next);
}
