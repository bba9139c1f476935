using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Quillwater.Numerics
{
    /// <summary>A matrix in compressed rows: the columns and values of row i lie in [starts[i], starts[i+1]).</summary>
    public sealed class SparseMatrix
    {
        private readonly int[] starts;
        private readonly int[] columns;
        private readonly double[] values;

        private SparseMatrix(int columnCount, int[] starts, int[] columns, double[] values)
        {
            ColumnCount = columnCount;
            this.starts = starts;
            this.columns = columns;
            this.values = values;
        }

        public int RowCount => starts.Length - 1;

        public int ColumnCount { get; }

        public int NonZeros => values.Length;

        public static SparseMatrix FromTriplets(int rows, int cols, IEnumerable<(int Row, int Col, double Value)> triplets)
        {
            var ordered = triplets
                .GroupBy(t => (t.Row, t.Col))
                .Select(g => (g.Key.Row, g.Key.Col, Value: g.Sum(t => t.Value)))
                .Where(t => t.Value != 0)
                .OrderBy(t => t.Row)
                .ThenBy(t => t.Col)
                .ToArray();
            var starts = new int[rows + 1];
            foreach (var (row, col, _) in ordered)
            {
                if (row < 0 || row >= rows || col < 0 || col >= cols)
                {
                    throw new ArgumentException($"cell ({row}, {col}) is outside of {rows} x {cols}");
                }
                starts[row + 1]++;
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
                throw new ArgumentException("length does not fit", nameof(x));
            }
            var y = new double[RowCount];
            for (int i = 0; i < RowCount; i++)
            {
                double sum = 0;
                for (int p = starts[i]; p < starts[i + 1]; p++)
                {
                    sum += values[p] * x[columns[p]];
                }
                y[i] = sum;
            }
            return y;
        }

        /// <summary>Solves A x = b by conjugate gradients; A has to be symmetric and positive definite.</summary>
        public double[] Solve(double[] b, double tolerance = 1e-10, int maxRounds = 10_000)
        {
            var x = new double[ColumnCount];
            var residual = (double[])b.Clone();
            var direction = (double[])b.Clone();
            double error = Dot(residual, residual);
            for (int round = 0; round < maxRounds && Math.Sqrt(error) > tolerance; round++)
            {
                var step = Multiply(direction);
                double alpha = error / Dot(direction, step);
                for (int i = 0; i < x.Length; i++)
                {
                    x[i] += alpha * direction[i];
                    residual[i] -= alpha * step[i];
                }
                double next = Dot(residual, residual);
                double beta = next / error;
                for (int i = 0; i < x.Length; i++)
                {
                    direction[i] = residual[i] + beta * direction[i];
                }
                error = next;
            }
            return x;
        }

        public void WriteTo(TextWriter writer)
        {
            writer.WriteLine($"{RowCount} {ColumnCount} {NonZeros}");
            for (int i = 0; i < RowCount; i++)
            {
                for (int p = starts[i]; p < starts[i + 1]; p++)
                {
                    writer.WriteLine($"{i + 1} {columns[p] + 1} {values[p]:R}");
                }
            }
        }

        private static double Dot(double[] a, double[] b)
        {
            double sum = 0;
            for (int i = 0; i < a.Length; i++)
            {
                sum += a[i] * b[i];
            }
            return sum;
        }
    }
}
