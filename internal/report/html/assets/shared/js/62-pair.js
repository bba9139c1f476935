// The view of a pair: its figures, its matches, and both sides next to each other. It depends on no
// other part of the page: everything it shows is in its arguments.

// newPairView returns the view of a pair: { element, pair, match, show(number), choose(number),
// step(by) }. model has { units, names, textOf(file), nameOf(unit), facts(unit), explained, whole,
// unweighted, sure }. explained are keys of words. whole shows files without matches, too; unweighted
// omits figures that need a collection; sure keeps the probability. A model of a collection also has
// rank(pair), says(pair), weighed(pair, …), caution and note(pair). onMatch is called with the number of a match when it is
// chosen.
function newPairView(model, pair, onMatch) {
	const view = { model, pair, match: 0, onMatch };
	view.choose = (number, from) => chooseMatch(view, number, from);
	view.show = (number) => requestAnimationFrame(() => showAtMatch(view, number));
	view.step = (by) => stepMatch(view, by);
	view.panes = [0, 1].map((side) => newPane(model, pair, side, view.choose));
	view.element = el(
		"div",
		{ class: "pair-view" },
		figures(view),
		matchList(view),
		el(
			"div",
			{ class: "panes" },
			view.panes.map((pane) => pane.element),
		),
		pairLegend(model),
	);
	return view;
}

// smallerOf returns the side of the smaller unit of a pair.
const smallerOf = (pair) => pair.smaller || 0;

// sharesText describes how much of both units is in matches.
const sharesText = (pair) =>
	`${percent(pair.coverage[smallerOf(pair)])} of the smaller, ${percent(pair.coverage[1 - smallerOf(pair)])} of the larger`;

// longestLines returns the length of the longest match in lines of the shorter side.
const longestLines = (pair) =>
	pair.matches.reduce((most, { places }) => Math.max(most, Math.min(...places.map(([, from, to]) => (to ? to - from + 1 : 0)))), 0);

// startOf returns the number of the match that a pair opens at: the longest rare one.
function startOf({ matches }) {
	const sizes = matches.map(({ weight, tokens }) => weight || tokens / 1e3);
	return 1 + sizes.indexOf(Math.max(...sizes));
}

function figures(view) {
	const { model, pair } = view;
	const both = (values) => [percent(values[0]), el("span", { class: "slash" }, " / "), percent(values[1])];
	const figure = (title, help, value, label) =>
		el("div", {}, el("dt", { title: help }, title), el("dd", label ? { "aria-label": label } : {}, value));
	const sure = model.sure && figure("Sure", words.sure, [percent(pair.probability), pair.mayBeCommon && el("small", {}, " too few others show what is common")]);
	const longest = longestLines(pair);
	const sidesLabel = (values) => `left ${percent(values[0])}, right ${percent(values[1])}`;
	return el(
		"div",
		{ class: "figures" },
		el(
			"dl",
			{},
			figure("Score", words.score, el("strong", {}, score(pair.score))),
			model.unweighted && sure,
			figure("In matches", words.coverage, [...both(pair.coverage), el("small", {}, ` smaller: ${["left", "right"][smallerOf(pair)]}`)], `${sidesLabel(pair.coverage)}; ${sharesText(pair)}`),
			figure("Kind", words.kind, pair.kind || "–"),
			longest > 0 && figure("Longest", words.lines, plural(longest, "line", "lines")),
			model.rank && figure("Rank", words.rank, model.rank(pair)),
		),
		el(
			"details",
			{ class: "meaning" },
			el("summary", {}, "More"),
			model.says && model.says(pair),
			el(
				"dl",
				{},
				!model.unweighted && sure,
				figure("Tokens", words.tokens, thousands(pair.tokens)),
				figure("Longest, in tokens", words.longest, thousands(pair.longest)),
				model.weighed && model.weighed(pair, figure, both, sidesLabel),
			),
			glossaryOf(model.explained),
		),
		pair.matches.length > 0 && el("details", { class: "match-details" }, el("summary", {}, "Table of matches"), matchTable(view)),
		replayDetails(view),
	);
}

function matchList(view) {
	const { pair, model } = view;
	const note = model.note && model.note(pair);
	if (pair.matches.length === 0)
		return [el("p", { class: "note" }, model.whole ? "No matches." : "No match is long enough to be shown."), note];
	return el(
		"section",
		{ class: "matches", "aria-label": "Matches" },
		el(
			"div",
			{ class: "match-bar" },
			el(
				"button",
				{ type: "button", class: "small", onclick: () => view.step(-1), "aria-keyshortcuts": "p" },
				"‹ ",
				el("kbd", {}, "p"),
				el("span", { class: "sr" }, "Previous match"),
			),
			el(
				"div",
				{ class: "match-chips" },
				pair.matches.map((match, i) => matchChip(view, match, i)),
			),
			el(
				"button",
				{ type: "button", class: "small", onclick: () => view.step(1), "aria-keyshortcuts": "n" },
				el("kbd", {}, "n"),
				" ›",
				el("span", { class: "sr" }, "Next match"),
			),
		),
		note,
		el(
			"p",
			{ class: "match-text", id: "match-text", role: "status" },
			`${plural(pair.matches.length, "match", "matches")}. Choose one by its number, in a source, or with n and p.`,
		),
	);
}

function matchChip(view, match, i) {
	return el(
		"button",
		{
			type: "button",
			class: "jump",
			"data-match": i + 1,
			"aria-label": `Match ${i + 1}: ${match.tokens} tokens, ${kindOf(match)}`,
			title: `${plural(match.tokens, "token", "tokens")}, ${kindOf(match)}`,
			onclick: () => view.choose(i + 1),
		},
		String(i + 1),
	);
}

function matchTable(view) {
	const { pair, model } = view;
	const row = (match, i) =>
		el(
			"tr",
			{},
			el("th", { scope: "row" }, matchChip(view, match, i)),
			el("td", {}, kindOf(match)),
			el("td", { class: "number" }, thousands(match.tokens)),
			el("td", { class: "number" }, thousands(editsOf(match))),
			match.places.map((at, side) => el("td", {}, placeText(model, pair, side, at))),
			el("td", { class: "renames" }, renameText(model, match)),
		);
	return el(
		"div",
		{ class: "scroll" },
		el(
			"table",
			{},
			el(
				"thead",
				{},
				el(
					"tr",
					{},
					["Match", "Kind", "Tokens", "Edits", "Left", "Right", "Renamed"].map((title) => el("th", { scope: "col" }, title)),
				),
			),
			el("tbody", {}, pair.matches.map(row)),
		),
	);
}

// kindOf names the kind of a match, and what cannot be seen.
const kindOf = (match) => match.kind + (match.invisible ? ", invisible " + match.invisible.join(" ") : "");

// editsOf counts the edits in a match. A change has a part on both sides.
const editsOf = (match) => (match.edits || []).filter(([side, , , changed]) => side === 0 || !changed).length;

function placeText(model, pair, side, [file, from, to]) {
	const files = model.units[pair.units[side]].files;
	return [files.length > 1 && [named(files[file].path), ": "], el("span", { class: "lines" }, "lines " + lines(from, to))];
}

function renameText(model, match, most = Infinity) {
	const all = match.renames || [];
	const more = all.length > most && ` and ${thousands(all.length - most)} more`;
	return [
		all
			.slice(0, most)
			.map(([a, b, count]) =>
				el(
					"span",
					{ class: "rename" },
					el("code", {}, named(model.names[a])),
					" → ",
					el("code", {}, named(model.names[b])),
					count > 1 && el("small", {}, " ×" + count),
				),
			),
		more,
	];
}

// chooseMatch shows a match on both sides, and keeps the choice. If it was chosen in a source, that
// source does not move, and the other one is scrolled to the same height.
function chooseMatch(view, number, from = -1) {
	goToMatch(view, number, from);
	view.onMatch(number);
}

// showAtMatch opens a pair at a match, if that has the number, else where every page opens it.
function showAtMatch(view, number) {
	const n = view.pair.matches.length;
	if (number > 0 && number <= n) view.choose(number);
	else if (n > 0) goToMatch(view, startOf(view.pair), -1);
}

function goToMatch(view, number, from) {
	view.match = number;
	const here = from >= 0 ? heightInPane(view.panes[from], number) : null;
	for (const pane of view.panes) showMatch(pane, number, here ?? Math.min(120, pane.code.clientHeight / 4));
	for (const chip of view.element.querySelectorAll(".matches .jump"))
		chip.setAttribute("aria-pressed", Number(chip.dataset.match) === number);
	const chip = view.element.querySelector(`.match-chips [data-match="${number}"]`);
	chip.parentElement.scrollTo({ left: chip.offsetLeft - chip.parentElement.clientWidth / 2, behavior: scrolling() });
	describeMatch(view, number);
}

function describeMatch(view, number) {
	const { model, pair } = view;
	const match = pair.matches[number - 1];
	replace(
		view.element.querySelector(".match-text"),
		el("strong", {}, `Match ${number}`),
		`: ${kindOf(match)}, ${plural(match.tokens, "token", "tokens")}, `,
		placeText(model, pair, 0, match.places[0]),
		" ↔ ",
		placeText(model, pair, 1, match.places[1]),
		". ",
		renameText(model, match, 6),
	);
}

function stepMatch(view, by) {
	const n = view.pair.matches.length;
	if (n > 0) view.choose(view.match === 0 ? (by > 0 ? 1 : n) : ((view.match - 1 + by + n) % n) + 1);
}

function pairLegend(model) {
	return el(
		"p",
		{ class: "caption legend" },
		el("span", { class: "match" }, "in a match"),
		el("span", { class: "match on" }, "chosen"),
		el("span", { class: "match" }, el("span", { class: "renamed" }, "renamed")),
		el("span", { class: "match" }, el("mark", {}, "changed")),
		el("span", { class: "match" }, el("ins", {}, "on this side only")),
		!model.unweighted && el("span", { class: "match" }, el("span", { class: "idiom" }, "idiom, import line")),
		!model.unweighted && el("span", { class: "boilerplate" }, "boilerplate"),
		el("span", { class: "escape" }, "\\x07"),
		"unprintable character",
		model.caution && el("strong", {}, model.caution),
	);
}
