package serve

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// program returns a source of some thirty tokens, different for every letter.
func program(letter string) string {
	return strings.ReplaceAll("func x1(xa, xb int) (int, error) {\n\tif xa > xb {\n\t\treturn xb * xa, xErr\n\t}\n"+
		"\tfor xi := range xb {\n\t\txa += xi % xTable[xa&xi]\n\t}\n\treturn xa, xClose(xb)\n}\n", "x", letter)
}

// written is an index that a test changes.
type written struct {
	*chaffinch.Index
	t    *testing.T
	root string
}

// newIndex creates an index of the files. The name of its folder is the name of the index.
func newIndex(t *testing.T, name string, files map[string]string) *written {
	t.Helper()
	return newIndexWith(t, name, index.DefaultSettings(), files)
}

func newIndexWith(t *testing.T, name string, s index.Settings, files map[string]string) *written {
	t.Helper()
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), name), s)
	must(t, err)
	t.Cleanup(func() { x.Close() })
	w := &written{x, t, filetest.Folder(t, files)}
	w.update()
	return w
}

func (w *written) update() {
	w.t.Helper()
	_, err := w.Update(w.t.Context(), index.Source{Root: w.root, Collection: "corpus"}, index.UpdateOptions{Prune: true})
	must(w.t, err)
}

func (w *written) add(name, source string) {
	w.t.Helper()
	must(w.t, os.WriteFile(filepath.Join(w.root, name), []byte(source), 0o666))
	w.update()
}

func openIndexes(t testing.TB, named ...Named) *Indexes {
	t.Helper()
	x, err := Open(t.Context(), named)
	must(t, err)
	t.Cleanup(func() { x.Close() })
	return x
}

// awaitPreparation returns once the states that were opened so far are prepared.
func awaitPreparation(x *Indexes) {
	for _, s := range x.all {
		s.computing.Wait()
	}
}

func contents(t testing.TB, h *Held) int {
	t.Helper()
	s, err := h.State()
	must(t, err)
	defer s.Close()
	return s.Contents()
}

func TestIndexes_TakeUpANewerState(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a")})
	x := openIndexes(t, Named{"a", w.Path()})
	old, err := x.Acquire("")
	must(t, err)
	other, err := x.Acquire("")
	must(t, err)
	w.add("b.go", program("b"))
	x.refresh(t.Context())
	now, err := x.Acquire("a")
	must(t, err)
	defer now.Close()
	if contents(t, old) != 1 || contents(t, now) != 2 || !now.Opened.After(old.Opened) {
		t.Errorf("%d contents before, %d after", contents(t, old), contents(t, now))
	}
	old.Close()
	old.Close() // does nothing
	if contents(t, other) != 1 {
		t.Error("a user has closed the state of another")
	}
	other.Close()
	awaitPreparation(x) // it uses the old state as well
	if _, err := old.State(); err == nil {
		t.Error("a state that nobody uses is open")
	}
	if contents(t, now) != 2 || x.failure("a") != nil {
		t.Error("the present state is closed", x.failure("a"))
	}
}

// An old corpus does not look new because a server was started.
func TestHeld_HasTheDateOfItsPublication(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a")})
	states, err := filepath.Glob(filepath.Join(w.Path(), "published", "0*"))
	must(t, err)
	at := time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC)
	for _, state := range states {
		must(t, filepath.WalkDir(state, func(name string, _ fs.DirEntry, err error) error { return errors.Join(err, os.Chtimes(name, at, at)) }))
	}
	s := newServer(t, w, nil)
	var list IndexList
	s.ask("GET", "/api/v1/indexes", "", nil, &list)
	if got := list.Indexes[0]; !got.Date.Equal(at) || got.Opened.Before(at.AddDate(1, 0, 0)) || got.Contents != 1 {
		t.Errorf("%+v", got)
	}
	h := acquire(t, s.Indexes())
	if d := s.describeScanoss(h); d.KB.Daily != "20.02.03" {
		t.Errorf("%+v", d)
	}
}

func TestIndexes_KeepTheStateIfANewerOneIsDamaged(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a")})
	x := openIndexes(t, Named{"a", w.Path()})
	w.add("b.go", program("b"))
	lists, err := filepath.Glob(filepath.Join(w.Path(), "published", "*", "index_meta.json"))
	must(t, err)
	must(t, os.WriteFile(lists[0], []byte("{"), 0o666))
	var reported []string
	x.onFailure(func(index string, err error) { reported = append(reported, index) })
	x.refresh(t.Context())
	x.refresh(t.Context()) // the same error, which is not reported again
	if len(reported) != 1 || reported[0] != "a" || x.failure("a") == nil {
		t.Errorf("reported %q", reported)
	}
	h, err := x.Acquire("a")
	must(t, err)
	defer h.Close()
	if contents(t, h) != 1 || !errors.Is(x.failure("a"), chaffinch.ErrDamaged) {
		t.Error(contents(t, h), x.failure("a"))
	}
	w.add("c.go", program("c"))
	if x.refresh(t.Context()); x.failure("a") != nil {
		t.Error(x.failure("a"))
	}
}

// An index whose folder is moved away, deleted, emptied or replaced answers on, and says so once.
func TestIndexes_SayThatTheirFolderIsGone(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a")})
	path, away := w.Path(), filepath.Join(t.TempDir(), "away")
	x := openIndexes(t, Named{"a", path})
	must(t, w.Close())
	var reported []error
	x.onFailure(func(_ string, err error) { reported = append(reported, err) })
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Skip(err) // as on Windows, while it is open
		}
		x.refresh(t.Context())
		x.refresh(t.Context())
	}
	move(path, away)
	h, err := x.Acquire("a")
	must(t, err)
	defer h.Close()
	if len(reported) != 1 || !errors.Is(x.failure("a"), fs.ErrNotExist) || contents(t, h) != 1 {
		t.Errorf("%v %v, %d contents", reported, x.failure("a"), contents(t, h))
	}
	if move(away, path); x.failure("a") != nil || len(reported) != 1 {
		t.Errorf("%v %v", reported, x.failure("a"))
	}
	awaitPreparation(x) // it writes to the folder
	must(t, os.RemoveAll(path))
	if x.refresh(t.Context()); len(reported) != 2 || x.failure("a") == nil {
		t.Errorf("%v %v", reported, x.failure("a"))
	}
	must(t, os.MkdirAll(path, 0o777))
	x.refresh(t.Context())
	if x.refresh(t.Context()); len(reported) != 3 || !errors.Is(x.failure("a"), chaffinch.ErrNotIndex) || contents(t, h) != 1 {
		t.Errorf("an empty folder: %v %v", reported, x.failure("a"))
	}
	must(t, os.Remove(path))
	must(t, os.WriteFile(path, nil, 0o666))
	x.refresh(t.Context())
	if x.refresh(t.Context()); len(reported) < 4 || x.failure("a") == nil || contents(t, h) != 1 {
		t.Errorf("a file: %v %v", reported, x.failure("a"))
	}
}

func TestIndexes_MayBeUsedWhileStatesChange(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a")})
	x := openIndexes(t, Named{"a", w.Path()})
	var asking sync.WaitGroup
	stop := make(chan struct{})
	for range 4 {
		asking.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				h, err := x.Acquire("a")
				if err != nil {
					t.Error(err)
					return
				}
				a, err := h.Search(t.Context(), chaffinch.Document{Name: "a.go", Source: []byte(program("a"))}, chaffinch.SearchOptions{})
				if err != nil || len(a.Hits) == 0 {
					t.Error(a, err)
				}
				h.Close()
			}
		})
	}
	for _, name := range strings.Split("bcdefgh", "") {
		w.add(name+".go", program(name))
		x.refresh(t.Context())
	}
	close(stop)
	asking.Wait()
}

func TestIndexes_AreFoundByName(t *testing.T) {
	a, b := newIndex(t, "a", nil), newIndex(t, "b", nil)
	x := openIndexes(t, Named{"one", a.Path()}, Named{"two", b.Path()})
	h, err := x.Acquire("two")
	must(t, err)
	h.Close()
	if h.Path() != b.Path() || h.Name != "two" || !slices.Equal(x.Names(), []string{"one", "two"}) {
		t.Error(h.Name, h.Path(), x.Names())
	}
	for name, want := range map[string]string{"": "name one of one, two", "three": "use one or two"} {
		if _, err := x.Acquire(name); !errors.As(err, new(*UnknownIndexError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", name, err)
		}
	}
	_, err = x.Acquire("")
	if status, text := Problem(err, option.API); status != 400 || !strings.Contains(text, "add ?index= and one of one, two") {
		t.Error(status, text)
	}
	if _, err := Open(t.Context(), []Named{{"a", a.Path()}, {"a", b.Path()}}); err == nil || !strings.Contains(err.Error(), "use NAME=FOLDER") {
		t.Error(err)
	}
	if _, err := Open(t.Context(), []Named{{"a", a.Path()}, {"b", t.TempDir()}}); !errors.Is(err, chaffinch.ErrNotIndex) {
		t.Error(err)
	}
	if _, err := Open(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "name one with --index") {
		t.Error(err)
	}
}

func TestParseNamed(t *testing.T) {
	for text, want := range map[string]Named{
		"linux=/data/x":             {"linux", "/data/x"},
		"/data/linux":               {"linux", "/data/linux"},
		"/data/linux.chaffinch":     {"linux", "/data/linux.chaffinch"},
		"/data/linux/.chaffinch":    {"linux", "/data/linux/.chaffinch"},
		"/data/a=b":                 {"", ""},
		"x=/data/a=b":               {"x", "/data/a=b"},
		"opensearch://h:9200/linux": {"linux", "opensearch://h:9200/linux"},
		"/data/my code":             {"", ""},
		"my code=/data/x":           {"", ""},
		"name=":                     {"", ""},
		"=/data/x":                  {"x", "/data/x"},
	} {
		got, err := ParseNamed(text)
		if got != want || (err == nil) != (want.Name != "") {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if err != nil && !strings.Contains(err.Error(), "use NAME=") {
			t.Error(err)
		}
	}
}

// Preparing changes no answer: cosine and resemblance of the hits are those that their terms give.
func TestIndexes_PrepareTheirStates(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a") + program("b"), "c.go": program("a") + program("c") + program("d")})
	unprepared, err := chaffinch.Open(t.Context(), w.Path(), index.Options{ReadOnly: true})
	must(t, err)
	defer unprepared.Close()
	ask := func(x *chaffinch.Index) string {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(program("a") + program("q"))}, chaffinch.SearchOptions{Measures: true})
		must(t, err)
		a.Stats = answer.Stats{}
		return asJSON(t, a)
	}
	want := ask(unprepared)
	must(t, unprepared.Prepare(t.Context()))
	if got := ask(unprepared); got != want {
		t.Errorf("prepared: %s\nnot %s", got, want)
	}
	must(t, os.Remove(filepath.Join(w.Path(), "weights")))
	x, err := Open(t.Context(), []Named{{"a", w.Path()}})
	must(t, err)
	awaitPreparation(x)
	if _, err := os.Stat(filepath.Join(w.Path(), "weights")); err != nil {
		t.Error("not prepared", err)
	}
	if got := ask(acquire(t, x).Index); got != want {
		t.Errorf("served: %s\nnot %s", got, want)
	}
	w.add("b.go", program("b"))
	x.refresh(t.Context()) // prepares the newer one
	must(t, x.Close())
}
