package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// MostMarkdown bounds the bytes of lists in Markdown. GitHub accepts comments of 65,536 characters.
const MostMarkdown = 60000

// Markdown writes a table of the rows of [CSV] for a comment, with the warnings. It writes at most
// most rows and [MostMarkdown] bytes, and says how many rows are left out. Without a row it writes
// nothing. Names are code.
func Markdown(out io.Writer, r *pairs.Report, most int) error {
	var b strings.Builder
	listed, all, weak := 0, Rows(r)+r.More, weakRowsOf(r)
	for row := range first(r, most) {
		p := row.pair
		kind, sure := p.Kind, Sure(p.Probability)
		if hasTop(r) {
			sure += " | " + top(&p)
		}
		if p.New {
			kind += ", new"
		}
		if p.Weak {
			kind += ", weak"
		}
		text := fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n", Score(p.Score), sure, terminal.Thousands(p.Longest), kind,
			strings.TrimSpace(TableCode(UnitName(row.a))+" "+Standing(row.a)), strings.TrimSpace(TableCode(UnitName(row.b))+" "+Standing(row.b)))
		if b.Len()+len(text) > MostMarkdown {
			break
		}
		if listed++; listed == 1 {
			heads, lines := "", ""
			if hasTop(r) {
				heads, lines = " top |", " ---: |"
			}
			fmt.Fprintf(&b, "### %s\n\n%s.\n\n| score | sure |"+heads+" longest | kind | A | B |\n| ---: | ---: |"+lines+" ---: | --- | --- | --- |\n",
				strings.Join(Counts(Count(all-weak, plural(all-weak, "similar pair")), Count(weak, plural(weak, "weak pair"))), ", "), Code(collectionSize(r)+": "+outcome(r)))
		}
		b.WriteString(text)
	}
	if listed > 0 && listed < all {
		fmt.Fprintf(&b, "\n%s not listed: `chaffinch pairs --output pairs.csv`.\n", terminal.Plural(all-listed, "more pair is", "more pairs are"))
	}
	if text := mayBeCommon(r); listed > 0 && text != "" {
		b.WriteString("\n" + Code(text) + ".\n")
	}
	if listed > 0 && len(r.Warnings) > 0 {
		b.WriteByte('\n')
		for _, w := range warning.Texts(r.Warnings) {
			b.WriteString("- " + Code(w) + "\n")
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// weakRowsOf returns the number of rows of weak pairs.
func weakRowsOf(r *pairs.Report) int {
	strong := *r
	strong.Weak = nil
	return Rows(r) - Rows(&strong)
}

// mostCode bounds the characters of a text in Markdown.
const mostCode = 300

// Clipped is a text that a terminal shows, of bounded length.
func Clipped(text string) string {
	runes := []rune(terminal.Safe(text))
	if len(runes) <= mostCode {
		return string(runes)
	}
	return string(runes[:mostCode]) + "…"
}

// Code returns a text as inline code. Markdown gives no character in it a meaning.
func Code(text string) string {
	text = Clipped(text)
	ticks := strings.Repeat("`", LongestRun(text, '`')+1)
	if strings.Trim(text, " ") == "" || strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") ||
		strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

// TableCode is [Code] for a table's cell. There a bar ends the cell also inside code.
func TableCode(text string) string { return strings.ReplaceAll(Code(text), "|", `\|`) }

// LongestRun returns the length of the longest run of a character.
func LongestRun(text string, of rune) (longest int) {
	n := 0
	for _, r := range text {
		if n++; r != of {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}
