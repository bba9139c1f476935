package packages

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// job is the fetching of one package.
type job struct {
	Request
	ctx             context.Context
	program, folder string
	in              string // the working folder, if not the folder
	verified        bool   // the client has compared the checksums
}

const (
	// mostOutput bounds what is kept of a client's output, in bytes.
	mostOutput = 16 << 20
	// longestFetch bounds the time that a client takes.
	longestFetch = 15 * time.Minute
)

// run runs the client in the folder of the job, and returns its output. There no file of a project
// configures the client. It ends the client, and what the client has started, when the context
// ends.
func (j *job) run(env []string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(j.ctx, longestFetch)
	defer cancel()
	cmd := exec.CommandContext(ctx, j.program, args...)
	if cmd.Dir = j.in; cmd.Dir == "" {
		cmd.Dir = j.folder
	}
	cmd.Env = append(os.Environ(), "TMPDIR="+j.folder, "TEMP="+j.folder, "TMP="+j.folder)
	cmd.Env = append(cmd.Env, env...)
	var out, complaint limited
	cmd.Stdout, cmd.Stderr = &out, &complaint
	cmd.WaitDelay = 5 * time.Second
	endWithGroup(cmd)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil && j.ctx.Err() == nil:
		return nil, fmt.Errorf("%s took longer than %s", filepath.Base(j.program), longestFetch)
	case err != nil:
		return out.text, errorText(filepath.Base(j.program), err, string(complaint.text)+"\n"+string(out.text))
	case out.over:
		return nil, fmt.Errorf("%s printed more than %d MiB", filepath.Base(j.program), mostOutput>>20)
	}
	return out.text, nil
}

// limited keeps the first mostOutput bytes of what is written.
type limited struct {
	text []byte
	over bool
}

func (l *limited) Write(p []byte) (int, error) {
	kept := min(len(p), mostOutput-len(l.text))
	l.over = l.over || kept < len(p)
	l.text = append(l.text, p[:kept]...)
	return len(p), nil
}

var (
	// password matches the user and the password in an address. secret matches a word that a secret
	// may follow, with the rest of the line.
	password = lazyregexp.New(`://[^\s/]*@|://[^\s@:]*:\S*@`)
	secret   = lazyregexp.New(`(?i)((?:token|passw|passwd|passphrase|pwd\b|pass\b|secret|auth|api[-_]?key|access[-_]?key|signature|\bsig\b|cookie|credential|bearer|npm_|gh[a-z]_|glpat|jfrog|aws_)\w*).*`)
	// errorLine matches lines in which clients say what went wrong.
	errorLine = lazyregexp.New(`(?i)(\w*Error: .|\b(?:error|fatal|failed|not found|could not|unable|no matching|ERR!|E:).*\w{3})`)
)

func withoutSecrets(text string) string {
	return secret.ReplaceAllString(password.ReplaceAllString(text, "://***@"), "$1 ***")
}

// mostErrorLines bounds the lines of a client that an error has.
const mostErrorLines = 3

// errorText returns an error with the client's own words, without passwords. They are the first
// lines that speak of an error, or the last lines.
func errorText(program string, err error, text string) error {
	var lines, last []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if last = append(last, line); len(lines) < mostErrorLines && errorLine.MatchString(line) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		lines = last[max(0, len(last)-mostErrorLines):]
	}
	if len(lines) == 0 {
		return fmt.Errorf("%s: %w", program, err)
	}
	for i := range lines {
		lines[i] = withoutSecrets(lines[i])
	}
	text = strings.Join(lines, "; ")
	return errors.New(program + " says: " + text[:min(len(text), 600)])
}

// onlyFile returns the only file in the folder that the pattern matches.
func (j *job) onlyFile(pattern string) (string, error) {
	found, err := filepath.Glob(filepath.Join(j.folder, pattern))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("%s fetched %d files %s, not 1", filepath.Base(j.program), len(found), pattern)
	}
	return found[0], nil
}
