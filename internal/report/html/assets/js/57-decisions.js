// Decisions about open copies, for the project's file of decisions.

const decisionsView = { by: "" };
const openCopies = () => pairs.filter((pair) => findingOf(pair).decide);
const decidedCopies = () => openCopies().filter(markOfPair);

// decisionForm decides one copy, or all open ones of its origin.
function decisionForm(pair) {
	const { origin } = findingOf(pair);
	const same = openCopies().filter((other) => origin >= 0 && findingOf(other).origin === origin);
	const status = el("p", { class: "caption", role: "status" });
	return [
		noteForm(keyOfPair(pair), projectFile(pair)),
		same.length > 1 &&
			el(
				"p",
				{ class: "buttons" },
				el(
					"button",
					{
						type: "button",
						class: "small",
						id: "decide-all",
						onclick: () => {
							const { mark, text } = noteOfPair(pair);
							for (const other of same) changeNote(keyOfPair(other), { mark, text });
							status.textContent = `${plural(same.length, "copy is", "copies are")} ${mark || "open"} now.`;
							noteChanged();
						},
					},
					`The same for all ${thousands(same.length)} open copies from `,
					named(scan.origins[origin].name),
				),
			),
		status,
	];
}

function drawDecisions() {
	const card = byId("decisions");
	if (openCopies().length === 0) {
		add(card, el("p", {}, "No copy is open."));
		return;
	}
	const button = (id, text, onclick) => el("button", { type: "button", class: "small", id, onclick }, text);
	add(
		card,
		el("p", { id: "decisions-text", role: "status" }),
		el(
			"div",
			{ class: "filters" },
			el("label", { class: "grow" }, el("span", {}, "Your name"), el("input", { id: "decisions-by", autocomplete: "name", onchange: ({ target }) => (decisionsView.by = target.value) })),
			button("decisions-save", "Download decisions", () => saveFile("decisions.toml", "application/toml", decisionsFile())),
			button("notes-clear", "Delete all", deleteNotes),
		),
		el("p", { class: "caption" }, "Append the downloaded file to chaffinch-decisions.toml at the top of the project: ", el("code", {}, "cat decisions.toml >> chaffinch-decisions.toml"), ". The next scan reads it."),
	);
	showDecisions();
}

function showDecisions() {
	if (pairTable) showFindings();
	if (!byId("decisions-text")) return;
	const done = decidedCopies().length;
	const where = kept ? "Until you download them, they are in this browser only." : "This browser keeps nothing for this page: download them before you close it.";
	byId("decisions-text").textContent =
		done === 0
			? `No decision yet, of ${plural(openCopies().length, "open copy", "open copies")}: open a finding to decide it.`
			: `${plural(done, "copy", "copies")} of ${thousands(openCopies().length)} decided. ${where}`;
	byId("decisions-save").disabled = byId("notes-clear").disabled = done === 0;
	delete byId("notes-clear").dataset.sure;
	byId("notes-clear").textContent = "Delete all";
}

// decisionsFile returns the decisions as the text of a file in TOML.
function decisionsFile() {
	const date = new Date().toISOString().slice(0, 10);
	const entries = decidedCopies().map((pair) => {
		const { mark, text } = noteOfPair(pair);
		const all = { ...findingOf(pair).decide, decision: mark, reason: text.trim(), by: decisionsView.by.trim(), date };
		const rows = Object.entries(all).filter(([, value]) => value.length > 0);
		return "\n[[decision]]\n" + rows.map(([key, value]) => `${key} = ${tomlOf(value)}\n`).join("");
	});
	return "# Decisions about copies, made in the page of a scan. Append them to chaffinch-decisions.toml.\n" + entries.join("");
}

// tomlOf writes a text or a list of texts: TOML takes what JSON does, but for DEL and half characters.
const tomlOf = (value) => (Array.isArray(value) ? `[${value.map(tomlOf).join(", ")}]` : JSON.stringify(value.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/\x7f/g, "\\u007f"));
