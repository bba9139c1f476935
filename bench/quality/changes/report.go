package changes

import (
	"fmt"
	"io"
	"math"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// alarms is the share of the other pairs that may score more than the threshold of recall.
const alarms = 0.01

// figures are the measurements of a kind of change, NaN if it applies to no file.
type figures struct{ median, listed, recall, at, ap, hit1, mrr metric.Figure }

func (o outcome) figures() figures {
	copied, foreign := o.scores(true), o.scores(false)
	if len(copied) == 0 {
		nan := metric.Figure(math.NaN())
		return figures{nan, nan, nan, nan, nan, nan, nan}
	}
	var f figures
	var firsts []metric.First
	for _, score := range copied {
		firsts = append(firsts, metric.First{Score: score, Right: true})
		if score >= threshold.ListedPair {
			f.listed += metric.Figure(1 / float64(len(copied)))
		}
	}
	f.median = metric.Figure(metric.Quantile(copied, 0.5))
	recall, at := metric.RightAt(alarms, firsts, foreign)
	f.recall, f.at = metric.Figure(recall), metric.Figure(at)
	positive := make([]bool, len(copied)+len(foreign))
	for i := range copied {
		positive[i] = true
	}
	f.ap = metric.Figure(metric.NewCurve(append(copied, foreign...), positive).AveragePrecision())
	for _, rank := range o.ranks {
		f.mrr += metric.Figure(rank / float64(len(o.ranks)))
		if rank == 1 {
			f.hit1 += metric.Figure(1 / float64(len(o.ranks)))
		}
	}
	return f
}

// write prints a table with a row for each kind.
func (all outcomes) write(out io.Writer, name string) error {
	table := terminal.NewTable(name, ">copies", ">none", ">median", ">listed", ">recall", ">at", ">AP", ">hit@1", ">MRR")
	for i, o := range all {
		copies := len(o.scores(true))
		f := o.figures()
		table.Row(kinds[i].name, terminal.Thousands(copies), terminal.Thousands(o.left), f.median.String(),
			f.listed.String(), f.recall.String(), f.at.String(), f.ap.String(), f.hit1.String(), f.mrr.String())
	}
	if err := table.Write(out, terminal.Style{}); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}
