// Records what passes over the bus, packed, for a replay in the laboratory.
public sealed partial class Recorder
{
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

    #region bus

        private Subscription[] Snapshot(Type type)
        {
            if (!subscriptions.TryGetValue(type, out var list))
            {
                return Array.Empty<Subscription>();
            }
            lock (list)
            {
                return list.ToArray();
            }
        }

        private void Remove(Subscription subscription)
        {
            if (subscriptions.TryGetValue(subscription.EventType, out var list))
            {
                lock (list)
                {
                    list.Remove(subscription);
                }
            }
        }

        private void ThrowIfDisposed()
        {
            if (Volatile.Read(ref disposed) != 0)
            {
                throw new ObjectDisposedException(nameof(EventBus));
            }
        }

    #endregion

        private JsonEvent Quoted()
        {
            int end = at + 1;
            for (; end < buffer.Length && buffer[end] != (byte)'"'; end++)
            {
                if (buffer[end] == (byte)'\\')
                {
                    end++;
                }
            }
            if (end >= buffer.Length)
            {
                throw new FormatException($"string from byte {at} is never closed");
            }
            Slice = buffer[(at + 1)..end];
            at = end + 1;
            bool isKey = keyNext;
            AfterScalar(isKey);
            return isKey ? JsonEvent.Key : JsonEvent.Text;
        }

        private JsonEvent Word(int length, JsonEvent kind)
        {
            Slice = buffer.Slice(at, length);
            at += length;
            AfterScalar(false);
            return kind;
        }
}
