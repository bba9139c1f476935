// A table that sorts by each of its columns and draws its rows in steps.

const rowsAtOnce = 100;

// table returns a table. A column has a title, the value to sort by, perhaps another one for
// ties, and the content of its cells.
// The method show draws items, the method order returns them as sorted. onSort is called with the id of
// a column and whether it is sorted downwards, when the reader chooses one. An order of orders is like a column without cells.
function table({ id, label, columns, orders = [], rowOf, sorted, down, onSort }) {
	const t = { items: [], by: [...columns, ...orders].find((column) => column.id === sorted), down, drawn: 0 };
	t.sort = (column, down) => {
		Object.assign(t, { by: column, down });
		arrange(t);
	};
	const clicked = (column) => {
		t.sort(column, t.by === column ? !t.down : Boolean(column.number));
		if (onSort) onSort(column.id, t.down);
	};
	t.orderBy = (order) => {
		t.sort(order, true);
		if (onSort) onSort(order.id, true);
	};
	const heads = columns.map((column) => head(column, () => clicked(column)));
	t.body = el("tbody");
	t.more = el("button", { type: "button", class: "more-rows", onclick: () => drawRows(t, t.drawn + 5 * rowsAtOnce) });
	t.element = el(
		"div",
		{},
		el(
			"div",
			{ class: "scroll" },
			el("table", { id, "aria-label": label }, el("thead", {}, el("tr", {}, heads)), t.body),
		),
		t.more,
		el("p", { class: "print-only" }),
	);
	t.heads = heads;
	t.columns = columns;
	t.rowOf = rowOf;
	t.show = (items) => {
		t.items = items;
		arrange(t);
	};
	t.order = () => t.items;
	t.redraw = () => {
		const upTo = t.drawn;
		t.drawn = 0;
		replace(t.body);
		drawRows(t, upTo);
	};
	return t;
}

function head(column, onclick) {
	return el(
		"th",
		{ scope: "col", class: column.class, "data-column": column.id },
		el("button", { type: "button", class: "sort", title: column.help, onclick }, column.title),
	);
}

function arrange(t) {
	const sign = t.down ? -1 : 1;
	t.items = t.items
		.map((item, i) => [t.by.value(item), t.by.tie ? t.by.tie(item) : 0, i, item])
		.sort((x, y) => sign * (compare(x[0], y[0]) || x[1] - y[1]) || x[2] - y[2])
		.map(([, , , item]) => item);
	t.heads.forEach((th, i) => {
		if (t.columns[i] === t.by) th.setAttribute("aria-sort", t.down ? "descending" : "ascending");
		else th.removeAttribute("aria-sort");
	});
	t.drawn = 0;
	replace(t.body);
	drawRows(t, rowsAtOnce);
}

const collator = new Intl.Collator("en", { numeric: true });

const compare = (a, b) => (typeof a === "number" ? a - b : collator.compare(a, b));

function drawRows(t, upTo) {
	const next = t.items.slice(t.drawn, upTo);
	add(t.body, ...next.map((item) => t.rowOf(item, t.columns)));
	t.drawn += next.length;
	const left = t.items.length - t.drawn;
	t.more.hidden = left === 0;
	t.element.lastChild.textContent = printedText(t);
	t.more.textContent = left > 0 ? `Show more (${thousands(left)} left)` : "";
}

// printedText names the rows of a table that are printed: the shown ones, at most as many as the
// style allows.
const mostPrinted = 500;

function printedText(t) {
	const n = Math.min(t.drawn, mostPrinted);
	return n < t.items.length ? `The first ${thousands(n)} of ${thousands(t.items.length)} rows are printed.` : "";
}

// meter draws a share as a bar.
const meter = (share) => place(el("span", { class: "meter", "aria-hidden": "true" }), { "--share": share });

const cells = (item, columns) =>
	columns.map((column) =>
		el(column.rowHead ? "th" : "td", { class: column.class, scope: column.rowHead ? "row" : false }, column.cell(item)),
	);

// filterBox is the input of a table's filter.
const filterBox = (attributes) =>
	el("label", { class: "grow" }, el("span", {}, "Filter"), el("input", { type: "search", ...attributes }));
