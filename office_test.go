package chaffinch_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// docx returns a document of a word processor with a paragraph for each line.
func docx(t *testing.T, text string) string {
	body := "<w:document><w:body>"
	for line := range strings.Lines(text) {
		body += "<w:p><w:r><w:t>" + strings.TrimSpace(line) + "</w:t></w:r></w:p>"
	}
	return filetest.Zip(t, [2]string{"word/document.xml", body + "</w:body></w:document>"})
}

const essay = "The harbour was built when the river changed its course.\nMerchants of the old town paid for a wall of grey stone, and for nine lamps.\n"

// A document of a word processor is a text for pairs, also in an archive, and for an index, which
// keeps the text. Lines are paragraphs.
func TestDocuments_OfWordProcessors(t *testing.T) {
	const more = "Nobody knew how deep the water was.\n"
	root := filetest.Folder(t, map[string]string{
		"ann.docx": docx(t, more+essay), "bob.zip": filetest.Zip(t, [2]string{"essay/final.docx", docx(t, essay)}), "cy/words.txt": "Other words are here, and none of them is like any in the essays of the class.\n",
		"dee.docx": docx(t, essay)[:100], "eli.odt": docx(t, ""), "fay.PDF": "%PDF-1.7\n\x00\n",
	})
	r, err := chaffinch.Pairs(t.Context(), []string{root}, pairs.Options{Unit: "dir", MinScore: 0.25, Matches: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(r.Pairs) != 1 || r.Pairs[0].A.Name != "ann.docx" || r.Pairs[0].B.Name != "bob.zip" || r.Pairs[0].Matches[0].A.Lines.From != 2 || r.Pairs[0].Matches[0].B.Lines.From != 1 {
		t.Errorf("%+v", r.Pairs)
	}
	if source, err := r.Source(r.Units[0].Files[0].Content); err != nil || string(source) != more+essay {
		t.Errorf("%q, %v", source, err)
	}
	if len(r.Unread) != 3 || r.Unread[2].Detail != "a PDF: pdftotext, of poppler-utils, makes a text of it" || r.Unread[0].Reason != "damaged" || r.Unread[0].Detail != "it is cut off, or no document: get it again" || r.Unread[1].Reason != "empty" {
		t.Errorf("%+v", r.Unread)
	}

	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if _, err := x.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	a, err := x.Search(t.Context(), chaffinch.Document{Name: "question.txt", Source: []byte(essay)}, chaffinch.SearchOptions{Top: 9})
	if err != nil || len(a.Hits) == 0 || !strings.HasSuffix(a.Hits[0].Occurrences[0].Path, "ann.docx") || a.Hits[0].Matches[0].Document.From != 2 {
		t.Fatalf("%+v, %v", a, err)
	}
	if err := os.Remove(filepath.Join(root, "ann.docx")); err != nil { // the index has the text
		t.Fatal(err)
	}
	if a, err := x.Search(t.Context(), chaffinch.Document{Name: "question.txt", Source: []byte(essay)}, chaffinch.SearchOptions{Top: 9}); err != nil || len(a.Hits) == 0 || len(a.Hits[0].Matches) == 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

// A question is read as a file of the folder is, by every function that takes a document.
func TestDocument_OfAWordProcessor(t *testing.T) {
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if _, err := x.Update(t.Context(), index.Source{Root: filetest.Folder(t, map[string]string{"a.txt": essay})}, index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	d := chaffinch.Document{Name: "q.docx", Source: []byte(docx(t, essay))}
	for name, ask := range map[string]func() (*answer.Answer, error){
		"search":  func() (*answer.Answer, error) { return x.Search(t.Context(), d, chaffinch.SearchOptions{}) },
		"similar": func() (*answer.Answer, error) { return x.Similar(t.Context(), d, chaffinch.SearchOptions{}) },
		"prints": func() (*answer.Answer, error) {
			p, err := chaffinch.NewPrints(x.Analyzer(), d)
			if err != nil {
				return nil, err
			}
			return x.Search(t.Context(), chaffinch.Document{Name: "q", Prints: p}, chaffinch.SearchOptions{})
		},
	} {
		if a, err := ask(); err != nil || len(a.Hits)+len(a.Identical) == 0 {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
	c, err := chaffinch.Compare(t.Context(), d, chaffinch.Document{Name: "a.txt", Source: []byte(essay)}, chaffinch.CompareOptions{})
	if err != nil || c.Score != 1 || c.A.Tokens != c.B.Tokens {
		t.Errorf("%+v, %v", c, err)
	}
	d.Source = d.Source[:100]
	if _, err := x.Search(t.Context(), d, chaffinch.SearchOptions{}); err == nil || err.Error() != "reading q.docx: it is cut off, or no document: get it again" {
		t.Errorf("%v", err)
	}
}

// The XML of documents counts among the bytes that an archive unpacks to.
func TestDocuments_CountInTheirArchive(t *testing.T) {
	var members [][2]string
	one := filetest.Zip(t, [2]string{"word/document.xml", strings.Repeat("<w:p/>", 1<<18) + "<w:t>words</w:t>"}, [2]string{"pad", strings.Repeat("0", 1<<20)})
	for i := range 30 {
		members = append(members, [2]string{strings.Repeat("a", i+1) + ".docx", one})
	}
	root := filetest.Folder(t, map[string]string{"bomb.zip": filetest.Zip(t, members...), "b.txt": essay})
	r, err := chaffinch.Pairs(t.Context(), []string{root}, pairs.Options{Unit: "dir"})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(r.Unread) == 0 || r.Unread[0].Reason != "archive-limit" {
		t.Errorf("%+v", r.Unread)
	}
}

// A PDF is a text for pairs, also in an archive, if that is wanted and pdftotext is there.
func TestDocuments_PDF(t *testing.T) {
	words := strings.Split(strings.TrimSpace(essay), "\n")
	page := filetest.PDF
	root := filetest.Folder(t, map[string]string{
		"ann/essay.pdf": page(append([]string{"Nobody knew how deep the water was."}, words...)...), "bob.zip": filetest.Zip(t, [2]string{"essay/final.PDF", page(words...)}),
		"cy/words.txt": "Other words are here, and none of them is like any in the essays of the class.\n", "dee/a.pdf": page(words...)[:200], "eli/a.pdf": page(),
	})
	compare := func() *pairs.Report {
		r, err := chaffinch.Pairs(t.Context(), []string{root}, pairs.Options{Unit: "dir", MinScore: 0.25, Matches: true, Reading: pairs.Reading{Corpus: document.Options{PDF: true}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		return r
	}
	if _, err := exec.LookPath("pdftotext"); err == nil {
		r := compare()
		if len(r.Pairs) != 1 || r.Pairs[0].A.Name != "ann" || r.Pairs[0].B.Name != "bob.zip" || r.Pairs[0].Matches[0].A.Lines.From != 2 || len(r.Unread) != 2 || r.Unread[0].Reason != "damaged" || r.Unread[1].Reason != "empty" {
			t.Errorf("%+v, %+v", r.Pairs, r.Unread)
		}
		if source, err := r.Source(r.Units[1].Files[0].Content); err != nil || !strings.HasPrefix(string(source), words[0]) {
			t.Errorf("%q, %v", source, err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	r := compare()
	if len(r.Pairs) != 0 || r.Skipped[document.Unsupported] != 4 || r.Unread[0].Detail != "a PDF: install pdftotext, of poppler-utils, and it is read" {
		t.Errorf("%+v, %+v, %v", r.Pairs, r.Unread, r.Skipped)
	}
}
