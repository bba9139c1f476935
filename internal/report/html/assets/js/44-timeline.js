// The timeline: the dates of units, where known, against their highest scores. Copies are seldom
// the first.

const span = { width: 1000, height: 290, left: 40, right: 16, top: 28, bottom: 40 };

function drawTimeline() {
	const dated = units.map((unit, i) => ({ i, time: Date.parse(unit.date) })).filter(({ time }) => !Number.isNaN(time));
	if (dated.length < 2) {
		byId("timeline").remove();
		return;
	}
	const deadline = data.deadline ? [Date.parse(data.deadline)] : [];
	const times = [...dated.map(({ time }) => time), ...deadline];
	const axis = timeAxis(Math.min(...times), Math.max(...times));
	const picture = svg(
		"svg",
		{
			class: "timeline",
			viewBox: `0 0 ${span.width} ${span.height}`,
			role: "group",
			"aria-label": "Timeline: date against highest score",
		},
		notListed(),
		scoreLines(),
		axis.ticks,
		deadline.map((time) => deadlineLine(axis.x(time))),
		svg("line", { class: "threshold", x1: span.left, x2: span.width - span.right }),
	);
	const points = dated.sort((a, b) => a.time - b.time || a.i - b.i).map(({ i, time }) => point(i, axis.x(time)));
	for (const mark of points) mark.addEventListener("keydown", (event) => rove(event, points));
	points[0].setAttribute("tabindex", 0);
	add(picture, ...points);
	add(
		byId("timeline"),
		el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Timeline, scrollable" }, picture),
		el(
			"p",
			{ class: "caption" },
			`Each mark is a ${one}: its date against its highest score. Those in the band have no listed pair.` +
				(dated.length < units.length
					? ` ${capital(plural(units.length - dated.length, one + " has", many + " have"))} no date.`
					: "") +
				deadline.map((time) => ` The deadline was ${moment(data.deadline)}: ${plural(dated.filter((of) => of.time > time).length, one + " is", many + " are")} later.`),
			el("span", { class: "on-screen" }, " Choose one to see its pairs."),
		),
	);
	onChange(() => showTimeline(picture, points, dated));
	showTimeline(picture, points, dated);
}

// deadlineLine draws the deadline, with its name on the side that has room.
const deadlineLine = (x) => [
	svg("line", { class: "deadline", x1: x, x2: x, y1: span.top - 8, y2: scoreHeight(0) }),
	svg("text", { class: "axis-title", x: x > span.width / 2 ? x - 5 : x + 5, y: span.top - 2, "text-anchor": x > span.width / 2 ? "end" : "start" }, "deadline"),
];

const scoreHeight = (x) => span.height - span.bottom - x * (span.height - span.top - span.bottom);

// heightOfUnit puts a unit without a listed pair in the middle of the band: its score is not known.
const heightOfUnit = (i) => scoreHeight(highest[i] || leastListed / 2);
const highestText = (i) => (highest[i] ? "highest score " + score(highest[i]) : "highest score below " + threshold(leastListed));

// notListed is the band of the scores that are not listed.
const notListed = () => [
	svg("rect", { class: "unlisted", x: span.left, y: scoreHeight(leastListed), width: span.width - span.left - span.right, height: scoreHeight(0) - scoreHeight(leastListed) }),
	svg("text", { class: "axis-title", x: span.left + 6, y: scoreHeight(0) - 6 }, leastListed > 0.05 ? "below " + threshold(leastListed) : ""),
];

function scoreLines() {
	return svg(
		"g",
		{ class: "axis" },
		[0, 0.25, 0.5, 0.75, 1].map((x) => [
			svg("line", { x1: span.left, x2: span.width - span.right, y1: scoreHeight(x), y2: scoreHeight(x) }),
			svg("text", { x: span.left - 6, y: scoreHeight(x) + 4, "text-anchor": "end" }, x.toFixed(2)),
		]),
		svg("text", { class: "axis-title", x: 4, y: 12 }, "highest score"),
		svg("text", { class: "axis-title", x: span.width - span.right, y: span.height - 4, "text-anchor": "end" }, "handed in, UTC"),
	);
}

const aDay = 864e5;

// ticksOf returns at most eight times at midnight, or at full hours if there are fewer than two days.
function ticksOf(from, to) {
	const step = [1, 2, 3, 6, 12, 24].map((hours) => hours * 36e5).find((length) => (to - from) / length < 8) || aDay * Math.ceil((to - from) / aDay / 8);
	const ticks = [];
	for (let time = Math.ceil(from / step) * step; time <= to; time += step) ticks.push(time);
	return ticks.length > 0 ? ticks : [Math.floor(from / 36e5) * 36e5];
}

// timeAxis returns where a time is across the picture, and the ticks below it.
function timeAxis(from, to) {
	const room = Math.max(to - from, 36e5);
	const x = (time) =>
		span.left + 14 + ((time - from + (room - (to - from)) / 2) / room) * (span.width - span.left - span.right - 28);
	const text = (time) => (time % aDay === 0 ? day(new Date(time).toISOString()) : new Date(time).toISOString().slice(11, 16));
	const shown = ticksOf(from, to);
	return {
		x,
		ticks: svg(
			"g",
			{ class: "axis" },
			shown.map((time) => [
				svg("line", { x1: x(time), x2: x(time), y1: scoreHeight(0), y2: scoreHeight(0) + 5 }),
				svg("text", { x: x(time), y: scoreHeight(0) + 19, "text-anchor": "middle" }, text(time)),
			]),
		),
	};
}

function point(i, x) {
	const group = svg(
		"g",
		{
			class: "node",
			tabindex: -1,
			role: "button",
			transform: `translate(${x.toFixed(1)} ${heightOfUnit(i).toFixed(1)})`,
			onclick: () => showUnit(i),
		},
		shape(i, 5),
	);
	return tip.on(group, () => [nameOf(i), ...facts(i), highestText(i)]);
}

function showTimeline(picture, points, dated) {
	const line = picture.querySelector(".threshold");
	line.setAttribute("y1", scoreHeight(state.threshold));
	line.setAttribute("y2", scoreHeight(state.threshold));
	points.forEach((mark, n) => {
		const { i } = dated[n];
		paint(mark, i, 5);
		mark.setAttribute("aria-label", `${nameOf(i)}, ${moment(units[i].date)}, ${highestText(i)}`);
		mark.classList.toggle("below", highest[dated[n].i] < state.threshold);
		mark.classList.toggle("picked", dated[n].i === state.unit);
	});
}
