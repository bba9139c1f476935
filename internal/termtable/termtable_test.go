package termtable

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/index/document"
)

func sourceOf(seed int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package p\n\nfunc f%d(a, b int) int {\n", seed)
	for i := range 12 {
		fmt.Fprintf(&b, "\tif a %% %d == b*%d {\n\t\ta += g%d(b, %d)\n\t}\n", seed+i, i*seed+2, i%5, i)
	}
	b.WriteString("\treturn a\n}\n")
	return b.String()
}

// Each row has the first bits of the fingerprints of its document, each once, in the documents'
// order.
func TestWrite_HasTheTermsOfEachDocument(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	var documents []chaffinch.Document
	for i := range 40 {
		documents = append(documents, chaffinch.Document{Name: fmt.Sprintf("d/%02d.go", i), Source: []byte(sourceOf(i + 1))})
	}
	documents[7].Source = []byte("package p\n")
	documents = append(documents, chaffinch.Document{Name: "a.md", Source: []byte(strings.Repeat("Many words of a text, none twice in the same order. ", 9))})
	unread := &chaffinch.SkippedError{Reason: document.Binary}
	all := func(yield func(chaffinch.Document, error) bool) {
		for _, d := range documents {
			if !yield(d, nil) {
				return
			}
		}
		yield(chaffinch.Document{Name: "x.bin"}, unread)
	}
	var b bytes.Buffer
	var skipped []string
	r, err := Write(t.Context(), &b, a, all, func(path string, reason document.Reason, _ error) {
		skipped = append(skipped, path+" "+string(reason))
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"d/07.go too-short", "x.bin binary"}; !slices.Equal(skipped, want) || r.Skipped[document.TooShort] != 1 {
		t.Errorf("skipped %v, want %v; %v", skipped, want, r.Skipped)
	}
	var want []string
	terms := 0
	for _, d := range documents {
		var n analyzer.Analysis
		a.Analyze(detect.Language(d.Name, d.Source), d.Source, &n)
		for kind, prints := range n.Fingerprints {
			if len(prints) == 0 {
				continue
			}
			var own []string
			for _, p := range prints {
				text := base64.URLEncoding.EncodeToString([]byte{
					byte(p.Hash >> 56), byte(p.Hash >> 48), byte(p.Hash >> 40), byte(p.Hash >> 32), byte(p.Hash >> 24), byte(p.Hash >> 16),
				})
				own = append(own, text[:7])
			}
			slices.Sort(own)
			own = slices.Compact(own)
			terms += len(own)
			want = append(want, fmt.Sprintf("%s %s %v", d.Name, analyzer.Representation(kind), own))
		}
	}
	var got []string
	for line := range strings.Lines(b.String()) {
		var row Row
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		own := strings.Split(row.Terms, " ")
		slices.Sort(own)
		got = append(got, fmt.Sprintf("%s %s %v", row.Document, row.Representation, own))
		if row.Tokens == 0 || row.Language == "" {
			t.Errorf("%s: %d tokens, language %q", row.Document, row.Tokens, row.Language)
		}
	}
	if r.Rows != len(want) || len(got) != len(want) || r.Terms != terms || r.Documents != 40 {
		t.Errorf("%+v, want %d rows, %d terms", r, len(want), terms)
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("row %d: %s, want %s", i, got[i], want[i])
		}
	}
}

// An error of a document ends the table.
func TestWrite_ReturnsTheFirstError(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	var all iter.Seq2[chaffinch.Document, error] = func(yield func(chaffinch.Document, error) bool) {
		_ = yield(chaffinch.Document{Name: "a.go", Source: []byte(sourceOf(1))}, nil) && yield(chaffinch.Document{Name: "b.go"}, broken)
	}
	if _, err := Write(t.Context(), new(bytes.Buffer), a, all, nil); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	all = func(yield func(chaffinch.Document, error) bool) {
		yield(chaffinch.Document{Name: "a.go", Source: []byte("x"), Language: "Klingon"}, nil)
	}
	if _, err := Write(t.Context(), new(bytes.Buffer), a, all, nil); err == nil {
		t.Error("an unknown language is no error")
	}
}
