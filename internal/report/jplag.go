package report

import (
	"archive/zip"
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/report/anonymous"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// JPlagOptions are the options of [JPlag].
type JPlagOptions struct {
	// Top is the maximum number of pairs; under 1 means all. Each copy of identical units counts.
	Top int
	// Anonymous uses pseudonyms for the names of units and paths. It leaves out everything else
	// that may have names, except the sources.
	Anonymous bool
	// Paths, Old and Base are the input paths. The report has their last elements.
	Paths, Old, Base []string
	// Date is the date of the run.
	Date time.Time
}

// A JPlag report is a zip of JSON files and sources. The report viewer reads all of it, and throws
// if something is missing, so each pair has a file in comparisons, and each of its units a file in
// basecode, an entry in submissionFileIndex.json, and its sources in files.

// JPlag writes the pairs as a report for JPlag's viewer, version 6.2 or later. It writes file by
// file, and pair by pair.
func JPlag(ctx context.Context, out io.Writer, r *pairs.Report, o JPlagOptions) error {
	strong := *r
	strong.Weak = nil // no comparison would be written for a weak pair in the lists
	r = &strong
	w := newJPlagWriter(out, r, o)
	if o.Anonymous {
		mask := anonymous.New(r)
		w.r, w.each = mask.Result(), mask.EachPair
		w.o.Paths, w.o.Old, w.o.Base = nil, nil, nil
	}
	return w.write(ctx)
}

func newJPlagWriter(out io.Writer, r *pairs.Report, o JPlagOptions) *jplagWriter {
	return &jplagWriter{r: r, each: r.EachPair, o: o, zip: zip.NewWriter(out),
		texts: newTextCache(func(content string) *jplagText { return newJPlagText(r.Source(content)) })}
}

func (w *jplagWriter) write(ctx context.Context) error {
	w.names = newJPlagNames(w.r.Units)
	w.collect()
	for _, write := range []func(context.Context) error{
		w.summaries, w.mappings, w.fileIndex, w.topComparisons, w.baseCode, w.comparisons, w.sources,
	} {
		if err := write(ctx); err != nil {
			return err
		}
	}
	return w.zip.Close()
}

type jplagWriter struct {
	r     *pairs.Report // with pseudonyms, if they are wanted
	each  func(context.Context, func(*pairs.Pair) error) error
	o     JPlagOptions
	zip   *zip.Writer
	names *jplagNames
	texts *textCache[jplagText] // by content

	rows    [][2]int32             // the units of each written pair
	used    []bool                 // units in a written pair
	ignored map[string]*pairs.File // one with the places of boilerplate, by content
	maximum [100]int               // counts the written pairs by their larger share, in hundredths
}

// collect finds out which pairs and units will be written.
func (w *jplagWriter) collect() {
	w.used = make([]bool, len(w.r.Units))
	for x := range first(w.r, w.o.Top) {
		a, b := x.pair.A.Unit, x.pair.B.Unit
		w.rows = append(w.rows, [2]int32{int32(a), int32(b)})
		w.used[a], w.used[b] = true, true
		w.maximum[min(99, int(100*largerShare(&x.pair)))]++
	}
	w.ignored = map[string]*pairs.File{}
	for i := range w.r.Units {
		for j := range w.r.Units[i].Files {
			if f := &w.r.Units[i].Files[j]; len(f.Boilerplate) > 0 {
				w.ignored[f.Content] = f
			}
		}
	}
}

// largerShare returns the larger of the two shares of tokens in matches.
func largerShare(p *pairs.Pair) float64 { return max(p.A.Coverage, p.B.Coverage) }

// writtenUnits yields the numbers of the units in written pairs.
func (w *jplagWriter) writtenUnits(ctx context.Context) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i, used := range w.used {
			if used && !yield(i, ctx.Err()) {
				return
			}
		}
	}
}

// comparisonName returns the name of the file of a pair, by its number.
func comparisonName(row int) string { return fmt.Sprint(row+1, ".json") }

// put writes a value as a file.
func (w *jplagWriter) put(name string, v any) error {
	out, err := w.zip.Create(name)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(v)
}

// mappings writes the names that are shown, and which file has which pair.
func (w *jplagWriter) mappings(context.Context) error {
	others := make([][][2]int32, len(w.r.Units)) // by unit: the other one, and the number of the row
	for n, units := range w.rows {
		a, b := units[0], units[1]
		others[a], others[b] = append(others[a], [2]int32{b, int32(n)}), append(others[b], [2]int32{a, int32(n)})
	}
	o, err := w.object("submissionMappings.json", `{"submissionIds":{`)
	if err != nil {
		return err
	}
	for i := range w.r.Units {
		if err := o.member(w.names.units[i], w.shownName(&w.r.Units[i])); err != nil {
			return err
		}
	}
	o.next(`},"submissionIdsToComparisonFileName":{`)
	for i, of := range others {
		if len(of) == 0 {
			continue
		}
		files := map[string]string{}
		for _, other := range of {
			files[w.names.units[other[0]]] = comparisonName(int(other[1]))
		}
		if err := o.member(w.names.units[i], files); err != nil {
			return err
		}
	}
	return o.end("}}\n")
}

// fileIndex writes the number of tokens of each file. JPlag counts one more, for the end of the
// file, which the viewer subtracts.
func (w *jplagWriter) fileIndex(ctx context.Context) error {
	o, err := w.object("submissionFileIndex.json", `{"fileIndexes":{`)
	if err != nil {
		return err
	}
	for i, err := range w.writtenUnits(ctx) {
		files := map[string]jplagFile{}
		for j, f := range w.r.Units[i].Files {
			files[w.names.files[i][j]] = jplagFile{f.Tokens + 1}
		}
		if err := cmp.Or(err, o.member(w.names.units[i], files)); err != nil {
			return err
		}
	}
	return o.end("}}\n")
}

func (w *jplagWriter) topComparisons(ctx context.Context) error {
	o, err := w.object("topComparisons.json", "[")
	if err != nil {
		return err
	}
	for x := range first(w.r, w.o.Top) {
		top := jplagTop{w.names.units[x.pair.A.Unit], w.names.units[x.pair.B.Unit], similarities(&x)}
		if err := cmp.Or(ctx.Err(), o.element(top)); err != nil {
			return err
		}
	}
	return o.end("]\n")
}

func similarities(x *row) jplagSimilarities {
	return jplagSimilarities{
		Average: FourDecimals(x.pair.Score), Maximum: FourDecimals(largerShare(&x.pair)),
		Longest: x.pair.Longest, Length: max(x.a.Tokens, x.b.Tokens),
	}
}

// comparisons writes a file for each pair, with its matches.
func (w *jplagWriter) comparisons(ctx context.Context) error {
	n := 0
	write := func(x row) error {
		if n == len(w.rows) {
			return errEnough
		}
		p := &x.pair
		c := jplagComparison{
			First: w.names.units[p.A.Unit], Second: w.names.units[p.B.Unit], Similarities: similarities(&x),
			Matches: w.matches(&x), OfFirst: FourDecimals(p.A.Coverage), OfSecond: FourDecimals(p.B.Coverage),
		}
		n++
		return cmp.Or(ctx.Err(), w.put("comparisons/"+comparisonName(n-1), c))
	}
	err := w.eachRow(ctx, write)
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// eachRow calls f with the rows of the result, with their matches.
func (w *jplagWriter) eachRow(ctx context.Context, f func(row) error) error {
	var failed, found error
	all := rowsOf(w.r, func(yield func(*pairs.Pair) bool) {
		found = w.each(ctx, func(p *pairs.Pair) error {
			if !yield(p) {
				return errEnough
			}
			return nil
		})
	})
	for x := range all {
		if failed = f(x); failed != nil {
			break
		}
	}
	return cmp.Or(failed, found)
}

// sources writes the files of the units, in UTF-8.
func (w *jplagWriter) sources(ctx context.Context) error {
	for i, err := range w.writtenUnits(ctx) {
		if err != nil {
			return err
		}
		for j, f := range w.r.Units[i].Files {
			out, err := w.zip.Create("files/" + w.names.files[i][j])
			if err != nil {
				return err
			}
			if _, err := out.Write(w.sourceOf(f.Content)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sourceOf returns the text of a content. If it cannot be read, the text says so, without the
// reason if that may name a file.
func (w *jplagWriter) sourceOf(content string) []byte {
	t := w.texts.read(content)
	switch {
	case t.err == nil:
		return t.valid()
	case w.o.Anonymous:
		return []byte("chaffinch could not read this file again\n")
	}
	return []byte("chaffinch could not read this file again: " + t.err.Error() + "\n")
}

// jplagObject writes a JSON text of any length, a member or element at a time.
type jplagObject struct {
	out   *bufio.Writer
	comma bool
}

// object begins a file with that text.
func (w *jplagWriter) object(name, begin string) (*jplagObject, error) {
	out, err := w.zip.Create(name)
	if err != nil {
		return nil, err
	}
	o := &jplagObject{out: bufio.NewWriter(out)}
	o.next(begin)
	return o, nil
}

// next writes a text after which the first member has no comma.
func (o *jplagObject) next(text string) {
	o.out.WriteString(text) // errors stay until end
	o.comma = false
}

func (o *jplagObject) member(key string, value any) error {
	text, err := json.Marshal(map[string]any{key: value})
	if err != nil {
		return err
	}
	return o.write(text[1 : len(text)-1])
}

func (o *jplagObject) element(value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return o.write(text)
}

func (o *jplagObject) write(text []byte) error {
	if o.comma {
		o.out.WriteByte(',')
	}
	o.comma = true
	o.out.WriteByte('\n')
	_, err := o.out.Write(text)
	return err
}

// end writes the last text.
func (o *jplagObject) end(text string) error {
	o.out.WriteString(text)
	return o.out.Flush()
}

// lastElements returns the last element of each path, for a report is passed on.
func lastElements(paths []string) []string {
	all := []string{}
	for _, p := range paths {
		if abs, err := filepath.Abs(p); err == nil {
			p = abs
		}
		all = append(all, filepath.Base(p))
	}
	return slices.Compact(all)
}
