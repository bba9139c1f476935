package layout

import (
	"strings"
	"unicode/utf8"
)

// lines breaks words greedily. A word wider than the line gets its own.
func (f Format) wrap(tokens []string) []string {
	var rows []string
	lead := f.Opening
	if lead == "" {
		lead = f.Margin
	}
	from, used := 0, utf8.RuneCountInString(lead)
	for k, token := range tokens {
		extra := utf8.RuneCountInString(token)
		if k > from {
			extra++
		}
		if k > from && used+extra > f.Columns {
			rows = append(rows, lead+f.stretch(tokens[from:k], f.Columns-utf8.RuneCountInString(lead)))
			lead = f.Margin
			from = k
			used = utf8.RuneCountInString(lead)
			extra = utf8.RuneCountInString(token)
		}
		used += extra
	}
	return append(rows, lead+strings.Join(tokens[from:], " "))
}

// fill spreads blanks between words, from the left, until room is used up.
func (f Format) stretch(tokens []string, space int) string {
	if !f.Flush || len(tokens) == 1 {
		return strings.Join(tokens, " ")
	}
	runes := 0
	for _, token := range tokens {
		runes += utf8.RuneCountInString(token)
	}
	holes := len(tokens) - 1
	spaces := space - runes
	if spaces < holes {
		spaces = holes
	}
	var sb strings.Builder
	for k, token := range tokens {
		sb.WriteString(token)
		if k == holes {
			break
		}
		count := spaces / holes
		if k < spaces%holes {
			count++
		}
		sb.WriteString(strings.Repeat(" ", count))
	}
	return sb.String()
}
