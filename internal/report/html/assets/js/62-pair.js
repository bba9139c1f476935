// The view of a pair: its figures, its matches, and both sides beside each other.

const shown = { pair: null, panes: [], match: 0 };

function openPair(pair) {
	location.hash = "pair=" + (pair.id + 1);
}

// drawPair shows a pair, and its match of that number, if there is one.
function drawPair(pair, match) {
	if (shown.pair === pair) {
		if (match > 0 && match !== shown.match) chooseMatch(match);
		return;
	}
	Object.assign(shown, { pair, match: 0 });
	shown.panes = [0, 1].map((side) => newPane(pair, side, chooseMatch));
	replace(
		byId("pair"),
		single ? notes() : pairBar(pair),
		figures(pair),
		matchList(pair),
		el(
			"div",
			{ class: "panes" },
			shown.panes.map((pane) => pane.element),
		),
		pairLegend(),
	);
	if (match > 0 && match <= pair.matches.length) requestAnimationFrame(() => chooseMatch(match));
}

function pairBar(pair) {
	const order = pairsInOrder(pair);
	const at = order.indexOf(pair);
	const step = (by, text, key) => {
		const to = order[at + by];
		return to
			? el(
					"a",
					{ class: "button", href: "#pair=" + (to.id + 1), "aria-keyshortcuts": key },
					text,
					" ",
					el("kbd", {}, key),
				)
			: el("span", { class: "button off", "aria-hidden": "true" }, text, " ", el("kbd", {}, key));
	};
	return el(
		"div",
		{ class: "pair-bar" },
		el("a", { class: "button", href: "#pairs", "aria-keyshortcuts": "Escape" }, flow ? "All files " : "All pairs ", el("kbd", {}, "Esc")),
		el(
			"h2",
			{ tabindex: -1, id: "pair-title" },
			named(units[pair.units[0]].name),
			el("span", { class: "versus" }, " and "),
			named(units[pair.units[1]].name),
			pair.new && el("span", { class: "badge fresh", title: words.fresh }, "new"),
		),
		el(
			"div",
			{ class: "steps" },
			step(-1, "Previous", "k"),
			el("span", { class: "position" }, `${thousands(at + 1)} of ${thousands(order.length)}`),
			step(1, "Next", "j"),
		),
	);
}

// pairsInOrder returns the pairs in the order of the table, or all pairs if this one is not in it.
function pairsInOrder(pair) {
	const order = pairTable ? pairTable.order() : pairs;
	return order.includes(pair) ? order : pairs;
}

function figures(pair) {
	const both = (values) => [percent(values[0]), el("span", { class: "slash" }, " / "), percent(values[1])];
	const figure = (title, help, value, label) =>
		el("div", {}, el("dt", { title: help }, title), el("dd", label ? { "aria-label": label } : {}, value));
	const sidesLabel = (values) => `left ${percent(values[0])}, right ${percent(values[1])}`;
	return el(
		"div",
		{ class: "figures" },
		el(
			"dl",
			{},
			figure("Score", words.score, el("strong", {}, score(pair.score))),
			figure("Kind", words.kind, pair.kind || "–"),
			figure("In matches", words.coverage, both(pair.coverage), sidesLabel(pair.coverage)),
			!unweighted && figure("Containment", words.containment, both(pair.containment), sidesLabel(pair.containment)),
			figure("Tokens", words.tokens, thousands(pair.tokens)),
			figure("Longest", words.longest, thousands(pair.longest)),
			!unweighted && figure("Resemblance", words.resemblance, percent(pair.resemblance)),
			!unweighted && figure("Cosine", words.cosine, percent(pair.cosine)),
		),
		el("details", { class: "meaning" }, el("summary", {}, "Glossary"), glossary()),
	);
}

function matchList(pair) {
	if (pair.matches.length === 0)
		return el("p", { class: "note" }, single ? "No matches." : "No match is long enough to be shown.");
	return el(
		"section",
		{ class: "matches", "aria-label": "Matches" },
		el(
			"div",
			{ class: "match-bar" },
			el(
				"button",
				{ type: "button", class: "small", onclick: () => stepMatch(-1), "aria-keyshortcuts": "p" },
				"‹ ",
				el("kbd", {}, "p"),
				el("span", { class: "sr" }, "Previous match"),
			),
			el(
				"div",
				{ class: "match-chips" },
				pair.matches.map((match, i) => matchChip(match, i)),
			),
			el(
				"button",
				{ type: "button", class: "small", onclick: () => stepMatch(1), "aria-keyshortcuts": "n" },
				el("kbd", {}, "n"),
				" ›",
				el("span", { class: "sr" }, "Next match"),
			),
		),
		el(
			"p",
			{ id: "match-text", role: "status" },
			`${plural(pair.matches.length, "match", "matches")}. Choose one by its number, in a source, or with n and p.`,
		),
		el("details", { class: "match-details" }, el("summary", {}, "Table of matches"), matchTable(pair)),
	);
}

function matchChip(match, i) {
	return el(
		"button",
		{
			type: "button",
			class: "jump " + hue(i),
			"data-match": i + 1,
			"aria-label": `Match ${i + 1}: ${match.tokens} tokens, ${kindOf(match)}`,
			title: `${plural(match.tokens, "token", "tokens")}, ${kindOf(match)}`,
			onclick: () => chooseMatch(i + 1),
		},
		String(i + 1),
	);
}

function matchTable(pair) {
	const row = (match, i) =>
		el(
			"tr",
			{},
			el("th", { scope: "row" }, matchChip(match, i)),
			el("td", {}, kindOf(match)),
			el("td", { class: "number" }, thousands(match.tokens)),
			el("td", { class: "number" }, thousands(editsOf(match))),
			match.places.map((at, side) => el("td", {}, placeText(pair, side, at))),
			el("td", { class: "renames" }, renameText(match)),
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

function placeText(pair, side, [file, from, to]) {
	const files = units[pair.units[side]].files;
	return [files.length > 1 && [named(files[file].path), ": "], el("span", { class: "lines" }, "lines " + lines(from, to))];
}

function renameText(match, most = Infinity) {
	const all = match.renames || [];
	const more = all.length > most && ` and ${thousands(all.length - most)} more`;
	return [
		all
			.slice(0, most)
			.map(([a, b, count]) =>
				el(
					"span",
					{ class: "rename" },
					el("code", {}, named(data.names[a])),
					" → ",
					el("code", {}, named(data.names[b])),
					count > 1 && el("small", {}, " ×" + count),
				),
			),
		more,
	];
}

// chooseMatch shows a match on both sides. If it was chosen in a source, that source does not move,
// and the other one is scrolled to the same height.
function chooseMatch(number, from = -1) {
	shown.match = number;
	const here = from >= 0 ? heightInPane(shown.panes[from], number) : null;
	for (const pane of shown.panes) showMatch(pane, number, here ?? Math.min(120, pane.code.clientHeight / 4));
	for (const chip of byId("pair").querySelectorAll(".matches .jump"))
		chip.setAttribute("aria-pressed", Number(chip.dataset.match) === number);
	const chip = byId("pair").querySelector(`.match-chips [data-match="${number}"]`);
	chip.parentElement.scrollTo({ left: chip.offsetLeft - chip.parentElement.clientWidth / 2, behavior: scrolling() });
	describeMatch(number);
	remember((single ? "#" : `#pair=${shown.pair.id + 1}&`) + `match=${number}`);
}

function describeMatch(number) {
	const match = shown.pair.matches[number - 1];
	replace(
		byId("match-text"),
		el("strong", {}, `Match ${number}`),
		`: ${kindOf(match)}, ${plural(match.tokens, "token", "tokens")}, `,
		placeText(shown.pair, 0, match.places[0]),
		" ↔ ",
		placeText(shown.pair, 1, match.places[1]),
		". ",
		renameText(match, 6),
	);
}

function stepMatch(by) {
	const n = shown.pair.matches.length;
	if (n > 0) chooseMatch(shown.match === 0 ? (by > 0 ? 1 : n) : ((shown.match - 1 + by + n) % n) + 1);
}

function stepPair(by) {
	const order = pairsInOrder(shown.pair);
	const to = order[order.indexOf(shown.pair) + by];
	if (to) openPair(to);
}

function pairLegend() {
	return el(
		"p",
		{ class: "caption legend" },
		el("span", { class: "match hue1" }, "in a match"),
		el("span", { class: "match hue1" }, el("span", { class: "renamed" }, "renamed")),
		el("span", { class: "match hue1" }, el("mark", {}, "changed")),
		el("span", { class: "match hue1" }, el("ins", {}, "on this side only")),
		!unweighted && el("span", { class: "match hue1" }, el("span", { class: "idiom" }, "idiom")),
		!unweighted && el("span", { class: "boilerplate" }, "boilerplate"),
		el("span", { class: "escape" }, "\\x07"),
		"unprintable character",
	);
}
