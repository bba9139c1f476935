// A replay leads from the left file to the right one in steps: parts are removed, moved, renamed, changed and added.
// Each step shows a text, and what it did to the one before.

// replayOf returns { files, steps } of the two files with the most in matches, or null of equal files, without matches, or
// with a source that is not whole. A step has a title and pieces: { text, kind }, where kind is "del", "ins", "mark",
// "moved" or "".
function replayOf(model, pair) {
	const files = mostMatched(pair.matches);
	if (!files) return null;
	const sides = files.map((file, side) => {
		const source = model.textOf(model.units[pair.units[side]].files[file]);
		return source.missing || (source.gaps || []).length > 0 ? null : source;
	});
	if (sides.includes(null) || sides[0].text === sides[1].text) return null;
	const matches = apart(pair.matches.filter((match) => match.places.every(([file], side) => file === files[side])));
	const [left, right] = sides.map(({ text }, side) => partsOfText(text, matches, side));
	joinSame(left, right);
	const classes = classesOf(sides[0].text, sides[0].classes);
	const steps = [{ title: "The left file", pieces: [{ text: sides[0].text, kind: "" }] }];
	const step = (title, pieces) => steps.push({ title, pieces });

	const alone = left.filter((part) => !part.match && part.text.trim() !== "");
	if (alone.length > 0)
		step(
			`Remove ${plural(alone.length, "part", "parts")} outside the matches`,
			left.map((part) => ({ text: part.text, kind: alone.includes(part) ? "del" : "" })),
		);

	const here = left.filter((part) => part.match);
	const there = right.filter((part) => part.match);
	const ordered = there.map(({ match }) => here.find((part) => part.match === match));
	const stay = longestInOrder(ordered.map((part) => here.indexOf(part)));
	const moved = ordered.filter((part) => !stay.has(here.indexOf(part)));
	if (moved.length > 0)
		step(
			`Move ${plural(moved.length, "part", "parts")}`,
			ordered.map((part) => ({ text: part.text, kind: moved.includes(part) ? "moved" : "" })),
		);

	const renamed = new Map(); // names by what they become
	const pieces = ordered.flatMap(({ match, from, text }) => {
		const names = new Map((match.renames || []).map(([a, b]) => [model.names[a], model.names[b]]));
		return renamedPieces(text, from, classes, names, renamed);
	});
	if (renamed.size > 0) {
		const shown = [...renamed].slice(0, 6).map(([pairOf]) => pairOf).join(", ");
		step(`Rename ${plural(renamed.size, "name", "names")}: ${shown}${renamed.size > 6 ? " …" : ""}`, pieces);
	}

	const added = right.filter((part) => !part.match && part.text.trim() !== "");
	const changed = right.filter((part) => !added.includes(part)).flatMap((part) => (part.match ? editedPieces(part) : [{ text: part.text, kind: "" }]));
	const text = (all) => all.map((piece) => piece.text).join("");
	if (text(changed) !== text(pieces)) {
		const edits = there.reduce((sum, { match }) => sum + editsOf(match), 0);
		step(edits > 0 ? `Change ${plural(edits, "place", "places")}, comments and layout` : "Change comments and layout", changed);
	}
	if (added.length > 0)
		step(
			`Add ${plural(added.length, "part", "parts")} outside the matches`,
			right.map((part) => ({ text: part.text, kind: added.includes(part) ? "ins" : "" })),
		);
	return { files, steps };
}

// joinSame makes matches of parts between matches that both texts have, in their order.
function joinSame(left, right) {
	let at = 0;
	for (const part of left.filter(({ match, text }) => !match && text.trim() !== "")) {
		const to = right.findIndex((other, i) => i >= at && !other.match && other.text.trim() === part.text.trim());
		if (to < 0) continue;
		part.match = right[to].match = {};
		right[to].to = right[to].from + right[to].text.length;
		at = to + 1;
	}
}

// mostMatched returns the numbers of the files that have the most tokens in matches with each other.
function mostMatched(matches) {
	const tokens = new Map();
	for (const match of matches) {
		const key = match.places.map(([file]) => file).join(" ");
		tokens.set(key, (tokens.get(key) || 0) + match.tokens);
	}
	const [best] = [...tokens].sort((x, y) => y[1] - x[1]);
	return best && best[0].split(" ").map(Number);
}

// apart returns matches, the longest first, that overlap no longer one on either side.
function apart(matches) {
	const taken = [];
	const meet = ([, , , from, to], [, , , start, end]) => from < end && start < to;
	for (const match of [...matches].sort((x, y) => y.tokens - x.tokens))
		if (!taken.some((other) => [0, 1].some((side) => meet(match.places[side], other.places[side])))) taken.push(match);
	return taken;
}

// partsOfText cuts a text into matches and what is between them: { match, text, from }. A match takes the blanks before it
// in its line, and the end of its line if nothing else is there.
function partsOfText(text, matches, side) {
	const parts = [];
	let at = 0;
	const between = (to) => to > at && parts.push({ text: text.slice(at, to), from: at });
	for (const match of [...matches].sort((x, y) => x.places[side][3] - y.places[side][3])) {
		let [, , , from, to] = match.places[side];
		const line = text.lastIndexOf("\n", from - 1) + 1;
		if (line >= at && text.slice(line, from).trim() === "") from = line;
		const end = text.indexOf("\n", to);
		if (end >= 0 && text.slice(to, end).trim() === "") to = end + 1;
		between(from);
		parts.push({ match, text: text.slice(from, to), from, to });
		at = to;
	}
	between(text.length);
	return parts;
}

// longestInOrder returns the numbers of a longest sequence that rises, of numbers that differ.
function longestInOrder(numbers) {
	const ends = []; // by length: the position of the smallest last number
	const before = [];
	numbers.forEach((n, i) => {
		let length = ends.findIndex((end) => numbers[end] > n);
		if (length < 0) length = ends.length;
		before[i] = ends[length - 1];
		ends[length] = i;
	});
	const all = new Set();
	for (let i = ends[ends.length - 1]; i !== undefined; i = before[i]) all.add(numbers[i]);
	return all;
}

// renamedPieces renames what is a name by its class, and counts what was renamed.
function renamedPieces(text, from, classes, names, renamed) {
	const pieces = [];
	let at = 0;
	const keep = (to) => to > at && pieces.push({ text: text.slice(at, to), kind: "" });
	for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}_$]+/gu)) {
		const is = classes[from + index];
		if (!names.has(word) || (is !== "" && is !== "function")) continue;
		const to = names.get(word);
		keep(index);
		pieces.push({ text: to, kind: "mark" });
		renamed.set(`${word} → ${to}`, (renamed.get(`${word} → ${to}`) || 0) + 1);
		at = index + word.length;
	}
	keep(text.length);
	return pieces;
}

// editedPieces marks the edits of a match on the right.
function editedPieces({ match, text, from, to }) {
	const pieces = [];
	let at = from;
	const keep = (end) => end > at && pieces.push({ text: text.slice(at - from, end - from), kind: "" });
	const edits = (match.edits || []).filter(([side]) => side === 1).sort((x, y) => x[1] - y[1]);
	for (const [, start, end, other] of edits) {
		if (start < at) continue;
		keep(start);
		pieces.push({ text: text.slice(start - from, end - from), kind: other ? "mark" : "ins" });
		at = end;
	}
	keep(to);
	return pieces;
}

// replayDetails is the replay of a pair, made when it is opened; null if there is none.
function replayDetails(view) {
	const { model, pair } = view;
	const replay = replayOf(model, pair);
	if (!replay || replay.steps.length < 2) return null;
	const { files, steps } = replay;
	const path = (side) => model.units[pair.units[side]].files[files[side]].path;
	const status = el("p", { role: "status" });
	const code = el("code");
	const button = (text, by) => el("button", { type: "button", class: "small", onclick: () => show(at + by) }, text);
	const undo = button("Undo", -1);
	const next = button("Next step", 1);
	let at = 0;
	const show = (n) => {
		at = n;
		undo.disabled = n === 0;
		next.disabled = n === steps.length - 1;
		status.textContent = `${n + 1} of ${steps.length}. ${steps[n].title}${next.disabled ? ": this is the right file" : ""}.`;
		replace(
			code,
			steps[n].pieces.map(({ text, kind }) => (kind ? el(kind === "moved" ? "mark" : kind, kind === "moved" ? { class: "moved" } : {}, text) : text)),
		);
		const [first] = code.children;
		if (first) code.parentElement.scrollTop = first.offsetTop - 40;
	};
	return el(
		"details",
		{ class: "replay", ontoggle: ({ target }) => target.open && show(at) },
		el("summary", {}, "Replay"),
		el("p", {}, "From ", named(path(0)), " to ", named(path(1)), " in steps."),
		el("div", { class: "buttons" }, undo, next, status),
		el("pre", { tabindex: 0, "aria-label": "The text after this step" }, code),
	);
}
