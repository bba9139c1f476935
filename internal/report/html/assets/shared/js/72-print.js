// Only shown rows of a table are printed. Sections that can be opened are printed open, and closed
// again.
function startPrinting() {
	let opened = [];
	addEventListener("beforeprint", () => {
		opened = [...document.querySelectorAll("main details:not([open])")];
		for (const details of opened) {
			if (details.fill) details.fill();
			details.open = true;
		}
	});
	addEventListener("afterprint", () => {
		for (const details of opened) details.open = false;
	});
}
