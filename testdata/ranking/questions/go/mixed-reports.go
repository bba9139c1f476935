package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// Statement prints what happened to one account.
func (b *Book) Statement(w io.Writer, name string) error {
	acc, ok := b.accounts[name]
	if !ok {
		return fmt.Errorf("%w: %s", ErrNoAccount, name)
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	var running int64
	for _, number := range acc.history {
		t := b.journal[number]
		for _, p := range t.Postings {
			if p.Account != name {
				continue
			}
			running += p.Cents
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t\n", t.When.Format("2006-01-02"), t.Note, money(p.Cents), money(running))
		}
	}
	return tw.Flush()
}

// Next returns the first minute after from that the table names. It gives up
// after five years, for tables such as the 31st of February.
func (t Table) Next(from time.Time) (time.Time, bool) {
	at := from.Truncate(time.Minute).Add(time.Minute)
	limit := from.AddDate(5, 0, 0)
	for at.Before(limit) {
		switch {
		case !t.allows(3, int(at.Month())):
			at = time.Date(at.Year(), at.Month()+1, 1, 0, 0, 0, 0, at.Location())
		case !t.allows(2, at.Day()) || !t.allows(4, int(at.Weekday())):
			at = time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, at.Location())
		case !t.allows(1, at.Hour()):
			at = at.Truncate(time.Hour).Add(time.Hour)
		case !t.allows(0, at.Minute()):
			at = at.Add(time.Minute)
		default:
			return at, true
		}
	}
	return time.Time{}, false
}

// Header is what stands above every report.
const Header = "REPORT"

// fill spreads blanks between words, from the left, until room is used up.
func (st Look) spread(parts []string, left int) string {
	if !st.Even || len(parts) == 1 {
		return strings.Join(parts, " ")
	}
	sum := 0
	for _, part := range parts {
		sum += utf8.RuneCountInString(part)
	}
	n := len(parts) - 1
	spare := left - sum
	if spare < n {
		spare = n
	}
	var buf strings.Builder
	for j, part := range parts {
		buf.WriteString(part)
		if j == n {
			break
		}
		k := spare / n
		if j < spare%n {
			k++
		}
		buf.WriteString(strings.Repeat(" ", k))
	}
	return buf.String()
}
