// Clusters as a list, each with its members and a matrix of their scores.

const mostInMatrix = 40;

function drawClusters() {
	const card = byId("clusters");
	if (data.clusters.length === 0) {
		card.remove();
		return;
	}
	add(card, el("div", { class: "clusters" }, data.clusters.map(clusterItem)));
}

function clusterItem(cluster, i) {
	const shown = cluster.units.slice(0, 12);
	const rest = cluster.units.slice(12);
	return el(
		"section",
		{ class: "cluster " + hue(i), "aria-label": "Cluster " + (i + 1) },
		el(
			"h3",
			{},
			"Cluster " + (i + 1),
			" ",
			el("small", {}, `${plural(cluster.units.length, one, many)}, mean score ${score(cluster.score)}`),
		),
		el(
			"div",
			{ class: "cluster-body" },
			el(
				"div",
				{},
				el(
					"ul",
					{},
					shown.map((unit) => member(cluster, unit)),
				),
				rest.length > 0 &&
					el(
						"details",
						{},
						el("summary", {}, `${thousands(rest.length)} more`),
						el(
							"ul",
							{},
							rest.map((unit) => member(cluster, unit)),
						),
					),
			),
			cluster.units.length <= mostInMatrix && matrix(cluster),
		),
		cluster.units.some((unit) => pairsOf[unit].length > 0) &&
			el("button", { type: "button", class: "small", onclick: () => showCluster(i) }, "Show its pairs"),
	);
}

function member(cluster, unit) {
	const likely = cluster.dated && unit === cluster.units[0];
	return el(
		"li",
		{ class: likely ? "likely" : false },
		unitButton(unit),
		likely && el("em", {}, "likely original"),
		units[unit].old && el("em", {}, "earlier"),
		units[unit].date && el("time", { datetime: units[unit].date }, day(units[unit].date)),
	);
}

const unitButton = (unit) =>
	el(
		"button",
		{
			type: "button",
			class: "link",
			onclick: () => {
				showUnit(unit);
				if (pairsOf[unit].length > 0) goTo("pairs");
			},
		},
		named(units[unit].name),
	);

function showCluster(i) {
	choose({ cluster: String(i), unit: -1 });
	goTo("pairs");
}

// matrix draws the scores of the pairs in a cluster; pairs that are not listed stay empty.
function matrix(cluster) {
	const n = cluster.units.length;
	const cells = [];
	const row = new Map(cluster.units.map((unit, i) => [unit, i]));
	for (const pair of cluster.units.flatMap((unit) => pairsOf[unit])) {
		const [a, b] = pair.units.map((unit) => row.get(unit));
		if (a !== undefined && b !== undefined) cells.push([a, b, pair.score, pair], [b, a, pair.score, pair]);
	}
	for (const unit of cluster.units) {
		for (const same of twins[unit]) if (row.has(same)) cells.push([row.get(unit), row.get(same), 1, null]);
	}
	return svg(
		"svg",
		{ class: "matrix", viewBox: `0 0 ${n} ${n}`, role: "img", "aria-label": "Scores of the pairs in the cluster" },
		svg("rect", { class: "ground", width: n, height: n }),
		cells.map((cell) => matrixCell(cluster, ...cell)),
	);
}

function matrixCell(cluster, a, b, value, pair) {
	const cell = svg("rect", {
		class: "cell",
		x: a + 0.04,
		y: b + 0.04,
		width: 0.92,
		height: 0.92,
		"fill-opacity": (0.15 + 0.85 * value).toFixed(2),
	});
	if (pair) cell.addEventListener("click", () => openPair(pair));
	return tip.on(cell, () => [
		units[cluster.units[a]].name,
		units[cluster.units[b]].name,
		pair ? "score " + score(value) : "identical",
	]);
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
					named(units[group[0]].name),
					` and ${plural(group.length - 1, "other", "others")}`,
				),
				el(
					"ul",
					{ class: "columns" },
					group.map((unit) =>
						el(
							"li",
							{},
							unitButton(unit),
							facts(unit).length > 0 &&
								el("small", {}, " ", units[unit].author || "", " ", units[unit].date ? day(units[unit].date) : ""),
						),
					),
				),
			),
		),
	);
}
