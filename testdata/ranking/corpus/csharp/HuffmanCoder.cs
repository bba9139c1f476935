using System;
using System.Collections.Generic;
using System.IO;

namespace Quillwater.Compression
{
    /// <summary>Packs bytes with canonical Huffman codes: only the code lengths go into the file.</summary>
    public static class HuffmanCoder
    {
        private const int Symbols = 256;
        private const uint Magic = 0x51485546;

        public static byte[] Pack(byte[] input)
        {
            var lengths = CodeLengths(CountSymbols(input));
            var codes = AssignCodes(lengths);
            using var output = new MemoryStream();
            using var writer = new BinaryWriter(output);
            writer.Write(Magic);
            writer.Write(input.Length);
            writer.Write(lengths);
            ulong pending = 0;
            int bits = 0;
            foreach (byte symbol in input)
            {
                pending = (pending << lengths[symbol]) | codes[symbol];
                bits += lengths[symbol];
                while (bits >= 8)
                {
                    bits -= 8;
                    writer.Write((byte)(pending >> bits));
                }
            }
            if (bits > 0)
            {
                writer.Write((byte)(pending << (8 - bits)));
            }
            writer.Flush();
            return output.ToArray();
        }

        public static byte[] Unpack(byte[] packed)
        {
            using var reader = new BinaryReader(new MemoryStream(packed));
            if (reader.ReadUInt32() != Magic)
            {
                throw new InvalidDataException("not a packed file");
            }
            var result = new byte[reader.ReadInt32()];
            var lengths = reader.ReadBytes(Symbols);
            var codes = AssignCodes(lengths);
            var lookup = new Dictionary<(int Length, uint Code), byte>();
            for (int s = 0; s < Symbols; s++)
            {
                if (lengths[s] > 0)
                {
                    lookup[(lengths[s], codes[s])] = (byte)s;
                }
            }
            int current = 0;
            int left = 0;
            for (int i = 0; i < result.Length; i++)
            {
                uint code = 0;
                int length = 0;
                byte symbol;
                do
                {
                    if (left == 0)
                    {
                        current = reader.ReadByte();
                        left = 8;
                    }
                    left--;
                    code = (code << 1) | (uint)((current >> left) & 1);
                    length++;
                }
                while (!lookup.TryGetValue((length, code), out symbol));
                result[i] = symbol;
            }
            return result;
        }

        private static long[] CountSymbols(byte[] input)
        {
            var counts = new long[Symbols];
            foreach (byte symbol in input)
            {
                counts[symbol]++;
            }
            return counts;
        }

        private static byte[] CodeLengths(long[] counts)
        {
            var lengths = new byte[Symbols];
            var heap = new PriorityQueue<List<int>, long>();
            var weights = new Dictionary<List<int>, long>();
            for (int s = 0; s < Symbols; s++)
            {
                if (counts[s] > 0)
                {
                    var leaf = new List<int> { s };
                    weights[leaf] = counts[s];
                    heap.Enqueue(leaf, counts[s]);
                }
            }
            if (heap.Count == 1)
            {
                lengths[heap.Dequeue()[0]] = 1;
                return lengths;
            }
            while (heap.Count > 1)
            {
                var a = heap.Dequeue();
                var b = heap.Dequeue();
                long weight = weights[a] + weights[b];
                a.AddRange(b);
                foreach (int s in a)
                {
                    lengths[s]++;
                }
                weights[a] = weight;
                heap.Enqueue(a, weight);
            }
            return lengths;
        }

        private static uint[] AssignCodes(byte[] lengths)
        {
            var codes = new uint[Symbols];
            uint next = 0;
            for (int length = 1; length <= 32; length++)
            {
                for (int s = 0; s < Symbols; s++)
                {
                    if (lengths[s] == length)
                    {
                        codes[s] = next++;
                    }
                }
                next <<= 1;
            }
            return codes;
        }
    }
}
