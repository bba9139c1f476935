// A job is followed by its events. Its report is opened if it ends while it is followed, or has ended when the upload
// leads here. Going back from the report leads to the page of the job.

const openWhenDone = "#open";

// openReport goes on to the report. Before the page is loaded, the report would take its place in the history.
function openReport() {
	if (document.readyState !== "complete") return addEventListener("load", () => setTimeout(openReport));
	history.replaceState(null, "", location.pathname);
	location.assign(byId("report").href);
}

function followJob() {
	const job = byId("job");
	const events = new EventSource(job.dataset.events);
	addEventListener("submit", () => events.close()); // the page that follows says that the job was cancelled
	events.addEventListener("job", (event) => {
		const now = JSON.parse(event.data);
		if (now.state === "waiting" || now.state === "running") return showJob(now);
		events.close();
		if (now.state !== "done") return reload(); // the page gives the reason
		byId("running").hidden = true;
		byId("finished").hidden = false;
		tell("The comparison is done.");
		byId("report").focus();
		openReport();
	});
	events.addEventListener("error", () => {
		if (events.readyState === EventSource.CLOSED) reload(); // the job was forgotten
		else showSilence();
	});
}

// reload loads the page again once the server answers. Until then the browser would have no page to show.
function reload() {
	fetch(location.href, { method: "HEAD", cache: "no-store" }).then(() => location.reload(), () => {
		showSilence();
		setTimeout(reload, 2000);
	});
}

function showSilence() {
	const text = "The server does not answer. Check that it runs. Trying again…";
	if (byId("count").textContent === text) return;
	byId("count").textContent = text;
	tell(text);
}

function showJob({ state, step, done, whole }) {
	const bar = byId("progress");
	if (state === "running" && whole > 0) Object.assign(bar, { max: whole, value: done });
	else bar.removeAttribute("value");
	const text = state === "waiting" ? "Waiting for the previous job" : step || "Starting";
	const count = whole > 0 ? `: ${done.toLocaleString("en")} of ${whole.toLocaleString("en")}` : "";
	byId("count").textContent = text + count;
	if (text !== showJob.said) tell(text); // and not each number
	showJob.said = text;
}
