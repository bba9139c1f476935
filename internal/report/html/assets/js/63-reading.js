// The page of a pair: the way through the pairs, the figures in words, notes, and the view
// of the pair.

const shown = { pair: null, view: null, order: [] };

// compared is true for a page of a collection: a pair has notes, and its units have views.
const compared = !single && !flow && !scan;
const titled = (unit) => {
	const name = compared ? nameOf(unit) : units[unit].name;
	const text = named(middle(name, 32), { title: name });
	return compared ? el("a", { href: "#unit=" + (unit + 1) }, text) : text;
};

const pairModel = { units, names: data.names, textOf, nameOf, facts, explained: explained(), whole: single, unweighted, sure: !unweighted || Boolean(scan) || (single && pairs[0].probability > 0) };
if (compared)
	Object.assign(pairModel, {
		rank: (pair) => `${thousands(pair.rank || pair.id + 1)} of ${thousands(data.stats.comparable)}`,
		says: (pair) => [
			el("p", { class: "verdict" }, inWords(pair), " ", el("span", { class: "caution" }, caution)),
			pair.rank > 0 && el("p", {}, unusual(pair)),
		],
		weighed: (pair, figure, both, sidesLabel) => [
			figure("Containment", words.containment, both(pair.containment), sidesLabel(pair.containment)),
			figure("Resemblance", words.resemblance, percent(pair.resemblance)),
			figure("Cosine", words.cosine, percent(pair.cosine)),
			figure("Names", words.material, percent(pair.material)),
		],
		caution: "A score shows no cause. Read the matches before you judge.",
		note: (pair) => noteForm(keyOfPair(pair), pairName(pair)),
	});

function openPair(pair) {
	visit(pairLink(pair));
}

// drawPair shows a pair, and its match of that number, if there is one.
function drawPair(pair, match) {
	if (shown.pair === pair) {
		if (pair.matches[match - 1] && match !== shown.view.match) shown.view.choose(match);
		return;
	}
	const prefix = single ? "#" : pairLink(pair) + "&";
	const view = newPairView(pairModel, pair, (number) => remember(`${prefix}match=${number}`));
	Object.assign(shown, { pair, view });
	replace(
		byId("pair"),
		single ? notes() : pairBar(pair),
		scan && findingFacts(pair),
		scan && findingOf(pair).decide && decisionForm(pair),
		view.element,
	);
	view.show(match);
}

// howAlike explains the kind of a pair.
const howAlike = ({ kind }) =>
	({
		verbatim: "The matching parts are the same, apart from comments and layout.",
		renamed: "In the matching parts names were changed, one for one; the rest is the same.",
		edited: "In the matching parts something was changed, added or left out.",
	})[kind] || "";

// inWords explains the figures of a pair.
function inWords(pair) {
	const [a, b] = pair.units.map((i) => (byAuthor(i) ? `the ${one} of ${nameOf(i)}` : nameOf(i)));
	if (pair.matches.length === 0) return "They have no long part in common; many short parts are alike.";
	const little = isLittle(pair) ? " " + words.little : "";
	return `${percent(pair.coverage[0])} of ${a} is also in ${b}, and ${percent(pair.coverage[1])} of ${b} is also in ${a}. ${howAlike(pair)}${little}`;
}

// unusual compares a pair with all others, and names the rare names and texts that both have.
function unusual(pair) {
	const rare = pair.rarest ? ` Names and texts that few others have: ${pair.rarest}` : "";
	return `${Math.floor(10 * pair.percentile) / 10}% of all pairs are less unusual.${rare}`;
}

function pairBar(pair) {
	const order = pairsInOrder(pair);
	const at = order.indexOf(pair);
	const step = (by, text, key) => {
		const to = order[at + by];
		return to
			? el(
					"a",
					{ class: "button", href: pairLink(to), "aria-keyshortcuts": key },
					text,
					" ",
					el("kbd", {}, key),
				)
			: el("span", { class: "button off", "aria-hidden": "true", "aria-disabled": "true" }, text, " ", el("kbd", {}, key));
	};
	return el(
		"div",
		{ class: "pair-bar" },
		el("a", { class: "button", href: "#" + listKey, "aria-keyshortcuts": "Escape" }, flow ? "All files " : `All ${listKey} `, el("kbd", {}, "Esc")),
		el(
			"h2",
			{ tabindex: -1, id: "pair-title" },
			titled(pair.units[0]),
			el("span", { class: "versus" }, " and "),
			titled(pair.units[1]),
			pair.new && el("span", { class: "badge fresh", title: words.fresh }, "new"),
			isLittle(pair) && el("span", { class: "badge", title: words.little }, "little evidence"),
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

// pairsInOrder returns the pairs in the order that the table had when the reader left it, or all pairs
// if this one is not in it. A mark may remove a pair from the table while it is read.
function pairsInOrder(pair) {
	if (shown.order.includes(pair)) return shown.order;
	const order = pairTable ? pairTable.order() : pairs;
	shown.order = order.includes(pair) ? order : pairs;
	return shown.order;
}

function stepPair(by) {
	const order = pairsInOrder(shown.pair);
	const to = order[order.indexOf(shown.pair) + by];
	if (to) openPair(to);
}
