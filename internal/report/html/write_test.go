package html

import (
	"bytes"
	"crypto/sha1"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/pairs"
)

func written(t testing.TB, r faked, o Options) string {
	t.Helper()
	var out strings.Builder
	o.source = r.source
	if err := Write(&out, r.Report, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var blocks = regexp.MustCompile(`(?s)<script type="application/json" id="([a-z0-9]+)">(.*?)</script>`)

// parsed returns the data of a page as the script reads it, and the contents.
func parsed(t *testing.T, page string) (*data, []block) {
	t.Helper()
	var d *data
	var contents []block
	for _, m := range blocks.FindAllStringSubmatch(page, -1) {
		if m[1] == "data" {
			d = new(data)
			if err := json.Unmarshal([]byte(m[2]), d); err != nil {
				t.Fatal(err)
			}
			continue
		}
		var b block
		if err := json.Unmarshal([]byte(m[2]), &b); err != nil || m[1] != fmt.Sprint("text", len(contents)) {
			t.Fatal(m[1], err)
		}
		contents = append(contents, b)
	}
	if d == nil {
		t.Fatal("the page has no data")
	}
	return d, contents
}

func TestWrite_IsDeterministic(t *testing.T) {
	for _, o := range []Options{{}, {Title: "x", Anonymous: true}} {
		once, again := written(t, newSample(t).result, o), written(t, newSample(t).result, o)
		if once != again {
			t.Errorf("two pages of the same with %+v differ", o)
		}
	}
}

func TestWrite_MatchesHaveTheirPlaceInTheSource(t *testing.T) {
	s := newSample(t)
	s.recode(t)
	r := s.result
	d, contents := parsed(t, written(t, r, Options{}))
	matches := 0
	for i, p := range r.Pairs {
		for j, m := range p.Matches {
			for side, at := range []answer.Place{m.A, m.B} {
				unit := []int{p.A.Unit, p.B.Unit}[side]
				source := s.sources[r.Units[unit].Files[at.File].Content]
				place := d.Pairs[i].Matches[j].Places[side]
				shown := contents[d.Units[unit].Files[place[0]].Text].Text
				have := string(utf16.Decode(utf16.Encode([]rune(shown))[place[3]:place[4]]))
				if want := newText(source[at.Bytes.Start:at.Bytes.End]).shown; have != want {
					t.Fatalf("pair %d, match %d, side %d: have\n%s\nwant\n%s", i, j, side, have, want)
				}
				matches++
			}
		}
	}
	if matches < 20 {
		t.Errorf("only %d places were checked", matches)
	}
}

// recode adds multi-byte letters and CR LF line ends to all sources, and shifts the places in them.
func (s *sample) recode(t *testing.T) {
	t.Helper()
	r := s.result
	for i := range r.Pairs {
		for j := range r.Pairs[i].Matches {
			m := &r.Pairs[i].Matches[j]
			for _, at := range []struct {
				unit int
				*answer.Place
			}{{r.Pairs[i].A.Unit, &m.A}, {r.Pairs[i].B.Unit, &m.B}} {
				source := s.sources[r.Units[at.unit].Files[at.File].Content]
				at.Bytes.Start = len(recoded(source[:at.Bytes.Start]))
				at.Bytes.End = len(recoded(source[:at.Bytes.End]))
			}
		}
	}
	for content, source := range s.sources {
		s.sources[content] = recoded(source)
	}
}

func recoded(source []byte) []byte {
	return []byte(
		strings.NewReplacer("\n", "\r\n", "a", "ä", "e", "😀", "o", "\xff", "t", "\u202e").Replace(string(source)),
	)
}

func TestWrite_RenamesAreThoseOfTheMatch(t *testing.T) {
	r := newSample(t).result
	d, _ := parsed(t, written(t, r, Options{}))
	renames := 0
	for i, p := range r.Pairs {
		for j, m := range p.Matches {
			for k, want := range m.Renames {
				have := d.Pairs[i].Matches[j].Renames[k]
				if d.Names[have[0]] != want.A || d.Names[have[1]] != want.B || have[2] != want.Count {
					t.Errorf("pair %d, match %d: %v is %+v", i, j, have, want)
				}
				renames++
			}
		}
	}
	names := slices.Clone(d.Names)
	slices.Sort(names)
	if renames == 0 || len(slices.Compact(names)) != len(d.Names) {
		t.Errorf("%d renames of the names %q", renames, d.Names)
	}
}

func TestWrite_HasEachContentWithMatchesOnce(t *testing.T) {
	s := newSample(t)
	d, contents := parsed(t, written(t, s.result, Options{}))
	used := map[string]int{}
	for _, p := range s.result.Pairs {
		for _, m := range p.Matches {
			used[s.result.Units[p.A.Unit].Files[m.A.File].Content]++
			used[s.result.Units[p.B.Unit].Files[m.B.File].Content]++
		}
	}
	if len(contents) != len(used) || len(used) == len(s.sources) {
		t.Errorf("%d contents are written, %d have matches, there are %d", len(contents), len(used), len(s.sources))
	}
	for i, u := range s.result.Units {
		for j, f := range u.Files {
			text := d.Units[i].Files[j].Text
			if (used[f.Content] > 0) != (text >= 0) {
				t.Errorf("%s with %d matches has text %d", f.Path, used[f.Content], text)
			}
			if text >= 0 && contents[text].Text != string(s.sources[f.Content]) {
				t.Errorf("%s is shown with another content", f.Path)
			}
		}
	}
}

func TestWrite_SaysThatASourceIsGone(t *testing.T) {
	s := newSample(t)
	gone := s.result.Units[s.result.Pairs[0].A.Unit].Files[s.result.Pairs[0].Matches[0].A.File].Content
	delete(s.sources, gone)
	_, contents := parsed(t, written(t, s.result, Options{}))
	if !strings.Contains(contents[0].Missing, "no such file") || contents[0].Text != "" || contents[1].Missing != "" {
		t.Errorf("%+v", contents[0])
	}
	page := written(t, s.result, Options{Anonymous: true})
	if strings.Contains(page, "/home/teacher") || !strings.Contains(page, "it could not be read") {
		t.Error("an anonymous page has the path of a source that is gone, or does not say that it is gone")
	}
}

func TestWrite_PlacesStayInAChangedSource(t *testing.T) {
	s := newSample(t)
	for content := range s.sources {
		s.sources[content] = []byte("x")
	}
	d, _ := parsed(t, written(t, s.result, Options{}))
	for _, p := range d.Pairs {
		for _, m := range p.Matches {
			for _, at := range m.Places {
				if at[3] < 0 || at[3] > at[4] || at[4] > 1 {
					t.Fatalf("%v in a text of one letter", at)
				}
			}
		}
	}
}

const evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\u2028\u2029\x1b[31m\u202e\x00\xff"

func hostile() faked {
	offset := answer.Place{Path: evil, Lines: answer.Lines{From: 1, To: 2}, Bytes: answer.Span{Start: 3, End: 90}}
	unit := func(name string) pairs.Unit {
		return pairs.Unit{
			Name:   name + evil,
			Author: evil,
			Label:  evil,
			Tokens: 9,
			Files:  []pairs.File{{Path: evil, Content: evil, Language: evil, Lines: 1, Tokens: 9}},
		}
	}
	return faked{&pairs.Report{
		Unit: "dir", Units: []pairs.Unit{unit("a"), unit("b")}, Identical: [][]int{}, Histogram: make([]int, 100),
		Skipped: map[document.Reason]int{evil: 1}, Warnings: []answer.Warning{{Text: evil}},
		Pairs: []pairs.Pair{
			{
				A:     pairs.Side{Unit: 0, Name: evil},
				B:     pairs.Side{Unit: 1, Name: evil},
				Score: 0.5,
				Kind:  "edited",
				Matches: []pairs.Match{
					{Shared: answer.Shared{
						A: offset, B: offset, Kind: "edited", Tokens: 8,
						Renames: []answer.NamePair{{A: evil, B: evil, Count: 1}},
					}},
				},
			},
		},
	}, func(string) ([]byte, error) { return []byte(evil + "\n" + evil), nil }}
}

func TestWrite_NothingIsMarkup(t *testing.T) {
	gone := hostile()
	gone.source = func(string) ([]byte, error) { return nil, errors.New(evil) }
	pair := hostileComparison(t).page(t)
	for _, page := range []string{written(t, hostile(), Options{Title: evil}), written(t, gone, Options{Title: evil}), pair} {
		if strings.ContainsFunc(page, unprintable) || !utf8.ValidString(page) {
			t.Error("the page has unprintable characters")
		}
		_, contents := parsed(t, page)
		if n := strings.Count(page, "<script"); n != len(contents)+2 {
			t.Errorf("%d scripts, not one, the data and %d contents", n, len(contents))
		}
		for _, bad := range []string{"<img", "alert(1)</", "<script>alert", "<b>", "</section><script", "</noscript> "} {
			if strings.Contains(page, bad) {
				t.Errorf("there is %q in the page", bad)
			}
		}
		for _, m := range blocks.FindAllStringSubmatch(page, -1) {
			if strings.ContainsAny(m[2], "<>&\u2028\u2029") {
				t.Errorf("the block %s is not escaped", m[1])
			}
		}
	}
	for _, good := range []string{"&lt;/title&gt;&lt;/script&gt;", "&lt;script&gt;alert(1)"} {
		if !strings.Contains(pair, good) {
			t.Errorf("%q is not in the page", good)
		}
	}
}

func TestWrite_PolicyAllowsOnlyItsScriptAndStyle(t *testing.T) {
	page := written(t, hostile(), Options{})
	want := `content="default-src 'none'; style-src '` + digest(allParts().style)
	if !strings.Contains(page, want) || strings.Contains(allParts().policy, "unsafe") {
		t.Errorf("the policy is %s", allParts().policy)
	}
	if strings.Contains(page, "http-equiv=\"refresh\"") ||
		regexp.MustCompile(`(src|href)="(https?:)?//`).MatchString(page) {
		t.Error("the page asks for something that is not in it")
	}
}

func TestWrite_EmptyResult(t *testing.T) {
	d, contents := parsed(t, written(t, faked{Report: &pairs.Report{Unit: "file"}}, Options{}))
	if d.Units == nil || d.Pairs == nil || d.Identical == nil || d.Near == nil || d.Histogram == nil ||
		d.Skipped == nil ||
		d.Warnings == nil ||
		len(contents) != 0 {
		t.Errorf("%+v", d)
	}
	if d.Title != "Comparison of 0 files" {
		t.Error(d.Title)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestWrite_ReportsAWriterThatFails(t *testing.T) {
	c := compare(t, first, other)
	for _, err := range []error{
		Write(brokenWriter{}, newSample(t).result.Report, Options{}),
		WriteComparison(brokenWriter{}, c.Comparison, c.sources[0], c.sources[1]),
	} {
		if err == nil || err.Error() != "writing the page: the disk is full" {
			t.Error(err)
		}
	}
}

// large returns the result of a large course: 500 submissions of 200 lines, 4,000 listed pairs with
// six matches each.
func large() faked {
	all := makeLarge()
	r := *all.Report
	r.Units, r.Pairs = slices.Clone(r.Units), slices.Clone(r.Pairs)
	return faked{&r, all.source}
}

var makeLarge = sync.OnceValue(func() faked {
	r := rand.New(rand.NewPCG(5, 5))
	sources := map[string][]byte{}
	result := &pairs.Report{Unit: "dir", MinScore: 0.3, Guarantee: 17, Histogram: make([]int, 100)}
	for i := range 500 {
		var b strings.Builder
		for lines := 0; lines < 200; lines = strings.Count(b.String(), "\n") {
			b.WriteString(own(r) + "\n")
		}
		content := fmt.Sprintf("%x", sha1.Sum([]byte(b.String())))
		sources[content] = []byte(b.String())
		name := fmt.Sprintf("student%03d", i)
		result.Units = append(
			result.Units,
			pairs.Unit{
				Name:   name,
				Tokens: 2000,
				Files: []pairs.File{
					{Path: name + "/main.py", Content: content, Language: "Python", Lines: 200, Tokens: 2000},
				},
			},
		)
	}
	for i := range 4000 {
		a := i % 499
		p := pairs.Pair{
			A:       pairs.Side{Unit: a},
			B:       pairs.Side{Unit: a + 1 + r.IntN(min(8, 499-a))},
			Score:   1 - float64(i)/6000,
			Kind:    "renamed",
			Longest: 120,
			Tokens:  700,

			Probability: 1 - float64(i)/5000,
		}
		for m := range 6 {
			p.Matches = append(
				p.Matches,
				pairs.Match{Weight: 41.25, Shared: answer.Shared{
					A: placeAt(m), B: placeAt(m), Tokens: 120, Kind: "renamed",
					Renames: []answer.NamePair{{A: "total", B: "sum_of_all", Count: 7}, {A: "i", B: "index", Count: 3}},
				}},
			)
		}
		result.Histogram[min(99, int(100*p.Score))]++
		result.Pairs = append(result.Pairs, p)
	}
	return faked{result, func(content string) ([]byte, error) { return sources[content], nil }}
})

func placeAt(m int) answer.Place {
	return answer.Place{
		Lines: answer.Lines{From: 1 + 30*m, To: 29 + 30*m},
		Bytes: answer.Span{Start: 1100 * m, End: 1100*m + 1000},
	}
}

func TestWrite_SizeOfALargeCourse(t *testing.T) {
	if size := len(written(t, large(), Options{})); size > 20e6 {
		t.Errorf("500 submissions of 200 lines make a page of %d bytes", size)
	}
}

func BenchmarkWrite(b *testing.B) {
	result := large()
	var out bytes.Buffer
	b.ReportAllocs()
	for b.Loop() {
		out.Reset()
		if err := Write(&out, result.Report, Options{source: result.source}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(out.Len())/1e6, "MB")
}
