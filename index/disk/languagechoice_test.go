package disk

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
)

func mustLookup(t *testing.T, name string) *lex.Language {
	t.Helper()
	l, ok := lex.Lookup(name)
	if !ok {
		t.Fatalf("no language %s", name)
	}
	return l
}

// languageOf returns the language that a content was lexed in, or "" if it is not indexed.
func languageOf(t *testing.T, x *Index, text string) string {
	t.Helper()
	c, err := snapshot(t, x).Content(index.BlobID([]byte(text)))
	if err != nil {
		return ""
	}
	return c.Language
}

// The language of a content does not depend on the order in which its files are added and removed.
// All orders are tried in memory, by a test of internal/memory.
func TestLanguage_IndependentOfOrder(t *testing.T) {
	text := source(1)
	names := []string{"a.txt", "b.rs", "c.go", "d.md"}
	for _, seed := range []int{0, 9, 23} {
		order, rest := []string(nil), append([]string(nil), names...)
		for n := seed; len(rest) > 0; n /= max(1, len(rest)+1) {
			i := n % len(rest)
			order = append(order, rest[i])
			rest = append(rest[:i:i], rest[i+1:]...)
		}
		t.Run(strings.Join(order, " "), func(t *testing.T) {
			tr := newTree(t, nil)
			x := newIndex(t)
			for _, name := range order {
				tr.write(name, text)
				updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{})
				sameStateAsFresh(t, x, tr.root)
			}
			if got := languageOf(t, x, text); got != "Go" {
				t.Errorf("lexed as %q", got)
			}
			sameDF(t, x, "a.go", []string{text}, func(string) bool { return true })
			for _, name := range order {
				tr.remove(name)
				updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{Prune: true})
				sameStateAsFresh(t, x, tr.root)
			}
		})
	}
}

func TestLanguage_ManyAtOnce(t *testing.T) {
	for range 10 {
		tr := newTree(t, nil)
		for i := range 40 {
			for n, extension := range []string{"txt", "rs", "go", "c"} {
				tr.write(fmt.Sprintf("%02d/%d.%s", i, n, extension), source(uint64(i%5)))
			}
		}
		x := newIndex(t)
		updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
		state(t, x)
		for i := range uint64(5) {
			if got := languageOf(t, x, source(i)); got != "C" {
				t.Errorf("lexed as %q", got)
			}
		}
	}
}

// A file is too short if its own language gives no fingerprints, whatever other files have the same
// bytes.
func TestLanguage_TooShortInOne(t *testing.T) {
	text := strings.Repeat("( [ ] ) + - * / ", 20) // tokens of code, and no word
	for _, order := range [][]string{{"a.txt", "b.c"}, {"b.c", "a.txt"}} {
		tr := newTree(t, nil)
		x := newIndex(t)
		for _, name := range order {
			tr.write(name, text)
			updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{})
			sameStateAsFresh(t, x, tr.root)
		}
		if got := languageOf(t, x, text); got != "C" {
			t.Errorf("%v: lexed as %q", order, got)
		}
		same(t, "paths", paths(t, x, map[string]string{"text": text}), []string{"b.c text"})
		tr.remove("b.c")
		updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{Prune: true})
		sameStateAsFresh(t, x, tr.root)
	}
}

func TestUpdate_OtherLanguageLexesAgain(t *testing.T) {
	text, short := source(1), strings.Repeat("( [ ] ) + - * / ", 20)
	tr := newTree(t, map[string]string{"a.go": text, "b.txt": short})
	x := newIndex(t)
	for _, step := range []struct{ forced, text, short string }{
		{"", "Go", ""}, {"Java", "Java", "Java"}, {"Rust", "Rust", "Rust"}, {"C", "C", "C"}, {"", "Go", ""}, {"text", "Text", ""},
	} {
		src := index.Source{Root: tr.root, Collection: "c"}
		if step.forced != "" {
			src.Language = mustLookup(t, step.forced)
		}
		for _, read := range []int{2, 0} { // the second time nothing has changed
			r := updated(t, x, src, index.UpdateOptions{})
			if step != (struct{ forced, text, short string }{"", "Go", ""}) && r.Read != read {
				t.Errorf("--lang %q: read %d files, not %d", step.forced, r.Read, read)
			}
			if a, b := languageOf(t, x, text), languageOf(t, x, short); a != step.text || b != step.short {
				t.Errorf("--lang %q: lexed as %q and %q", step.forced, a, b)
			}
		}
		state(t, x)
	}
}

// A content that has to be lexed again keeps its language if its files have vanished.
func TestReview_KeepsVanishedContent(t *testing.T) {
	text := source(1)
	tr := newTree(t, map[string]string{"a.rs": text})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	tr.write("b.go", text)
	h := &hooked{bleveIndex: x.bleve, after: func(n int64) error { // the next batch is that of the review
		if n > 0 {
			return nil
		}
		return errors.Join(os.Remove(tr.path("a.rs")), os.Remove(tr.path("b.go")))
	}}
	x.bleve = h
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	x.bleve = h.bleveIndex
	state(t, x)
	if got := languageOf(t, x, text); got != "Rust" {
		t.Errorf("lexed as %q", got)
	}
}

// Random files, languages and updates: afterwards the index is the same as a new one.
func TestLanguage_LeavesNothingBehind(t *testing.T) {
	for seed := range uint64(rounds(4, 1)) {
		r := rand.New(rand.NewPCG(seed, 9))
		texts := []string{strings.Repeat("( [ ] ) + - * / ", 4000), strings.Repeat("( [ ] ) + - * / ", 20)}
		for i := range uint64(3) {
			texts = append(texts, source(i))
		}
		tr := newTree(t, nil)
		x := newIndex(t)
		for range 6 {
			for range 25 {
				name := fmt.Sprintf("%02d.%s", r.IntN(12), []string{"go", "txt", "rs", "c"}[r.IntN(4)])
				if r.IntN(4) == 0 {
					tr.remove(name)
				} else {
					tr.write(name, texts[r.IntN(len(texts))])
				}
			}
			if r.IntN(2) == 0 {
				language := mustLookup(t, []string{"Java", "text", "C"}[r.IntN(3)])
				updated(t, x, index.Source{Root: tr.root, Collection: "c", Language: language}, index.UpdateOptions{})
			}
			report := updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{Prune: true})
			sameStateAsFresh(t, x, tr.root)
			if report.Added < 0 || report.Removed < 0 || report.Read < 0 {
				t.Errorf("%+v", report)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// A file that is indexed without --lang again gets the language of its name, although another copy
// keeps the name of its language.
func TestReview_LostLanguage(t *testing.T) {
	text := source(1)
	tr := newTree(t, map[string]string{"a.txt": text, "b.go": text})
	x := newIndex(t)
	one := index.Source{Root: filepath.Join(tr.root, "a.txt"), Collection: "c"}
	for _, step := range []struct {
		source index.Source
		lang   string
		want   string
	}{
		{index.Source{Root: tr.root, Collection: "c"}, "", "Go"}, {one, "text", "Text"}, {one, "", "Go"},
	} {
		if step.lang != "" {
			step.source.Language = mustLookup(t, step.lang)
		}
		updated(t, x, step.source, index.UpdateOptions{})
		if got := languageOf(t, x, text); got != step.want {
			t.Errorf("--lang %q: lexed as %q", step.lang, got)
		}
	}
}
