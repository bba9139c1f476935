// The settings of the jobs. They are stored only if the user asks for it. Files are never stored.

const kept = "chaffinch-settings";

// forms has the words of all forms of the server and of this page: see forms.go.
const forms = JSON.parse(byId("forms").textContent);
const setting = forms.settings;

// inner is the unit of a class in several groups, each of which is a folder.
const inner = "inner";

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
		if (!field || values[name] === undefined || name === "index") continue; // the address chooses the index
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
		if (byId("remember").checked) localStorage.setItem(kept, JSON.stringify({ ...storedSettings(), ...settingsNow(), index: undefined }));
		else localStorage.removeItem(kept);
	} catch {
		// They are not stored.
	}
}

// startSettings makes the form keep its settings if the user asks for it. It returns the stored ones, and calls changed after
// each change.
function startSettings(changed) {
	const stored = storedSettings();
	byId("remember").checked = Boolean(stored);
	byId("remember").addEventListener("change", keepSettings);
	byId("settings").addEventListener("change", () => {
		if (byId("remember").checked) keepSettings();
		changed();
	});
	return stored;
}
