// What all pages of the server have.

// tell reports events, including to screen readers.
const tell = (text) => {
	byId("status").textContent = text;
};

const problem = (error) => el("p", { class: "note wrong", role: "alert" }, error.message);

// startDrop calls take with files dropped on the page, and marks the form while something is above it.
function startDrop(form, take) {
	addEventListener("dragover", (event) => {
		event.preventDefault();
		form.classList.add("dropping");
	});
	addEventListener("dragleave", () => form.classList.remove("dropping"));
	addEventListener("drop", (event) => {
		event.preventDefault();
		form.classList.remove("dropping");
		take(event.dataTransfer);
	});
}

function startSite(keys, keysNow, ...help) {
	document.documentElement.classList.add("scripted");
	for (const id of ["theme", "help-open"]) byId(id).hidden = false;
	startTheme();
	startHelp(keys, keysNow, help);
	startPrinting();
	byId("skip").addEventListener("click", (event) => {
		event.preventDefault();
		byId("main").focus();
	});
}
