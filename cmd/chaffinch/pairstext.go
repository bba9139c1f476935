package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/collection"
	"github.com/chaffinch-search/chaffinch/internal/screen"
)

// group is some units of the same contents that are to be listed.
type group struct {
	units []int
	isNew bool // the baseline does not have it
}

// groups returns those of which two units may be compared.
func groups(r *collection.Result) (all []group) {
	for i, units := range r.Identical {
		if r.PairsWithin(units) > 0 {
			all = append(all, group{units, slices.Contains(r.NewIdentical, i)})
		}
	}
	return all
}

// writePairs prints the pairs for a person: what they come to, the groups of identical units, and the rest
// as a table, best first.
func writePairs(out io.Writer, r *collection.Result, o *pairsOptions) error {
	same := groups(r)
	var b strings.Builder
	b.WriteString(pairsHead(r, 0))
	shownGroups := most(len(same), o.rows(form{rows: textRows}))
	if shownGroups > 0 {
		b.WriteString("\n")
	}
	for _, g := range same[:shownGroups] {
		b.WriteString(groupLine(r, g) + "\n")
	}
	if _, err := io.WriteString(out, b.String()); err != nil {
		return err
	}
	if err := printTable(out, r, r.Pairs); err != nil {
		return err
	}
	return printRest(out, len(same)-shownGroups, r.More)
}

// most returns how many of n are shown, where at most limit are, all if that is 0.
func most(n, limit int) int {
	if limit == 0 {
		return n
	}
	return min(n, limit)
}

func printRest(out io.Writer, groups, pairs int) error {
	rest := some([]quantity{{groups, plural(groups, "more group")}, {pairs, plural(pairs, "more pair")}})
	if len(rest) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(out, "%s: --top 0 lists all\n", strings.Join(rest, ", "))
	return err
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// pairsHead says what was compared and what came of it, in some lines. If no more than the best pairs were
// looked for, best is how many, else 0.
func pairsHead(r *collection.Result, best int) string {
	lines := []string{collectionSize(r) + ": " + outcome(r, best)}
	if r.Baseline != "" {
		lines = append(lines, againstBaseline(r))
	}
	if ignored, all := tokens(r); ignored > 0 {
		lines = append(lines, fmt.Sprintf("ignored as boilerplate: %s of %s tokens", screen.Thousands(ignored), screen.Thousands(all)))
	}
	if skips := skipCounts(r.Skipped); len(skips) > 0 {
		lines = append(lines, "skipped: "+strings.Join(skips, ", "))
	}
	if len(r.Clusters) > 0 {
		lines = append(lines, clustersInShort(r))
	}
	for i, line := range lines {
		lines[i] = screen.Wrap(line, "  ") + "\n"
	}
	return strings.Join(lines, "")
}

// collectionSize says how many units there are, and how many pairs they make.
func collectionSize(r *collection.Result) string {
	old := 0
	for _, u := range r.Units {
		if u.Old {
			old++
		}
	}
	text := screen.Plural(len(r.Units), noun(r), noun(r)+"s")
	if old > 0 {
		text += fmt.Sprintf(" (%s earlier)", screen.Thousands(old))
	}
	return text + ", " + screen.Plural(int(r.Stats.Comparable), "pair", "pairs")
}

func outcome(r *collection.Result, best int) string {
	found, other := "", ""
	if n := len(groups(r)); n > 0 {
		found, other = screen.Plural(n, "group", "groups")+" of identical "+noun(r)+"s, ", "other "
	}
	least := fmt.Sprintf("with a score of %g or more", r.MinScore)
	switch n := len(r.Pairs) + r.More; {
	case n == 0:
		return found + "no " + other + "pair " + least
	case best > 0 && n == best:
		return found + "the best " + screen.Plural(n, other+"pair", other+"pairs") + " " + least
	default:
		return found + screen.Plural(n, other+"pair", other+"pairs") + " " + least
	}
}

func againstBaseline(r *collection.Result) string {
	found := some([]quantity{{len(r.NewIdentical), "new among the groups"}, {r.NewPairs, "new among the pairs"}})
	if len(found) == 0 {
		found = []string{"nothing new"}
	}
	return "compared with " + screen.CutPath(r.Baseline, 60) + ": " + strings.Join(found, ", ")
}

func tokens(r *collection.Result) (ignored, all int) {
	for _, u := range r.Units {
		ignored, all = ignored+u.Boilerplate, all+u.Tokens
	}
	return ignored, all
}

// clustersInShort names the sizes of the largest clusters.
func clustersInShort(r *collection.Result) string {
	const named = 10
	var sizes []string
	for i, c := range r.Clusters {
		if i == named {
			sizes = append(sizes, "…")
			break
		}
		sizes = append(sizes, screen.Thousands(len(c.Units)))
	}
	return fmt.Sprintf("%s, of %s %ss (chaffinch clusters lists them)",
		screen.Plural(len(r.Clusters), "cluster", "clusters"), strings.Join(sizes, ", "), noun(r))
}

// groupLine names units of the same contents, as many as fit into a line.
func groupLine(r *collection.Result, g group) string {
	what := "identical"
	if g.isNew {
		what = "identical, new"
	}
	head := fmt.Sprintf("= %s %s: ", screen.Thousands(len(g.units)), what)
	return head + unitNames(r, g.units, screen.Width-utf8.RuneCountInString(head))
}

// unitNames lists names of units, as many as fit into the columns; one at least, which may be shortened.
func unitNames(r *collection.Result, units []int, columns int) string {
	var b strings.Builder
	width := 0
	for i, n := range units {
		name := screen.Safe(r.Units[n].Name)
		rest := ""
		if left := len(units) - i - 1; left > 0 {
			rest = fmt.Sprintf(" and %s more", screen.Thousands(left))
		}
		if i > 0 {
			name = ", " + name
		}
		if fits := columns - width - utf8.RuneCountInString(rest); utf8.RuneCountInString(name) > fits {
			if i > 0 {
				fmt.Fprintf(&b, " and %s more", screen.Thousands(len(units)-i))
				break
			}
			name = screen.CutPath(name, fits)
		}
		b.WriteString(name)
		width += utf8.RuneCountInString(name)
	}
	return b.String()
}

// printTable prints pairs, and behind a unit how many copies it stands for.
func printTable(out io.Writer, r *collection.Result, pairs []collection.Pair) error {
	if len(pairs) == 0 {
		return nil
	}
	heads := []string{">score", ">cover A", ">cover B", ">longest", "kind", "/A", "/B"}
	if r.Baseline != "" {
		heads = append([]string{"="}, heads...)
	}
	copies := map[int]int{}
	for _, units := range r.Identical {
		copies[units[0]] = len(units) - 1
	}
	side := func(s collection.Side) string {
		name := screen.Safe(s.Name)
		if n := copies[s.Unit]; n > 0 {
			name += " and " + screen.Plural(n, "copy", "copies")
		}
		return name
	}
	table := screen.NewTable(heads...)
	for _, p := range pairs {
		cells := []string{share(p.Score), percent(p.A.Coverage), percent(p.B.Coverage), screen.Thousands(p.Longest), p.Kind, side(p.A), side(p.B)}
		if r.Baseline != "" {
			cells = append([]string{map[bool]string{true: "new"}[p.New]}, cells...)
		}
		table.Row(cells...)
	}
	if _, err := io.WriteString(out, "\n"); err != nil {
		return err
	}
	return table.Write(out, screen.StyleFor(out))
}

func percent(share float64) string { return strconv.Itoa(int(100*share+.5)) + "%" }
