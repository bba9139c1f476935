using System;
using System.Collections.Generic;

namespace Harbour.Formats
{
    public enum JsonEvent { None, BeginObject, EndObject, BeginList, EndList, Key, Text, Number, True, False, Null }

    /// <summary>
    /// Walks over JSON without building anything: a pull reader with an explicit stack,
    /// which hands out one event after the other and slices of the buffer.
    /// </summary>
    public ref struct JsonWalker
    {
        private readonly ReadOnlySpan<byte> buffer;
        private readonly Stack<bool> insideObject;
        private int at;
        private bool keyNext;

        public JsonWalker(ReadOnlySpan<byte> utf8)
        {
            buffer = utf8;
            insideObject = new Stack<bool>();
            at = 0;
            keyNext = false;
            Current = JsonEvent.None;
            Slice = default;
        }

        public JsonEvent Current { get; private set; }

        public ReadOnlySpan<byte> Slice { get; private set; }

        public int Depth => insideObject.Count;

        public bool Next()
        {
            while (at < buffer.Length && (buffer[at] <= 0x20 || buffer[at] == (byte)',' || buffer[at] == (byte)':'))
            {
                at++;
            }
            if (at == buffer.Length)
            {
                return insideObject.Count == 0 ? false : throw new FormatException("input ends inside a value");
            }
            byte b = buffer[at];
            Current = b switch
            {
                (byte)'{' => Enter(true),
                (byte)'[' => Enter(false),
                (byte)'}' or (byte)']' => Leave(b == (byte)'}'),
                (byte)'"' => Quoted(),
                (byte)'t' => Word(4, JsonEvent.True),
                (byte)'f' => Word(5, JsonEvent.False),
                (byte)'n' => Word(4, JsonEvent.Null),
                _ => Digits(),
            };
            return true;
        }

        public void SkipValue()
        {
            int outer = Depth;
            if (Current is JsonEvent.BeginObject or JsonEvent.BeginList)
            {
                while (Depth >= outer && Next())
                {
                }
            }
        }

        private JsonEvent Enter(bool isObject)
        {
            at++;
            insideObject.Push(isObject);
            keyNext = isObject;
            return isObject ? JsonEvent.BeginObject : JsonEvent.BeginList;
        }

        private JsonEvent Leave(bool isObject)
        {
            if (!insideObject.TryPop(out bool open) || open != isObject)
            {
                throw new FormatException($"closing bracket without opening one, byte {at}");
            }
            at++;
            keyNext = insideObject.TryPeek(out bool outer) && outer;
            return isObject ? JsonEvent.EndObject : JsonEvent.EndList;
        }

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

        private JsonEvent Digits()
        {
            var rest = buffer[at..];
            int length = rest.IndexOfAnyExcept("0123456789+-.eE"u8);
            Slice = length < 0 ? rest : rest[..length];
            if (Slice.IsEmpty)
            {
                throw new FormatException($"unexpected byte {buffer[at]:x2}");
            }
            at += Slice.Length;
            AfterScalar(false);
            return JsonEvent.Number;
        }

        private void AfterScalar(bool wasKey)
        {
            keyNext = !wasKey && insideObject.TryPeek(out bool inObject) && inObject;
        }
    }
}
