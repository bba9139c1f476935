package disk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2"
	bindex "github.com/blevesearch/bleve_index_api"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

func repaired(t *testing.T, path string) index.RepairReport {
	t.Helper()
	r, err := Repair(context.Background(), path, index.Options{}, index.CheckOptions{})
	must(t, err)
	return r
}

// isWhole checks that an index is undamaged, that readers see its state, and that an update
// completes it.
func isWhole(t *testing.T, path, root string) {
	t.Helper()
	x := openIndex(t, path)
	defer x.Close()
	if r := checked(t, x); len(r.Problems) > 0 {
		t.Errorf("after the repair: %+v", r.Problems)
	}
	same(t, "published", published(t, path), state(t, x))
	updated(t, x, index.Source{Root: root, Collection: "c"}, index.UpdateOptions{Prune: true})
	sameStateAsFresh(t, x, root)
}

func TestRepair_SoundIndex(t *testing.T) {
	t.Parallel()
	x := checkedIndex(t, index.DefaultSettings())
	want := state(t, x)
	must(t, x.Close())
	if r := repaired(t, x.Path()); changed(r) || len(r.Problems) > 0 || len(r.Again) > 0 {
		t.Errorf("%+v", r)
	}
	same(t, "published", published(t, x.Path()), want)
}

// A damaged segment is removed with all its documents. The report names the commands that index
// them again.
func TestRepair_DropsASegment(t *testing.T) {
	t.Parallel()
	damages := map[string]func(file string) error{
		"cut": func(file string) error { return os.Truncate(file, 1000) },
	}
	for sixteenth := range 16 { // zap panics on some of them
		damages[fmt.Sprint("flipped at ", sixteenth)] = func(file string) error { return flipAt(file, sixteenth) }
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, tr := segmentedIndex(t)
			files := segmentFiles(t, x.Path())
			if len(files) < 2 {
				t.Fatalf("segments %v", files)
			}
			must(t, damage(files[0]))
			r := repaired(t, x.Path())
			if !slices.Equal(r.Segments, []string{filepath.Base(files[0])}) || r.Restored {
				t.Errorf("%+v", r)
			}
			if want := "chaffinch index --index " + x.Path() + " --collection c " + tr.root; !slices.Contains(lines(r.Again), want) {
				t.Errorf("again %q, not %q", r.Again, want)
			}
			if len(published(t, x.Path())) == 0 {
				t.Error("nothing is left")
			}
			isWhole(t, x.Path(), tr.root)
		})
	}
}

func flipMiddle(file string) error { return flipAt(file, 8) }

// flipAt flips bits at a sixteenth of a file.
func flipAt(file string, sixteenth int) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	b[len(b)*sixteenth/16] ^= 0x81
	return os.WriteFile(file, b, 0o600)
}

// flipSums changes a byte of the checksums, which stand before the footer of 68 bytes.
func flipSums(file string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	b[len(b)-70] ^= 0x81
	return os.WriteFile(file, b, 0o600)
}

// segmentedIndex returns a closed index of several segments.
func segmentedIndex(t *testing.T) (*Index, *tree) {
	t.Helper()
	tr := newTree(t, nil)
	x := newIndex(t)
	for n := range uint64(40) {
		tr.write(fmt.Sprintf("a/%d.go", n), source(n))
	}
	updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{})
	tr.write("b/late.go", source(41))
	updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{})
	must(t, x.Close())
	return x, tr
}

// A damaged segment is replaced by the published one if that is another file and whole, as in a
// copy without hard links. Nothing is lost.
func TestRepair_RestoresSegments(t *testing.T) {
	t.Parallel()
	whole, tr := segmentedIndex(t)
	other, _ := segmentedIndex(t)
	foreign := segmentFiles(t, other.Path())
	want := published(t, whole.Path())
	for name, damage := range map[string]func(file string) error{
		"flipped":   flipMiddle,
		"cut":       func(file string) error { return os.Truncate(file, 1000) },
		"missing":   os.Remove,
		"exchanged": func(file string) error { return os.Rename(foreign[0], file) },
		"no links":  flipMiddle,
	} {
		path := filepath.Join(realTemp(t), "index")
		must(t, os.CopyFS(path, os.DirFS(whole.Path())))
		files := segmentFiles(t, path)
		if name == "exchanged" {
			files = files[:1]
		}
		for _, file := range files {
			must(t, damage(file))
		}
		r := newRepair(path, index.Options{}, index.CheckOptions{})
		if name == "no links" {
			r.dir.link = func(string, string) error { return errors.ErrUnsupported }
		}
		report, err := r.all(context.Background())
		must(t, err)
		if !report.Restored || len(report.Problems) != len(files) || len(report.Segments) > 0 || len(report.Again) > 0 {
			t.Errorf("%s: %+v", name, report)
		}
		same(t, name, published(t, path), want)
		isWhole(t, path, tr.root)
	}
}

// A list is restored without its segments if the store has these, and published ones are damaged.
func TestRepair_RestoredListKeepsWholeSegments(t *testing.T) {
	t.Parallel()
	whole, tr := segmentedIndex(t)
	path := filepath.Join(realTemp(t), "index")
	must(t, os.CopyFS(path, os.DirFS(whole.Path())))
	for _, file := range segmentFiles(t, filepath.Join(path, generationName(generations(t, path)[0]))) {
		must(t, flipMiddle(file))
	}
	damagedList(t, path)
	if r := repaired(t, path); !r.Restored || len(r.Segments) > 0 {
		t.Errorf("%+v", r)
	}
	same(t, "published", published(t, path), published(t, whole.Path()))
	isWhole(t, path, tr.root)
}

// If another process opens the index between two rounds, the report has what was done, beside the
// error.
func TestRepair_KeptOutSaysWhatItDid(t *testing.T) {
	t.Parallel()
	x, tr := segmentedIndex(t)
	files := segmentFiles(t, x.Path())
	must(t, flipMiddle(files[0]))
	r := newRepair(x.Path(), index.Options{}, index.CheckOptions{})
	clean, err := r.round(context.Background())
	if clean || err != nil {
		t.Fatal(clean, err)
	}
	other := openIndex(t, x.Path())
	report, err := r.all(context.Background())
	if is := new(BusyError); !errors.As(err, &is) {
		t.Errorf("error %v", err)
	}
	want := []string{filepath.Base(files[0])}
	if !slices.Equal(report.Segments, want) || len(report.Problems) != 1 || len(report.Again) != 1 {
		t.Errorf("%+v", report)
	}
	must(t, other.Close())
	if rest := repaired(t, x.Path()); changed(rest) { // it publishes what is left
		t.Errorf("the next repair: %+v", rest)
	}
	isWhole(t, x.Path(), tr.root)
}

// A process that opens the index between a round's check and the change of the list is not
// disturbed. The next round removes the segment.
func TestRepair_BesideAWriter(t *testing.T) {
	t.Parallel()
	x, tr := segmentedIndex(t)
	files := segmentFiles(t, x.Path())
	must(t, flipMiddle(files[0]))
	x = openIndex(t, x.Path())
	r := newRepair(x.Path(), index.Options{}, index.CheckOptions{})
	c, err := r.removeBroken(context.Background(), x)
	must(t, err)
	if len(c.broken) != 1 || len(c.lost) != 1 {
		t.Errorf("broken %q, lost %q", c.broken, c.lost)
	}
	must(t, r.mendSegments(context.Background(), c)) // as if x were another's
	if changed(r.report) || len(r.again) > 0 {
		t.Errorf("%+v", r.report)
	}
	must(t, x.Close())
	report, err := r.all(context.Background())
	must(t, err)
	if len(report.Segments) != 1 || len(report.Problems) != 1 || len(report.Again) != 1 {
		t.Errorf("%+v", report)
	}
	isWhole(t, x.Path(), tr.root)
}

// Wherever a repair is interrupted, its report has what was removed, and no more. The next repair
// does the rest.
func TestRepair_InterruptedSaysWhatItDid(t *testing.T) {
	t.Parallel()
	damaged, tr := segmentedIndex(t)
	x := openIndex(t, damaged.Path())
	b := bindex.NewBatch()
	b.Delete(contentPrefix + index.BlobID([]byte(source(3))))
	must(t, x.bleve.Batch(b))
	must(t, x.Close())
	files := segmentFiles(t, damaged.Path())
	must(t, flipMiddle(files[len(files)-1]))
	// interrupted repairs a copy until the n-th progress is reported.
	interrupted := func(n int) (r index.RepairReport, path string, seen int, err error) {
		path = filepath.Join(realTemp(t), "index")
		must(t, os.CopyFS(path, os.DirFS(damaged.Path())))
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		r, err = Repair(ctx, path, index.Options{}, index.CheckOptions{Progress: func(string, int, int) {
			if seen++; seen == n {
				cancel()
			}
		}})
		return r, path, seen, err
	}
	whole, _, steps, err := interrupted(0)
	must(t, err)
	if len(whole.Segments) != 1 || whole.Documents != 1 {
		t.Fatalf("%+v", whole)
	}
	did := map[bool]int{} // whether anything was done
	const times = 16
	for i := range times {
		n := 1 + steps*i/times
		r, path, _, err := interrupted(n)
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("at step %d: %v", n, err)
		}
		if r.Again == nil || changed(r) != (len(r.Again) > 0) {
			t.Errorf("at step %d: %+v", n, r)
		}
		did[changed(r)]++
		rest := repaired(t, path)
		if segments, dropped := len(r.Segments)+len(rest.Segments), r.Documents+rest.Documents; segments != 1 || dropped != 1 {
			t.Errorf("at step %d: %d segments and %d documents: %+v, then %+v", n, segments, dropped, r, rest)
		}
		isWhole(t, path, tr.root)
	}
	if did[false] == 0 || did[true] == 0 {
		t.Errorf("%d did nothing, and %d something", did[false], did[true])
	}
}

// Inconsistent documents are removed, with those that refer to them.
func TestRepair_DropsDocuments(t *testing.T) {
	t.Parallel()
	x, tr := segmentedIndex(t)
	x = openIndex(t, x.Path())
	b := bindex.NewBatch()
	b.Delete(contentPrefix + index.BlobID([]byte(source(3))))
	b.Delete(occurrenceID(index.Occurrence{Collection: "c", Root: tr.root, Path: "a/4.go"}))
	must(t, x.bleve.Batch(b))
	must(t, x.Close())
	r := repaired(t, x.Path())
	if !slices.Equal(r.Files, []string{tr.path("a/3.go")}) || r.Documents != 2 || len(r.Again) != 1 {
		t.Errorf("%+v", r)
	}
	isWhole(t, x.Path(), tr.root)
}

// If the store does not open, its damaged file is replaced by the published one.
func TestRepair_RestoresTheStore(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{"list": storeList, "meta": metaFile} {
		for how, damage := range map[string]func(file string) error{
			"missing": os.Remove,
			"empty":   func(file string) error { return os.Truncate(file, 0) },
			"zeros":   func(file string) error { return os.WriteFile(file, make([]byte, 1<<16), 0o600) },
		} {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				x, tr := segmentedIndex(t)
				want := published(t, x.Path())
				must(t, damage(filepath.Join(x.Path(), file)))
				r := repaired(t, x.Path())
				if !r.Restored || len(r.Problems) != 1 || len(r.Segments) > 0 || r.Documents > 0 {
					t.Errorf("%+v", r)
				}
				same(t, "published", published(t, x.Path()), want)
				isWhole(t, x.Path(), tr.root)
			})
		}
	}
}

// A reader keeps its state during a repair. When it opens the index again it sees the rest.
func TestRepair_BesideAReader(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(path string) error{
		"segment": func(path string) error {
			files, err := filepath.Glob(filepath.Join(path, storeDir, "*.zap"))
			if err != nil {
				return err
			}
			content, err := os.ReadFile(files[0])
			if err == nil {
				content[len(content)/2] ^= 1
				err = replaced(files[0], content) // the published file is as it was
			}
			return err
		},
		"list": func(path string) error {
			return replaced(filepath.Join(path, storeList), make([]byte, 1<<15))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, tr := segmentedIndex(t)
			reader, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true})
			must(t, err)
			defer reader.Close()
			before, err := ask(reader)
			must(t, err)
			must(t, damage(x.Path()))
			if r := repaired(t, x.Path()); !changed(r) {
				t.Errorf("%+v", r)
			}
			after, err := ask(reader)
			must(t, err)
			same(t, "the reader's answers", after, before)
			isWhole(t, x.Path(), tr.root)
		})
	}
}

func TestRepair_CannotMend(t *testing.T) {
	t.Parallel()
	x, _ := segmentedIndex(t)
	must(t, os.RemoveAll(filepath.Join(x.Path(), publishedDir)))
	list := x.dir.at(storeList)
	must(t, os.WriteFile(list, make([]byte, 1<<16), 0o600))
	if _, err := Repair(context.Background(), x.Path(), index.Options{}, index.CheckOptions{}); !errors.Is(err, ErrDamaged) {
		t.Errorf("error %v", err)
	}
	if _, err := Repair(context.Background(), t.TempDir(), index.Options{}, index.CheckOptions{}); !errors.Is(err, index.ErrNotIndex) {
		t.Errorf("error %v", err)
	}
	busy := openIndex(t, emptyIndex(t))
	var is *BusyError
	if _, err := Repair(context.Background(), busy.Path(), index.Options{}, index.CheckOptions{}); !errors.As(err, &is) {
		t.Errorf("error %v", err)
	}
}

// Random bytes of an index are damaged. A repair leaves an undamaged index, or returns an error.
// Questions before it get the right answer or an error. Nothing panics.
func TestRepair_AnyDamage(t *testing.T) {
	t.Parallel()
	x, tr := segmentedIndex(t)
	want := answersOf(t, x.Path())
	var files []string
	must(t, filepath.WalkDir(x.Path(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, strings.TrimPrefix(path, x.Path()))
		}
		return err
	}))
	r := rand.New(rand.NewPCG(11, 11))
	damaged, repaired := 0, 0
	for i := range rounds(ringtest.Of(16, 40), 8) {
		path := filepath.Join(realTemp(t), "index")
		must(t, os.CopyFS(path, os.DirFS(x.Path())))
		name := files[r.IntN(len(files))]
		good, err := os.ReadFile(filepath.Join(path, name))
		must(t, err)
		bad := damage(r, good)
		if bytes.Equal(bad, good) {
			continue
		}
		damaged++
		must(t, os.WriteFile(filepath.Join(path, name), bad, 0o600))
		if y, err := Open(context.Background(), path, index.Options{ReadOnly: true}); err == nil {
			if answers, err := ask(y); err == nil && !slices.Equal(answers, want) {
				t.Errorf("case %d: damage of %s changes what readers see", i, name)
			}
			must(t, y.Close())
		}
		if _, err := Repair(context.Background(), path, index.Options{}, index.CheckOptions{}); err != nil {
			t.Logf("case %d: %s: %v", i, name, err)
			continue
		}
		repaired++
		isWhole(t, path, tr.root)
	}
	if 10*repaired < 9*damaged {
		t.Errorf("%d of %d indexes are repaired", repaired, damaged)
	}
}

// damagedList overwrites the list of an index with zeros, in the same file.
func damagedList(t *testing.T, path string) {
	t.Helper()
	must(t, os.WriteFile(filepath.Join(path, storeList), make([]byte, 1<<15), 0o600))
}

// A damaged list is not replaced while a writer has it open. The writer would go on writing to a
// deleted file, beside another writer.
func TestRepair_DamagedListBesideAWriter(t *testing.T) {
	t.Parallel()
	x, tr := segmentedIndex(t)
	writer := lockList(t, x.Path())
	damagedList(t, x.Path())
	list := x.dir.at(storeList)
	before, err := os.Stat(list)
	must(t, err)
	var busy *BusyError
	r, err := Repair(context.Background(), x.Path(), index.Options{}, index.CheckOptions{})
	if !errors.As(err, &busy) || changed(r) {
		t.Fatalf("%+v, error %v", r, err)
	}
	if after, err := os.Stat(list); err != nil || !os.SameFile(before, after) {
		t.Fatalf("the file that the writer has locked was replaced: %v", err)
	}
	waiting := 0
	r, err = Repair(context.Background(), x.Path(), index.Options{Wait: time.Hour, Waiting: func() {
		waiting++
		must(t, writer.Close())
	}}, index.CheckOptions{})
	must(t, err)
	if !r.Restored || waiting != 1 {
		t.Errorf("%+v after %d waits", r, waiting)
	}
	isWhole(t, x.Path(), tr.root)
}

// A list that another process repairs meanwhile is not replaced.
func TestRepair_AnotherWasFaster(t *testing.T) {
	t.Parallel()
	x, _ := segmentedIndex(t)
	list := x.dir.at(storeList)
	good, err := os.ReadFile(list)
	must(t, err)
	for name, repair := range map[string]func() error{
		"the same file": func() error { return os.WriteFile(list, good, 0o600) },
		"another file":  func() error { return replaced(list, good) },
	} {
		other := lockList(t, x.Path())
		damagedList(t, x.Path())
		r, err := Repair(context.Background(), x.Path(), index.Options{Wait: time.Hour, Waiting: func() {
			must(t, repair())
			must(t, other.Close())
		}}, index.CheckOptions{})
		var busy *BusyError
		if changed(r) || err != nil && !errors.As(err, &busy) {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
	}
	if r := repaired(t, x.Path()); changed(r) {
		t.Errorf("%+v", r)
	}
}

// A repair opens the index several times, and says once that it waits.
func TestRepair_SaysOnceThatItWaits(t *testing.T) {
	t.Parallel()
	path := emptyIndex(t)
	lockList(t, path)
	waiting := 0
	r := newRepair(path, index.Options{Wait: time.Millisecond, Waiting: func() { waiting++ }}, index.CheckOptions{})
	for range 2 {
		var busy *BusyError
		if _, err := r.round(context.Background()); !errors.As(err, &busy) {
			t.Errorf("error %v", err)
		}
	}
	if waiting != 1 {
		t.Errorf("%d calls", waiting)
	}
}

// A repair restores index_meta.json beside a writer, and leaves the list of segments to the writer.
func TestRepair_DamagedMetaBesideAWriter(t *testing.T) {
	t.Parallel()
	x, tr := segmentedIndex(t)
	x = openIndex(t, x.Path())
	must(t, os.WriteFile(x.dir.at(metaFile), nil, 0o600))
	var busy *BusyError
	r, err := Repair(context.Background(), x.Path(), index.Options{}, index.CheckOptions{})
	if !errors.As(err, &busy) || !r.Restored || len(r.Problems) != 1 || r.Problems[0].Name != metaFile {
		t.Errorf("%+v, error %v", r, err)
	}
	tr.write("b/later.go", source(42))
	updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{})
	must(t, x.Close())
	if r := repaired(t, x.Path()); changed(r) {
		t.Errorf("%+v", r)
	}
	isWhole(t, x.Path(), tr.root)
}

// A repair names the boilerplate that it drops, with the command that adds it again, or says that
// it cannot know the names.
func TestRepair_NamesLostBoilerplate(t *testing.T) {
	t.Parallel()
	tr, given, made := newTree(t, nil), newTree(t, map[string]string{"kept.go": source(70)}), newIndex(t)
	x := made
	for n := range uint64(40) {
		tr.write(fmt.Sprintf("%d.go", n), source(n))
	}
	added(t, x, index.BoilerplateOptions{}, given.root)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{}) // merges it
	given.write("gone.go", source(71))
	given.write("lost.go", source(72))
	added(t, x, index.BoilerplateOptions{}, given.path("gone.go"), given.path("lost.go"))
	given.remove("gone.go")
	must(t, x.Close())
	both := []string{given.path("gone.go"), given.path("lost.go")}
	holds := func(path string) (files []string) {
		x := openIndex(t, path)
		defer x.Close()
		reader, err := x.read()
		must(t, err)
		defer reader.Close()
		for _, s := range reader.Segments() {
			eachBoilerplate(s, func(b index.Boilerplate) {
				if b.Names[0] == both[0] {
					files = append(files, segmentPath(s))
				}
			})
		}
		return files
	}
	for name, c := range map[string]struct {
		damage  func(t *testing.T, path string)
		unknown bool
		want    []string
	}{
		"sums":       {func(t *testing.T, path string) { must(t, flipSums(holds(path)[0])) }, false, both},
		"no segment": {func(t *testing.T, path string) { must(t, os.Truncate(holds(path)[0], 10)) }, true, []string{}},
		"a document": {func(t *testing.T, path string) {
			x := openIndex(t, path)
			b := index.Boilerplate{ID: index.BlobID([]byte(source(72))), Names: both[1:], Packed: []byte("no zstd")}
			doc, err := boilerplateDocument(&b)
			must(t, err)
			batch := bindex.NewBatch()
			batch.Update(doc)
			must(t, x.bleve.Batch(batch))
			must(t, x.Close())
		}, false, both[1:]},
	} {
		path := filepath.Join(realTemp(t), "index")
		must(t, os.CopyFS(path, os.DirFS(made.Path())))
		must(t, os.RemoveAll(filepath.Join(path, publishedDir))) // which would restore it
		x := openIndex(t, path)
		must(t, x.declareComplete())
		must(t, x.Close())
		c.damage(t, path)
		r := repaired(t, path)
		if !slices.Equal(r.Boilerplate, c.want) || r.BoilerplateUnknown != c.unknown {
			t.Errorf("%s: %+v", name, r)
		}
		line := "chaffinch boilerplate add --index " + path + " " + given.path("lost.go")
		if slices.Contains(lines(r.Again), line) != (len(c.want) > 0) {
			t.Errorf("%s: again %q", name, r.Again)
		}
	}
}

// index_meta.json can be written again where no copy is left.
func TestRepair_WritesTheMetaAgain(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(file string) error{
		"empty": func(file string) error { return os.Truncate(file, 0) }, "missing": os.Remove,
	} {
		x, tr := segmentedIndex(t)
		want := published(t, x.Path())
		meta, err := x.dir.read(metaFile, maxSmall)
		must(t, err)
		if !bytes.Equal(meta, metaContent()) {
			t.Errorf("%s, not %s", meta, metaContent())
		}
		g := generationName(generations(t, x.Path())[0])
		must(t, damage(x.dir.at(metaFile)))
		must(t, damage(x.dir.at(g+"/"+metaFile)))
		if r := repaired(t, x.Path()); !r.Restored || len(r.Problems) != 1 || len(r.Again) > 0 {
			t.Errorf("%s: %+v", name, r)
		}
		same(t, name, published(t, x.Path()), want)
		isWhole(t, x.Path(), tr.root)
	}
}

// Bleve's index of another program stays as it is.
func TestRepair_LeavesOtherIndexes(t *testing.T) {
	t.Parallel()
	foreign := filepath.Join(realTemp(t), "foreign")
	b, err := bleve.New(foreign, bleve.NewIndexMapping())
	must(t, err)
	must(t, b.Close())
	must(t, os.Truncate(filepath.Join(foreign, metaFile), 0))
	before := listing(t, foreign)
	if _, err := Repair(context.Background(), foreign, index.Options{}, index.CheckOptions{}); err == nil {
		t.Error("no error")
	}
	same(t, "files", listing(t, foreign), before)
}

// lines returns the command lines of remedies.
func lines(all []index.Remedy) (lines []string) {
	for _, r := range all {
		lines = append(lines, command.Lines(r))
	}
	return lines
}
