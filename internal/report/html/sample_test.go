package html

import (
	"bytes"
	"cmp"
	"crypto/sha1"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// A sample is a small course. Each submission consists of a few handwritten functions and of random
// statements. Some are copies, renamed or edited. Matches are computed as compare does, so that all
// places are real.
type sample struct {
	result  faked
	sources map[string][]byte // by content
}

// given is in every submission, and is boilerplate.
const given = `"""Exercise 4: what a sensor saw."""
import csv
import sys


def read_rows(path):
    with open(path, newline="") as handle:
        return [row for row in csv.reader(handle) if row and not row[0].startswith("#")]

`

// idiom is in many submissions.
const idiom = `

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
`

// Functions of main.py and of stats.py; names in braces may be renamed.
var functions = map[string][]string{
	"main.py": {
		`def group_by_hour({rows}, {zone}):
    # The clock of the sensor runs in UTC.
    {groups} = {}
    for {row} in {rows}:
        {hour} = (int({row}[0][11:13]) + {zone}) % 24
        if {hour} not in {groups}:
            {groups}[{hour}] = []
        {groups}[{hour}].append(float({row}[2]))
    return {groups}
`, `def find_gaps({rows}, {limit}=3600):
    """Return the places where nothing was measured for too long."""
    {gaps} = []
    {before} = None
    for {index}, {row} in enumerate({rows}):
        {now} = parse_time({row}[0])
        if {before} is not None and {now} - {before} > {limit}:
            {gaps}.append(({index}, {now} - {before}))
        {before} = {now}
    return sorted({gaps}, key=lambda {gap}: -{gap}[1])
`, `def parse_time({text}):
    {date}, {clock} = {text}.split("T")
    {year}, {month}, {day} = (int({part}) for {part} in {date}.split("-"))
    {hours}, {minutes} = {clock}.rstrip("Z").split(":")[:2]
    {days} = 365 * ({year} - 1970) + ({year} - 1969) // 4 + 30 * {month} + {day}
    return ({days} * 24 + int({hours})) * 3600 + int({minutes}) * 60
`, `def main({arguments}):
    {rows} = read_rows({arguments}[0])
    {groups} = group_by_hour({rows}, zone=1)
    for {hour} in sorted({groups}):
        {values} = {groups}[{hour}]
        print(f"{{hour}:02}h", round(mean({values}), 2), "#" * int(mean({values})))
    {gaps} = find_gaps({rows})
    print("gaps:", len({gaps}), "longest:", {gaps}[0] if {gaps} else "none")
    return 0
`,
	},
	"stats.py": {
		`def mean({values}):
    {total} = 0.0
    for {value} in {values}:
        {total} += {value}
    return {total} / len({values}) if {values} else 0.0
`, `def median({values}):
    {ordered} = sorted({values})
    {middle} = len({ordered}) // 2
    if len({ordered}) % 2 == 1:
        return {ordered}[{middle}]
    return ({ordered}[{middle} - 1] + {ordered}[{middle}]) / 2
`, `def smooth({values}, {width}):
    """A running mean, by a window that is moved."""
    {result}, {window} = [], []
    {total} = 0.0
    for {value} in {values}:
        {window}.append({value})
        {total} += {value}
        if len({window}) > {width}:
            {total} -= {window}.pop(0)
        {result}.append({total} / len({window}))
    return {result}
`, `def outliers({values}, {factor}=2.5):
    {centre} = mean({values})
    {spread} = (sum(({value} - {centre}) ** 2 for {value} in {values}) / max(1, len({values}) - 1)) ** 0.5
    return [({i}, {value}) for {i}, {value} in enumerate({values}) if abs({value} - {centre}) > {factor} * {spread}]
`,
	},
}

var nouns4 = strings.Fields(
	"level tank pump valve rate flow depth wind rain cell node unit edge path mark step load core disk page slot lane band tone beam",
)

// leastTokens excludes matches of random statements, which have similar structures.
const leastTokens = 48

// own returns a unique function.
func own(r *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "def %s_%s(%s, %s):\n", noun(r), noun(r), noun(r), noun(r))
	for range 4 + r.IntN(7) {
		b.WriteString(statement(r))
	}
	fmt.Fprintf(&b, "    return %s\n", expression(r, 2))
	return b.String()
}

func noun(r *rand.Rand) string {
	return nouns4[r.IntN(len(nouns4))] + []string{"", "s", "_a", "_of", "2"}[r.IntN(5)]
}

func statement(r *rand.Rand) string {
	x, y, name := expression(r, 2), expression(r, 1), noun(r)
	return []string{
		"    " + name + " = " + x + "\n",
		"    if " + x + ":\n        " + name + " += " + y + "\n",
		"    while " + y + ":\n        " + name + " = " + x + "\n        break\n",
		"    for " + name + " in " + x + ":\n        yield " + y + "\n",
		"    # " + name + " is what the " + noun(r) + " was before\n    del " + name + "\n",
		"    assert " + x + ", \"no " + name + "\"\n",
		"    with " + name + "(" + y + ") as " + noun(r) + ":\n        " + x + "\n",
		"    " + name + "[" + y + "], " + noun(r) + " = " + x + "\n",
	}[r.IntN(8)]
}

func expression(r *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{noun(r), noun(r), fmt.Sprint(r.IntN(500)), "\"" + noun(r) + "\"", "None", "-" + noun(r)}[r.IntN(6)]
	}
	x, y, z := expression(r, depth-1), expression(r, depth-1), expression(r, r.IntN(depth))
	return []string{
		x + " + " + y, x + " // " + y + " % " + z, noun(r) + "(" + x + ", " + y + ")", noun(r) + "." + noun(r) + "(" + x + ")",
		noun(r) + "[" + x + ":" + y + "]", "[" + x + ", " + y + ", " + z + "]", "(" + x + " if " + y + " else " + z + ")",
		"{" + x + ": " + y + "}", "not " + x + " or " + y, x + " < " + y + " <= " + z, "(lambda " + noun(r) + ": " + x + ")",
		"[" + x + " for " + noun(r) + " in " + y + " if " + z + "]",
		noun(r) + "(*" + noun(r) + ", " + noun(r) + "=" + x + ")", x + " ** " + y,
	}[r.IntN(14)]
}

// named4 puts names into a function: the original ones, or others.
func named4(f string, rename bool) string {
	for {
		from := strings.Index(f, "{")
		for from >= 0 && (f[from+1] < 'a' || f[from+1] > 'z') {
			next := strings.Index(f[from+1:], "{")
			if next < 0 {
				return f
			}
			from += 1 + next
		}
		if from < 0 {
			return f
		}
		to := from + strings.Index(f[from:], "}")
		name := f[from+1 : to]
		if rename {
			name = "my_" + name[:min(3, len(name))]
		}
		f = f[:from] + name + f[to+1:]
	}
}

// student describes a submission.
type student struct {
	name, author, label string
	day                 int // of the month, 0 for no date
	old                 bool
	functions           int // of each file, shared with all that have them
	renamed, edited     bool
	identicalTo         string
}

var course = []student{
	{name: "2025/alder", author: "Ida Alder", label: "group A", old: true, functions: 4},
	{name: "2025/birch", author: "Jon Birch", label: "group B", old: true},
	{name: "ash", author: "Maya Ash", label: "group A", day: 3, functions: 4},
	{name: "beech", author: "Tom Beech", label: "group A", day: 5, functions: 4, renamed: true},
	{name: "cedar", author: "Lin Cedar", label: "group B", day: 5, functions: 3, edited: true},
	{name: "cypress", author: "Noor Cypress", label: "group B", day: 6, functions: 4, renamed: true, edited: true},
	{name: "elm", author: "Ben Elm", label: "group A", day: 6, identicalTo: "ash"},
	{name: "fir", author: "Ana Fir", label: "group B", day: 4},
	{name: "hazel", author: "Kim Hazel", label: "group B", day: 2},
	{name: "holly", author: "Zoe Holly", label: "group A", day: 6, functions: -2},
	{name: "juniper", author: "Max Juniper", label: "group B", day: 6, functions: -2, renamed: true},
	{name: "larch", author: "Eva Larch", label: "group A", day: 7, functions: 1},
	{name: "linden", author: "Sam Linden", label: "group B", day: 7},
	{name: "maple", author: "Ola Maple", label: "group A", day: 3},
	{name: "oak", author: "Uma Oak", label: "group A", day: 4, functions: -3},
	{name: "pine", author: "Leo Pine", label: "group B", day: 6, functions: -3, edited: true},
	{name: "poplar", author: "Gil Poplar", label: "group B", day: 7, functions: -3, renamed: true},
	{name: "rowan", author: "Amy Rowan", label: "group A", day: 7, identicalTo: "oak"},
	{name: "willow", author: "Per Willow", label: "group A", day: 1},
	{name: "yew", author: "Rik Yew", label: "group B", day: 5},
}

// source writes a file of a student. A negative number of functions means random statements
// shared with the students of the same number.
func (s student) source(path string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var parts []string
	if s.functions < 0 {
		shared := rand.New(rand.NewPCG(uint64(-s.functions), uint64(len(path))))
		for range 4 {
			parts = append(parts, own(shared))
		}
	}
	for i, f := range functions[path] {
		if i < s.functions {
			parts = append(parts, named4(f, s.renamed))
		}
	}
	for range 3 {
		parts = append(parts, own(r))
	}
	if s.edited {
		parts[0], parts[1] = parts[1], parts[0]
		parts[1] = strings.Replace(parts[1], "    return", "    print(\"done\", 1, 2)\n    return", 1)
	}
	if s.renamed {
		for i := range parts {
			parts[i] = strings.NewReplacer("level", "niveau", "tank", "silo", "valve", "tap", "rate", "speed").
				Replace(parts[i])
		}
	}
	return given + strings.Join(parts, "\n\n") + idiom
}

// faked is a collection with made-up sources.
type faked struct {
	*pairs.Report
	source func(content string) ([]byte, error)
}

// newSample compares the course.
func newSample(t testing.TB) *sample {
	t.Helper()
	s := &sample{sources: map[string][]byte{}}
	s.result = faked{&pairs.Report{
		Unit:      "dir",
		MinScore:  0.15,
		Guarantee: 17,
		Histogram: make([]int, 100),
		Pairs:     []pairs.Pair{},
		Skipped: map[document.Reason]int{
			"binary":    2,
			"too short": 1,
		},
		Warnings: []answer.Warning{{Text: "info.csv names larix, which is not there"}},
		Stats:    pairs.Stats{Files: 40, Microseconds: 412_000},
	}, s.source}
	written := map[string]student{}
	for i, who := range course {
		from := who
		if who.identicalTo != "" {
			from = written[who.identicalTo]
		}
		written[who.name] = from
		seed := uint64(slices.IndexFunc(course, func(c student) bool { return c.name == from.name })) + 100
		u := pairs.Unit{Name: who.name, Author: who.author, Label: who.label, Old: who.old}
		if who.day > 0 {
			at := time.Date(2026, 3, who.day, 8+i%12, 7*i%60, 0, 0, time.UTC)
			u.Date = &at
		}
		for _, path := range []string{"main.py", "stats.py"} {
			s.add(&u, who.name+"/"+path, from.source(path, seed))
		}
		s.result.Units = append(s.result.Units, u)
	}
	s.result.Identical = [][]int{{2, 6}, {14, 17}}
	s.compareAll(t)
	s.result.Stats.Contents = len(s.sources)
	return s
}

func (s *sample) source(content string) ([]byte, error) {
	if source, ok := s.sources[content]; ok {
		return source, nil
	}
	return nil, errors.New("reading /home/teacher/" + content + ": no such file")
}

func (s *sample) add(u *pairs.Unit, path, source string) {
	content := fmt.Sprintf("%x", sha1.Sum([]byte(source)))
	s.sources[content] = []byte(source)
	l := detect.Language(path, []byte(source))
	f := pairs.File{
		Path:     path,
		Content:  content,
		Language: l.Name,
		Lines:    strings.Count(source, "\n"),
		Tokens:   len(l.Lex(nil, []byte(source))),
	}
	if strings.HasPrefix(source, given) {
		f.Boilerplate = []answer.Span{{Start: 0, End: len(given) - 1}}
		u.Boilerplate += len(l.Lex(nil, []byte(given)))
	}
	if at := strings.Index(source, idiom); at >= 0 {
		f.Idioms = []answer.Span{{Start: at + 2, End: at + len(idiom)}}
	}
	u.Files = append(u.Files, f)
	u.Tokens += f.Tokens
}

func (s *sample) compareAll(t testing.TB) {
	r := s.result
	for a := range r.Units {
		for b := a + 1; b < len(r.Units); b++ {
			r.Stats.Comparable++
			if course[a].identicalTo != "" || course[b].identicalTo != "" || course[a].old && course[b].old {
				continue
			}
			r.Stats.Aligned++
			p := s.pair(t, a, b)
			r.Histogram[min(99, int(100*p.Score))]++
			if p.Score >= r.MinScore {
				r.Pairs = append(r.Pairs, p)
			}
		}
	}
	r.Histogram[99] += len(r.Identical)
	r.Stats.Sharing = r.Stats.Aligned
	slices.SortStableFunc(r.Pairs, func(x, y pairs.Pair) int { return cmp.Compare(y.Score, x.Score) })
	for i := range r.Pairs {
		r.Pairs[i].New = i%3 == 0
	}
}

// pair compares the files of two units that have the same name.
func (s *sample) pair(t testing.TB, a, b int) pairs.Pair {
	t.Helper()
	x, y := &s.result.Units[a], &s.result.Units[b]
	p := pairs.Pair{
		A:       pairs.Side{Unit: a, Name: x.Name},
		B:       pairs.Side{Unit: b, Name: y.Name},
		Kind:    "verbatim",
		Matches: []pairs.Match{},
	}
	covered := [2]float64{}
	for i := range x.Files {
		for _, m := range s.matches(t, &x.Files[i], &y.Files[i]) {
			if m.Tokens < leastTokens {
				continue
			}
			m.A.File, m.A.Path, m.B.File, m.B.Path = i, x.Files[i].Path, i, y.Files[i].Path
			m.Renames, m.Edits = slices.Clone(m.Renames), slices.Clone(m.Edits)
			p.Matches = append(p.Matches, pairs.Match{Shared: m, Weight: float64(m.Tokens) / 3})
			p.Tokens += m.Tokens
			p.Longest = max(p.Longest, m.Tokens)
			p.Kind = max(p.Kind, m.Kind)
			if m.Kind == "edited" {
				p.Kind = m.Kind
			}
		}
	}
	covered[0] = math.Min(1, float64(p.Tokens)/float64(x.Tokens-x.Boilerplate))
	covered[1] = math.Min(1, float64(p.Tokens)/float64(y.Tokens-y.Boilerplate))
	p.A.Coverage, p.B.Coverage = covered[0], covered[1]
	p.A.Containment, p.B.Containment = covered[0]*0.95, covered[1]*0.93
	p.Score = math.Sqrt(covered[0] * covered[1])
	p.Resemblance, p.Cosine, p.Material = p.Score*0.8, p.Score*0.97, p.Score*0.9
	p.Probability = p.Score * math.Min(1, float64(p.Tokens)/200)
	return p
}

// found holds what comparing two contents of the sample found: every test has the same ones.
var found = map[[2]string][]answer.Shared{}

// matches compares two files, without what is given.
func (s *sample) matches(t testing.TB, x, y *pairs.File) []answer.Shared {
	t.Helper()
	key := [2]string{x.Content, y.Content}
	if known, ok := found[key]; ok {
		return known
	}
	c, err := chaffinch.Compare(
		t.Context(),
		chaffinch.Document{Name: x.Path, Source: counted(s.sources[x.Content])},
		chaffinch.Document{Name: y.Path, Source: counted(s.sources[y.Content])}, chaffinch.CompareOptions{})

	if err != nil {
		t.Fatal(err)
	}
	found[key] = c.Matches
	return c.Matches
}

// counted is a source with its boilerplate blanked, so that offsets stay the same.
func counted(source []byte) []byte {
	blank := bytes.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, []byte(given))
	return append(blank, source[len(given):]...)
}

// clusters groups the units as the library does: by average linkage, and with identical ones. The
// first unit of each group is the likely original.
func clusters(t testing.TB, r *pairs.Report, threshold float64) []pairs.Cluster {
	t.Helper()
	var edges []cluster.Edge
	scores := map[[2]int]float64{}
	for _, p := range r.Pairs {
		edges = append(edges, cluster.Edge{A: p.A.Unit, B: p.B.Unit, Score: p.Score})
		scores[[2]int{p.A.Unit, p.B.Unit}] = p.Score
	}
	groups, err := cluster.Average(t.Context(), len(r.Units), edges, threshold, nil)
	if err != nil {
		t.Fatal(err)
	}
	lead := map[int]int{}
	for i := range r.Units {
		lead[i] = i
	}
	for _, same := range r.Identical {
		at := slices.IndexFunc(groups, func(g []int) bool { return slices.Contains(g, same[0]) })
		if at < 0 {
			groups = append(groups, same[:1:1])
			at = len(groups) - 1
		}
		groups[at] = append(groups[at], same[1:]...)
		for _, unit := range same {
			lead[unit] = same[0]
		}
	}
	var all []pairs.Cluster
	for _, g := range groups {
		sum, n := 0.0, 0
		for i, a := range g {
			for _, b := range g[:i] {
				x, y := min(lead[a], lead[b]), max(lead[a], lead[b])
				n++
				if sum += scores[[2]int{x, y}]; x == y {
					sum++
				}
			}
		}
		all = append(all, pairs.Cluster{Units: earliestFirst(r, g), Score: sum / float64(n)})
	}
	slices.SortFunc(all, func(x, y pairs.Cluster) int {
		return cmp.Or(cmp.Compare(len(y.Units), len(x.Units)), cmp.Compare(y.Score, x.Score))
	})
	return all
}

// earliestFirst sorts units: earlier collections, then by date.
func earliestFirst(r *pairs.Report, units []int) []int {
	slices.SortFunc(units, func(i, j int) int {
		x, y := &r.Units[i], &r.Units[j]
		switch {
		case x.Old && !y.Old:
			return -1
		case y.Old && !x.Old:
			return 1
		case x.Date == nil || y.Date == nil:
			return cmp.Compare(i, j)
		}
		return cmp.Or(x.Date.Compare(*y.Date), cmp.Compare(i, j))
	})
	return units
}
