package charset

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// libraries encode, without a mark.
var libraries = map[Encoding]encoding.Encoding{
	UTF8:        encoding.Nop,
	UTF16LE:     unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	UTF16BE:     unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	UTF32LE:     utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM),
	UTF32BE:     utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM),
	ShiftJIS:    japanese.ShiftJIS,
	Windows1252: charmap.Windows1252,
}

func encode(t testing.TB, e Encoding, text string) []byte {
	t.Helper()
	b, err := libraries[e].NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", e, err)
	}
	return b
}

const (
	plain    = "int main(void)\n{\n\treturn 0;\n}\n"
	german   = "/* Übergröße für Straßen */\r\nint größe = 1; // naïve café\n"
	japanisk = "// 表示する文字列を作る\r\nconst char *s = \"ソース能力\"; /* ｱ */\n"
	chinese  = "// 中文注释，很长的中文注释\nint x = 1; // 😀 emoji\n"
)

func TestDetectTellsEncodingsApart(t *testing.T) {
	const mark = "\uFEFF"
	wide := func(e Encoding, text string) string { return string(encode(t, e, text)) }
	for name, c := range map[string]struct {
		content string
		want    Encoding
	}{
		"empty":                                 {"", UTF8},
		"ASCII":                                 {plain, UTF8},
		"UTF-8":                                 {german, UTF8},
		"UTF-8 with a mark":                     {mark + german, UTF8},
		"UTF-8 with a mark and broken":          {mark + "caf\xe9 caf\xe9\n", UTF8},
		"UTF-8 with a broken byte":              {german + "\xff\n", UTF8},
		"UTF-8 cut off":                         {strings.Repeat("größe ", 3) + "gr\xc3", UTF8},
		"UTF-16LE with a mark":                  {wide(UTF16LE, mark+plain), UTF16LE},
		"UTF-16BE with a mark":                  {wide(UTF16BE, mark+chinese), UTF16BE},
		"UTF-32LE with a mark":                  {wide(UTF32LE, mark+plain), UTF32LE},
		"UTF-32BE with a mark":                  {wide(UTF32BE, mark+chinese), UTF32BE},
		"UTF-16LE without":                      {wide(UTF16LE, plain), UTF16LE},
		"UTF-16BE without":                      {wide(UTF16BE, chinese), UTF16BE},
		"UTF-16LE, long":                        {wide(UTF16LE, strings.Repeat(chinese, 500)), UTF16LE},
		"UTF-16LE, a character over the head":   {wide(UTF16LE, strings.Repeat("a", 3999)+"😀\n"), UTF16LE},
		"UTF-16 without, too short":             {wide(UTF16LE, plain[:leastUnits-1]), UTF8},
		"UTF-16 without, cut off":               {wide(UTF16LE, plain) + "a", UTF8},
		"UTF-16 without, binary later":          {wide(UTF16LE, strings.Repeat(plain, 500)) + "\x00\x00", UTF8},
		"UTF-16 without, half of a surrogate":   {wide(UTF16LE, plain) + "\x00\xd8" + wide(UTF16LE, plain), UTF8},
		"UTF-16 without, private":               {wide(UTF16LE, plain+"\ue000"), UTF8},
		"UTF-16 without, hardly any ASCII":      {wide(UTF16LE, strings.Repeat("中文字", 9)+"\n"), UTF8},
		"mark of UTF-16, then binary":           {"\xff\xfe" + strings.Repeat("\x00\x00\x01\x00", 40), UTF8},
		"mark of UTF-32, then binary":           {"\xff\xfe\x00\x00" + strings.Repeat("\x00\x01\x02\x7f", 40), UTF8},
		"UTF-16 with a mark, cut off":           {wide(UTF16LE, mark+plain) + "a", UTF16LE},
		"UTF-16 with a mark, something broken":  {wide(UTF16LE, mark+strings.Repeat(plain, 9)) + "\x00\xd8", UTF16LE},
		"numbers of 16 bits":                    {strings.Repeat("\x01\x00\x02\x00\x41\x00", 99), UTF8},
		"Latin-1":                               {wide(Windows1252, german), Windows1252},
		"Latin-1, one character":                {"/* caf\xe9 */\n", Windows1252},
		"Windows-1252, quotes":                  {"He said \x93don\x92t\x94, and it\x92s so \x97 isn\x92t it?\n", Windows1252},
		"Windows-1252, quotes around letters":   {"\x93a\x94 \x93b\x94 \x93c\x94\n", Windows1252},
		"Latin-1 with a control character":      {"caf\xe9\x01\n", UTF8},
		"undefined in Windows-1252":             {"caf\xe9 \x81\n", UTF8},
		"Shift-JIS":                             {wide(ShiftJIS, japanisk), ShiftJIS},
		"Shift-JIS, kanji only":                 {wide(ShiftJIS, "// 処理開始\n"), ShiftJIS},
		"Shift-JIS, cut off":                    {strings.TrimRight(wide(ShiftJIS, "// 処理開始"), "\x6e"), UTF8},
		"Shift-JIS, with what is not assigned":  {wide(ShiftJIS, japanisk) + "\x85\x85", UTF8},
		"Shift-JIS, with a control character":   {wide(ShiftJIS, japanisk) + "\x02", UTF8},
		"EUC-JP, which is read as Windows-1252": {"// \xbd\xe8\xcd\xfd\xb3\xab\xbb\xcf\n", Windows1252},
	} {
		if got := Detect([]byte(c.content)); got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
		if got, want := Wide([]byte(c.content)), c.want.unit() > 1; got != want {
			t.Errorf("%s: wide is %v", name, got)
		}
	}
}

func TestDetectLeavesWhatWouldGrowOverTwoGigabytes(t *testing.T) {
	content := make([]byte, mostDecoded+1) // of which hardly any page is touched
	copy(content, "\xff\xfea\x00")
	if got := Detect(content); got != UTF8 {
		t.Errorf("%s", got)
	}
}

func TestHeadOfWideTextIsWideWhereverItIsCut(t *testing.T) {
	for _, e := range []Encoding{UTF16LE, UTF16BE} {
		content := encode(t, e, strings.Repeat("a😀", 99)+plain)
		for n := 8 * leastUnits; n < min(headSize, len(content)); n += 4 {
			if !Wide(content[:n]) {
				t.Errorf("%s: cut behind %d bytes it is not", e, n)
			}
		}
	}
}

func TestNoiseIsNotWide(t *testing.T) {
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
			if len(c) > 200 && Wide(c) {
				t.Errorf("%x", c)
			}
		}
	}
}

// randomText has all kinds of characters that the encoding has.
func randomText(r *rand.Rand, e Encoding) string {
	alphabets := map[Encoding]string{
		ShiftJIS: "表示能ソのをはアイ、。", Windows1252: "äéÜß€—“”ñ", UTF8: "äあ😀",
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

func TestDecodedTextIsTheSameInEveryEncoding(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for e := range libraries {
		for range 5 {
			text := randomText(r, e)
			content := encode(t, e, text)
			w := watch{ctx: context.Background()}
			got := w.decode(content, e, 0)
			if string(got.UTF8) != text {
				t.Fatalf("%s: %q, not %q", e, got.UTF8, text)
			}
			checkPlaces(t, &got, content)
			checkBytes(t, &got, content, text)
		}
	}
}

// checkBytes compares what stands at the original places with every character's own bytes.
func checkBytes(t *testing.T, got *Text, content []byte, text string) {
	t.Helper()
	at := 0
	for i, r := range text {
		from, to := got.Original(i), got.Original(i+utf8.RuneLen(r))
		want := encode(t, got.Encoding, string(r))
		if from != at || !bytes.Equal(content[from:to], want) {
			t.Fatalf("%s: %q at %d is %x at %d, not %x at %d", got.Encoding, r, i, content[from:to], from, want, at)
		}
		at = to
	}
}

// checkPlaces holds what is promised of places, of any content.
func checkPlaces(t *testing.T, text *Text, content []byte) {
	t.Helper()
	before := -1
	for i := 0; i <= len(text.UTF8); i++ {
		at := text.Original(i)
		if at < before || at < 0 || at > len(content) {
			t.Fatalf("%s: byte %d is at %d, the one before at %d, of %d", text.Encoding, i, at, before, len(content))
		}
		if starts := i == len(text.UTF8) || utf8.RuneStart(text.UTF8[i]); text.Encoding != UTF8 && starts {
			if at == before {
				t.Fatalf("%s: the character at %d has no bytes of its own", text.Encoding, i)
			}
			if back := text.Decoded(at); back != i {
				t.Fatalf("%s: byte %d is at %d, which is %d", text.Encoding, i, at, back)
			}
		}
		before = at
	}
	if before != len(content) {
		t.Fatalf("%s: the end is at %d of %d", text.Encoding, before, len(content))
	}
	before = 0
	for i := 0; i <= len(content); i += 3 {
		at := text.Decoded(i)
		if at < before || at > len(text.UTF8) || text.Original(at) > i {
			t.Fatalf("%s: byte %d of the original is %d, the one before %d", text.Encoding, i, at, before)
		}
		before = at
	}
}

func TestMarksAreKept(t *testing.T) {
	for _, e := range []Encoding{UTF16LE, UTF16BE, UTF32LE, UTF32BE} {
		text := Decode(encode(t, e, "\uFEFF"+german))
		if text.Encoding != e || string(text.UTF8) != "\uFEFF"+german {
			t.Errorf("%s: %s, %q", e, text.Encoding, text.UTF8)
		}
	}
}

func TestPlainTextIsNotCopied(t *testing.T) {
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
		for _, text := range []string{plain, german, japanisk, chinese} {
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
	f.Add([]byte("\xff\xfe" + strings.Repeat("a\x00", 64) + "\x00\xd8\x00\xd8\x00\xdc\x00\xdc"))
	f.Add([]byte("\xff\xfe\x00\x00" + strings.Repeat("a\x00\x00\x00", 64) + "\xff\xff\xff\xff\x00\xd8\x00\x00abc"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 4000 {
			return // every place of it is looked at
		}
		text := Decode(content)
		if text.Encoding == UTF8 {
			if !bytes.Equal(text.UTF8, content) {
				t.Fatal("it is not as it was")
			}
		} else if !utf8.Valid(text.UTF8) {
			t.Fatalf("%s: what is decoded is not UTF-8", text.Encoding)
		}
		checkPlaces(t, &text, content)
		if e := text.Encoding; e != UTF8 && !bytes.ContainsRune(text.UTF8, utf8.RuneError) {
			if back := encode(t, e, string(text.UTF8)); !bytes.Equal(back, content) && e != ShiftJIS {
				t.Fatalf("%s: it is %x again, not %x", e, back, content)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, c := range []struct {
		name    string
		content []byte
	}{
		{"ascii", bytes.Repeat([]byte(plain), 4000)},
		{"utf-8", bytes.Repeat([]byte(german), 2000)},
		{"utf-16", encode(b, UTF16LE, strings.Repeat(plain, 2000))},
		{"shift-jis", encode(b, ShiftJIS, strings.Repeat(japanisk, 1500))},
		{"windows-1252", encode(b, Windows1252, strings.Repeat(german, 2000))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.content)))
			for b.Loop() {
				Decode(c.content)
			}
		})
	}
}
