// The server makes the answer as a page; its part with the answers is shown here.

let asked = null; // the question whose answers are shown
let asking = null; // ends the request before

// send posts to the server, and aborts the earlier request. It returns null if it was aborted itself.
async function send(path, body) {
	if (asking) asking.abort();
	const mine = (asking = new AbortController());
	try {
		const answer = await fetch(path, { method: "POST", body, signal: mine.signal });
		const kind = answer.headers.get("Content-Type") || "";
		const text = await answer.text();
		if (kind.startsWith("application/problem+json")) throw new Error(JSON.parse(text).detail);
		return mine.signal.aborted ? null : text;
	} catch (error) {
		if (mine.signal.aborted) return null;
		throw error instanceof TypeError ? new Error("The server does not answer. Check that it runs, and try again.") : error;
	}
}

// ask shows the answers to a question, and reports whether they are there.
async function ask(question) {
	tell("Asking…");
	byId("answers").setAttribute("aria-busy", "true");
	asked = null;
	try {
		const text = await send("/", bodyOf(question));
		if (text === null) return false;
		// The parsed document is inert: it holds text of the server's templates.
		const page = new DOMParser().parseFromString(text, "text/html");
		byId("answers").replaceWith(document.adoptNode(page.getElementById("answers")));
		byId("language").options[0].textContent = page.getElementById("language").options[0].textContent;
		asked = question;
		linkHits(question);
		const summary = byId("summary");
		tell(summary ? summary.textContent : "");
		entitle(byId("hit-1"));
		if (document.activeElement === document.body || form.contains(document.activeElement)) byId("answers").focus({ preventScroll: true });
		return true;
	} catch (error) {
		replace(byId("answers"), problem(error));
		tell("");
		return false;
	} finally {
		byId("answers").removeAttribute("aria-busy");
	}
}

const pageTitle = document.title;

// entitle names the tab after a hit, if there is one.
function entitle(hit) {
	document.title = hit ? `${hit.querySelector(".origin bdi").textContent} – chaffinch` : pageTitle;
}

const hits = () => [...document.querySelectorAll(".hit")];

// linkHits makes links to parts of the answer, which keep the question.
function linkHits(question) {
	hits().forEach((hit, i) => {
		const beside = hit.querySelector(".beside");
		if (!beside) return;
		for (const link of [beside, hit.querySelector(".origin")]) link.href = hashOf(question, { hit: i + 1 });
	});
	for (const jump of document.querySelectorAll(".listing a.jump")) {
		jump.addEventListener("click", (event) => {
			event.preventDefault();
			const hit = document.querySelector(jump.hash);
			hit.scrollIntoView({ behavior: scrolling() });
			hit.querySelector("a").focus({ preventScroll: true });
		});
	}
}

// clear forgets the answers.
function clear() {
	asked = null;
	replace(byId("answers"));
	entitle();
	tell("");
}
