// A job is followed by its events. The report takes the place of the job's page once it is done.

function followJob() {
	const job = byId("job");
	const events = new EventSource(job.dataset.events);
	addEventListener("submit", () => events.close()); // the page that follows says that the job was cancelled
	events.addEventListener("job", (event) => {
		const now = JSON.parse(event.data);
		if (now.state === "waiting" || now.state === "running") return showJob(now);
		events.close();
		rememberJob(location.pathname, document.querySelector("h1").textContent, Date.parse(now.expires) || untilEnd());
		tell(now.state === "done" ? "The report is ready." : "");
		reload(); // the page is the report, or gives the reason
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

// leftOf estimates how long a step takes until its end, in words; empty while too little is known.
function leftOf({ step, done, whole }) {
	const now = performance.now();
	if (leftOf.step !== step || done < leftOf.done) Object.assign(leftOf, { step, from: done, since: now });
	leftOf.done = done;
	const took = now - leftOf.since;
	if (took < 3000 || done - leftOf.from < whole / 50) return "";
	const seconds = (((whole - done) / (done - leftOf.from)) * took) / 1000;
	return seconds < 90 ? `, ${Math.max(1, Math.round(seconds))} s left` : `, ${Math.round(seconds / 60)} min left`;
}

function showJob({ state, step, done, whole }) {
	const bar = byId("progress");
	if (state === "running" && whole > 0) Object.assign(bar, { max: whole, value: done });
	else bar.removeAttribute("value");
	const text = state === "waiting" ? "Waiting for the previous job" : step || "Starting";
	const count = whole > 0 ? `: ${thousands(done)} of ${thousands(whole)}${leftOf({ step, done, whole })}` : "";
	byId("count").textContent = text + count;
	if (text !== showJob.said) tell(text); // and not each number
	showJob.said = text;
}
