	public boolean solve()
	{
		int bestRow = -1;
		int bestColumn = -1;
		int fewest = SIZE + 1; // more than there can be
		for(int row = 0; row < SIZE; row++)
		{
			for(int column = 0; column < SIZE; column++)
			{
				if(grid[row][column] != 0)
				{
					continue;
				}
				int choices = Integer.bitCount(candidates(row,
						column));
				if(choices < fewest)
				{
					fewest = choices;
					bestRow = row;
					bestColumn = column; // so far
				}
			}
		}
		if(bestRow < 0)
		{
			return true;
		}
		for(int left = candidates(bestRow,
				bestColumn); left != 0; left &= left - 1)
		{
			int digit = Integer.numberOfTrailingZeros(left) + 1;
			guesses++; // for statistics
			place(bestRow,
					bestColumn, digit);
			if(solve())
			{
				return true;
			}
			clear(bestRow, bestColumn); // dead end
		}
		return false;
	}
