// Clusters as a list, each with its members and a small picture of its scores. They are drawn again
// when the threshold moves.

const clustersAtOnce = 30;
const mostInCard = 40;

function drawClusters() {
	const card = byId("clusters");
	if (pairs.length === 0 && identical.length === 0) {
		card.remove();
		return;
	}
	const list = el("div", { class: "clusters" });
	const more = el("button", { type: "button", class: "more-rows", onclick: () => showSome(list.children.length + clustersAtOnce) });
	add(card, el("p", { class: "caption", id: "clusters-text", role: "status" }), list, more);
	const showSome = (most) => {
		replace(list, groups.slice(0, most).map(clusterItem));
		more.hidden = groups.length <= most;
		more.textContent = `Show more (${thousands(groups.length - most)} left)`;
	};
	let drawnFor = -1;
	const show = () => {
		if (drawnFor === state.threshold) return;
		drawnFor = state.threshold;
		byId("clusters-text").textContent = clustersText();
		showSome(clustersAtOnce);
	};
	onChange(show);
	show();
}

function clustersText() {
	const from = threshold(state.threshold);
	if (groups.length === 0) return `No ${many} are grouped at a score of ${from}. Move the slider of the scores to the left.`;
	if (asGiven()) {
		const link =
			data.linkage === "average"
				? `the pairs have a mean score of ${from} or more (average linkage)`
				: `pairs with a score of ${from} or more connect all ${many} (single linkage)`;
		return `In each cluster ${link}, as in the other formats. Move the slider of the scores to regroup by average linkage.`;
	}
	const how = `In each cluster the pairs have a mean score of ${from} or more. Move the slider of the scores to regroup.`;
	const left = data.more - unlistedPairs.length;
	return left > 0 ? `${how} The ${thousands(left)} weakest pairs count as 0.` : how;
}

function clusterItem(group, i) {
	const shown = group.units.slice(0, 12);
	const rest = group.units.slice(12);
	return el(
		"section",
		{ class: "cluster " + hue(i), "aria-label": "Cluster " + (i + 1) },
		el(
			"h3",
			{},
			"Cluster " + (i + 1),
			" ",
			el("small", {}, `${plural(group.units.length, one, many)}, mean score ${score(group.score)}`),
		),
		el(
			"div",
			{ class: "cluster-body" },
			el("div", {}, members(group, shown), rest.length > 0 && later(`${thousands(rest.length)} more`, () => members(group, rest))),
			group.units.length > 2 && group.units.length <= mostInCard && matrix(group),
		),
		group.units.some((unit) => pairsOf[unit].length > 0) &&
			el(
				"div",
				{ class: "buttons" },
				group.units.length > 2 && el("a", { class: "button small", href: groupLink(group) }, "Heat map"),
				el("button", { type: "button", class: "small", onclick: () => showCluster(group) }, "Show its pairs"),
			),
	);
}

// later returns details whose content is made when they are first opened.
function later(title, content) {
	const details = el("details", {}, el("summary", {}, title));
	details.fill = () => details.children.length === 1 && add(details, content());
	details.addEventListener("toggle", details.fill);
	return details;
}

const members = (group, list) =>
	el(
		"ul",
		{},
		list.map((unit) => member(group, unit)),
	);

function member(group, unit) {
	const likely = group.dated && unit === group.units[0];
	return el(
		"li",
		{ class: likely ? "likely" : false },
		unitLink(unit),
		likely && el("em", {}, "earliest"),
		units[unit].old && el("em", {}, "earlier"),
		units[unit].looks && el("em", {}, units[unit].looks),
		markBadge(noteOfUnit(unit)),
		units[unit].date && el("time", { datetime: units[unit].date }, day(units[unit].date)),
	);
}

const unitLink = (unit) =>
	byId("unit") ? el("a", { href: "#unit=" + (unit + 1) }, named(nameOf(unit))) : named(nameOf(unit));

function showCluster(group) {
	choose({ cluster: group.units[0], unit: -1 });
	visit("#pairs");
}

// matrix draws the scores of the pairs in a group; pairs that are not listed stay empty. The heat map
// has the same as a table.
function matrix(group) {
	const n = group.order.length;
	const { scoreAt } = scoresWithin(group.order);
	const cells = group.order.flatMap((a, x) =>
		group.order.map((b, y) => {
			const value = scoreAt(a, b);
			return (
				value !== undefined &&
				svg("rect", {
					class: "cell",
					x: x + 0.04,
					y: y + 0.04,
					width: 0.92,
					height: 0.92,
					"fill-opacity": (0.15 + 0.85 * value).toFixed(2),
				})
			);
		}),
	);
	return svg(
		"svg",
		{ class: "matrix", viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" },
		svg("rect", { class: "ground", width: n, height: n }),
		cells,
	);
}

// restBy holds the scores of pairs that are not listed, by their units.
const restBy = new Map();

// scoresWithin returns functions that look up the listed pair of two units, and their score: 1 for
// identical ones, undefined if it is not known.
function scoresWithin(members) {
	const lead = new Map(members.map((unit) => [unit, leadOf[unit]]));
	const found = new Map();
	const key = (a, b) => Math.min(a, b) + "," + Math.max(a, b);
	for (const unit of new Set(lead.values())) for (const pair of pairsOf[unit]) if (!found.has(key(...pair.units))) found.set(key(...pair.units), pair);
	if (unlistedPairs.length > 0 && restBy.size === 0) for (const pair of unlistedPairs) restBy.set(key(...pair.units), pair.score);
	const pairAt = (a, b) => found.get(key(lead.get(a), lead.get(b)));
	const scoreAt = (a, b) => {
		if (a === b) return undefined;
		if (lead.get(a) === lead.get(b)) return isPair(a, b) ? 1 : undefined;
		const pair = pairAt(a, b);
		return pair ? pair.score : restBy.get(key(lead.get(a), lead.get(b)));
	};
	return { pairAt, scoreAt };
}

function drawIdentical() {
	const card = byId("identical");
	if (identical.length === 0) {
		card.remove();
		return;
	}
	add(
		card,
		el(
			"p",
			{ class: "caption" },
			`In each group all ${many} have the same contents. One of them represents all in the pairs.`,
		),
		identical.map((group, i) =>
			el(
				"details",
				{ class: "group", open: identical.length === 1 && group.length < 10 },
				el(
					"summary",
					{},
					`Group ${i + 1}: `,
					named(nameOf(group[0])),
					` and ${plural(group.length - 1, "other", "others")}`,
				),
				el(
					"ul",
					{ class: "columns" },
					group.map((unit) =>
						el(
							"li",
							{},
							unitLink(unit),
							el("small", {}, " ", besideName(unit)[0] || "", " ", units[unit].date ? day(units[unit].date) : ""),
						),
					),
				),
			),
		),
	);
}

// drawComments lists the pairs with the same comments.
function drawComments() {
	const card = byId("comments");
	if (!data.comments) {
		card.remove();
		return;
	}
	add(
		card,
		el("p", { class: "caption" }, "Words in comments that few others have. They count in no score."),
		data.comments.map(({ units: [a, b], words, comments }) =>
			el(
				"details",
				{ class: "group", open: data.comments.length < 4 },
				el("summary", {}, named(nameOf(a)), " and ", named(nameOf(b)), `: ${plural(words, "word", "words")}`),
				el("p", {}, unitLink(a), " ", unitLink(b)),
				comments.map(({ places, text }) => el("p", {}, text, el("br"), el("small", {}, places.join(", ")))),
			),
		),
	);
}

// drawLanguages lists the pairs in two languages.
function drawLanguages() {
	const card = byId("languages");
	if (!data.languages) {
		card.remove();
		return;
	}
	add(
		card,
		el(
			"p",
			{ class: "caption" },
			"Pairs that share more names and texts than any other pair of either in the two languages. They count in no score. Lead is by how much.",
		),
		data.languages.map(({ units: [a, b], languages, lead, names, rarest }) =>
			el("p", {}, unitLink(a), ` (${languages[0]}) `, unitLink(b), ` (${languages[1]}) `, el("small", {}, `lead ${lead}, names ${names}: ${rarest}`)),
		),
	);
}
