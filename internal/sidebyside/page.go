package sidebyside

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/internal/screen"
	"github.com/chaffinch-search/chaffinch/query/align"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string

	// pageTemplate is made when the first page is written.
	pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })
)

// pagePolicy lets a browser run what is part of the page only, and load nothing.
func pagePolicy() string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
		digest(pageStyle), digest(pageScript))
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// hues is how many colours tell matches apart.
const hues = 6

func hueOf(match int) int { return match%hues + 1 }

// Page writes an HTML page with both texts of the comparison beside each other and their matches
// linked. It needs no other file and no network.
func Page(out io.Writer, c *answer.Comparison) error {
	if err := pageTemplate().Execute(out, newPage(c)); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

type page struct {
	Title, Summary, Policy string
	Style                  template.CSS
	Script                 template.JS
	Warnings               []string
	Matches                []pageMatch
	Sides                  [2]*pageSide
}

type pageMatch struct {
	Number, Hue, Tokens, Edits int
	Kind, LinesA, LinesB       string
	Renames                    []answer.NamePair
}

type pageSide struct {
	ID                       string // a or b
	Name, Language, Coverage string
	Tokens                   string
	Lines                    []pageLine
}

type pageLine struct {
	Number int
	Jumps  []jump // of the matches that begin here
	Parts  []pagePart
}

// jump is the link from one side of a match to the other.
type jump struct {
	ID, Partner, Title string
	Number, Hue        int
}

// pagePart is a part of a line that is in one match, or in none: then Match is 0.
type pagePart struct {
	Match, Hue int
	Pieces     []pagePiece
}

type pagePiece struct{ Text, Mark, Title string }

func newPage(c *answer.Comparison) *page {
	a, b := sides(c.Alignment)
	p := &page{
		Title:  name(c.A) + " and " + name(c.B),
		Policy: pagePolicy(), Style: template.CSS(pageStyle), Script: template.JS(pageScript),
		Summary: "They share nothing.",
	}
	if len(c.Matches) > 0 {
		p.Summary = fmt.Sprintf("Score %.3f: %s, %s of %s.", c.Score, c.Kind,
			screen.Plural(len(c.Matches), "match", "matches"), screen.Plural(c.Tokens, "token", "tokens"))
	}
	for _, w := range c.Warnings {
		p.Warnings = append(p.Warnings, screen.Safe(w))
	}
	for i := range c.Matches {
		p.Matches = append(p.Matches, newPageMatch(i, &c.Matches[i]))
	}
	p.Sides[0] = newPageSide("a", "b", c.A, a, c)
	p.Sides[1] = newPageSide("b", "a", c.B, b, c)
	return p
}

func name(c answer.Compared) string {
	if c.Name == "-" {
		return "standard input"
	}
	return screen.Safe(c.Name)
}

func newPageMatch(i int, m *answer.Shared) pageMatch {
	p := pageMatch{
		Number: i + 1, Hue: hueOf(i), Tokens: m.Tokens, Edits: len(m.Edits), Kind: m.Kind,
		LinesA: m.A.Lines.String(), LinesB: m.B.Lines.String(),
	}
	for _, r := range m.Renames {
		p.Renames = append(p.Renames, answer.NamePair{A: screen.Line(r.A), B: screen.Line(r.B), Count: r.Count})
	}
	return p
}

func newPageSide(id, other string, about answer.Compared, s *side, c *answer.Comparison) *pageSide {
	p := &pageSide{
		ID: id, Name: name(about), Language: about.Language, Tokens: screen.Thousands(about.Tokens),
		Coverage: fmt.Sprintf("%.0f%%", 100*about.Coverage),
	}
	titles := namesOf(id, c)
	all := span{0, len(c.Matches)}
	for n := range s.lines() {
		l := pageLine{Number: n + 1}
		for _, piece := range s.pieces(n, all) {
			l.add(id, piece, titles)
		}
		p.Lines = append(p.Lines, l)
	}
	for i := range c.Matches {
		here, there := c.Matches[i].A, c.Matches[i].B
		if id == "b" {
			here, there = there, here
		}
		l := &p.Lines[here.Lines.From-1]
		l.Jumps = append(l.Jumps, jump{
			ID: fmt.Sprint(id, i+1), Partner: fmt.Sprint(other, i+1), Number: i + 1, Hue: hueOf(i),
			Title: fmt.Sprintf("match %d, %s: to lines %s on the other side", i+1, c.Matches[i].Kind, there.Lines),
		})
	}
	return p
}

// namesOf returns what identifiers of a side are called on the other, by match and name.
func namesOf(id string, c *answer.Comparison) []map[string]string {
	all := make([]map[string]string, len(c.Matches))
	for i, m := range c.Matches {
		all[i] = map[string]string{}
		for _, r := range m.Renames {
			if id == "b" {
				r.A, r.B = r.B, r.A
			}
			all[i][r.A] = r.B
		}
	}
	return all
}

// add appends a piece to the line, to the part and the piece before where it is of the same kind.
func (l *pageLine) add(id string, p piece, titles []map[string]string) {
	match, hue, title := 0, 0, ""
	if p.mark != unmatched {
		match, hue = p.match+1, hueOf(p.match)
	}
	if p.mark == renamed {
		if there := titles[p.match][p.text]; there != "" {
			title = "there: " + screen.Line(there)
		}
	}
	if n := len(l.Parts) - 1; n < 0 || l.Parts[n].Match != match {
		l.Parts = append(l.Parts, pagePart{Match: match, Hue: hue})
	}
	part := &l.Parts[len(l.Parts)-1]
	text, is := safe(p.text), nameOfMark(id, p)
	if n := len(part.Pieces) - 1; n >= 0 && part.Pieces[n].Mark == is && is != "renamed" {
		part.Pieces[n].Text += text
		return
	}
	part.Pieces = append(part.Pieces, pagePiece{text, is, title})
}

// nameOfMark returns what the template calls the mark of a piece.
func nameOfMark(id string, p piece) string {
	switch {
	case p.mark == renamed:
		return "renamed"
	case p.mark == changed:
		return align.Changed.String()
	case p.mark == only && id == "a":
		return align.Deleted.String()
	case p.mark == only:
		return align.Inserted.String()
	case p.mark == ignored && strings.TrimSpace(p.text) != "":
		return "ignored"
	}
	return ""
}

// safe is [screen.Safe], but keeps tabs, which a page can show.
func safe(text string) string {
	parts := strings.Split(text, "\t")
	for i, p := range parts {
		parts[i] = screen.Safe(p)
	}
	return strings.Join(parts, "\t")
}
