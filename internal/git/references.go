package git

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
)

// isBranch reports whether it is a branch or tag, perhaps of a remote.
func (r reference) isBranch() bool {
	return strings.HasPrefix(r.name, "refs/heads/") || strings.HasPrefix(r.name, "refs/tags/") || strings.HasPrefix(r.name, "refs/remotes/")
}

// References returns the references.
func (r *Repository) References(ctx context.Context) (*References, error) {
	all, said := new(References), new(complaint)
	if head, err := r.output(ctx, 1<<10, "rev-parse", "--verify", "--quiet", "HEAD"); err == nil { // else it names nothing
		all.names = append(all.names, reference{"HEAD", strings.TrimSpace(string(head))})
	}
	err := r.run(ctx, nil, said, func(out io.Reader) error {
		lines := bufio.NewReader(out)
		for {
			line, err := readLine(lines, '\n')
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			id, name, ok := strings.Cut(line, " ")
			if !ok || !isObjectID(id) {
				return fmt.Errorf("%w: %.200q", errGitPrints, line)
			}
			all.names = append(all.names, reference{name, id})
		}
	}, "for-each-ref", "--format=%(objectname) %(refname)")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(said.String()) {
		if warning, ok := strings.CutPrefix(strings.TrimSpace(line), "warning: "); ok {
			all.Ignored = append(all.Ignored, "git: "+warning)
		}
	}
	sum := sha256.New()
	fmt.Fprint(sum, all.names, r.shallow) // maps are printed in the order of their keys
	all.Version = hex.EncodeToString(sum.Sum(nil)[:20])
	return all, nil
}

// peel returns the commits that the references name, once each. It calls f for references that name
// none.
func (r *Repository) peel(ctx context.Context, references []reference, f func(Entry) error) (commits []string, err error) {
	met := map[string]bool{}
	for len(references) > 0 {
		n := 0
		err := r.eachPeeled(ctx, references, func(kind, id string) error {
			of := references[n]
			n++
			switch {
			case kind == "":
				return f(Entry{Kind: BrokenRef, Path: of.name, ID: of.id})
			case kind != "commit":
				return f(Entry{Kind: NoCommit, Path: of.name, ID: id})
			case !met[id]:
				met[id] = true
				commits = append(commits, id)
			}
			return nil
		})
		if own := new(callerError); errors.As(err, &own) || ctx.Err() != nil {
			return nil, err
		}
		if references = references[n:]; err == nil {
			return commits, nil
		}
		if len(references) > 0 { // git ends at an object that is damaged
			if err := f(Entry{Kind: BrokenRef, Path: references[0].name, ID: references[0].id}); err != nil {
				return nil, err
			}
			references = references[1:]
		}
	}
	return commits, nil
}

// callerError is an error that a callback has returned.
type callerError struct{ error }

func (e *callerError) Unwrap() error { return e.error }

// eachPeeled calls f with type and id of what each reference names. Tags are followed as long as
// git reads them. The type of a missing object is empty.
func (r *Repository) eachPeeled(ctx context.Context, references []reference, f func(kind, id string) error) error {
	var in strings.Builder
	for _, name := range references {
		in.WriteString(name.id + "^{}\n")
	}
	return r.run(ctx, strings.NewReader(in.String()), new(complaint), func(out io.Reader) error {
		lines := bufio.NewReader(out)
		for range references {
			line, err := readLine(lines, '\n')
			if err != nil {
				return err
			}
			fields := strings.Fields(line)
			switch {
			case len(fields) == 3 && isObjectID(fields[0]):
				err = f(fields[1], fields[0])
			case len(fields) == 2 && fields[1] == "missing":
				err = f("", "")
			default:
				return fmt.Errorf("%w: %.200q", errGitPrints, line)
			}
			if err != nil {
				return &callerError{err}
			}
		}
		return nil
	}, "cat-file", "--batch-check")
}
