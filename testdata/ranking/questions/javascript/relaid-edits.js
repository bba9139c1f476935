function edits(a, b)
{
	const saved = trace(a,
			b);

	const script = [];
	let x = a.length;
	let y = b.length;
	for(let d = saved.length - 1; d >= 0; d--)
	{
		const frontier = saved[d];
		const k = x - y; // the diagonal
		const down = k === -d || (k !== d && frontier.get(k - 1) < frontier.get(k + 1));
		const before = down ? k + 1 : k - 1;

		const startX = frontier.get(before); // where the snake begins
		const startY = startX - before;
		while(x > startX && y > startY)
		{
			x--;
			y--;
			script.push({ op: ' ', text: a[x], x, y });
		}
		if(d > 0)
		{
			if(down)
			{
				y--;

				script.push({ op: '+', text: b[y], x, y });
			}
			else
			{
				x--;
				script.push({ op: '-', text: a[x], x, y });
			}
		}
	}
	return script.reverse(); // was built from the end
}
