// Jobs are remembered by the browser: their addresses are secrets, so the server lists none.

const jobsKey = "chaffinch-jobs";
const mostJobs = 20;

function myJobs() {
	try {
		const all = JSON.parse(localStorage.getItem(jobsKey) || "[]");
		return all.filter(({ path, title, time, until }) => isJob(path) && title && time && until > Date.now());
	} catch {
		return [];
	}
}

// isJob reports whether a path is the address of a job's page.
const isJob = (path) => /^\/(pairs|scan)\/[\w-]+$/.test(path);

function keepJobs(all) {
	try {
		localStorage.setItem(jobsKey, JSON.stringify(all.slice(0, mostJobs)));
	} catch {
		// the browser keeps nothing
	}
}

const untilEnd = () => Date.now() + 7 * 86400e3; // while a job runs, a week is assumed

// rememberJob remembers a job. A known one keeps its title and time.
function rememberJob(path, title, until = untilEnd()) {
	const all = myJobs(), known = all.find((job) => job.path === path);
	if (known) known.until = until;
	keepJobs(known ? all : [{ path, title, time: Date.now(), until }, ...all]);
}

function forgetJob(path) {
	keepJobs(myJobs().filter((job) => job.path !== path));
}

const clock = (at) => new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

// listJobs lists the remembered jobs below the form, and asks the server how far they are.
function listJobs() {
	const gone = new URLSearchParams(location.search).get("deleted");
	for (const path of [gone, location.pathname]) if (isJob(path)) forgetJob(path); // the form is at the address of a job that is gone
	const all = myJobs();
	if (all.length === 0) return;
	const list = el("ul", { id: "my-jobs" }, all.map((job) => {
		const state = el("span", { class: "caption" });
		showState(job, state);
		return el("li", {}, el("a", { href: job.path }, named(job.title)), ` ${job.path.startsWith("/scan/") ? "scan" : "comparison"}, sent ${clock(job.time)}`, state);
	}));
	add(byId("jobs"), el("section", { class: "card", "aria-labelledby": "my-jobs-title" }, el("h2", { id: "my-jobs-title" }, "My reports"), list, el("p", { class: "caption" }, "Only this browser remembers their addresses.")));
}

// showState says how far a job is, and when its report will be deleted. A job that the server does not know is forgotten.
async function showState({ path }, element) {
	const answer = await fetch("/api/v1/jobs/" + path.split("/")[2]).catch(() => null);
	if (!answer) return;
	if (answer.status === 404) {
		forgetJob(path);
		return element.closest("li").remove();
	}
	if (!answer.ok) return; // a problem has no state
	const { state, expires } = await answer.json();
	if (expires) rememberJob(path, "", Date.parse(expires));
	element.textContent = state === "done" ? `; will be deleted on ${clock(expires)}` : "; " + state;
}
