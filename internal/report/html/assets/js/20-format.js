// A score is cut to two digits, not rounded: what is shown as 0.80 passes a threshold of 0.80, and
// only 1 is shown as 1.00. A single pair has no threshold: its figures are those compare prints.
const score = (x) => (single ? x.toFixed(3) : floorOf(x).toFixed(2));
const percent = (x) => (x > 0 && x < 0.01 ? "<1%" : Math.floor(x * 100 + (single ? 0.5 : 1e-6)) + "%");
function floorOf(x) {
	return Math.floor(x * 100 + 1e-6) / 100;
}

const thousands = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");
const plural = (n, one, many) => thousands(n) + " " + (n === 1 ? one : many);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const lines = (from, to) => (from === to ? String(from) : from + "–" + to);
const hue = (i) => "hue" + ((i % 8) + 1);

function duration(microseconds) {
	if (microseconds < 1e3) return microseconds + " µs";
	if (microseconds < 1e6) return Math.round(microseconds / 1e3) + " ms";
	return (microseconds / 1e6).toFixed(1) + " s";
}

// day and moment show a date in UTC, as info.csv has it or has been read.
const day = (date) => date.slice(0, 10);
const moment = (date) => date.slice(0, 16).replace("T", " ") + " UTC";

// words explain what the report counts.
const words = {
	score: "Score: similarity of the two, from 0 to 1, comparable across pairs and collections.",
	coverage: "In matches: the share of a side's tokens in matches, excluding boilerplate.",
	containment: "Containment: the share of a side's fingerprints that the other has, weighted by rarity.",
	resemblance: "Resemblance: the fingerprints that both have, as a share of those that either has.",
	cosine: "Cosine: cosine similarity of the two fingerprint vectors, weighted by rarity.",
	longest: "Longest: tokens of the longest match. A long match is unlikely by chance.",
	tokens:
		"Tokens: the keywords, operators, names and literals in matches. Comments and white space do not count.",
	kind:
		"Verbatim: only comments and layout differ. Renamed: identifiers differ, one to one. " +
		"Edited: parts are inserted, deleted or changed.",
	boilerplate: "Boilerplate: starter code and other common material. It does not count.",
	idiom: "Idiom: code that many documents have. It weighs little.",
	cluster: "Cluster: a group of similar ones, connected by pairs.",
	fresh: "New: not in the baseline.",
};
