// Scores and shares are rounded as on the terminal: see internal/report/figure.go, whose test
// vectors hold here, too. Less than all is never shown as 1.000 or 100%.
const score = (x) => (rounded(x, 10) / 1000).toFixed(3);

function percent(x) {
	const n = rounded(x, 100);
	return n === 0 && tenThousandths(x) > 0 ? "<1%" : n + "%";
}

const tenThousandths = (x) => Math.floor(x * 1e4 + 1e-6);

// rounded returns x in units of so many ten-thousandths.
function rounded(x, unit) {
	const t = tenThousandths(x);
	const n = Math.floor((t + unit / 2) / unit);
	return t < 1e4 ? Math.min(n, 1e4 / unit - 1) : n;
}

// A threshold has two digits, and is never above a score that it was made from.
const floorOf = (x) => Math.floor(x * 100 + 1e-6) / 100;
const threshold = (x) => x.toFixed(2);

const thousands = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");
const plural = (n, one, many) => thousands(n) + " " + (n === 1 ? one : many);
// middle shortens a text in its middle, so that a name keeps its start and a path its end.
const middle = (text, most) => (text.length <= most ? text : text.slice(0, most >> 1) + "…" + text.slice(-((most - 1) >> 1)));
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const lines = (from, to) => (from === to ? String(from || "?") : from + "–" + to); // ? if the index has hashes only
const hue = (i) => "hue" + ((i % 8) + 1);

function duration(microseconds) {
	if (microseconds < 1e3) return microseconds + " µs";
	if (microseconds < 1e6) return Math.round(microseconds / 1e3) + " ms";
	return (microseconds / 1e6).toFixed(1) + " s";
}

// day and moment show a date in UTC, as info.csv has it or has been read.
const day = (date) => date.slice(0, 10);
const moment = (date) => date.slice(0, 16).replace("T", " ") + " UTC";

// words explain the terms of a pair. Reports of a collection have more.
const words = {
	score: "Score: similarity of the two, from 0 to 1. It depends on the collection, so compare it within one report or index.",
	sure:
		"Sure: how likely it is that one was copied from the other, judged by the score and the length of the shorter " +
		"one. If all units solve the same small task, it is too high.",
	coverage: "In matches: the share of a side's tokens in matches, excluding boilerplate.",
	smaller: "Smaller: the share of the smaller one, by tokens, that is in matches. It is high where it is a part of the other.",
	larger: "Larger: the share of the larger one, by tokens, that is in matches.",
	longest: "Longest: tokens of the longest match. A long match is unlikely by chance.",
	lines: "Lines: length of the longest match. You can check it with your eyes; a long one is unlikely by chance.",
	tokens:
		"Tokens: the keywords, operators, names and literals in matches. Comments and white space do not count.",
	kind:
		"Verbatim: only comments and layout differ. Renamed: identifiers differ, one to one. " +
		"Edited: parts are inserted, deleted or changed.",
	boilerplate: "Boilerplate: starter code and other common material. It does not count.",
	idiom: "Idiom: code that many documents have. It weighs little.",
};

// glossaryOf lists the explanations of these keys.
const glossaryOf = (keys) =>
	el(
		"ul",
		{ class: "glossary" },
		keys.map((key) => el("li", {}, words[key])),
	);

// pairWords are the keys of what the view of a pair shows that no collection weighs.
const pairWords = ["score", "coverage", "smaller", "larger", "longest", "tokens", "kind"];
