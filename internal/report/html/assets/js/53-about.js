// How to read the figures.

function drawAbout() {
	add(
		byId("about"),
		el("p", {}, costs()),
		data.guarantee > 0 &&
			el(
				"p",
				{},
				`Whatever two ${many} share is found if it is a run of ${plural(data.guarantee, "token", "tokens")} or more.`,
			),
		el("p", {}, caution),
		glossary(),
	);
}

const caution =
	"A score says that two are alike, and where; it does not say why. Code that was given to all, a common teacher " +
	"or a common source on the web explain a likeness as well as copying does. Look at the matches before you judge.";

function costs() {
	const stats = data.stats;
	return (
		`chaffinch compared ${plural(stats.files, "file", "files")} ` +
		`(${plural(stats.contents, "distinct content", "distinct contents")}) of ${plural(units.length, one, many)} ` +
		`in ${duration(stats.microseconds)}. Of ${plural(stats.comparable, "possible pair", "possible pairs")}, ` +
		`${thousands(stats.sharing)} share enough to be looked at, and ${thousands(stats.aligned)} were compared token by token.`
	);
}

function glossary() {
	const explained = single ? ["score", "coverage", "longest", "tokens", "kind"] : Object.keys(words);
	return el(
		"ul",
		{ class: "glossary" },
		explained.map((word) => el("li", {}, words[word])),
	);
}
