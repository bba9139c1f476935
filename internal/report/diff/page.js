"use strict";
// Every match has a number in the margin of both sides: a link to the other one, which works
// without this script. With it, a click on the text does the same, and both sides are marked.
{
	const show = (match) => {
		for (const part of document.querySelectorAll(".match.on")) part.classList.remove("on");
		for (const part of document.querySelectorAll(`.match[data-match="${match}"]`)) part.classList.add("on");
	};
	const go = (id, match) => {
		const jump = document.getElementById(id);
		jump.scrollIntoView({ block: "center" });
		jump.focus({ preventScroll: true });
		show(match);
	};
	document.addEventListener("click", (event) => {
		const jump = event.target.closest(".jump");
		if (jump) {
			event.preventDefault();
			const match = jump.dataset.match;
			if (!jump.id) document.getElementById("b" + match).scrollIntoView({ block: "center" });
			go(jump.getAttribute("href").slice(1), match);
			return;
		}
		const part = event.target.closest(".pane .match");
		if (part && getSelection().isCollapsed) {
			const other = part.closest(".pane").id === "a" ? "b" : "a";
			go(other + part.dataset.match, part.dataset.match);
		}
	});
	document.addEventListener("focusin", (event) => {
		const jump = event.target.closest(".jump");
		if (jump) show(jump.dataset.match);
	});
}
