// Starts the page, follows the address, and handles keys.

const webKeys = [
	["Ctrl+Enter", "compare, or find"],
	["Esc", "cancel the run; close this help"],
	["?", "open this help"],
];

function keysNow() {
	return {
		Escape: () => running && running.abort(),
		"?": openHelp,
	};
}

// beServed makes the frame that of the server's pages, if chaffinch serve has sent this page.
function beServed() {
	if (!/^https?:$/.test(location.protocol) || location.pathname !== "/class") return;
	for (const link of [byId("to-search"), document.querySelector(".brand a")]) link.href = "/";
	byId("to-scan").replaceWith(el("a", { href: "/scan" }, "Scan"));
	byId("to-corpus").replaceWith(el("a", { href: "/corpus" }, "Corpus"));
	byId("on-server").hidden = false;
}

// follow shows the view of the address: a job, or #report. A job that runs stays shown until it ends.
function follow() {
	if (running) return;
	const name = location.hash.slice(1);
	if (name === "report" && report) return showReport(true);
	showJob(name === "report" ? job : Object.hasOwn(jobs, name) ? name : "class");
	showReport(false);
}

// startQuestion takes the text of a file that is dropped on the field of the snippet.
function startQuestion() {
	const field = byId("snippet-field");
	for (const [name, on] of [["dragover", true], ["dragleave", false], ["drop", false]]) field.addEventListener(name, () => field.classList.toggle("dropping", on));
	field.addEventListener("drop", async (event) => {
		if (!hasFiles(event)) return; // the browser inserts the text
		event.preventDefault();
		try {
			const found = await droppedFiles(event.dataTransfer.items);
			if (found.length !== 1) throw new Error("Drop one file here. A folder is for “Where to look”.");
			byId("snippet").value = new TextDecoder("utf-8", { fatal: true }).decode(await found[0][1].arrayBuffer());
			replace(byId("said"));
		} catch (error) {
			complain(error instanceof TypeError ? new Error("This file is not text in UTF-8: open it, and paste what to find.") : error);
		}
	});
}

function start() {
	startTheme();
	startHelp(webKeys, keysNow, el("p", {}, "This page reads the files that you choose, and compares them on this computer. It works offline: you can keep it as a file."), glossaryOf(["score", "sure", "coverage", "kind", "boilerplate", "idiom"]));
	byId("skip").addEventListener("click", (event) => {
		event.preventDefault();
		byId("main").focus();
	});
	byId("job").addEventListener("submit", (event) => {
		event.preventDefault();
		run();
	});
	byId("job").addEventListener("keydown", (event) => {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("job").requestSubmit();
	});
	byId("cancel").addEventListener("click", () => running && running.abort());
	byId("back").addEventListener("click", leaveReport);
	byId("theme").addEventListener("click", tellTheme);
	byId("show-opened").addEventListener("click", () => openReport(report));
	byId("open-saved").addEventListener("click", () => byId("saved").click());
	byId("saved").addEventListener("change", (event) => {
		if (event.target.files[0]) openSaved(event.target.files[0]);
		event.target.value = "";
	});
	Object.assign(shownSettings, startSettings(() => {
		for (const zone of [...jobs[job].zones, ...jobs[job].more]) zones[zone].show(); // the number of submissions
	}));
	startQuestion();
	catchDrops(() => running);
	addEventListener("message", takeNotes);
	addEventListener("beforeunload", (event) => {
		if (running || [report, ...Object.values(outcomes).map((known) => known.report)].some(isLost)) event.preventDefault(); // the browser asks
	});
	addEventListener("hashchange", follow);
	beServed();
	follow();
}

start();
