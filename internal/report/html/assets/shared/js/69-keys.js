// Keyboard shortcuts. They do nothing in text fields.

// startHelp fills the help, which lists keys and what they do, and more. keysNow returns the action of each key at present.
function startHelp(keys, keysNow, ...more) {
	add(
		byId("help"),
		el("h2", { id: "help-title" }, "Help"),
		el(
			"dl",
			{ class: "keys" },
			keys.map(([key, text]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)]),
		),
		more,
		el("form", { method: "dialog" }, el("button", { type: "button", onclick: () => byId("help").close() }, "Close")),
	);
	byId("help-open").addEventListener("click", openHelp);
	document.addEventListener("keydown", (event) => onKey(event, keysNow));
}

function openHelp() {
	byId("help").showModal();
}

function onKey(event, keysNow) {
	const writes = event.target.closest("select, textarea, input:not([type=range], [type=checkbox], [type=radio], [type=file])");
	if (writes || event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
	const action = keysNow()[event.key];
	if (!action) return;
	event.preventDefault();
	action();
}
