using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace Lighthouse
{
    public readonly record struct Tide(DateTime At, double Height, bool IsHigh);

    /// <summary>Reads a harbour's tide table and tells the water level in between by the rule of twelfths.</summary>
    public sealed class TideTable
    {
        private static readonly double[] Twelfths = { 0, 1, 3, 6, 9, 11, 12 };

        private readonly List<Tide> tides;

        public TideTable(IEnumerable<Tide> tides)
        {
            this.tides = tides.OrderBy(t => t.At).ToList();
            if (this.tides.Count < 2)
            {
                throw new ArgumentException("two tides are needed at least", nameof(tides));
            }
        }

        public static TideTable Load(string path)
        {
            var tides = new List<Tide>();
            foreach (string line in File.ReadLines(path))
            {
                string[] fields = line.Split(';');
                if (fields.Length != 3 || line.StartsWith('#'))
                {
                    continue;
                }
                var at = DateTime.ParseExact(fields[0], "yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
                double height = double.Parse(fields[1], CultureInfo.InvariantCulture);
                tides.Add(new Tide(at, height, fields[2].Trim() == "high"));
            }
            return new TideTable(tides);
        }

        public double LevelAt(DateTime moment)
        {
            int next = tides.FindIndex(t => t.At > moment);
            if (next <= 0)
            {
                throw new ArgumentOutOfRangeException(nameof(moment), "outside of the table");
            }
            Tide before = tides[next - 1];
            Tide after = tides[next];
            double part = 6 * (moment - before.At) / (after.At - before.At);
            int hour = Math.Min(5, (int)part);
            double share = Twelfths[hour] + (part - hour) * (Twelfths[hour + 1] - Twelfths[hour]);
            return before.Height + share / 12 * (after.Height - before.Height);
        }

        public IEnumerable<(DateTime From, DateTime To)> Passages(double draught, TimeSpan step)
        {
            DateTime? open = null;
            for (var t = tides[0].At + step; t < tides[^1].At; t += step)
            {
                bool deep = LevelAt(t) >= draught;
                if (deep && open == null)
                {
                    open = t;
                }
                else if (!deep && open != null)
                {
                    yield return (open.Value, t);
                    open = null;
                }
            }
        }
    }
}
