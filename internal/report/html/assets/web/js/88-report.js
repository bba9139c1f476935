// A report is a page of its own, in a sandboxed frame. The policy of this page applies in it, and allows only the script of
// reports of this version.

let reportText = null; // a Blob of HTML

// takeReport gets the report, or that of a hit, from the engine.
async function takeReport(hit) {
	reportText = new Blob([await outcome.write("html", hit)], { type: "text/html" });
}

// showReport shows the report under a title, or hides it if the title is null.
function showReport(title) {
	const frame = byId("report");
	if (frame.src.startsWith("blob:")) URL.revokeObjectURL(frame.src);
	byId("report-view").hidden = title === null;
	byId("ask-view").hidden = title !== null;
	document.body.classList.toggle("reporting", title !== null);
	if (title === null) {
		frame.removeAttribute("src");
		return;
	}
	byId("report-title").textContent = shownName(title);
	frame.src = URL.createObjectURL(reportText);
	replace(byId("exports"), "Save as ", exportsOf().map(([format, words]) => el("button", { type: "button", class: "small", onclick: () => save(format) }, words)));
	byId("report-title").focus();
}

// exportsOf lists the formats in which the shown report can be saved.
function exportsOf() {
	if (!outcome || job === "snippet") return [["html", "HTML"]];
	return job === "class" ? [["html", "HTML"], ["json", "JSON"], ["csv", "CSV"], ["jplag", "JPlag"]] : [["html", "HTML"], ["json", "JSON"]];
}

async function save(format) {
	try {
		const blob = format === "html" ? reportText : await outcome.write(format);
		const link = el("a", { href: URL.createObjectURL(blob), download: "chaffinch." + format });
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 60000); // the browser reads it after the click
		tell(`Saved as chaffinch.${format}.`);
	} catch (error) {
		showReport(null);
		complain(error);
	}
}

// openSaved shows a saved report.
function openSaved(file) {
	forget();
	reportText = new Blob([file], { type: "text/html" });
	showReport(file.name);
}
