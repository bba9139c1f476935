// Package anonymous gives results of pairs pseudonyms instead of names.
//
// An order by name reveals something about the names: in the numbers of units and files, in the
// sides of a pair, in the order of equal scores, and in the unit that represents identical ones.
// Units and files are therefore ordered by a hash of their contents, and everything that depends on
// the order is computed again.
package anonymous

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Mask maps a result's unit and file indexes to the anonymous result's indexes.
type Mask struct {
	r     *pairs.Report
	order []int   // the old index of a unit, by its new one
	unit  []int   // the new index of a unit, by its old one
	file  [][]int // the new index of a file in its unit, by the old indexes of unit and file
	leads []int   // the new index of the unit that represents a unit, by its old index
}

// New returns the mask of a result. It does not change the result and shares data with it.
func New(r *pairs.Report) *Mask {
	keys := make([][2]string, len(r.Units))
	files := make([][]int, len(r.Units))
	for i := range r.Units {
		keys[i] = keysOf(&r.Units[i])
		files[i] = filesOf(&r.Units[i])
	}
	a := InOrder(r, shuffled(keys), files)
	for _, group := range r.Identical {
		a.lead(group, keys)
	}
	return a
}

// InOrder returns a mask that renumbers units by order, and files by files. Unit order[i] gets the
// index i, and file j of unit i the index files[i][j]. Identical units are represented as before.
func InOrder(r *pairs.Report, order []int, files [][]int) *Mask {
	a := &Mask{r: r, order: order, unit: make([]int, len(order)), file: files, leads: make([]int, len(order))}
	for now, was := range order {
		a.unit[was], a.leads[was] = now, now
	}
	return a
}

// Result returns the result with pseudonyms for the names of units, authors, labels and paths. Its
// pairs have the matches that the result's pairs have now: see [Mask.EachPair].
func (a *Mask) Result() *pairs.Report {
	units := a.units()
	r := a.r.WithoutUnits()
	r.Units, r.Pairs, r.Weak, r.Beyond = units, a.pairs(a.r.Pairs, units), a.pairs(a.r.Weak, units), a.pairs(a.r.Beyond, units)
	r.SameComments, r.OtherLanguage = a.sameComments(units), a.otherLanguage(units)
	r.Identical, r.NearIdentical, r.Unlisted, r.Clusters = a.groups(a.r.Identical), a.near(), a.unlisted(), a.clusters()
	r.Unread, r.Warnings = []pairs.Unread{}, []answer.Warning{}
	if n := len(a.r.Warnings); n > 0 {
		text := terminal.Plural(n, "warning is", "warnings are") + " left out here, for they may name files"
		r.Warnings = append(r.Warnings, answer.Warning{Text: text})
	}
	return r
}

// Unit returns the new index of a unit. Lead returns the new index of the unit that represents it
// in pairs.
func (a *Mask) Unit(was int) int { return a.unit[was] }
func (a *Mask) Lead(was int) int { return a.leads[was] }

// clusters returns the clusters, with units in the order of their new indexes.
func (a *Mask) clusters() (all []pairs.Cluster) {
	for _, c := range a.r.Clusters {
		units := make([]int, len(c.Units))
		for i, n := range c.Units {
			units[i] = a.unit[n]
		}
		slices.Sort(units)
		all = append(all, pairs.Cluster{Units: units, Score: c.Score})
	}
	order.Short(all, func(x, y pairs.Cluster) int { return slices.Compare(x.Units, y.Units) })
	return all
}

// keysOf returns the sort key of a unit: its contents, and then everything else that the page shows
// of it. Only indistinguishable units are ordered by their hashed names.
func keysOf(u *pairs.Unit) [2]string {
	var contents []string
	for _, f := range u.Files {
		contents = append(contents, f.Content)
	}
	slices.Sort(contents)
	all := strings.Join(contents, "\n")
	rest := fmt.Sprint(u.Old, u.Rest, u.Late, u.Attempt)
	if u.Date != nil {
		rest += u.Date.UTC().Format(time.RFC3339Nano)
	}
	return [2]string{hashed(all), hashed(rest) + hashed(u.Name+"\n"+all)}
}

func hashed(s string) string {
	sum := sha256.Sum256([]byte(s))
	return string(sum[:])
}

// filesOf returns the new index of each file of a unit.
func filesOf(u *pairs.Unit) []int {
	keys := make([][2]string, len(u.Files))
	for i, f := range u.Files {
		keys[i] = [2]string{hashed(f.Content), hashed(f.Path + "\n" + f.Content)}
	}
	places := make([]int, len(u.Files))
	for now, was := range shuffled(keys) {
		places[was] = now
	}
	return places
}

// shuffled returns the indexes in the order of their keys.
func shuffled(keys [][2]string) []int {
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(
			strings.Compare(keys[i][0], keys[j][0]),
			strings.Compare(keys[i][1], keys[j][1]),
			cmp.Compare(i, j),
		)
	})
	return order
}

// lead makes the first of identical units, in the new order, represent its group. It represents the
// units whose files are in the same order.
func (a *Mask) lead(group []int, keys [][2]string) {
	first := group[0]
	for _, was := range group {
		if a.unit[was] < a.unit[first] {
			first = was
		}
	}
	for _, was := range group {
		if keys[was][0] == keys[first][0] {
			a.leads[was] = a.unit[first]
		}
	}
}

func (a *Mask) units() []pairs.Unit {
	all := make([]pairs.Unit, len(a.order))
	authors, labels, functions := pseudonyms{noun: "Author"}, pseudonyms{noun: "Label"}, pseudonyms{noun: "Function"}
	number := map[string]int{} // of the new units, by the old names
	for now, was := range a.order {
		number[a.r.Units[was].Name] = now
	}
	for now, was := range a.order {
		u := a.r.Units[was]
		u.Function = functions.of(u.Function)
		u.Author, u.Label, u.Submission = authors.of(u.Author), labels.of(u.Label), a.r.Units[was].Submission
		if u.Submission != "" {
			u.Submission = fmt.Sprint("Submission ", number[u.Submission]+1)
		}
		u.Name = fmt.Sprint("Submission ", now+1)
		if a.r.Unit == "file" {
			u.Name = fmt.Sprint("File ", now+1)
		}
		files := make([]pairs.File, len(u.Files))
		for i, f := range u.Files {
			place := a.file[was][i]
			f.Path, f.Origin = a.path(now, place, f.Language), nil
			files[place] = f
		}
		u.Files = files
		all[now] = u
	}
	return all
}

// path returns the pseudonym of a file's path, with the extension of its language. The file's own
// extension could be a name.
func (a *Mask) path(unit, file int, language string) string {
	extension := ""
	if l, ok := lex.Lookup(language); ok {
		extension = l.Extension()
	}
	if a.r.Unit == "file" {
		return fmt.Sprint(unit+1, extension)
	}
	return fmt.Sprintf("%d/%d%s", unit+1, file+1, extension)
}

// pseudonyms numbers distinct names in the order of their first use.
type pseudonyms struct {
	noun  string
	known map[string]string
}

func (p *pseudonyms) of(name string) string {
	if name == "" {
		return ""
	}
	if p.known == nil {
		p.known = map[string]string{}
	}
	if p.known[name] == "" {
		p.known[name] = fmt.Sprint(p.noun, " ", len(p.known)+1)
	}
	return p.known[name]
}

// groups returns groups of units by new indexes, sorted.
func (a *Mask) groups(groups [][]int) [][]int {
	all := make([][]int, 0, len(groups))
	for _, g := range groups {
		all = append(all, a.group(g))
	}
	order.Short(all, slices.Compare)
	return all
}

func (a *Mask) group(units []int) []int {
	g := make([]int, len(units))
	for i, was := range units {
		g[i] = a.unit[was]
	}
	slices.Sort(g)
	return g
}

// unlisted returns the pairs that are not listed by new indexes.
func (a *Mask) unlisted() []pairs.ScoredPair {
	all := make([]pairs.ScoredPair, 0, len(a.r.Unlisted))
	for _, p := range a.r.Unlisted {
		x, y := a.leads[p.A], a.leads[p.B]
		all = append(all, pairs.ScoredPair{A: min(x, y), B: max(x, y), Score: p.Score})
	}
	order.Short(all, func(x, y pairs.ScoredPair) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	return all
}

// near returns the near-identical groups by new indexes. The first of each stays the first.
func (a *Mask) near() [][]int {
	all := make([][]int, 0, len(a.r.NearIdentical))
	for _, g := range a.r.NearIdentical {
		units := make([]int, len(g))
		for i, was := range g {
			units[i] = a.leads[was]
		}
		slices.Sort(units[1:])
		all = append(all, units)
	}
	order.Short(all, slices.Compare)
	return all
}

// EachPair is [pairs.Report.EachPair] for [Mask.Result]: it calls f with each pair in order, with
// its matches. f must not keep the pair.
func (a *Mask) EachPair(ctx context.Context, f func(*pairs.Pair) error) error {
	sorted := *a.r
	sorted.Pairs = slices.Clone(a.r.Pairs)
	order.Short(sorted.Pairs, func(x, y pairs.Pair) int {
		return compare(x.Score, y.Score, a.sides(&x), a.sides(&y))
	})
	units := a.units()
	return sorted.EachPair(ctx, func(p *pairs.Pair) error {
		masked := a.pair(*p, units)
		return f(&masked)
	})
}

// sides returns the new indexes of the units of a pair, ascending.
func (a *Mask) sides(p *pairs.Pair) [2]int {
	x, y := a.leads[p.A.Unit], a.leads[p.B.Unit]
	return [2]int{min(x, y), max(x, y)}
}

// compare orders pairs by score, best first, and then by their units.
func compare(x, y float64, unitsX, unitsY [2]int) int {
	return cmp.Or(cmp.Compare(y, x), slices.Compare(unitsX[:], unitsY[:]))
}

func (a *Mask) pairs(of []pairs.Pair, units []pairs.Unit) []pairs.Pair {
	all := make([]pairs.Pair, 0, len(of))
	for _, p := range of {
		all = append(all, a.pair(p, units))
	}
	order.Short(all, func(x, y pairs.Pair) int {
		return compare(x.Score, y.Score, [2]int{x.A.Unit, x.B.Unit}, [2]int{y.A.Unit, y.B.Unit})
	})
	return all
}

// pair returns the pair of the anonymous result.
func (a *Mask) pair(p pairs.Pair, units []pairs.Unit) pairs.Pair {
	p.Matches = a.matches(&p, units)
	p.A.Unit, p.B.Unit = a.leads[p.A.Unit], a.leads[p.B.Unit]
	p.A.Name, p.B.Name = units[p.A.Unit].Name, units[p.B.Unit].Name
	if p.A.Unit > p.B.Unit {
		mirror(&p)
	}
	order.Short(p.Matches, compareMatches)
	return p
}

func (a *Mask) matches(p *pairs.Pair, units []pairs.Unit) []pairs.Match {
	all := slices.Clone(p.Matches)
	for i := range all {
		all[i].A = a.place(p.A.Unit, all[i].A, units)
		all[i].B = a.place(p.B.Unit, all[i].B, units)
		all[i].Edits = slices.Clone(all[i].Edits)
		for j := range all[i].Edits { // in the files of the match
			e := &all[i].Edits[j]
			e.A.Path, e.B.Path = "", ""
		}
	}
	return all
}

// otherLanguage returns the pairs in two languages, with pseudonyms.
func (a *Mask) otherLanguage(units []pairs.Unit) (all []pairs.LanguagePair) {
	for _, p := range a.r.OtherLanguage {
		p.A.Unit, p.B.Unit = a.leads[p.A.Unit], a.leads[p.B.Unit]
		if p.A.Unit > p.B.Unit {
			p.A, p.B = p.B, p.A
		}
		p.A.Name, p.B.Name = units[p.A.Unit].Name, units[p.B.Unit].Name
		all = append(all, p)
	}
	sort.SliceStable(all, func(i, j int) bool {
		x, y := &all[i], &all[j]
		return cmp.Or(cmp.Compare(y.Lead, x.Lead), x.A.Unit-y.A.Unit, x.B.Unit-y.B.Unit) < 0
	})
	return all
}

// sameComments returns the pairs with the same comments, with pseudonyms.
func (a *Mask) sameComments(units []pairs.Unit) (all []pairs.CommentPair) {
	for _, p := range a.r.SameComments {
		p.Comments = slices.Clone(p.Comments)
		for i := range p.Comments {
			c := &p.Comments[i]
			c.A, c.B = a.place(p.A.Unit, c.A, units), a.place(p.B.Unit, c.B, units)
		}
		p.A.Unit, p.B.Unit = a.leads[p.A.Unit], a.leads[p.B.Unit]
		if p.A.Unit > p.B.Unit {
			p.A, p.B = p.B, p.A
			for i := range p.Comments {
				c := &p.Comments[i]
				c.A, c.B = c.B, c.A
			}
		}
		p.A.Name, p.B.Name = units[p.A.Unit].Name, units[p.B.Unit].Name
		order.Short(p.Comments, func(x, y answer.SharedComment) int {
			return cmp.Or(x.A.File-y.A.File, x.A.Bytes.Start-y.A.Bytes.Start)
		})
		all = append(all, p)
	}
	sort.Slice(all, func(i, j int) bool {
		x, y := &all[i], &all[j]
		return cmp.Or(y.Words-x.Words, x.A.Unit-y.A.Unit, x.B.Unit-y.B.Unit) < 0
	})
	return all
}

func (a *Mask) place(was int, p answer.Place, units []pairs.Unit) answer.Place {
	p.File = a.file[was][p.File]
	p.Path = units[a.leads[was]].Files[p.File].Path
	return p
}

// mirror swaps the sides of a pair.
func mirror(p *pairs.Pair) {
	p.A, p.B = p.B, p.A
	for i := range p.Matches {
		m := &p.Matches[i]
		m.A, m.B = m.B, m.A
		m.Renames = slices.Clone(m.Renames)
		for j, n := range m.Renames {
			m.Renames[j] = answer.NamePair{A: n.B, B: n.A, Count: n.Count}
		}
		m.Edits = slices.Clone(m.Edits)
		for j, e := range m.Edits {
			m.Edits[j] = answer.Difference{Kind: mirrored(e.Kind), A: e.B, B: e.A}
		}
	}
}

// mirrored returns the kind of an edit seen from the other side.
func mirrored(kind string) string {
	switch kind {
	case align.Inserted.String():
		return align.Deleted.String()
	case align.Deleted.String():
		return align.Inserted.String()
	}
	return kind
}

func compareMatches(x, y pairs.Match) int {
	return cmp.Or(cmp.Compare(x.A.File, y.A.File), cmp.Compare(x.A.Bytes.Start, y.A.Bytes.Start),
		cmp.Compare(x.B.File, y.B.File), cmp.Compare(x.B.Bytes.Start, y.B.Bytes.Start))
}
