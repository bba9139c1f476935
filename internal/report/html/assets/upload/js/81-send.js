// The form is sent with its progress. The server answers with the page of a job, or with an error.

let sending = null;

function showProblem(error) {
	replace(byId("problem"), problem(error));
	byId("problem").scrollIntoView({ block: "nearest" });
}

function setSending(request) {
	sending = request;
	byId("send").disabled = Boolean(request);
	byId("sending").hidden = !request;
	byId("sent").removeAttribute("value");
}

function submitUpload(event) {
	event.preventDefault();
	if (sending) return;
	replace(byId("problem"));
	const files = filesOf(dropped, chosen("folder"), chosen("files"));
	const base = filesOf(chosen("base"));
	const { most, mostFiles } = byId("upload").dataset;
	if (files.length === 0) return showProblem(new Error("There is nothing to send: choose or drop a folder, files or an archive."));
	if (files.length + base.length > mostFiles) return showProblem(new Error(`These are more than ${whole(Number(mostFiles), "file")}: choose fewer.`));
	if (sizeOf(files) + sizeOf(base) > most) return showProblem(new Error(`These are more than the server's limit of ${sized(most)}: choose fewer files.`));
	const body = new FormData();
	for (const { name, value } of byId("upload").querySelectorAll("select, input[type=number]")) body.append(name, value);
	for (const [path, file] of files) body.append("files", file, path);
	for (const [path, file] of base) body.append("base", file, path);
	const request = new XMLHttpRequest();
	request.upload.addEventListener("progress", ({ loaded, total }) => {
		Object.assign(byId("sent"), { max: total, value: loaded });
		tell(loaded < total ? `Sending: ${Math.floor((100 * loaded) / total)}%` : "Sent. The server is reading it.");
	});
	request.addEventListener("load", () => answered(request));
	request.addEventListener("error", () => failSending("The server does not answer. Check that it runs, and that no file was changed, and send again."));
	request.addEventListener("abort", () => failSending("Nothing was sent: the upload was cancelled."));
	request.open("POST", byId("upload").action);
	request.send(body);
	setSending(request);
	byId("cancel").focus();
}

function failSending(text) {
	setSending(null);
	tell("");
	showProblem(new Error(text));
	byId("send").focus();
}

function answered({ status, responseText, responseURL }) {
	if (status === 200) return location.assign(responseURL + openWhenDone);
	try {
		failSending(JSON.parse(responseText).detail);
	} catch {
		// The parsed document is inert.
		const wrong = new DOMParser().parseFromString(responseText, "text/html").querySelector(".wrong");
		failSending(wrong ? wrong.textContent : `The server answered with status ${status}. Send again.`);
	}
}
