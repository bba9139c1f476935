package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// print writes a table for each part of which there are documents.
func (c *census) print(out io.Writer) error {
	for _, p := range c.parts {
		if p.tokens == 0 {
			continue
		}
		t := p.rows[0].k + p.rows[0].w - 1
		fmt.Fprintf(out, "%s: %d files, %d tokens; any run of %d is found; per thousand tokens:\n",
			p.name, p.files, p.tokens, t)
		if err := c.table(out, p); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return nil
}

func (c *census) table(out io.Writer, p *part) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "k\tw\t")
	for _, name := range compared {
		fmt.Fprintf(w, "%s prints\tpostings\tterms\t", name)
	}
	fmt.Fprintln(w)
	for _, r := range p.rows {
		fmt.Fprintf(w, "%d\t%d\t", r.k, r.w)
		for _, n := range r.counts {
			for _, kept := range []uint64{uint64(n.prints), uint64(n.postings), uint64(len(n.terms)) * c.sample} {
				fmt.Fprintf(w, "%.1f\t", 1000*float64(kept)/float64(p.tokens))
			}
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
