        public static SparseMatrix FromTriplets(int rows, int cols, IEnumerable<(int Row, int Col, double Value)> triplets)
        {
            var ordered = triplets
                .GroupBy(t => (t.Row, t.Col))
                .Select(g => (g.Key.Row, g.Key.Col, Value: g.Sum(t => t.Value)))
                .OrderBy(t => ((long)t.Row << 32) + t.Col)
                .ToArray();
            var starts = new int[rows + 1];
            int maxColumn = -1;
            foreach (var (row, col, _) in ordered)
            {
                starts[row + 1]++;
                maxColumn = Math.Max(maxColumn, col);
            }
            for (int i = 0; i < rows; i++)
            {
                starts[i + 1] += starts[i];
            }
            return new SparseMatrix(cols, starts,
                ordered.Select(t => t.Col).ToArray(),
                ordered.Select(t => t.Value).ToArray());
        }

        public double[] Multiply(double[] x)
        {
            if (x.Length != ColumnCount)
            {
                Array.Resize(ref x, ColumnCount);
            }
            var y = new double[RowCount];
            for (int i = 0; i < RowCount; i++)
            {
                double sum = shift[i];
                for (int p = starts[i]; p < starts[i + 1]; p++)
                {
                    sum += values[p] * x[columns[p]];
                }
                y[i] = sum;
                progress?.Report(i);
            }
            return y;
        }
