// How to read the figures.

function drawAbout() {
	add(
		byId("about"),
		el("p", {}, costs()),
		data.version && el("p", {}, `Made by chaffinch ${data.version}.`, (data.settings || []).map(([title, text]) => ` ${title}: ${text}.`)),
		data.guarantee > 0 &&
			el(
				"p",
				{},
				`Every shared run of at least ${plural(data.guarantee, "token", "tokens")} is found.`,
			),
		el("p", {}, caution),
		glossary(),
	);
}

const caution =
	"A score shows similarity, not its cause: starter code, a common source or the same teacher can explain it. " +
	"Read the matches before you judge.";

function costs() {
	const stats = data.stats;
	return (
		`chaffinch compared ${plural(stats.files, "file", "files")} ` +
		`(${plural(stats.contents, "distinct content", "distinct contents")}) of ${plural(units.length, one, many)} ` +
		`in ${duration(stats.microseconds)}. Of ${plural(stats.comparable, "possible pair", "possible pairs")}, ` +
		`${thousands(stats.sharing)} were candidates, and ${thousands(stats.aligned)} were compared token by token.`
	);
}

// explained are the keys of words that this page needs.
const explained = () => (scan ? Object.keys(scanWords) : unweighted ? pairWords : Object.keys(words));

const glossary = () => glossaryOf(explained());
