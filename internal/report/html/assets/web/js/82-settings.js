// The settings of each job. They are kept only if the reader asks for it, and files never.

const kept = "chaffinch-settings";

const setting = {
	unit: { text: "A submission is", options: [["dir", "a folder or archive"], ["file", "a file"]] },
	language: { text: "Language", options: [["", "detect it for each file"], ...JSON.parse(byId("languages").textContent).map((name) => [name, name])] },
	minScore: { text: "List pairs from a score of", number: { min: 0, max: 1, step: 0.05, value: 0.25, required: true } },
	common: { text: "Ignore code that more than half have", check: true },
	anonymous: { text: "Hide names in the report", check: true },
};

function control(name, { text, options, number, check }) {
	const id = "set-" + name;
	if (check) return el("label", { class: "check" }, el("input", { type: "checkbox", id }), text);
	const field = options
		? el("select", { id }, options.map(([value, words]) => el("option", { value }, words)))
		: el("input", { type: "number", id, ...number });
	return el("label", {}, el("span", {}, text), field);
}

// settingsNow returns the values in the form, of all settings that the job has.
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
		if (check) field.checked = Boolean(values[name]);
		else field.value = values[name];
	}
}

function storedSettings() {
	try {
		return JSON.parse(localStorage.getItem(kept)) || null;
	} catch {
		return null; // nothing is kept, or the browser keeps nothing for files
	}
}

// keepSettings keeps the settings, or forgets them, as the reader wishes.
function keepSettings() {
	try {
		if (byId("remember").checked) localStorage.setItem(kept, JSON.stringify({ ...storedSettings(), ...settingsNow() }));
		else localStorage.removeItem(kept);
	} catch {
		// They are not kept.
	}
}
