class Table:

	def render(self):
		widths = self.widths()
		yield self._line(self.header,
				widths)
		marks = []  # the rule below the header
		for align, width in zip(self.aligns, widths):
			dashes = "-" * width
			if align == "center":
				dashes = ":" + dashes[2:] + ":"
			elif align == "right":  # a colon at the right end
				dashes = dashes[1:] + ":"

			marks.append(dashes)
		yield "| " + " | ".join(marks) + " |"
		for row in self.rows:
			yield self._line(row, widths)  # then all the rest
	def _line(self, cells,
			widths):
		padded = []

		for cell, width, align in zip(cells,
				widths,
				self.aligns):
			gap = width - display_width(cell)
			if align == "right":
				padded.append(" " * gap + cell)
			elif align == "center":
				padded.append(" " * (gap // 2) + cell + " " * (gap - gap // 2))
			else:
				padded.append(cell + " " * gap)
		return "| " + " | ".join(padded) + " |"
