// Command linear looks for sources whose analysis takes more than linear time.
//
//	go run ./bench/linear
//
// It makes up sources in which what opens never closes, or closes late, and the like, lexes and fingerprints them in
// every language at an eighth, a quarter, half and all of -bytes, and prints for each language the form whose time grows
// fastest: its milliseconds, and the quotients of neighbours, which are 2 where time is linear. Beside it stands the form
// that takes longest for a byte. All forms are lexed with all of -bytes, and the slowest
// measured as often as -runs says, the least time of each size being taken: what is not linear is slow if -bytes is large enough.
// Quotients of small sizes are noise.
//
// Where the last quotient is over -most in three such measurements the exit code is 1. With -most 0 nothing is judged.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "linear:", err)
		os.Exit(1)
	}
}

// options are those of the command line.
type options struct {
	bytes, runs int
	most        float64
	languages   []*lex.Language
}

func run() error {
	var o options
	var languages string
	flag.IntVar(&o.bytes, "bytes", 64<<10, "size of the largest sources, in bytes")
	flag.IntVar(&o.runs, "runs", 5, "how often to measure the slowest forms")
	flag.Float64Var(&o.most, "most", 3, "how many times as long twice as much may take; 0 for any")
	flag.StringVar(&languages, "lang", "", "languages, parted by commas (default all)")
	flag.Parse()
	if o.bytes < 800 || o.runs < 1 || flag.NArg() > 0 {
		return errors.New("use -bytes 800 or more and -runs 1 or more, and no arguments")
	}
	var err error
	if o.languages, err = choose(languages); err != nil {
		return err
	}
	return report(os.Stdout, o)
}

// choose returns the languages of a list, or all.
func choose(list string) ([]*lex.Language, error) {
	if list == "" {
		return lex.Languages(), nil
	}
	var chosen []*lex.Language
	for name := range strings.SplitSeq(list, ",") {
		l, ok := lex.Lookup(name)
		if !ok {
			return nil, fmt.Errorf("language %q: chaffinch languages lists those there are", name)
		}
		chosen = append(chosen, l)
	}
	return chosen, nil
}

// report prints a row for each language and returns an error that names those over the bound.
func report(out io.Writer, o options) error {
	m, err := newMeter()
	if err != nil {
		return err
	}
	all := forms()
	fmt.Fprintf(out, "%d forms of %d to %d bytes\n", len(all), o.bytes/8, o.bytes)
	fmt.Fprintf(out, "%-20s%-24s%8s%6s%6s%6s  %-18s%6s\n", "language", "grows fastest", "ms", "x2", "x2", "x2", "slowest", "ns/B")
	var over []string
	for _, l := range o.languages {
		worst, slowest := m.language(l, all, o)
		t := worst.times
		fmt.Fprintf(out, "%-20.19s%-24.23s%8.2f%6.1f%6.1f%6.1f  %-18.17s%6.0f\n", l.Name, worst.form.name, t[3]*1000,
			t[1]/t[0], t[2]/t[1], worst.growth(), slowest.form.name, slowest.times[3]*1e9/float64(o.bytes))
		if o.most > 0 && worst.growth() > o.most {
			over = append(over, fmt.Sprintf("%s: %s", l.Name, worst.form.name))
		}
	}
	if len(over) > 0 {
		return fmt.Errorf("twice as much takes over %g times as long:\n  %s", o.most, strings.Join(over, "\n  "))
	}
	return nil
}

// The slowest forms of a first look are looked at twice more, as other programs disturb, and the slowest of those measured.
const (
	suspects   = 32
	candidates = 5
)

// language measures the forms that are slowest in one language, and returns the one that grows fastest and the slowest.
func (m *meter) language(l *lex.Language, all []form, o options) (worst, slowest measurement) {
	var seen []measurement
	for _, f := range all {
		seen = append(seen, measurement{form: f}.least(3, m.lexing(l, f, o.bytes)))
	}
	slices.SortStableFunc(seen, bySlowness)
	seen = seen[:suspects]
	for range 2 {
		for i, s := range seen {
			seen[i] = s.least(3, m.lexing(l, s.form, o.bytes))
		}
	}
	slices.SortStableFunc(seen, bySlowness)
	for i, s := range seen[:candidates] {
		now := m.thorough(l, s.form, o)
		if i == 0 || now.growth() > worst.growth() {
			worst = now
		}
		if i == 0 || now.times[3] > slowest.times[3] {
			slowest = now
		}
	}
	return worst, slowest
}

func bySlowness(a, b measurement) int { return cmp.Compare(b.times[3], a.times[3]) }
