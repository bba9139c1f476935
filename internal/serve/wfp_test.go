package serve

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// asWFP returns what a client sends of a file.
func asWFP(t testing.TB, name, text string) wfp.File {
	t.Helper()
	files, err := wfp.Read(wfp.Append(nil, name, []byte(text)))
	asktest.Must(t, err)
	return files[0]
}

// wfpIndex has collections of files with SCANOSS fingerprints.
func wfpIndex(t *testing.T, collections map[string]map[string]string) *chaffinch.Index {
	t.Helper()
	s := index.DefaultSettings()
	s.Scanoss = true
	x := asktest.NewIndex(t, s)
	for name, files := range collections {
		asktest.Update(t, x, name, t.TempDir(), files)
	}
	return x
}

// wfpMatched lists the matches of a file: the path of the document, and the lines of the parts in
// both.
func wfpMatched(t *testing.T, x *chaffinch.Index, f wfp.File, o wfpOptions) (all []string) {
	t.Helper()
	found, err := matchWFP(t.Context(), x, []wfp.File{f}, o)
	asktest.Must(t, err)
	for _, m := range found[0] {
		text := m.occurrence.Collection + "/" + m.occurrence.Path
		if m.whole {
			text += " whole"
		}
		for _, p := range m.parts {
			text += fmt.Sprintf(" %s=%s", p.lines, p.document)
		}
		all = append(all, text)
	}
	return all
}

func TestMatchWFP_WholeFiles(t *testing.T) {
	a := lined(1, 40)
	x := wfpIndex(t, map[string]map[string]string{"c": {"a.c": a, "b.c": strings.ReplaceAll(lined(2, 40), "\n", "\r\n")}})
	for name, c := range map[string]struct{ text, want string }{
		"the same":             {a, "c/a.c whole"},
		"with lines of CR LF":  {strings.ReplaceAll(a, "\n", "\r\n"), "c/a.c whole"},
		"with lines of LF":     {lined(2, 40), "c/b.c whole"},
		"with another comment": {"//\n" + a, "c/a.c 4-41=3-40"},
	} {
		if got := wfpMatched(t, x, asWFP(t, "x.c", c.text), wfpOptions{}); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %v, not %s", name, got, c.want)
		}
	}
	if got := wfpMatched(t, x, asWFP(t, "x.c", "//\n"+a), wfpOptions{wholeOnly: true}); len(got) > 0 {
		t.Errorf("only whole files: %v", got)
	}
	source, err := sourceOfMD5(t.Context(), x, asWFP(t, "", a).Sum)
	if err != nil || string(source) != a {
		t.Errorf("%q, %v", source, err)
	}
	if _, err := sourceOfMD5(t.Context(), x, wfp.Sum{}); !errors.Is(err, index.ErrUnknownContent) {
		t.Errorf("another MD5: %v", err)
	}
}

// Each document is named for what those before it lack.
func TestMatchWFP_Parts(t *testing.T) {
	x := wfpIndex(t, map[string]map[string]string{"c": {"a.c": lined(1, 60), "b.c": lined(2, 60), "half.c": lined(1, 30), "other.c": lined(3, 60)}})
	own := lined(9, 20)
	q := own + lined(1, 50) + own + strings.Join(strings.SplitAfter(lined(2, 60), "\n")[10:40], "")
	got := wfpMatched(t, x, asWFP(t, "q.c", q), wfpOptions{})
	want := []string{"c/a.c 23-69=3-49", "c/b.c 93-120=12-40"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	found, err := matchWFP(t.Context(), x, []wfp.File{asWFP(t, "q.c", q), asWFP(t, "own.c", own), {}}, wfpOptions{})
	asktest.Must(t, err)
	if s := found[0][0].share + found[0][1].share; s < 0.6 || s > 0.7 || found[0][0].md5 != asWFP(t, "", lined(1, 60)).Sum {
		t.Errorf("%+v", found[0])
	}
	if len(found[1]) > 0 || len(found[2]) > 0 {
		t.Errorf("%v", found[1:])
	}
	edited := strings.Replace(lined(1, 50), "offset", "changed", 20) // each of some lines
	if got := wfpMatched(t, x, asWFP(t, "q.c", lined(1, 20)+"\tif own {\n\t}\n"+strings.Join(strings.SplitAfter(lined(1, 60), "\n")[20:], "")), wfpOptions{}); !slices.Equal(got, []string{"c/a.c 3-61=3-59"}) {
		t.Errorf("with an edit: %v", got)
	}
	if got := wfpMatched(t, x, asWFP(t, "q.c", edited), wfpOptions{}); !slices.Equal(got, []string{"c/a.c 21-49=22-49"}) {
		t.Errorf("with an edited part: %v", got)
	}
}

// Text that very many documents have is no match.
func TestMatchWFP_LeavesOutCommonText(t *testing.T) {
	head := lined(5, 12)
	files := map[string]string{}
	for i := range 70 {
		files[fmt.Sprintf("%d.c", i)] = head + lined(100+i, 10)
	}
	x := wfpIndex(t, map[string]map[string]string{"c": files})
	if got := wfpMatched(t, x, asWFP(t, "q.c", head+lined(6, 30)), wfpOptions{}); len(got) > 0 {
		t.Errorf("the head alone: %v", got)
	}
	if got := wfpMatched(t, x, asWFP(t, "q.c", head+lined(107, 9)), wfpOptions{}); !slices.Equal(got, []string{"c/7.c 13-20=13-20"}) {
		t.Errorf("the head and another part: %v", got)
	}
}

func TestMatchWFP_Options(t *testing.T) {
	text := lined(1, 40)
	x := wfpIndex(t, map[string]map[string]string{
		"plain": {"a.c": text, "a.h": text + "\n"},
		"npm":   {"package.json": `{"name": "up", "version": "1.2.3", "license": "MIT"}`, "lib/a.js": text + "//\n"},
		"other": {"package.json": `{"name": "left", "version": "2.0.0"}`, "a.js": text + "//\n"},
	})
	part := asWFP(t, "q.c", "//\n"+text)
	for name, c := range map[string]struct {
		o    wfpOptions
		want string
	}{
		"a named component":       {wfpOptions{}, "other/a.js"},
		"without a package":       {wfpOptions{except: []string{"pkg:npm/left"}}, "npm/lib/a.js"},
		"without this version":    {wfpOptions{except: []string{"pkg:npm/left@2.0.0"}}, "npm/lib/a.js"},
		"without another version": {wfpOptions{except: []string{"pkg:npm/left@2.0", "pkg:npm/lef", ""}}, "other/a.js"},
		"without all packages":    {wfpOptions{except: []string{"pkg:npm/up", "pkg:npm/left"}}, "plain/a.c"},
		"preferred":               {wfpOptions{prefer: []string{"pkg:npm/up"}}, "npm/lib/a.js"},
		"of this extension":       {wfpOptions{sameExtension: true}, "plain/a.c"},
		"of many lines":           {wfpOptions{minLines: 38}, "other/a.js"},
		"of more lines":           {wfpOptions{minLines: 39}, ""},
		"of more hits":            {wfpOptions{minHits: len(part.Prints) + 1}, ""},
	} {
		got := strings.Join(wfpMatched(t, x, part, c.o), ", ")
		if got, _, _ := strings.Cut(got, " "); got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
	}
	whole := asWFP(t, "q.c", text+"//\n")
	if got := wfpMatched(t, x, whole, wfpOptions{prefer: []string{"pkg:npm/up"}}); !slices.Equal(got, []string{"npm/lib/a.js whole"}) {
		t.Errorf("whole, preferred: %v", got)
	}
	if got := wfpMatched(t, x, whole, wfpOptions{except: []string{"pkg:npm/left", "pkg:npm/up"}}); !slices.Equal(got, []string{"plain/a.c 3-40=3-40"}) {
		t.Errorf("whole, left out: %v", got)
	}
	if _, err := matchWFP(t.Context(), asktest.MakeIndex(t, nil), []wfp.File{whole}, wfpOptions{}); !errors.Is(err, index.ErrNoWFP) {
		t.Errorf("without fingerprints: %v", err)
	}
	if _, err := sourceOfMD5(t.Context(), asktest.MakeIndex(t, nil), whole.Sum); !errors.Is(err, index.ErrNoWFP) {
		t.Errorf("without fingerprints: %v", err)
	}
}
