package evidence_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// The same lines have nearly the same score in each language.
func TestSearch_ScoresTextAlikeInLanguages(t *testing.T) {
	files := map[string]string{
		"de.txt": "Als der Regen nachließ, traten die Nachbarn vor ihre Türen und sahen, wie das Wasser den Hang herabfloss.\n" +
			"Niemand hatte geglaubt, dass der kleine Bach hinter der Mühle in einer Nacht so anschwellen könnte.\n",
		"en.txt": "When the rain let up, the neighbours came to their doors and watched the water run down the slope.\n" +
			"Nobody had believed that the small brook behind the mill could swell so much within a single night.\n",
		"zh.txt": "雨势渐小的时候,邻居们走到门口,看着雨水顺着山坡流下来。\n谁也没有想到磨坊后面那条小溪会在一夜之间涨得这么高。\n",
		"ja.txt": "雨が弱まると、隣人たちは戸口に出て、水が斜面を流れ落ちるのを眺めていた。\n水車小屋の裏の小川が一晩でこれほど増水するとは誰も思っていなかった。\n",
	}
	corpus := map[string]string{}
	for i := range 40 {
		corpus[fmt.Sprintf("%d.txt", i)] = fmt.Sprintf("one%d two%d three%d four%d five%d six%d seven%d eight%d nine%d ten%d\n", i, i, i, i, i, i, i, i, i, i)
	}
	for name, text := range files {
		corpus[name] = text
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": corpus})
	for name, text := range files {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: name, Source: []byte(text)}, chaffinch.SearchOptions{})
		asktest.Must(t, err)
		if len(a.Hits) != 1 || a.Hits[0].Occurrences[0].Path != name || a.Hits[0].Score < 0.45 || a.Hits[0].Score > 0.63 {
			t.Errorf("%s: %+v", name, a.Hits)
		}
	}
}

// An index may have no fingerprints of prose. An answer says so.
func TestSearch_WarnsWithoutFingerprintsOfProse(t *testing.T) {
	s := index.DefaultSettings()
	s.Analyzer.Text = winnow.Scheme{}
	x := asktest.NewIndex(t, s, filetest.Folder(t, map[string]string{"a.txt": asktest.Prose(1), "a.go": filetest.Queue}))
	for name, c := range map[string]struct{ source, want string }{
		"q.txt": {asktest.Prose(1), "the index has no fingerprints of prose, so nothing is found; the question looks like prose: comments and documentation in programs are not indexed, only their code"}, "q.go": {filetest.Queue, ""},
	} {
		a := asktest.Ask(t, x, asktest.Question{Document: chaffinch.Document{Name: name, Source: []byte(c.source)}})
		if got := strings.Join(warning.Texts(a.Warnings), "; "); got != c.want || (len(a.Hits) > 0) != (c.want == "") {
			t.Errorf("%s: %q, %d hits", name, got, len(a.Hits))
		}
	}
}
