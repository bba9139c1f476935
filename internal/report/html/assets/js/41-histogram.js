// The histogram of scores. The threshold is a slider below the bars, as long as the axis; dragging
// over the bars moves it, too. Counts have a logarithmic scale, because few pairs of
// thousands matter.

const plot = { width: 640, height: 330, left: 40, right: 12, top: 26, bottom: 42 };

const acrossPlot = (x) => plot.left + x * (plot.width - plot.left - plot.right);

function heightOf(count, most) {
	const full = plot.height - plot.top - plot.bottom;
	return count === 0 ? 0 : Math.max(3, (full * Math.log1p(count)) / Math.log1p(most));
}

function drawHistogram() {
	const card = byId("scores");
	const picture = svg("svg", {
		viewBox: `0 0 ${plot.width} ${plot.height}`,
		class: "plot",
		role: "img",
		"aria-label": histogramText(),
	});
	const most = Math.max(1, ...data.histogram);
	add(
		picture,
		countAxis(most),
		scoreAxis(),
		unlisted(),
		bars(most),
		svg("line", { class: "threshold", y1: plot.top - 6, y2: plot.height - plot.bottom }),
	);
	dragOver(picture);
	add(card, el("div", { class: "histogram" }, picture, slider()), caption(), suggested());
	onChange(showThreshold);
	showThreshold();
}

function histogramText() {
	const tenths = Array.from({ length: 10 }, (_, i) =>
		data.histogram.slice(10 * i, 10 * i + 10).reduce((a, b) => a + b, 0),
	);
	return "Histogram of scores: " + tenths.map((n, i) => `${plural(n, "pair", "pairs")} from 0.${i}`).join(", ");
}

function countAxis(most) {
	const ticks = [1, 10, 100, 1000, 10000, 100000, 1000000].filter((n) => n <= most);
	return svg(
		"g",
		{ class: "axis" },
		ticks.map((n) => {
			const y = plot.height - plot.bottom - heightOf(n, most);
			return [
				svg("line", { x1: plot.left, x2: plot.width - plot.right, y1: y, y2: y }),
				svg("text", { x: plot.left - 6, y: y + 4, "text-anchor": "end" }, shortCount(n)),
			];
		}),
		svg("text", { class: "axis-title", x: 4, y: 12 }, "pairs (logarithmic)"),
	);
}

const shortCount = (n) => (n >= 1e6 ? n / 1e6 + "M" : n >= 1e3 ? n / 1e3 + "k" : String(n));

function scoreAxis() {
	const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
	const y = plot.height - plot.bottom;
	return svg(
		"g",
		{ class: "axis" },
		svg("line", { class: "base", x1: plot.left, x2: plot.width - plot.right, y1: y, y2: y }),
		ticks.map((x) => svg("text", { x: acrossPlot(x), y: y + 20, "text-anchor": "middle" }, x.toFixed(1))),
		svg("text", { class: "axis-title", x: plot.width - plot.right, y: y + 37, "text-anchor": "end" }, "score"),
	);
}

function unlisted() {
	return svg("rect", {
		class: "unlisted",
		x: plot.left,
		y: plot.top,
		width: acrossPlot(Math.min(1, firstListedBin / 100)) - plot.left,
		height: plot.height - plot.top - plot.bottom,
	});
}

function bars(most) {
	const width = (plot.width - plot.left - plot.right) / 100;
	return svg(
		"g",
		{},
		data.histogram.map((count, i) => {
			if (count === 0) return null;
			const height = heightOf(count, most);
			const bar = svg("rect", {
				class: "score-bar",
				"data-bin": i,
				x: acrossPlot(i / 100) + 0.5,
				width: width - 1,
				y: plot.height - plot.bottom - height,
				height,
			});
			return tip.on(bar, () => [
				`${(i / 100).toFixed(2)} to ${((i + 1) / 100).toFixed(2)}`,
				plural(count, "pair", "pairs"),
				i < firstListedBin && "not all are listed",
			]);
		}),
	);
}

function slider() {
	const set = (event) => choose({ threshold: clamped(Number(event.target.value)) });
	return el("input", {
		type: "range",
		id: "threshold",
		min: 0,
		max: 1,
		step: 0.01,
		"aria-label": "Minimum score",
		oninput: set,
	});
}

// clamped keeps the threshold where scores are known: clusters need no listed pairs.
const clamped = (x) => Math.min(1, Math.max(floorOf(leastKnown), Math.round(x * 100) / 100));

function caption() {
	return el("p", { class: "caption" }, el("output", { id: "threshold-text", for: "threshold" }));
}

// suggested explains the start of the slider, and names the units that stand out.
function suggested() {
	const button = (id, text, to) =>
		el("button", { type: "button", class: "link on-screen", id, onclick: () => choose({ threshold: to }) }, text);
	return el(
		"p",
		{ class: "caption", id: "suggestion" },
		data.standOut && data.standOut.text + ". ",
		data.standOut && button("threshold-suggested", "Go to " + threshold(data.standOut.from), data.standOut.from),
		` The slider starts at ${threshold(startsAt)}. It is a starting point, not a verdict. `,
		button("threshold-back", "Back to " + threshold(startsAt), startsAt),
	);
}

function dragOver(picture) {
	const set = (event) => {
		const box = picture.getBoundingClientRect();
		const x = ((event.clientX - box.left) / box.width) * plot.width;
		choose({ threshold: clamped((x - plot.left) / (plot.width - plot.left - plot.right)) });
	};
	picture.addEventListener("pointerdown", (event) => {
		picture.setPointerCapture(event.pointerId);
		set(event);
	});
	picture.addEventListener("pointermove", (event) => {
		if (picture.hasPointerCapture(event.pointerId)) set(event);
	});
}

function showThreshold() {
	const input = byId("threshold");
	input.value = state.threshold;
	input.setAttribute("aria-valuetext", threshold(state.threshold));
	const line = byId("scores").querySelector(".threshold");
	line.setAttribute("x1", acrossPlot(state.threshold));
	line.setAttribute("x2", acrossPlot(state.threshold));
	for (const bar of byId("scores").querySelectorAll(".score-bar")) {
		const bin = Number(bar.dataset.bin);
		bar.classList.toggle("above", bin >= Math.round(state.threshold * 100) && bin >= firstListedBin);
	}
	byId("threshold-back").hidden = state.threshold === startsAt;
	if (data.standOut) byId("threshold-suggested").hidden = state.threshold === data.standOut.from;
	const shown = pairs.filter(above).length;
	replace(
		byId("threshold-text"),
		"Minimum score: ",
		el("strong", {}, threshold(state.threshold)),
		`, ${plural(shown, "pair", "pairs")}.${unlistedText()}`,
	);
}

// unlistedText says which pairs of the histogram are not listed. The minimum score is shown as it
// was specified.
function unlistedText() {
	if (data.more > 0)
		return (
			` The list has the best ${thousands(pairs.length)}, and ends at ${score(leastListed)}: ` +
			`${plural(data.more, "pair", "pairs")} down to ${data.minScore} ${data.more === 1 ? "is" : "are"} not in it.` +
			(state.threshold < floorOf(leastListed) ? " Below its end only the clusters change." : "")
		);
	return leastText();
}

// leastText says which pairs below the minimum score are listed: those with a part that is surely a
// copy.
function leastText() {
	const parts = pairs.filter((pair) => pair.score < data.minScore).length;
	if (!(data.minScore > 0)) return "";
	return parts === 0
		? ` Pairs below ${data.minScore} are not listed.`
		: ` Of the pairs below ${data.minScore} only ${thousands(parts)} with a part that search is sure of ${parts === 1 ? "is" : "are"} listed.`;
}
