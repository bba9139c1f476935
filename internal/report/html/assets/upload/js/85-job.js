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

// Jobs are remembered by the browser: their addresses are secrets, so the server lists none.
const jobsKey = "chaffinch-jobs";
const mostJobs = 20;

function myJobs() {
	try {
		const all = JSON.parse(localStorage.getItem(jobsKey) || "[]");
		return all.filter(({ path, title, time, until }) => /^\/(pairs|scan)\/[\w-]+$/.test(path) && title && time && until > Date.now());
	} catch {
		return [];
	}
}

function keepJobs(all) {
	try {
		localStorage.setItem(jobsKey, JSON.stringify(all.slice(0, mostJobs)));
	} catch {
		// the browser keeps nothing
	}
}

// rememberJob remembers the job of this page until its report is deleted. While it runs, a week is assumed.
function rememberJob() {
	const { pathname: path } = location;
	const until = Date.parse(byId("job").dataset.until) || Date.now() + 7 * 86400e3;
	const [known = { path, title: document.querySelector("h1").textContent, time: Date.now() }] = myJobs().filter((job) => job.path === path);
	const others = myJobs().filter((job) => job.path !== path);
	keepJobs([{ ...known, until }, ...others]);
	addEventListener("submit", () => keepJobs(others));
}

// listJobs lists the remembered jobs below the form.
function listJobs() {
	const all = myJobs();
	if (all.length === 0) return;
	const time = (at) => new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
	const list = el("ul", { id: "my-jobs" }, all.map((job) => el("li", {}, el("a", { href: job.path }, job.title), ", ", time(job.time))));
	add(document.querySelector(".pages"), el("section", { class: "card", "aria-labelledby": "my-jobs-title" }, el("h2", { id: "my-jobs-title" }, "My reports"), list, el("p", { class: "caption" }, "Only this browser remembers their addresses.")));
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
	const count = whole > 0 ? `: ${done.toLocaleString("en")} of ${whole.toLocaleString("en")}${leftOf({ step, done, whole })}` : "";
	byId("count").textContent = text + count;
	if (text !== showJob.said) tell(text); // and not each number
	showJob.said = text;
}
