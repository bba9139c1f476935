// The start of a page of the server: its address and keys.

async function route() {
	const wanted = new URLSearchParams(location.hash.slice(1));
	const question = questionOf(wanted);
	if (!question) {
		if (wanted.has("unlinked")) replace(byId("answers"), problem(new Error("The question was too long for the address: search again.")));
		else if (!location.hash && asked) clear();
		return closeBeside();
	}
	const same = asked && fields.every((name) => (asked[name] || "") === (question[name] || "")) && asked.file === question.file;
	if (!same) {
		closeBeside();
		write(question);
		if (!(await ask(question))) return;
	}
	const hit = Number(wanted.get("hit"));
	if (hit > 0) showBeside(asked, hit, Number(wanted.get("match")) || 0);
	else closeBeside();
}

const siteKeys = form
	? [
			["Ctrl+Enter", "search, in the text field"],
			["/", "to the text field"],
			["j", "next answer"],
			["k", "previous answer"],
			["Enter", "both sources side by side"],
			["n", "next match, side by side"],
			["p", "previous match"],
			["Esc", "back to all answers; closes this help"],
			["?", "this help"],
		]
	: [["?", "this help"]];

function stepHit(by) {
	const links = hits().map((hit) => hit.querySelector(".origin"));
	const at = links.indexOf(document.activeElement);
	const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))];
	if (next) next.focus();
}

function stepBeside(by) {
	if (byId("hit-" + (open.hit + by))) location.hash = hashOf(open.question, { hit: open.hit + by });
}

function keysNow() {
	if (!form) return { "?": openHelp };
	if (byId("pair").hidden) return { j: () => stepHit(1), k: () => stepHit(-1), "/": () => byId("source").focus(), "?": openHelp };
	return {
		j: () => stepBeside(1),
		k: () => stepBeside(-1),
		n: () => open.view && open.view.step(1),
		p: () => open.view && open.view.step(-1),
		Escape: () => {
			location.hash = hashOf(open.question);
		},
		"?": openHelp,
	};
}

const siteHelp = form && el("p", {}, "The address holds the question, so a link repeats it. It is in no server log.");
startSite(siteKeys, keysNow, siteHelp, glossaryOf([...pairWords, "sure"]));
if (form) {
	startForm();
	addEventListener("hashchange", route);
	route();
}
