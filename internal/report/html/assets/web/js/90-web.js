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

function route() {
	const name = location.hash.slice(1);
	if (running || (name !== "" && !jobs[name])) return;
	showReport(null);
	showJob(name || "class");
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
	byId("back").addEventListener("click", () => {
		showReport(null);
		byId("job-title").scrollIntoView();
		byId("go").focus();
	});
	byId("open-saved").addEventListener("click", () => byId("saved").click());
	byId("saved").addEventListener("change", (event) => {
		if (event.target.files[0]) openSaved(event.target.files[0]);
		event.target.value = "";
	});
	byId("remember").addEventListener("change", keepSettings);
	// A file dropped outside a field must not replace the page.
	for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
	const stored = storedSettings();
	if (stored) {
		byId("remember").checked = true;
		Object.assign(shownSettings, stored);
	}
	addEventListener("hashchange", route);
	route();
}

start();
