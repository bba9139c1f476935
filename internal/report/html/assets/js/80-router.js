// The fragment of the address selects the view: #pair=3, #pair=3&match=2, #unit=4, #group=5&from=0.5, #dossier,
// or a section of the overview; #match=2 on a page of one pair. On the page of a scan it is #finding=3, and #origin=2,
// #file=PATH and #folder=PATH limit the overview. So links work, and so do back and
// forward.
//
// A browser opens no fragment of a page from a Blob in a sandboxed frame, as in the page that compares in the browser. The
// state of the history holds the fragment there.

const inBlob = location.protocol === "blob:";

// fragment returns what follows the # of the address.
const fragment = () => (inBlob ? history.state || "" : location.hash).slice(1);

// visit shows the view of a fragment such as "#pair=3", even if the address has it already.
function visit(hash) {
	if (!inBlob && location.hash !== hash) {
		location.hash = hash;
		return;
	}
	if (inBlob && history.state !== hash) history.pushState(hash, "");
	route();
}

function startRouter() {
	addEventListener(inBlob ? "popstate" : "hashchange", route);
	if (!inBlob) return;
	document.addEventListener("click", (event) => {
		const link = event.target.closest('a[href^="#"]');
		if (!link || event.defaultPrevented) return;
		event.preventDefault();
		visit(link.getAttribute("href"));
	});
}

let leftAt = 0; // how far the overview was scrolled when it was left
const views = ["pair", "unit", "group", "dossier"].filter(byId); // those that the page has

function route() {
	tip.hide();
	if (data.dossier || (fragment() === "dossier" && byId("dossier"))) return showDossier();
	const wanted = new URLSearchParams(fragment());
	const number = (key) => Number(wanted.get(key)) - 1;
	const pair = single ? pairs[0] : pairs[number(pairKey)];
	if (pair) return showPair(pair, Number(wanted.get("match")) || 0);
	if (byId("unit") && units[number("unit")]) return showUnitView(number("unit"));
	const group = groupAt(number("group"), wanted.get("from"));
	if (group) return showGroupView(group);
	const section = fragment();
	showOverview(scan ? routeScan(wanted, section) : section);
}

// groupAt returns the cluster of a unit at a threshold, which becomes the chosen one.
function groupAt(unit, from) {
	if (!byId("group") || !units[unit]) return undefined;
	const wanted = clamped(Number(from));
	if (from !== null && wanted === Number(from) && wanted !== state.threshold) choose({ threshold: wanted });
	return groups[groupOf[unit]];
}

// open shows one of the views in place of the overview, and reports whether it was not shown before.
function open(view) {
	const cameFrom = byId(view).hidden;
	if (!single) {
		if (!byId("overview").hidden) leftAt = scrollY;
		byId("overview").hidden = true;
		for (const other of views) byId(other).hidden = other !== view;
	}
	byId(view).hidden = false;
	document.body.classList.toggle("reading", view === "pair");
	document.body.classList.toggle("viewing", view !== "pair");
	return cameFrom;
}

// arrive is the start of a view: its top, and its heading.
function arrive(view, title) {
	document.title = title === data.title ? title : `${title} – ${data.title}`;
	scrollTo(0, 0);
	byId(view + "-title").focus({ preventScroll: true });
}

function showPair(pair, match) {
	const same = shown.pair === pair && !byId("pair").hidden;
	if (open("pair")) shown.pair = null;
	drawPair(pair, match);
	if (!single && !same) arrive("pair", pairName(pair));
}

function showUnitView(unit) {
	open("unit");
	drawUnit(unit);
	arrive("unit", nameOf(unit));
}

function showGroupView(group) {
	open("group");
	drawGroup(group);
	arrive("group", "Cluster " + (groups.indexOf(group) + 1));
}

function showDossier() {
	if (!data.dossier) open("dossier");
	drawDossier();
	arrive("dossier", "Dossier");
}

function showOverview(section) {
	const back = byId("overview").hidden;
	const fromPair = !byId("pair").hidden;
	for (const view of views) byId(view).hidden = true;
	byId("overview").hidden = false;
	document.body.classList.remove("reading", "viewing");
	document.title = data.title;
	shown.order = [];
	if (back && scan) redrawMap();
	if (back && fromPair) return comeBack();
	if (back && leftAt > 0 && section !== "overview") return scrollTo(0, leftAt);
	const target = section && document.getElementById(section);
	if (target && byId("overview").contains(target)) target.scrollIntoView({ behavior: scrolling() });
}

// comeBack leads to where the overview was left, and to the pair that was read last.
function comeBack() {
	scrollTo(0, leftAt);
	const link = shown.pair && document.querySelector(`#overview tr[data-pair="${shown.pair.id + 1}"] a`);
	if (link) link.focus({ preventScroll: leftAt > 0 });
}

// remember changes the address without a step that back would undo.
function remember(hash) {
	try {
		if (inBlob) history.replaceState(hash, "");
		else history.replaceState(null, "", hash);
	} catch {
		// Some browsers forbid it for files; the page works without.
	}
}
