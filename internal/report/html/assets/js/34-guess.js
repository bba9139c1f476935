// A suggestion for the threshold: what is typical here, and what stands out. It looks at the
// highest score of each unit, so that a large group of copies counts no more than its members.

// guessed returns the threshold and the sentences that give its reason. typical means that some scores stand out
// from what is typical: only then does it suggest a threshold.
function guessed() {
	const floor = floorOf(leastListed);
	const best = units.flatMap((unit, i) => (unit.old ? [] : [Math.max(floor, highest[i])])).sort((a, b) => a - b);
	const least = { at: floor, why: "" };
	if (pairs.length === 0) return least;
	if (best.length < 6) return { ...least, why: `There are too few ${many} to estimate what is typical.` };
	const found = byGap(best, floor) || byFence(best, floor);
	return found ? { ...found, typical: true } : { ...least, why: evenly(best, floor) };
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
const countFrom = (sorted, x) => sorted.filter((y) => y >= x - 1e-9).length;

// upTo says what so many units have at most.
const upTo = (x, floor) => (x <= floor + 1e-9 ? `no listed score above ${score(floor)}` : `no score above ${score(x)}`);

// byGap looks for two hills with a valley between them in the density of the scores: most work alone,
// and some do not.
function byGap(best, floor) {
	const width = 0.035;
	const grid = Array.from({ length: Math.round((1 - floor) * 100) + 1 }, (_, i) => floor + i / 100);
	const density = grid.map((x) => best.reduce((sum, y) => sum + Math.exp(-(((x - y) / width) ** 2) / 2), 0));
	const before = runningMax(density);
	const after = runningMax([...density].reverse()).reverse();
	const depth = density.map((d, i) => d / Math.min(before[i], after[i]));
	let at = -1;
	depth.forEach((d, i) => {
		const right = countFrom(best, grid[i]);
		if (d < 0.5 && right >= 2 && right < best.length && (at < 0 || d < depth[at] - 0.02)) at = i;
	});
	if (at < 0) return null;
	const from = floorOf(grid[at]);
	const right = countFrom(best, from);
	const middle = quantile(best, 0.5);
	const first = best.find((x) => x >= from - 1e-9);
	const last = best.findLast((x) => x < from - 1e-9);
	if (middle >= from)
		return {
			at: from,
			why:
				`${capital(plural(right, one + " has", many + " have"))} a score of ${score(first)} or more with another. ` +
				`The others have at most ${score(last)}, and few are in between.`,
		};
	return {
		at: from,
		why:
			`Half of the ${many} have ${upTo(middle, floor)} with any other: that is typical here. ` +
			`${capital(plural(right, "stands", "stand"))} out, with ${score(first)} or more; few are in between.`,
	};
}

function runningMax(values) {
	let most = 0;
	return values.map((value) => (most = Math.max(most, value)));
}

// byFence takes what is far above most, after Tukey, "Exploratory data analysis", 1977.
function byFence(best, floor) {
	const [low, high] = [quantile(best, 0.25), quantile(best, 0.75)];
	const fence = Math.max(high + 1.5 * (high - low), high + 0.05);
	const right = countFrom(best, fence);
	if (right < 2) return null;
	return {
		at: floorOf(best.find((x) => x >= fence)),
		why:
			`Three quarters of the ${many} have ${upTo(high, floor)} with any other: that is typical here. ` +
			`${capital(plural(right, "is", "are"))} far above that.`,
	};
}

function evenly(best, floor) {
	const [low, high] = [quantile(best, 0.25), quantile(best, 0.75)];
	if (low > 0.8)
		return (
			`Most ${many} are alike: three quarters have a score of ${score(low)} or more with another. ` +
			"A high score means little here."
		);
	return `No score stands out: half of the ${many} have a highest score from ${score(low)} to ${score(high)}.`;
}

const suggestion = guessed();
