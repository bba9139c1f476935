// The data of the page, and constants derived from it.

const data = JSON.parse(byId("data").textContent);
const units = data.units;
const pairs = data.pairs;
const [one, many] = data.noun;

// single is true for a page of one pair, which has no overview.
const single = Boolean(data.single);

// unweighted is true if the pairs are compared without a collection: the rarity of matches is unknown.
const unweighted = single || Boolean(data.flow || data.scan);

// pairKey is the address's word for a pair, and listKey for their table.
const [pairKey, listKey] = data.scan ? ["finding", "findings"] : ["pair", "pairs"];
const pairLink = (pair) => `#${pairKey}=${pair.id + 1}`;

pairs.forEach((pair, i) => {
	pair.id = i;
});

// twins holds for every unit the others that are identical to it.
const twins = units.map(() => []);
for (const group of data.identical) {
	for (const unit of group) twins[unit] = group.filter((other) => other !== unit);
}

// leadOf holds for every unit the one that represents it in the pairs.
const leadOf = units.map((_, i) => i);
for (const group of data.identical) for (const unit of group) leadOf[unit] = group[0];

// pairsOf holds for every unit the listed pairs that it is in, best first. One that is identical to
// another has the other's.
const pairsOf = units.map(() => []);
for (const pair of pairs) {
	for (const unit of pair.units) {
		for (const same of [unit, ...twins[unit]]) if (!pairsOf[same].includes(pair)) pairsOf[same].push(pair);
	}
}

// A pair with little evidence shares only what is short or common: matches with a weight of less than
// that of so many rare tokens. Its score may be 1, but it comes later in the table.
const enoughEvidence = 12;
const isLittle = (pair) => !unweighted && pair.evidence < enoughEvidence;
const rankOf = (pair) => (pair.unusual || pair.score) * Math.min(1, pair.evidence / enoughEvidence);

// Earlier units are not compared with each other, nor are units of the rest.
const isPair = (a, b) => !(units[a].old && units[b].old) && !(units[a].rest && units[b].rest);

const highest = units.map((_, i) =>
	twins[i].some((other) => isPair(i, other)) ? 1 : pairsOf[i].length ? pairsOf[i][0].score : 0,
);

// leastListed is the least score from which pairs are listed. If some are left out, the last listed
// pair has it.
// In an order by shares, unlisted pairs may have a higher one.
const leastListed = data.more > 0 && pairs.length > 0 ? pairs[pairs.length - 1].score : data.minScore;

// firstListedBin is the first bin of the histogram whose pairs are all listed.
const firstListedBin =
	data.more > 0 ? Math.round(100 * floorOf(Math.max(leastListed, (data.unlisted?.[0]?.[2] ?? 0) / 1e4))) + 1 : Math.ceil(100 * data.minScore - 1e-6);

// identical are the groups of identical units that hold a pair.
const identical = data.identical.filter(
	(group) => group.some((unit) => !units[unit].old) && group.some((unit) => !units[unit].rest),
);

// groupLeads are the units that represent these groups.
const groupLeads = new Set(identical.map(([unit]) => unit));

// facts returns the facts about a unit, as lines of text.
function facts(i) {
	const unit = units[i];
	return [
		byAuthor(i) ? unit.name : unit.author && "by " + unit.author,
		unit.label,
		unit.standing,
		unit.date && moment(unit.date),
		unit.old && "of an earlier collection",
		isOriginal(i) && "earliest",
		twins[i].length === 1 && "identical to " + nameOf(twins[i][0]),
		twins[i].length > 1 && "identical to " + thousands(twins[i].length) + " others",
	].filter(Boolean);
}

// Texts are read from their blocks when they are first shown.
const texts = new Map();

function textOf(file) {
	if (file.text < 0) return { text: "", classes: "", missing: "no listed pair has a match in it" };
	if (!texts.has(file.text)) texts.set(file.text, JSON.parse(byId("text" + file.text).textContent));
	return texts.get(file.text);
}
