// The fragment of the address says what is shown: #pair=3, #pair=3&match=2, or a section of the
// overview; #match=2 on a page of one pair. So links work, and so do back and forward.

let leftAt = 0; // how far the overview was scrolled when it was left

function route() {
	tip.hide();
	const wanted = new URLSearchParams(location.hash.slice(1));
	const pair = single ? pairs[0] : pairs[Number(wanted.get("pair")) - 1];
	if (pair) showPair(pair, Number(wanted.get("match")) || 0);
	else showOverview(location.hash.slice(1));
}

function showPair(pair, match) {
	const cameFrom = byId("pair").hidden;
	const same = shown.pair === pair && !cameFrom;
	if (!single) {
		if (cameFrom && !byId("overview").hidden) leftAt = scrollY;
		byId("overview").hidden = true;
	}
	byId("pair").hidden = false;
	document.body.classList.add("reading");
	if (cameFrom) shown.pair = null;
	drawPair(pair, match);
	if (single) return;
	document.title = `${pairName(pair)} – ${data.title}`;
	if (same) return;
	scrollTo(0, 0);
	byId("pair-title").focus({ preventScroll: true });
}

function showOverview(section) {
	const back = byId("overview").hidden && !byId("pair").hidden;
	byId("pair").hidden = true;
	byId("overview").hidden = false;
	document.body.classList.remove("reading");
	document.title = data.title;
	if (back) return comeBack();
	const target = section && document.getElementById(section);
	if (target && byId("overview").contains(target)) target.scrollIntoView({ behavior: scrolling() });
}

// comeBack leads to where the overview was left, and to the pair that was read last.
function comeBack() {
	scrollTo(0, leftAt);
	const link = shown.pair && document.querySelector(`#pair-table tr[data-pair="${shown.pair.id + 1}"] a`);
	if (link) link.focus({ preventScroll: leftAt > 0 });
}

// goTo leads to a section of the overview, even if the address names it already.
function goTo(section) {
	if (location.hash === "#" + section) route();
	else location.hash = section;
}

// remember changes the address without a step that back would undo.
function remember(hash) {
	try {
		history.replaceState(null, "", hash);
	} catch {
		// Some browsers forbid it for files; the page works without.
	}
}
