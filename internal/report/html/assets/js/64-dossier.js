// The dossier: the marked pairs as a file to print. A cover, a part for each case, a sheet for the
// hearing of each student, and the sources. A report makes it from its notes; the page of a dossier
// has no other pairs.

const dossier = { course: data.dossier && data.title === "Dossier" ? "" : data.title, hidden: false };
const isCase = ({ mark }) => mark === "copied" || mark === "talk";

// casesOf returns the marked pairs, and the groups of identical units that have a marked one: each
// with its units.
function casesOf() {
	const groups = data.identical.filter((group) => group.some((i) => isCase(noteOfUnit(i))));
	return [...pairs.filter((pair) => isCase(noteOfPair(pair))).map((pair) => ({ units: pair.units, pair })), ...groups.map((group) => ({ units: group }))];
}

// textsOf returns the contents of the cases: those with matches, and those of identical units.
const textsOf = (cases) =>
	new Set(cases.flatMap(({ units: all, pair }) => (pair ? [0, 1].flatMap((side) => matchedFiles(pair, side).map((n) => units[all[side]].files[n])) : units[all[0]].files).map(({ text }) => text)));

const peopleOf = (cases) => [...new Set(cases.flatMap((c) => [...c.units, ...c.units.flatMap((i) => twins[i])]))];

function drawDossier() {
	const holder = byId("dossier");
	const title = el("h2", { id: "dossier-title", class: "sr", tabindex: -1 }, "Dossier");
	if (casesOf().length === 0)
		return replace(holder, el("h2", { id: "dossier-title", tabindex: -1 }, "Dossier"), el("p", {}, "No pair is marked: open a pair, and mark it as copied or to talk to."), el("p", {}, el("a", { href: "#pairs" }, "All pairs")));
	const sheets = el("div", { class: "sheets" });
	const again = () => replace(sheets, sheetsOf(casesOf()));
	const button = (id, text, onclick) => el("button", { type: "button", id, onclick }, text);
	replace(
		holder,
		title,
		el(
			"div",
			{ class: "filters on-screen" },
			!data.dossier && el("a", { class: "button", href: "#notes" }, "Back"),
			el("label", { class: "grow" }, el("span", {}, "Course"), el("input", { id: "dossier-course", value: dossier.course, oninput: ({ target }) => ((dossier.course = target.value), again()) })),
			!data.anonymous &&
				el("label", { class: "check" }, el("input", { type: "checkbox", id: "dossier-hidden", checked: dossier.hidden, onchange: ({ target }) => ((dossier.hidden = target.checked), again()) }), "Hide names"),
			button("dossier-print", "Print", () => print()),
			button("dossier-save", "Save as HTML", () => saveFile("dossier.html", "text/html", savedDossier(sheets))),
		),
		sheets,
	);
	again();
}

// savedDossier returns the dossier as a page without scripts.
function savedDossier(sheets) {
	const head = document.head.cloneNode(true);
	head.querySelector("[http-equiv]").content = "default-src 'none'; style-src 'unsafe-inline'";
	head.querySelector("title").textContent = "Dossier " + dossier.course;
	return `<!DOCTYPE html>\n<html lang="en">\n${head.outerHTML}\n<body>\n<main><article class="view" id="dossier">${sheets.outerHTML}</article></main>\n</body>\n</html>\n`;
}

const sheet = (title, ...content) => el("section", { class: "card sheet" }, el("h2", {}, title), content);
const table2 = (titles, rows) =>
	el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, titles.map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell)))))));

// called returns how the dossier names a unit: pseudonyms are numbered in the order of the cases.
const called = (people, i) => (dossier.hidden ? `Student ${people.indexOf(i) + 1}` : nameOf(i));
const calledFile = (i, n) => (dossier.hidden ? `file ${n + 1}${/\.\w+$/.exec(units[i].files[n].path) || ""}` : units[i].files[n].path);

function sheetsOf(cases) {
	const people = peopleOf(cases);
	const texts = textsOf(cases);
	const filesOf = (i) => units[i].files.map((_, n) => n).filter((n) => texts.has(units[i].files[n].text));
	const name = (i) => named(called(people, i));
	const both = ({ units: all }) => all.map((i) => called(people, i)).join(" and ");
	return [
		cover(cases, people, filesOf, name),
		cases.map((c, n) => caseSheet(c, `${n + 1}. ${both(c)}`, name)),
		people.filter((i) => !units[i].old).map((i) => hearing(i, cases.find((c) => c.pair && [i, ...twins[i]].some((unit) => c.units.includes(unit))), name)),
		sheet("Appendix: sources", people.filter((i) => leadOf[i] === i).map((i) => filesOf(i).map((n) => wholeSource(i, n, name)))),
	];
}

function cover(cases, people, filesOf, name) {
	const facts = [
		["Course", dossier.course],
		["Made", (data.dossier ? data.dossier.made : new Date().toISOString().slice(0, 10)) + (data.version ? `, with chaffinch ${data.version}` : "")],
		...(data.settings || []),
		["Deadline", data.deadline && moment(data.deadline)],
		["Pairs", `${plural(data.stats.comparable, "pair", "pairs")} of ${many} were compared, with ${plural(data.stats.files, "file", "files")}.${leastText()} Every shared run of ${data.guarantee} tokens is found.`],
	];
	return sheet(
		"Dossier",
		el("dl", { class: "case-facts" }, facts.map(([title, text]) => text && el("div", {}, el("dt", {}, title), el("dd", {}, text)))),
		el("h3", {}, "Cases"),
		table2(
			["No.", many === "files" ? "Files" : "Submissions", "Score", "Rank", "Kind", "Mark"],
			cases.map(({ units: all, pair }, n) => [
				n + 1,
				all.map((i) => el("div", {}, name(i))),
				pair ? score(pair.score) : score(1),
				pair && pair.rank > 0 ? thousands(pair.rank) : "",
				pair ? pair.kind : "identical",
				markName(pair ? markOfPair(pair) : all.map((i) => noteOfUnit(i).mark).find(Boolean)),
			]),
		),
		el("h3", {}, "Files"),
		table2(
			[capital(one), "Handed in", "File", "SHA-256"],
			people.flatMap((i) =>
				filesOf(i).map((n) => [name(i), [units[i].date && moment(units[i].date), units[i].standing].filter(Boolean).join(", "), named(calledFile(i, n)), el("code", { class: "hash" }, textOf(units[i].files[n]).sha256)]),
			),
		),
		el("p", {}, caution),
	);
}

function caseSheet({ units: all, pair }, title, name) {
	const notes = [pair && noteOfPair(pair), ...all.map(noteOfUnit)].filter((note) => note && (note.text || note.mark));
	const said = notes.map((note) => el("p", { class: "note" }, markBadge({ mark: note.mark, text: "" }), " ", named(note.text)));
	if (!pair) return sheet(title, el("p", {}, "These submissions are byte for byte the same."), said);
	const same = (data.comments || []).find((c) => c.units.every((i) => all.includes(i)));
	const row = (title, ...value) => value.some(Boolean) && el("div", {}, el("dt", {}, title), el("dd", {}, value));
	return sheet(
		title,
		el(
			"dl",
			{ class: "case-facts" },
			row("Score", score(pair.score)),
			row("Rank", pair.rank > 0 && `${thousands(pair.rank)} of ${thousands(data.stats.comparable)} pairs. ${Math.floor(10 * pair.percentile) / 10}% of all pairs are less unusual.`),
			row("Kind", `${pair.kind || "none"}: `, howAlike(pair)),
			row("In matches", all.map((i, side) => [side > 0 && ", ", `${percent(pair.coverage[side])} of `, name(i)])),
			row("Longest match", plural(longestLines(pair), "line", "lines")),
			row("Rare names and texts of both", pair.rarest && named(pair.rarest)),
			row("Comments of both", same && same.comments.map(({ text, places }) => el("div", {}, named(text), !dossier.hidden && el("small", {}, " ", places.join(" and "))))),
			row("Names changed", renamesIn(pair)),
		),
		said,
		pair.matches.map((match, n) => matchSheet(pair, match, n + 1, name)),
	);
}

// renamesIn lists the renames of all matches, the most frequent first.
function renamesIn(pair) {
	const counts = new Map();
	for (const [a, b, count] of pair.matches.flatMap(({ renames = [] }) => renames)) counts.set(a + " " + b, (counts.get(a + " " + b) || 0) + count);
	const renames = [...counts].sort((x, y) => y[1] - x[1]).map(([key, count]) => [...key.split(" ").map(Number), count]);
	return renames.length > 0 && renameText(pairModel, { renames });
}

function matchSheet(pair, match, number, name) {
	const title = el("h3", {}, `Match ${number}: ${kindOf(match)}, ${plural(match.tokens, "token", "tokens")}`);
	const side = (s) => {
		const i = pair.units[s];
		const [n, from, to] = match.places[s];
		return el("div", {}, el("p", { class: "caption" }, name(i), ", ", named(calledFile(i, n)), `, lines ${lines(from, to)}`), excerpt(pair, s, number, 3));
	};
	return [title, el("div", { class: "excerpts" }, side(0), side(1))];
}

// excerpt returns the lines of a match, and so many around it; at most so many lines if there is a
// limit.
function excerpt(pair, side, number, context, most = Infinity) {
	const unit = units[pair.units[side]];
	const [n, , , from, to] = pair.matches[number - 1].places[side];
	const file = unit.files[n];
	const marks = context > 0 ? marksOf({ pair, side }, n).filter((mark) => mark.number === number) : [];
	const all = linesOf(textOf(file), file, marks);
	const first = all.findIndex((line) => !line.gap && line.to >= from);
	const last = all.findLastIndex((line) => line.from < to);
	const chosen = all.slice(Math.max(0, first - context), last + 1 + context);
	const renames = renamesOf(pairModel, pair, side);
	return codeBlock(textOf(file), chosen.slice(0, most), renames, chosen.length > most && `… and ${plural(chosen.length - most, "more line", "more lines")}`);
}

function codeBlock({ missing }, all, renames, more) {
	if (missing) return el("p", { class: "missing" }, missing);
	return el(
		"div",
		{ class: "excerpt" },
		all.map((line) =>
			line.gap
				? gapOf(line)
				: el("div", { class: "line" + (line.owner > 0 ? " match" : "") }, el("span", { class: "line-number" }, line.number), el("span", { class: "jumps" }), el("code", {}, codeOf(line, renames))),
		),
		more && el("p", { class: "caption" }, more),
	);
}

// hearing returns the sheet for a student: passages of the student's own work, and no word about anybody else.
function hearing(i, of, name) {
	if (!of) return false;
	const { pair } = of;
	const side = [i, ...twins[i]].includes(pair.units[0]) ? 0 : 1;
	const heaviest = pair.matches.map((match, n) => [match.weight || match.tokens / 1e3, n + 1]).sort((x, y) => y[0] - x[0]);
	const line = (text) => el("p", { class: "answer" }, text);
	return sheet(
		["Hearing: ", name(i)],
		line("Date, and who is present:"),
		el("p", {}, "Please explain in your own words what each passage of your submission does, how you came to write it, and what you used for it."),
		heaviest.slice(0, 3).map(([, number], n) => {
			const [file, from, to] = pair.matches[number - 1].places[side];
			return el("div", { class: "passage" }, el("h3", {}, `Passage ${n + 1}: `, named(calledFile(i, Math.min(file, units[i].files.length - 1))), `, lines ${lines(from, to)}`), excerpt(pair, side, number, 0, 12), line("Answer:"), line(""), line(""), line(""));
		}),
		line("Signature:"),
	);
}

function wholeSource(i, n, name) {
	const file = units[i].files[n];
	const source = textOf(file);
	return [
		el("h3", {}, name(i), ": ", named(calledFile(i, n))),
		el("p", { class: "caption" }, `${file.language}, ${plural(file.lines, "line", "lines")}`, source.sha256 && [", SHA-256 ", el("code", { class: "hash" }, source.sha256)]),
		codeBlock(source, source.missing ? [] : linesOf(source, file, []), new Map()),
	];
}
