using System;
using System.Collections.Generic;
using System.IO;

namespace Quillwater.Compression
{
    /// <summary>Packs bytes with canonical Huffman words: only the word widths go into the file.</summary>
    public static class PrefixPacker
    {
        private const int Alphabet = 256;
        private const uint Signature = 0x51485546;

        private static uint[] NumberWords(byte[] widths)
        {
            var words = new uint[Alphabet];
            uint next = 0;
            for (int width = 1; width <= 32; width++)
            {
                for (int s = 0; s < Alphabet; s++)
                {
                    if (widths[s] == width)
                    {
                        words[s] = next++;
                    }
                }
                next <<= 1;
            }
            return words;
        }

        private static byte[] MeasureWidths(long[] tally)
        {
            var widths = new byte[Alphabet];
            var forest = new PriorityQueue<List<int>, long>();
            var mass = new Dictionary<List<int>, long>();
            for (int s = 0; s < Alphabet; s++)
            {
                if (tally[s] > 0)
                {
                    var tree = new List<int> { s };
                    mass[tree] = tally[s];
                    forest.Enqueue(tree, tally[s]);
                }
            }
            if (forest.Count == 1)
            {
                widths[forest.Dequeue()[0]] = 1;
                return widths;
            }
            while (forest.Count > 1)
            {
                var a = forest.Dequeue();
                var b = forest.Dequeue();
                long joint = mass[a] + mass[b];
                a.AddRange(b);
                foreach (int s in a)
                {
                    widths[s]++;
                }
                mass[a] = joint;
                forest.Enqueue(a, joint);
            }
            return widths;
        }

        private static long[] Tally(byte[] plain)
        {
            var tally = new long[Alphabet];
            foreach (byte letter in plain)
            {
                tally[letter]++;
            }
            return tally;
        }

        public static byte[] Expand(byte[] squeezed)
        {
            using var reader = new BinaryReader(new MemoryStream(squeezed));
            if (reader.ReadUInt32() != Signature)
            {
                throw new InvalidDataException("not a squeezed file");
            }
            var text = new byte[reader.ReadInt32()];
            var widths = reader.ReadBytes(Alphabet);
            var words = NumberWords(widths);
            var table = new Dictionary<(int Length, uint Code), byte>();
            for (int s = 0; s < Alphabet; s++)
            {
                if (widths[s] > 0)
                {
                    table[(widths[s], words[s])] = (byte)s;
                }
            }
            int chunk = 0;
            int rest = 0;
            for (int i = 0; i < text.Length; i++)
            {
                uint word = 0;
                int width = 0;
                byte letter;
                do
                {
                    if (rest == 0)
                    {
                        chunk = reader.ReadByte();
                        rest = 8;
                    }
                    rest--;
                    word = (word << 1) | (uint)((chunk >> rest) & 1);
                    width++;
                }
                while (!table.TryGetValue((width, word), out letter));
                text[i] = letter;
            }
            return text;
        }

        public static byte[] Compress(byte[] plain)
        {
            var widths = MeasureWidths(Tally(plain));
            var words = NumberWords(widths);
            using var output = new MemoryStream();
            using var writer = new BinaryWriter(output);
            writer.Write(Signature);
            writer.Write(plain.Length);
            writer.Write(widths);
            ulong buffer = 0;
            int fill = 0;
            foreach (byte letter in plain)
            {
                buffer = (buffer << widths[letter]) | words[letter];
                fill += widths[letter];
                while (fill >= 8)
                {
                    fill -= 8;
                    writer.Write((byte)(buffer >> fill));
                }
            }
            if (fill > 0)
            {
                writer.Write((byte)(buffer << (8 - fill)));
            }
            writer.Flush();
            return output.ToArray();
        }
    }
}
