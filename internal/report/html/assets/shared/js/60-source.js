// A source as lines of pieces. Each UTF-16 unit of the text has a class for its colour, a match, a
// weight (boilerplate, import line, idiom) and a change. Pieces are runs of units that have all of these in
// common.

const codes = { P: "", K: "keyword", S: "literal", N: "number-literal", C: "comment", F: "function", E: "escape" };

function classesOf(text, packed) {
	const classes = new Array(text.length).fill("");
	let at = 0;
	for (const [, length, code] of packed.matchAll(/([0-9a-z]+)([A-Z])/g)) {
		const end = at + parseInt(length, 36);
		if (code !== "P") classes.fill(codes[code], at, end);
		at = end;
	}
	return classes;
}

// ownersOf returns the match of every unit, from 1; where matches overlap, the shorter one.
function ownersOf(text, marks) {
	const owners = new Uint32Array(text.length);
	const longestFirst = [...marks].sort((a, b) => b.to - b.from - (a.to - a.from) || a.number - b.number);
	for (const { from, to, number } of longestFirst) owners.fill(number, from, to);
	return owners;
}

// weightsOf returns 1 for every unit of an idiom, 2 for boilerplate, and 3 for an import line.
function weightsOf(text, file) {
	const weights = new Uint8Array(text.length);
	for (const [from, to] of file.idioms || []) weights.fill(1, from, to);
	for (const [from, to] of file.imports || []) weights.fill(3, from, to);
	for (const [from, to] of file.boilerplate || []) weights.fill(2, from, to);
	return weights;
}

// changesOf returns 1 for every unit that the other side lacks, and 2 where it has something else.
function changesOf(text, marks) {
	const changes = new Uint8Array(text.length);
	for (const { edits } of marks) for (const [, from, to, other] of edits) changes.fill(1 + other, from, to);
	return changes;
}

// linesOf cuts the text of a file into lines: { number, from, to, owner, pieces }. The owner is the match that contains
// the whole line, or 0. Where the page lacks lines of the file, there is { gap, from, to }: their number.
function linesOf({ text, classes: packed, gaps = [] }, file, marks) {
	const source = {
		text,
		classes: classesOf(text, packed),
		owners: ownersOf(text, marks),
		weights: weightsOf(text, file),
		changes: changesOf(text, marks),
	};
	const all = [];
	let number = 0,
		g = 0;
	const addGap = (at) => {
		if (g === gaps.length || gaps[g][0] !== at) return;
		const gap = gaps[g++][1];
		number += gap;
		all.push({ gap, from: at, to: at });
	};
	for (let from = 0; from < text.length;) {
		const end = text.indexOf("\n", from);
		const to = end < 0 ? text.length : end;
		addGap(from);
		all.push({ number: ++number, from, to, owner: ownerOfLine(source, from, to), pieces: piecesOf(source, from, to) });
		from = to + 1;
	}
	addGap(text.length);
	return all;
}

function piecesOf({ text, classes, owners, weights, changes }, from, to) {
	const pieces = [];
	for (let start = from; start < to;) {
		let end = start + 1;
		while (
			end < to &&
			classes[end] === classes[start] &&
			owners[end] === owners[start] &&
			weights[end] === weights[start] &&
			changes[end] === changes[start]
		)
			end++;
		pieces.push({
			text: text.slice(start, end),
			class: classes[start],
			owner: owners[start],
			weight: weights[start],
			change: classes[start] === "comment" ? 0 : changes[start], // comments are not compared
		});
		start = end;
	}
	return pieces;
}

function ownerOfLine({ text, owners }, from, to) {
	let owner = to < text.length ? owners[to] : 0;
	let blank = true;
	for (let i = from; i < to; i++) {
		if (text[i] === " " || text[i] === "\t") continue;
		if (blank) owner = owners[i];
		blank = false;
		if (owners[i] !== owner) return 0;
	}
	return owner;
}

// codeOf returns the elements of a line. renames holds, by match, the names on the other side.
function codeOf(line, renames) {
	const nodes = [];
	let match = null,
		owner = 0;
	for (const piece of line.pieces) {
		if (piece.owner !== owner) {
			owner = piece.owner;
			match = owner > 0 ? el("span", { class: "match", "data-match": owner }) : null;
			if (match) nodes.push(match);
		}
		const shown = pieceOf(piece, renames.get(piece.owner));
		if (match) add(match, ...shown);
		else nodes.push(...shown);
	}
	return nodes;
}

const weightClasses = ["", "idiom", "boilerplate", "idiom"];
const weightTitles = [null, "idiom: weighs little", "boilerplate: does not count", "import line: does not count"];

// pieceOf returns the elements of a piece. Idioms, import lines and boilerplate have no syntax colours.
function pieceOf(piece, names) {
	const isName = piece.class === "" || piece.class === "function";
	const inside = names && isName ? withRenames(piece.text, names) : [piece.text];
	const kind = piece.class === "escape" ? piece.class : weightClasses[piece.weight] || piece.class;
	const shown = kind ? [el("span", { class: kind, title: weightTitles[piece.weight] }, inside)] : inside;
	if (piece.change === 2) return [el("mark", { title: "differs on the other side" }, shown)];
	return piece.change === 1 ? [el("ins", { title: "only on this side" }, shown)] : shown;
}

// withRenames marks names that differ on the other side.
function withRenames(text, names) {
	return text
		.split(/([\p{L}\p{N}_$]+)/u)
		.map((part, i) =>
			i % 2 === 1 && names.has(part)
				? el("span", { class: "renamed", title: "there: " + names.get(part) }, part)
				: part,
		);
}
