// The question and a document side by side.

const open = { hit: 0, view: null, question: null };

function modelOf({ units, names, texts }) {
	return {
		units,
		names,
		textOf: (file) => texts[file.text],
		nameOf: (i) => units[i].name,
		facts: () => [],
		explained: pairWords,
		whole: true,
		unweighted: true,
		sure: true,
	};
}

async function showBeside(question, number, match) {
	if (open.question === question && open.hit === number && open.view) {
		showView();
		if (match > 0 && match <= open.view.pair.matches.length && match !== open.view.match) open.view.choose(match);
		return;
	}
	const hit = byId("hit-" + number);
	if (!hit) return closeBeside();
	Object.assign(open, { question, hit: number, view: null });
	tell("Reading both sources…");
	try {
		const text = await send("/pair", bodyOf(question, { content: hit.dataset.content }));
		if (text === null) return;
		const shown = JSON.parse(text);
		open.view = newPairView(modelOf(shown), shown.pair, (n) => history.replaceState(null, "", hashOf(question, { hit: number, match: n })));
		replace(byId("pair"), besideBar(question, hit, number), open.view.element);
	} catch (error) {
		replace(byId("pair"), besideBar(question, hit, number), problem(error));
	}
	tell("");
	showView();
	scrollTo(0, 0);
	byId("pair-title").focus({ preventScroll: true });
	if (open.view) open.view.show(match);
}

function besideBar(question, hit, number) {
	const step = (by, text, key) => {
		const to = number + by;
		return byId("hit-" + to) && el("a", { class: "button", href: hashOf(question, { hit: to }), "aria-keyshortcuts": key }, text, " ", el("kbd", {}, key));
	};
	return el(
		"div",
		{ class: "pair-bar" },
		el("a", { class: "button", href: hashOf(question), "aria-keyshortcuts": "Escape" }, "All answers ", el("kbd", {}, "Esc")),
		el("h1", { class: "sr" }, "Question and document"),
		el("h2", { tabindex: -1, id: "pair-title" }, named(hit.querySelector(".origin bdi").textContent)),
		el(
			"div",
			{ class: "steps" },
			step(-1, "Previous", "k"),
			el("span", { class: "position" }, `${number} of ${hits().length}`),
			step(1, "Next", "j"),
		),
	);
}

function showView() {
	byId("ask-view").hidden = true;
	byId("pair").hidden = false;
	entitle(byId("hit-" + open.hit));
	document.body.classList.add("reading");
}

// closeBeside shows the answers, where they were left.
function closeBeside() {
	const wasOpen = !byId("pair").hidden;
	byId("pair").hidden = true;
	byId("ask-view").hidden = false;
	document.body.classList.remove("reading");
	entitle(byId("hit-1"));
	const link = wasOpen && document.querySelector(`#hit-${open.hit} .origin`);
	if (link) link.focus();
}
