// The reader's choices. Views that depend on them register with onChange.

const unfiltered = {
	threshold: floorOf(leastListed),
	text: "",
	label: "",
	cluster: -1, // a unit in it: the numbers of clusters change with the threshold
	kind: "",
	mark: "",
	fresh: false,
	unit: -1,
};
const startsAt = data.linkScore || (data.standOut ? data.standOut.from : floorOf(leastListed)); // of the slider
const state = { ...unfiltered, threshold: startsAt };
const listeners = [];
regroup();

function onChange(listener) {
	listeners.push(listener);
}

function choose(changes) {
	const before = state.threshold;
	Object.assign(state, changes);
	if (state.threshold !== before) regroup();
	if (groupOf[state.cluster] === undefined) state.cluster = -1;
	for (const listener of listeners) listener();
}

function showAll() {
	choose(unfiltered);
}

const above = (pair) => pair.score >= state.threshold - 1e-9;

// inCluster reports whether a unit is in the chosen cluster, or none is chosen.
const inCluster = (unit) => state.cluster < 0 || groupOf[unit] === groupOf[state.cluster];

function sides(pair) {
	return pair.units.flatMap((unit) => [unit, ...twins[unit]]);
}

function hasText(pair, text) {
	return sides(pair).some((i) => unitHasText(i, text));
}

function unitHasText(i, text) {
	const unit = units[i];
	return [unit.name, unit.author, unit.label].some((field) => field && field.toLowerCase().includes(text));
}

// chosen returns the pairs that pass every filter.
function chosen() {
	const text = state.text.trim().toLowerCase();
	return pairs.filter(
		(pair) =>
			above(pair) &&
			(!text || hasText(pair, text)) &&
			(!state.label || sides(pair).some((i) => units[i].label === state.label)) &&
			(state.cluster < 0 || pair.units.some(inCluster)) &&
			(!state.kind || pair.kind === state.kind) &&
			(!state.fresh || pair.new) &&
			(!state.mark || state.mark === (markOfPair(pair) || "none")) &&
			(state.unit < 0 || sides(pair).includes(state.unit)),
	);
}
