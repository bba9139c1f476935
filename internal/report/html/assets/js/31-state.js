// What the reader has chosen. What depends on it registers with onChange.

const unfiltered = {
	threshold: floorOf(leastListed),
	text: "",
	label: "",
	cluster: "",
	kind: "",
	fresh: false,
	unit: -1,
};
const state = { ...unfiltered };
const listeners = [];

function onChange(listener) {
	listeners.push(listener);
}

function choose(changes) {
	Object.assign(state, changes);
	for (const listener of listeners) listener();
}

function reset() {
	choose(unfiltered);
}

const above = (pair) => pair.score >= state.threshold - 1e-9;

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
			(state.cluster === "" || pair.units.some((i) => clusterOf[i] === Number(state.cluster))) &&
			(!state.kind || pair.kind === state.kind) &&
			(!state.fresh || pair.new) &&
			(state.unit < 0 || sides(pair).includes(state.unit)),
	);
}
