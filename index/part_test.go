package index

import "testing"

func TestParsePart(t *testing.T) {
	for text, want := range map[string]Part{"1/1": {1, 1}, "3/16": {3, 16}, "16/16": {16, 16}} {
		if p, err := ParsePart(text); p != want || err != nil {
			t.Errorf("%q: %+v, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "3", "0/4", "5/4", "-1/4", "1/0", "1/2/3", "1/2x", "a/b"} {
		if p, err := ParsePart(text); err == nil {
			t.Errorf("%q is taken for %+v", text, p)
		}
	}
}
