package money

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Transfer is Post for the most common case.
func (b *Book) Transfer(from, to string, cents int64, note string) error {
	if cents <= 0 {
		return fmt.Errorf("ledger: %d is no amount", cents)
	}
	return b.Post(Transaction{
		Note:     strings.TrimSpace(note),
		Postings: []Posting{{from, -cents}, {to, cents}},
	})
}

// Statement prints what happened to one account.
func (b *Book) Statement(w io.Writer, name string) error {
	tw := tabwriter.NewWriter(w, 4, 4, 1, ' ', tabwriter.AlignRight)
	var running int64
	shown := 0
	for _, number := range b.accounts[name].history {
		t := b.journal[number]
		for _, p := range t.Postings {
			if p.Account != name {
				continue
			}
			running += p.Cents
			if t.When.Before(b.closed) {
				continue
			}
			shown++
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t\n", t.When.Format("2006-01-02"), t.Note, money(p.Cents), money(running))
		}
	}
	return tw.Flush()
}
