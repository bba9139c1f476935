// The question is in the fragment of the address, which no browser sends. So a link holds it, and no log does.

const fields = ["source", "name", "language", "how", "weak", "index"];
const form = byId("ask");
const longest = 200000; // characters of a source that an address holds
let unlinked = null; // a question that is too long for the address, or a file that is no text

// questionOf returns the question that the address holds, null if there is none.
function questionOf(wanted) {
	if (wanted.has("unlinked")) return unlinked;
	return wanted.get("source") ? Object.fromEntries(fields.map((name) => [name, wanted.get(name) || ""])) : null;
}

// hashOf returns the fragment of a question, with the shown part of its answer.
function hashOf(question, shows = {}) {
	const all = question === unlinked ? { unlinked: 1 } : Object.fromEntries(Object.entries(question).filter(([, value]) => value));
	return "#" + new URLSearchParams({ ...all, ...shows });
}

// written returns the question in the form.
function written() {
	const question = Object.fromEntries(fields.map((name) => [name, byId(name) ? byId(name).value : ""]));
	const [file] = byId("file").files;
	if (file) Object.assign(question, { source: "", file, name: file.name });
	if (file || question.source.length > longest) unlinked = question;
	return question;
}

// write puts a question into the form.
function write(question) {
	for (const name of fields) if (byId(name)) byId(name).value = question[name] || byId(name).querySelector("option")?.value || "";
}

// bodyOf returns the body that a form sends.
function bodyOf(question, more = {}) {
	const body = new FormData();
	for (const [name, value] of Object.entries({ ...question, ...more })) body.append(name, value);
	return body;
}

// take reads a file into the form: text into its field, so that a link can hold it.
async function take(file) {
	const bytes = await file.arrayBuffer();
	const files = new DataTransfer();
	try {
		if (bytes.byteLength > longest) throw file;
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		if (text.includes("\0")) throw file;
		byId("source").value = text;
	} catch {
		files.items.add(file); // the server decodes it
		byId("source").value = "";
	}
	byId("file").files = files.files;
	byId("name").value = file.name;
	byId("language").value = "";
	tell(`${file.name} is in the form.`);
}

function startForm() {
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		const question = written();
		if (!question.source && !question.file) return ask(question); // the server returns advice
		const to = hashOf(question);
		asked = null; // ask again, even the same
		if (location.hash === to) route();
		else location.hash = to;
	});
	byId("source").addEventListener("keydown", (event) => {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
	});
	byId("file").addEventListener("change", () => {
		const [file] = byId("file").files;
		if (file) take(file);
	});
	startDrop(form, (dropped) => {
		const [file] = dropped.files;
		if (file) take(file);
		else if (dropped.getData("text")) byId("source").value = dropped.getData("text");
	});
	// Another language, or another thing to find, is a correction: it asks again.
	for (const name of fields.slice(2)) {
		if (byId(name)) byId(name).addEventListener("change", () => asked && form.requestSubmit());
	}
}
