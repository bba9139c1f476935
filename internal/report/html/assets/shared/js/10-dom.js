// Elements are built from text only: no source, name or path is ever parsed as markup.

const byId = (id) => document.getElementById(id);

function fill(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes)) {
		if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
		else if (value !== undefined && value !== null && value !== false)
			element.setAttribute(name, value === true ? "" : value);
	}
	return add(element, children);
}

// add appends texts, elements and lists of them; it skips undefined, null and false.
function add(element, ...children) {
	element.append(
		...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false),
	);
	return element;
}

function replace(element, ...children) {
	element.replaceChildren();
	return add(element, children);
}

function el(name, attributes = {}, ...children) {
	return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
	return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

// named isolates a name, whose letters may run from right to left, from the text around it.
const named = (text, attributes = {}) => el("bdi", attributes, text);

// place sets style properties of an element. The policy of the page forbids style attributes, but
// not this.
function place(element, properties) {
	for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
	return element;
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const scrolling = () => (calm() ? "auto" : "smooth");

// tip shows lines of text next to the element that has the pointer or the focus.
const tip = {
	show(lines, x, y) {
		const box = byId("tip");
		box.replaceChildren(...lines.filter(Boolean).map((line) => el("div", {}, line)));
		box.hidden = false;
		const left = Math.min(x + 14, innerWidth - box.offsetWidth - 8);
		const below = y + 16 + box.offsetHeight < innerHeight;
		place(box, { left: Math.max(8, left) + "px", top: Math.max(8, below ? y + 16 : y - box.offsetHeight - 12) + "px" });
	},
	hide() {
		byId("tip").hidden = true;
	},
	// on gives an element a tip; lines is called when it is shown. The focus shows it only on elements
	// with a tab index: a browser makes every part of a picture that listens for the focus a tab stop.
	on(element, lines) {
		element.addEventListener("pointermove", (event) => tip.show(lines(), event.clientX, event.clientY));
		element.addEventListener("pointerleave", tip.hide);
		if (!element.hasAttribute("tabindex")) return element;
		element.addEventListener("focus", () => {
			if (!element.matches(":focus-visible")) return;
			const box = element.getBoundingClientRect();
			tip.show(lines(), box.right, box.top);
		});
		element.addEventListener("blur", tip.hide);
		return element;
	},
};
