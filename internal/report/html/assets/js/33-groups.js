// Clusters at the threshold that was chosen. At first they equal the clusters of the other formats. When the slider
// moves, the page groups by average linkage.

let groups = []; // { units, order, score, dated }, the largest first
let groupOf = []; // by unit: the index of its group, or undefined

// copiesOf holds for the unit that represents identical ones all of them, with itself.
const copiesOf = new Map(data.identical.map((group) => [group[0], group]));
const weightOf = (unit) => (copiesOf.get(unit) || [unit]).length;

// unlistedPairs are pairs that are known by their scores only: they are not listed.
const unlistedPairs = (data.unlisted || []).map(([a, b, score]) => ({ units: [a, b], score: score / 1e4 }));
const leastKnown = unlistedPairs.length > 0 ? unlistedPairs[unlistedPairs.length - 1].score : leastListed;
const scoredPairs = unlistedPairs.length > 0 ? [...pairs, ...unlistedPairs] : pairs;

// asGiven reports whether the clusters are those that the program found.
const asGiven = () => data.linkScore > 0 && state.threshold === data.linkScore;

function regroup() {
	if (asGiven()) {
		groups = (data.clusters || []).map(({ units, score }) => newGroup(units, score));
		numberGroups();
		return;
	}
	const edges = scoredPairs.map((pair) => [...pair.units, pair.score]);
	const found = averageLinkage(units.length, edges, state.threshold, data.near);
	const grouped = new Set(found.flat());
	for (const [first] of data.identical) if (!grouped.has(first)) found.push([first]);
	const withCopies = (items) => items.flatMap((unit) => copiesOf.get(unit) || [unit]);
	groups = found.map((items) => newGroup(withCopies(items), 0)).filter((group) => group.units.some((unit) => !units[unit].old));
	numberGroups();
	addScores();
	numberGroups();
}

// numberGroups sorts the groups and notes which units they hold.
function numberGroups() {
	groups.sort((x, y) => y.units.length - x.units.length || y.score - x.score || x.units[0] - y.units[0]);
	groupOf = [];
	groups.forEach((group, i) => group.units.forEach((unit) => (groupOf[unit] = i)));
}

// newGroup makes a group. Where dates are known, the earliest unit is marked.
function newGroup(order, score) {
	const all = [...order].sort(originalFirst);
	return { units: all, order, score, dated: Boolean(units[all[0]].date) };
}

function originalFirst(a, b) {
	const [x, y] = [units[a], units[b]];
	if (Boolean(x.old) !== Boolean(y.old)) return x.old ? -1 : 1;
	if (!x.date || !y.date) return Boolean(y.date) - Boolean(x.date) || a - b;
	return Date.parse(x.date) - Date.parse(y.date) || a - b;
}

// addScores computes the mean score of the pairs in each group. Pairs whose score is not known count 0;
// but those of near-identical units, which were compared with the first one only, count as the mean
// of their scores with it.
function addScores() {
	const sums = groups.map(() => 0);
	for (const [first, ...rest] of data.identical)
		if (groupOf[first] !== undefined) sums[groupOf[first]] += ((rest.length + 1) * rest.length) / 2;
	const hubs = new Map(data.near.flatMap((near) => near.map((unit) => [unit, near[0]])));
	const withHub = new Map(); // by unit: its score with the first
	const same = (pair) => pairGroup(pair) !== undefined;
	const hub = ({ units: [a, b] }) => (hubs.has(a) && hubs.get(a) === hubs.get(b) ? hubs.get(a) : undefined);
	for (const pair of scoredPairs) {
		const spoke = pair.units.find((unit) => unit !== hub(pair));
		if (pair.units.includes(hub(pair))) withHub.set(spoke, pair.score);
		if (same(pair)) sums[pairGroup(pair)] += pair.score * weightOf(pair.units[0]) * weightOf(pair.units[1]);
	}
	for (const [, ...rest] of data.near) foldIn(rest, withHub, sums);
	for (const pair of scoredPairs) {
		const [a, b] = pair.units;
		if (same(pair) && hub(pair) !== undefined && !pair.units.includes(hub(pair)))
			sums[pairGroup(pair)] -= (((withHub.get(a) || 0) + (withHub.get(b) || 0)) / 2) * weightOf(a) * weightOf(b);
	}
	groups.forEach((group, i) => {
		group.score = Math.min(1, sums[i] / ((group.units.length * (group.units.length - 1)) / 2));
	});
}

function foldIn(rest, withHub, sums) {
	const sizes = new Map();
	for (const unit of rest) sizes.set(groupOf[unit], (sizes.get(groupOf[unit]) || 0) + weightOf(unit));
	for (const unit of rest) {
		const group = groupOf[unit];
		if (group === undefined) continue;
		const copies = weightOf(unit);
		sums[group] += ((withHub.get(unit) || 0) * copies * (sizes.get(group) - copies)) / 2;
	}
}

// pairGroup returns the index of the group that holds both units of a pair, or undefined.
function pairGroup(pair) {
	const [a, b] = pair.units.map((unit) => groupOf[unit]);
	return a === b ? a : undefined;
}

const isOriginal = (unit) => {
	const group = groups[groupOf[unit]];
	return Boolean(group && group.dated && group.units[0] === unit);
};
const hueOf = (unit) => (groupOf[unit] === undefined ? "" : hue(groupOf[unit]));
