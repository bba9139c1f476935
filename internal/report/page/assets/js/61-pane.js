// One side of a pair: which of its files are shown, their lines, and where in them the matches are.

// newPane returns side 0 or 1 of a pair. file is the index of the file that is shown, or -1 for all
// that have matches.
function newPane(pair, side, choosesMatch) {
	const unit = units[pair.units[side]];
	const p = { pair, side, unit, file: -1, choosesMatch };
	p.matched = [...new Set(pair.matches.map((match) => match.places[side][0]))].sort((a, b) => a - b);
	p.renames = renamesOf(pair, side);
	p.code = el("div", { class: "code", tabindex: 0, role: "region", "aria-label": (side === 0 ? "Left: " : "Right: ") + unit.name });
	p.ruler = el("div", { class: "ruler", "aria-hidden": "true" });
	p.element = el("section", { class: "pane", "data-side": side, "aria-label": unit.name }, paneHead(p), el("div", { class: "pane-body" }, p.code, p.ruler));
	p.code.addEventListener("click", (event) => chooseByClick(p, event));
	drawPane(p);
	return p;
}

function renamesOf(pair, side) {
	const there = side === 0 ? ["a", "b"] : ["b", "a"];
	return new Map(pair.matches.map((match, i) => [i + 1, new Map((match.renames || []).map((name) => [name[there[0]], name[there[1]]]))]));
}

function paneHead(p) {
	const i = p.pair.units[p.side];
	return el("header", {}, el("h3", {}, named(p.unit.name)), paneFacts(i), fileChoice(p));
}

function paneFacts(i) {
	return el("p", { class: "facts" }, facts(i).map((text) => el("span", {}, named(text))));
}

function fileChoice(p) {
	if (p.unit.files.length === 1) return null;
	const count = (file) => p.pair.matches.filter((match) => match.places[p.side][0] === file).length;
	p.select = el("select", { "aria-label": "File of " + p.unit.name, onchange: (event) => { showFile(p, Number(event.target.value)); } },
		el("option", { value: -1 }, `all files with matches (${p.matched.length} of ${p.unit.files.length})`),
		p.unit.files.map((file, i) => el("option", { value: i, disabled: file.text < 0 }, file.path + (count(i) > 0 ? ` – ${plural(count(i), "match", "matches")}` : " – none"))));
	return p.select;
}

function showFile(p, file) {
	p.file = file;
	if (p.select) p.select.value = file;
	drawPane(p);
	p.code.scrollTop = 0;
}

function drawPane(p) {
	const files = p.file < 0 ? p.matched : [p.file];
	replace(p.code, ...files.map((file) => fileOf(p, file)));
	if (files.length === 0) add(p.code, el("p", { class: "missing" }, "There is no match in it."));
	requestAnimationFrame(() => drawRuler(p));
}

function fileOf(p, index) {
	const file = p.unit.files[index];
	const marks = p.pair.matches.map((match, i) => ({ number: i + 1, place: match.places[p.side] }))
		.filter(({ place: at }) => at[0] === index).map(({ number, place: at }) => ({ number, from: at[3], to: at[4] }));
	const { missing } = textOf(file);
	return el("div", { class: "file" }, p.unit.files.length > 1 && el("h4", {}, named(file.path)),
		missing ? el("p", { class: "missing" }, `The source of ${file.path} is not here: ${missing}.`) : fileLines(p, file, marks));
}

function fileLines(p, file, marks) {
	return linesOf(file, marks).map((line, n) => {
		const starts = marks.filter(({ from }) => from >= line.from && from <= line.to);
		return el("div", { class: "line" + (line.owner > 0 ? " match " + hue(line.owner - 1) : ""), "data-line": n + 1, "data-match": line.owner > 0 && line.owner },
			el("span", { class: "line-number" }, n + 1), el("span", { class: "jumps" }, starts.map(({ number }) => jump(p, number))),
			el("code", {}, codeOf(line, p.renames)));
	});
}

function jump(p, number) {
	return el("button", { type: "button", class: "jump " + hue(number - 1), "data-match": number, "aria-label": `Match ${number}: show it on the other side`, onclick: () => p.choosesMatch(number, p.side) }, number);
}

function chooseByClick(p, event) {
	if (event.target.closest("button") || !getSelection().isCollapsed) return;
	const part = event.target.closest("[data-match]");
	if (part) p.choosesMatch(Number(part.dataset.match), p.side);
}

// drawRuler shows beside the source where its matches are.
function drawRuler(p) {
	const full = p.code.scrollHeight;
	replace(p.ruler, ...p.pair.matches.map((_, i) => {
		const parts = p.code.querySelectorAll(`[data-match="${i + 1}"]`);
		if (parts.length === 0) return "";
		const top = offsetIn(p, parts[0]);
		const bottom = offsetIn(p, parts[parts.length - 1]) + parts[parts.length - 1].offsetHeight;
		const mark = el("div", { class: "tick " + hue(i), "data-match": i + 1, onclick: () => p.choosesMatch(i + 1, 1 - p.side) });
		return place(mark, { top: 100 * top / full + "%", height: `max(3px, ${100 * (bottom - top) / full}%)` });
	}));
}

const offsetIn = (p, element) => element.getBoundingClientRect().top - p.code.getBoundingClientRect().top + p.code.scrollTop;

// showMatch brings a match into view, at the height of y below the top of the pane, and marks it.
function showMatch(p, number, y) {
	const file = p.pair.matches[number - 1].places[p.side][0];
	if (p.file >= 0 && p.file !== file) showFile(p, file);
	for (const part of p.element.querySelectorAll(".on")) part.classList.remove("on");
	const parts = p.element.querySelectorAll(`[data-match="${number}"]`);
	for (const part of parts) part.classList.add("on");
	const first = p.code.querySelector(`[data-match="${number}"]`);
	if (first) p.code.scrollTo({ top: offsetIn(p, first.closest(".line")) - y, behavior: scrolling() });
}

// heightOf says how far below the top of its pane a match is now, if it is to be seen.
function heightInPane(p, number) {
	const first = p.code.querySelector(`[data-match="${number}"]`);
	if (!first) return null;
	const y = first.closest(".line").getBoundingClientRect().top - p.code.getBoundingClientRect().top;
	return y >= 0 && y < p.code.clientHeight - 40 ? y : null;
}
