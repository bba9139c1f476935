package parts

import "testing"

func TestUnescape(t *testing.T) {
	for _, c := range []struct {
		src  string
		want rune
		n    int
	}{
		{`\n`, '\n', 2}, {`\"x`, '"', 2}, {`\`, '\uFFFD', 1},
		{`\x65f`, 'e', 4}, {`\x6`, 6, 3}, {`\xg`, 'x', 2}, {`\145`, 'e', 4}, {`\0`, 0, 2}, {`\1459`, 'e', 4}, {`\8`, '8', 2},
		{`\u0065f`, 'e', 6}, {`\u{65}f`, 'e', 6}, {`\u{1F600}`, '😀', 9}, {`\u{65`, '\uFFFD', 2}, {`\u{}`, '\uFFFD', 2},
		{`\U0001F600f`, '😀', 10}, {`\ud83d\ude00f`, '😀', 12}, {`\ud83d\n`, '\uFFFD', 6}, {`\u12`, '\uFFFD', 2},
	} {
		if r, n := unescape([]byte(c.src)); r != c.want || n != c.n {
			t.Errorf("unescape(%s) = %q, %d, want %q, %d", c.src, r, n, c.want, c.n)
		}
	}
}
