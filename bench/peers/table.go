package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// printTable writes a line for each row, with how many times as much as the first one it took.
func printTable(out io.Writer, name string, rows []row) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%s\tfiles\treported\tCPU s\ttimes\tseconds\ttimes\tpeak MB\toutput MB\t\n", name)
	first := medians(rows[0].samples)
	for _, r := range rows {
		m := medians(r.samples)
		fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%s\t%.2f\t%s\t%.0f\t%.1f\t\n", r.name, r.counts.files, r.counts.reported,
			m.cpu, times(m.cpu, first.cpu), m.seconds, times(m.seconds, first.seconds), m.peakMB, m.outputMB)
	}
	return w.Flush()
}

// times returns a as a multiple of b.
func times(a, b float64) string {
	if b <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", a/b)
}

// medians returns the median of each figure by itself.
func medians(samples []sample) sample {
	of := func(figure func(sample) float64) float64 {
		var all []float64
		for _, s := range samples {
			all = append(all, figure(s))
		}
		return median(all)
	}
	return sample{
		seconds:  of(func(s sample) float64 { return s.seconds }),
		cpu:      of(func(s sample) float64 { return s.cpu }),
		peakMB:   of(func(s sample) float64 { return s.peakMB }),
		outputMB: of(func(s sample) float64 { return s.outputMB }),
	}
}

// median returns the middle one of the values, of which there is at least one, or the mean of the two
// in the middle. It sorts them.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
