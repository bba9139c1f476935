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
	score: "How much two are alike, from 0 to 1. It means the same for every pair and every collection.",
	coverage: "In matches: the share of a side's tokens that stand in matches. Boilerplate does not count.",
	containment: "Containment: the share of a side's fingerprints that the other has, the rare ones counting more.",
	resemblance: "Resemblance: of the fingerprints that either has, the share that both have.",
	cosine: "Cosine: of the angle between the fingerprints of both, weighted by how rare they are.",
	longest: "Longest: tokens of the longest match. A long one is hard to explain by chance.",
	tokens:
		"Tokens: keywords, operators, names and literals that agree in all matches. Comments and white space are none.",
	kind:
		"Verbatim: the same but for comments and layout. Renamed: names or literals differ. " +
		"Edited: there are gaps and changes.",
	boilerplate: "Boilerplate: material that was given to all or is known to be common. It does not count.",
	idiom: "Idiom: what many write alike. It weighs little.",
	cluster: "Cluster: a group that belongs together by the listed pairs.",
	fresh: "New: the baseline does not have the pair.",
};
