package corpus

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// libraries encode, without a mark.
var libraries = map[charset]encoding.Encoding{
	inUTF8:        encoding.Nop,
	inUTF16LE:     unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	inUTF16BE:     unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	inUTF32LE:     utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM),
	inUTF32BE:     utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM),
	inWindows1252: charmap.Windows1252,
}

func encode(t testing.TB, e charset, text string) []byte {
	t.Helper()
	b, err := libraries[e].NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", e, err)
	}
	return b
}

const (
	plain   = "int main(void)\n{\n\treturn 0;\n}\n"
	german  = "/* Übergröße für Straßen */\r\nint größe = 1; // naïve café\n"
	chinese = "// 中文注释，很长的中文注释\nint x = 1; // 😀 emoji\n"
)

func TestDecode_DetectsEncodings(t *testing.T) {
	const mark = "\uFEFF"
	wide := func(e charset, text string) string { return string(encode(t, e, text)) }
	for name, c := range map[string]struct {
		content string
		want    charset
	}{
		"empty":                                 {"", inUTF8},
		"ASCII":                                 {plain, inUTF8},
		"UTF-8":                                 {german, inUTF8},
		"UTF-8 with a mark":                     {mark + german, inUTF8},
		"UTF-8 with a mark and broken":          {mark + "caf\xe9 caf\xe9\n", inUTF8},
		"UTF-8 with a broken byte":              {german + "\xff\n", inUTF8},
		"UTF-8 cut off":                         {strings.Repeat("größe ", 3) + "gr\xc3", inUTF8},
		"UTF-16LE with a mark":                  {wide(inUTF16LE, mark+plain), inUTF16LE},
		"UTF-16BE with a mark":                  {wide(inUTF16BE, mark+chinese), inUTF16BE},
		"UTF-32LE with a mark":                  {wide(inUTF32LE, mark+plain), inUTF32LE},
		"UTF-32BE with a mark":                  {wide(inUTF32BE, mark+chinese), inUTF32BE},
		"UTF-16LE without":                      {wide(inUTF16LE, plain), inUTF16LE},
		"UTF-16BE without":                      {wide(inUTF16BE, chinese), inUTF16BE},
		"UTF-16LE, long":                        {wide(inUTF16LE, strings.Repeat(chinese, 500)), inUTF16LE},
		"UTF-16LE, a character over the head":   {wide(inUTF16LE, strings.Repeat("a", 3999)+"😀\n"), inUTF16LE},
		"UTF-16 without, too short":             {wide(inUTF16LE, plain[:minUnits-1]), inUTF8},
		"UTF-16 without, cut off":               {wide(inUTF16LE, plain) + "a", inUTF8},
		"UTF-16 without, binary later":          {wide(inUTF16LE, strings.Repeat(plain, 500)) + "\x00\x00", inUTF8},
		"UTF-16 without, half of a surrogate":   {wide(inUTF16LE, plain) + "\x00\xd8" + wide(inUTF16LE, plain), inUTF8},
		"UTF-16 without, private":               {wide(inUTF16LE, plain+"\ue000"), inUTF8},
		"UTF-16 without, hardly any ASCII":      {wide(inUTF16LE, strings.Repeat("中文字", 9)+"\n"), inUTF8},
		"mark of UTF-16, then binary":           {"\xff\xfe" + strings.Repeat("\x00\x00\x01\x00", 40), inUTF8},
		"mark of UTF-32, then binary":           {"\xff\xfe\x00\x00" + strings.Repeat("\x00\x01\x02\x7f", 40), inUTF8},
		"UTF-16 with a mark, cut off":           {wide(inUTF16LE, mark+plain) + "a", inUTF16LE},
		"UTF-16 with a mark, something broken":  {wide(inUTF16LE, mark+strings.Repeat(plain, 9)) + "\x00\xd8", inUTF16LE},
		"numbers of 16 bits":                    {strings.Repeat("\x01\x00\x02\x00\x41\x00", 99), inUTF8},
		"Latin-1":                               {wide(inWindows1252, german), inWindows1252},
		"Latin-1, one character":                {"/* caf\xe9 */\n", inWindows1252},
		"Windows-1252, quotes":                  {"He said \x93don\x92t\x94, and it\x92s so \x97 isn\x92t it?\n", inWindows1252},
		"Windows-1252, quotes around letters":   {"\x93a\x94 \x93b\x94 \x93c\x94\n", inWindows1252},
		"Latin-1 with a control character":      {"caf\xe9\x01\n", inUTF8},
		"undefined in Windows-1252":             {"caf\xe9 \x81\n", inUTF8},
		"Shift-JIS":                             {"// \x8f\x88\x97\x9d\x8aJ\x8en\n", inUTF8},
		"EUC-JP, which is read as Windows-1252": {"// \xbd\xe8\xcd\xfd\xb3\xab\xbb\xcf\n", inWindows1252},
	} {
		if got := charsetOf([]byte(c.content)); got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
		if got, want := isWide([]byte(c.content)), c.want.unit() > 1; got != want {
			t.Errorf("%s: wide is %v", name, got)
		}
	}
}

func TestIsWide_HeadCutAnywhere(t *testing.T) {
	for _, e := range []charset{inUTF16LE, inUTF16BE} {
		content := encode(t, e, strings.Repeat("a😀", 99)+plain)
		for n := 8 * minUnits; n < min(wideHead, len(content)); n += 4 {
			if !isWide(content[:n]) {
				t.Errorf("%s: cut behind %d bytes it is not", e, n)
			}
		}
	}
}

func TestIsWide_NotNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		content := make([]byte, 2*r.IntN(500))
		for i := range content {
			content[i] = byte(r.Uint32())
		}
		small := bytes.Clone(content) // numbers of 16 bits, most of them small
		for i := 1; i < len(small); i += 2 {
			small[i] = 0
		}
		for _, c := range [][]byte{content, small} {
			if len(c) > 200 && isWide(c) {
				t.Errorf("%x", c)
			}
		}
	}
}

// randomText returns a text of various characters that the encoding has.
func randomText(r *rand.Rand, e charset) string {
	alphabets := map[charset]string{
		inWindows1252: "äéÜß€—“”ñ", inUTF8: "äあ😀",
	}
	other := []rune(alphabets[e])
	if len(other) == 0 {
		other = []rune("äÿĀあ語﹏😀𝕏\u0a00\u0d0a\u000a")
	}
	var b strings.Builder
	for range r.IntN(800) {
		if r.IntN(3) == 0 {
			for range 3 {
				b.WriteRune(other[r.IntN(len(other))])
			}
			continue
		}
		b.WriteByte("ab{}();= \t\r\n\\~"[r.IntN(14)])
	}
	return b.String()
}

func TestDecode_SameTextInEveryEncoding(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for e := range libraries {
		for range 5 {
			text := randomText(r, e)
			content := encode(t, e, text)
			got := decodeAs(e, content)
			if string(got.UTF8) != text {
				t.Fatalf("%s: %q, not %q", e, got.UTF8, text)
			}
			checkPlaces(t, &got, content)
			checkBytes(t, &got, content, text)
		}
	}
}

// checkBytes compares the bytes at the original offsets of each character with its encoding.
func checkBytes(t *testing.T, got *Text, content []byte, text string) {
	t.Helper()
	at := 0
	for i, r := range text {
		from, to := got.Original(i), got.Original(i+utf8.RuneLen(r))
		want := encode(t, got.charset, string(r))
		if from != at || !bytes.Equal(content[from:to], want) {
			t.Fatalf("%s: %q at %d is %x at %d, not %x at %d", got.charset, r, i, content[from:to], from, want, at)
		}
		at = to
	}
}

// checkPlaces verifies what Original and Decoded promise for any content.
func checkPlaces(t *testing.T, text *Text, content []byte) {
	t.Helper()
	before := -1
	for i := 0; i <= len(text.UTF8); i++ {
		at := text.Original(i)
		if at < before || at < 0 || at > len(content) {
			t.Fatalf("%s: byte %d is at %d, the one before at %d, of %d", text.charset, i, at, before, len(content))
		}
		if starts := i == len(text.UTF8) || utf8.RuneStart(text.UTF8[i]); text.charset != inUTF8 && starts {
			if at == before {
				t.Fatalf("%s: the character at %d has no bytes of its own", text.charset, i)
			}
			if back := text.Decoded(at); back != i {
				t.Fatalf("%s: byte %d is at %d, which is %d", text.charset, i, at, back)
			}
		}
		before = at
	}
	if before != len(content) {
		t.Fatalf("%s: the end is at %d of %d", text.charset, before, len(content))
	}
	before = 0
	for i := 0; i <= len(content); i += 3 {
		at := text.Decoded(i)
		if at < before || at > len(text.UTF8) || text.Original(at) > i {
			t.Fatalf("%s: byte %d of the original is %d, the one before %d", text.charset, i, at, before)
		}
		before = at
	}
}

func TestDecode_KeepsByteOrderMark(t *testing.T) {
	for _, e := range []charset{inUTF16LE, inUTF16BE, inUTF32LE, inUTF32BE} {
		text := Decode(encode(t, e, "\uFEFF"+german))
		if text.charset != e || string(text.UTF8) != "\uFEFF"+german {
			t.Errorf("%s: %s, %q", e, text.charset, text.UTF8)
		}
	}
}

func TestDecode_CopiesNoPlainText(t *testing.T) {
	content := []byte(german)
	if text := Decode(content); &text.UTF8[0] != &content[0] || text.Original(5) != 5 || text.Decoded(7) != 7 {
		t.Errorf("%v", text)
	}
	if n := testing.AllocsPerRun(10, func() { Decode(content) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzDecode(f *testing.F) {
	for e := range libraries {
		for _, text := range []string{plain, german, chinese} {
			if b, err := libraries[e].NewEncoder().Bytes([]byte("\uFEFF" + text)); err == nil {
				f.Add(b)
				f.Add(b[:len(b)-1])
			}
			if b, err := libraries[e].NewEncoder().Bytes([]byte(text)); err == nil {
				f.Add(b)
				f.Add(b[1:])
			}
		}
	}
	f.Add([]byte("\xff\xfe\x00\xd8\x41"))
	f.Add([]byte("a\r\rb\r"))
	f.Add([]byte("a\rb\x00\r"))
	f.Add([]byte("\xff\xfe" + strings.Repeat("a\x00", 64) + "\x00\x00\r\x00a\x00"))
	f.Add([]byte("\xff\xfe" + strings.Repeat("a\x00", 64) + "\x00\xd8\x00\xd8\x00\xdc\x00\xdc"))
	f.Add([]byte("\xff\xfe\x00\x00" + strings.Repeat("a\x00\x00\x00", 64) + "\xff\xff\xff\xff\x00\xd8\x00\x00abc"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 4000 {
			return // every place of it is checked
		}
		text := Decode(content)
		if text.coloured != nil {
			text = *text.coloured
		}
		if text.charset == inUTF8 {
			if want := endsOfLines(content, inUTF8); !bytes.Equal(text.UTF8, want) {
				t.Fatalf("it is %q, not %q", text.UTF8, want)
			}
		} else if !utf8.Valid(text.UTF8) {
			t.Fatalf("%s: what is decoded is not UTF-8", text.charset)
		}
		checkPlaces(t, &text, content)
		if e := text.charset; e != inUTF8 && !bytes.ContainsRune(text.UTF8, utf8.RuneError) {
			again := decodeAs(e, content).UTF8
			if !bytes.Equal(text.UTF8, endsOfLines(again, e)) {
				t.Fatalf("%s: it is %q, not %q", e, text.UTF8, again)
			}
			if back := encode(t, e, string(again)); !bytes.Equal(back, content) {
				t.Fatalf("%s: it is %x again, not %x", e, back, content)
			}
		}
	})
}

// endsOfLines returns a text in that charset with LF for CR if it has no LF.
func endsOfLines(text []byte, of charset) []byte {
	if bytes.Contains(text, []byte("\n")) || (&Text{UTF8: text, charset: of}).Binary() {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

func BenchmarkDecode(b *testing.B) {
	for _, c := range []struct {
		name    string
		content []byte
	}{
		{"ascii", bytes.Repeat([]byte(plain), 4000)},
		{"utf-8", bytes.Repeat([]byte(german), 2000)},
		{"utf-16", encode(b, inUTF16LE, strings.Repeat(plain, 2000))},
		{"windows-1252", encode(b, inWindows1252, strings.Repeat(german, 2000))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.content)))
			for b.Loop() {
				Decode(c.content)
			}
		})
	}
}

func (c charset) String() string {
	return [...]string{"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "Windows-1252"}[c]
}
