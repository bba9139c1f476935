// One side of a pair: the files shown, their lines, and a ruler with the places of the matches.

// newPane returns side 0 or 1 of a pair. model is the model of [newPairView]. file is the index of
// the file shown, or -1 for all files with matches. Lines far from matches are folded.
function newPane(model, pair, side, choosesMatch) {
	const unit = model.units[pair.units[side]];
	const name = model.nameOf(pair.units[side]);
	const p = { model, pair, side, unit, name, file: model.whole ? 0 : -1, choosesMatch };
	p.matched = matchedFiles(pair, side);
	p.renames = renamesOf(model, pair, side);
	p.code = el("div", {
		class: "code",
		tabindex: 0,
		role: "region",
		"aria-label": (side === 0 ? "Left: " : "Right: ") + name,
	});
	p.ruler = el("div", { class: "ruler", "aria-hidden": "true" });
	p.element = el(
		"section",
		{ class: "pane", "data-side": side, "aria-label": name },
		paneHead(p),
		el("div", { class: "pane-body" }, p.code, p.ruler),
	);
	p.code.addEventListener("click", (event) => chooseByClick(p, event));
	drawPane(p);
	return p;
}

// matchedFiles returns the files of a side that have matches. Both sides have the same order: the two
// files that share the most tokens come first.
function matchedFiles(pair, side) {
	const shared = new Map();
	for (const { places, tokens } of pair.matches) {
		const files = places.map(([file]) => file);
		const both = shared.get(files.join()) || { files, tokens: 0 };
		both.tokens += tokens;
		shared.set(files.join(), both);
	}
	const inOrder = [...shared.values()].sort((x, y) => y.tokens - x.tokens);
	return [...new Set(inOrder.map(({ files }) => files[side]))];
}

// fileName returns the path of a file within its unit.
const fileName = (p, { path }) => (path.startsWith(p.unit.name + "/") ? path.slice(p.unit.name.length + 1) : path);

function renamesOf(model, pair, side) {
	return new Map(
		pair.matches.map((match, i) => [
			i + 1,
			new Map((match.renames || []).map((name) => [model.names[name[side]], model.names[name[1 - side]]])),
		]),
	);
}

function paneHead(p) {
	const i = p.pair.units[p.side];
	return el("header", {}, el("h3", {}, named(middle(p.name, 70), { title: p.name })), paneFacts(p, i), fileChoice(p));
}

function paneFacts(p, i) {
	return el(
		"p",
		{ class: "facts" },
		p.model.facts(i).map((text) => el("span", {}, named(text))),
	);
}

function fileChoice(p) {
	if (p.unit.files.length === 1) return null;
	const count = (file) => p.pair.matches.filter((match) => match.places[p.side][0] === file).length;
	p.select = el(
		"select",
		{
			"aria-label": "File of " + p.name,
			onchange: (event) => {
				showFile(p, Number(event.target.value));
			},
		},
		el("option", { value: -1 }, `all files with matches (${p.matched.length} of ${p.unit.files.length})`),
		p.unit.files.map((file, i) =>
			el(
				"option",
				{ value: i, disabled: file.text < 0 },
				middle(fileName(p, file), 80) + (count(i) > 0 ? ` – ${plural(count(i), "match", "matches")}` : " – none"),
			),
		),
	);
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
	p.lines = 0;
	p.ticks = [];
	replace(
		p.code,
		files.map((file) => fileOf(p, file)),
	);
	if (files.length === 0) add(p.code, el("p", { class: "missing" }, "No matches in this file."));
	drawRuler(p);
}

function fileOf(p, index) {
	const file = p.unit.files[index];
	const marks = marksOf(p, index);
	const { missing } = p.model.textOf(file);
	return el(
		"div",
		{ class: "file" },
		el(
			"h4",
			{},
			file.path !== p.unit.name && [named(middle(fileName(p, file), 80), { title: file.path }), " "],
			el(
				"small",
				{},
				missing && file.lines === 0
					? file.language
					: `${file.language}, ${plural(file.lines, "line", "lines")}, ${plural(file.tokens, "token", "tokens")}`,
			),
		),
		missing
			? el("p", { class: "missing" }, `Source of ${file.path} not included: ${missing}.`)
			: fileLines(p, file, marks),
	);
}

// marksOf returns the places of the matches in a file, with their edits.
function marksOf(p, file) {
	const marks = [];
	p.pair.matches.forEach((match, i) => {
		const [at, , , from, to] = match.places[p.side];
		if (at === file)
			marks.push({ number: i + 1, from, to, edits: (match.edits || []).filter(([side]) => side === p.side) });
	});
	return marks;
}

// linesInPart is how many lines the browser lays out together; it skips parts far from view.
const linesInPart = 100;

function fileLines(p, file, marks) {
	const all = linesOf(p.model.textOf(file), file, marks);
	for (const { number, from, to } of marks) {
		p.ticks.push({
			number,
			from: p.lines + all.findIndex((line) => !line.gap && line.to >= from),
			to: p.lines + 1 + all.findLastIndex((line) => line.from < to),
		});
	}
	p.lines += all.length;
	const shownLines = all.map((line) => (line.gap ? gapOf(line) : lineOf(p, line, marks)));
	if (marks.length === 0) return partsOf(shownLines);
	return runsOf(all, marks).map(([from, to, open]) => (open ? partsOf(shownLines.slice(from, to)) : fold(shownLines, from, to)));
}

// partsOf groups lines that the browser lays out together.
function partsOf(shownLines) {
	const parts = [];
	for (let at = 0; at < shownLines.length; at += linesInPart) {
		const part = shownLines.slice(at, at + linesInPart);
		parts.push(place(el("div", { class: "part" }, part), { "--lines": part.length }));
	}
	return parts;
}

// around is how many lines around a match are not folded; leastFolded is the minimum number to fold.
const around = 4;
const leastFolded = 8;

// runsOf cuts lines into runs: [from, to, whether a match is in or near it].
function runsOf(all, marks) {
	const near = new Uint8Array(all.length);
	for (const { from, to } of marks) {
		const first = all.findIndex((line) => line.to >= from);
		const last = all.findLastIndex((line) => line.from < to);
		near.fill(1, Math.max(0, first - around), last + around + 1);
	}
	const runs = [];
	for (let from = 0; from < all.length;) {
		let to = from + 1;
		while (to < all.length && near[to] === near[from]) to++;
		runs.push([from, to, near[from] === 1 || to - from < leastFolded]);
		from = to;
	}
	return runs;
}

const fold = (shownLines, from, to) =>
	el("details", { class: "fold" }, el("summary", {}, "lines " + lines(from + 1, to)), partsOf(shownLines.slice(from, to)));

const gapOf = ({ gap }) => el("div", { class: "gap" }, `⋯ ${plural(gap, "line", "lines")} not in this page`);

function lineOf(p, line, marks) {
	const starts = marks.filter(({ from }) => from >= line.from && from <= line.to);
	return el(
		"div",
		{
			class: "line" + (line.owner > 0 ? " match" : ""),
			"data-line": line.number,
			"data-match": line.owner > 0 && line.owner,
		},
		el("span", { class: "line-number" }, line.number),
		el(
			"span",
			{ class: "jumps" },
			starts.map((mark) => jump(p, mark.number)),
		),
		el("code", {}, codeOf(line, p.renames)),
	);
}

function jump(p, number) {
	return el(
		"button",
		{
			type: "button",
			class: "jump",
			"data-match": number,
			"aria-label": `Match ${number}: show it on the other side`,
			onclick: () => p.choosesMatch(number, p.side),
		},
		number,
	);
}

function chooseByClick(p, event) {
	if (event.target.closest("button") || !getSelection().isCollapsed) return;
	const part = event.target.closest("[data-match]");
	if (part) p.choosesMatch(Number(part.dataset.match), p.side);
}

// drawRuler draws the places of the matches next to the source, by lines.
function drawRuler(p) {
	replace(
		p.ruler,
		p.ticks.map(({ number, from, to }) => {
			const mark = el("div", {
				class: "tick",
				"data-match": number,
				onclick: () => p.choosesMatch(number),
			});
			return place(mark, { top: (100 * from) / p.lines + "%", height: `max(3px, ${(100 * (to - from)) / p.lines}%)` });
		}),
	);
}

// showMatch marks a match and scrolls it to y below the top of the pane. The browser knows the
// exact height of lines once they were in view, so the position is corrected then.
function showMatch(p, number, y) {
	const file = p.pair.matches[number - 1].places[p.side][0];
	if (p.file >= 0 && p.file !== file) showFile(p, file);
	for (const part of p.element.querySelectorAll(".on")) part.classList.remove("on");
	for (const part of p.element.querySelectorAll(`[data-match="${number}"]`)) part.classList.add("on");
	const toMatch = () => {
		const now = heightInPane(p, number);
		if (now !== null) p.code.scrollTop += now - y;
	};
	toMatch();
	requestAnimationFrame(() => requestAnimationFrame(toMatch));
}

// heightInPane returns how far below the top of its pane a match begins; null if it is not there.
function heightInPane(p, number) {
	const first = p.code.querySelector(`[data-match="${number}"]`);
	return first && first.closest(".line").getBoundingClientRect().top - p.code.getBoundingClientRect().top;
}
