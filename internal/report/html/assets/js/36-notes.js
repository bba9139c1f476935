// Notes and marks of the reader. The browser keeps them in its local storage, by the numbers of
// units: other pages that are opened from files may read that storage, so it holds no names. They
// are exported with names, and imported by names, so that they outlive the report.
//
// The page that compares in the browser saves a report with its notes, if the reader wants that: { saved, notes }, with a time
// that tells one such file from another.

//
// On the page of a scan they are decisions about open copies: a mark is a verdict, and the text is its reason.

const marks = data.scan
	? data.scan.verdicts.map((verdict) => [verdict, verdict])
	: [
			["copied", "copied"],
			["talk", "talk to"],
			["fine", "fine"],
		];
const noteWords = data.scan
	? { title: "Your decision on ", none: "open", label: "Reason of the decision on ", hint: "Why, for the readers of the file of decisions" }
	: { title: "Your note on ", none: "no mark", label: "Note on ", hint: "What you want to remember" };
const markName = (mark) => (marks.find(([id]) => id === mark) || ["", ""])[1];
const storageKey = "chaffinch-notes-" + data.id;

// notebook holds { mark, text } by "3" for the unit 3, and by "3-7" for a pair.
const notebook = new Map();
let kept = true; // whether the browser stores it

const keyOfPair = (pair) => [...pair.units].sort((a, b) => a - b).join("-");
const noteOfPair = (pair) => notebook.get(keyOfPair(pair)) || { mark: "", text: "" };
const noteOfUnit = (unit) => notebook.get(String(unit)) || { mark: "", text: "" };
const markOfPair = (pair) => noteOfPair(pair).mark;

// isNote checks a note from an earlier visit or a file.
function isNote(key, note) {
	const numbers = key.split("-").map(Number);
	return (
		/^\d+(-\d+)?$/.test(key) &&
		numbers.every((n) => n < units.length) &&
		note !== null &&
		typeof note === "object" &&
		typeof note.text === "string" &&
		(note.mark === "" || markName(note.mark) !== "")
	);
}

// ofFile are the notes that were saved in this file.
const ofFile = byId("saved-notes") ? JSON.parse(byId("saved-notes").textContent) : null;

// readNotes takes over what is stored, which other tabs with this report may have changed. If the
// browser stores nothing, the notes of this tab stay.
function readNotes() {
	if (!kept) return;
	try {
		const stored = JSON.parse(localStorage.getItem(storageKey) || "{}");
		notebook.clear();
		takeEntries(stored);
		if (ofFile && stored.file !== ofFile.saved) addEntries(ofFile.notes);
	} catch {
		kept = false;
	}
}

function takeEntries(notes) {
	for (const [key, note] of Object.entries(notes)) if (isNote(key, note)) setNote(key, note);
}

function addEntries(notes) {
	for (const [key, note] of Object.entries(notes)) if (isNote(key, note)) setNote(key, joinedNote(notebook.get(key), note));
}

function setNote(key, { mark, text }) {
	if (mark === "" && text === "") notebook.delete(key);
	else notebook.set(key, { mark, text });
}

function storeNotes() {
	try {
		if (notebook.size === 0 && !ofFile) localStorage.removeItem(storageKey);
		else localStorage.setItem(storageKey, JSON.stringify({ ...Object.fromEntries(notebook), file: ofFile ? ofFile.saved : undefined }));
		kept = true;
	} catch {
		kept = false;
	}
	tellNotes(true);
}

// tellNotes tells the notes to the page that compares in the browser, which can save them in the file.
function tellNotes(changed) {
	if (inFrame) parent.postMessage({ notes: Object.fromEntries(notebook), changed }, "*");
}

const inFrame = location.protocol === "blob:" && parent !== window;

// changeNote changes a part of a note. What shows it is drawn again by noteChanged.
function changeNote(key, changes) {
	readNotes();
	setNote(key, { mark: "", text: "", ...notebook.get(key), ...changes });
	storeNotes();
}

// showOthersNotes shows what another tab has stored, also in an open form.
function showOthersNotes({ key }) {
	if (key !== null && key !== storageKey) return;
	readNotes();
	for (const form of document.querySelectorAll(".note-form")) {
		const { mark, text } = notebook.get(form.dataset.key) || { mark: "", text: "" };
		form.querySelector("textarea").value = text;
		for (const choice of form.querySelectorAll("input")) choice.checked = choice.value === mark;
	}
	noteChanged();
}

function noteChanged() {
	if (data.scan) return showDecisions();
	choose({});
	showNotebook();
}

// noteForm returns the controls of a note.
function noteForm(key, about) {
	const note = notebook.get(key) || { mark: "", text: "" };
	const group = "mark-" + key;
	return el(
		"fieldset",
		{ class: "note-form", "data-key": key },
		el("legend", {}, noteWords.title + about),
		el(
			"div",
			{ class: "marks" },
			[["", noteWords.none], ...marks].map(([id, text]) =>
				el(
					"label",
					{ class: "mark-choice" },
					el("input", {
						type: "radio",
						name: group,
						value: id,
						checked: note.mark === id,
						onchange: () => {
							changeNote(key, { mark: id });
							noteChanged();
						},
					}),
					text,
				),
			),
		),
		el("textarea", {
			rows: 1,
			"aria-label": noteWords.label + about,
			placeholder: noteWords.hint,
			oninput: (event) => changeNote(key, { text: event.target.value }),
			onchange: noteChanged,
		}, note.text),
	);
}

// markBadge shows a mark in a list.
const markBadge = ({ mark, text }) =>
	(mark || text) && el("span", { class: "badge marked " + mark, title: text || false }, markName(mark) || "note");

// notesFile returns the notes with names, for a file.
function notesFile() {
	const all = [...notebook].map(([key, note]) => ({ names: key.split("-").map((i) => units[i].name), ...note }));
	return JSON.stringify({ chaffinchNotes: 1, title: data.title, report: data.id, anonymous: data.anonymous, notes: all }, null, "\t") + "\n";
}

// notesTable returns the notes as CSV, one row each. A guard keeps a spreadsheet from reading a cell
// as a formula.
function notesTable() {
	const cell = (text) => `"${(/^[\s"]*[=+\-@\t\r＝＋－＠]/.test(text) ? "'" : "") + text.replace(/"/g, '""')}"`;
	const rows = [...notebook].map(([key, { mark, text }]) => {
		const [a, b] = key.split("-").map(Number);
		const pair = b === undefined ? null : pairs.find((other) => keyOfPair(other) === key);
		return [nameOf(a), b === undefined ? "" : nameOf(b), pair ? score(pair.score) : "", markName(mark), text];
	});
	return [[capital(one), "With", "Score", "Mark", "Note"], ...rows].map((row) => row.map(cell).join(",") + "\r\n").join("");
}

// joinedNote returns a note with what another one adds. Both texts are kept. So is the mark: one that
// differs becomes a line of the text.
function joinedNote(own, other) {
	if (!own) return other;
	const added = [other.text, marksDiffer(own, other) && "imported mark: " + markName(other.mark)];
	const lines = added.filter((text) => text && !hasLines(own.text, text));
	return { mark: own.mark || other.mark, text: [own.text, ...lines].filter(Boolean).join("\n") };
}

const marksDiffer = (own, other) => own.mark !== "" && other.mark !== "" && own.mark !== other.mark;
const hasLines = (text, lines) => ("\n" + text + "\n").includes("\n" + lines + "\n");

// takeNotes adds the notes of a file, and returns a sentence about it.
function takeNotes(file) {
	let read;
	try {
		read = JSON.parse(file);
	} catch {
		read = null;
	}
	if (!read || read.chaffinchNotes !== 1 || !Array.isArray(read.notes))
		return "This is not a file of notes: choose one that was exported as JSON from a report.";
	if (read.report !== data.id && (read.anonymous || data.anonymous))
		return "These notes are of another report. An anonymous report has other pseudonyms, so they cannot be matched.";
	const numbers = new Map(units.map((unit, i) => [unit.name, i]));
	let taken = 0, differ = 0;
	readNotes();
	for (const { names, mark: shown, text } of read.notes.filter((note) => note && Array.isArray(note.names))) {
		const [mark] = marks.find((of) => of[1] === shown) || [shown];
		const found = names.map((name) => numbers.get(name));
		const key = found.sort((a, b) => a - b).join("-");
		if (!found.includes(undefined) && isNote(key, { mark, text })) {
			const own = notebook.get(key);
			if (own && marksDiffer(own, { mark })) differ++;
			setNote(key, joinedNote(own, { mark, text }));
			taken++;
		}
	}
	storeNotes();
	noteChanged();
	const unknown = read.notes.length - taken;
	return (
		`${capital(plural(taken, "note was", "notes were"))} imported.` +
		(differ > 0 ? ` ${thousands(differ)} had another mark: yours is kept, and the text of the note names the other.` : "") +
		(unknown > 0 ? ` ${thousands(unknown)} could not be: their names are not in this report, or their marks are not known.` : "")
	);
}

function saveFile(name, type, text) {
	const address = URL.createObjectURL(new Blob([text], { type }));
	el("a", { href: address, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function drawNotes() {
	const file = el("input", {
		type: "file",
		id: "notes-file",
		class: "sr",
		accept: ".json,application/json",
		"aria-label": "File of notes to import",
		onchange: async () => {
			if (file.files.length === 0) return;
			byId("notes-status").textContent = takeNotes(await file.files[0].text());
			file.value = "";
		},
	});
	const button = (id, text, onclick) => el("button", { type: "button", class: "small", id, onclick }, text);
	add(
		byId("notes"),
		el("p", { id: "notes-text" }),
		el(
			"div",
			{ class: "buttons" },
			button("notes-json", "Export as JSON", () => saveFile("notes.json", "application/json", notesFile())),
			button("notes-csv", "Export as CSV", () => saveFile("notes.csv", "text/csv", "\ufeff" + notesTable())),
			el("label", { class: "button small" }, "Import JSON", file),
			el("a", { class: "button small", href: "#dossier", id: "notes-dossier" }, "Make a dossier"),
			button("notes-clear", "Delete all", deleteNotes),
		),
		el("p", { id: "notes-status", role: "status" }),
		el("ul", { id: "notes-list", class: "columns" }),
	);
	showNotebook();
}

// deleteNotes asks for a second click.
function deleteNotes(event) {
	const button = event.currentTarget;
	if (!button.dataset.sure) {
		button.dataset.sure = "yes";
		button.textContent = "Really delete all notes?";
		return;
	}
	notebook.clear();
	storeNotes();
	noteChanged();
}

function showNotebook() {
	if (!byId("notes-text")) return;
	const here = ofFile ? "This file has the notes that it was saved with. Changes are kept in this browser only, on this computer." : "They are kept in this browser only, on this computer, and are not in this file.";
	const where = inFrame
		? "They are kept until the next comparison: save the report as HTML with notes, or export them."
		: kept
			? here + " Other pages that you open from files may be able to read them. Export them to keep them, and delete them on a shared computer."
			: "This browser keeps nothing for this page: export them before you close it.";
	byId("notes-text").textContent =
		`${notebook.size === 0 ? "You have no notes yet: open a pair or a " + one + " to write one." : plural(notebook.size, "note", "notes") + "."} ` + where;
	for (const id of ["notes-json", "notes-csv", "notes-clear"]) byId(id).disabled = notebook.size === 0;
	delete byId("notes-clear").dataset.sure;
	byId("notes-clear").textContent = "Delete all";
	replace(byId("notes-list"), [...notebook].map(noteItem));
}

function noteItem([key, note]) {
	const numbers = key.split("-").map(Number);
	const pair = numbers.length === 2 && pairs.find((other) => keyOfPair(other) === key);
	const names = numbers.map(nameOf).join(" and ");
	const href = numbers.length === 1 ? "#unit=" + (numbers[0] + 1) : pair && "#pair=" + (pair.id + 1);
	return el("li", {}, href ? el("a", { href }, named(names)) : named(names), " ", markBadge(note), " ", named(note.text));
}

if (ofFile) addEntries(ofFile.notes); // they stay if the browser stores nothing
readNotes();
addEventListener("storage", showOthersNotes);
