package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// PairsText prints the pairs as text. It prints a summary, the groups of identical units, and a
// table of the other pairs, best first. At most top groups are listed; 0 lists all.
func PairsText(out io.Writer, r *pairs.Report, top int) error {
	groups := Groups(r)
	more := 0
	if top > 0 && len(groups) > top {
		groups, more = groups[:top], len(groups)-top
	}
	style := terminal.StyleFor(out)
	text := PairsSummary(r, style)
	if len(groups) > 0 {
		text += "\n"
	}
	for _, g := range groups {
		text += groupLine(r, g, style) + "\n"
	}
	if _, err := io.WriteString(out, text); err != nil {
		return err
	}
	if err := pairsTable(out, r, r.Pairs, style); err != nil {
		return err
	}
	weak := r.Weak
	if top > 0 {
		weak = weak[:max(0, min(len(weak), top-len(r.Pairs), weakRows))]
	}
	if len(weak) > 0 {
		if _, err := fmt.Fprintf(out, "\nweak, below %g, but among the best of a %s:\n", r.MinScore, Noun(r)); err != nil {
			return err
		}
		if err := pairsTable(out, r, weak, style); err != nil {
			return err
		}
	}
	if err := languagesTable(out, r, top, style); err != nil {
		return err
	}
	if err := commentsTable(out, r, top, style); err != nil {
		return err
	}
	if _, err := io.WriteString(out, UnreadText(r, style)); err != nil {
		return err
	}
	rest := Counts(Count(more, plural(more, "more group")), Count(r.More, plural(r.More, "more pair")),
		Count(r.MoreWeak+len(r.Weak)-len(weak), "more weak"))
	if len(rest) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(out, "%s: %s lists all\n", strings.Join(rest, ", "), TopForAll(r))
	return err
}

// weakRows is the number of weak pairs that text lists, unless it lists all. Few people read more.
const weakRows = 5

// NotListed reports how many rows an output leaves out, and what lists all. The result is empty if
// it leaves out none. one and many are nouns such as "more pair" and "more pairs".
func NotListed(n int, one, many, all string) []string {
	if n < 1 {
		return nil
	}
	return []string{terminal.Plural(n, one+" is", many+" are") + " not listed: " + all + " lists all"}
}

// TopForAll returns the flag with which all pairs are listed. This is --top 0, unless the pairs are
// too many.
func TopForAll(r *pairs.Report) string {
	if n := len(r.Pairs) + r.More; n > units.MostListed {
		return fmt.Sprint("--top ", n)
	}
	return "--top 0"
}

// PairsSummary prints in a few lines how much was compared and found.
func PairsSummary(r *pairs.Report, style terminal.Style) string {
	lines := []string{collectionSize(r) + ": " + outcome(r)}
	if r.Baseline != "" {
		lines = append(lines, againstBaseline(r, style))
	}
	ignored, all := 0, 0
	for _, u := range r.Units {
		ignored, all = ignored+u.Boilerplate, all+u.Tokens
	}
	if ignored > 0 {
		lines = append(lines, ignoredTokens(ignored, all))
	}
	if n := int(r.Stats.Estimated); n > 0 {
		lines = append(lines, fmt.Sprintf("%s with an estimate just below the minimum not compared: a few may reach it, and a lower --min-score compares them",
			terminal.Plural(n, "pair", "pairs")))
	}
	if counts := skips.Counts(r.Skipped); len(counts) > 0 {
		lines = append(lines, "skipped: "+strings.Join(counts, ", "))
	}
	if text := generatedUnits(r); text != "" {
		lines = append(lines, text)
	}
	if len(r.Clusters) > 0 {
		lines = append(lines, clusterSizes(r))
	}
	if text := StandOut(r); text != "" {
		lines = append(lines, text)
	}
	if r.Sort == pairs.ByUnusual && !byScore(r.Pairs) {
		lines = append(lines, "solutions of one task: first are pairs that score far above what both usually score (--sort score: by score alone)")
	}
	if text := mayBeCommon(r); text != "" {
		lines = append(lines, text)
	}
	for i, line := range lines {
		lines[i] = style.Wrap(line, "  ") + "\n"
	}
	return strings.Join(lines, "")
}

// byScore reports whether pairs are listed by score, but for generated ones, which are last.
func byScore(all []pairs.Pair) bool {
	return slices.IsSortedFunc(all, func(next, before pairs.Pair) int {
		if next.Looks != "" {
			return 0
		}
		return cmp.Compare(before.Score, next.Score)
	})
}

// StandOut describes the units whose best score stands out; empty if none does.
func StandOut(r *pairs.Report) string {
	s := r.StandOut
	if s == nil {
		return ""
	}
	return fmt.Sprintf("%s: %s or more with another, the others at most %s", terminal.Plural(s.Units, Noun(r)+" stands out", Noun(r)+"s stand out"), Score(s.From), Score(s.Below))
}

// generatedUnits counts the units that look generated or minified, and their pairs. The result is
// empty if none does.
func generatedUnits(r *pairs.Report) string {
	whole, parts := 0, 0
	for _, u := range r.Units {
		switch {
		case u.Submission != "":
			parts++
		case u.Looks != "":
			whole++
		}
	}
	if whole+parts == 0 {
		return ""
	}
	text := strings.Join(Counts(Count(whole, plural(whole, Noun(r))), Count(parts, plural(parts, "part")+" of submissions")), " and ")
	if whole+parts == 1 {
		text += " looks generated or minified"
	} else {
		text += " look generated or minified"
	}
	switch {
	case r.Generated == 1:
		text += fmt.Sprintf("; 1 pair of them is listed last, with a score of %s", Score(r.GeneratedBest))
	case r.Generated > 1:
		text += fmt.Sprintf("; %s pairs of them are listed last, the best with a score of %s", terminal.Thousands(r.Generated), Score(r.GeneratedBest))
	}
	return text
}

// ignoredTokens reports how many of all tokens are ignored.
func ignoredTokens(ignored, all int) string {
	return fmt.Sprintf("ignored as boilerplate: %s of %s tokens", terminal.Thousands(ignored), terminal.Thousands(all))
}

// Noun is the noun for a unit: file or submission.
func Noun(r *pairs.Report) string {
	switch r.Unit {
	case pairs.ByFile, pairs.ByFunction:
		return r.Unit
	}
	return "submission"
}

// Units returns the number of units. Two parts of a submission count once.
func Units(r *pairs.Report) (n int) {
	for _, u := range r.Units {
		if u.Submission == "" {
			n++
		}
	}
	return n
}

// collectionSize returns the number of units, and of pairs of units.
func collectionSize(r *pairs.Report) string {
	all, old, rest := Units(r), 0, 0
	for _, u := range r.Units {
		if u.Submission != "" {
			continue
		}
		if u.Old {
			old++
		}
		if u.Rest {
			rest++
		}
	}
	text := terminal.Plural(all, Noun(r), Noun(r)+"s")
	if old > 0 {
		text += fmt.Sprintf(" (%s earlier)", terminal.Thousands(old))
	}
	if rest > 0 {
		text += fmt.Sprintf(" (%s compared with the rest", terminal.Thousands(all-rest))
		if n := r.Stats.Omitted; n > 0 {
			text += fmt.Sprintf("; %s not read", terminal.Plural(n, "unlike file", "unlike files"))
		}
		text += ")"
	}
	return text + ", " + terminal.Plural(int(r.Stats.Comparable), "pair", "pairs")
}

// outcome returns the number of groups and pairs.
func outcome(r *pairs.Report) string {
	identical, other := "", ""
	if n := len(Groups(r)); n > 0 {
		identical, other = terminal.Plural(n, "group", "groups")+" of identical "+Noun(r)+"s, ", "other "
	}
	least := fmt.Sprintf("with a score of %g or more", r.MinScore)
	below := withPart(r)
	if below > 0 {
		least += fmt.Sprintf(", and %s below it with a part that search is sure of", terminal.Thousands(below))
	}
	switch n := len(r.Pairs) + r.More - below; {
	case n == 0:
		return identical + "no " + other + "pair " + least
	case r.Uncompared > 0:
		return identical + "the best " + terminal.Plural(len(r.Pairs)-below, other+"pair", other+"pairs") + " " + least
	default:
		return identical + terminal.Plural(n, other+"pair", other+"pairs") + " " + least
	}
}

// withPart counts the pairs below the minimum score. They share a part that search is sure of.
func withPart(r *pairs.Report) (n int) {
	for _, p := range r.Pairs {
		if p.Score < r.MinScore {
			n++
		}
	}
	for _, p := range r.Unlisted {
		if p.Score < r.MinScore {
			n++
		}
	}
	return n
}

func againstBaseline(r *pairs.Report, style terminal.Style) string {
	found := Counts(Count(len(r.NewIdentical), "new among the groups"), Count(r.NewPairs, "new among the pairs"))
	if len(found) == 0 {
		found = []string{"nothing new"}
	}
	return "compared with " + style.CutPath(r.Baseline, style.Left(40)) + ": " + strings.Join(found, ", ")
}

// clusterSizes lists the sizes of the largest clusters.
func clusterSizes(r *pairs.Report) string {
	const named = 10
	var sizes []string
	for i, c := range r.Clusters {
		if i == named {
			sizes = append(sizes, "…")
			break
		}
		sizes = append(sizes, terminal.Thousands(len(c.Units)))
	}
	return fmt.Sprintf("%s at a score of %g, of %s %ss (chaffinch clusters lists them)",
		terminal.Plural(len(r.Clusters), "cluster", "clusters"), r.LinkScore, strings.Join(sizes, ", "), Noun(r))
}

// groupLine lists the names of identical units, on a terminal those that fit.
func groupLine(r *pairs.Report, g Group, style terminal.Style) string {
	what := "identical"
	if g.New {
		what = "identical, new"
	}
	head := fmt.Sprintf("= %s %s: ", terminal.Thousands(len(g.Units)), what)
	return head + unitNames(r, g.Units, style, utf8.RuneCountInString(head))
}

// unitNames lists as many names of units as fit after taken columns. It lists at least one, which
// may be shortened.
func unitNames(r *pairs.Report, units []int, style terminal.Style, taken int) string {
	var b strings.Builder
	width, columns := 0, style.Left(taken)
	if style.Width() == 0 {
		columns = math.MaxInt
	}
	for i, n := range units {
		name := terminal.Safe(UnitName(&r.Units[n]))
		if author := shownAuthor(&r.Units[n], style); author != "" {
			name += " (" + author + ")"
		}
		rest := ""
		if left := len(units) - i - 1; left > 0 {
			rest = fmt.Sprintf(" and %s more", terminal.Thousands(left))
		}
		if i > 0 {
			name = ", " + name
		}
		fits := columns - width - utf8.RuneCountInString(rest)
		if utf8.RuneCountInString(name) > fits {
			if i > 0 {
				fmt.Fprintf(&b, " and %s more", terminal.Thousands(len(units)-i))
				break
			}
			name = style.CutPath(name, fits)
		}
		b.WriteString(name)
		width += utf8.RuneCountInString(name)
	}
	return b.String()
}

// pairsTable prints the pairs. A unit that represents identical ones shows their number.
func pairsTable(out io.Writer, r *pairs.Report, some []pairs.Pair, style terminal.Style) error {
	if len(some) == 0 {
		return nil
	}
	withSure := hasRoomForSure(style)
	heads, withTop := scoreHeads(withSure), withSure && hasTop(r)
	if withTop {
		heads = append(heads, ">top")
	}
	heads = append(heads, ">smaller", ">larger", ">longest", "kind", "/A", "/B")
	withRarest := slices.ContainsFunc(some, func(p pairs.Pair) bool { return len(p.Rarest) > 0 })
	if r.Baseline != "" {
		heads = append([]string{"="}, heads...)
	}
	copies := map[int]int{}
	for _, units := range r.Identical {
		copies[units[0]] = len(units) - 1
	}
	names := make([]string, len(r.Units))
	if style.Width() > 0 {
		names = ShownNames(r)
	}
	side := func(s pairs.Side) string {
		name := cmp.Or(names[s.Unit], terminal.Safe(UnitName(&r.Units[s.Unit])))
		if n := copies[s.Unit]; n > 0 {
			name += " and " + terminal.Plural(n, "copy", "copies")
		}
		return name
	}
	authors := hasAuthors(r)
	if authors {
		heads = append(heads, "author A", "author B")
	}
	if withRarest {
		heads = append(heads, rarestHead)
	}
	row := func(p *pairs.Pair) []string {
		smaller, larger := sideShares(p.Shares, "AB", SmallerSide(r, p))
		cells := scoreCells(withSure, p.Score, p.Probability)
		if withTop {
			cells = append(cells, top(p))
		}
		cells = append(cells, smaller, larger, terminal.Thousands(p.Longest), p.Kind, side(p.A), side(p.B))
		if r.Baseline != "" {
			cells = append([]string{map[bool]string{true: "new"}[p.New]}, cells...)
		}
		if authors {
			cells = append(cells, shownAuthor(&r.Units[p.A.Unit], style), shownAuthor(&r.Units[p.B.Unit], style))
		}
		if withRarest {
			cells = append(cells, rarest(p.Rarest, style))
		}
		return cells
	}
	table := terminal.NewTable(heads...)
	for i := range some {
		table.Fit(row(&some[i])...)
	}
	if _, err := io.WriteString(out, "\n"); err != nil {
		return err
	}
	for part := range slices.Chunk(some, rowsAtOnce) {
		for i := range part {
			table.Row(row(&part[i])...)
			table.Link(UnitPath(r, part[i].A.Unit), UnitPath(r, part[i].B.Unit))
		}
		if err := table.Write(out, style); err != nil {
			return err
		}
	}
	return nil
}

// rowsAtOnce is the number of rows of a table that are held in memory.
const rowsAtOnce = 1024

// hasAuthors reports whether a unit of a listed pair has an author.
func hasAuthors(r *pairs.Report) bool {
	return slices.ContainsFunc(r.Pairs, func(p pairs.Pair) bool {
		a, b := &r.Units[p.A.Unit], &r.Units[p.B.Unit]
		return author(a, a.Author)+author(b, b.Author) != ""
	})
}

func shownAuthor(u *pairs.Unit, style terminal.Style) string {
	return author(u, style.Cut(terminal.Safe(u.Author), 30))
}

// author returns the unit's author, as shown, and what [Standing] says of it.
func author(u *pairs.Unit, shown string) string {
	if standing := Standing(u); shown == "" || standing == "" {
		return shown + standing
	} else {
		return shown + ", " + standing
	}
}

// Standing returns "late", "attempt 2", both or nothing: what an export says of a unit.
func Standing(u *pairs.Unit) string {
	var all []string
	if u.Late {
		all = append(all, "late")
	}
	if u.Attempt > 0 {
		all = append(all, fmt.Sprint("attempt ", u.Attempt))
	}
	return strings.Join(all, ", ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
