package git

import (
	"bytes"
	"strings"
	"testing"
)

func FuzzListObjects(f *testing.F) {
	id := strings.Repeat("a", 40)
	f.Add([]byte("commit " + id + "\n12\x00Ann <a@b>\n" + id + " \n" + id + " a/b.go\n?" + id + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		found := make(chan Entry, len(text)+1)
		var asked bytes.Buffer
		_ = listObjects(t.Context(), bytes.NewReader(text), map[string]bool{id: true}, &asked, found)
		close(found)
		n := 0
		for e := range found {
			if !isObjectID(e.ID) {
				t.Errorf("id %q", e.ID)
			}
			if e.Kind != Missing && e.Kind != CutHistory {
				n++
			}
		}
		if lines := strings.Count(asked.String(), "\n"); lines != n {
			t.Errorf("%d ids asked for, of %d", lines, n)
		}
	})
}

func FuzzParseTreeEntry(f *testing.F) {
	f.Add("100644 blob " + strings.Repeat("a", 40) + "\ta b")
	f.Fuzz(func(t *testing.T, line string) {
		if e, err := parseTreeEntry(line); err == nil && (!isObjectID(e.ID) || !strings.HasSuffix(line, "\t"+e.Path)) {
			t.Errorf("%+v", e)
		}
	})
}
