// The settings of the jobs. They are stored only if the user asks for it. Files are never stored.

const kept = "chaffinch-settings";

// inner is the unit of a class in several groups, each of which is a folder.
const inner = "inner";

const setting = {
	unit: { text: "A submission is", options: [["dir", "a folder or archive"], [inner, "a folder or archive in a group"], ["file", "a file"]] },
	language: { text: "Language", options: [["", "detect for each file"], ...JSON.parse(byId("languages").textContent).map((name) => [name, name])] },
	minScore: { text: "Minimum score", number: { min: 0, max: 1, step: 0.01, value: 0.25, required: true } },
	deadline: { text: "Deadline, in UTC", line: "2025-03-11 18:00" },
	common: { text: "Ignore code in more than half of the submissions", check: true },
	anonymous: { text: "Hide names in the report", check: true },
};

// formNames are the names that the form has for options of the engine.
const formNames = {
	"options.base": "Starter code",
	"options.archive": "Earlier years",
	"options.minScore": setting.minScore.text,
	"options.deadline": setting.deadline.text,
	"options.language": setting.language.text,
	"options.unit dir": setting.unit.text + " a folder or archive",
};

// inForm returns a warning or an error of the engine with the names of the form.
function inForm(text) {
	for (const [option, words] of Object.entries(formNames)) text = text.replaceAll(option, `"${words}"`);
	return text;
}

function control(name, { text, options, number, check, line }) {
	const id = "set-" + name;
	if (check) return el("label", { class: "check" }, el("input", { type: "checkbox", id }), text);
	const field = options
		? el("select", { id }, options.map(([value, words]) => el("option", { value }, words)))
		: el("input", line ? { id, placeholder: line } : { type: "number", id, ...number });
	return el("label", {}, el("span", {}, text), field);
}

// settingsNow returns the values of the settings in the form.
function settingsNow() {
	const values = {};
	for (const [name, { number, check }] of Object.entries(setting)) {
		const field = byId("set-" + name);
		if (field) values[name] = check ? field.checked : number ? Number(field.value) : field.value;
	}
	return values;
}

function setSettings(values) {
	for (const [name, { check }] of Object.entries(setting)) {
		const field = byId("set-" + name);
		if (!field || values[name] === undefined) continue;
		const [before, wanted] = [field.value, values[name]];
		if (check) field.checked = wanted === true;
		else field.value = wanted;
		if (!check && (field.value === "" ? wanted !== "" : !field.checkValidity())) field.value = before; // it was stored by something else
	}
}

function storedSettings() {
	try {
		return JSON.parse(localStorage.getItem(kept)) || null;
	} catch {
		return null; // nothing valid is stored, or the browser has no storage for pages on a disk
	}
}

// keepSettings stores the settings if the user asks for it, and deletes them otherwise.
function keepSettings() {
	try {
		if (byId("remember").checked) localStorage.setItem(kept, JSON.stringify({ ...storedSettings(), ...settingsNow() }));
		else localStorage.removeItem(kept);
	} catch {
		// They are not stored.
	}
}
