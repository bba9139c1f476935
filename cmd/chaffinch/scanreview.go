package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/user"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// reviewKeys are the answers of --review.
var reviewKeys = map[string]scan.Verdict{
	"a": scan.Attributed, "p": scan.Permitted, "o": scan.OwnWork, "f": scan.False, "x": scan.ToFix,
}

const reviewPrompt = "[a]ttributed  [p]ermitted  [o]wn  [f]alse  to fi[x]  [s]kip  [q]uit: "

// decide asks for decisions on standard error with --review, removes stale ones with --remove-stale, and writes those that changed.
func (o *scanOptions) decide(ctx context.Context, in io.Reader, errOut io.Writer, r *scan.Report, all []scan.Decision) error {
	if o.removeStale && len(r.Stale) > 0 {
		all = slices.DeleteFunc(slices.Clone(all), func(d scan.Decision) bool {
			return slices.ContainsFunc(r.Stale, func(s scan.Decision) bool { return slices.Equal(s.Matches, d.Matches) })
		})
		if err := scan.WriteDecisions(o.decisions, all); err != nil {
			return err
		}
		fmt.Fprintf(errOut, "removed %s from %s\n", terminal.Plural(len(r.Stale), "decision", "decisions"), terminal.Safe(o.decisions))
		r.Stale = []scan.Decision{}
	}
	if !o.walk {
		return nil
	}
	lines := bufio.NewReader(in)
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Open {
			continue
		}
		if err := report.ScanFinding(errOut, r, f, terminal.StyleFor(errOut)); err != nil {
			return err
		}
		verdict, reason, err := ask(ctx, lines, errOut)
		if errors.Is(err, errQuit) {
			return nil
		}
		if err != nil {
			return err
		}
		if verdict == "" {
			continue
		}
		d := f.Decide(verdict, reason, o.decider(), time.Now())
		all = append(all, d)
		if err := scan.WriteDecisions(o.decisions, all); err != nil { // after each, so that none is lost
			return err
		}
		r.Totals.Open--
	}
	return nil
}

// errQuit ends a review.
var errQuit = errors.New("quit")

// ask asks for a verdict, and for a reason unless it is skipped.
func ask(ctx context.Context, lines *bufio.Reader, out io.Writer) (verdict scan.Verdict, reason string, err error) {
	for {
		answer, err := askLine(ctx, lines, out, reviewPrompt)
		if err != nil {
			return "", "", err
		}
		switch answer = strings.ToLower(answer); answer {
		case "s", "":
			return "", "", nil
		case "q":
			return "", "", errQuit
		}
		if verdict = reviewKeys[answer]; verdict != "" {
			break
		}
		if slices.Contains(scan.Verdicts, scan.Verdict(answer)) {
			verdict = scan.Verdict(answer)
			break
		}
		fmt.Fprintf(out, "%q is none of these\n", answer)
	}
	reason, err = askLine(ctx, lines, out, "reason: ")
	if errors.Is(err, errQuit) {
		err = nil
	}
	return verdict, reason, err
}

// askLine prints a prompt and reads a line. At the end of the input it returns errQuit.
func askLine(ctx context.Context, lines *bufio.Reader, out io.Writer, prompt string) (string, error) {
	if _, err := fmt.Fprint(out, prompt); err != nil {
		return "", err
	}
	text, err := await(ctx, func() (string, error) { return lines.ReadString('\n') })
	if errors.Is(err, io.EOF) && text == "" {
		fmt.Fprintln(out)
		return "", errQuit
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimSpace(text), nil
}

// decider is who decides: the value of --by, or the user.
func (o *scanOptions) decider() string {
	if o.by != "" {
		return o.by
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return ""
}
