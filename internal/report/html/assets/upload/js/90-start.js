// The start of the page of an upload, or of its job.

const upload = byId("upload");
startSite([["?", "this help"]], () => ({ "?": openHelp }), el("p", {}, "Everything works with Tab, Enter and Space."));
if (upload) {
	for (const input of upload.querySelectorAll("input[type=file]")) input.addEventListener("change", showChosen);
	startDrop(upload, takeDropped);
	upload.addEventListener("submit", submitUpload);
	byId("clear").addEventListener("click", clearChosen);
	byId("cancel").addEventListener("click", () => sending.abort());
	showChosen(); // files that the browser kept
	listJobs();
} else if (byId("job")) rememberJob();
if (byId("job") && byId("job").dataset.events) followJob();
else if (byId("report") && location.hash === openWhenDone) openReport();
