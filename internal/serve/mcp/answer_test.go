package mcp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestFindOrigin_GivesTheVerdictFirst(t *testing.T) {
	files := corpus()
	files["lib/only.go"] = "package lib\n\n" + program(50, "a")
	c := overPipes(t, newServer(t, indexes(t, files), ""), "")
	other := "while True:\n    if (yield from seek(node.left, key=lambda e: -e)) is None:\n        raise Missing(f'{node!r}') from cause\n" +
		"    node, *rest = sorted({*node.right, *rest}, reverse=not rest)\n"
	for want, code := range map[string]string{
		Copied: program(50, "other"), Common: everywhere, TooShort: "a = b + c", NotFound: other, Possible: program(900, "a"),
	} {
		var a Answer
		_, text := c.call("find_origin", map[string]any{"code": code, "language": map[bool]string{true: "python", false: "go"}[want == NotFound]}, &a)
		if a.Verdict != want || text[:5] != strings.ReplaceAll(want, "_", " ")[:5] {
			t.Errorf("%s of %q: %+v\n%s", want, code, a, text)
		}
		if a.Documents != 16 || a.Guarantee != 17 || len(a.AsOf) != len("2026-11-24") || a.Index != "corpus" {
			t.Errorf("%s: %+v", want, a)
		}
	}
}

// Notes name the inputs of the tool.
func TestFindOrigin_NamesItsInputs(t *testing.T) {
	folder := t.TempDir()
	write(t, folder+"/old.dylan", "module: old\ndefine method total () 0 end;\n")
	var a Answer
	_, text := overPipes(t, newServer(t, indexes(t, corpus()), folder), "").call("find_origin", map[string]any{"path": "old.dylan"}, &a)
	if !strings.Contains(text, "no lexer for Dylan") || !strings.Contains(text, "; language reads it") {
		t.Error(text)
	}
}

// Words scattered over a single document are not common. A name chooses the language as in the
// command, and weak documents do not outweigh it.
func TestFindOrigin_CallsNothingCommonThatIsRare(t *testing.T) {
	const sentence = "The quick brown fox jumps over the lazy dog and runs to the hills where the sheep graze in peace for ever.\n"
	files := map[string]string{"w.go": "package w\n\nvar w = `a`\n\nconst (\n\ta b\n\tc d\n\te f\n\tg h\n\ti j\n\tk l\n\tm n\n\to p\n\tq r\n)\n"}
	folder := t.TempDir()
	write(t, folder+"/README.md", sentence)
	c := overPipes(t, newServer(t, indexes(t, files), folder), "")
	for _, arguments := range []map[string]any{{"code": sentence}, {"path": "README.md"}} {
		var a Answer
		if c.call("find_origin", arguments, &a); a.Verdict != NotFound || len(a.Notes) > 0 {
			t.Errorf("%v: %+v", arguments, a)
		}
	}
}

func TestFindOrigin_ListsFiveAndMoreOnRequest(t *testing.T) {
	files := map[string]string{}
	for n := range 8 { // the same function in documents that differ, and are fewer than an idiom has
		files[fmt.Sprintf("f%d.go", n)] = "package lib\n\n" + program(50, "a") + program(n, "a")
	}
	c := overPipes(t, newServer(t, indexes(t, files), ""), "")
	for limit, want := range map[int]int{0: 5, 3: 3, 8: 8, 50: 8} {
		arguments := map[string]any{"code": program(50, "a"), "language": "go"}
		if limit > 0 {
			arguments["limit"] = limit
		}
		var a Answer
		r, text := c.call("find_origin", arguments, &a)
		if len(a.Hits) != want || a.More != (want < 8) || strings.Contains(text, "There are more") != a.More || len(r.Content) != want+1 {
			t.Errorf("limit %d: %d hits, more %v\n%s", limit, len(a.Hits), a.More, text)
		}
	}
	for _, limit := range []int{-1, 51} {
		if text := c.fails("find_origin", map[string]any{"code": "a", "limit": limit}); !strings.Contains(text, "limit") || !strings.Contains(text, "input schema") {
			t.Error(text)
		}
	}
}

// Sources of hits can be read, and are those of the links and the structured content.
func TestResources_AreTheSourcesOfHits(t *testing.T) {
	c := overPipes(t, newServer(t, indexes(t, corpus()), ""), "")
	var a Answer
	r, _ := c.call("find_origin", map[string]any{"code": program(3, "a"), "language": "go"}, &a)
	link, ok := r.Content[1].(*sdk.ResourceLink)
	if !ok || link.URI != a.Hits[0].Source || link.Name != "f3.go" || !strings.HasPrefix(link.URI, "chaffinch://corpus/") {
		t.Fatalf("%+v, %+v", r.Content[1], a)
	}
	got, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: link.URI})
	must(t, err)
	if text := got.Contents[0].Text; text != program(3, "a") && text != program(3, "a")+"\n" || got.Contents[0].MIMEType != "text/plain" {
		t.Errorf("%q", text)
	}
	whole, _, _ := strings.Cut(link.URI, "?")
	got, err = c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: whole})
	must(t, err)
	if text := got.Contents[0].Text; text != corpus()["lib/f3.go"] {
		t.Errorf("%q", text)
	}
	templates, err := c.ListResourceTemplates(t.Context(), nil)
	must(t, err)
	if len(templates.ResourceTemplates) != 2 {
		t.Error(templates)
	}
}

// Characters that a person would not see do not reach the assistant as they are. Colours do not at
// all.
func TestResources_EscapeInvisibleCharacters(t *testing.T) {
	source := program(3, "a") + "\t// a\x1bQ\x1b[31mb\u202ec\u200bd\x00\te\r\n\f\r\n"
	c := overPipes(t, newServer(t, indexes(t, map[string]string{"a.go": source}), ""), "")
	var a Answer
	c.call("find_origin", map[string]any{"code": program(3, "a"), "language": "go"}, &a)
	whole, _, _ := strings.Cut(a.Hits[0].Source, "?")
	got, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: whole})
	must(t, err)
	if want := program(3, "a") + "\t// a\\x1bQb\\u202ec\\u200bd\\x00\te\r\n\\f\r\n"; got.Contents[0].Text != want {
		t.Errorf("%q\nnot\n%q", got.Contents[0].Text, want)
	}
}

func TestResources_RefuseWhatIsNoSource(t *testing.T) {
	files := map[string]string{"long.txt": strings.Repeat("a line of a long text without an end\n", 3000)}
	c := overPipes(t, newServer(t, indexes(t, files), ""), "")
	var a Answer
	c.call("find_origin", map[string]any{"code": strings.Repeat("a line of a long text without an end\n", 5)}, &a)
	long, _, _ := strings.Cut(a.Hits[0].Source, "?")
	for uri, want := range map[string]string{
		"chaffinch://corpus/" + strings.Repeat("0", 40): "call find_origin again",
		strings.Replace(long, "corpus", "other", 1):     "use corpus",
		long:                                          "use fewer, with ?lines=1-200",
		long + "?lines=9000-9001":                     "it has only 3000 lines",
		long + "?lines=2-1":                           "not found",
		long + "?lines=1-2&x=y":                       "not found",
		"chaffinch://corpus/../../etc/passwd":         "not found",
		"file:///etc/passwd":                          "not found",
		"chaffinch://corpus/" + long[20:50]:           "not found",
		"chaffinch://a@corpus/" + long[len(long)-40:]: "not found",
	} {
		if r, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", uri, r, err)
		}
	}
	got, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: long + "?lines=1-200"}) // as the error says
	must(t, err)
	if n := strings.Count(got.Contents[0].Text, "\n"); n != 200 {
		t.Error(n)
	}
}

func TestExplainMatch_ShowsTheLines(t *testing.T) {
	c := overPipes(t, newServer(t, indexes(t, corpus()), ""), "")
	code := program(3, "other")
	var a Answer
	c.call("find_origin", map[string]any{"code": code, "language": "go"}, &a)
	var e Explanation
	_, text := c.call("explain_match", map[string]any{"code": code, "language": "go", "source": a.Hits[0].Source}, &e)
	if e.Kind != "renamed" || e.Score != a.Hits[0].Score || e.License != "MIT" || len(e.Matches) != 1 || e.Coverage < 0.99 ||
		!strings.HasPrefix(e.SWHID, "swh:1:cnt:") || len(e.Copyright) != 1 || e.InNoOther == 0 || e.Source != a.Hits[0].Source {
		t.Errorf("%+v", e)
	}
	if !strings.Contains(text, "otherRun = aRun") && !strings.Contains(text, "otherN = aN") || !strings.Contains(text, "\n6| func aRun(") {
		t.Error(text)
	}
	id := a.Hits[0].Source[len("chaffinch://corpus/"):][:40]
	var same Explanation
	if c.call("explain_match", map[string]any{"code": code, "language": "go", "source": id}, &same); same.Why != e.Why {
		t.Errorf("%+v", same)
	}
	for want, source := range map[string]string{
		"use the source of a find_origin hit": "chaffinch://corpus/" + strings.Repeat("0", 40), "use the source of a hit": "lib/f3.go",
		"use corpus": strings.Replace(a.Hits[0].Source, "corpus", "none", 1),
	} {
		if text := c.fails("explain_match", map[string]any{"code": code, "source": source}); !strings.Contains(text, want) {
			t.Errorf("%s: %s", source, text)
		}
	}
}

func TestCheckChanges_LooksUpOnlyNewLines(t *testing.T) {
	x := indexes(t, corpus())
	folder := t.TempDir()
	write(t, folder+"/old.go", "package p\n\n"+program(1, "b"))
	git(t, folder, "init", "-q")
	git(t, folder, "add", ".")
	git(t, folder, "commit", "-qm", "a")
	write(t, folder+"/old.go", "package p\n\n"+program(1, "b")+"\n"+program(800, "a"))
	write(t, folder+"/new.go", "package p\n\n"+program(2, "b"))
	git(t, folder, "add", "-N", ".")
	c := overPipes(t, newServer(t, x, folder), "")
	h, _ := overHTTP(t, x, "", nil)
	var since Answer
	_, text := c.call("check_changes", map[string]any{"base": "HEAD"}, &since)
	checkChanges(t, "base", since, text)
	diff := gitOutput(t, folder, "diff")
	for name, c := range map[string]client{"diff": c, "diff over HTTP": h()} {
		var a Answer
		_, text := c.call("check_changes", map[string]any{"diff": diff}, &a)
		checkChanges(t, name, a, text)
	}
	unread := t.TempDir()
	git(t, unread, "init", "-q")
	git(t, unread, "commit", "-qm", "a", "--allow-empty")
	write(t, unread+"/nul.go", strings.Repeat("\x00", 2000)+program(2, "b"))
	write(t, unread+"/nul.dat", strings.Repeat("\x00", 2000))
	git(t, unread, "add", ".")
	git(t, unread, "commit", "-qm", "b")
	since = Answer{}
	overPipes(t, newServer(t, x, unread), "").call("check_changes", map[string]any{"base": "HEAD^"}, &since)
	if !strings.Contains(strings.Join(since.Notes, "\n"), "1 file could not be read: nul.go: ") || since.Verdict != Incomplete ||
		!slices.Contains(since.Notes, "not read: 2 binary (nul.go, nul.dat)") {
		t.Errorf("unread: %s, %q", since.Verdict, since.Notes)
	}
	var left Answer
	c.call("check_changes", map[string]any{"diff": diff}, &left)
	if !slices.Contains(left.Notes, "lines not read: 3 context") {
		t.Errorf("lines: %q", left.Notes)
	}
	git(t, folder, "commit", "-qam", "b")
	since = Answer{}
	if c.call("check_changes", map[string]any{"base": "HEAD"}, &since); since.Verdict != NotFound || len(since.Notes) != 1 || !strings.HasPrefix(since.Notes[0], "no lines") {
		t.Errorf("%+v", since)
	}
}

func checkChanges(t *testing.T, name string, a Answer, text string) {
	t.Helper()
	if a.Verdict != Copied || len(a.Hits) != 1 || a.Hits[0].File != "new.go" || a.Hits[0].Document != "c: lib/f2.go" || !strings.HasPrefix(a.Hits[0].Lines, "1-") {
		t.Errorf("%s: %+v", name, a)
	}
	if !strings.HasPrefix(text, "copied: ") || !strings.Contains(text, "\n1. renamed new.go:1-") {
		t.Errorf("%s: %s", name, text)
	}
}

func TestCheckChanges_SaysWhatToSend(t *testing.T) {
	x := indexes(t, corpus())
	folder := t.TempDir()
	c := overPipes(t, newServer(t, x, folder), "")
	h, _ := overHTTP(t, x, "", nil)
	for want, arguments := range map[string]map[string]any{
		"set diff": {}, "use find_origin for code": {"diff": "x = 1"}, "set one of them": {"diff": "x", "base": "HEAD"},
		"is not in a work tree of git": {"base": "HEAD"}, "send one file at a time": {"diff": strings.Repeat("+", 1<<20+1)},
	} {
		if text := c.fails("check_changes", arguments); !strings.Contains(text, want) {
			t.Errorf("%s: %s", want, text)
		}
	}
	if text := h().fails("check_changes", map[string]any{"base": "HEAD"}); !strings.Contains(text, "this server cannot read files or revisions, so send the text itself") {
		t.Error(text)
	}
	write(t, folder+"/a.go", "package p\n")
	git(t, folder, "init", "-q")
	git(t, folder, "add", ".")
	git(t, folder, "commit", "-qm", "a")
	for _, base := range []string{"--output=made", "no-such", "HEAD:a.go", "HEAD; touch made", "$(touch made)"} {
		c.fails("check_changes", map[string]any{"base": base})
	}
	if _, err := os.Stat(filepath.Join(folder, "made")); err == nil {
		t.Error("a revision is run")
	}
}

func TestCorpusInfo_DescribesIndexes(t *testing.T) {
	c := overPipes(t, newServer(t, indexes(t, corpus()), ""), "")
	var all Corpus
	_, text := c.call("corpus_info", map[string]any{}, &all)
	if i := all.Indexes[0]; i.Name != "corpus" || i.Documents != 15 || i.Guarantee != 17 || len(i.Collections) != 1 || i.Collections[0] != (CollectionInfo{"c", 15}) {
		t.Errorf("%+v", all)
	}
	if !strings.HasPrefix(text, "corpus: 15 documents as of 20") {
		t.Error(text)
	}
	if text := c.fails("corpus_info", map[string]any{"index": "none"}); !strings.Contains(text, "use corpus") {
		t.Error(text)
	}
	if text := c.fails("find_origin", map[string]any{"code": "a", "index": "none"}); !strings.Contains(text, "use corpus") {
		t.Error(text)
	}
}

// A local client reads files of the folder that it was started in, and nothing else.
func TestQuestion_ReadsOnlyTheFolder(t *testing.T) {
	above := t.TempDir()
	folder := filepath.Join(above, "project")
	write(t, above+"/secret.go", "package p\n\n"+program(3, "a"))
	write(t, folder+"/q.go", "package p\n\n"+program(3, "a"))
	write(t, folder+"/empty.go", "")
	write(t, folder+"/binary.go", "\x7fELF\x00\x00\x00\x01")
	write(t, folder+"/sub/r.go", "package p\n\n"+program(3, "a"))
	must(t, os.Symlink("../secret.go", folder+"/link.go"))
	must(t, os.Symlink("q.go", folder+"/inside.go"))
	must(t, os.Truncate(makeFile(t, folder+"/huge.go"), maxFile+1))
	x := indexes(t, corpus())
	c := overPipes(t, newServer(t, x, folder), "")
	for _, path := range []string{"q.go", "./sub/../q.go", folder + "/q.go", "sub/r.go", "inside.go"} {
		var a Answer
		if c.call("find_origin", map[string]any{"path": path}, &a); a.Verdict != Copied {
			t.Errorf("%s: %+v", path, a)
		}
	}
	for path, want := range map[string]string{
		"../secret.go": "not below the working folder", above + "/secret.go": "not below the working folder", "link.go": "send the text as code",
		"/etc/passwd": "not below the working folder", "none.go": "there is no file none.go", ".": "not a regular file", "empty.go": "it is empty",
		"binary.go": "it is binary", "huge.go": "send a part of it", "a\x00b": "send the text as code", "\x1b[31mred\n": `\x1b[31mred\n`,
		strings.Repeat("a", 5000): "aaa…",
	} {
		text := c.fails("find_origin", map[string]any{"path": path})
		if !strings.Contains(text, want) || strings.Contains(text, "\x1b") || len(text) > 400 {
			t.Errorf("%q: %s", path, text)
		}
	}
	for want, arguments := range map[string]map[string]any{
		"set one of them": {"path": "q.go", "code": "a"}, "set code or path": {"code": " "}, "such as 10-40": {"path": "q.go", "lines": "4-2"},
		"it has only": {"path": "q.go", "lines": "900-901"}, "unexpected additional properties": {"paths": "q.go"}, "send a part": {"code": strings.Repeat("a", 1<<20+1)},
		"use a name such as Go": {"code": "a", "language": "Klingon"},
	} {
		if text := c.fails("find_origin", arguments); !strings.Contains(text, want) {
			t.Errorf("%s: %s", want, text)
		}
	}
	h, _ := overHTTP(t, x, "", nil)
	if text := h().fails("find_origin", map[string]any{"code": "\n"}); !strings.HasSuffix(text, "set code") {
		t.Error(text)
	}
	for _, tool := range []string{"find_origin", "explain_match"} {
		if text := h().fails(tool, map[string]any{"path": "q.go", "source": "x"}); !strings.Contains(text, "send the text itself") {
			t.Error(text)
		}
	}
}

func makeFile(t *testing.T, name string) string {
	t.Helper()
	write(t, name, "")
	return name
}

// A file that is in the corpus is not its own origin, and documents of the project are marked as
// such.
func TestFindOrigin_TellsOwnDocuments(t *testing.T) {
	folder := t.TempDir()
	write(t, folder+"/a.go", "package p\n\n"+program(3, "a"))
	write(t, folder+"/b.go", "package p\n\n"+program(3, "b"))
	x := indexesOf(t, folder)
	c := overPipes(t, newServer(t, x, folder), "")
	var a Answer
	_, text := c.call("find_origin", map[string]any{"path": "a.go"}, &a)
	if len(a.Hits) != 1 || a.Hits[0].Document != "c: b.go" || !a.Hits[0].Own || a.Verdict != NotFound || !strings.Contains(text, "in the working folder") {
		t.Errorf("%+v", a)
	}
	c = overPipes(t, newServer(t, x, t.TempDir()), "")
	a = Answer{}
	if c.call("find_origin", map[string]any{"code": program(3, "c"), "language": "go"}, &a); len(a.Hits) != 2 || a.Hits[0].Own {
		t.Errorf("%+v", a)
	}
}

// Nothing is not found while a document that may be the origin cannot be read.
func TestVerdict_IsIncompleteWhileOriginsAreGone(t *testing.T) {
	corpus, folder := t.TempDir(), t.TempDir()
	write(t, corpus+"/lib/f.go", "package lib\n\n"+program(50, "a"))
	write(t, corpus+"/lib/g.go", "package lib\n\n"+program(51, "a"))
	code := program(50, "a")
	write(t, folder+"/own.go", "package own\n")
	git(t, folder, "init", "-q")
	git(t, folder, "add", ".")
	git(t, folder, "commit", "-qm", "old")
	write(t, folder+"/own.go", "package own\n\n"+code)
	x := indexesOf(t, corpus)
	must(t, os.Remove(corpus+"/lib/f.go"))
	c := overPipes(t, newServer(t, x, folder), "")
	diff := "--- a/own.go\n+++ b/own.go\n@@ -1,0 +2," + fmt.Sprint(strings.Count(code, "\n")) + " @@\n" + "+" + strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n+") + "\n"
	for _, arguments := range []map[string]any{{"diff": diff}, {"base": "HEAD"}} {
		var a Answer
		if _, text := c.call("check_changes", arguments, &a); a.Verdict != Incomplete || !strings.HasPrefix(text, "incomplete: ") {
			t.Errorf("%v: %+v\n%s", arguments, a, text)
		}
	}
	var a Answer
	if c.call("find_origin", map[string]any{"code": code, "language": "go"}, &a); a.Verdict != Incomplete {
		t.Errorf("find_origin: %+v", a)
	}
}

// A change is not "not found" if no document was asked. A scan says the same of a base.
func TestCheckChanges_FailsIfAllDocumentsAreOwn(t *testing.T) {
	folder := t.TempDir()
	write(t, folder+"/up/a.go", "package p\n\n"+program(3, "a"))
	git(t, folder, "init", "-q")
	git(t, folder, "commit", "-qm", "a", "--allow-empty")
	code := program(3, "a")
	diff := "--- a/own.go\n+++ b/own.go\n@@ -1,0 +2," + fmt.Sprint(strings.Count(code, "\n")) + " @@\n" + "+" + strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n+") + "\n"
	x := indexesOf(t, folder+"/up")
	for _, at := range []string{folder, folder + "/up"} {
		c := overPipes(t, newServer(t, x, at), "")
		for _, arguments := range []map[string]any{{"diff": diff}, {"base": "HEAD"}} {
			if text := c.fails("check_changes", arguments); !strings.Contains(text, "nothing to search: ") {
				t.Errorf("in %s, %v: %s", at, arguments, text)
			}
		}
	}
}

// Documents of the working folder are not searched for the origin of changes, so they are not
// counted.
func TestCheckChanges_CountsDocumentsOfOthers(t *testing.T) {
	above := t.TempDir()
	for name, n := range map[string]int{"own/a.go": 0, "own/b.go": 1, "lib/b.go": 1, "lib/c.go": 2, "lib/d.go": 3} {
		write(t, above+"/"+name, "package p\n\n"+program(n, "a"))
	}
	git(t, above+"/own", "init", "-q")
	git(t, above+"/own", "commit", "-qm", "a", "--allow-empty")
	code := program(0, "a")
	diff := "--- a/own.go\n+++ b/own.go\n@@ -1,0 +2," + fmt.Sprint(strings.Count(code, "\n")) + " @@\n" + "+" + strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n+") + "\n"
	c := overPipes(t, newServer(t, indexesOf(t, above), above+"/own"), "")
	for _, arguments := range []map[string]any{{"diff": diff}, {"base": "HEAD"}} {
		var a Answer
		if _, text := c.call("check_changes", arguments, &a); a.Documents != 3 || !strings.Contains(text, "3 documents") || !strings.Contains(text, "without the working folder") {
			t.Errorf("%v: %+v\n%s", arguments, a, text)
		}
	}
}

// Hits have the order of a search, with any limit: what explains most comes first, also if many
// documents have it. The verdict is the gravest.
func TestFindOrigin_HasTheOrderOfASearch(t *testing.T) {
	files := map[string]string{"rare.go": "package lib\n\n" + program(70, "a")}
	for n := range 14 { // forks, which make the code common
		files[fmt.Sprintf("f%d/big.go", n)] = "package lib\n\n" + program(50, "a") + program(51, "a") + program(52, "a") + program(n, "c")
	}
	x := indexes(t, files)
	code := program(50, "a") + program(51, "a") + program(52, "a") + program(70, "a")
	h, err := x.Acquire("")
	must(t, err)
	defer h.Close()
	found, err := h.Search(t.Context(), chaffinch.Document{Source: []byte(code), Language: "go"}, chaffinch.SearchOptions{Top: 30})
	must(t, err)
	c := overPipes(t, newServer(t, x, ""), "")
	for _, limit := range []int{1, 5, 20} {
		var a Answer
		c.call("find_origin", map[string]any{"code": code, "language": "go", "limit": limit}, &a)
		if a.Verdict != Copied || len(a.Hits) != min(limit, len(found.Hits)) {
			t.Fatalf("limit %d: %s, %d hits", limit, a.Verdict, len(a.Hits))
		}
		for i, hit := range a.Hits {
			if want := "c: " + found.Hits[i].Occurrences[0].Path; hit.Document != want {
				t.Errorf("limit %d: hit %d is %s, not %s", limit, i, hit.Document, want)
			}
		}
	}
}
