// The form is sent with its progress. The server answers with the page of a job, or with an error.

const zones = {}; // of files, by name
let sending = null;

function complain(error) {
	replace(byId("problem"), problem(error));
	byId("problem").scrollIntoView({ block: "nearest" });
}

// startForm replaces the fields for files, which work without script, by zones.
function startForm() {
	const form = byId("upload");
	for (const field of form.querySelectorAll(".zone")) {
		const name = field.dataset.zone;
		const { title, text } = forms.zones[name];
		zones[name] = newZone(title, text, () => tell(""), { files: submissionsIn, old: earlierIn }[name]);
		field.replaceWith(zones[name].element);
	}
	setSettings(startSettings(() => Object.values(zones).forEach((zone) => zone.show())) || {});
	form.addEventListener("submit", submitUpload);
	form.addEventListener("keydown", (event) => {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
	});
	byId("cancel").addEventListener("click", () => sending.abort());
	catchDrops(() => sending);
}

function setSending(request) {
	sending = request;
	byId("go").disabled = Boolean(request);
	byId("sending").hidden = !request;
	byId("sent").removeAttribute("value");
}

function submitUpload(event) {
	event.preventDefault();
	if (sending) return;
	replace(byId("problem"));
	keepSettings();
	const form = byId("upload");
	const { most, mostFiles, job } = form.dataset;
	const first = zones[forms.jobs[job].zones[0]].files();
	const all = Object.entries(zones).flatMap(([name, zone]) => zone.files().map((file) => ({ ...file, field: forms.zones[name].field })));
	const size = all.reduce((sum, { data }) => sum + data.size, 0);
	if (first.length === 0) return complain(new Error("There is nothing to send: choose or drop a folder, files or an archive."));
	if (all.length > mostFiles) return complain(new Error(`These are more than ${plural(Number(mostFiles), "file", "files")}: choose fewer.`));
	if (size > most) return complain(new Error(`These are more than the server's limit of ${bytes(Number(most))}: choose fewer files.`));
	const body = new FormData(form);
	for (const { path, data, field } of all) body.append(field, data, path);
	const request = new XMLHttpRequest();
	request.upload.addEventListener("progress", ({ loaded, total }) => {
		Object.assign(byId("sent"), { max: total, value: loaded });
		tell(loaded < total ? `Sending: ${Math.floor((100 * loaded) / total)}%` : "Sent. The server is reading it.");
	});
	request.addEventListener("load", () => answered(request, titleOf(first)));
	request.addEventListener("error", () => failSending("The server does not answer. Check that it runs, and that no file was changed, and send again."));
	request.addEventListener("abort", () => failSending("Nothing was sent: the upload was cancelled."));
	request.open("POST", form.action);
	request.send(body);
	setSending(request);
	byId("cancel").focus();
}

// titleOf names a job by what was chosen.
function titleOf(files) {
	const tops = [...new Set(files.map(({ path }) => topOf(path)))];
	return shownName(tops.slice(0, 3).join(", ")) + (tops.length > 3 ? ` and ${thousands(tops.length - 3)} more` : "");
}

function failSending(text) {
	setSending(null);
	tell("");
	complain(new Error(text));
	byId("go").focus();
}

function answered({ status, responseText, responseURL }, title) {
	if (status === 200) {
		rememberJob(new URL(responseURL).pathname, title);
		return location.assign(responseURL);
	}
	try {
		failSending(JSON.parse(responseText).detail);
	} catch {
		// The parsed document is inert.
		const wrong = new DOMParser().parseFromString(responseText, "text/html").querySelector(".wrong");
		failSending(wrong ? wrong.textContent : `The server answered with status ${status}. Send again.`);
	}
}
