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

	"github.com/chaffinch-search/chaffinch/internal/report/diff"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// reviewKeys are the answers of --review. In upper case they are for all copies from the same
// source.
var reviewKeys = map[string]scan.Verdict{
	"a": scan.Attributed, "p": scan.Permitted, "o": scan.OwnWork, "f": scan.False, "x": scan.ToFix,
}

const (
	reviewPrompt = "[a]ttributed [p]ermitted [o]wn [f]alse fi[x] [m]ore [s]kip [b]ack [q]uit [?]: "
	reviewHelp   = `a  attributed: the project says where it is from, as the licence demands
p  permitted: it may be used as it is
o  own: the project's authors wrote it
f  false: it is no copy
x  to fix: it will be removed, or attributed
A P O F X  the same for all open copies from %s: %d
m  more lines, then more lines around them
v  view: side by side, or one below the other
s  skip: stay open, and go on (or press Enter)
b  back to the copy before
u  undo the last answer
q  quit: the answers so far are kept
`
)

// removeDecisions removes stale decisions with --remove-stale and returns the others.
func (o *scanOptions) removeDecisions(errOut io.Writer, r *scan.Report, all []scan.Decision) ([]scan.Decision, error) {
	if !o.removeStale {
		return all, nil
	}
	isDecided := func(f scan.Finding) bool { return f.Status == scan.Decided }
	if n := len(r.Unseen); n > 0 && len(r.Stale) == 0 && !slices.ContainsFunc(r.Findings, isDecided) {
		return nil, fmt.Errorf("nothing removed from %s: this scan finds neither the copies nor the origins of its decisions: use the index of the review", terminal.Safe(o.decisions))
	} else if n > 0 {
		warn(errOut, "kept "+terminal.Plural(n, "decision", "decisions")+" that this scan did not check")
	}
	if len(r.Stale) == 0 {
		return all, nil
	}
	all = slices.DeleteFunc(slices.Clone(all), func(d scan.Decision) bool {
		return slices.ContainsFunc(r.Stale, func(s scan.Decision) bool { return slices.Equal(s.Matches, d.Matches) })
	})
	if err := scan.WriteDecisions(o.decisions, all); err != nil {
		return nil, err
	}
	fmt.Fprintf(errOut, "removed %s from %s\n", terminal.Plural(len(r.Stale), "decision", "decisions"), terminal.Safe(o.decisions))
	r.Stale = []scan.Decision{}
	return all, nil
}

// reviewer asks for decisions on a terminal, or a pipe.
type reviewer struct {
	*scanOptions
	*scan.Reviewer
	aligner *scan.Aligner
	report  *scan.Report
	lines   *bufio.Reader
	out     io.Writer

	stacked bool     // one side below the other
	context int      // lines around the matches
	rest    []string // lines of the copy that are not shown yet
}

// reviewAll asks for a decision about each open copy. It writes the file of decisions after each
// answer.
func (o *scanOptions) reviewAll(ctx context.Context, in io.Reader, out io.Writer, r *scan.Report, a *scan.Aligner, all []scan.Decision) error {
	v := &reviewer{scanOptions: o, Reviewer: scan.NewReviewer(r, all), aligner: a, report: r, lines: bufio.NewReader(in), out: out}
	v.stacked = terminal.Columns(out) < sideBySideColumns
	for err := error(nil); v.Finding() != nil; {
		if err == nil {
			err = v.show(ctx)
		}
		if err == nil {
			err = v.answer(ctx)
		}
		if errors.Is(err, errQuit) {
			break
		}
		if err != nil {
			return err
		}
	}
	if len(v.Decisions()) > len(all) {
		fmt.Fprintf(out, "decisions are in %s\n", terminal.Safe(o.decisions))
	}
	return nil
}

// sideBySideColumns is how wide a terminal must be to show both sides.
const sideBySideColumns = 100

// show prints the copy, and the first of its lines.
func (v *reviewer) show(ctx context.Context) error {
	n, of := v.Position()
	fmt.Fprintf(v.out, "\n%d of %d", n, of)
	if err := scans.Finding(v.out, v.report, v.Finding(), terminal.StyleFor(v.out)); err != nil {
		return err
	}
	v.context = 0
	return v.view(ctx)
}

// view prints the first of the lines of the copy, or why there are none.
func (v *reviewer) view(ctx context.Context) error {
	v.rest = nil
	al, err := v.aligner.Align(ctx, v.Finding())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		warn(v.out, "no lines are shown: "+errorText(err, nil))
		return nil
	}
	print := diff.SideBySide
	if v.stacked {
		print = diff.Unified
	}
	v.rest = slices.Collect(strings.Lines(print(al, layout(v.out, v.context))))
	return v.page()
}

// page prints as many of the lines as fit on a terminal, below the copy.
func (v *reviewer) page() error {
	n := min(len(v.rest), max(leastPage, terminal.Rows(v.out)-besidePage))
	if n+1 == len(v.rest) {
		n++ // rather than to say so
	}
	_, err := io.WriteString(v.out, strings.Join(v.rest[:n], ""))
	if v.rest = v.rest[n:]; len(v.rest) > 0 {
		fmt.Fprintln(v.out, terminal.StyleFor(v.out).Dim("  "+terminal.Plural(len(v.rest), "more line: m", "more lines: m")))
	}
	return err
}

const (
	leastPage  = 8
	besidePage = 12 // lines of the copy and the questions
)

// more prints more of the lines, then more lines around them.
func (v *reviewer) more(ctx context.Context) error {
	if len(v.rest) > 0 {
		return v.page()
	}
	v.context += moreContext
	return v.view(ctx)
}

const moreContext = 10

// errQuit ends a review.
var errQuit = errors.New("quit")

// answer reads answers until the review goes to another copy.
func (v *reviewer) answer(ctx context.Context) error {
	for {
		answer, err := v.line(ctx, reviewPrompt)
		if err != nil {
			return err
		}
		switch answer {
		case "s", "":
			v.Skip()
			return nil
		case "q":
			return errQuit
		case "b":
			if v.Back() {
				return nil
			}
			fmt.Fprintln(v.out, "this is the first copy")
		case "u":
			if v.Undo() {
				return v.Write(v.decisions)
			}
			fmt.Fprintln(v.out, "there is no answer to undo")
		case "m":
			err = v.more(ctx)
		case "v":
			v.stacked = !v.stacked
			err = v.view(ctx)
		case "?":
			source, n := v.Alike()
			fmt.Fprintf(v.out, reviewHelp, terminal.Safe(terminal.Nearby(source)), n)
		default:
			verdict, all, ok := parseAnswer(answer)
			if ok {
				return v.decide(ctx, verdict, all)
			}
			fmt.Fprintf(v.out, "unknown answer %q: ? explains the keys\n", answer)
		}
		if err != nil {
			return err
		}
	}
}

// parseAnswer returns the verdict of an answer, and whether it is for all copies from the same
// source.
func parseAnswer(answer string) (verdict scan.Verdict, all, ok bool) {
	if verdict, ok = reviewKeys[answer]; ok {
		return verdict, false, true
	}
	if verdict, ok = reviewKeys[strings.ToLower(answer)]; ok {
		return verdict, true, true
	}
	verdict = scan.Verdict(strings.ToLower(answer))
	return verdict, false, slices.Contains(scan.Verdicts, verdict)
}

// decide asks for a reason and writes the decision.
func (v *reviewer) decide(ctx context.Context, verdict scan.Verdict, all bool) error {
	reason, err := v.line(ctx, "reason: ")
	if err != nil && !errors.Is(err, errQuit) {
		return err
	}
	decide := v.Decide
	if all {
		decide = v.DecideAlike
	}
	if n := decide(verdict, reason, v.decider(), time.Now()); n > 1 {
		fmt.Fprintf(v.out, "%s: %d copies\n", verdict, n)
	}
	return v.Write(v.decisions) // after each, so that none is lost
}

// line prints a prompt and reads a line. At the end of the input it returns errQuit.
func (v *reviewer) line(ctx context.Context, prompt string) (string, error) {
	if _, err := fmt.Fprint(v.out, prompt); err != nil {
		return "", err
	}
	text, err := await(ctx, func() (string, error) { return v.lines.ReadString('\n') })
	if errors.Is(err, io.EOF) && text == "" {
		fmt.Fprintln(v.out)
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
