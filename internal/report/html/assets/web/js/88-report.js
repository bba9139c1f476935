// A report is a page of its own, { title, page, formats, frame, notes, saved, unsaved }, in a sandboxed frame. The policy of this page
// applies in it, and allows only the script of reports of this version. The frame of an outcome's report stays until the next
// comparison, because the frame holds the notes that the reader made. It tells them to this page: notes, and whether they are unsaved.

let report = null; // the one that was shown last

// newReport returns the report of an outcome or of a hit, as the engine writes it.
async function newReport(title, of) {
	return { title, page: new Blob([await outcome.write(...of)], { type: "text/html" }), formats: outcome.formats || ["html"], job: outcome.job, write: outcome.write };
}

// isKept reports whether a report belongs to an outcome.
const isKept = (of) => Object.values(outcomes).some((known) => known.report && known.report === of);

// openReport shows a report, at the address #report. So the browser's Back leads to the form.
function openReport(next) {
	if (report !== next && !isKept(report) && !mayLose(report)) return;
	if (report !== next) closeReport();
	report = next;
	if (!report.frame) {
		report.frame = el("iframe", { id: "report", title: "Report", sandbox: "allow-scripts allow-downloads allow-modals", src: URL.createObjectURL(report.page), onload: tellTheme });
		byId("report-view").append(report.frame);
	}
	byId("report-title").textContent = shownName(report.title);
	if (!running) showExports("");
	showReport(true);
	location.hash = "report";
	byId("report-title").focus();
}

// closeReport removes the shown report; the outcome's report is only hidden.
function closeReport() {
	if (!report) return;
	if (isKept(report)) {
		report.frame.hidden = true;
		report.frame.removeAttribute("id");
	} else dropFrame(report);
	report = null;
	byId("show-opened").hidden = true;
}

function dropFrame(of) {
	URL.revokeObjectURL(of.frame.src);
	of.frame.remove();
	delete of.frame;
}

// showReport shows the report, or the form.
function showReport(on) {
	byId("report-view").hidden = !on;
	byId("ask-view").hidden = on;
	byId("show-opened").hidden = on || !report || isKept(report);
	if (report) byId("show-opened").textContent = "Show " + shownName(report.title) + " again";
	document.body.classList.toggle("reporting", on);
	document.title = (on ? shownName(report.title) : jobs[job].title) + " – chaffinch";
	if (!on) return;
	report.frame.hidden = false;
	report.frame.id = "report";
}

// tellFrame sends the script of the report a message: { theme } or { print }.
const tellFrame = (message) => report.frame.contentWindow.postMessage(message, "*");
const tellTheme = () => report && report.frame && tellFrame({ theme: document.documentElement.dataset.theme, again: Boolean(report.job) });

const formatNames = { html: "HTML", json: "JSON", csv: "CSV", jplag: "JPlag" };

const small = (text, onclick) => el("button", { type: "button", class: "small", onclick }, text);

// showExports shows the buttons of the report, and the message about the last file.
function showExports(said) {
	replace(
		byId("exports"),
		said && el("span", { id: "saved-as" }, said),
		el("span", {}, "Save as"),
		report.formats.map((format) => small(formatNames[format], () => save(format))),
		hasNotes(report) && small("HTML with notes", () => save("html", true)),
		small("Print", () => tellFrame({ print: true })),
	);
}

// save writes the report to a file. It can be read meanwhile, and the result stays if this is cancelled.
async function save(format, withNotes = false) {
	if (busy()) return;
	const of = report;
	const mine = (running = new AbortController());
	const step = el("span", {}, "Saving…");
	const cancel = small("Cancel", () => mine.abort());
	replace(byId("exports"), step, cancel);
	cancel.focus();
	const watch = { signal: mine.signal, onProgress: (progress) => (step.textContent = stepText(progress)) };
	let said = `Saved as chaffinch.${format}.`;
	try {
		const blob = format === "html" ? await pageWith(of.page, withNotes && of.notes) : await of.write(format, watch);
		const link = el("a", { href: URL.createObjectURL(blob), download: "chaffinch." + format });
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 60000); // the browser reads it after the click
		of.saved = true;
		if (withNotes) of.unsaved = false;
	} catch (error) {
		said = mine.signal.aborted ? "Cancelled: nothing was saved." : error.message;
	}
	running = null;
	tell(said);
	if (report) showExports(said);
	follow(); // a link that was clicked meanwhile
	if (report && !byId("report-view").hidden) byId("exports").querySelector("button").focus();
}

// isLost reports whether leaving the page loses a report, or notes.
const isLost = (of) => Boolean(of) && (of.unsaved || (isKept(of) && !of.saved));

const hasNotes = ({ notes = {} }) => Object.keys(notes).length > 0;

// mayLose asks the reader, if a report has notes that are not in a file.
const mayLose = (of) => !of || !of.unsaved || !hasNotes(of) || confirm("Your notes in the report are not saved, and will be lost.");

// takeNotes takes the notes that a report sends.
function takeNotes({ source, data: told }) {
	const of = [report, ...Object.values(outcomes).map((known) => known.report)].find((known) => known && known.frame && known.frame.contentWindow === source);
	if (of && told && told.fromZero && of.job) return compareFromZero(of);
	if (!of || !told || typeof told.notes !== "object") return;
	const had = hasNotes(of);
	Object.assign(of, { notes: told.notes || {}, unsaved: told.changed === true });
	if (of === report && !running && had !== hasNotes(of)) showExports("");
}

// compareFromZero runs the job of a report again, with a minimum score of 0.
function compareFromZero(of) {
	if (of !== report) return;
	leaveReport();
	setSettings({ minScore: 0 });
	run();
}

// pageWith returns the page of a report with these notes, or with none, in place of those that it has.
async function pageWith(page, notes) {
	const block = (id) => `<script type="application/json" id="${id}">`;
	const head = await page.slice(0, mostHead).text();
	const data = head.indexOf(block("data"));
	const before = head.slice(0, head.includes(block("saved-notes")) ? head.indexOf(block("saved-notes")) : data);
	const text = notes ? block("saved-notes") + JSON.stringify({ saved: Date.now(), notes }).replaceAll("<", "\\u003c") + "</" + "script>\n" : "";
	const size = (part) => new Blob([part]).size;
	return new Blob([before, text, page.slice(size(head.slice(0, data)))], { type: page.type });
}

const mostHead = 1 << 24; // of a page before its data: the style, and notes

// leaveReport leads back to the form. The report can be shown again.
function leaveReport() {
	showReport(false);
	location.hash = report.job || job;
	byId("job-title").scrollIntoView();
	byId("go").focus();
}

// openSaved shows a saved report, which the engine writes anew from its data. A file that is no report changes nothing.
async function openSaved(file) {
	if (busy()) return;
	let saved = null;
	await working(async ({ signal, onProgress }) => {
		onProgress({ doing: "opening " + shownName(file.name), done: 0, whole: 0, memory: 0 });
		const page = await chaffinch.reopen(file, { signal });
		saved = { title: file.name, page: new Blob([page], { type: "text/html" }), formats: ["html"] };
	});
	if (saved) openReport(saved);
}
