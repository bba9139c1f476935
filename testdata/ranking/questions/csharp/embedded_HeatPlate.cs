using System;
using System.Globalization;
using System.IO;
using System.Text;

namespace Workshop.Heat
{
    /// <summary>
    /// The steady temperature of a square plate whose edges are held at given
    /// temperatures: a five-point stencil, solved without ever building a matrix.
    /// </summary>
    public sealed class HeatPlate
    {
        private readonly int side;
        private readonly double[,] conductivity;
        private readonly double[] edge = new double[4];

        public HeatPlate(int side)
        {
            if (side < 3)
            {
                throw new ArgumentOutOfRangeException(nameof(side));
            }
            this.side = side;
            conductivity = new double[side, side];
            for (int r = 0; r < side; r++)
            {
                for (int c = 0; c < side; c++)
                {
                    conductivity[r, c] = 1.0;
                }
            }
        }

        public int ColumnCount => side * side;

        public void SetEdges(double north, double east, double south, double west)
        {
            edge[0] = north;
            edge[1] = east;
            edge[2] = south;
            edge[3] = west;
        }

        public void AddHole(int row, int column, int radius)
        {
            for (int r = Math.Max(0, row - radius); r <= Math.Min(side - 1, row + radius); r++)
            {
                for (int c = Math.Max(0, column - radius); c <= Math.Min(side - 1, column + radius); c++)
                {
                    int dr = r - row;
                    int dc = c - column;
                    if (dr * dr + dc * dc <= radius * radius)
                    {
                        conductivity[r, c] = 0.05;
                    }
                }
            }
        }

        private double[] Multiply(double[] v)
        {
            var w = new double[v.Length];
            for (int r = 0; r < side; r++)
            {
                for (int c = 0; c < side; c++)
                {
                    double here = v[r * side + c];
                    w[r * side + c] =
                        Flow(r, c, r - 1, c, here, v) + Flow(r, c, r + 1, c, here, v) +
                        Flow(r, c, r, c - 1, here, v) + Flow(r, c, r, c + 1, here, v);
                }
            }
            return w;
        }

        private double Flow(int r, int c, int r2, int c2, double here, double[] v)
        {
            bool outside = r2 < 0 || c2 < 0 || r2 == side || c2 == side;
            double k = outside ? conductivity[r, c] : Math.Sqrt(conductivity[r, c] * conductivity[r2, c2]);
            return k * (outside ? here : here - v[r2 * side + c2]);
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

        private static double Dot(double[] p, double[] q)
        {
            double total = 0;
            for (int n = p.Length - 1; n >= 0; n--)
            {
                total = Math.FusedMultiplyAdd(p[n], q[n], total);
            }
            return total;
        }

        public double[] Temperatures()
        {
            var source = new double[ColumnCount];
            for (int i = 0; i < side; i++)
            {
                source[i] += edge[0] * conductivity[0, i];
                source[i * side + side - 1] += edge[1] * conductivity[i, side - 1];
                source[(side - 1) * side + i] += edge[2] * conductivity[side - 1, i];
                source[i * side] += edge[3] * conductivity[i, 0];
            }
            return Solve(source, 1e-8);
        }

        public string Draw()
        {
            const string shades = " .:-=+*#%@";
            var field = Temperatures();
            double low = double.MaxValue, high = double.MinValue;
            foreach (double t in field)
            {
                low = Math.Min(low, t);
                high = Math.Max(high, t);
            }
            var picture = new StringBuilder();
            for (int r = 0; r < side; r++)
            {
                for (int c = 0; c < side; c++)
                {
                    double part = (field[r * side + c] - low) / Math.Max(1e-9, high - low);
                    picture.Append(shades[(int)(part * (shades.Length - 1))]);
                }
                picture.AppendLine();
            }
            return picture.ToString();
        }

        public static void Main(string[] args)
        {
            int side = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 40;
            var plate = new HeatPlate(side);
            plate.SetEdges(100, 20, 0, 20);
            plate.AddHole(side / 2, side / 2, side / 6);
            Console.Write(plate.Draw());
            if (args.Length > 1)
            {
                using var file = new StreamWriter(args[1]);
                foreach (double t in plate.Temperatures())
                {
                    file.WriteLine(t.ToString("F3", CultureInfo.InvariantCulture));
                }
            }
        }
    }
}
