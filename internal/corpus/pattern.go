package corpus

import (
	"bytes"
	"fmt"
	"strings"
)

// Patterns have the syntax of gitignore(5). Libraries for ignore files differ from git: negation
// out of order, no backtracking after `**`, regular expressions, panics on malformed lines. So a
// line is parsed here into flags, a literal beginning and a glob (glob.go). TestIgnore_LikeGit
// compares the result with git's.
//
// Git also compares the literal beginning first. In `/foo**/bar` the glob is therefore `**/bar`,
// whose `**` is a whole element. The rest of a path may be empty: `/foo**/*` matches foo.
//
// One thing differs on purpose: core.ignoreCase has no effect, because it depends on the file
// system.

// verdict is the result of matching a path with rules.
type verdict uint8

const (
	undecided verdict = iota // no rule matches
	match                    // the last rule that matches is a plain one
	unmatch                  // the last rule that matches begins with !
)

// or reports whether v is a match. It returns otherwise if no rule matched.
func (v verdict) or(otherwise bool) bool {
	if v == undecided {
		return otherwise
	}
	return v == match
}

// rules are patterns. The last one that matches decides.
type rules []rule

// match returns the verdict on a path relative to the rules' folder.
func (rs rules) match(path string, dir bool) verdict {
	if len(rs) == 0 {
		return undecided
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(rs) - 1; i >= 0; i-- {
		if !rs[i].match(path, name, dir) {
			continue
		}
		if rs[i].negated {
			return unmatch
		}
		return match
	}
	return undecided
}

// shape selects how a rule is matched.
type shape uint8

const (
	literalShape shape = iota // the text is literal
	suffixShape               // the text is the literal that follows a `*`
	globShape                 // the literal is followed by the glob
)

// rule is one line of an ignore file.
type rule struct {
	negated  bool
	dirOnly  bool
	anywhere bool // no slash: matched against the name, not the path
	shape    shape
	literal  string
	glob     glob
}

func (r *rule) match(path, name string, dir bool) bool {
	if r.dirOnly && !dir {
		return false
	}
	if r.anywhere {
		path = name
	}
	switch r.shape {
	case literalShape:
		return path == r.literal
	case suffixShape:
		return strings.HasSuffix(path, r.literal)
	}
	rest, ok := strings.CutPrefix(path, r.literal)
	return ok && r.glob.match(rest)
}

// parseFile returns the rules of an ignore file.
func parseFile(data []byte) rules {
	var rs rules
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for len(data) > 0 {
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		if r, ok := parseLine(string(bytes.TrimSuffix(line, []byte("\r")))); ok {
			rs = append(rs, r)
		}
	}
	return rs
}

// parsePatterns returns the rules of patterns from the options, see [plainPattern]. A pattern that
// cannot match anything is an error, unlike a line of a file.
func parsePatterns(patterns, roots []string) (rules, error) {
	var rs rules
	for _, p := range patterns {
		r, ok := parseLine(plainPattern(p, roots))
		if !ok {
			return nil, fmt.Errorf("pattern %q is invalid: escape [ and \\ with a backslash, as in .gitignore", p)
		}
		rs = append(rs, r)
	}
	return rs, nil
}

// parseLine returns a line's rule, and whether it can match anything. The line has no line end.
func parseLine(s string) (rule, bool) {
	if i := strings.IndexByte(s, 0); i >= 0 {
		s = s[:i]
	}
	if strings.HasPrefix(s, "#") {
		return rule{}, false
	}
	s = trimSpaces(s)
	var r rule
	s, r.negated = strings.CutPrefix(s, "!")
	s, r.dirOnly = strings.CutSuffix(s, "/")
	r.anywhere = !strings.Contains(s, "/")
	s = strings.TrimPrefix(s, "/")
	if s == "" {
		return rule{}, false
	}
	return r, r.compile(s)
}

// compile fills in the shape from a pattern without flags. It reports whether the pattern can match
// anything.
func (r *rule) compile(s string) bool {
	wild := strings.IndexAny(s, `*?[\`)
	if wild < 0 {
		r.shape, r.literal = literalShape, s
		return true
	}
	if r.anywhere && s[0] == '*' && !strings.ContainsAny(s[1:], `*?[\`) {
		r.shape, r.literal = suffixShape, s[1:]
		return true
	}
	var ok bool
	r.shape, r.literal = globShape, s[:wild]
	r.glob, ok = compileGlob(s[wild:])
	return ok
}

// trimSpaces cuts the spaces at a line's end, except one after a backslash.
func trimSpaces(s string) string {
	end := len(s)
	for end > 0 && s[end-1] == ' ' {
		end--
	}
	slashes := end - len(strings.TrimRight(s[:end], `\`))
	if slashes%2 == 1 && end < len(s) {
		end++
	}
	return s[:end]
}
