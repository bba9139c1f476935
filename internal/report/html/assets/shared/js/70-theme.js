// The theme: light, dark, or the system's. If the browser stores nothing for files, the
// choice lasts as long as the page is open.

const themes = ["auto", "light", "dark"];

function storedTheme() {
	try {
		return localStorage.getItem("chaffinch-theme");
	} catch {
		return null;
	}
}

function showTheme(theme) {
	document.documentElement.dataset.theme = theme;
	byId("theme").textContent = "Theme: " + theme;
}

function startTheme() {
	const stored = storedTheme();
	showTheme(themes.includes(stored) ? stored : "auto");
	byId("theme").addEventListener("click", () => {
		const theme = themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length];
		showTheme(theme);
		try {
			localStorage.setItem("chaffinch-theme", theme);
		} catch {
			// The choice is not kept.
		}
	});
}
