package disk

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/segment"
	"github.com/chaffinch-search/chaffinch/internal/command"
)

// listing returns every path below dir with its content.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			all = append(all, path+"/")
			return err
		}
		content, err := os.ReadFile(path)
		all = append(all, path+" "+string(content))
		return err
	}))
	return all
}

func TestCreate_EmptyIndexOpens(t *testing.T) {
	dir := realTemp(t)
	must(t, os.Mkdir(filepath.Join(dir, "empty"), 0o755))
	for _, name := range []string{"new", "empty", "with/new/parents", "slash/"} {
		x, err := Create(filepath.Join(dir, "x")[:len(dir)+1]+name, index.DefaultSettings())
		must(t, err)
		if lines := state(t, x); len(lines) != 0 {
			t.Errorf("%s: holds %v", name, lines)
		}
		want := index.DefaultSettings()
		want.Format, want.Fingerprints, want.Segments = FormatVersion, analyzer.Version, segment.Type
		if x.Settings() != want {
			t.Errorf("%s: settings %+v", name, x.Settings())
		}
		must(t, x.Close())
		must(t, x.Close()) // does nothing
	}
	for _, line := range listing(t, dir) {
		if strings.Contains(line, ".chaffinch-new") {
			t.Errorf("left behind: %s", line)
		}
	}
}

func TestSettings_TravelWithTheIndex(t *testing.T) {
	winnowed := func(k, w int) winnow.Scheme {
		return winnow.Scheme{K: k, W: w, Selection: "winnowing"}
	}
	open := winnow.Scheme{K: 6, W: 4, Selection: winnow.SelectOpenClosed}
	for name, s := range map[string]index.Settings{
		"other k and w":      {Analyzer: analyzer.Settings{Structure: winnowed(7, 3), Exact: winnowed(4, 9), Text: winnowed(3, 3)}, Store: true},
		"structure only":     {Analyzer: analyzer.Settings{Structure: winnowed(7, 3), Text: winnowed(3, 3)}},
		"exact only":         {Analyzer: analyzer.Settings{Exact: winnowed(7, 3), Text: winnowed(3, 3)}},
		"no text":            {Analyzer: analyzer.Settings{Structure: winnowed(7, 3), Exact: winnowed(7, 3)}},
		"structure, no text": {Analyzer: analyzer.Settings{Structure: winnowed(7, 3)}},
		"exact, no text":     {Analyzer: analyzer.Settings{Exact: winnowed(7, 3)}},
		"fewer fingerprints": {Analyzer: analyzer.Settings{Structure: open, Exact: open, Text: open}},
		"robust":             {Analyzer: analyzer.Settings{Exact: winnow.Scheme{K: 5, W: 9, Selection: winnow.SelectRobust}}},
	} {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t, map[string]string{"a.go": source(1), "b.txt": strings.Repeat("many words of prose, ", 20)})
			x := createIndex(t, s)
			updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
			sameDF(t, x, "a.go", []string{source(1)}, func(string) bool { return true })
			before := state(t, x)
			path := x.Path()
			must(t, x.Close())
			x = openIndex(t, path)
			s.Format, s.Fingerprints, s.Segments = FormatVersion, analyzer.Version, segment.Type
			if x.Settings() != s || x.Analyzer().Settings() != s.Analyzer {
				t.Errorf("settings %+v, not %+v", x.Settings(), s)
			}
			same(t, "state", state(t, x), before)
		})
	}
}

func TestCreate_RefusesOtherFiles(t *testing.T) {
	dir := realTemp(t)
	must(t, os.WriteFile(filepath.Join(dir, "file"), []byte("mine"), 0o644))
	x, err := Create(filepath.Join(dir, "index"), index.DefaultSettings())
	must(t, err)
	must(t, x.Close())
	before := listing(t, dir)
	for path, want := range map[string]string{
		"":           "the folder holds other files: use another folder",
		"file":       "it is a file: use another folder",
		"index":      "it is an index: open it, or use another folder",
		"file/below": "it is a file: use another folder",
	} {
		if _, err := Create(filepath.Join(dir, path), index.DefaultSettings()); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, not %s", path, err, want)
		}
	}
	same(t, "files", listing(t, dir), before)
}

func TestCreate_FailureLeavesNothing(t *testing.T) {
	dir := realTemp(t)
	must(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o644))
	bad := index.DefaultSettings()
	bad.Analyzer.Exact.K = winnow.MaxK + 1
	for path, s := range map[string]index.Settings{
		filepath.Join(dir, "new", "index"): bad, filepath.Join(dir, "none"): {}, filepath.Join(dir, "file", "index"): index.DefaultSettings(),
	} {
		if _, err := Create(path, s); err == nil {
			t.Errorf("created %s", path)
		}
	}
	same(t, "files", listing(t, dir), []string{dir + "/", filepath.Join(dir, "file") + " "})
}

func TestOpen_RefusesOtherIndexes(t *testing.T) {
	dir := realTemp(t)
	must(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o644))
	foreign := filepath.Join(dir, "foreign")
	b, err := bleve.New(foreign, bleve.NewIndexMapping())
	must(t, err)
	must(t, b.Index("a", map[string]string{"b": "c"}))
	must(t, b.Close())
	for _, path := range []string{dir, foreign, filepath.Join(dir, "file"), filepath.Join(dir, "none")} {
		if _, err := Open(context.Background(), path, index.Options{}); !errors.Is(err, index.ErrNotIndex) {
			t.Errorf("%s: %v", path, err)
		}
	}
	made := filepath.Join(dir, "project", usualName)
	x, err := Create(made, index.DefaultSettings())
	must(t, err)
	must(t, x.Close())
	for _, path := range []string{filepath.Dir(made), filepath.Join(made, "store"), filepath.Join(made, "store", storeDir)} {
		if _, err := Open(context.Background(), path, index.Options{}); !errors.Is(err, index.ErrNotIndex) || !strings.HasSuffix(err.Error(), ", but "+made+" is one") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opening made it: %v", err)
	}
	b, err = bleve.Open(foreign) // is released, and as it was
	must(t, err)
	if n, err := b.DocCount(); n != 1 || err != nil {
		t.Errorf("%d documents, %v", n, err)
	}
	must(t, b.Close())
}

// The error about an old version has the commands that index again.
func TestOpen_OldVersionNamesTheCommands(t *testing.T) {
	x := newIndex(t)
	one, two := newTree(t, map[string]string{"a.go": source(1)}), newTree(t, map[string]string{"it's.go": source(2)})
	updated(t, x, index.Source{Root: one.root}, index.UpdateOptions{})
	updated(t, x, index.Source{Root: two.root, Collection: "my class"}, index.UpdateOptions{})
	old := x.Settings()
	old.Format = 1
	must(t, writeSettings(x.bleve, old))
	must(t, x.Close())
	_, err := Open(context.Background(), x.Path(), index.Options{})
	again := []string{
		"chaffinch index --index " + x.Path() + " " + one.root,
		"chaffinch index --index " + x.Path() + " --collection 'my class' " + two.root,
	}
	var mismatch *index.MismatchError
	if !errors.As(err, &mismatch) || !strings.Contains(err.Error(), fmt.Sprint("format version 1, not ", FormatVersion)) ||
		!strings.Contains(err.Error(), mismatch.Again.String()) {
		t.Fatalf("error %v", err)
	}
	for _, line := range again {
		if said := command.Remedy(*mismatch.Again); !strings.Contains(said, line) {
			t.Errorf("%q does not say %q", said, line)
		}
	}
}

// Indexes of other versions are refused. The error says what to do. Every index of this format
// names its type of segments; earlier versions could write zap's.
func TestOpen_RefusesOtherVersions(t *testing.T) {
	for what, change := range map[string]func(*index.Settings){
		fmt.Sprint("format version 1, not ", FormatVersion): func(s *index.Settings) { s.Format = 1 },
		"fingerprint version ":                              func(s *index.Settings) { s.Fingerprints-- },
		"segments of type zap, not chaffinch":               func(s *index.Settings) { s.Segments = "zap" },
		"segments of type , not chaffinch":                  func(s *index.Settings) { s.Segments = "" },
	} {
		x := newIndex(t)
		s := x.Settings()
		change(&s)
		must(t, writeSettings(x.bleve, s))
		must(t, x.Close())
		_, err := Open(context.Background(), x.Path(), index.Options{})
		if !errors.As(err, new(*index.MismatchError)) {
			t.Fatalf("%s: error %v", what, err)
		}
		for _, part := range []string{x.Path(), what, "another folder", "index again: chaffinch index --index " + x.Path() + " FOLDER..."} {
			if !strings.Contains(inCommand(err), part) {
				t.Errorf("%q is not in: %v", part, err)
			}
		}
	}
}

// An index whose segments are of another version is refused with the same words, from what was
// published and from the store.
func TestOpen_RefusesOtherSegments(t *testing.T) {
	x, _ := segmentedIndex(t)
	x = openIndex(t, x.Path())
	s := x.Settings()
	s.Format--
	must(t, writeSettings(x.bleve, s))
	must(t, x.publish())
	must(t, x.Close())
	must(t, filepath.WalkDir(x.Path(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".zap" {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		foot := b[len(b)-68:]
		foot[52] = 1 // the version; the checksum of the footer follows
		binary.LittleEndian.PutUint32(foot[64:], crc32.Checksum(foot[:64], crc32.MakeTable(crc32.Castagnoli)))
		return os.WriteFile(path, b, 0o600)
	}))
	for _, o := range []index.Options{{}, {ReadOnly: true}} {
		_, err := Open(context.Background(), x.Path(), o)
		want := fmt.Sprintf("index %s was made with format version %d, not %d", x.Path(), FormatVersion-1, FormatVersion)
		if !errors.As(err, new(*index.MismatchError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// Create removes an old folder that a killed process has left. It keeps a new one, which another
// process may be using.
func TestCreate_RemovesWhatKilledProcessesLeft(t *testing.T) {
	parent := realTemp(t)
	left, other := filepath.Join(parent, newPrefix+"left"), filepath.Join(parent, newPrefix+"other")
	for _, dir := range []string{left, other} {
		must(t, os.MkdirAll(filepath.Join(dir, "index"), 0o700))
	}
	past := time.Now().Add(-2 * leftAfter)
	must(t, os.Chtimes(left, past, past))
	x, err := Create(filepath.Join(parent, "index"), index.DefaultSettings())
	must(t, err)
	must(t, x.Close())
	names, err := newFolder(parent).names(".")
	must(t, err)
	same(t, "in the folder", names, []string{filepath.Base(other), "index"})
}

// Readers refuse a new index, which has nothing to answer from.
func TestCreate_IsNotForReadersBeforeTheFirstUpdate(t *testing.T) {
	x := newIndex(t)
	must(t, x.Close())
	if _, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true}); !errors.Is(err, index.ErrUnfinished) {
		t.Errorf("error %v", err)
	}
}
