// The start of the page of a form, or of a job.

startSite([["Ctrl+Enter", "send the form"], ["?", "this help"]], () => ({ "?": openHelp }), el("p", {}, "Everything works with Tab, Enter and Space."));
if (byId("upload")) {
	startForm();
	listJobs();
} else if (byId("job")) {
	rememberJob(location.pathname, document.querySelector("h1").textContent);
	addEventListener("submit", () => forgetJob(location.pathname));
	if (byId("job").dataset.events) followJob();
}
