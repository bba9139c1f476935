using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Quillwater.Text {
    public sealed class JsonFormatException : Exception {
        public JsonFormatException(string message, int position)
            : base($"{message} at offset {position}") { }
    }

    /// <summary>Reads JSON into dictionaries, lists, strings, doubles, booleans and null.</summary>
    public sealed class JsonScanner {
        private readonly string text;
        private int position;

        private JsonScanner(string text) {
            this.text = text;
        }

        public static object Parse(string text) {
            var scanner = new JsonScanner(text ?? throw new ArgumentNullException(nameof(text)));
            object value = scanner.ReadValue();
            scanner.SkipSpace();
            if (scanner.position < text.Length) {
                throw new JsonFormatException("trailing characters", scanner.position);
            }
            return value;
        }

        private object ReadValue() {
            SkipSpace();
            switch (Peek()) {
                case '{': return ReadObject();
                case '[': return ReadArray();
                case '"': return ReadString();
                case 't': return Literal("true", true);
                case 'f': return Literal("false", false);
                case 'n': return Literal("null", null);
                default: return ReadNumber();
            }
        }

        private Dictionary<string, object> ReadObject() {
            var members = new Dictionary<string, object>();
            Expect('{');
            if (Accept('}')) {
                return members;
            }
            do {
                SkipSpace();
                string name = ReadString();
                Expect(':');
                members[name] = ReadValue();
            } while (Accept(','));
            Expect('}');
            return members;
        }

        private List<object> ReadArray() {
            var items = new List<object>();
            Expect('[');
            if (Accept(']')) {
                return items;
            }
            do {
                items.Add(ReadValue());
            } while (Accept(','));
            Expect(']');
            return items;
        }

        private string ReadString() {
            var builder = new StringBuilder();
            Expect('"');
            for (char c = Take(); c != '"'; c = Take()) {
                builder.Append(c == '\\' ? ReadEscape() : c);
            }
            return builder.ToString();
        }

        private char ReadEscape() {
            char c = Take();
            switch (c) {
                case 'n': return '\n';
                case 't': return '\t';
                case 'r': return '\r';
                case 'u':
                    var digits = text.AsSpan(position, Math.Min(4, text.Length - position));
                    position += 4;
                    return (char)ushort.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
                default: return c;
            }
        }

        private double ReadNumber() {
            int start = position;
            while (position < text.Length && "+-.eE0123456789".IndexOf(text[position]) >= 0) {
                position++;
            }
            var digits = text.AsSpan(start, position - start);
            if (!double.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out double number)) {
                throw new JsonFormatException("not a number", start);
            }
            return number;
        }

        private object Literal(string word, object value) {
            foreach (char c in word) {
                if (Take() != c) {
                    throw new JsonFormatException($"expected {word}", position - 1);
                }
            }
            return value;
        }

        private void SkipSpace() {
            while (position < text.Length && char.IsWhiteSpace(text[position])) {
                position++;
            }
        }

        private char Peek() =>
            position < text.Length ? text[position] : throw new JsonFormatException("unexpected end", position);

        private char Take() {
            char c = Peek();
            position++;
            return c;
        }

        private bool Accept(char c) {
            SkipSpace();
            if (Peek() != c) {
                return false;
            }
            position++;
            return true;
        }

        private void Expect(char c) {
            if (!Accept(c)) {
                throw new JsonFormatException($"expected '{c}'", position);
            }
        }
    }
}
