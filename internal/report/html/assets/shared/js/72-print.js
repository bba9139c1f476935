// What is shown is printed: no further rows of a table. What can be opened is printed open, and closed
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
